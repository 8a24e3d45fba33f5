; Functions of real numbers, by the methods that the MSX Red Book describes (2993h-2E71h); see docs/numbers.md.
; They take and give a number (HL, or FAC with carry). Inside, everything is real: FAC, zero by its exponent 0.

        part real_store         ; FAC to DE
real_store:
        ld hl,fac
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ret

        part function_ram
        ram
square: ds 8
terms:  ds 1
angle:  ds 8                    ; the argument of a series
numerator:
        ds 8
operand:
        ds 8
exponent:
        ds 2

        part series             ; the polynomial at HL (number of terms behind the first, coefficients) of `square`
series:
        ld a,(hl)
        ld (terms),a
        inc hl
        push hl
        call load_real
        ld de,square+1
        call first_multiple
        pop hl
.next:  ld de,8
        add hl,de
        push hl
        ld de,square
        call real_mul_again
        pop de
        push de
        call real_add
        pop hl
        ld a,(terms)
        dec a
        ld (terms),a
        jr nz,.next
        ret

        part odd_series         ; the polynomial at HL of the square of FAC, times FAC
odd_series:
        push hl
        ld de,angle
        call real_store
        ld de,angle
        call real_mul
        ld de,square
        call real_store
        pop hl
        call series
        ld de,angle
        jp real_mul

        part num_sin
num_sin:
        call num_real
        ld de,per_turn
        call real_mul
sine_of_turns:                  ; the sine of FAC turns
        ld a,(fac)
        and 80h
        push af                 ; its sign is put aside
        ld a,(fac)
        and 7Fh
        ld (fac),a
        call fraction_of_fac
        ld de,.three_quarters
        call real_compare
        jr nc,.last_quarter
        ld de,quarter
        call real_compare
        jr c,.first_quarter
        ld de,half              ; half a turn minus it
        call real_sub
        ld a,(fac)
        or a
        jr z,.first_quarter
        xor 80h
        ld (fac),a
        jr .first_quarter
.last_quarter:
        ld de,one
        call real_sub
.first_quarter:
        ld hl,.sine
        call odd_series
        pop bc
        ld a,(fac)
        or a
        jp z,real_result
        xor b
        ld (fac),a
        scf
        ret
.three_quarters:
        db 040h,075h,000h,000h,000h,000h,000h,000h  ; 0.75
.sine:
        db 7
        db 0C0h,069h,021h,056h,092h,029h,018h,009h  ; -.69215692291809
        db 041h,038h,017h,028h,086h,038h,057h,071h  ; 3.8172886385771
        db 0C2h,015h,009h,044h,099h,047h,048h,001h  ; -15.094499474801
        db 042h,042h,005h,086h,089h,066h,073h,055h  ; 42.058689667355
        db 0C2h,076h,070h,058h,059h,068h,032h,091h  ; -76.705859683291
        db 042h,081h,060h,052h,049h,027h,055h,013h  ; 81.605249275513
        db 0C2h,041h,034h,017h,002h,024h,003h,098h  ; -41.341702240398
        db 041h,062h,083h,018h,053h,007h,017h,096h  ; 6.2831853071796

        part turn_constants
per_turn:
        db 040h,015h,091h,054h,094h,030h,091h,090h  ; 0.15915494309190
quarter:
        db 040h,025h,000h,000h,000h,000h,000h,000h  ; 0.25

        part half
half:
        db 040h,050h,000h,000h,000h,000h,000h,000h  ; 0.5

        part one
one:
        db 041h,010h,000h,000h,000h,000h,000h,000h  ; 1

        part num_cos
num_cos:
        call num_real
        ld hl,fac
        res 7,(hl)
        ld de,per_turn
        call real_mul
        ld de,quarter
        call real_sub
        ld hl,fac
        ld a,(hl)
        or a
        jp z,sine_of_turns
        xor 80h
        ld (hl),a
        jp sine_of_turns

        part num_tan
num_tan:
        call num_real
        ld de,.argument
        call real_store
        call num_cos_of_fac
        ld de,.cosine
        call real_store
        ld hl,.argument
        call load_real
        call num_sin_of_fac
        ld de,.cosine
        jp real_div
num_cos_of_fac:
        scf
        jp num_cos
num_sin_of_fac:
        scf
        jp num_sin
        ram
.argument:
        ds 8
.cosine:
        ds 8

        part fraction_of_fac    ; FAC, positive, without its whole part
fraction_of_fac:
        ld a,(fac)
        sub 64
        ret c
        ret z
        cp 14
        jr nc,.none
        ld hl,fac+1
.bytes: sub 2
        jr c,.odd
        ld (hl),0
        inc hl
        jr .bytes
.odd:   inc a
        jr nz,.done             ; -2: an even number of digits
        ld a,(hl)
        and 15
        ld (hl),a
.done:  xor a
        ld (fac+8),a
        jp normalise
.none:  xor a
        ld (fac),a
        ret

        part num_atn
num_atn:
        call num_real
        ld a,(fac)
        and 80h
        push af
        ld hl,fac
        res 7,(hl)
        ld de,one
        call real_compare
        ld a,0
        jr z,.small
        jr c,.small
        ld de,operand
        call real_store
        ld hl,one
        call load_real
        ld de,operand
        call real_div
        ld a,1
.small: push af                 ; A: inverted
        ld de,.tan_pi_12
        call real_compare
        ld a,0
        jr z,.near
        jr c,.near
        ld de,operand
        call real_store
        ld de,.tan_pi_3
        call real_add
        ld de,numerator
        call real_store
        ld hl,operand
        call load_real
        ld de,.tan_pi_3
        call real_mul
        ld de,one
        call real_sub
        ld de,numerator
        call real_div
        ld a,1
.near:  push af                 ; A: turned
        ld hl,.arctangent
        call odd_series
        pop af
        or a
        ld de,.pi_6
        call nz,real_add
        pop af
        or a
        jr z,.sign
        ld de,.pi_2
        call real_sub
        ld a,(fac)
        xor 80h
        ld (fac),a
.sign:  pop bc
        ld a,(fac)
        or a
        jp z,real_result
        xor b
        ld (fac),a
        scf
        ret
.tan_pi_12:
        db 040h,026h,079h,049h,019h,024h,031h,012h  ; 0.26794919243112
.tan_pi_3:
        db 041h,017h,032h,005h,008h,007h,056h,089h  ; 1.7320508075689
.pi_6:  db 040h,052h,035h,098h,077h,055h,098h,030h  ; 0.52359877559830
.pi_2:  db 041h,015h,070h,079h,063h,026h,079h,049h  ; 1.5707963267949
.arctangent:
        db 7
        db 0BFh,052h,008h,069h,039h,004h,000h,000h  ; -.05208693904000
        db 03Fh,075h,030h,071h,049h,013h,048h,000h  ; .07530714913480
        db 0BFh,090h,081h,034h,032h,024h,070h,050h  ; -.09081343224705
        db 040h,011h,011h,007h,094h,018h,040h,029h  ; .11110794184029
        db 0C0h,014h,028h,057h,008h,055h,048h,084h  ; -.14285708554884
        db 040h,019h,099h,099h,099h,094h,089h,067h  ; .19999999948967
        db 0C0h,033h,033h,033h,033h,033h,031h,060h  ; -.33333333333160
        db 041h,010h,000h,000h,000h,000h,000h,000h  ; 1

        part num_sqr
num_sqr:
        call num_sign
        jp m,.illegal
        jr nz,.positive
        ld h,a
        ld l,a
        ret
.illegal:
        ld a,5
        jp error
.positive:
        call num_real
        ld de,operand
        call real_store
        ; the first guess
        ld hl,fac
        ld a,(hl)
        add a,65
        srl a
        ld (hl),a
        inc hl
        ld a,(hl)
        rrca
        rrca
        ld b,a
        and 3                   ; the second digit by four
        ld c,a
        ld a,b
        rrca
        rrca
        rrca
        rrca
        and 3                   ; the first digit by four
        inc a
        rlca
        rlca
        rlca
        rlca
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
        pop bc
        djnz .step
        ret

        part num_log
num_log:
        call num_real
        ld hl,fac
        ld a,(hl)
        or a
        jp z,.illegal
        jp m,.illegal
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
        ld de,square
        call real_store
        ld hl,.denominator
        call series
        ld de,numerator
        call real_store
        ld hl,.numerator
        call series
        ld de,numerator
        call real_div
        ld de,square
        call real_mul
        ld de,.twice_log_e
        call real_add
        ld de,angle
        call real_mul
        ld de,exponent_real
        call real_add
        ld de,.log_10
        jp real_mul
.illegal:
        ld a,5
        jp error
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
square_root_of_10:
        db 041h,031h,062h,027h,076h,060h,016h,084h  ; 3.1622776601684

        part num_exp
num_exp:
        call num_real
exp_of_fac:
        ld de,.log_e
        call real_mul
        ld hl,0
        ld a,(fac)
        and 7Fh
        cp 64+4
        jr nc,.huge
        call fac_integer
        ; HL = whole part, within 999
        bit 7,h
        jr nz,.below
        ld a,h
        or a
        jp nz,overflow
        ld a,l
        cp 64
        jp nc,overflow
        jr .range
.huge:  ld a,(fac)
        rla
        jp nc,overflow
        jr .nothing
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
        ld de,half
        call real_compare
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
        ld de,square
        call real_store
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
num_power:
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
        ld a,11
        jp m,error
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

        part digits_behind      ; Z: FAC has only zeros behind its first A digits (0-13)
digits_behind:
        ld hl,fac+1
        srl a
        ld c,a
        ld b,0
        jr nc,.whole
        add hl,bc
        ld a,(hl)
        and 15
        ret nz
        inc hl
        inc c
        jr .rest
.whole: add hl,bc
.rest:  ld a,7
        sub c
        ret z
        ld b,a
        xor a
.byte:  cp (hl)
        ret nz
        inc hl
        djnz .byte
        ret

        part num_fix            ; FIX
num_fix:
        ret nc
        ld a,(fac)
        and 7Fh
        sub 65
        jr c,.zero
        cp 13
        ccf
        ret c
        inc a
        push af
        cp 6
        jr nc,.digits
        call fac_word
        jr c,.digits
        bit 7,h
        jr nz,.digits
        pop af
        ld a,(fac)
        rla
        ret nc
        jp negated_integer
.digits:
        pop af                  ; clear what is behind the first A digits
        ld hl,fac+1
        srl a
        ld c,a
        ld b,0
        jr nc,.whole
        add hl,bc
        ld a,(hl)
        and 0F0h
        ld (hl),a
        inc hl
        inc c
        jr .rest
.whole: add hl,bc
.rest:  ld a,7
        sub c
        scf
        ret z
        ld b,a
.clear: ld (hl),0
        inc hl
        djnz .clear
        scf
        ret
.zero:  ld hl,0
        or a
        ret

        part num_int            ; INT
num_int:
        ret nc
        ld a,(fac)
        rla
        jp nc,.fix
        srl a
        sub 64
        jr c,.fraction
        cp 14
        jr nc,.fix
        call digits_behind
        jr z,.fix
.fraction:
        scf
        call num_fix
        ld bc,-1
        jp num_add_word
.fix:   scf
        jp num_fix

        part num_single         ; CSNG: rounded to 6 digits
num_single:
        ret nc
        ld hl,fac+4
        ld a,(hl)
        ld b,4
        push af
        xor a
.clear: ld (hl),a
        inc hl
        djnz .clear
        pop af
        cp 50h
        ret c
        ld hl,fac+3
        ld b,3
.byte:  ld a,(hl)
        add a,1
        daa
        ld (hl),a
        jr nc,.done
        dec hl
        djnz .byte
        ld a,(hl)
        inc a
        and 7Fh
        jp z,overflow
        inc (hl)
        inc hl
        ld (hl),10h
.done:  scf
        ret

        part num_rnd            ; RND
rndx    equ 0F857h              ; the state: its first byte is not used, then 14 digits
num_rnd:
        call num_real
rnd_of_fac:                     ; the argument is in FAC, as at the machine's own entry
        ld a,(fac)
        or a
        jr z,.value
        jp p,.step
        ld hl,fac
        ld de,rndx
        ld bc,8
        ldir
.step:  ld hl,rndx
        ld de,.multiplier
        call digit_product
        ld hl,.increment+7
        ld de,product+13
        ld bc,rndx+7
        or a
        rept 7
        ld a,(de)
        adc a,(hl)
        daa
        ld (bc),a
        dec hl
        dec e
        dec bc
        endm
.value: ld hl,rndx
        ld de,fac
        ld bc,8
        ldir
        ld a,64
        ld (fac),a
        xor a
        ld (fac+8),a
        jp normalise
.multiplier:
        db 040h,021h,013h,024h,086h,054h,005h,019h  ; 0.21132486540519
.increment:
        db 040h,014h,038h,098h,020h,042h,008h,021h  ; 0.14389820420821

        part rnd_reset          ; what RUN and CLEAR do
rnd_reset:
        ld hl,.initial
        ld de,rndx
        ld bc,8
        ldir
        ret
.initial:
        db 040h,040h,064h,096h,051h,037h,023h,058h  ; 0.40649651372358
