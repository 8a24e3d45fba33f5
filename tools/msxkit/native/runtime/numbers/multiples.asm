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
        ld l,low(multiples)+FIRST+7
        call copy_digits
        jp all_multiples

        part copy_digits        ; 0 and the 7 bytes of digits at DE to HL and below
copy_digits:
        ld (hl),0
        rept 7
        dec l
        ld a,(de)
        ld (hl),a
        inc de
        endm
        ret

        part all_multiples      ; 2 to 9 times the first multiple; H = their page, keeps it; _short: its last 4 bytes are 0
all_multiples:
        ld (multiples_stack),sp
        di                      ; an interrupt would write over the multiples
        ld l,low(multiples)+FIRST+4
        push hl
        exx
        pop hl
        call .fetch
        exx
        ld l,low(multiples)+FIRST
        call .fetch
        ld l,low(multiples)+FIRST
        ld sp,hl
        ld a,4
.next:  ex af,af'
        rept 2
        ld l,low(multiples)+FIRST
        ld a,c
        add a,(hl)
        daa
        ld c,a
        inc l
        ld a,b
        adc a,(hl)
        daa
        ld b,a
        inc l
        ld a,e
        adc a,(hl)
        daa
        ld e,a
        inc l
        ld a,d
        adc a,(hl)
        daa
        ld d,a
        exx
        ld l,low(multiples)+FIRST+4
        ld a,c
        adc a,(hl)
        daa
        ld c,a
        inc l
        ld a,b
        adc a,(hl)
        daa
        ld b,a
        inc l
        ld a,e
        adc a,(hl)
        daa
        ld e,a
        ld a,d
        adc a,0
        ld d,a
        push de
        push bc
        exx
        push de
        push bc
        endm
        ex af,af'
        dec a
        jr nz,.next
.done:  ld sp,(multiples_stack)
        ei
        ret
.fetch: ld c,(hl)
        inc l
        ld b,(hl)
        inc l
        ld e,(hl)
        inc l
        ld d,(hl)
        ret

        part short_multiples
short_multiples:
        ld (multiples_stack),sp
        di
        ld l,low(multiples)+FIRST+4
        call all_multiples.fetch
        ld l,low(multiples)+FIRST
        ld sp,hl
        ld ix,0
        ld a,8
.next:  ex af,af'
        ld l,low(multiples)+FIRST+4
        ld a,c
        add a,(hl)
        daa
        ld c,a
        inc l
        ld a,b
        adc a,(hl)
        daa
        ld b,a
        inc l
        ld a,e
        adc a,(hl)
        daa
        ld e,a
        ld a,d
        adc a,0
        ld d,a
        push de
        push bc
        push ix
        push ix
        ex af,af'
        dec a
        jr nz,.next
        jp all_multiples.done
