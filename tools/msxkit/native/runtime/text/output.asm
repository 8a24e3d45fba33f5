; Lines, texts and the cursor on a text screen.

        part place_cursor       ; column D, row E, from 0, within the window
        ld a,(LINLEN)
        inc d
        jr z,.last_column
        cp d
        jr nc,.column
.last_column:
        ld d,a
.column:
        call rows
        inc e
        jr z,.last_row
        ld a,b
        cp e
        jr nc,.row
.last_row:
        ld e,b
.row:   ld (CSRY),de
        ld a,d
        dec a
        ld (TTYPOS),a
        ret

        part new_line           ; CR LF
        ld hl,(GRPHED)          ; and ESCCNT
        ld a,h
        or l
        jr nz,.slow
        inc a
        ld (CSRX),a
        call line_feed
        xor a
        ld (TTYPOS),a
        ret
.slow:  ld a,13
        call put
        ld a,10
        jp put

        part fresh_line         ; CR LF unless the print column is 0
        ld hl,(GRPHED)          ; and ESCCNT
        ld a,l
        and 40h
        ld hl,a
        ld (GRPHED),hl
        ld a,(TTYPOS)
        or a
        ret z
        jp new_line

        part put_text           ; the text at HL up to a zero
        ld a,(hl)
        or a
        ret z
        push hl
        call put
        pop hl
        inc hl
        jr put_text

        part put_word           ; the unsigned word HL in decimal
        call word_text
        jp put_characters

        part word_text          ; the unsigned word HL as text: HL = its start, B = length; keeps what is before it
        call word_digits
        ld hl,text_buffer+6     ; the last digit first
        ld b,0
.pair:  ld a,e
        call .digit
        ld a,c
        or d
        ld a,e
        jr nz,.both
        cp 10h
        ret c
.both:  swapnib
        call .digit
        ld a,c
        or d
        ret z
        ld e,d
        ld d,c
        ld c,0
        jr .pair
.digit: and 15
        add a,'0'
        dec hl
        ld (hl),a
        inc b
        ret

        part text_buffer
        ram
text_buffer:
        ds 32                   ; a number as text

        part put_characters     ; B characters at HL; B = 0: none
        ld a,b
        or a
        ret z
        ld de,(GRPHED)
        ld a,d
        or e
        jr nz,.one
        ; how many are plain and fit before the last column
        ld a,(CSRX)
        ld c,a
        ld a,(LINLEN)
        sub c
        jr c,.one
        jr z,.one
        cp b
        jr c,.run
        ld a,b
.run:   ld d,a                  ; at most so many
        ld e,0
        push hl
.plain: ld a,(hl)
        cp 32
        jr c,.counted
        cp 127
        jr z,.counted
        inc hl
        inc e
        ld a,e
        cp d
        jr nz,.plain
.counted:
        pop hl
        ld a,e
        or a
        jr z,.one
        push bc
        push de
        push hl
        call cell
        call vram_write
        pop hl
        pop de
        ld b,e
        ld c,VDP_DATA
.out:   outi
        jp nz,.out
        pop bc
        ld a,b
        sub e
        ld b,a
        ld a,(CSRX)
        add a,e
        ld (CSRX),a
        dec a
        ld (TTYPOS),a
        ld c,a
        ld d,high row_used
        ld a,(CSRY)
        add a,low row_used
        ld e,a
        ld a,(de)
        cp c
        jr nc,put_characters
        ld a,c
        ld (de),a
        jr put_characters
.one:   ldi a,(hl)
        push hl
        push bc
        call put
        pop bc
        pop hl
        djnz put_characters
        ret

        part show_cursor        ; the cursor's cell shows its inverse as character 255
        ld a,(GRPHED)
        and 40h
        ret nz                  ; it stands there already
        text_screens_only
        call cell
        push hl
        call vram_get
        ld (CURSAV),a
        ld hl,a
        .3 add hl,hl
        ld de,(CGPBAS)
        add hl,de
        call vram_read
        ld hl,row_buffer
        ld b,8
.read:  in a,(VDP_DATA)
        ldi (hl),a
        djnz .read
        ld b,8
        ld hl,row_buffer
        ld a,(CSTYLE)
        or a
        jr z,.invert
        ld b,3
        ld hl,row_buffer+5
.invert:
        ld a,(hl)
        cpl
        ldi (hl),a
        djnz .invert
        ld hl,(CGPBAS)
        ld de,255*8
        add hl,de
        ex de,hl
        ld hl,row_buffer
        ld bc,8
        call vram_from
        pop hl
        ld a,255
        jp vram_put

        part hide_cursor
        ld a,(GRPHED)
        and 40h
        ret nz
        text_screens_only
        call cell
        ld a,(CURSAV)
        jp vram_put
