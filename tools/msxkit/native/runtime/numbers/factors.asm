; Products by what their operands have: few digits are added as often as a digit says, many by multiples.

        part any_product        ; FAC times the real at DE to `product`, signs and exponents aside; HL = fac
any_product:
        ld hl,(fac+4)
        ld a,h
        or l
        ld hl,(fac+6)
        or h
        or l
        jr nz,.long
        ld hl,7
        add hl,de
        ld a,(hl)
        dec hl
        or (hl)
        dec hl
        or (hl)
        dec hl
        or (hl)
        jr nz,.long
        dec hl                  ; both have up to six digits
        ld a,(hl)
        or a
        jr nz,.six
        dec hl                  ; (DE) has four
        ld c,(hl)
        dec hl
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
        ld c,(hl)
        dec hl
        ld d,(hl)
        dec hl
        ld e,(hl)
        jp short_product
.long:  ld hl,fac
        call choose_multiplier
        dec bc
        dec bc
        dec bc
        ld a,(bc)
        inc bc
        inc bc
        inc bc
        or a
        jp z,row_product        ; six digits or so
        jp rounded_product

        part short_product      ; the digits E D C times the word at `factor` to `product`, ten bytes of it
short_product:
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
.tens:  rrca
        rrca
        rrca
        rrca
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
