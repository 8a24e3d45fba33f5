; Text to numbers.

        part parse_number       ; the number that the text at HL begins with: as a number; parse_end = what follows it
        ld b,0
        call .next
        cp '-'
        jr z,.minus
        cp '+'
        jr nz,.signed
        jr .plus
.minus: ld b,a
.plus:  inc hl
        call .next
.signed:
        ld (parse_end),hl
        ld c,a
        ld a,b
        ld (.sign),a
        ld a,c
        cp '&'
        jp z,.radix
        ; 15 digits at most count, then only how many follow
        ld ix,0                 ; where the point is, counted from the first digit that counts
        ld de,.digits
        ld b,15                 ; room for so many more
        cp '.'
        jr z,.dot
        sub '0'
        cp 10
        jr c,.whole
        xor a
        ld (.count),a
        jp .no_power
.whole: inc hl
        ld c,a
        or a
        jr nz,.digit
        ld a,b
        cp 15
        jr z,.next_whole        ; a zero before all others
.digit: inc ix
        dec b
        jp m,.full
        ld a,c
        ldi (de),a
.next_whole:
        ld a,(hl)
        sub '0'
        cp 10
        jr c,.whole
        call .gap
        jr z,.next_whole
        cp '.'-'0'
        jr nz,.no_digit
.dot:   inc hl
.next_place:
        ld a,(hl)
        sub '0'
        cp 10
        jr c,.place
        call .gap
        jr z,.next_place
        jr .no_digit
.full:  inc b
        jr .next_whole
.place: inc hl
        ld c,a
        or a
        jr nz,.place_counts
        ld a,b
        cp 15
        jr nz,.place_counts
        dec ix
        jr .next_place
.place_counts:
        dec b
        jp m,.place_beyond
        ld a,c
        ldi (de),a
        jr .next_place
.place_beyond:
        inc b
        jr .next_place
.no_digit:
        ld (parse_end),hl
        ld (.exponent),ix
        xor a
        ld (de),a               ; a zero behind them
        ld a,15
        sub b
        ld (.count),a
        ld a,(hl)
        and 0DFh
        cp 'E'
        jr z,.power
        cp 'D'
        jr nz,.no_power
.power: call .skip
        ld b,0
        call .peek
        cp '+'
        jr z,.power_sign
        cp '-'
        jr nz,.power_digits
        inc b
.power_sign:
        call .skip
.power_digits:
        ld hl,0
.figure:
        call .peek_hl
        sub '0'
        jr c,.power_done
        cp 10
        jr nc,.power_done
        call .skip_hl
        ld c,a
        ld a,h
        cp 4
        jr nc,.figure           ; enough to overflow
        ld de,hl
        add hl,hl
        add hl,hl
        add hl,de
        add hl,hl
        ld de,c
        add hl,de
        jr .figure
.power_done:
        ex de,hl
        ld hl,(.exponent)
        ld a,b
        or a
        jr z,.add
        sbc hl,de
        jr .powered
.add:   add hl,de
.powered:
        ld (.exponent),hl
.no_power:
        call .build
        ; a type behind it
        push hl
        push af
        call .peek
        ld c,a
        cp '!'
        jr z,.typed
        cp '#'
        jr z,.typed
        cp '%'
        jr nz,.plain
.typed: call .skip
        pop af
        pop hl
        ld b,a
        push bc
        push af
        ld a,c
        cp '#'
        jr z,.double
        cp '!'
        jr z,.single
        pop af
        pop bc
        call num_integer
        jr .finish
.single:
        pop af
        pop bc
        call num_single
        jr .finish
.double:
        pop af
        pop bc
        jr .finish
.plain: pop af
        pop hl
.finish:
        push af
        ld a,(.sign)
        or a
        jr z,.positive
        pop af
        jp num_neg
.positive:
        pop af
        ret

.build: ; the number of the digits: an integer where it is one
        ld a,(.count)
        or a
        jr nz,.some
        ld h,a
        ld l,a
        ret
.some:  ld hl,(.exponent)
        ld a,h
        or a
        jr nz,.real
        ld a,l
        cp 6
        jr nc,.real
        ld b,a
        ld a,(.count)
        dec a
        cp b
        jr nc,.real             ; digits behind the point
        ; B digits as a word; the last may be zeros that are not there
        ld a,(.count)
        ld c,a
        ld hl,0
        ld de,.digits
.word:  push de
        ld de,hl
        add hl,hl
        jr c,.large
        add hl,hl
        jr c,.large
        add hl,de
        jr c,.large
        add hl,hl
        jr c,.large
        pop de
        dec c
        jp m,.empty
        ldi a,(de)
        push de
        ld de,a
        add hl,de
        pop de
        jr c,.real
.empty: djnz .word
        bit 7,h
        jr nz,.real
        or a
        ret
.large: pop de
.real:  ld hl,.digits
        ld de,product
        ld a,(.count)
        inc a
        srl a
        ld b,a                  ; pairs of digits, 1 to 8
        sub 8
        ld c,a
.pack:  ldi a,(hl)
        .4 add a,a
        or (hl)
        inc hl
        ld (de),a
        inc e
        djnz .pack
        xor a
        cp c
        jr z,.made
.zero:  ld (de),a
        inc e
        inc c
        jr nz,.zero
.made:  ld hl,(.exponent)
        ld bc,128
        add hl,bc               ; E'
        ld a,h
        or a
        jr z,.fits
        rla
        jp nc,text_overflow
        xor a
        ld h,a
        ld l,a
        ret
.fits:  ld b,l
        ld a,191
        cp l
        jp c,text_overflow
        ld c,0
        ld hl,product
        jp pack
.radix: call .skip
        ld hl,(parse_end)
        ld a,(hl)
        and 0DFh
        ld b,4
        cp 'H'
        jr z,.based
        ld b,3
        cp 'O'
        jr z,.based
        ld b,1
        cp 'B'
        jr z,.based
        jp syntax               ; no letter
.based: inc hl
        ld (parse_end),hl
        ld hl,0
.radix_digit:
        call .peek_digit
        sub '0'
        jr c,.radix_done
        cp 10
        jr c,.in_range
        sub 7
        cp 10
        jr c,.radix_done
.in_range:
        ld c,a
        ld a,1
        ld e,b
.size:  add a,a
        dec e
        jr nz,.size
        dec a
        cp c
        jr c,.radix_done
        ld e,b
.shift: add hl,hl
        jp c,text_overflow
        dec e
        jr nz,.shift
        ld a,l
        or c
        ld l,a
        call .skip_hl
        jr .radix_digit
.radix_done:
        call .peek_hl
        or a
        jp .finish

.peek_digit:
        djnz .not_binary
        inc b                   ; &B ends at a blank
        push hl
        ld hl,(parse_end)
        ld a,(hl)
        pop hl
        ret
.not_binary:
        inc b
        jr .peek_hl

.gap:   ; Z: A, a character less '0', is a blank, a TAB or a line feed; HL passes it
        cp ' '-'0'
        jr z,.pass
        cp 9-'0'
        jr z,.pass
        cp 10-'0'
        ret nz
.pass:  inc hl
        ret
.peek_hl:
        push hl
        call .peek
        pop hl
        ret
.peek:  ; return in A the next character that is not a blank, in upper case
        ld hl,(parse_end)
        call .next
        ld (parse_end),hl
        cp 'a'
        ret c
        cp 'z'+1
        ret nc
        and 0DFh
        ret
.next:  ; likewise from HL on, and not raised
        ld a,(hl)
        cp ' '+1
        ret nc
        cp ' '
        jr z,.over
        cp 9
        jr z,.over
        cp 10
        ret nz
.over:  inc hl
        jr .next
.skip_hl:
        push hl
        call .skip
        pop hl
        ret
.skip:  ld hl,(parse_end)
        inc hl
        ld (parse_end),hl
        ret
        ram
parse_end:
        ds 2
.sign:  ds 1
.digits:
        ds 16
.exponent:
        ds 2
.count: ds 1
