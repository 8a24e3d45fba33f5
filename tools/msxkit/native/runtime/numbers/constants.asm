; Products and quotients by constants that the compiler knows: they need no rows, but a sum, a half or neither.

        part scale_fac          ; FAC times ten to the power of C, with carry if its exponent stays within 2 to 127; keeps
scale_fac:                      ; DE
        ld hl,fac
        ld a,(hl)
        and 7Fh
        add a,c
        ret m
        cp 2
        ccf
        ret nc
        xor (hl)
        and 7Fh
        xor (hl)
        ld (hl),a
        scf
        ret

        macro by_constant,operation,way
        jp nc,operation
        call scale_fac
        jp c,way
        scf
        jp operation
        endm

        part num_mul_one        ; number * the constant at DE: the number, with C added to its exponent
num_mul_one:
        by_constant num_mul,real_done

        part num_mul_two        ; number * the constant at DE: twice the number, with C added to its exponent
num_mul_two:
        by_constant num_mul,real_twice

        part num_mul_half       ; number * the constant at DE: half the number, with C added to its exponent
num_mul_half:
        by_constant num_mul,real_half

        part num_div_one        ; number / the constant at DE: the number, with C added to its exponent
num_div_one:
        by_constant num_div,real_done

        part num_div_two        ; number / the constant at DE: twice the number, with C added to its exponent
num_div_two:
        by_constant num_div,real_twice

        part num_div_half       ; number / the constant at DE: half the number, with C added to its exponent
num_div_half:
        by_constant num_div,real_half

        part num_twice          ; number * 2
num_twice:
        ld b,h
        ld c,l
        jp nc,int_add
real_twice:
        ld de,fac
        jp real_plus

        part num_half           ; number / 2
num_half:
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
num_mul_ones:                   ; same B digits to the right; B is even; C: the exponent of the constant, less 65
        jp nc,num_mul
        ld hl,fac
num_mul_ones_there:             ; the number at HL * such a constant; B may be odd
        ld a,(hl)
        and 7Fh
        jr z,.any
        add a,c
        jp m,.any               ; the exponent is beyond its limits, or may be
        jr z,.any
        xor (hl)
        and 7Fh
        xor (hl)
        ld c,a                  ; sign and exponent of the product
        ld d,h
        ld e,l
        xor a
        jp real_add.signs
.any:   push de
        call num_load
        pop de
        jp num_mul

