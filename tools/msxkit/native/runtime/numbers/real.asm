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
rest:   ds 48                   ; 7 bytes of digits, the first one first
divisors:                       ; 1 to 9 times the divisor, at the offsets of `multiples`
        ds 9*8
TOP     equ FIRST+8+6           ; less 8 times a number: where the first two bytes of this multiple are, a word

        part real_sub           ; FAC - (DE): FAC and the result change their signs
        ld hl,fac
        ld a,(hl)
        or a
        jr z,.sum
        xor 80h
        ld (hl),a
.sum:   call real_sum
        ret nc
        ld hl,fac
        ld a,(hl)
        xor 80h
        ld (hl),a
        scf
        ret

        part real_result        ; FAC, which may be zero, as a number
        ld a,(fac)
        or a
        scf
        ret nz
        or a
        ld h,a
        ld l,a
        ret

        part real_add           ; FAC + (DE); real_sum: (HL) + (DE), to FAC; real_plus: neither is 0, HL = FAC
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
real_plus:
        ld hl,fac
        ld a,(hl)
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
        ld a,c
        ld (fac),a
        ld a,0
        ld bc,7
        add hl,bc
        ex de,hl
        add hl,bc
        jp m,difference         ; the signs differ
        ex af,af'
        or a
        ld bc,fac+7
        jp .sum
.smaller:
        neg
.larger:                        ; HL: the one with the larger exponent, DE: the other, shifted by A digits
        ld c,(hl)               ; its sign and exponent are those of the sum
        cp 16
        jp nc,load_real         ; the other one does not count
        ld b,a
        ld a,(de)
        xor c
.signs: ex af,af'               ; minus: the signs differ
        ld a,c
        ld (fac),a
        srl b                   ; bytes
        jr nc,.bytes
        push hl                 ; half of one more: the other one is shifted where it is, or copied
        ld hl,fac+1
        ld a,d
        cp high fac
        jr z,.half
        ex de,hl
        inc hl
        ld de,shifted
        ld c,8
        .7 ldi
        ld hl,shifted
.half:  xor a
        rept 7
        rrd
        inc l
        endm
        .4 rlca
        ld (hl),a
        ld a,l
        sub b
        ld l,a
        ex de,hl
        pop hl
        jr .guard
.bytes: ld a,8
        sub b
        add a,e
        ld e,a
        jr nc,.guard
        inc d
.guard: ldd a,(de)              ; the byte behind the last one that is added, in A'
        ex af,af'
        ld a,b
        ld bc,7
        add hl,bc
        jp m,difference.aligned
        ld bc,fac+7
        or a
.enter:
        rept 7
        jr z,.sum+7*(($-.enter)/3)
        dec a
        endm
        jr .sum+7*7
.sum:
        rept 7
        ld a,(de)
        adc a,(hl)
        daa
        ld (bc),a
        dec hl
        dec de
        dec c
        endm
        jr c,.more
.rest:  ld a,c                  ; the first bytes have nothing to be added
        cp low fac
        jr z,.round
.copy:  ld a,(hl)
        ld (bc),a
        dec hl
        dec c
        ld a,c
        cp low fac
        jr nz,.copy
.round: ex af,af'
        cp 50h
        ret c
        jp round_up
.more:  ld a,c
        cp low fac
        jr z,.carry
        ld a,(hl)
        add a,1
        daa
        ld (bc),a
        dec hl
        dec c
        jr c,.more
        jr .rest
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

        part round_up           ; FAC one unit of the last digit further from zero
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

        part difference         ; the digits that end at DE - those that end at HL, to FAC, which has sign and exponent
        ld c,a                  ; equal exponents: no guard
        jr .borrow
.aligned:                       ; DE and HL the other way round, the bytes that HL has fewer in A, the guard in A'
        ex de,hl
        ld c,a
        ex af,af'
        cp 50h
        jr nz,.borrow
        inc a
.borrow:                        ; A: the guard, C: bytes that HL has fewer
        ld b,a
        xor a
        sub b
        daa
        ld (fac+8),a
        ld a,c
        ld bc,fac+7
        inc a                   ; keeps the carry
.enter:
        rept 7
        dec a
        jr z,.bytes+7*(($-.enter)/3)
        endm
        jr .bytes+7*7
.bytes:
        rept 7
        ld a,(de)
        sbc a,(hl)
        daa
        ld (bc),a
        dec de
        dec hl
        dec c
        endm
        jr nc,.rest
.more:  ld a,c
        cp low fac
        jr z,.negative
        ld a,(de)
        sub 1
        daa
        ld (bc),a
        dec de
        dec c
        jr c,.more
.rest:  ld a,c
        cp low fac
        jr z,normalise
.copy:  ld a,(de)
        ld (bc),a
        dec de
        dec c
        ld a,c
        cp low fac
        jr nz,.copy
        jr normalise
.negative:
        ; the smaller exponent was no smaller number: equal exponents, so the guard is 0
        ld hl,fac+7
        ld b,7
        or a
.complement:
        ld a,0
        sbc a,(hl)
        daa
        ldd (hl),a
        djnz .complement
        ld a,(hl)
        xor 80h
        ld (hl),a
normalise:                      ; 7 bytes of digits and a guard in FAC to a first digit that is not 0, rounded
        ld hl,fac+1
        ld bc,800h
        ld a,(hl)
        cp 10h
        jr nc,.round
        or a
        jr nz,.one
.search:
        cp (hl)
        jr nz,.found
        inc l
        djnz .search
        ld (fac),a              ; all zero
        ld h,a
        ld l,a
        ret
.found: ld a,8
        sub b                   ; bytes that are zero
        push af
        ld bc,b
        ld de,fac+1
        ldir
        pop bc
        ex de,hl
        xor a
        ld c,b
.fill:  ld (hl),a
        inc l
        inc c                   ; digits
        djnz .fill
        ld a,(fac+1)
        cp 10h
        jr nc,.exponent
.one:   inc c
        ld hl,fac+8
        xor a
        rept 8
        rld
        dec l
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
.round: ld a,(fac+8)
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
        ld de,fac+1
        push bc
        .7 ldi
        pop bc
        ld a,(hl)
        cp 50h
        jr c,.rounded
.up:    ld hl,fac+7
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
