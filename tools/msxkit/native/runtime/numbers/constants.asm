; Products and quotients by constants that the compiler knows: they need no rows, but a sum, a half or neither.

        macro scaled,otherwise  ; A = sign and exponent of the real at HL times ten to the power of C
        ld a,(hl)
        and 7Fh
        jp z,otherwise          ; an integer
        add a,c
        jp m,otherwise          ; the exponent is beyond its limits, or may be
        jp z,otherwise
        xor (hl)
        and 7Fh
        xor (hl)
        endm

        part scale_fac          ; FAC times ten to the power of C, with carry unless its exponent may be beyond its limits;
        ; keeps DE
        ld hl,fac
        scaled .no
        ld (hl),a
        scf
        ret
.no:    or a
        ret

        macro by_constant,operation,way
        jp nc,operation
        call scale_fac
        jp c,way
        scf
        jp operation
        endm

        part num_mul_one        ; number * the constant at DE: the number, with C added to its exponent
        by_constant num_mul,real_done

        part num_mul_two        ; number * the constant at DE: twice the number, with C added to its exponent
        by_constant num_mul,real_twice

        part num_mul_half       ; number * the constant at DE: half the number, with C added to its exponent
        by_constant num_mul,real_half

        part num_div_one        ; number / the constant at DE: the number, with C added to its exponent
        by_constant num_div,real_done

        part num_div_two        ; number / the constant at DE: twice the number, with C added to its exponent
        by_constant num_div,real_twice

        part num_div_half       ; number / the constant at DE: half the number, with C added to its exponent
        by_constant num_div,real_half

        part num_twice          ; number * 2
        ld bc,hl
        jp nc,int_add
real_twice:
        ld de,fac
        jp real_plus

        part num_half           ; number / 2
        jr c,.real
        bit 0,l
        jr nz,.odd
        sra h
        rr l
        or a
        ret
.odd:   call num_real_here
.real:  jp real_half

        part num_mul_ones       ; number * the constant at DE: 1 and B digits behind it another 1, so the number and the
        ; same B digits to the right; B is even; C: what this adds to the exponent
        jp nc,num_mul
        ld hl,fac
num_mul_ones_there:             ; the number at HL * such a constant; B may be odd
        scaled any_product_there
        ld c,a
        ld de,hl
        xor a
        jp real_add.signs

        part num_mul_nines      ; number * the constant at DE: a 9 (B = 1) or two (B = 2), so the number less the same B
        ; digits to the right; C: what this adds to the exponent
        jp nc,num_mul
        ld hl,fac
num_mul_nines_there:            ; the number at HL * such a constant
        scaled any_product_there
        ld (fac),a
        djnz .two
        ld de,shifted
        inc hl
        .7 ldi
        ex de,hl
        ld l,low shifted
        xor a
        ld c,a
        rept 7
        rrd
        inc l
        endm
        .4 rlca
        dec l
        dec de
        jp difference.borrow
.two:   ld bc,7
        add hl,bc
        ld a,(hl)
        ld de,hl
        dec hl
        ld c,1
        jp difference.borrow

        part num_mul_fives      ; number * the constant at DE: 1, B zeros and 5, or 95 (B = 81h), so the number and, or less,
        ; its half B digits to the right; C: what this adds to the exponent
        jp nc,num_mul
        ld hl,fac
num_mul_fives_there:            ; the number at HL * such a constant
        scaled any_product_there
        ld (fac),a
        push bc
        push hl
        inc hl
        ld de,shifted
        .7 ldi
        ld hl,shifted
        call digits_half
        ld (hl),a
        pop de
        pop bc
        sla b                   ; carry: less
        push af
        srl b
        srl b
        jr nc,.bytes
        ld l,low shifted
        xor a
        rept 8
        rrd
        inc l
        endm
        dec l
.bytes: ld a,l                  ; the guard, B bytes before the last
        sub b
        ld l,a
        pop af
        ex de,hl
        jr c,.less
        xor a
        ex af,af'
        jp real_add.guard
.less:  ld bc,7
        add hl,bc
        ex de,hl
        ld c,b
        ld a,(hl)
        dec l
        jp difference.borrow

        part any_product_there  ; the number at HL * the number at DE
        push de
        call num_load
        pop de
        jp num_mul
