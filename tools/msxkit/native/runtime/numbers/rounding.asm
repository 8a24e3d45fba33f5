; FIX, INT, CSNG; RND.

        part digits_behind      ; Z: FAC has only zeros behind its first A digits (0-13)
        ld hl,fac+1
        srl a
        ld bc,a
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
        ld bc,a
        jr nc,.whole
        add hl,bc
        ld a,(hl)
        and 0F0h
        ldi (hl),a
        inc c
        jr .rest
.whole: add hl,bc
.rest:  ld a,7
        sub c
        scf
        ret z
        ld b,a
.clear: ldi (hl),0
        djnz .clear
        scf
        ret
.zero:  ld hl,0
        or a
        ret

        part num_int            ; INT
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
        ret nc
        ld hl,fac+4
        ld a,(hl)
        ld b,4
        push af
        xor a
.clear: ldi (hl),a
        djnz .clear
        pop af
        cp 50h
        ret c
        ld hl,fac+3
        ld b,3
        jp round_up.byte

        part num_rnd            ; RND
rndx    equ RNDX                ; the state: its first byte is not used, then 14 digits
num_rnd:
        jr c,rnd_of_fac
        ld a,h
        or l
        jr z,.value
        bit 7,h
        jr z,.step
        call num_real_here
rnd_of_fac:                     ; the argument is in FAC, as at the machine's own entry
        ld a,(fac)
        or a
        jr z,.value
        jp p,.step
        ld hl,fac
        ld de,rndx
        ld bc,8
        ldir
.step:  ; the last 14 digits of the state times a constant, a row for each digit; first the tens of each byte
        ld hl,.increment
        ld de,product
        ld bc,7
        ldir
        call .rows
        ; times ten: what is added ends in 1
        ld hl,product+6
        ld a,1
        call .left
        ; the ones; the state is done with afterwards
        ld hl,rndx+7
        call .left
        call .rows
        ld hl,product
        ld de,rndx+1
        ld bc,7
        ldir
.value: ld hl,rndx+1
        ld de,fac
        ld a,64
        ldi (de),a
        ld bc,7
        ldir
        xor a
        ld (de),a
        jp normalise
.left:  ld b,7
.digit: rld
        dec hl
        djnz .digit
        ret
.rows:  ld de,product+6
        ld bc,rndx+7
.row:   ld a,(bc)
        and 0F0h
        jr z,.none
        rrca                    ; eight times the digit
        add a,low(random_rows-2)
        ld l,a
        ld a,0
        adc a,high(random_rows-2)
        ld h,a
        push de
.byte:  ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec hl
        dec e                   ; the product begins its page
        jp p,.byte
        pop de
.none:  dec bc
        dec e
        jp p,.row
        ret
.increment:                     ; 0.1438982042082, and the 1 above
        db 001h,043h,089h,082h,004h,020h,082h

        part random_rows        ; 1 to 9 times 21132486540519, the last 14 digits
        db 021h,013h,024h,086h,054h,005h,019h,0
        db 042h,026h,049h,073h,008h,010h,038h,0
        db 063h,039h,074h,059h,062h,015h,057h,0
        db 084h,052h,099h,046h,016h,020h,076h,0
        db 005h,066h,024h,032h,070h,025h,095h,0
        db 026h,079h,049h,019h,024h,031h,014h,0
        db 047h,092h,074h,005h,078h,036h,033h,0
        db 069h,005h,098h,092h,032h,041h,052h,0
        db 090h,019h,023h,078h,086h,046h,071h

        part rnd_reset          ; what RUN and CLEAR do
        ld hl,.initial
        ld de,rndx
        ld bc,8
        ldir
        ret
.initial:
        db 040h,040h,064h,096h,051h,037h,023h,058h  ; 0.40649651372358
