; Multiples of an operand, 1 to 9 times it: made once for products or for quotients, and kept.

        part first_multiple     ; the 7 bytes of digits at DE as the first multiple; H = page of the multiples
first_multiple:
        ld hl,multiples+1
        push de
        ld b,7
.same:  ld a,(de)
        cp (hl)
        jr nz,.new
        inc de
        inc l
        djnz .same
        pop de                  ; as in the last product: its multiples are there
        ret
.new:   pop hl
        ld de,multiples
        xor a
        ld (de),a
        inc e
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ld h,d
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
        dec l
        dec e
        call double_multiple
        jr .made
.odd:   ld a,l
        sub 16
        ld l,a
        ld a,(hl)
        or a
        call z,make_multiple
        dec l
        dec e
        push bc
        ld b,h
        ld c,low(multiples)+7
        call add_first
        pop bc
.made:  ld a,e                  ; one before the multiple
        add a,MADE+1
        ld l,a
        pop de
        ret

        part all_multiples      ; 2 to 9 times the first multiple; H = their page; keeps H, BC
all_multiples:
        ld d,h
        ld l,low(multiples)+7
        ld e,low(multiples)+1*16+7
        call double_multiple
        ld l,low(multiples)+1*16+7
        ld e,low(multiples)+3*16+7
        call double_multiple
        ld l,low(multiples)+3*16+7
        ld e,low(multiples)+7*16+7
        call double_multiple
        push bc
        ld b,h
        ld l,low(multiples)+1*16+7
        ld e,low(multiples)+2*16+7
        call .one_more
        ld l,low(multiples)+3*16+7
        ld e,low(multiples)+4*16+7
        call .one_more
        ld l,low(multiples)+2*16+7
        ld e,low(multiples)+5*16+7
        call double_multiple
        ld l,low(multiples)+5*16+7
        ld e,low(multiples)+6*16+7
        call .one_more
        ld l,low(multiples)+7*16+7
        ld e,low(multiples)+8*16+7
        call .one_more
        pop bc
        ret
.one_more:
        ld c,low(multiples)+7
        jp add_first

        part double_multiple    ; twice the multiple that ends at HL, to the one that ends at DE; _short: its first 4 bytes
double_multiple:
        or a
        rept 4
        ld a,(hl)
        adc a,a
        daa
        ld (de),a
        dec l
        dec e
        endm
        jr double_rest
double_short:
        or a
double_rest:
        rept 4
        ld a,(hl)
        adc a,a
        daa
        ld (de),a
        dec l
        dec e
        endm
        ret

        part add_first          ; the multiple that ends at HL and the one at BC, likewise
add_first:
        or a
        rept 4
        ld a,(bc)
        adc a,(hl)
        daa
        ld (de),a
        dec c
        dec l
        dec e
        endm
        jr add_first_rest
add_first_short:
        or a
add_first_rest:
        rept 4
        ld a,(bc)
        adc a,(hl)
        daa
        ld (de),a
        dec c
        dec l
        dec e
        endm
        ret
