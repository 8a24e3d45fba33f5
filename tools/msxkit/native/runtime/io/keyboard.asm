; Keys: waiting for them, INKEY$, INPUT$.

        part key_wait           ; A = a key, waited for
        push bc
        push de
        push hl
        call H_CHGE             ; CHGET's hook, for observers of the machine
        call key_take
        jr nz,.out
        call show_cursor
.wait:  call key_take
        jr z,.wait
        push af
        call hide_cursor
        pop af
.out:   pop hl
        pop de
        pop bc
        ret

        part key_take           ; Z: no key; else A = the next one
        ld hl,(GETPNT)
        ld a,(PUTPNT)
        cp l
        ret z
        ldi a,(hl)
        push af
        ld a,l
        cp low(KEYBUF+40)
        jr nz,.inside
        ld hl,KEYBUF
.inside:
        ld (GETPNT),hl
        pop af
        ld l,1
        inc l                   ; NZ
        ret

        part inkey              ; INKEY$ to DE
        call key_take
        jr z,.none
        ld hl,a
        jp string_chr
.none:  xor a
        ld (de),a
        ex de,hl
        ret

        part input_characters   ; INPUT$(HL) to DE
        call byte_check
        ld a,l
        or a
        jp z,illegal_call
        push de
        ld b,a
        ld hl,BUF
.key:   call key_wait
        ldi (hl),a
        djnz .key
        ld b,l
        ld a,b
        sub low BUF
        ld b,a
        ld hl,BUF
        pop de
        jp string_from
