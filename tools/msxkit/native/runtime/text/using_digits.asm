; PRINT USING: the digits of a number, rounded to as many as a field shows.

        part using_digits       ; the first HL digits of FAC, rounded: HL = text, B = length, no zeros before it
USING_DIGITS equ BUF            ; digits as characters, the first for a carry
USING_FIELD equ KBUF            ; a field as it is shown
using_digits:
        bit 7,h
        jr z,.some
        ld hl,USING_DIGITS      ; fewer than none: 0
        ld (hl),'0'
        ld b,1
        ret
.some:  ld a,l
        ld (.wanted),a
        ld de,USING_DIGITS
        sub 14
        jr c,.digits
        jr z,.digits
        ld b,a                  ; as many zeros behind them
        ld hl,USING_DIGITS+15
.zeros: ldi (hl),'0'
        djnz .zeros
.digits:
        ld a,'0'
        ldi (de),a
        call digit_characters
        ld a,(.wanted)
        cp 14
        jr nc,.rounded
        ld de,a
        ld hl,USING_DIGITS+1
        add hl,de
        ld a,(hl)
        cp '5'
        jr c,.rounded
.up:    dec hl
        ld a,(hl)
        inc a
        ld (hl),a
        cp '9'+1
        jr c,.rounded
        ld (hl),'0'
        jr .up
.rounded:
        ld hl,USING_DIGITS
        ld a,(.wanted)
        inc a
        ld b,a
.strip: ld a,(hl)
        cp '0'
        ret nz
        dec b
        jr z,.last
        inc hl
        jr .strip
.last:  inc b
        ret
        ram
.wanted:
        ds 1
