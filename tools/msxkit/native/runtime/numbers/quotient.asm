; Quotients and comparisons of decimal numbers (real.asm).

        part divisor_multiples  ; multiples 2 to 9 of the first one for a division; A and `divides`: their last byte
divisor_multiples:
        ld hl,(divisors+4)
        ld a,h
        or l
        ld hl,(divisors+6)
        or h
        or l
        ld h,high divisors
        jr z,.short
        call all_multiples
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
        ld c,low(divisors)+3
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
        ld l,low divisors
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

        part first_divisor      ; the 7 bytes of digits at DE as the divisor, whose multiples are kept
first_divisor:
        ld hl,divisors+1
        push de
        ld b,7
.same:  ld a,(de)
        cp (hl)
        jr nz,.new
        inc de
        inc l
        djnz .same
        pop de
        ret
.new:   pop hl
        ld de,divisors
        xor a
        ld (divides),a
        ld (de),a
        inc e
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ret

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
        call first_divisor
        ld a,(divides)
        or a
        call z,divisor_multiples
        ; the rest: the dividend; the quotient takes its place in FAC
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
        ld h,a
        ld l,a
        ld (fac+1),hl
        ld (fac+3),hl
        ld (fac+5),hl
        ld (fac+7),hl
        ; IX: what subtracts, IY: what shifts, as many bytes as can differ from 0; C: the last byte to be shifted
        ld ix,.all
        ld iy,.shift_eight
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
        ld iy,.shift_four
        ld c,low(rest)+3
.ready: exx
        ld hl,fac+1             ; where the next digits go
        ld e,0AAh               ; turned: its last bit says which of two
        exx
        ; a dividend below the divisor begins one digit later
        ld hl,divisors+1
        ld de,rest+1
        ld b,7
.compare:
        ld a,(de)
        cp (hl)
        jr c,.shift
        jr nz,.above
        inc l
        inc e
        djnz .compare
.above: pop af
        inc a
        push af
        jr .digit
        ; every digit comes by here: what is laid out in line saves calls
.first: ld (hl),a
        ld a,l
        exx
        cp low(fac)+8
        jr z,.end
        add a,c
        cp low(rest+fac+9)
        jr c,.shift
        dec c                   ; after two digits one byte less takes part, as on the machine
        inc iy
        inc iy
        inc iy
.shift: ld h,high rest
        ld l,c
        xor a
        jp (iy)
.shift_eight:
        rept 4
        rld
        dec l
        endm
.shift_four:
        rept 4
        rld
        dec l
        endm
.digit: ; B = 16 times the next digit of the quotient; keeps C
        ld hl,(rest)
        ld d,l
        ld e,h
        ; the last multiple that does not begin higher than the rest
        ld hl,(divisors+4*16+TOP)
        add hl,de
        jr c,.from_5
        ld hl,(divisors+1*16+TOP)
        add hl,de
        jr c,.from_2
        ld hl,(divisors+TOP)
        add hl,de
        ld b,10h
        jr c,.take
        ld b,0
        ld a,d
        or e
        jp nz,.put
        ; an even quotient ends here
        ld hl,rest+2
        rept 5
        or (hl)
        inc l
        endm
        or (hl)
        jp nz,.put
.end:   pop bc
        pop af
        ld c,a
        ld hl,fac+8
        jp pack.there
.from_2:
        ld hl,(divisors+2*16+TOP)
        add hl,de
        ld b,20h
        jr nc,.take
        ld hl,(divisors+3*16+TOP)
        add hl,de
        ld b,30h
        jr nc,.take
        ld b,40h
        jp (ix)
.from_5:
        ld hl,(divisors+6*16+TOP)
        add hl,de
        jr c,.from_7
        ld hl,(divisors+5*16+TOP)
        add hl,de
        ld b,50h
        jr nc,.take
        ld b,60h
        jp (ix)
.from_7:
        ld hl,(divisors+7*16+TOP)
        add hl,de
        ld b,70h
        jr nc,.take
        ld hl,(divisors+8*16+TOP)
        add hl,de
        ld b,80h
        jr nc,.take
        ld b,90h
.take:  jp (ix)
.four:  ld a,b
        add a,3
        ld de,rest+3
        ld h,d
        ld l,a
        jp .four_bytes
.all:   ld a,b
        add a,7
        ld de,rest+7
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
.four_bytes:
        rept 4
        ld a,(de)
        sbc a,(hl)
        daa
        ld (de),a
        dec e
        dec l
        endm
        jr c,.too_much
.put:   ld a,b
        exx
        rrc e
        jp nc,.first
        rrca
        rrca
        rrca
        rrca
        or (hl)
        ld (hl),a
        inc l
        exx
        jp .shift
.too_much:                      ; equal first bytes
        ld hl,divisors+7
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
        ld b,a
        jp .put

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
