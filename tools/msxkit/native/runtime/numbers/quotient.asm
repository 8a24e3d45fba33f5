; Quotients and comparisons of decimal numbers (real.asm).

        part divisor_multiples  ; multiples 2 to 9 of the first one for a division; `divides`: how many bytes they have
divisor_multiples:
        ld hl,(divisors)
        ld a,h
        or l
        ld hl,(divisors+2)
        or h
        or l
        ld h,high divisors
        ld a,8
        ld (divides),a
        jp nz,all_multiples
        ld a,4
        ld (divides),a
        ld d,h
        ld b,20h
.next:  ld a,b
        add a,4
        ld e,a
        bit 4,b
        jr nz,.odd
        ld a,b
        rrca
        add a,4
        ld l,a
        call double_short
        jr .made
.odd:   sub 16
        ld l,a
        push bc
        ld b,h
        ld c,low(divisors)+4
        call add_first_short
        pop bc
.made:  ld a,b
        add a,16
        ld b,a
        cp 0A0h
        jr c,.next
        ret

        part first_divisor      ; the 7 bytes of digits at DE as the divisor, whose multiples are kept
first_divisor:
        ld hl,divisors+6
        push de
        ld b,7
.same:  ld a,(de)
        cp (hl)
        jr nz,.new
        inc de
        dec l
        djnz .same
        pop de
        ret
.new:   pop de
        ld l,low(divisors)+7
        call copy_digits
        jp divisor_multiples

        part real_div           ; FAC / (DE)
real_div:
        ld a,(de)
        or a
        jp nz,.divisor
        ld a,ERROR_DIVISION_BY_ZERO
        jp error
.divisor:
        ld b,a
        ld hl,fac
        ld a,(hl)
        or a
        jp z,real_result
        ld c,a
        ld a,b
        and 7Fh
        ld l,a
        ld a,c
        and 7Fh
        sub l
        add a,128
        ld l,a                  ; E'
        ld a,b
        xor c
        and 80h
        ld c,a                  ; sign
        ld b,l
        push bc
        inc de
        call first_divisor
        ; the rest: the dividend; the quotient takes its place in FAC
        ld hl,rest+7
        ld de,fac+1
        call copy_digits
        ld hl,0
        ld (fac+1),hl
        ld (fac+3),hl
        ld (fac+5),hl
        ld (fac+7),hl
        ; IX: what subtracts, as many bytes as can differ from 0
        ld ix,.eight
        ld a,(divides)
        cp 8
        jr z,.ready
        ld ix,.four
.ready: ld hl,rest+6
        ld e,(hl)
        ld d,0
        call .digit
        ld a,e
        or a
        jr nz,.above
        ld l,low rest           ; a dividend below the divisor begins one digit later
        ld h,high rest
        call .shift
        ld a,e
        jr .first
.above: pop bc
        inc b
        push bc
.first: ld (fac+1),a
        ; the last digit of one byte and the first of the next, from a rest of which after two digits one byte less is
        ; shifted, as on the machine
.pairs:
        rept 6
        ld hl,rest+($-.pairs)/28
        xor a
        call .shift+3*(($-.pairs)/28)
        ld a,e
        rrca
        rrca
        rrca
        rrca
        ld hl,fac+1+($-.pairs)/28
        or (hl)
        ld (hl),a
        ld hl,rest+($-.pairs)/28
        xor a
        call .shift+3*(($-.pairs)/28)
        ld a,e
        ld (fac+2+($-.pairs)/28),a
        endm
        ld hl,rest+6
        xor a
        call .shift+18
        ld a,e
        rrca
        rrca
        rrca
        rrca
        ld hl,fac+7
        or (hl)
        ld (hl),a
        ; the next digit only rounds: is it 5 or more?
        ld hl,rest+6
        xor a
        rld
        ld d,a
        ld e,(hl)
        ld hl,(divisors+4*16+TOP)
        sbc hl,de
        jr c,.up
        jr nz,.end
        ld a,(divides)
        sub 2
        ld b,a
        ld hl,divisors+4*16+5
        ld de,rest+5
.same:  ld a,(de)
        cp (hl)
        jr c,.end
        jr nz,.up
        dec e
        dec l
        djnz .same
.up:    ld a,50h
        ld (fac+8),a
.end:   pop bc
        ld hl,fac+8
        jp pack.there
.shift: ; the digits from HL on one place to the left, and E = 16 times the next digit of the quotient
        rept 6
        rld
        inc l
        endm
        rld
        ld d,a
        ld e,(hl)
.digit: ; DE: the first two bytes of the rest; looks for the last multiple that does not begin higher
        scf
        ld hl,(divisors+3*16+TOP)
        sbc hl,de
        jr c,.from_4
        scf
        ld hl,(divisors+1*16+TOP)
        sbc hl,de
        jr c,.from_2
        scf
        ld hl,(divisors+TOP)
        sbc hl,de
        ld a,d
        jr c,.one
        or e
        ld e,0
        ret nz
        ; an even quotient ends here
        ld hl,rest
        rept 6
        or (hl)
        inc l
        endm
        ret nz
        pop hl
        jr .end
.one:   ld e,10h
        jp (ix)
.from_2:
        ld hl,(divisors+2*16+TOP)
        sbc hl,de
        ld e,30h
        jr c,.take
        ld e,20h
        jp (ix)
.from_4:
        ld hl,(divisors+6*16+TOP)
        sbc hl,de
        jr c,.from_7
        scf
        ld hl,(divisors+4*16+TOP)
        sbc hl,de
        jr c,.from_5
        ld e,40h
        jp (ix)
.from_5:
        ld hl,(divisors+5*16+TOP)
        sbc hl,de
        ld e,60h
        jr c,.take
        ld e,50h
        jp (ix)
.from_7:
        ld hl,(divisors+7*16+TOP)
        sbc hl,de
        jr c,.from_8
        ld e,70h
        jp (ix)
.from_8:
        ld hl,(divisors+8*16+TOP)
        sbc hl,de
        ld e,90h
        jr c,.take
        ld e,80h
.take:  jp (ix)
.four:  ld a,e
        add a,4
        ld l,a
        ld h,high divisors
        ld bc,rest+4
        jr .four_bytes
.eight: ld l,e
        ld h,high divisors
        ld bc,rest
        or a
        rept 4
        ld a,(bc)
        sbc a,(hl)
        daa
        ld (bc),a
        inc c
        inc l
        endm
.four_bytes:
        rept 3
        ld a,(bc)
        sbc a,(hl)
        daa
        ld (bc),a
        inc c
        inc l
        endm
        ld a,d
        sbc a,(hl)
        ret nc
        ; too much: equal first bytes
        ld hl,divisors
        ld c,low rest
        ld a,e
        sub 16
        ld e,a
        ld d,7
.back:  ld a,(bc)
        adc a,(hl)
        daa
        ld (bc),a
        inc c
        inc l
        dec d
        jr nz,.back
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
