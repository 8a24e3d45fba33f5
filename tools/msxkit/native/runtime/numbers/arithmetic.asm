; Sums, differences, products, comparisons of numbers (HL or FAC with the number at DE), digit for digit as on the
; machine.
; Two integers stay integers where the result is one; everything else is done in decimal.

        macro integers,far      ; two integers: HL and BC; `far` jumps to what `reals` does
        far c,.real
        ld a,(de)
        or a
        far nz,.left
        inc de
        ld a,(de)
        ld c,a
        inc de
        ld a,(de)
        ld b,a
        endm

        macro reals,operation,of_reals
.left:  push de                 ; an integer and a real
        call num_real_here
        pop de
        jp operation
.real:  ld a,(de)
        or a
        jp nz,of_reals
        call number_to_arg
        jp operation
        endm

        part num_add            ; number + the number at DE
        integers jr
int_add:                        ; HL + BC
        or a
        adc hl,bc
        jp pe,int_overflow
        or a
        ret
        reals real_add,real_plus

        part num_add_there      ; the number at HL + the number at DE
        ld a,(de)
        or a
        jr z,.load
        ld a,(hl)
        or a
        jp nz,real_add.both
.load:  push de
        call num_load
        pop de
        jp num_add

        part num_sub            ; number - the number at DE
        integers jr
int_sub:                        ; HL - BC
        sub hl,bc
        jp pe,int_overflow
        or a
        ret
        reals real_sub,real_sub

        part num_compare        ; Z: equal to the number at DE, C: less
        integers jr
int_compare:                    ; the same with BC
        ld a,h
        xor b
        jp m,.signs
        sbc hl,bc
        ret
.signs: ld a,h
        rla                     ; carry: HL is negative, so less
        inc a
        ret nz
        inc a
        ret
        reals real_compare,real_compare
num_compare_word:
        jr nc,int_compare
        call bc_to_arg
        jp real_compare

        part int_overflow       ; HL, the low 16 bits of a sum or difference, has the wrong sign
        bit 7,h
        jp nz,word_real
        ld de,fac
        call negate
        or l
        jr z,.lowest
        call word_to_real
        ld a,(de)
        or 80h
        ld (de),a
        scf
        ret
.lowest:
        ld hl,.minus_65536
        jp load_real
.minus_65536:
        db 0C5h,65h,53h,60h,0,0,0,0

        part num_real_here      ; the integer HL to FAC
        ld de,fac
        jp int_to_real

        part number_to_arg      ; the integer in the number at DE as a real in ARG; DE = ARG
        ex de,hl
        inc hl
        ld hl,(hl)
        ld de,arg
        jp int_to_real

        part num_add_word       ; number + BC, number - BC, number * BC for a constant
        jp nc,int_add
        call bc_to_arg
        jp real_add
num_sub_word:
        jp nc,int_sub
        call bc_to_arg
        jp real_sub

        part bc_to_arg          ; the integer BC as a real in ARG; DE = ARG
        ld hl,bc
        ld de,arg
        jp int_to_real

        part decimal_places     ; HL with B of its digits behind the point, as a number
        ld a,h
        or l
        ret z
        push bc
        ld de,fac
        call int_to_real
        pop bc
        ld hl,fac
        ld a,(hl)
        sub b
        ld (hl),a
        scf
        ret

        part num_mul            ; number * the number at DE
        integers jp
int_mul:                        ; HL * BC
        ld a,h
        xor b
        push af                 ; sign of the product
        call magnitudes
        push bc
        push de
        ld hl,0
        ld a,b
        or a
        jr z,.small
.wide:  srl b
        rr c
        jr nc,.even
        add hl,de
        jr c,.long
.even:  ld a,b
        or a
        jr z,.narrow
        sla e
        rl d
        jr c,.long
        jr .wide
.narrow:
        or c
        jr z,.done
        sla e
        rl d
        jr c,.long
.small: srl c
        jr nc,.next
        add hl,de
        jr c,.long
.next:  ld a,c
        or a
        jr z,.done
        sla e
        rl d
        jr nc,.small
.long:  pop de
        pop bc
        call word_product       ; DE HL
        call long_real
        pop af
        rla
        jr nc,.positive
        ld a,(fac)
        or 80h
        ld (fac),a
.positive:
        scf
        ret
.done:  pop de
        pop bc
        pop af
        rla
        jr c,.minus
        bit 7,h
        jp nz,word_real
        or a
        ret
.minus: call .negated
        or a
        ret z
        bit 7,h
        ret nz                  ; carry is clear
        jr .far
.negated:
        call negate
        or l
        ret
.far:   call .negated           ; below -32768
        ld de,fac
        call word_to_real
        ld a,(de)
        or 80h
        ld (de),a
        scf
        ret
        reals real_mul,real_mul
num_mul_word:
        jp nc,int_mul
        call bc_to_arg
        jp real_mul

        part magnitudes         ; DE = |HL|, BC = |BC|
        bit 7,b
        jr z,.second
        xor a
        sub c
        ld c,a
        sbc a,a
        sub b
        ld b,a
.second:
        ex de,hl
        bit 7,d
        ret z
        xor a
        sub e
        ld e,a
        sbc a,a
        sub d
        ld d,a
        ret

        part word_product       ; DE * BC, unsigned, in DE HL
        ld hl,0
        ld a,16
.bit:   add hl,hl
        rl e
        rl d
        jr nc,.next
        add hl,bc
        jr nc,.next
        inc de
.next:  dec a
        jr nz,.bit
        ret

        part long_real          ; the unsigned DE HL, not 0, as a real in FAC
        ld b,32                 ; the bits one by one into ten digits, each time doubling them
        push hl
        ld hl,fac
        xor a
        ld (fac+1),a
        ld (fac+2),a
        ld (fac+3),a
        ld (fac+4),a
        ld (fac+5),a
        ld (fac+6),a
        ld (fac+7),a
        pop hl
.bit:   add hl,hl
        rl e
        rl d
        push hl
        ld hl,fac+5
        ld c,5
.byte:  ld a,(hl)
        adc a,a
        daa
        ldd (hl),a
        dec c
        jr nz,.byte
        pop hl
        djnz .bit
        ld a,64+10
        ld (fac),a
.shift: ld a,(fac+1)
        cp 10h
        ret nc
        ld hl,fac+5
        ld b,5
        xor a
.digit: rld
        dec hl
        djnz .digit
        dec (hl)
        jr .shift
