; Decimal arithmetic: FAC with the real at DE. Either may be zero (exponent 0); the result is a number.
; E' below is an exponent with 64 more, so that products and quotients stay within a byte.

        part mw                 ; where operations work, offsets within one page
        ram
        align 256
rest:   ds 16
multiples:                      ; 1 to 9 times an operand, at 16 times that number: 8 bytes, and MADE
        ds 9*16
product:
        ds 16
quotient:
        ds 8
shifted:
        ds 9
divides:
        ds 1                    ; not 0: the multiples serve a division, and this is the last byte of the divisor
complete:
        ds 1                    ; not 0: there are all nine multiples
MADE    equ 8                   ; not 0: this multiple has been made
TOP     equ -2                  ; a word: minus the first two bytes of this multiple

        part real_sub           ; FAC - (DE)
real_sub:
        ex de,hl
        ld de,arg
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ld hl,arg
        ld a,(hl)
        or a
        jr z,real_result
        xor 80h
        ld (hl),a
        ex de,hl
        jp real_add
real_result:                    ; FAC, which may be zero, as a number
        ld a,(fac)
        or a
        scf
        ret nz
        or a
        ld h,a
        ld l,a
        ret

        part real_add           ; FAC + (DE); real_sum: (HL) + (DE), to FAC
real_add:
        ld hl,fac
real_sum:
        ld a,(de)
        or a
        jr z,.first
        ld a,(hl)
        or a
        jr nz,.both
        ex de,hl
        jp load_real
.first: ld a,(hl)
        or a
        jp nz,load_real
        ld h,a
        ld l,a
        ret
.both:  and 7Fh
        ld b,a                  ; exponent of the first
        ld a,(de)
        and 7Fh
        sub b
        jr z,.larger
        jr c,.smaller
        ex de,hl
        jr .larger
.smaller:
        neg
.larger:                        ; HL: the one with the larger exponent, DE: the other, shifted by A digits
        ld c,(hl)               ; its sign and exponent are those of the sum
        cp 16
        jp nc,.alone
        ld b,a
        ld a,(de)
        xor c                   ; minus: the signs differ
        push hl
        push af
        ld a,c
        ld (fac),a
        ld a,b
        call align_real
        pop af
        pop hl
        jp m,difference
        ; equal signs: add from the last byte on
        ld a,(shifted+7)
        ld (fac+8),a
        ld de,7
        add hl,de
        ld de,shifted+6
        or a
        ld bc,fac+7
        rept 7
        ld a,(de)
        adc a,(hl)
        daa
        ld (bc),a
        dec hl
        dec e
        dec c
        endm
        jr c,.carry
        ld a,(fac+8)
        cp 50h
        ret c
        jp round_up
.carry: ; one digit more: shift right
        ld a,1
        ld hl,fac+1
        rept 7
        rrd
        inc hl
        endm
        ld hl,fac
        ld b,a                  ; the digit that fell out
        ld a,(hl)
        inc a
        and 7Fh
        jp z,overflow
        inc (hl)
        ld a,b
        cp 5
        ret c
        jp round_up
.alone: jp load_real            ; the other one does not count

        part round_up           ; FAC one unit of the last digit further from zero
round_up:
        ld hl,fac+7
        ld b,7
.byte:  ld a,(hl)
        add a,1
        daa
        ld (hl),a
        jr nc,real_done
        dec hl
        djnz .byte
        ld a,(hl)
        inc a
        and 7Fh
        jp z,overflow
        inc (hl)
        inc hl
        ld (hl),10h
real_done:
        scf
        ret

        part overflow
overflow:
        ld a,6
        jp error

        part align_real         ; the digits at DE+1 shifted right by A places (0-15) into `shifted`, 7 bytes and a guard
align_real:
        ld hl,shifted
        ld b,a
        srl a
        jr z,.copy
        ld c,a
        xor a
.clear: ld (hl),a
        inc l
        dec c
        jr nz,.clear
.copy:  inc de
        ld a,b
        ld b,0
        srl a
        push af                 ; carry: an odd number of places
        neg
        add a,8                 ; bytes that are kept, the guard among them
        ld c,a
        cp 8
        jr nz,.part
        dec c
        ex de,hl
        ldir
        xor a
        ld (de),a
        jr .odd
.part:  ex de,hl
        ldir
.odd:   pop af
        ret nc
        xor a
        ld hl,shifted
        rept 8
        rrd
        inc l
        endm
        ret

        part difference         ; (HL) - `shifted`, the digits at HL+1, to FAC, which has sign and exponent
difference:
        ld de,7
        add hl,de
        ld a,(shifted+7)
        cp 50h
        jr nz,.guard
        inc a
.guard: ld e,a
        xor a
        sub e
        daa
        ld (fac+8),a
        ld de,shifted+6
        ex de,hl
        ld bc,fac+7
        rept 7
        ld a,(de)
        sbc a,(hl)
        daa
        ld (bc),a
        dec de
        dec l
        dec c
        endm
        jr nc,normalise
        ; the smaller exponent was no smaller number: equal exponents, so the guard is 0
        ld hl,fac+7
        ld b,7
        or a
.complement:
        ld a,0
        sbc a,(hl)
        daa
        ld (hl),a
        dec hl
        djnz .complement
        ld a,(hl)
        xor 80h
        ld (hl),a
normalise:                      ; 7 bytes of digits and a guard in FAC to a first digit that is not 0, rounded
        ld hl,fac+1
        ld b,8
        xor a
.search:
        cp (hl)
        jr nz,.found
        inc hl
        djnz .search
        ld (fac),a              ; all zero
        ld h,a
        ld l,a
        ret
.found: ld a,8
        sub b                   ; bytes that are zero
        ld c,a
        jr z,.digit
        push bc
        ld c,b
        ld b,0
        ld de,fac+1
        ldir
        pop bc
        ld b,c
        ex de,hl
        xor a
.fill:  ld (hl),a
        inc hl
        djnz .fill
.digit: ld a,(fac+1)
        sla c                   ; digits
        cp 10h
        jr nc,.exponent
        inc c
        ld hl,fac+8
        xor a
        rept 8
        rld
        dec hl
        endm
.exponent:
        ld hl,fac
        ld a,(hl)
        and 7Fh
        sub c
        jr c,.underflow
        jr z,.underflow
        ld a,(hl)
        sub c
        ld (hl),a
        ld a,(fac+8)
        cp 50h
        ret c
        jp round_up
.underflow:
        xor a
        ld (hl),a
        ld h,a
        ld l,a
        ret

        part pack               ; B: E', C: sign, HL: 7 bytes of digits and a guard; rounds them into FAC
pack:
        ld de,fac+1
        push bc
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        pop bc
        ld a,(hl)
        cp 50h
        jr c,.rounded
        ld hl,fac+7
        ld d,7
.byte:  ld a,(hl)
        add a,1
        daa
        ld (hl),a
        jr nc,.rounded
        dec hl
        dec d
        jr nz,.byte
        inc hl
        ld (hl),10h
        inc b
.rounded:
        ld a,b
        sub 65
        jr c,.underflow
        inc a
        jp m,overflow
        or c
        ld (fac),a
        scf
        ret
.underflow:
        xor a
        ld (fac),a
        ld h,a
        ld l,a
        ret

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
        pop de                  ; as in the last product or quotient: its multiples are there
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
        ld (divides),a
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
        ld a,h
        ld (complete),a
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

        part real_mul           ; FAC * (DE); _again: (DE) is the first multiple already, as in a series
real_mul_again:
        ld ix,.again
        jr .begin
real_mul:
        ld ix,.first
.begin: ld a,(de)
        or a
        jr z,.zero
        ld b,a
        ld hl,fac
        ld a,(hl)
        or a
        jr nz,.both
.zero:  xor a
        ld (fac),a
        ld h,a
        ld l,a
        ret
.both:  ld c,a
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
        call .product
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
.product:
        jp (ix)
.again: ld h,high multiples
        ld bc,fac+7
        jp rounded_product
.first: call choose_multiplier
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

        part digit_product      ; all 28 digits of the reals at HL and DE to `product`, signs and exponents aside
digit_product:
        call choose_multiplier
        jp row_product

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
        call z,all_multiples
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
        add a,3
        ld l,a
        jr .four
.ones_5:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_5:
        add a,4
        ld l,a
        jr .five
.ones_6:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_6:
        add a,5
        ld l,a
        jr .six
.ones_7:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_7:
        add a,6
        ld l,a
        jr .seven
.ones_8:
        add a,a
        add a,a
        add a,a
        add a,a
.tens_8:
        add a,7
        ld l,a
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
.seven: ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
.six:   ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
.five:  ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
.four:
        rept 4
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
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
        dec l
        or a
        rept 8
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
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

        part divisor_multiples  ; multiples 2 to 9 of the first one for a division; A and `divides`: their last byte
divisor_multiples:
        ld hl,(multiples+4)
        ld a,h
        or l
        ld hl,(multiples+6)
        or h
        or l
        ld h,high multiples
        jr z,.short
        ld a,(complete)
        or a
        call z,all_multiples
        ld a,7
        jr .tops
.short: ld d,h
        ld b,20h
.next:  ld a,b
        add a,3
        ld e,a
        bit 4,b
        jr nz,.odd
        ld a,b
        rrca
        add a,3
        ld l,a
        call double_short
        jr .made
.odd:   sub 16
        ld l,a
        push bc
        ld b,h
        ld c,low(multiples)+3
        call add_first_short
        pop bc
.made:  ld a,b
        add a,16
        ld b,a
        cp 0A0h
        jr c,.next
        ld a,3
.tops:  ld (divides),a
        ld c,a
        ld l,low multiples
        ld b,9
.top:   ld d,(hl)
        inc l
        xor a
        sub (hl)
        ld e,a
        sbc a,a
        sub d
        dec l
        dec l
        ld (hl),a
        dec l
        ld (hl),e
        ld a,l
        add a,18
        ld l,a
        djnz .top
        ld a,c
        ret

        part real_div           ; FAC / (DE)
real_div:
        ld a,(de)
        or a
        jp nz,.divisor
        ld a,11
        jp error
.divisor:
        ld b,a
        ld hl,fac
        ld a,(hl)
        or a
        jp z,real_result
        ld c,a
        xor b
        and 80h
        push af                 ; sign
        ld a,b
        and 7Fh
        ld b,a
        ld a,c
        and 7Fh
        sub b
        add a,128
        push af                 ; E'
        inc de
        call first_multiple
        ld a,(divides)
        or a
        call z,divisor_multiples
        ; the rest: the dividend
        ld hl,fac+1
        ld de,rest
        ex af,af'
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
        ld hl,quotient
        rept 8
        ld (hl),a
        inc l
        endm
        ; IX: what subtracts, IY: what shifts, as many bytes as can differ from 0; C: the last byte to be shifted
        ld ix,.all
        ld iy,shift_rest
        ld c,low(rest)+7
        ex af,af'
        cp c
        jr z,.ready
        ld ix,.four
        ld hl,(rest+4)
        ld a,h
        or l
        ld hl,(rest+6)
        or h
        or l
        jr nz,.ready
        ld iy,shift_rest.four
        ld c,low(rest)+3
.ready: ; a dividend below the divisor begins one digit later
        ld hl,multiples+1
        ld de,rest+1
        ld b,7
.compare:
        ld a,(de)
        cp (hl)
        jr c,.below
        jr nz,.above
        inc l
        inc e
        djnz .compare
.above: pop af
        inc a
        push af
        jr .start
.below: call .shift
.start: ; two digits a time; then one byte less takes part in the shift
        exx
        ld hl,quotient
        exx
.byte:  call .digit
        exx
        ld (hl),a
        ld a,l
        exx
        cp low(quotient)+7
        jr z,.end
        call .shift
        call .digit
        rrca
        rrca
        rrca
        rrca
        exx
        or (hl)
        ld (hl),a
        inc l
        exx
        call .shift
        exx
        ld a,l
        exx
        add a,c
        cp low(rest+quotient+8)
        jr c,.byte
        dec c
        inc iy
        inc iy
        inc iy
        jr .byte
.end:   pop bc
        pop af
        ld c,a
        ld hl,quotient
        jp pack

.shift: ld hl,rest
        ld l,c
        xor a
        jp (iy)

.digit: ; 16 times the next digit of the quotient in A; keeps C
        ld hl,(rest)
        ld d,l
        ld e,h
        ; the last multiple that does not begin higher than the rest
        ld hl,(multiples+4*16+TOP)
        add hl,de
        jr c,.from_5
        ld hl,(multiples+1*16+TOP)
        add hl,de
        jr c,.from_2
        ld hl,(multiples+TOP)
        add hl,de
        ld b,10h
        jr c,.take
        ld a,d
        or e
        jr z,.nothing
        xor a
        ret
.nothing:                       ; an even quotient ends here
        ld hl,rest+2
        rept 5
        or (hl)
        inc l
        endm
        or (hl)
        ld a,d
        ret nz
        pop hl
        jr .end
.from_2:
        ld hl,(multiples+2*16+TOP)
        add hl,de
        ld b,20h
        jr nc,.take
        ld hl,(multiples+3*16+TOP)
        add hl,de
        ld b,30h
        jr nc,.take
        ld b,40h
        jp (ix)
.from_5:
        ld hl,(multiples+6*16+TOP)
        add hl,de
        jr c,.from_7
        ld hl,(multiples+5*16+TOP)
        add hl,de
        ld b,50h
        jr nc,.take
        ld b,60h
        jp (ix)
.from_7:
        ld hl,(multiples+7*16+TOP)
        add hl,de
        ld b,70h
        jr nc,.take
        ld hl,(multiples+8*16+TOP)
        add hl,de
        ld b,80h
        jr nc,.take
        ld b,90h
.take:  jp (ix)
.all:   ld a,b
        add a,7
        ld de,rest+7
        ld h,d
        ld l,a
        rept 8
        ld a,(de)
        sbc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
        endm
        ld a,b
        ret nc
        jr .too_much
.four:  ld a,b
        add a,3
        ld de,rest+3
        ld h,d
        ld l,a
        rept 4
        ld a,(de)
        sbc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
        endm
        ld a,b
        ret nc
.too_much:                      ; equal first bytes
        ld hl,multiples+7
        ld de,rest+7
        or a
        rept 8
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
        endm
        ld a,b
        sub 16
        ret

        part shift_rest         ; the bytes up to HL one digit to the left
shift_rest:
        rept 4
        rld
        dec l
        endm
.four:
        rept 4
        rld
        dec l
        endm
        ret

        part real_compare       ; Z: FAC = (DE), C: FAC < (DE); real_order: (HL) and (DE)
real_compare:
        ld hl,fac
real_order:
        ld a,(de)
        ld c,a
        xor (hl)
        jp m,.signs
        ld a,c
        or a
        jp m,.negative
        ld b,8
.byte:  ld a,(de)
        cp (hl)
        jr nz,.differs
        inc hl
        inc de
        djnz .byte
        ret
.differs:
        ccf                     ; C: FAC less
        ret
.negative:
        ld b,8
.byte2: ld a,(de)
        cp (hl)
        ret nz
        inc hl
        inc de
        djnz .byte2
        ret
.signs: ; C negative: FAC is greater
        ld a,c
        cpl
        rlca
        inc a
        ret nz
        inc a
        ret
