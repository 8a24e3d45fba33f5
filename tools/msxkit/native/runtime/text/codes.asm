; Control codes and escape sequences, as CHPUT does them.

        part put_control        ; A below 32, or 127
        cp 127
        jp z,.delete
        add a,a
        ld bc,a
        ld hl,.table
        add hl,bc
        ld hl,(hl)
        call .jump
.told:  ld a,(CSRX)
        dec a
        ld (TTYPOS),a
        ret
.jump:  jp (hl)
.table: dw .none,.header,.none,.none,.none,.none,.none,beep
        dw cursor_left,.tab,line_feed,.home,clear_screen,.return,.none,.none
        dw .none,.none,.none,.none,.none,.none,.none,.none
        dw .none,.none,.none,.escape,cursor_right,cursor_left,cursor_up,cursor_down
.none:  ret
.header:
        ld a,1
        ld (GRPHED),a
        ret
.return:
        ld a,1
        ld (CSRX),a
        ret
.home:  ld hl,101h
        ld (CSRY),hl
        ret
.tab:   ld a,32
        call put_plain
        ld a,(CSRX)
        dec a
        and 7
        jr nz,.tab
        ret
.escape:
        ld a,255
        ld (ESCCNT),a
        ret
.delete:
        call cursor_left
        call cell
        ld a,32
        call vram_put
        jr .told

        part cursor_left
        ld hl,(CSRY)
        dec h
        jr nz,.set
        dec l
        ret z
        ld a,(LINLEN)
        ld h,a
.set:   ld (CSRY),hl
        ret

        part cursor_right
        ld hl,(CSRY)
        ld a,(LINLEN)
        cp h
        jr z,.next
        inc h
        ld (CSRY),hl
        ret
.next:  call rows
        ld a,l
        cp b
        ret nc
        inc l
        ld h,1
        ld (CSRY),hl
        ret

        part cursor_up
        ld a,(CSRY)
        dec a
        ret z
        ld (CSRY),a
        ret

        part cursor_down
        call rows
        ld a,(CSRY)
        cp b
        ret nc
        inc a
        ld (CSRY),a
        ret

        part put_escape         ; A goes on an escape sequence
        ld c,a
        ld a,(hl)
        inc a
        jr z,.first
        ; 80h: row of Y, 81h: column of Y, 82h: x, 83h: y
        dec a
        ld (hl),0
        sub 80h
        jr z,.row
        dec a
        jr z,.column
        dec a
        jr z,.on
        ld a,c
        cp '4'
        ld b,1
        jr z,.style
        cp '5'
        jr nz,.end
        ld a,1
        ld (CSRSW),a
        call cursor_drop
        jr .end
.on:    ld a,c
        cp '4'
        ld b,0
        jr z,.style
        cp '5'
        jr nz,.end
        xor a
        ld (CSRSW),a
        jr .end
.style: ld a,b
        ld (CSTYLE),a
        jr .end
.row:   ld a,c
        sub 32
        ld (escape_row),a
        ld (hl),81h
        jr .end
.column:
        ld a,c
        sub 32
        ld d,a
        ld a,(escape_row)
        ld e,a
        jp place_cursor
.first: ld (hl),0
        ld a,c
        cp 'Y'
        ld b,80h
        jr z,.more
        ld b,82h
        cp 'x'
        jr z,.more
        inc b
        cp 'y'
        jr z,.more
        ld hl,.letters
.search:
        ld a,(hl)
        or a
        jr z,.end
        inc hl
        cp c
        ldi de,(hl)
        jr nz,.search
        ex de,hl
        call .jump
.end:   ld a,(CSRX)
        dec a
        ld (TTYPOS),a
        ret
.more:  ld (hl),b
        jr .end
.jump:  jp (hl)
.letters:
        entry 'A',cursor_up
        entry 'B',cursor_down
        entry 'C',.forward
        entry 'D',.back
        entry 'H',put_control.home
        entry 'j',clear_screen
        entry 'E',clear_screen
        entry 'K',erase_line_end
        entry 'J',.erase_screen_end
        entry 'l',.erase_line
        entry 'L',insert_row
        entry 'M',.delete_row
        db 0
.forward:
        ld hl,(CSRY)
        ld a,(LINLEN)
        cp h
        ret z
        inc h
        ld (CSRY),hl
        ret
.back:  ld hl,CSRX
        ld a,(hl)
        dec a
        ret z
        ld (hl),a
        ret
.erase_line:
        ld hl,(CSRY)
        ld h,1
        jp erase_and_end
.erase_screen_end:
        call erase_line_end
        ld a,(CSRY)
.below: inc a
        ld l,a
        call rows
        ld a,b
        cp l
        ret c
        ld h,1
        push hl
        call erase_and_end
        pop hl
        ld a,l
        jr .below
.delete_row:
        call all_rows
        ld a,(CSRY)
        ld l,a
.up:    call rows
        ld a,l
        cp b
        jp nc,blank_row
        push hl
        inc l
        ld h,1
        call cell_at
        call copy_row
        pop hl
        ld bc,l
        push hl
        ld hl,LINTTB
        add hl,bc
        ldd a,(hl)
        ld (hl),a
        pop hl
        inc l
        jr .up
        ram
escape_row:
        ds 1

        part erase_line_end     ; ESC K
        ld hl,(CSRY)
erase_and_end:                  ; from column H of row L; the row ends there
        push hl
        call erase_from
        pop hl
        ld bc,l
        ld hl,LINTTB-1
        add hl,bc
        ld (hl),255
        ret

        part insert_row         ; ESC L
        call all_rows
        call rows
        ld l,b
.down:  ld a,(CSRY)
        cp l
        jr nc,blank_row
        push hl
        dec l
        ld bc,l
        ld hl,LINTTB-1
        add hl,bc
        ldi a,(hl)
        ld (hl),a
        pop hl
        push hl
        dec l
        ld h,1
        call cell_at
        push hl
        call read_row
        pop hl
        ld a,(columns)
        ld bc,a
        add hl,bc
        call write_row
        pop hl
        dec l
        jr .down
blank_row:                      ; row L is blank, and the cursor in column 1
        ld h,1
        call erase_and_end
        ld a,1
        ld (CSRX),a
        ret

        part all_rows           ; all rows may be full until the screen is cleared
        ld hl,rows_unknown
        set 0,(hl)
        ret

        part row_full           ; row L may be full; keeps HL
        push hl
        ld a,l
        add a,low row_used
        ld l,a
        ld h,high row_used
        ld a,(LINLEN)
        ld (hl),a
        pop hl
        ret
