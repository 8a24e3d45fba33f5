; Decimal arithmetic: FAC with the real at DE. Either may be zero (exponent 0); the result is a number.
; E' below is an exponent with 64 more, so that products and quotients stay within a byte.

        part mw                 ; where sums and products work, offsets within one page
        ram
        align 256
product:
        ds 16
shifted:
        ds 9
factor: ds 2                    ; a multiplier of up to four digits
multiples_stack:
        ds 2                    ; the stack pointer while multiples are pushed
        align 16
        ds 16
multiples:                      ; 1 to 9 times an operand
        ds 9*8
FIRST   equ 8*8                 ; the first one is the last here
BEHIND  equ 78h                 ; exclusive or 8 times a number: the offset of this multiple in its page

        part qw                 ; where quotients work, offsets within one page
        ram
        align 256
rest:   ds 48                   ; 7 bytes of digits, the last first
divisors:                       ; 1 to 9 times the divisor, at the offsets of `multiples`
        ds 9*8
TOP     equ FIRST+8+6           ; less 8 times a number: where the first two bytes of this multiple are, a word

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
        jr z,.equal
        jr c,.smaller
        ex de,hl
        jr .larger
.equal: ld a,(de)
        ld c,(hl)
        xor c
        ld a,0
        jp m,.larger
        ; equal signs and exponents
        ld (fac+8),a
        ld a,c
        ld (fac),a
        ld bc,7
        add hl,bc
        ex de,hl
        add hl,bc
        jr .sum
.smaller:
        neg
.larger:                        ; HL: the one with the larger exponent, DE: the other, shifted by A digits
        ld c,(hl)               ; its sign and exponent are those of the sum
        cp 16
        jp nc,load_real         ; the other one does not count
        ld b,a
        ld a,(de)
        xor c                   ; minus: the signs differ
        ld a,c
        ld (fac),a
        ld a,b
        push hl
        jp m,.minus
        call align_real
        pop hl
        ; equal signs: add from the last byte on
        ld a,(shifted+7)
        ld (fac+8),a
        ld de,7
        add hl,de
        ld de,shifted+6
        or a
.sum:   ld bc,fac+7
        rept 7
        ld a,(de)
        adc a,(hl)
        daa
        ld (bc),a
        dec hl
        dec de
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
        ld b,7
.right: rrd
        inc hl
        djnz .right
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
.minus: call align_real
        pop hl
        jp difference

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
        ld a,ERROR_OVERFLOW
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
        ld c,a
        ex af,af'               ; carry: an odd number of places
        ld a,8
        sub c                   ; bytes that are kept, the guard among them
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
.odd:   ex af,af'
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
.there: ld a,(hl)
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
