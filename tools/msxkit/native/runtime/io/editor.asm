; INPUT and LINE INPUT: the screen editor, and the items of a line.
; LINTTB has a zero for each row that goes on in the next one.

        part input_start        ; a line begins where the cursor is
        ld hl,(CSRY)
        ld (edit_start),hl
        ld a,l
        dec a
        jr z,.top
        ld bc,a                 ; what stands above does not run into this line
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
        call cursor_lift
.key:   call key_wait
        call edit_key
        jr nc,.key
        call cursor_drop
        ld a,(edit_length)
        ld hl,BUF
        ret

        part edit_key           ; the key A; carry: the line has been entered
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
.plain: ld a,c
        cp 13
        jp z,edit_enter
        cp 127
        jp z,edit_delete
        cp 32
        jr nc,.type
        ld hl,.keys
        ld b,a
.search:
        ldi a,(hl)
        or a
        ret z
        ldi de,(hl)
        cp b
        jr nz,.search
        push de
        ld a,b
        ret
.type:  jp edit_type
.keys:
        entry 1,.graphic
        entry 2,edit_word_left
        entry 3,edit_break
        entry 5,edit_erase_end
        entry 6,edit_word_right
        entry 7,.move
        entry 8,edit_back
        entry 9,.tab
        entry 10,.move
        entry 11,.move
        entry 12,.move
        entry 14,edit_to_end
        entry 18,.insert
        entry 21,edit_erase_line
        entry 28,.move
        entry 29,.move
        entry 30,.move
        entry 31,.move
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
        ld bc,a
        ld hl,LINTTB-1
        add hl,bc
        inc (hl)
        dec (hl)
        pop hl
        ret

        part edit_enter         ; RETURN: the logical line to BUF
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
        call edit_rows
        ld bc,hl
        ld hl,BUF               ; without the blanks at its end
        add hl,bc
.trim:  ld a,b
        or c
        jr z,.trimmed
        dec hl
        ldi a,(hl)
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
        ld b,a
        or a
        ret z
        ld de,KBUF
        ld hl,BUF
        ld c,0
.next:  ldi a,(hl)
        or a
        jr z,.over
        cp 32
        jr nc,.plain
        add a,64
        push af
        ld a,1
        ldi (de),a
        inc c
        pop af
.plain: ldi (de),a
        inc c
        ld a,c
        cp 254
        jr nc,.full
.over:  djnz .next
.full:  xor a
        ld (de),a
        ld a,c
        push af
        ld hl,KBUF
        ld de,BUF
        ld bc,256
        ldir
        pop af
        ret

        part edit_rows          ; rows C to B, the first from column H on, to BUF: HL = the number of their cells
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
        ldi (de),a
        ; not beyond the buffer
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
        sub hl,de
        ret

        part edit_cells         ; from the cursor to the end of its logical line: HL = their number; they are in BUF
edit_read:
        call logical_line
        ld a,(CSRY)
        ld c,a
        ld b,h
        ld hl,(CSRY)
        jp edit_rows
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
