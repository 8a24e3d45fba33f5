; Quotients of numbers, signs; integers by bytes.

        part num_div            ; number / the number at DE
        jr c,.real
        ld a,(de)
        or a
        jr nz,.left
        push de
        inc de
        ld a,(de)
        ld c,a
        inc de
        ld a,(de)
        ld b,a
        or c
        jr z,.by_zero
        ld a,h
        or l
        jr z,.zero
        ld a,h
        xor b
        push af                 ; sign of the quotient
        push hl
        call magnitudes
        call word_quotient      ; HL = DE / BC, DE = the rest
        ld a,d
        or e
        pop de
        jr nz,.fraction
        bit 7,h                 ; 32768 is not an integer
        jr nz,.fraction
        pop af
        pop de
        rla
        ret nc
        jp negated_integer
.zero:  pop de
        ret
.fraction:
        pop af
        ex de,hl                ; the dividend
        call num_real_here
        pop de
        call number_to_arg
        jp real_div
.by_zero:
        jp division_by_zero
.left:  push de
        call num_real_here
        pop de
        jp real_div
.real:  ld a,(de)
        or a
        jp nz,real_div
        call number_to_arg
        jp real_div

        part num_div_there      ; the number at HL / the number at DE
        ld a,(de)
        or a
        jr z,.load
        ld a,(hl)
        or a
        jp nz,real_div.there
.load:  push de
        call num_load
        pop de
        jp num_div

        part word_quotient      ; HL = DE / BC, DE = the rest, unsigned; BC is not 0
        ld hl,0
        ld a,d
        or a
        ld a,16
        jr nz,.bit
        ld d,e                  ; a short dividend: eight steps
        ld e,l
        ld a,8
.bit:   sla e
        rl d
        adc hl,hl
        jr c,.fits
        sbc hl,bc
        jr nc,.one
        add hl,bc
        dec a
        jr nz,.bit
        ex de,hl
        ret
.fits:  sub hl,bc
.one:   inc e
        dec a
        jr nz,.bit
        ex de,hl
        ret

        part int_quotient       ; HL \ BC, as a number (-32768\-1 is 32768); HL MOD BC in HL
        ld a,b
        or c
        jr z,int_by_zero
        ld a,h
        xor b
        push af
        call magnitudes
        call word_quotient
        pop af
        rla
        jp nc,word_real
        jp negated_integer
int_by_zero:
        jp division_by_zero
int_modulo:
        ld a,b
        or c
        jr z,int_by_zero
        push hl
        call magnitudes
        call word_quotient
        ex de,hl
        pop af
        rla
        ret nc
        jp negated_integer

        part num_sign           ; Z: zero, M: negative; keeps the number with its carry
        jr c,.real
        ld a,h
        or l
        ret z
        ld a,h
        or 1
        ret
.real:  ld a,(fac)
        or a
        scf
        ret

        part num_sgn            ; SGN
        call num_sign
        ld hl,0
        jr z,.done
        inc hl
        jp p,.done
        dec hl
        dec hl
.done:  or a
        ret

        part num_abs            ; ABS
        jr c,.real
        bit 7,h
        ret z
        jp num_neg
.real:  ld a,(fac)
        and 7Fh
        ld (fac),a
        scf
        ret

        part byte_quotient      ; HL \ E in HL, E 2 to 128; _short: HL is not negative and H below E
        bit 7,h
        jr nz,.negative
.positive:
        ld a,h
        cp e
        jr c,byte_quotient_short
        ld d,l
        ld hl,h
        call byte_divide        ; the high bytes
        ld h,l
        ld l,d
        ld d,h
        ld h,a
        call byte_divide
        ld h,d
        ret
.negative:
        call negate
        call .positive
        jp negate
byte_quotient_short:
        call byte_divide
        ld h,0
        ret

        part byte_modulo        ; HL MOD E in HL, likewise
        bit 7,h
        jr nz,.negative
.positive:
        ld a,h
        cp e
        jr c,byte_modulo_short
        ld d,l
        ld hl,h
        call byte_divide
        ld h,a
        ld l,d
byte_modulo_short:
        call byte_divide
        ld hl,a
        ret
.negative:
        call negate
        call .positive
        jp negate

        part byte_divide        ; HL / E: L, the rest in A; H is below E, E at most 128
        ld a,h
        rept 8
        sla l
        rla
        cp e
        jr c,$+4
        sub e
        inc l
        endm
        ret
