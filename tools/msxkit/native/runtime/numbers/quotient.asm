; Quotients and comparisons of decimal numbers (real.asm).

        ; The digits of a byte of the quotient, from a rest of which after two digits one byte less is shifted, as on the
        ; machine; before and behind A = 0
        macro first,place
        ld hl,rest+8-place
        call .shift+3*(place-2)
        ld hl,fac+place
        ld (hl),e
        endm
        macro second,place
        ld hl,rest+7-place
        xor a
        call .shift+3*(place-1)
        ld a,e
        ld hl,fac+place
        rld
        endm
        macro digits,place
        first place
        second place
        endm

        macro above,digit,label ; to the label if the rest DE, complemented, begins as high as this multiple
        ld hl,(divisors+TOP-digit*8)
        add hl,de
        jr nc,label
        endm
        macro found,digit       ; subtracts this multiple
        ld hl,divisors+TOP-digit*8-6
        ld e,digit
        jp (ix)
        endm

        part real_div           ; FAC / (DE)
        ld a,(de)
        or a
        jp nz,.divisor
        jp division_by_zero
.divisor:
        ld hl,fac
        ld a,(hl)
        or a
        jp z,real_result
.there: ld a,(de)               ; (HL) / (DE), neither of them 0
        ld b,a
        xor (hl)
        and 80h
        ld c,a                  ; sign
        ld a,(hl)
        sub b
        xor c
        add a,128
        ld b,a                  ; E'
        push bc
        inc hl
        push hl
        inc de
        ; the divisor and its multiples, unless they are there
        ld hl,divisors+FIRST+6
        ld a,(de)
        cp (hl)
        jr nz,.new
        push de
        ld b,6
.alike: inc de
        dec l
        ld a,(de)
        cp (hl)
        jr nz,.other
        djnz .alike
        pop de
        jr .made
.other: pop de
.new:   ld l,low(divisors)+FIRST+8
        call all_multiples
.made:  ; IX: what subtracts, as many bytes as can differ from 0
        ld ix,.eight
        ld hl,(divisors+FIRST+2)
        ld a,h
        or l
        jr nz,.begin
        ld hl,(divisors+FIRST)
        or h
        or l
        jr nz,.begin
        ld ix,.four
.begin: ; the rest: the dividend; the quotient takes its place in FAC
        pop hl
        ld a,(hl)
        ld de,rest
        .7 ldi
        ld b,d
        cpl
        ld e,a
        ld d,0FFh
        call .digit
        ld a,e
        or a
        jr nz,.above
        ld hl,rest+6            ; a dividend below the divisor begins one digit later
        call .shift
        ld a,e
        jr .first
.above: pop bc
        inc b
        push bc
        ld b,high rest
.first: ld (fac+1),a
        second 1
        digits 2
        digits 3
        digits 4
        digits 5
        digits 6
        first 7
        ld ix,.last
        second 7
        ; the next digit only rounds: is it 5 or more?
        ld hl,rest
        rld
        ld d,a
        ld e,(hl)
        ld hl,(divisors+TOP-5*8)
        sbc hl,de
        jr c,.up
        jr nz,.end
        ld b,6
        ld hl,divisors+TOP-5*8-1
        ld de,rest+1
.same:  ld a,(de)
        cp (hl)
        jr c,.end
        jr nz,.up
        inc e
        dec l
        djnz .same
.up:    pop bc
        jp pack.up
.end:   pop bc
        jp pack.rounded
.shift: ; the digits from HL on one place to the left, and E = the next digit of the quotient
        rept 6
        rld
        dec l
        endm
        rld
        cpl
        ld d,a
        ld a,(hl)
        cpl
        ld e,a
.digit: ; DE: the first two bytes of the rest, complemented; looks for the last multiple that does not begin higher:
        ; with carry one is higher
        above 4,.from_4
        above 2,.from_2
        above 1,.one
        ld a,d
        and e
        inc a
        ld e,0
        ret nz
        ; an even quotient ends here
        ld hl,rest+1
        rept 5
        or (hl)
        inc l
        endm
        or (hl)
        ret nz
        pop hl
        ld a,(hl)
        cp 7Bh                  ; LD A,E: this 0 is the second digit of a byte
        jr z,.ready
        inc hl                  ; LD HL: where the next digits would go
        ld l,(hl)
        ld h,high fac
.none:  ld (hl),0
        inc l
        ld a,l
        cp low(fac)+8
        jr c,.none
        jr .end
.ready: jp (hl)
.one:
        found 1
.from_2:
        above 3,.three
        found 2
.three:
        found 3
.from_4:
        above 7,.from_7
        above 5,.from_5
        found 4
.from_5:
        above 6,.six
        found 5
.six:
        found 6
.from_7:
        above 8,.from_8
        found 7
.from_8:
        above 9,.nine
        found 8
.nine:
        found 9
.four:  set 2,l
        or a
        ld c,low(rest)+2
        jr .bytes+3*6
.eight: ld c,low(rest)+6
        ld a,(bc)
        sub (hl)
        daa
        ld (bc),a
        dec c
        inc l
.bytes:
        rept 5
        ld a,(bc)
        sbc a,(hl)
        daa
        ld (bc),a
        dec c
        inc l
        endm
        ld a,(bc)
        sbc a,(hl)
        daa
        ld (bc),a
        inc l
        ld a,d
        adc a,(hl)
        ret nc
        ; too much: equal first bytes
        ld hl,divisors+FIRST
        ld c,low(rest)+6
        dec e
        or a
        ld d,7
.back:  ld a,(bc)
        adc a,(hl)
        daa
        ld (bc),a
        dec c
        inc l
        dec d
        jr nz,.back
        ret
.last:  ; the rest of the last digit only tells whether to round up: two bytes of it do, unless something is equal
        push hl
        set 2,l
        inc l
        ld a,(rest+1)
        cp (hl)
        jr z,.whole
        inc l
        ld a,(rest)
        sbc a,(hl)
        daa
        ld c,a
        inc l
        ld a,d
        adc a,(hl)
        jr c,.whole
        ld hl,rest+7
        ld (hl),c
        xor a
        rld
        ld b,a
        ld c,(hl)
        ld hl,(divisors+TOP-5*8)
        sbc hl,bc
        jr z,.whole
        pop hl
        pop hl
        ld a,e
        ld hl,fac+7
        rld
        jp c,.up
        jp .end
.whole: pop hl
        ld b,high rest
        jp .eight

        part real_compare       ; Z: FAC = (DE), C: FAC < (DE); real_order: (HL) and (DE)
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
