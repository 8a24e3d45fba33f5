; Multiples of an operand, 1 to 9 times it: made once for products or for quotients, and kept. Each has 8 bytes, the
; last digits first, so that its first two bytes are a word. They lie at `multiples` and `divisors`, 9 times it first.

        part first_multiple     ; the 7 bytes of digits at DE as the first multiple, with the others; H = their page
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
        macro half,opcode,operation
        db opcode,operation
        endm
        macro plus_pair,first   ; HL to BC, as digits; the operation for the last two of them: ADD or ADC
        ld a,c
        first a,l
        daa
        ld c,a
        ld a,b
        adc a,h
        daa
        ld b,a
        endm

        part all_multiples      ; 1 to 9 times the 7 bytes of digits at DE, the first multiple to end below HL; not BC, DE,
        ; IX, IY
        ld (multiples_stack),sp
        di                      ; an interrupt would write over the multiples
        ld sp,hl
        ex de,hl
        ; the operand: IYL HL, and for the last four bytes IX HL of the other registers; the multiple: DE BC twice; IYH
        ; counts
        ld d,0
        ld e,(hl)
        half 0FDh,6Bh           ; LD IYL,E
        inc hl
        ldi b,(hl)
        ldi c,(hl)
        push de
        push bc
        push hl
        ld hl,bc
        exx
        pop hl
        ldi d,(hl)
        ldi e,(hl)
        ldi b,(hl)
        ld c,(hl)
        push de
        push bc
        half 0DDh,62h           ; LD IXH,D
        half 0DDh,6Bh           ; LD IXL,E
        ld hl,bc
        ld a,b
        or c
        or d
        or e
        jr z,.short
        db 0FDh,26h,4           ; LD IYH,4
.next:
        rept 2
        plus_pair add
        ld a,e
        half 0DDh,8Dh           ; ADC A,IXL
        daa
        ld e,a
        ld a,d
        half 0DDh,8Ch           ; ADC A,IXH
        daa
        ld d,a
        exx
        plus_pair adc
        ld a,e
        half 0FDh,8Dh           ; ADC A,IYL
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
        half 0FDh,25h           ; DEC IYH
        jr nz,.next
        jr .done
.short: exx                     ; the last four bytes are 0
        db 0FDh,26h,8           ; LD IYH,8
.more:
        plus_pair add
        ld a,e
        half 0FDh,8Dh
        daa
        ld e,a
        jr nc,$+3
        inc d
        push de
        push bc
        push ix
        push ix
        half 0FDh,25h
        jr nz,.more
.done:  ld sp,(multiples_stack)
        ei
        ret
