; Products of decimal numbers (real.asm).

        part real_mul           ; FAC * (DE)
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
        ld hl,de
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
        or a
        jr nz,.shift
        dec b
        inc l
        jp pack
.shift: ld l,low(product)+7
        ld a,(product+8)
        swapnib
        rept 8
        rld
        dec l
        endm
        inc l
        jp pack

        part real_half          ; FAC, not 0, times .5
        ld hl,fac+1
        call digits_half
        ld (hl),a
        jp normalise

        part digits_half        ; half of the 7 bytes at HL, which lie in one page, and the guard in A; HL = behind them
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
        inc l
        djnz .byte
        xor a
        bit 0,c
        ret z
        ld a,50h
        ret

        part choose_multiplier  ; of the reals at HL and DE the one with fewer digits: DE = its last byte that is not 0,
        ; B = the number of this byte, HL = this byte of the other one
        ld bc,7
        add hl,bc
        ex de,hl
        add hl,bc
        ld b,c
.longer:
        ld a,(hl)
        or a
        jr nz,.shorter
        ld a,(de)
        or a
        jr nz,.other
        dec hl
        dec de
        djnz .longer
.other: ex de,hl
.shorter:
        ld a,(de)
        or a
        ret nz
        dec hl
        dec de
        djnz .shorter           ; its first byte is not 0

        macro tens,end,adding   ; the row of the first digit of the multiplier's byte BC, to the product that ends there
        ld e,low(product)+end
        ld a,(bc)
        and 0F0h
        rrca
        call nz,adding
        endm
        macro ones,end,adding   ; that of the second digit
        ld e,low(product)+end
        ld a,(bc)
        and 15
        .3 add a,a
        call nz,adding
        endm
        macro rows,digit        ; those of seven bytes, from the one at BC down
        digit 9,add_row.bytes_4
        dec bc
        digit 9,add_row.bytes_5
        dec bc
        digit 9,add_row.bytes_6
        dec bc
        digit 9,add_row.bytes_7
        dec bc
        digit 9,add_row.bytes_8
        dec bc
        digit 8,add_row.bytes_8
        dec bc
        digit 7,add_row.bytes_8
        endm

        part rounded_product    ; the first 8 bytes of the product of the multiplier that ends at BC and the first multiple
        ; H = page of the multiples
        ; ten bytes of each row: what is left out is less than one in the ninth byte
        ld l,low product
        xor a
        rept 10
        ld (hl),a
        inc l
        endm
        push bc
        ld d,h
        rows tens
        ld l,low(product)+9
        xor a
        rept 10
        rld
        dec l
        endm
        pop bc
        push bc
        rows ones
        pop bc
        ld a,(product+8)
        cp 99h
        ret nz
        ld e,low(product)+13    ; what was left out may matter
        jp row_product

        part add_row            ; the first 4 to 8 bytes of a multiple to the product that ends at DE; A = 8 times its
        ; number; H = page of the multiples; keeps H, D, BC
.bytes_4:
        xor BEHIND+4
        ld l,a
        jr .bytes+4*6
.bytes_5:
        xor BEHIND+3
        ld l,a
        jr .bytes+3*6
.bytes_6:
        xor BEHIND+2
        ld l,a
        jr .bytes+2*6
.bytes_7:
        xor BEHIND+1
        ld l,a
        jr .bytes+1*6
.bytes_8:
        xor BEHIND
        ld l,a
.bytes:
        rept 8
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

        part row_product        ; the product, which ends at offset E, of the multiplier that ends at BC and the first
        ; multiple: every byte of each row; H = page of the multiples
        ld d,h
        ld hl,0
        ld (product),hl
        ld (product+2),hl
        ld (product+4),hl
        ld (product+6),hl
        ld (product+8),hl
        ld (product+10),hl
        ld (product+12),hl
        ld h,d
        push bc
        push de
        ; first the tens of each byte, the last byte first
.tens:  ld a,(bc)
        and 0F0h
        rrca
        call nz,.row
        call .before
        jr nc,.tens
        pop de
        ; times ten
        ld l,e
        ld b,l
        inc b
        xor a
.left:  rld
        dec l
        djnz .left
        pop bc
.ones:  ld a,(bc)
        and 15
        .3 add a,a
        call nz,.row
        call .before
        jr nc,.ones
        ret
.row:   push de
        call add_row.bytes_8
        pop de
        ret
.before:
        dec bc
        dec e
        ld a,e
        cp low(product)+7
        ret
