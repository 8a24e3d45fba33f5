; The cells of a text screen: what CHPUT does with a plain character, written into video memory directly; scrolling.

        part rows               ; B = rows that can be printed on
        ld a,(CNSDFG)
        or a
        ld a,(CRTCNT)
        jr z,.all
        dec a
.all:   ld b,a
        ret

        part cell               ; HL = address of the cursor's cell
        ld hl,(CSRY)            ; L row, H column
cell_at:
        ld a,h
        dec a
        ld c,a                  ; column from 0
        dec l
        ld h,0
        ld a,(columns)
        cp 40
        jr c,.narrow
        ld de,hl
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
.eight: .3 add hl,hl            ; 40 or 32 times the row
        ld b,0
        add hl,bc
        ld de,(origin)
        add hl,de
        ret

        part clear_screen       ; CLS
        ld a,(columns)
        ld bc,a                 ; 24 rows
        ld hl,bc
        add hl,hl
        add hl,bc
        .3 add hl,hl
        ld bc,hl
        ld hl,(NAMBAS)
        ld a,32
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
.link:  ldi (hl),255
        djnz .link
        ld hl,101h              ; PRINT still thinks that it is in the column where it was
        ld (CSRY),hl
        ret

        part show_keys          ; the function-key line, where it is on
        ld a,(CNSDFG)
        or a
        ret z
        text_screens_only
        jp draw_keys

        part draw_keys
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
        ldi a,(hl)
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
        ld bc,a
        ld a,32
        jp vram_fill

        part put                ; one character with everything that it can mean
        ld c,a
        ld hl,(GRPHED)          ; and ESCCNT
        ld a,l
        or h
        jp nz,put_special
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

        part put_special        ; C behind ESC or CHR$(1), or where the cursor stands in video memory
        bit 6,l
        jr nz,.cursor
        bit 7,h
        ld hl,ESCCNT
        ld a,c
        jp nz,put_escape
        dec hl
        ld (hl),0
        sub 40h
        cp 20h
        jp c,put_plain
        ld a,c
        cp 32
        jp c,put_control
        jp put_plain
.cursor:
        push bc
        call cursor_lift
        pop bc
        ld a,c
        call put
        jp cursor_drop

        part cursor_stand       ; a cursor that LOCATE or ESC y5 has switched on stands in video memory: bit 6 of GRPHED
cursor_lift:                    ; before output
        ld hl,GRPHED
        bit 6,(hl)
        ret z
        res 6,(hl)
        jp hide_cursor
cursor_drop:                    ; after output
        ld a,(CSRSW)
        or a
        ret z
        call show_cursor
        ld hl,GRPHED
        set 6,(hl)
        ret

        part line_feed          ; down one row; scrolls on the last
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
        ld bc,b
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
        ld a,(RG1SAV)
        and 10h
        jr z,.slow
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
.slow:  ; in other modes than SCREEN 0 the chip takes a byte in 29 T-states
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
        push hl
        call read_row
        pop hl
        ld a,(columns)
        ld bc,a
        sub hl,bc
        jp write_row

        part read_row           ; the window's columns of the row at HL to row_buffer, and back
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
