; The text screens: what CHPUT and its statements do, written into video memory directly.

        part vram               ; addresses of video memory in HL
vram_write:                     ; the next bytes go to HL
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        and 3Fh
        or 40h
        out (VDP_CONTROL),a
        ei
        ret
vram_read:                      ; the next bytes come from HL
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        and 3Fh
        out (VDP_CONTROL),a
        ei
        ex (sp),hl              ; the chip needs a moment
        ex (sp),hl
        ret
vram_put:                       ; A to HL
        push af
        call vram_write
        pop af
        out (VDP_DATA),a
        ret
vram_get:                       ; A from HL
        call vram_read
        in a,(VDP_DATA)
        ret
vram_fill:                      ; A to BC bytes from HL
        push af
        call vram_write
        ld a,c
        or a
        jr z,.whole
        inc b
.whole: pop af
.byte:  out (VDP_DATA),a
        nop
        dec c
        jp nz,.byte
        djnz .byte
        ret
vram_from:                      ; BC bytes at HL to DE of video memory
        ex de,hl
        call vram_write
        ex de,hl
        ld a,b
        ld b,c
        ld c,VDP_DATA
        inc b
        dec b
        jr z,.block
        inc a
.block: outi
        jp nz,.block
        dec a
        jp nz,.block
        ret

        part vdp_write          ; register C = B, with its copy
vdp_write:
        ld a,b
        di
        out (VDP_CONTROL),a
        ld a,c
        or 80h
        out (VDP_CONTROL),a
        ei
        push hl
        ld a,b
        ld hl,RG0SAV
        ld b,0
        add hl,bc
        ld (hl),a
        pop hl
        ret

        part screen_start       ; SCREEN 0, WIDTH 40, no function keys, COLOR 15,4,4
screen_start:
        ld hl,.tables
        ld de,TABLES
        ld bc,40
        ldir
        ld hl,4*256+15
        ld (FORCLR),hl
        ld a,h
        ld (BDRCLR),a
        ld a,40
        ld (LINL40),a
        ld a,29
        ld (LINL32),a
        ld a,24
        ld (CRTCNT),a
        xor a
        ld (CNSDFG),a
        ld (CSRSW),a
        ld (CSTYLE),a
        ld (GRPHED),a
        ld (ESCCNT),a
        ld (INSFLG),a
        ld a,(msx_version)
        or a
        ld bc,0E0h*256+1
        jr z,.msx1
        ld bc,14                ; the first 16 KB
        call vdp_control
        ld bc,60h*256+1
.msx1:  call vdp_write
        call boot_video
        xor a
        jp set_screen
.tables:
        dw 0,0,800h,0,0
        dw 1800h,2000h,0,1B00h,3800h
        dw 1800h,2000h,0,1B00h,3800h
        dw 800h,0,0,1B00h,3800h

        part vdp_control        ; register C = B, without a copy
vdp_control:
        ld a,b
        di
        out (VDP_CONTROL),a
        ld a,c
        or 80h
        out (VDP_CONTROL),a
        ei
        ret

        part text_mode          ; back to the text screen from a graphic one
text_mode:
        ld a,(SCRMOD)
        cp 2
        ret c
        ld a,(OLDSCR)
        jp set_screen

        part set_screen         ; SCREEN A (0 or 1); graphic modes have their own way
set_screen:
        cp 2
        jp nc,set_graphic
        ld (SCRMOD),a
        ld (OLDSCR),a
        ld (drawn_mode),a
        call leave_bitmap
        call set_window
        call set_tables
        call mode_bits
        call show_colours
        ; the font
        ld hl,(FONT)
        ld de,(CGPBAS)
        ld bc,2048
        call vram_from
        ld hl,(CGPBAS)          ; 255 is the cursor, whatever the font has
        ld de,255*8
        add hl,de
        ld bc,8
        ld a,255
        call vram_fill
        call clear_screen
        ld a,(SCRMOD)
        or a
        call nz,clear_sprites
        jp palette_start

        part wide_text          ; carry: SCREEN 0 with 80 columns; keeps all but A
wide_text:
        ld a,(SCRMOD)
        cp 1
        ret nc
        push hl
        ld hl,LINL40
        ld a,40
        cp (hl)
        pop hl
        ret

        part palette_start      ; SCREEN on an MSX2: the palette after a reset, in the chip and in its copy
palette_start:
        ld a,(msx_version)
        or a
        ret z
palette_reset:
        ld de,.colours
        ld bc,16                ; the next colour is 0
        call vdp_control
        call palette_place
        call page_seek
        call vram_write
        ex de,hl
        ld b,32
.next:  ld a,(hl)
        out (VDP_PALETTE),a
        out (VDP_DATA),a
        inc hl
        djnz .next
        jp page_done
.colours:                       ; V9938 technical data book
        db 00h,0,00h,0,11h,6,33h,7,17h,1,27h,3,51h,1,27h,6
        db 71h,1,73h,3,61h,6,64h,6,11h,4,65h,2,55h,5,77h,7
palette_place:                  ; HL = where the copy lies; changes BC
        call wide_text
        ld hl,0F00h
        ret c
        ld hl,.places
        ld a,(SCRMOD)
        add a,a
        ld c,a
        ld b,0
        add hl,bc
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ret
.places:
        dw 0400h,2020h,1B80h,2020h,1B80h,7680h,7680h,0FA80h,0FA80h

        part mode_bits          ; registers 0 and 1 for the mode
mode_bits:
        ld c,0
        call wide_text
        ld b,4
        jr c,.first
        ld a,(SCRMOD)
        cp 2
        ld b,2
        jr z,.first
        ld b,c
.first: call vdp_write
        ld a,(SCRMOD)
        or a
        ld b,10h
        jr z,.text
        cp 3
        ld b,8
        jr z,.text
        ld b,0
.text:  ld a,(RG1SAV)
        and 0A3h
        or 60h
        or b
        ld b,a
        ld c,1
        jp vdp_write

        part set_tables         ; table addresses of the mode to the registers and to NAMBAS ...
set_tables:
        call wide_text
        jp c,.wide
        ld a,(SCRMOD)
        ld c,a
        add a,a
        add a,a
        add a,c
        add a,a
        ld c,a
        ld b,0
        ld hl,TABLES
        add hl,bc
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld (NAMBAS),de
        ex de,hl
        ld b,6                  ; names / 400h
        call .shift
        ld c,2
        call vdp_write
        ex de,hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ex de,hl
        ld b,2                  ; colours / 40h
        call .shift
        ld a,(SCRMOD)
        cp 2
        ld a,7Fh
        call z,.low
        ld c,3
        call .write
        ex de,hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld (CGPBAS),de
        ex de,hl
        ld b,3+4                ; patterns / 800h
        call .shift
        ld a,(SCRMOD)
        cp 2
        ld a,3
        call z,.low
        ld c,4
        call vdp_write
        ex de,hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld (ATRBAS),de
        ex de,hl
        ld b,3                  ; attributes / 80h
        call .shift
        ld c,5
        call .write
        ex de,hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        ld (PATBAS),de
        ex de,hl
        ld b,3+4                ; sprite patterns / 800h
        call .shift
        ld c,6
        ; falls into .write
.write: ; an MSX2 leaves alone what the mode has not got
        ld a,(msx_version)
        or a
        jp z,vdp_write
        ld a,(SCRMOD)
        or a
        ret z
        cp 3
        jp nz,vdp_write
        ld a,c
        cp 3
        jp nz,vdp_write
        ret
.wide:  ld hl,0
        ld (NAMBAS),hl
        ld (ATRBAS),hl
        ld (PATBAS),hl
        ld h,10h
        ld (CGPBAS),hl
        ld bc,3*256+2
        call vdp_write
        ld bc,27h*256+3
        call vdp_write
        ld bc,2*256+4
        jp vdp_write
.low:   or b
        ld b,a
        ret
.shift: ; B = HL / 2^(B+4), for 6, 2, 7, 3; keeps DE
        push hl
        ld a,b
        add a,4
        ld b,a
.bit:   srl h
        rr l
        djnz .bit
        ld b,l
        pop hl
        ret

        part set_window         ; width, columns and origin of the text screen
set_window:
        ld a,(OLDSCR)
        or a
        ld a,(LINL32)
        ld b,32
        ld hl,(TABLES+10)
        jr nz,.set
        ld a,(LINL40)
        ld b,40
        ld hl,(TABLES)
        cp 41
        jr c,.set
        ld b,80
        ld hl,0
.set:   ld (LINLEN),a
        ld c,a
        ld a,b
        ld (columns),a
        inc a
        sub c
        srl a
        ld e,a
        ld d,0
        add hl,de
        ld (origin),hl
        ; CLMLST: 14 * (width \ 14 - 1)
        ld a,c
        ld b,-14
.zone:  sub 14
        jr c,.done
        ld c,a
        ld a,b
        add a,14
        ld b,a
        ld a,c
        jr .zone
.done:  ld a,b
        ld (CLMLST),a
        ret
        ram
columns:
        ds 1                    ; of the name table
origin: ds 2                    ; address of column 1, row 1

        part show_colours       ; what COLOR has set to the screen
show_colours:
        ld a,(FORCLR)
        rlca
        rlca
        rlca
        rlca
        and 0F0h
        ld b,a
        ld a,(BAKCLR)
        and 15
        or b
        ld e,a
        ld a,(SCRMOD)
        or a
        ld b,e
        ld c,7
        jp z,vdp_write
        ld a,(BDRCLR)
        ld b,a
        push de
        call vdp_write
        pop de
        ld a,(SCRMOD)
        dec a
        ret nz
        ld hl,(TABLES+12)
        ld bc,32
        ld a,e
        jp vram_fill

        part clear_sprites      ; none is seen, each in the foreground colour with its own pattern
clear_sprites:
        ld e,209
sprites_off:                    ; E = a row off the screen
        ld hl,(ATRBAS)
        ld a,(RG1SAV)
        and 2
        ld c,1
        jr z,.small
        ld c,4
.small: ld d,0
        ld b,32
.plane: ld a,e
        call vram_put
        inc hl
        inc hl                  ; its column stays
        ld a,d
        call vram_put
        add a,c
        ld d,a
        ld a,(FORCLR)
        out (VDP_DATA),a
        inc hl
        inc hl
        djnz .plane
        ret

        part rows               ; B = rows that can be printed on
rows:   ld a,(CNSDFG)
        or a
        ld a,(CRTCNT)
        jr z,.all
        dec a
.all:   ld b,a
        ret

        part cell               ; HL = address of the cursor's cell
cell:   ld hl,(CSRY)            ; L row, H column
cell_at:
        ld a,h
        dec a
        ld c,a                  ; column from 0
        dec l
        ld h,0
        ld a,(columns)
        cp 40
        jr c,.narrow
        ld d,h
        ld e,l
        add hl,hl
        add hl,hl
        add hl,de
        cp 80
        jr nz,.eight
        add hl,hl
        jr .eight
.narrow:
        add hl,hl
        add hl,hl
.eight: add hl,hl
        add hl,hl
        add hl,hl               ; 40 or 32 times the row
        ld b,0
        add hl,bc
        ld de,(origin)
        add hl,de
        ret

        part clear_screen       ; CLS
clear_screen:
        ld a,(columns)
        ld c,a                  ; 24 rows
        ld b,0
        ld h,b
        ld l,c
        add hl,hl
        add hl,bc
        add hl,hl
        add hl,hl
        add hl,hl
        ld b,h
        ld c,l
        ld a,(OLDSCR)
        or a
        ld hl,(TABLES+10)
        jr nz,.names
        ld a,(columns)
        cp 80
        ld hl,0
        jr z,.names
        ld hl,(TABLES)
.names: ld a,32
        call vram_fill
        ld hl,row_used
        ld b,25
.unused:
        ld (hl),0
        inc l
        djnz .unused
        ld hl,rows_unknown
        res 0,(hl)
        call show_keys
        ld hl,LINTTB
        ld b,24
.link:  ld (hl),255
        inc hl
        djnz .link
        ld hl,101h
        ld (CSRY),hl
        xor a
        ld (TTYPOS),a
        ret

        part show_keys          ; the function-key line, where it is on
show_keys:
        ld a,(CNSDFG)
        or a
        ret z
        ld a,(SCRMOD)
        cp 2
        ret nc
        jp draw_keys

        part draw_keys
draw_keys:
        ld a,(CRTCNT)
        ld l,a
        ld h,1
        push hl
        call erase_from
        pop hl
        call row_full
        call cell_at
        call vram_write
        ld a,(LINLEN)           ; five texts of (width-4)\\5
        sub 4
        ret c
        ld b,0
.size:  inc b
        sub 5
        jr nc,.size
        dec b
        ret z
        ld hl,FNKSTR
        ld c,5
.key:   push hl
        push bc
        ld d,0
.character:
        ld a,(hl)
        inc hl
        or a
        jr nz,.there
        inc d
.there: bit 0,d
        jr z,.shown
        ld a,32
.shown: cp 127
        jr z,.blank
        cp 32
        jr nc,.put
.blank: ld a,32
.put:   out (VDP_DATA),a
        djnz .character
        pop bc
        pop hl
        ld a,32
        dec c
        ret z
        out (VDP_DATA),a
        ld de,16
        add hl,de
        jr .key

        part erase_from         ; blanks from column H of row L to the end of the window
erase_from:
        ld a,(LINLEN)
        ld c,a
        ld d,high row_used
        ld a,low row_used
        add a,l
        ld e,a
        ld a,(rows_unknown)
        or a
        jr nz,.all
        ld a,(de)
        ld c,a
.all:   ; C = the last column that may be other than blank
        ld a,h
        dec a
        ld b,a
        ld a,c
        sub b
        ret c
        ret z
        push af
        ld a,b
        ld (de),a
        call cell_at
        pop af
        ld c,a
        ld b,0
        ld a,32
        jp vram_fill

        part put                ; one character with everything that it can mean
put:    ld hl,ESCCNT
        bit 7,(hl)
        jp nz,put_escape
        ld c,a
        ld hl,GRPHED
        ld a,(hl)
        or a
        jp nz,put_graphic
        ld a,c
        cp 127
        jp z,put_control
        cp 32
        jp c,put_control
put_plain:                      ; A into the cursor's cell
        push af
        call cell
        pop af
        call vram_put
        ld hl,(CSRY)
        ld d,high row_used
        ld a,low row_used
        add a,l
        ld e,a
        ld a,(de)
        cp h
        jr nc,advance
        ld a,h
        ld (de),a
advance:
        ld hl,(CSRY)
        ld a,(LINLEN)
        cp h
        jr z,.wrap
        jr c,.wrap
        inc h
        ld (CSRY),hl
        ld a,h
        dec a
        ld (TTYPOS),a
        ret
.wrap:  ld h,1
        ld (CSRY),hl
        xor a
        ld (TTYPOS),a
        ld c,l
        ld b,a
        ld hl,LINTTB-1
        add hl,bc
        ld (hl),a               ; the row goes on in the next one
        jp line_feed

        part put_graphic
put_graphic:
        ld (hl),0
        ld a,c
        sub 40h
        cp 20h
        jp c,put_plain
        ld a,c
        cp 32
        jp c,put_control
        jp put_plain

        part line_feed          ; down one row; scrolls on the last
line_feed:
        call rows
        ld a,(CSRY)
        cp b
        jr nc,scroll
        inc a
        ld (CSRY),a
        ret
scroll: ; B = rows
        push bc
        ld hl,LINTTB+1
        ld de,LINTTB
        ld c,b
        ld b,0
        dec c
        jr z,.one
        ldir
.one:   ld a,255
        ld (de),a
        pop bc
        ; rows 2 to B up, as many columns as one of the two uses
        push bc
        dec b
        jr z,.last
        ld hl,(origin)
        ld de,row_used+1
.row:   push bc
        ld a,(de)
        ld c,a
        inc e
        ld a,(de)
        dec e
        ld (de),a
        inc e
        cp c
        jr nc,.longer
        ld a,c
.longer:
        ld b,a
        ld a,(rows_unknown)
        or a
        jr z,.known
        ld a,(LINLEN)
        ld b,a
.known: ld a,(columns)
        ld c,a
        ld a,b
        or a
        jr z,.empty
        push de
        push hl
        ld d,b
        ld b,0
        add hl,bc
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        and 3Fh
        out (VDP_CONTROL),a
        ei
        ld b,d
        ld hl,row_buffer
        ld c,VDP_DATA
        ld a,(SCRMOD)
        or a
        jr nz,.slow
        inir
        pop hl
        push hl
        call vram_write
        ld hl,row_buffer
        ld b,d
        otir
.moved: pop hl
        pop de
        ld a,(columns)
        ld c,a
.empty: ld b,0
        add hl,bc
        pop bc
        djnz .row
.last:  pop bc
        ld l,b
        ld h,1
        jp erase_from
.slow:  ; in SCREEN 1 the chip takes a byte in 29 T-states
        ini
        jp nz,.slow
        pop hl
        push hl
        call vram_write
        ld hl,row_buffer
        ld b,d
.write: outi
        jp nz,.write
        jr .moved

        part row_used           ; how many columns of each row may be other than blank
        ram
        align 32
row_used:
        ds 32                   ; by row, from 1
rows_unknown:
        ds 1                    ; not 0: all of them, since the program has written to the name table by itself

        part copy_row           ; the window's columns of the row at HL to the row above
copy_row:
        push hl
        call read_row
        pop hl
        ld a,(columns)
        ld c,a
        ld b,0
        or a
        sbc hl,bc
        jp write_row

        part read_row           ; the window's columns of the row at HL to row_buffer, and back
read_row:
        call vram_read
        ld a,(LINLEN)
        ld b,a
        ld c,VDP_DATA
        ld hl,row_buffer
.read:  ini
        jp nz,.read
        ret
write_row:
        call vram_write
        ld a,(LINLEN)
        ld b,a
        ld c,VDP_DATA
        ld hl,row_buffer
.write: outi
        jp nz,.write
        ret
        ram
row_buffer:
        ds 80

        part put_control        ; A below 32, or 127
put_control:
        cp 127
        jp z,.delete
        add a,a
        ld c,a
        ld b,0
        ld hl,.table
        add hl,bc
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        call .jump
        ld a,(CSRX)
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
        ld a,(CSRX)
        dec a
        ld (TTYPOS),a
        ret

        part cursor_left
cursor_left:
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
cursor_right:
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
cursor_up:
        ld a,(CSRY)
        dec a
        ret z
        ld (CSRY),a
        ret

        part cursor_down
cursor_down:
        call rows
        ld a,(CSRY)
        cp b
        ret nc
        inc a
        ld (CSRY),a
        ret

        part put_escape         ; A goes on an escape sequence
put_escape:
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
        ld h,0
        bit 7,d
        jr z,.right
        ld d,h
.right: bit 7,e
        jr z,.place
        ld e,h
.place: jp place_cursor
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
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
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
        db 'A'
        dw cursor_up
        db 'B'
        dw cursor_down
        db 'C'
        dw .forward
        db 'D'
        dw .back
        db 'H'
        dw put_control.home
        db 'j'
        dw clear_screen
        db 'E'
        dw clear_screen
        db 'K'
        dw erase_line_end
        db 'J'
        dw .erase_screen_end
        db 'l'
        dw .erase_line
        db 'L'
        dw insert_row
        db 'M'
        dw .delete_row
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
        jr nc,.blank
        push hl
        inc l
        ld h,1
        call cell_at
        call copy_row
        pop hl
        ld c,l
        ld b,0
        push hl
        ld hl,LINTTB
        add hl,bc
        ld a,(hl)
        dec hl
        ld (hl),a
        pop hl
        inc l
        jr .up
.blank: ld h,1
        call erase_and_end
        ld a,1
        ld (CSRX),a
        ret
        ram
escape_row:
        ds 1

        part erase_line_end     ; ESC K
erase_line_end:
        ld hl,(CSRY)
erase_and_end:                  ; from column H of row L; the row ends there
        push hl
        call erase_from
        pop hl
        ld c,l
        ld b,0
        ld hl,LINTTB-1
        add hl,bc
        ld (hl),255
        ret

        part insert_row         ; ESC L
insert_row:
        call all_rows
        call rows
        ld l,b
.down:  ld a,(CSRY)
        cp l
        jr nc,.blank
        push hl
        dec l
        ld c,l
        ld b,0
        ld hl,LINTTB-1
        add hl,bc
        ld a,(hl)
        inc hl
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
        ld c,a
        ld b,0
        add hl,bc
        call write_row
        pop hl
        dec l
        jr .down
.blank: ld h,1
        call erase_and_end
        ld a,1
        ld (CSRX),a
        ret

        part all_rows           ; all rows may be full until the screen is cleared
all_rows:
        ld hl,rows_unknown
        set 0,(hl)
        ret

        part row_full           ; row L may be full; keeps HL
row_full:
        push hl
        ld a,l
        add a,low row_used
        ld l,a
        ld h,high row_used
        ld a,(LINLEN)
        ld (hl),a
        pop hl
        ret

        part place_cursor       ; column D, row E, from 0, within the window
place_cursor:
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
new_line:
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
fresh_line:
        xor a
        ld (ESCCNT),a
        ld (GRPHED),a
        ld a,(TTYPOS)
        or a
        ret z
        jp new_line

        part put_text           ; the text at HL up to a zero
put_text:
        ld a,(hl)
        or a
        ret z
        push hl
        call put
        pop hl
        inc hl
        jr put_text

        part put_word           ; the unsigned word HL in decimal
put_word:
        call word_text
        jp put_characters

        part word_text          ; the unsigned word HL as text: HL = its start, B = length; keeps what is before it
word_text:
        call word_digits
        ld hl,text_buffer+1
        ld a,c
        call .digit             ; the first of the six is 0
        ld a,d
        call .two
        ld a,e
        call .two
        ld hl,text_buffer+1
        ld b,5
        ld a,'0'
.zeros: cp (hl)
        ret nz
        dec b
        jr z,.zero
        inc hl
        jr .zeros
.zero:  inc b
        ret
.two:   push af
        rrca
        rrca
        rrca
        rrca
        call .digit
        pop af
.digit: and 15
        add a,'0'
        ld (hl),a
        inc hl
        ret

        part text_buffer
        ram
text_buffer:
        ds 32                   ; a number as text

        part put_characters     ; B characters at HL; B = 0: none
put_characters:
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
.one:   ld a,(hl)
        inc hl
        push hl
        push bc
        call put
        pop bc
        pop hl
        djnz put_characters
        ret

        part show_cursor        ; the cursor's cell shows its inverse as character 255
show_cursor:
        ld a,(SCRMOD)
        cp 2
        ret nc
        call cell
        push hl
        call vram_get
        ld (CURSAV),a
        ld l,a
        ld h,0
        add hl,hl
        add hl,hl
        add hl,hl
        ld de,(CGPBAS)
        add hl,de
        call vram_read
        ld hl,row_buffer
        ld b,8
.read:  in a,(VDP_DATA)
        ld (hl),a
        inc hl
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
        ld (hl),a
        inc hl
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
hide_cursor:
        ld a,(SCRMOD)
        cp 2
        ret nc
        call cell
        ld a,(CURSAV)
        jp vram_put
