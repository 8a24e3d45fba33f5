; Numbers: an integer in HL with carry clear, or a real in FAC with carry set.
; In memory a number has 8 bytes: a zero and a 16-bit integer, or what the machine stores: sign and exponent
; (excess 64), then 14 decimal digits, never all zero. Both forms of one value are equal everywhere.

fac     equ DAC                  ; accumulator: sign and exponent, 7 bytes of digits, a guard byte
arg     equ ARG                  ; the second operand, where it has to be made

        part num_load           ; the number at HL
        ld a,(hl)
        or a
        jr nz,load_real
        inc hl
        ld hl,(hl)
        or a
        ret
load_real:                      ; the real at HL to FAC
        ld de,fac
        .8 ldi
        scf
        ret

        part num_store          ; stores the number at DE
        jr c,real_store
        xor a
        ldi (de),a
        ld a,l
        ldi (de),a
        ld a,h
        ld (de),a
        ret
real_store:                     ; FAC to DE
        ld hl,fac
        .8 ldi
        ret

        part single_load        ; the single of 4 bytes at HL
        ld a,(hl)
        or a
        jr nz,.real
        inc hl
        ld hl,(hl)
        or a
        ret
.real:  ld de,fac
        .4 ldi
        xor a
        ld h,a
        ld l,a
        ld (fac+4),hl
        ld (fac+6),hl
        scf
        ret

        part single_store       ; stores the number in 4 bytes at DE; a real has been rounded (num_single)
        jr c,.real
        xor a
        ldi (de),a
        ld a,l
        ldi (de),a
        ld a,h
        ld (de),a
        ret
.real:  ld hl,fac
        .4 ldi
        ret

        part num_real           ; makes the number a real in FAC; a zero has exponent 0
        ret c
        ld de,fac
        jp int_to_real

        part int_to_real        ; the integer HL as a real at DE; keeps DE
        ld a,h
        or a
        jr nz,.long
        or l
        jr nz,.nonzero
        ld (de),a
        ret
.nonzero:
        cp 100
        jr nc,.long
        ld hl,de
        ld (hl),65
        ld c,0
        cp 10
        jr c,.one_digit
        inc (hl)
        dec c
.ten:   inc c
        sub 10
        jr nc,.ten
        add a,10
        ld b,a
        ld a,c
        ld c,b
.one_digit:
        .4 add a,a
        or c
        inc hl
        ld (hl),a
        push de
        xor a
        inc hl
        ld (hl),a
.five:  inc hl
        ld (hl),a
        jr .fill
.long:  push de
        ld a,h
        cp 3
        jr nc,.longer
        call word_digits        ; three digits
        pop hl
        push hl
        ldi (hl),67
        ldi (hl),d
        ld (hl),e
        xor a
        rld
        dec hl
        rld
        xor a
        inc hl
        jr .five
.longer:
        ld b,70
        bit 7,h
        jr z,.positive
        neg hl
        ld b,80h+70
.positive:
        push bc
        call word_digits
        pop af                  ; A = sign and exponent
        ld b,a
.bytes: ld a,c
        or a
        jr nz,.digit
        ld c,d
        ld d,e
        ld e,a
        dec b
        dec b
        jr .bytes
.digit: pop hl
        push hl
        ldi (hl),b
        ldi (hl),c
        ldi (hl),d
        ld (hl),e
        cp 10h
        jr nc,.put
        xor a                   ; one digit to the left
        rld
        dec hl
        rld
        dec hl
        rld
        dec hl
        dec (hl)
        .3 inc hl
.put:   xor a
.fill:
        rept 4
        inc hl
        ld (hl),a
        endm
        pop de
        ret

        part word_digits        ; the unsigned word HL as six decimal digits in C, D, E
        ld a,h
        cp 3
        jr c,.short             ; below 1000
        ld bc,-10000
        ld a,-1
.ten_thousands:
        inc a
        add hl,bc
        jr c,.ten_thousands
        sbc hl,bc
        push af
        ld bc,-1000
        ld a,0F0h
.thousands:
        add a,10h
        add hl,bc
        jr c,.thousands
        sbc hl,bc
        dec a
        jr .rest
.short: xor a
        push af
        dec a
.rest:  ld bc,-100
.hundreds:
        inc a
        add hl,bc
        jr c,.hundreds
        sbc hl,bc
        ld d,a
        ld a,l
        ld c,-1
        cp 50
        jr c,.tens
        sub 50
        ld c,4
.tens:  inc c
        sub 10
        jr nc,.tens
        add a,10
        ld e,a
        ld a,c
        .4 add a,a
        or e
        ld e,a
        pop af
        ld c,a
        ret

        part num_integer        ; CINT: the number as an integer in HL, cut toward zero; error 6 outside 16 bits
        ret nc
fac_integer:
        ld a,(fac)
        add a,a
        sub 2*64
        jr c,.zero              ; below 1
        jr z,.zero
        cp 2*6
        jr nc,.overflow
        srl a                   ; digits before the point, 1-5
        call fac_word
        jr c,.overflow
        ld a,(fac)
        rla
        jr c,.negative
        bit 7,h
        ret z
.overflow:
        jp overflow
.negative:
        call negate
        ; -32768 has bit 7 set like the other negatives; a magnitude above has not, and zero cannot be here
        rla
        jr nc,.overflow
        or a
        ret
.zero:  ld hl,0
        or a
        ret

        part num_address        ; the number as an address in HL: -32768 to 65535
        ret nc
        ld a,(fac)
        rla
        jp c,fac_integer
        srl a
        sub 65
        jr c,.zero
        cp 5
        jr nc,.overflow
        inc a
        call fac_word
        ret nc
.overflow:
        jp overflow
.zero:  ld hl,0
        or a
        ret

        part fac_word           ; the first A digits (1-5) of FAC as a word in HL; carry: above 65535
        ld b,a
        ld de,fac+1
        ld hl,0
.pair:  ld a,(de)
        swapnib
        call .digit
        ret c
        dec b
        ret z
        ldi a,(de)
        call .digit
        ret c
        djnz .pair
        ret
.digit: and 15
        push de
        ld de,hl
        add hl,hl
        add hl,hl
        add hl,de
        jr c,.out               ; (6553 * 5 fits)
        add hl,hl
        jr c,.out
        ld de,a
        add hl,de
.out:   pop de
        ret

        part negate             ; -HL in HL, its high byte in A; negated_integer: as a number
negated_integer:
        call negate
        or a
        ret
negate:
        neg hl
        ret

        part num_neg            ; -number
        jr c,.real
        call negate
        cp 80h
        jr z,.edge
        or a
        ret
.edge:  ld a,l
        or a
        ret nz
        jp word_real            ; 32768
.real:  ld a,(fac)
        xor 80h
        ld (fac),a
        scf
        ret

        part word_real          ; the unsigned word HL as a number
        or a
        bit 7,h
        ret z
        ld de,fac
        call word_to_real
        scf
        ret

        part word_to_real       ; the unsigned word HL, not 0, as a real at DE; keeps DE
        push de
        ld b,70
        jp int_to_real.positive

        part text_overflow      ; a number in a text is too large: error 6, or what INPUT does then
        ld hl,(overflow_way)
        ld a,h
        or l
        jp z,overflow
        jp (hl)
        ram
overflow_way:
        ds 2
