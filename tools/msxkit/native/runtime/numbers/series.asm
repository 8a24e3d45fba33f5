; Polynomials of one argument, `square`, by Horner's rule. Its multiples are made once for all terms, each sum of
; products is in registers, and a product goes from there to its place beside the next coefficient. All digits are those
; of real_mul and real_add. What they can do and no series needs is left out: a product never has more digits before the
; point than the coefficient, and their sum or difference keeps its first digit or loses some, but gets no further one.

        part square_multiples   ; FAC, not negative, as `square`
        ld de,square
        call real_store
        ld a,(square)
        neg
        add a,65
        ld (square_places),a
        ld hl,square+1
        ld de,squares+17
        .7 ldi
        ; ten times it, behind it
        ld l,low(squares)+16
        ld h,d
        ld (hl),0
        ld bc,8
        ldir
        ld l,low(squares)+31
        ld b,8
        xor a
.left:  rld
        dec l
        djnz .left
        ld b,h
        ld l,low(squares)+31
.more:  ld a,l                  ; the last byte of row n
        add a,a
        sub 15
        ld e,a                  ; of row 2n
.double:
        rept 4
        ld a,(hl)
        adc a,a
        daa
        ld (de),a
        dec l
        dec e
        endm
        bit 3,l
        jr z,.double
        bit 2,l
        jr z,.double
        ld a,l
        add a,32
        push af
        ld a,e
        add a,16
        ld l,a
        add a,16
        ld e,a
        ld c,low(squares)+31
.add:
        rept 4
        ld a,(bc)
        adc a,(hl)
        daa
        ld (de),a
        dec c
        dec l
        dec e
        endm
        bit 3,l
        jr z,.add
        bit 2,l
        jr z,.add
        pop af
        ld l,a
        cp low(squares)+5*16+15
        jr nz,.more
        ret
        ram
        align 256
squares:                           ; 8 zeros and a product; n times `square` as 8 bytes, and ten times that, for n = 1 to 9
        ds 16
        ds 9*16
square: ds 8
square_places:  ds 1                    ; 65 less its exponent
terms:  ds 1
tenth:  ds 1

        macro plus,reg ; the byte at HL to a byte of the product
        ld a,reg
        adc a,(hl)
        daa
        ld reg,a
        endm
        macro next,reg
        dec l
        plus reg
        endm
        macro cross ; to the other registers
        dec l
        ld a,l
        exx
        ld l,a
        endm
        macro low_four
        plus d
        next e
        next b
        next c
        endm
        macro middle_four
        cross
        plus b
        next c
        next d
        next e
        endm
        macro put
        ld (squares+8),de
        ld (squares+14),bc
        exx
        ld (squares+10),de
        ld (squares+12),bc
        exx
        endm
        macro tens,place,first,none ; HL: the first byte that counts of the row for these tens
        ld a,(fac+place)
        and 0F0h
        jr z,none
        or first+8
        ld l,a
        endm
        macro ones,place,first,none
        ld a,(fac+place)
        and 15
        jr z,none
        .4 add a,a
        or first
        ld l,a
        endm

        part series             ; the polynomial at HL (number of terms behind the first, coefficients) of `square`
        ld a,(hl)
        ld (terms),a
        inc hl
        call load_real
        dec hl
        push hl
        pop ix
.next:  call series_term
        ld hl,terms
        dec (hl)
        jr nz,.next
        ret

        part series_term        ; FAC times `square` plus the coefficient that ends at IX+8; IX = its end
        ld de,8
        add ix,de
        ld a,(ix-7)
        ld hl,fac
        sub (hl)
        ld hl,square_places
        add a,(hl)
        and 7Fh
        cp 17
        jp nc,.far
        push af                 ; 1 and the places from the coefficient to the product
        ; bytes 2 to 9 of the product: EDCB' CBED
        ld h,high squares
        xor a
        ld b,a
        ld c,a
        ld d,a
        ld e,a
        exx
        ld h,high squares
        ld b,a
        ld c,a
        ld d,a
        ld e,a
        exx
        tens 7,3,.ones_7
        ld d,(hl)
        dec l
        ld e,(hl)
        dec l
        ld b,(hl)
        dec l
        ld c,(hl)
.ones_7:
        ones 7,3,.tens_6
        low_four
.tens_6:
        tens 6,4,.ones_6
        low_four
        cross
        plus b
        exx
.ones_6:
        ones 6,4,.tens_5
        low_four
        cross
        plus b
        exx
.tens_5:
        tens 5,5,.ones_5
        low_four
        cross
        plus b
        next c
        exx
.ones_5:
        ones 5,5,.tens_4
        low_four
        cross
        plus b
        next c
        exx
.tens_4:
        tens 4,6,.ones_4
        call .row_4
.ones_4:
        ones 4,6,.tens_3
        call .row_4
.tens_3:
        tens 3,7,.ones_3
        call .row_3
.ones_3:
        ones 3,7,.last
        call .row_3
        ; byte 9 is done; its register takes byte 1
.last:  ld a,d
        ld (tenth),a
        ld d,0
        tens 2,7,.ones_2
        call .row_2
.ones_2:
        ones 2,7,.close
        call .row_2
        ; likewise byte 8 and byte 0
.close: ld a,e
        cp 99h
        jr nz,.sure
        ld a,(tenth)
        cp 93h
        jp nc,.exactly          ; eight rows were cut behind byte 9, which may matter
.sure:  ld e,0
        tens 1,7,.ones_1
        call .row_1
.ones_1:
        ones 1,7,.round
        call .row_1
.round: ; 14 digits from the first that is not 0
        ld a,e
        cp 10h
        jr nc,.full
        ld a,b
        add a,5
        daa
        jr nc,.even
        ld b,a
        ld a,c
        add a,1
        daa
        jp c,.exactly
        ld c,a
        ld a,b
.even:  and 0F0h
        ld b,a
        put
        pop af
        srl a
        jr c,.aligned
        ld c,a
        ld hl,squares+15
        xor a
        rept 8
        rld
        dec l
        endm
        jr .shifted
.exactly:
        pop af
        push ix
        ld de,square
        call real_mul
        pop ix
        ld hl,ix
        ld de,-7
        add hl,de
        ex de,hl
        jp real_add
.full:  ld a,b
        ld b,0
        cp 50h
        jr c,.whole
        ld a,c
        add a,1
        daa
        jp c,.exactly
        ld c,a
.whole:
        put
        pop af
        srl a
        jr c,.aligned
        dec a
        ld c,a
        ld hl,squares+8
        xor a
        rept 8
        rrd
        inc l
        endm
.shifted:
        ld a,c
.aligned:                       ; A bytes from the coefficient to the product
        neg
        add a,low(squares)+15
        ld l,a
        ld h,high squares
        ld de,ix
        ld bc,fac+7
        ld a,(fac)
        xor (ix-7)
        ld a,(ix-7)
        ld (fac),a
        jp m,.minus
        ld a,(hl)
        ld (fac+8),a
        or a
        rept 7
        dec l
        ld a,(de)
        adc a,(hl)
        daa
        ld (bc),a
        dec de
        dec c
        endm
        ld a,(fac+8)
        cp 50h
        ret c
        jp round_up
.minus: ld a,(hl)
        cp 50h
        jr nz,.guard
        inc a
.guard: ld (hl),a
        xor a
        sub (hl)
        daa
        ld (fac+8),a
        rept 7
        dec l
        ld a,(de)
        sbc a,(hl)
        daa
        ld (bc),a
        dec de
        dec c
        endm
        ld a,(fac+1)
        cp 10h
        jp c,normalise
        ld a,(fac+8)
        cp 50h
        ret c
        jp round_up
.far:   ld hl,ix                ; the product is too small to count
        ld de,-7
        add hl,de
        jp load_real
.row_4:
        low_four
        cross
        plus b
        next c
        next d
        exx
        ret
.row_3:
        low_four
        middle_four
        exx
        ret
.row_1:
        plus b
        next c
        middle_four
        cross
        plus d
        next e
        ret
.row_2:
        plus e
        next b
        next c
        middle_four
        cross
        plus d
        ret
