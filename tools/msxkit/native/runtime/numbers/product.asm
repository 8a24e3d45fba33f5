; Products of decimal numbers (real.asm).

        part real_mul           ; FAC * (DE)
real_mul:
        ld a,(de)
        or a
        jp z,pack.underflow
        ld b,a
        ld a,(fac)
        or a
        jp z,pack.underflow
        ld c,a
        xor b
        and 80h
        push af                 ; sign
        ld a,b
        and 7Fh
        ld b,a
        ld a,c
        and 7Fh
        add a,b
        push af                 ; E'
        ld h,d
        ld l,e
        inc hl
        ld a,(hl)
        sub 10h
        ld b,6
.zeros: jr nz,.digits
        inc hl
        or (hl)
        djnz .zeros
        jr nz,.digits
        pop bc                  ; a power of ten
        pop af
        ld c,a
        dec b
        jp pack.rounded
.digits:
        call any_product
        pop bc                  ; B = E'
        pop af
        ld c,a
        ld hl,product
        ld a,(hl)
        cp 10h
        jp nc,pack
        dec b
        ld hl,product+7
        ld a,(product+8)
        rrca
        rrca
        rrca
        rrca
        rept 8
        rld
        dec l
        endm
        inc l
        jp pack

        part real_half          ; FAC, not 0, times .5
real_half:
        ld hl,fac+1
        ld bc,700h
.byte:  ld a,(hl)
        rr c                    ; a 1 that fell out of the byte before is ten halves here
        rra
        rl c
        bit 7,a
        jr z,.tens
        sub 30h
.tens:  bit 3,a
        jr z,.ones
        sub 3
.ones:  ld (hl),a
        inc hl
        djnz .byte
        xor a
        bit 0,c
        jr z,.even
        ld a,50h
.even:  ld (fac+8),a
        jp normalise

        part choose_multiplier  ; of the reals at HL and DE the one with fewer digits, HL if none has; its end in BC
choose_multiplier:              ; the other one becomes the first multiple; H = page of the multiples
        ld bc,7
        add hl,bc
        ex de,hl
        add hl,bc
        ld b,c
.longer:
        ld a,(hl)
        or a
        jr nz,.chosen
        ld a,(de)
        or a
        jr nz,.other
        dec hl
        dec de
        djnz .longer
.other: ex de,hl
.chosen:                        ; HL multiplicand, DE multiplier: byte B of both
        ld a,7
        sub b
        add a,e
        ld c,a
        ld a,d
        adc a,0
        ld d,a
        ld e,c
        push de                 ; its last byte
        ld c,b
        ld b,0
        or a
        sbc hl,bc
        inc hl
        ex de,hl
        call first_multiple
        pop bc
        ret

        part rounded_product    ; the first 8 bytes of the product of the multiplier that ends at BC and the first multiple
rounded_product:                ; H = page of the multiples
        ld a,(complete)
        or a
        jr nz,.there
        ld a,h
        ld (complete),a
        call all_multiples
.there:
        ; ten bytes of each row: what is left out is less than one in the ninth byte
        ld l,low product
        xor a
        rept 10
        ld (hl),a
        inc l
        endm
        push bc
        ld d,h
        ld e,low(product)+9
        ld a,(bc)
        and 0F0h
        call nz,add_row.tens_4
        dec bc
        ld e,low(product)+9
        ld a,(bc)
        and 0F0h
        call nz,add_row.tens_5
        dec bc
        ld e,low(product)+9
        ld a,(bc)
        and 0F0h
        call nz,add_row.tens_6
        dec bc
        ld e,low(product)+9
        ld a,(bc)
        and 0F0h
        call nz,add_row.tens_7
        dec bc
        ld e,low(product)+9
        ld a,(bc)
        and 0F0h
        call nz,add_row.tens_8
        dec bc
        ld e,low(product)+8
        ld a,(bc)
        and 0F0h
        call nz,add_row.tens_8
        dec bc
        ld e,low(product)+7
        ld a,(bc)
        and 0F0h
        call nz,add_row.tens_8
        ld l,low(product)+9
        xor a
        rept 10
        rld
        dec l
        endm
        pop bc
        push bc
        ld e,low(product)+9
        ld a,(bc)
        and 15
        call nz,add_row.ones_4
        dec bc
        ld e,low(product)+9
        ld a,(bc)
        and 15
        call nz,add_row.ones_5
        dec bc
        ld e,low(product)+9
        ld a,(bc)
        and 15
        call nz,add_row.ones_6
        dec bc
        ld e,low(product)+9
        ld a,(bc)
        and 15
        call nz,add_row.ones_7
        dec bc
        ld e,low(product)+9
        ld a,(bc)
        and 15
        call nz,add_row.ones_8
        dec bc
        ld e,low(product)+8
        ld a,(bc)
        and 15
        call nz,add_row.ones_8
        dec bc
        ld e,low(product)+7
        ld a,(bc)
        and 15
        call nz,add_row.ones_8
        pop bc
        ld a,(product+8)
        cp 99h
        ret nz
        jp row_product          ; what was left out may matter

        part add_row            ; the first 4 to 8 bytes of a multiple to the product that ends at DE; A = 16 times its
add_row:                        ; number (tens), or its number (ones); H = page of the multiples; keeps H, D, BC
.ones_4:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_4:
        add a,4
        ld l,a
        jr .four
.ones_5:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_5:
        add a,3
        ld l,a
        jr .five
.ones_6:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_6:
        add a,2
        ld l,a
        jr .six
.ones_7:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_7:
        add a,1
        ld l,a
        jr .seven
.ones_8:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_8:
        ld l,a
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        inc l
.seven: ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        inc l
.six:   ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        inc l
.five:  ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        inc l
.four:
        rept 4
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        inc l
        endm
        ret nc
.carry: ld a,(de)
        add a,1
        daa
        ld (de),a
        dec e
        jr c,.carry
        ret

        part row_product        ; all 14 bytes of that product
row_product:
        ld l,low product
        xor a
        rept 14
        ld (hl),a
        inc l
        endm
        push bc
        ; first the tens of each byte, the last byte first
        ld de,product+13
        rept 7
        ld a,(bc)
        and 0F0h
        call nz,add_multiple
        dec bc
        dec e
        endm
        ; times ten
        ld l,low(product)+13
        xor a
        rept 14
        rld
        dec l
        endm
        pop bc
        ld e,low(product)+13
        rept 7
        ld a,(bc)
        and 15
        call nz,add_ones
        dec bc
        dec e
        endm
        ret

        part add_multiple       ; adds a multiple, A = 16 times its number, to the product that ends at DE
add_ones:                       ; A = its number
        add a,a
        add a,a
        add a,a
        add a,a
add_multiple:                   ; H = page of the multiples; keeps H, DE, BC
        add a,MADE
        ld l,a
        ld a,(hl)
        or a
        call z,make_multiple
        res 3,l
        or a
        rept 8
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        inc l
        endm
        ld a,e
        jr c,.carry
        add a,8
        ld e,a
        ret
.carry: add a,8
        ld l,a
.more:  ld a,(de)
        add a,1
        daa
        ld (de),a
        dec e
        jr c,.more
        ld e,l
        ret
