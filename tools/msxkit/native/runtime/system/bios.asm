; USR of the BIOS entries that BASIC programs call. Of those that touch the screen, the keys or the sound, which the
; runtime keeps itself, it does the work.

        part usr                ; USR: HL = where its address lies. What the program's DEF USR name is in usr_entries
        ldi e,(hl)
        ld d,(hl)
.known: ld hl,usr_entries
.next:  ldi bc,(hl)
        ld a,b
        or c
        jp z,usr_other
        ex de,hl
        cp hl,bc
        ex de,hl
        jr z,.found
        inc hl
        inc hl
        jr .next
.found: ldi e,(hl)
        ld d,(hl)
        ex de,hl
        jp (hl)

        part usr_code           ; USR of machine code: DE = where its address lies
usr_integer:                    ; HL = an integer; what comes back in HL
        ld (fac+2),hl
        ld a,2
        call .call
        ld hl,(fac+2)
        ret
usr_single:                     ; the number, rounded; what comes back is a number
        ld a,4
        jr .real
usr_double:
        ld a,8
.real:  push de
        push af
        jr c,.ready
        ld de,fac
        call int_to_real        ; 0: exponent 0
.ready: pop af
        pop de
        call .call
        ld a,(VALTYP)
        cp 4
        jp nc,.float
        ld hl,(fac+2)
        or a
        ret
usr_string:                     ; the string HL, of which the code finds a copy; what comes back in the descriptor BC
        push bc
        push de
        push hl
        call string_text
        ld a,b
        ld (TEMPST),a
        ld de,BUF
        ld (TEMPST+1),de
        ld bc,b
        or a
        jr z,.copied
        ldir
.copied:
        pop hl
        call string_release
        ld hl,TEMPST
        ld (fac+2),hl
        pop de
        ld a,3
        call .call
        ld hl,(fac+2)
        pop de
        ld c,(hl)
        ld b,0
        jp string_part
.float: jp nz,real_result
        ld hl,0
        ld (fac+4),hl
        ld (fac+6),hl
        jp real_result
.call:  ld (VALTYP),a
        ex de,hl
        ldi e,(hl)
        ld d,(hl)
        ld a,d
        cp high(usr_memory)
        jp c,usr.known          ; an entry of the BIOS
        call rows_moved
.there: ld a,(VALTYP)
        ld hl,fac
        push de
        ld de,(fac+2)           ; of a string its descriptor
        ret
usr_bios:                       ; an entry that usr_entries does not have
        ld a,d
        or e
        jp z,usr_none
        ld hl,INITIO-1
        sbc hl,de
        jp nc,illegal_call
        ld hl,usr_bios_end-1
        sub hl,de
        jr nc,.there
        jp illegal_call

        part usr_text           ; INITXT
        xor a
        jp set_screen

        part usr_tiles          ; INIT32
        ld a,1
        jp set_screen

        part usr_forget         ; KILBUF
        ld hl,(PUTPNT)
        ld (GETPNT),hl
        ret
