; Multiples of an operand, 1 to 9 times it: made once for products or for quotients, and kept. Each has 8 bytes, the
; last digits first, so that its first two bytes are a word. They lie at `multiples` and `divisors`, 9 times it first.

        part first_multiple     ; the 7 bytes of digits at DE as the first multiple, with the others; H = their page
first_multiple:
        ld hl,multiples+FIRST+6
        push de
        ld b,7
.same:  ld a,(de)
        cp (hl)
        jr nz,.new
        inc de
        dec l
        djnz .same
        pop de                  ; as in the last product: its multiples are there
        ret
.new:   pop de
        ld l,low(multiples)+FIRST+8
        call all_multiples
        ld h,high multiples
        ret

        ; Halves of index registers: every Z80 has them, its manual does not
        macro add_ixl
        db 0DDh,8Dh             ; ADC A,IXL
        endm
        macro add_ixh
        db 0DDh,8Ch
        endm
        macro add_iyl
        db 0FDh,8Dh
        endm
        macro plus_pair         ; HL to BC, as digits and with carry
        ld a,c
        adc a,l
        daa
        ld c,a
        ld a,b
        adc a,h
        daa
        ld b,a
        endm

        part all_multiples      ; 1 to 9 times the 7 bytes of digits at DE, the first multiple to end below HL; not BC, DE,
all_multiples:                  ; IX, IY
        ld (multiples_stack),sp
        di                      ; an interrupt would write over the multiples
        ld sp,hl
        ex de,hl
        ; the operand: IYL HL, and for the last four bytes IX HL of the other registers; the multiple: DE BC twice
        ld d,0
        ld e,(hl)
        inc hl
        ld b,(hl)
        inc hl
        ld c,(hl)
        inc hl
        push de
        push bc
        push hl
        push de
        pop iy
        ld h,b
        ld l,c
        exx
        pop hl
        ld d,(hl)
        inc hl
        ld e,(hl)
        inc hl
        ld b,(hl)
        inc hl
        ld c,(hl)
        push de
        push bc
        push de
        pop ix
        ld h,b
        ld l,c
        ld a,b
        or c
        or d
        or e
        jr z,.short
        ld a,4
.next:  ex af,af'
        rept 2
        or a
        plus_pair
        ld a,e
        add_ixl
        daa
        ld e,a
        ld a,d
        add_ixh
        daa
        ld d,a
        exx
        plus_pair
        ld a,e
        add_iyl
        daa
        ld e,a
        jr nc,$+3
        inc d
        push de
        push bc
        exx
        push de
        push bc
        endm
        ex af,af'
        dec a
        jr nz,.next
        jr .done
.short: exx                     ; the last four bytes are 0
        ld a,8
.more:  ex af,af'
        or a
        plus_pair
        ld a,e
        add_iyl
        daa
        ld e,a
        jr nc,$+3
        inc d
        push de
        push bc
        push ix
        push ix
        ex af,af'
        dec a
        jr nz,.more
.done:  ld sp,(multiples_stack)
        ei
        ret
