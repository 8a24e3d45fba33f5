; PRINT to the screen, and numbers as text.

        part num_text           ; the number as STR$ returns it: HL = start, B = length
        jr c,.real
        bit 7,h
        ld c,' '
        jr z,.positive
        neg hl
        ld c,'-'
.positive:
        push bc
        call word_text
        pop de
        dec hl
        ld (hl),e
        inc b
        ret
.real:  ; the 14 digits
        ld de,.digits
        call digit_characters
        ; C = how many of them up to the last that is not 0
        ld bc,14*256+14
        ld a,'0'
.trailing:
        dec de
        ex de,hl
        cp (hl)
        ex de,hl
        jr nz,.counted
        dec c
        djnz .trailing
.counted:
        ld hl,text_buffer
        ld a,(fac)
        rla
        ld (hl),' '
        jr nc,.sign
        ld (hl),'-'
.sign:  inc hl
        ex de,hl                ; DE = where it goes
        ld hl,.digits
        ld a,(fac)
        and 7Fh
        sub 64
        jr z,.fraction
        jr c,.small
        cp 15
        jr nc,.power
        ; A digits before the point
        ld b,a
.whole: ld a,(hl)
        ld (de),a
        inc hl
        inc de
        dec c
        djnz .whole
        ; zeros have been copied where there were no more digits
        ld a,c
        or a
        jr z,.end
        jp m,.end
        ld a,'.'
        ldi (de),a
        jr .rest
.small: inc a
        jr nz,.tiny
        ld a,'.'                ; .0d
        ldi (de),a
        ld a,'0'
        jr .first
.fraction:
        ld a,'.'
.first: ldi (de),a
.rest:  ld b,0
        ldir
.end:   ex de,hl
        ld de,text_buffer
        sub hl,de
        ld b,l
        ex de,hl
        ret
.tiny:  dec a
.power: dec a                   ; the exponent that is shown
        push af
        ldi
        ld a,c
        or a
        jr z,.mark
        ld a,'.'
        ldi (de),a
        ld b,0
        ldir
.mark:  ld a,'E'
        ldi (de),a
        pop af
        or a
        ld c,'+'
        jp p,.plus
        neg
        ld c,'-'
.plus:  ld b,a
        ld a,c
        ldi (de),a
        ld a,b
        ld b,'0'-1
.tens:  inc b
        sub 10
        jr nc,.tens
        add a,'0'+10
        ld c,a
        ld a,b
        ldi (de),a
        ld a,c
        jr .last
.last:  ldi (de),a
        jr .end
        ram
.digits:
        ds 14

        part digit_characters   ; the 14 digits of FAC as characters to DE, which moves on; FAC loses them
        ld hl,fac+1
        ld a,'0'
        rept 7
        rld
        ldi (de),a
        rld
        ldi (de),a
        inc l
        endm
        ret

        part print_number
        call num_text
        ld a,(TTYPOS)
        add a,b
        jr c,.next
        ld c,a
        ld a,(LINLEN)
        cp c
        jr nc,.here
.next:  push hl
        push bc
        call new_line
        pop bc
        pop hl
.here:  call put_characters
        ld a,' '
        jp put

        part print_string       ; the string HL
        push hl
        call string_text
        call put_characters
        pop hl
        jp string_release

        part print_line         ; the end of PRINT
        jp new_line

        part print_comma
        ld a,(CLMLST)
        ld b,a
        ld a,(TTYPOS)
        cp b
        jp nc,new_line
.zone:  sub 14
        jr nc,.zone
        neg
        ld b,a
        jp put_blanks

        part put_blanks         ; B blanks, 1 to 255
        push bc
        ld a,' '
        call put
        pop bc
        djnz put_blanks
        ret

        part print_tab          ; TAB(HL)
        call byte_check
        ld a,(TTYPOS)
        ld b,a
        ld a,l
        sub b
        ret c
        ret z
        ld b,a
        jp put_blanks

        part print_spaces       ; SPC(HL)
        call byte_check
        ld b,l
        ld a,l
        or a
        ret z
        jp put_blanks

        part byte_check         ; error 5 unless HL is 0 to 255
        ld a,h
        or a
        ret z
        jp illegal_call

        part within             ; error 5 unless HL is BC to BC+DE
        push hl
        sub hl,bc
        ex de,hl
        sub hl,de
        pop hl
        ret nc
        jp illegal_call

        part num_byte           ; the number as a byte in L, error 6 beyond 16 bits, 5 beyond 255
        call num_integer
        jp byte_check
