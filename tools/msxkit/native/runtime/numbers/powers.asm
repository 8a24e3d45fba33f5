; Square roots, logarithms and powers; see trigonometry.asm.

        part num_sqr
        call num_sign
        jp m,illegal_call
        jr nz,.positive
        ld h,a
        ld l,a
        ret
.positive:
        call num_real
        ld de,operand
        call real_store
        ; the first guess
        ld hl,fac
        ld a,(hl)
        add a,65
        srl a
        ldi (hl),a
        ld a,(hl)
        rrca
        rrca
        ld b,a
        and 3                   ; the second digit by four
        ld c,a
        ld a,b
        swapnib
        and 3                   ; the first digit by four
        inc a
        .4 rlca
        or c
        ld (hl),a
        ld b,7
.step:  push bc
        ld de,numerator
        call real_store
        ld hl,operand
        call load_real
        ld de,numerator
        call real_div
        ld de,numerator
        call real_add
        call real_half
        ld hl,fac+7             ; the same as before: so it would stay
        ld de,numerator+7
        ld b,8
.same:  ld a,(de)
        cp (hl)
        jr nz,.other
        dec hl
        dec de
        djnz .same
        pop bc
        scf
        ret
.other: pop bc
        djnz .step
        scf
        ret

        part num_log
        call num_real
        ld hl,fac
        ld a,(hl)
        or a
        jp z,illegal_call
        jp m,illegal_call
        sub 65
        ld (hl),65
        push af                 ; exponent
        ld de,square_root_of_10
        call real_compare
        pop bc
        jr c,.low
        inc b
        ld hl,fac
        dec (hl)
.low:   ld l,b
        ld a,b
        rla
        sbc a,a
        ld h,a
        ld de,exponent_real
        call int_to_real
        ld de,operand
        call real_store
        ld de,one
        call real_add
        ld de,numerator
        call real_store
        ld hl,operand
        call load_real
        ld de,one
        call real_sub
        ld de,numerator
        call real_div
        ld de,angle             ; z
        call real_store
        ld de,angle
        call real_mul
        call square_multiples
        ld hl,.denominator
        call series
        ld de,numerator
        call real_store
        ld hl,.numerator
        call series
        ld de,numerator
        call real_div
        ld ix,.twice_log_e-1
        call series_term
        ld de,angle
        call real_mul
        ld de,exponent_real
        call real_add
        ld de,.log_10
        jp real_mul
        ram
exponent_real:
        ds 8
        code
.twice_log_e:
        db 040h,086h,085h,088h,096h,038h,006h,050h  ; 0.86858896380650
.log_10:
        db 041h,023h,002h,058h,050h,092h,099h,040h  ; 2.3025850929940
.numerator:
        db 3
        db 0C0h,071h,043h,033h,082h,015h,032h,026h  ; -.71433382153226
        db 041h,062h,050h,036h,051h,012h,079h,008h  ; 6.2503651127908
        db 0C2h,013h,068h,023h,070h,024h,015h,003h  ; -13.682370241503
        db 041h,085h,016h,073h,019h,087h,023h,089h  ; 8.5167319872389
.denominator:
        db 4
        db 041h,010h,000h,000h,000h,000h,000h,000h  ; 1
        db 0C2h,013h,021h,004h,078h,035h,001h,056h  ; -13.210478350156
        db 042h,047h,092h,052h,056h,004h,038h,073h  ; 47.925256043873
        db 0C2h,064h,090h,066h,082h,074h,009h,043h  ; -64.906682740943
        db 042h,029h,041h,057h,050h,017h,023h,023h  ; 29.415750172323

        part square_root_of_10
        db 041h,031h,062h,027h,076h,060h,016h,084h  ; 3.1622776601684

        part num_exp
        call num_real
        ld de,.log_e
        call real_mul
        call fac_integer        ; beyond 16 bits is an error, below zero too
        bit 7,h
        jr nz,.below
        ld a,h
        or a
        jp nz,overflow
        ld a,l
        cp 64
        jp nc,overflow
        jr .range
.below: inc h
        jr nz,.nothing
        dec h
        ld a,l
        cp -66
        jr nc,.range
.nothing:
        xor a
        ld (fac),a
        ld h,a
        ld l,a
        ret
.range: ld a,l
        ld (exponent),a
        ld de,operand
        call int_to_real
        call real_sub
        ld hl,(fac)
        ld a,l
        cp 64                   ; the exponent of .5; a negative number has more
        ld a,0
        jr nz,.small
        ld a,h
        cp 50h
        ld a,0
        jr c,.small
        ld de,half
        call real_sub
        ld a,1
.small: ld (exponent+1),a
        ld de,angle
        call real_store
        ld de,angle
        call real_mul
        call square_multiples
        ld hl,.odd
        call series
        ld de,angle
        call real_mul
        ld de,angle             ; the odd part
        call real_store
        ld hl,.even
        call series
        ld de,numerator         ; the even part
        call real_store
        ld de,angle
        call real_sub
        ld de,operand
        call real_store
        ld hl,numerator
        call load_real
        ld de,angle
        call real_add
        ld de,operand
        call real_div
        ld a,(exponent+1)
        or a
        ld de,square_root_of_10
        call nz,real_mul
        ; times ten to the whole part
        ld a,(exponent)
        ld hl,fac
        rla
        jr c,.minus
        rra
        add a,(hl)
        jp m,overflow
        ld (hl),a
        scf
        ret
.minus: rra
        add a,(hl)
        jp nc,.nothing
        jp z,.nothing
        ld (hl),a
        scf
        ret
.log_e: db 040h,043h,042h,094h,048h,019h,003h,024h  ; 0.43429448190324
.odd:
        db 2
        db 042h,018h,031h,023h,060h,015h,092h,075h  ; 18.312360159275
        db 043h,083h,014h,006h,072h,012h,093h,071h  ; 831.40672129371
        db 044h,051h,078h,009h,019h,091h,051h,062h  ; 5178.0919915162
.even:
        db 3
        db 041h,010h,000h,000h,000h,000h,000h,000h  ; 1
        db 043h,015h,093h,074h,015h,023h,060h,031h  ; 159.37415236031
        db 044h,027h,009h,031h,069h,040h,085h,016h  ; 2709.3169408516
        db 044h,044h,097h,063h,035h,057h,040h,058h  ; 4497.6335574058

        part num_power          ; number ^ the number at DE
        push de
        ld de,.base
        call num_store
        pop hl
        call num_load
        call num_sign
        jr nz,.exponent
        ld hl,1
        or a
        ret
.exponent:
        ld de,.exponent_value
        call num_store
        ld hl,.base
        call num_load
        call num_sign
        jr nz,.both
        ld hl,.exponent_value
        call num_load
        call num_sign
        ld hl,0
        jp m,division_by_zero
        or a
        ret
.both:  ; a whole exponent within 16 bits?
        ld hl,.exponent_value
        call num_load
        jr nc,.whole
        ld a,(fac)
        and 7Fh
        sub 65
        jp c,.general
        cp 5
        jp nc,.general
        inc a
        call digits_behind
        jp nz,.general
        ld a,(fac)
        and 7Fh
        sub 64
        call fac_word
        jp c,.general
        ld a,(fac)
        rla
        jr c,.negative
        bit 7,h
        jp nz,.general
        jr .whole
.negative:
        call negate
        rla
        jp nc,.general
.whole: ld a,h
        and 80h
        ld (.minus),a
        jr z,.bits
        call negate
.bits:  ld (.left),hl
        ld hl,1
        or a
        ld de,.result
        call num_store
.loop:  ld hl,(.left)
        srl h
        rr l
        ld (.left),hl
        jr nc,.even
        ld hl,.result
        call num_load
        jr c,.multiply
        ld a,l
        dec a
        or h
        jr z,.copy              ; 1, which it is at first
.multiply:
        ld de,.base
        call num_mul
        jr .keep
.copy:  ld hl,.base
        call num_load
.keep:  ld de,.result
        call num_store
.even:  ld hl,(.left)
        ld a,h
        or l
        jr z,.end
        ld hl,.base
        call num_load
        ld de,.base
        call num_mul
        ld de,.base
        call num_store
        jr .loop
.end:   ld a,(.minus)
        or a
        jr nz,.reciprocal
        ld hl,.result
        jp num_load
.reciprocal:
        ld hl,1
        or a
        ld de,.result
        jp num_div
.general:
        ld hl,.base
        call num_load
        call num_log
        ld de,.exponent_value
        call num_mul
        jp num_exp
        ram
.base:  ds 8
.exponent_value:
        ds 8
.result:
        ds 8
.left:  ds 2
.minus: ds 1
