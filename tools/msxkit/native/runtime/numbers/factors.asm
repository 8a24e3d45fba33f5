; Products by what their operands have: few digits are added as often as a digit says, many by multiples.

        part any_product        ; FAC times the real at DE to `product`, signs and exponents aside; HL = fac
        ld hl,7
        add hl,de
        ldd a,(hl)
        or (hl)
        dec hl
        or (hl)
        dec hl
        or (hl)
        jr nz,.long
        dec hl                  ; (DE) has up to six digits
        ld bc,(fac+4)
        ld a,b
        or c
        ld bc,(fac+6)
        or b
        or c
        jr nz,.few
        or (hl)                 ; both have
        jr nz,.six
        dec hl                  ; (DE) has four
        ldd c,(hl)
        ld b,(hl)
        ld (factor),bc
        ld de,(fac+1)
        ld a,(fac+3)
        ld c,a
        jp short_product
.six:   ld a,(fac+3)
        or a
        jr nz,.long
        ld bc,(fac+1)           ; FAC has four
        ld a,c
        ld c,b
        ld b,a
        ld (factor),bc
        ldd c,(hl)
        ldd d,(hl)
        ld e,(hl)
        jp short_product
.few:   ld a,(hl)
        or a
        jr nz,.long
        dec hl
        ldd c,(hl)
        ld b,(hl)
        ld a,b
        or c
        and 0CCh
        jr z,.often             ; four digits, and none is more than 3
        ld a,c
        or a
        jr nz,.long
        ld a,b
        swapnib
        and 15
        ld l,a
        ld a,b
        and 15
        add a,l
        cp 13
        jr nc,.long             ; two digits, and their sum is not more than 12
.often: ld (factor),bc
        ld hl,fac+1
        jp few_product
.long:  ld hl,fac
        call choose_multiplier
        ld a,b
        push af
        push de
        ld bc,b
        sub hl,bc
        inc hl
        ex de,hl
        call first_multiple
        pop bc
        pop af
        cp 4
        jr nc,.many
        add a,low(product)+6
        ld e,a
        jp row_product
.many:  ld e,a
        ld a,7
        sub e
        add a,c
        ld c,a
        jp nc,rounded_product
        inc b
        jp rounded_product

        part few_product        ; the 7 bytes of digits at HL times the word at `factor`, added as often as each of its digits says
        ld de,product
        xor a
        ld (de),a
        inc e
        .7 ldi
        ld (de),a
        dec hl
        ex de,hl                ; DE: where the 7 bytes end; once they are in the product for the first digit
        ld a,(factor+1)
        dec l
        and 0F0h
        sub 10h
        call nz,.tens
        ld l,low(product)+8
        ld a,(factor)
        and 0F0h
        call nz,.tens
        ld bc,(factor)
        ld a,b
        or c
        and 15
        jr z,.no_ones
        ld l,low(product)+8     ; times ten
        ld b,9
        xor a
.left:  rld
        dec l
        djnz .left
        ld l,low(product)+8
        ld a,c
        and 15
        call nz,.add
        ld l,low(product)+7
        ld a,(factor+1)
        and 15
        ret z
        jr .add
.no_ones:                       ; the exponent says that this is not times ten
        pop de
        pop hl
        inc h
        push hl
        push de
        ret
.tens:  swapnib
.add:   ld b,a                  ; A times to the product that ends at HL
.once:  push de
        ld c,l
        or a
        rept 7
        ld a,(de)
        adc a,(hl)
        daa
        ld (hl),a
        dec l
        dec de
        endm
        jr nc,.next
.carry: ld a,(hl)
        add a,1
        daa
        ld (hl),a
        dec l
        jr c,.carry
.next:  ld l,c
        pop de
        djnz .once
        ret

        part short_product      ; the digits E D C times the word at `factor` to `product`, ten bytes of it
        ld hl,0
        ld (product),hl
        ld (product+2),hl
        ld (product+4),hl
        ld (product+6),hl
        ld (product+8),hl
        ld hl,product+4
        ld a,(factor)
        and 0F0h
        call nz,.tens
        ld l,low(product)+3
        ld a,(factor+1)
        and 0F0h
        call nz,.tens
        ; times ten
        ld l,low(product)+4
        xor a
        rept 5
        rld
        dec l
        endm
        ld l,low(product)+4
        ld a,(factor)
        and 15
        call nz,.add
        ld l,low(product)+3
        ld a,(factor+1)
        and 15
        ret z
        jr .add
.tens:  swapnib
.add:   ld b,a                  ; A times to the product that ends at HL
.once:  ld a,(hl)
        add a,c
        daa
        ld (hl),a
        dec l
        ld a,(hl)
        adc a,d
        daa
        ld (hl),a
        dec l
        ld a,(hl)
        adc a,e
        daa
        ld (hl),a
        jr c,.carry
.next:  inc l
        inc l
        djnz .once
        ret
.carry: push hl
.more:  dec l
        ld a,(hl)
        add a,1
        daa
        ld (hl),a
        jr c,.more
        pop hl
        jr .next
