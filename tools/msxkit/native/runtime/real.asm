; Decimal arithmetic: FAC with the real at DE. Either may be zero (exponent 0); the result is a number.
; E' below is an exponent with 64 more, so that products and quotients stay within a byte.

        part mw                 ; where operations work; offsets within one page
        ram
        align 256
mw:     ds 8
multiples:
        ds 72                   ; 1 to 9 times an operand, 8 bytes each; multiples+8*d-8
product:
        ds 16
rest:   ds 10
shifted:
        ds 9
quotient:
        ds 9
tops:   ds 20                   ; first two bytes of each multiple, as words
multiples_made:
        ds 1                    ; how many there are

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

        part real_add           ; FAC + (DE)
real_add:
        ld a,(de)
        or a
        jp z,real_result
        ld hl,fac
        ld a,(hl)
        or a
        jr nz,.both
        ex de,hl
        jp load_real
.both:  and 7Fh
        ld b,a                  ; exponent of FAC
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
        push af
        ld a,(de)
        xor c
        ld b,a                  ; bit 7: the signs differ
        pop af
        push bc
        push hl
        call align_real
        pop hl
        pop bc
        bit 7,b
        jp nz,difference
        ; equal signs: add from the last byte on
        ld a,(shifted+7)
        ld (fac+8),a
        ld de,7
        add hl,de
        ld de,shifted+6
        or a
        push bc
        ld bc,fac+7
        rept 7
        ld a,(de)
        adc a,(hl)
        daa
        ld (bc),a
        dec hl
        dec e
        dec bc
        endm
        pop bc
        ld a,c
        ld (fac),a
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

        part difference         ; C: sign and exponent; (HL) - `shifted`, the digits at HL+1, to FAC
difference:
        ld de,7
        add hl,de
        ld a,(shifted+7)
        cp 50h
        jr nz,.guard
        inc a
.guard: ld e,a
        ld a,c
        ld (fac),a
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
        dec bc
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

        part multiply_table     ; the first multiple is `multiples`+8; see extend
extend:                         ; makes the next multiple: A = its number (2-9); keeps HL, DE, BC
        push hl
        push de
        push bc
        add a,a
        add a,a
        add a,a
        add a,low(multiples)-1
        ld c,a                  ; its last byte
        ld b,high multiples
        sub 8
        ld e,a
        ld d,b
        ld hl,multiples+7
        or a
        rept 8
        ld a,(de)
        adc a,(hl)
        daa
        ld (bc),a
        dec c
        dec e
        dec l
        endm
        pop bc
        pop de
        pop hl
        ret

        part real_mul           ; FAC * (DE)
real_mul:
        ld a,(de)
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
        call digit_product
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

        part digit_product      ; all 28 digits of the reals at HL and DE to `product`, signs and exponents aside
digit_product:                  ; the one with fewer digits is the multiplier; that at DE is the other one if none has
        ld bc,7
        add hl,bc
        ld a,(hl)
        or a
        sbc hl,bc
        or a
        jr z,.chosen
        ex de,hl
        add hl,bc
        ld a,(hl)
        or a
        sbc hl,bc
        or a
        jr z,.chosen
        ex de,hl
.chosen:                        ; HL multiplier, DE multiplicand
        push hl
        inc de
        push de
        ld hl,multiples+1
        ld b,7
.same:  ld a,(de)
        cp (hl)
        jr nz,.new
        inc de
        inc l
        djnz .same
        pop de                  ; as in the last product, or quotient: its multiples are there
        ld a,(multiples_made)
        ld b,a
        jr .ready
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
        ld b,1                  ; the multiples that there are
.ready: ld hl,product
        xor a
        rept 14
        ld (hl),a
        inc l
        endm
        pop hl
        push hl
        ld de,7
        add hl,de
        ; first the tens of each byte, the last byte first
        ld de,product+13
.tens:  ld a,(hl)
        and 0F0h
        jr z,.no_tens
        rrca
        rrca
        rrca
        rrca
        call add_multiple
.no_tens:
        dec hl
        dec e
        ld a,e
        cp low(product)+6
        jr nz,.tens
        ; times ten
        ld hl,product+13
        xor a
        ld c,14
.shift: rld
        dec l
        dec c
        jr nz,.shift
        pop hl
        ld a,7
        add a,l
        ld l,a
        jr nc,.same_page
        inc h
.same_page:
        ld de,product+13
.ones:  ld a,(hl)
        and 15
        call nz,add_multiple
        dec hl
        dec e
        ld a,e
        cp low(product)+6
        jr nz,.ones
        ld a,b
        ld (multiples_made),a
        ret

        part add_multiple       ; adds A (1-9) times the multiplicand to the product that ends at DE; B: see extend
add_multiple:
        cp b
        jr z,.there
        jr c,.there
        push af
        ld c,a
.more:  inc b
        ld a,b
        call extend
        ld a,b
        cp c
        jr nz,.more
        pop af
.there: push hl
        push de
        add a,a
        add a,a
        add a,a
        add a,low(multiples)-1
        ld l,a
        ld h,high multiples
        or a
        rept 8
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
        endm
        jr nc,.done
.carry: ld a,(de)
        add a,1
        daa
        ld (de),a
        dec e
        jr c,.carry
.done:  pop de
        pop hl
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
        ; the rest: the dividend
        push de
        ld de,rest+1
        inc hl
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        xor a
        ld (rest),a
        pop hl
        ld de,multiples
        ld (de),a
        inc e
        inc hl
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ld b,2
.table: ld a,b
        call extend
        inc b
        ld a,b
        cp 10
        jr nz,.table
        dec a
        ld (multiples_made),a
        ; their first two bytes
        ld hl,multiples
        ld de,tops
        ld b,9
.tops:  inc l
        ld a,(hl)
        ld (de),a
        inc e
        dec l
        ld a,(hl)
        ld (de),a
        inc e
        ld a,l
        add a,8
        ld l,a
        djnz .tops
        ; a dividend below the divisor begins one digit later
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
.above: pop bc
        inc b
        push bc
        jr .start
.below: ld c,8
        call shift_rest
.start: ; the first three digits shift the whole rest, then one byte less after every second one
        ld hl,quotient
        call .digit
        rlca
        rlca
        rlca
        rlca
        ld (hl),a
        ld c,8
        call shift_rest
        call .digit
        or (hl)
        ld (hl),a
        inc l
        ld c,8
        call shift_rest
        call .digit
        rlca
        rlca
        rlca
        rlca
        ld (hl),a
        ld c,7
.pair:  call shift_rest
        call .digit
        or (hl)
        ld (hl),a
        inc l
        call shift_rest
        call .digit
        rlca
        rlca
        rlca
        rlca
        ld (hl),a
        dec c
        ld a,c
        dec a
        jr nz,.pair
        pop bc
        pop af
        ld c,a
        ld hl,quotient
        jp pack

.digit: ; the next digit of the quotient in A; keeps HL and C
        push hl
        ld de,(rest)
        ld a,e
        ld e,d
        ld d,a
        ; the last multiple that does not begin higher than the rest
        ld hl,(tops+2*4)
        or a
        sbc hl,de
        jr c,.from_5
        jr z,.from_5
        ld hl,(tops+2*1)
        or a
        sbc hl,de
        jr c,.from_2
        jr z,.from_2
        ld hl,(tops)
        or a
        sbc hl,de
        ld a,1
        jr c,.take
        jr z,.take
        xor a
        pop hl
        ret
.from_2:
        ld hl,(tops+2*2)
        or a
        sbc hl,de
        ld a,2
        jr c,.from_3
        jr nz,.take
.from_3:
        ld hl,(tops+2*3)
        or a
        sbc hl,de
        ld a,3
        jr c,.four
        jr nz,.take
.four:  inc a
        jr .take
.from_5:
        ld hl,(tops+2*6)
        or a
        sbc hl,de
        jr c,.from_7
        jr z,.from_7
        ld hl,(tops+2*5)
        or a
        sbc hl,de
        ld a,5
        jr c,.six
        jr nz,.take
.six:   inc a
        jr .take
.from_7:
        ld hl,(tops+2*7)
        or a
        sbc hl,de
        ld a,7
        jr c,.from_8
        jr nz,.take
.from_8:
        ld hl,(tops+2*8)
        or a
        sbc hl,de
        ld a,8
        jr c,.nine
        jr nz,.take
.nine:  inc a
.take:  ld b,a
        add a,a
        add a,a
        add a,a
        add a,low(multiples)-1
        ld l,a
        ld h,high multiples
        ld de,rest+7
        or a
        rept 8
        ld a,(de)
        sbc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
        endm
        ld a,b
        pop hl
        ret nc
        ; equal first bytes, and yet too much
        push hl
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
        pop hl
        ld a,b
        dec a
        ret

        part shift_rest         ; the first C bytes of the rest one digit to the left; keeps HL and C
shift_rest:
        push hl
        ld a,low(rest)-1
        add a,c
        ld l,a
        ld h,high rest
        ld b,c
        xor a
.byte:  rld
        dec l
        djnz .byte
        pop hl
        ret

        part real_compare       ; Z: FAC = (DE), C: FAC < (DE)
real_compare:
        ld hl,fac
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
