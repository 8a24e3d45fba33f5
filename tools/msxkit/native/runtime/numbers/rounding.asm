; FIX, INT, CSNG; RND.

        part digits_behind      ; Z: FAC has only zeros behind its first A digits (0-13)
digits_behind:
        ld hl,fac+1
        srl a
        ld c,a
        ld b,0
        jr nc,.whole
        add hl,bc
        ld a,(hl)
        and 15
        ret nz
        inc hl
        inc c
        jr .rest
.whole: add hl,bc
.rest:  ld a,7
        sub c
        ret z
        ld b,a
        xor a
.byte:  cp (hl)
        ret nz
        inc hl
        djnz .byte
        ret

        part num_fix            ; FIX
num_fix:
        ret nc
        ld a,(fac)
        and 7Fh
        sub 65
        jr c,.zero
        cp 13
        ccf
        ret c
        inc a
        push af
        cp 6
        jr nc,.digits
        call fac_word
        jr c,.digits
        bit 7,h
        jr nz,.digits
        pop af
        ld a,(fac)
        rla
        ret nc
        jp negated_integer
.digits:
        pop af                  ; clear what is behind the first A digits
        ld hl,fac+1
        srl a
        ld c,a
        ld b,0
        jr nc,.whole
        add hl,bc
        ld a,(hl)
        and 0F0h
        ld (hl),a
        inc hl
        inc c
        jr .rest
.whole: add hl,bc
.rest:  ld a,7
        sub c
        scf
        ret z
        ld b,a
.clear: ld (hl),0
        inc hl
        djnz .clear
        scf
        ret
.zero:  ld hl,0
        or a
        ret

        part num_int            ; INT
num_int:
        ret nc
        ld a,(fac)
        rla
        jp nc,.fix
        srl a
        sub 64
        jr c,.fraction
        cp 14
        jr nc,.fix
        call digits_behind
        jr z,.fix
.fraction:
        scf
        call num_fix
        ld bc,-1
        jp num_add_word
.fix:   scf
        jp num_fix

        part num_single         ; CSNG: rounded to 6 digits
num_single:
        ret nc
        ld hl,fac+4
        ld a,(hl)
        ld b,4
        push af
        xor a
.clear: ld (hl),a
        inc hl
        djnz .clear
        pop af
        cp 50h
        ret c
        ld hl,fac+3
        ld b,3
.byte:  ld a,(hl)
        add a,1
        daa
        ld (hl),a
        jr nc,.done
        dec hl
        djnz .byte
        ld a,(hl)
        inc a
        and 7Fh
        jp z,overflow
        inc (hl)
        inc hl
        ld (hl),10h
.done:  scf
        ret

        part num_rnd            ; RND
rndx    equ RNDX                ; the state: its first byte is not used, then 14 digits
num_rnd:
        call num_real
rnd_of_fac:                     ; the argument is in FAC, as at the machine's own entry
        ld a,(fac)
        or a
        jr z,.value
        jp p,.step
        ld hl,fac
        ld de,rndx
        ld bc,8
        ldir
.step:  ld hl,rndx
        ld de,.multiplier
        call digit_product
        ld hl,.increment+7
        ld de,product+13
        ld bc,rndx+7
        or a
        rept 7
        ld a,(de)
        adc a,(hl)
        daa
        ld (bc),a
        dec hl
        dec e
        dec bc
        endm
.value: ld hl,rndx
        ld de,fac
        ld bc,8
        ldir
        ld a,64
        ld (fac),a
        xor a
        ld (fac+8),a
        jp normalise
.multiplier:
        db 040h,021h,013h,024h,086h,054h,005h,019h  ; 0.21132486540519
.increment:
        db 040h,014h,038h,098h,020h,042h,008h,021h  ; 0.14389820420821

        part rnd_reset          ; what RUN and CLEAR do
rnd_reset:
        ld hl,.initial
        ld de,rndx
        ld bc,8
        ldir
        ret
.initial:
        db 040h,040h,064h,096h,051h,037h,023h,058h  ; 0.40649651372358
