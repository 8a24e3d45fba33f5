; What the keys of the screen editor do with a line.

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
        ld bc,hl
        ld hl,BUF
        add hl,bc
        ld (hl),' '
        ld de,BUF+1
        call edit_write
edit_told:                      ; PRINT knows the column, and the line goes on
        ld a,(CSRX)
        dec a
        ld (TTYPOS),a
.none:  or a
        ret

        part edit_gap           ; makes room for a character at the cursor
        call edit_read
        ld bc,hl
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
.link:  ld bc,h
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
        ld de,hl
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
        jp edit_told
edit_to_end:
        call logical_line
        ld l,h
        ld h,1
        push hl
        call cell_at
        call read_row
        pop hl
        ld a,(LINLEN)
        ld bc,a
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
        jp edit_told

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
        call logical_line
        ld a,h
        ld (CSRY),a
        call new_line
        ld hl,(stack_top-2)
        dec hl
        jp stop_program
