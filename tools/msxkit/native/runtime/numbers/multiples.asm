; Multiples of an operand, 1 to 9 times it: made once for products or for quotients, and kept. Each has 8 bytes, the
; last digits first, so that its first two bytes are a word.

        part first_multiple     ; the 7 bytes of digits at DE as the first multiple; H = page of the multiples
first_multiple:
        ld hl,multiples+6
        push de
        ld b,7
.same:  ld a,(de)
        cp (hl)
        jr nz,.new
        inc de
        dec l
        djnz .same
        pop de                  ; as in the last product: its multiples are there
        ret
.new:   pop de
        ld l,low(multiples)+7
        call copy_digits
        xor a
        ld (complete),a
        ld (multiples+1*16+MADE),a
        ld (multiples+2*16+MADE),a
        ld (multiples+3*16+MADE),a
        ld (multiples+4*16+MADE),a
        ld (multiples+5*16+MADE),a
        ld (multiples+6*16+MADE),a
        ld (multiples+7*16+MADE),a
        ld (multiples+8*16+MADE),a
        inc a
        ld (multiples+MADE),a
        ret

        part copy_digits        ; 0 and the 7 bytes of digits at DE to HL and below
copy_digits:
        ld (hl),0
        rept 7
        dec l
        ld a,(de)
        ld (hl),a
        inc de
        endm
        ret

        part make_multiple      ; HL: MADE of a multiple that is to be made of smaller ones; keeps HL, DE, BC
make_multiple:
        ld (hl),l
        push de
        ld e,l
        ld d,h
        bit 4,l
        jr nz,.odd
        ld a,l
        srl a
        and 0F0h
        or MADE
        ld l,a
        ld a,(hl)
        or a
        call z,make_multiple
        res 3,l
        res 3,e
        call double_multiple
        jr .made
.odd:   ld a,l
        sub 16
        ld l,a
        ld a,(hl)
        or a
        call z,make_multiple
        res 3,l
        res 3,e
        push bc
        ld b,h
        ld c,low multiples
        call add_first
        pop bc
.made:  ld l,e                  ; behind the multiple
        pop de
        ret

        part all_multiples      ; 2 to 9 times the first multiple; H = their page; keeps H, BC
all_multiples:
        ld d,h
        ld l,low multiples
        ld e,low(multiples)+1*16
        call double_multiple
        ld l,low(multiples)+1*16
        ld e,low(multiples)+3*16
        call double_multiple
        ld l,low(multiples)+3*16
        ld e,low(multiples)+7*16
        call double_multiple
        push bc
        ld b,h
        ld l,low(multiples)+1*16
        ld e,low(multiples)+2*16
        call .one_more
        ld l,low(multiples)+3*16
        ld e,low(multiples)+4*16
        call .one_more
        ld l,low(multiples)+2*16
        ld e,low(multiples)+5*16
        call double_multiple
        ld l,low(multiples)+5*16
        ld e,low(multiples)+6*16
        call .one_more
        ld l,low(multiples)+7*16
        ld e,low(multiples)+8*16
        call .one_more
        pop bc
        ret
.one_more:
        ld c,low multiples
        jp add_first

        part double_multiple    ; twice the multiple at HL, to DE; _short: its first 4 bytes
double_short:
        or a
        jr double_rest
double_multiple:
        or a
        rept 4
        ld a,(hl)
        adc a,a
        daa
        ld (de),a
        inc l
        inc e
        endm
double_rest:
        rept 4
        ld a,(hl)
        adc a,a
        daa
        ld (de),a
        inc l
        inc e
        endm
        ret

        part add_first          ; the multiple at HL and the one at BC, likewise
add_first_short:
        or a
        jr add_first_rest
add_first:
        or a
        rept 4
        ld a,(bc)
        adc a,(hl)
        daa
        ld (de),a
        inc c
        inc l
        inc e
        endm
add_first_rest:
        rept 4
        ld a,(bc)
        adc a,(hl)
        daa
        ld (de),a
        inc c
        inc l
        inc e
        endm
        ret
