; INPUT and LINE INPUT: the screen editor, and the items of a line.
; LINTTB has a zero for each row that goes on in the next one.

        part input_start        ; a line begins where the cursor is
input_start:
        ld hl,(CSRY)
        ld (edit_start),hl
        ld a,l
        dec a
        jr z,.top
        ld c,a                  ; what stands above does not run into this line
        ld b,0
        ld hl,LINTTB-1
        add hl,bc
        ld (hl),255
.top:   xor a
        ld (INSFLG),a
        ret
        ram
edit_start:
        ds 2                    ; row and column, from 1

        part edit_line          ; a line from the screen editor: HL = its text, zero behind it, A = length; also in edit_length
edit_line:
        call key_wait_shown
        call edit_key
        jr nc,edit_line
        ld a,(edit_length)
        ld hl,BUF
        ret

        part key_wait_shown     ; a key, with the cursor shown
key_wait_shown:
        ld a,(GRPHED)
        or a
        jp nz,key_wait
        jp key_wait

        part edit_key           ; the key A; carry: the line has been entered
edit_key:
        ld c,a
        ld a,(GRPHED)
        or a
        jr z,.plain
        xor a
        ld (GRPHED),a
        ld a,c
        sub 40h
        cp 20h
        jp c,edit_type
        ld a,c
        jr .known
.plain: ld a,c
.known: cp 13
        jp z,edit_enter
        cp 127
        jp z,edit_delete
        cp 32
        jr nc,.type
        ld hl,.keys
        ld b,a
.search:
        ld a,(hl)
        inc hl
        or a
        ret z
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        cp b
        jr nz,.search
        push de
        ld a,b
        ret
.type:  jp edit_type
.keys:  db 1
        dw .graphic
        db 2
        dw edit_word_left
        db 3
        dw edit_break
        db 5
        dw edit_erase_end
        db 6
        dw edit_word_right
        db 7
        dw .move
        db 8
        dw edit_back
        db 9
        dw .tab
        db 10
        dw .move
        db 11
        dw .move
        db 12
        dw .move
        db 14
        dw edit_to_end
        db 18
        dw .insert
        db 21
        dw edit_erase_line
        db 28
        dw .move
        db 29
        dw .move
        db 30
        dw .move
        db 31
        dw .move
        db 0
.graphic:
        ld a,1
        ld (GRPHED),a
        or a
        ret
.insert:
        ld a,(INSFLG)
        cpl
        ld (INSFLG),a
        or a
        ret
.tab:   ld a,32
        call edit_type
        ld a,(CSRX)
        dec a
        and 7
        jr nz,.tab
        ret
.move:  ld c,a
        xor a
        ld (INSFLG),a
        ld a,c
        call put
        or a
        ret

        part edit_type          ; the character A at the cursor
edit_type:
        push af
        ld a,(INSFLG)
        or a
        call nz,edit_gap
        call rows
        ld hl,(CSRY)
        ld a,l
        cp b
        jr nz,.inside
        ld a,(LINLEN)
        cp h
        jr nz,.inside
        ld hl,edit_start        ; the screen will scroll
        dec (hl)
.inside:
        pop af
        call put_plain
        or a
        ret

        part logical_line       ; L = first, H = last row of the line that the cursor is in
logical_line:
        ld a,(CSRY)
        ld l,a
.first: dec a
        jr z,.last
        call .link
        jr nz,.last
        ld l,a
        jr .first
.last:  ld a,(CSRY)
        ld h,a
.next:  call rows
        ld a,h
        cp b
        ret nc
        call .link
        ret nz
        inc h
        jr .next
.link:  ; Z: row A goes on
        push hl
        ld c,a
        ld b,0
        ld hl,LINTTB-1
        add hl,bc
        inc (hl)
        dec (hl)
        pop hl
        ret

        part edit_enter         ; RETURN: the logical line to BUF
edit_enter:
        call logical_line
        ld c,l                  ; row
        ld b,h                  ; the last one
        ld hl,(edit_start)
        ld a,l
        cp c
        ld l,h
        jr z,.from
        ld l,1
.from:  ld h,l                  ; column
        ld de,BUF
.row:   push bc
        push de
        ld l,c
        push hl
        call cell_at
        call vram_read
        pop hl
        pop de
        ld a,(LINLEN)
        sub h
        inc a
        ld b,a
.cell:  in a,(VDP_DATA)
        ld (de),a
        inc de
        ; not beyond the buffer
        ld a,d
        cp high(BUF+255)
        jr c,.room
        ld a,e
        cp low(BUF+255)
        jr c,.room
        dec de
.room:  djnz .cell
        pop bc
        ld h,1
        inc c
        ld a,b
        cp c
        jr nc,.row
        ; without the blanks at its end
        ld hl,BUF
        ex de,hl
        or a
        sbc hl,de
        ld b,h
        ld c,l
        add hl,de
.trim:  ld a,b
        or c
        jr z,.trimmed
        dec hl
        ld a,(hl)
        inc hl
        cp ' '
        jr nz,.trimmed
        dec hl
        dec bc
        jr .trim
.trimmed:
        ld a,b
        or a
        jr nz,.long
        ld a,c
        cp 255
        jr c,.fits
.long:  ld c,254
.fits:  ; codes below 32 become two, zeros go
        ld b,0
        ld hl,BUF
        add hl,bc
        ld (hl),0
        ld a,c
        call graphic_codes
        ld (edit_length),a
        ; the cursor behind the line
        call logical_line
        ld a,h
        ld (CSRY),a
        xor a
        ld (INSFLG),a
        call new_line
        scf
        ret
        ram
edit_length:
        ds 1

        part graphic_codes      ; A characters in BUF: a code below 32 becomes 1 and the code + 64, zeros go; A = how many
graphic_codes:
        ld b,a
        or a
        ret z
        ld de,VALUE_BUFFER
        ld hl,BUF
        ld c,0
.next:  ld a,(hl)
        inc hl
        or a
        jr z,.over
        cp 32
        jr nc,.plain
        add a,64
        push af
        ld a,1
        ld (de),a
        inc de
        inc c
        pop af
.plain: ld (de),a
        inc de
        inc c
        ld a,c
        cp 254
        jr nc,.full
.over:  djnz .next
.full:  xor a
        ld (de),a
        ld a,c
        push af
        ld hl,VALUE_BUFFER
        ld de,BUF
        ld bc,256
        ldir
        pop af
        ret

        part edit_cells         ; from the cursor to the end of its logical line: HL = their number; they are in BUF
edit_read:
        call logical_line
        ld a,(CSRY)
        ld c,a
        ld b,h
        ld hl,(CSRY)
        ld de,BUF
.row:   push bc
        push de
        ld l,c
        push hl
        call cell_at
        call vram_read
        pop hl
        pop de
        ld a,(LINLEN)
        sub h
        inc a
        ld b,a
.cell:  in a,(VDP_DATA)
        ld (de),a
        inc de
        ld a,d
        cp high(BUF+257)
        jr c,.room
        ld a,e
        cp low(BUF+257)
        jr c,.room
        dec de
.room:  djnz .cell
        pop bc
        ld h,1
        inc c
        ld a,b
        cp c
        jr nc,.row
        ex de,hl
        ld de,BUF
        or a
        sbc hl,de
        ret
edit_write:                     ; BC characters at DE from the cursor on, row by row
        ld hl,(CSRY)
.line:  ld a,b
        or c
        ret z
        push bc
        push hl
        push de
        call row_full
        call cell_at
        call vram_write
        pop de
        pop hl
        pop bc
        ld a,(LINLEN)
        sub h
        inc a
        push hl
        ld h,a
.one:   ld a,b
        or c
        jr z,.out
        ld a,(de)
        out (VDP_DATA),a
        inc de
        dec bc
        dec h
        jr nz,.one
.out:   pop hl
        inc l
        ld h,1
        jr .line

        part edit_delete        ; DEL, BS
edit_back:
        ld hl,(CSRY)
        ld a,h
        dec a
        jr nz,.left
        ld a,l
        dec a
        ret z
        call logical_line.link
        jr nz,.none
.left:  call cursor_left
edit_delete:
        call edit_read
        ld b,h
        ld c,l
        ld hl,BUF
        add hl,bc
        ld (hl),' '
        ld de,BUF+1
        call edit_write
        ld a,(CSRX)
        dec a
        ld (TTYPOS),a
.none:  or a
        ret

        part edit_gap           ; makes room for a character at the cursor
edit_gap:
        call edit_read
        ld b,h
        ld c,l
        ld hl,BUF
        add hl,bc
        dec hl
        ld a,(hl)               ; the last cell
        cp ' '
        jr z,.room
        ; the line is full: it goes on in a new row
        push bc
        call logical_line
        push hl
        call rows
        pop hl
        ld a,h
        cp b
        jr c,.below
        ; on the last row: everything moves up
        ld de,(CSRY)
        push de
        push hl
        call scroll
        pop hl
        pop de
        dec e
        ld (CSRY),de
        ld a,(edit_start)
        dec a
        ld (edit_start),a
        dec h
        jr .link
.below: ld de,(CSRY)
        push de
        push hl
        ld a,h
        inc a
        ld (CSRY),a
        call insert_row
        pop hl
        pop de
        ld (CSRY),de
.link:  ld c,h
        ld b,0
        ld hl,LINTTB-1
        add hl,bc
        ld (hl),b
        pop bc
        inc bc
.room:  ; a blank, then all but the last
        ld a,b
        or c
        ret z
        push bc
        ld hl,BUF-1
        add hl,bc
        ld d,h
        ld e,l
        dec hl
        dec bc
        ld a,b
        or c
        jr z,.one
        lddr
.one:   ld a,' '
        ld (BUF),a
        pop bc
        ld de,BUF
        jp edit_write

        part edit_erase         ; CTRL-E, CTRL-U, CTRL-N
edit_erase_line:
        call logical_line
        ld h,1
        ld de,(edit_start)
        ld a,l
        cp e
        jr nz,.whole
        ld h,d
.whole: ld (CSRY),hl
edit_erase_end:
        call logical_line
        ld b,h
        ld hl,(CSRY)
.row:   push bc
        push hl
        call erase_and_end
        pop hl
        pop bc
        ld h,1
        inc l
        ld a,b
        cp l
        jr nc,.row
        ld a,(CSRX)
        dec a
        ld (TTYPOS),a
        or a
        ret
edit_to_end:
        call logical_line
        ld l,h
        ld h,1
        push hl
        call cell_at
        call read_row
        pop hl
        ld a,(LINLEN)
        ld c,a
        ld b,0
        ex de,hl
        ld hl,row_buffer
        add hl,bc
        ld b,a
.blank: dec hl
        ld a,(hl)
        cp ' '
        jr nz,.found
        djnz .blank
.found: ld a,(LINLEN)
        cp b
        jr z,.last
        inc b
.last:  ld d,b
        ld (CSRY),de
        ld a,d
        dec a
        ld (TTYPOS),a
        or a
        ret

        part edit_words         ; CTRL-B, CTRL-F
edit_word_right:
        ld bc,960
.word:  push bc
        call .alphanumeric
        pop bc
        jr nc,.gap
        call .right
        jr nz,.word
        ret
.gap:   push bc
        call .alphanumeric
        pop bc
        jr c,.done
        call .right
        jr nz,.gap
.done:  or a
        ret
.right: push bc
        call cursor_right
        pop bc
        jr .count
.left:  push bc
        call cursor_left
        pop bc
.count: dec bc
        ld a,b
        or c
        ret
edit_word_left:
        ld bc,960
        call .left
.before:
        push bc
        call .alphanumeric
        pop bc
        jr c,.inside
        call .left
        jr nz,.before
        ret
.inside:
        push bc
        call .alphanumeric
        pop bc
        jr nc,.behind
        call .left
        jr nz,.inside
        ret
.behind:
        call cursor_right
        or a
        ret
.alphanumeric:                  ; carry: a letter or a figure is at the cursor
        call cell
        call vram_get
        cp '0'
        ccf
        ret nc
        cp '9'+1
        ret c
        and 0DFh
        cp 'A'
        ccf
        ret nc
        cp 'Z'+1
        ret

        part edit_break         ; CTRL-C: the program ends
edit_break:
        call logical_line
        ld a,h
        ld (CSRY),a
        call new_line
        ld hl,(stack_top-2)
        dec hl
        jp stop_program

        part input_prompt       ; INPUT: the text HL and the question mark
input_prompt:
        call print_string
        ld hl,.question
        call put_text
        jp input_start
.question:
        db "? ",0

        part input_line         ; INPUT: a line; Z: it is empty. HL = where the statement begins
input_line:
        ld (input_begin),hl
        call edit_line
        ld (input_at),hl
        or a
        ld a,0
        ld (input_asked),a
        ld (input_exhausted),a
        ret
        ram
input_begin:
        ds 2
input_at:
        ds 2
input_asked:
        ds 1
input_exhausted:
        ds 1

        part input_more         ; another line when the items have run out
input_more:
        ld a,(input_exhausted)
        or a
        ret z
        ld a,(input_asked)
        or a
        jr nz,.asked
        inc a
        ld (input_asked),a
        ld hl,.question
        call put_text
.asked: call input_start
        call edit_line
        ld (input_at),hl
        xor a
        ld (input_exhausted),a
        ld (input_asked),a
        ret
.question:
        db "?? ",0
input_item_end:                 ; behind an item: a comma or the end; anything else starts the statement again
        ld hl,(input_at)
.blank: ld a,(hl)
        cp ' '
        jr nz,.there
        inc hl
        jr .blank
.there: or a
        jr z,.end
        cp ','
        jr nz,input_again
        inc hl
        ld (input_at),hl
        ret
.end:   ld (input_at),hl
        ld a,1
        ld (input_exhausted),a
        ret
input_again:
        ld sp,stack_top
        ld hl,.redo
        call put_text
        call new_line
        ld hl,(input_begin)
        jp (hl)
.redo:  db "?Redo from start",0

        part field_number       ; an item of INPUT as a number
field_number:
        call input_more
        ld hl,(input_at)
        ld a,1
        ld (parse_quiet),a
        call parse_number
        push hl
        push af
        xor a
        ld (parse_quiet),a
        ld hl,(parse_end)
        ld (input_at),hl
        call input_item_end
        pop af
        pop hl
        ret
        ram
parse_quiet:
        ds 1                    ; an error of parse_number is none

        part field_string       ; an item of INPUT as a string, in the descriptor DE
field_string:
        push de
        call input_more
        ld hl,(input_at)
.blank: ld a,(hl)
        cp ' '
        jr nz,.first
        inc hl
        jr .blank
.first: ld b,0
        cp '"'
        jr z,.quoted
        push hl
.plain: ld a,(hl)
        or a
        jr z,.end
        cp ','
        jr z,.end
        inc hl
        inc b
        jr .plain
.quoted:
        inc hl
        push hl
.quote: ld a,(hl)
        or a
        jr z,.end
        inc hl
        cp '"'
        jr z,.end
        inc b
        jr .quote
.end:   ld (input_at),hl
        pop hl
        pop de
        call string_from
        push hl
        call input_item_end
        pop hl
        ret

        part input_end          ; more items than variables
input_end:
        ld a,(input_exhausted)
        or a
        ret nz
        ld hl,.extra
        call put_text
        jp new_line
.extra: db "?Extra ignored",0

        part line_input         ; LINE INPUT to DE
line_input:
        push de
        call edit_line
        ld b,a
        pop de
        jp string_from
