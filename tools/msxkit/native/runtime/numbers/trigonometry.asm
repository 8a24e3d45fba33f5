; Functions of real numbers, by the methods that the MSX Red Book describes (2993h-2E71h); see docs/numbers.md.
; They take and return a number (HL, or FAC with carry). Inside, everything is real: FAC, zero by its exponent 0.

        part function_ram
        ram
angle:  ds 8                    ; the argument of a series
numerator:
        ds 8
operand:
        ds 8
exponent:
        ds 2

        part odd_series         ; the polynomial at HL of the square of FAC, times FAC
        push hl
        ld de,angle
        call real_store
        ld de,angle
        call real_mul
        call square_multiples
        pop hl
        call series
        ld de,angle
        jp real_mul

        part remembered         ; the function at DE of FAC, or its last value, where the argument is that of the last time
        ; HL: that argument and value. So TAN costs no more series behind SIN and COS of its angle
        push hl
        push de
        ld de,fac
        ld a,(de)
        or a
        jr z,.new               ; a zero has any digits; nothing is remembered at first, which is zeros too
        ld b,8
.same:  ld a,(de)
        cp (hl)
        jr nz,.new
        inc de
        inc hl
        djnz .same
        pop de
        pop de
        call load_real
        jp real_result
.new:   pop hl
        pop de
        push de
        push hl
        call real_store
        call .value
        pop hl
        ld de,8
        add hl,de
        ex de,hl
        call real_store
        jp real_result
.value: pop hl                  ; back to .new
        ex (sp),hl
        jp (hl)

        part num_sin
        call num_real
        ld hl,.last
        ld de,.new
        jp remembered
.new:   ld a,(fac)
        push af
        call turns
        jr .positive
sine_of_turns:                  ; the sine of FAC turns
        ld hl,fac
        ld a,(hl)
        push af                 ; its sign is put aside
        res 7,(hl)
.positive:
        call fraction_of_fac
        ld hl,fac
        ld a,(hl)
        cp 64
        jr c,.first_quarter     ; below .1
        inc hl
        ld a,(hl)
        cp 75h
        jr nc,.last_quarter
        cp 25h
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
        ld c,a
        ld a,b
        and 80h
        xor c
        ld (fac),a
        scf
        ret
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

        ram
.last:  ds 16

        part turns              ; |FAC| radians in turns; SIN and COS of one angle need them once
        ld hl,fac
        res 7,(hl)
        ld hl,.last
        ld de,.new
        jp remembered
.new:   ld de,.per_turn
        jp real_mul
.per_turn:
        db 040h,015h,091h,054h,094h,030h,091h,090h  ; 0.15915494309190
        ram
.last:  ds 16

        part quarter
        db 040h,025h,000h,000h,000h,000h,000h,000h  ; 0.25

        part half
        db 040h,050h,000h,000h,000h,000h,000h,000h  ; 0.5

        part one
        db 041h,010h,000h,000h,000h,000h,000h,000h  ; 1

        part num_cos
        call num_real
        ld hl,.last
        ld de,.new
        jp remembered
.new:   call turns
        ld de,quarter
        call real_sub
        ld hl,fac
        ld a,(hl)
        or a
        jp z,sine_of_turns
        xor 80h
        ld (hl),a
        jp sine_of_turns
        ram
.last:  ds 16

        part num_tan
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
        ld a,(de)
        or a
        jp z,overflow
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
        ld a,(fac)
        sub 64
        ret c
        ret z
        cp 14
        jr nc,.none
        ld hl,fac+1
.bytes: sub 2
        jr c,.odd
        ldi (hl),0
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
