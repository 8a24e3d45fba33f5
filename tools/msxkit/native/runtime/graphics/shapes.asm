; LINE, boxes and characters in SCREEN 5 to 8 (bitmap.asm), by commands of the chip.

        part any_line           ; LINE from the point kept at HL to the last one
        on_msx1_screens line
        call kept_point
        ld bc,GRPACX
        jr bitmap_stroke
any_stroke:                     ; a line from the point HL, DE to the point at BC, where GXPOS and GYPOS are then
        on_msx1_screens stroke
bitmap_stroke:
        call any_ink
        push bc
        call bitmap_scale
        ld (bitmap_x),hl
        ld (bitmap_y),de
        pop hl
        call kept_point
        ld (GXPOS),hl
        ld (GYPOS),de
        call bitmap_scale
        ; downwards, from bitmap_x, bitmap_y to HL, E
        ld a,(bitmap_y)
        cp e
        jr c,.down
        jr z,.down
        ld bc,(bitmap_x)
        ld (bitmap_x),hl
        ld hl,bc
        ld d,a
        ld a,e
        ld (bitmap_y),a
        ld e,d
.down:  ld a,(bitmap_y)
        ld d,a
        ld a,e
        sub d
        ld de,a                 ; DE = rows down
        ld bc,(bitmap_x)
        sub hl,bc
        ld b,d
        jr nc,.across
        ld b,TO_LEFT
        neg hl
.across:                        ; HL = columns across
        cp hl,de
        jr nc,.wide
        ex de,hl
        inc b
.wide:  ld a,b
        ld (command_way),a
        ld (command_nx),hl
        ld (command_ny),de
bitmap_line:                    ; LINE from bitmap_x, bitmap_y
        ld hl,(bitmap_x)
        ld (command_dx),hl
        ld hl,(bitmap_y)
        ld (command_dy),hl
        ld a,COMMAND_LINE
        jp draw_command
        ram
bitmap_x:
        ds 2
bitmap_y:
        ds 2

        part bitmap_corners     ; bitmap_left ... of the rectangle from the point kept at HL to the last one
        call any_ink
        call kept_point
        call bitmap_scale
        push hl
        push de
        ld hl,(GRPACX)
        ld (GXPOS),hl
        ld de,(GRPACY)
        ld (GYPOS),de
        call bitmap_scale
        pop bc
        ld a,c
        cp e
        jr c,.below
        ld c,e
        ld e,a
.below: ld a,e
        sub c
        ld (bitmap_rows_less),a
        ld (bitmap_top),bc
        pop de
        sub hl,de
        jr nc,.right
        add hl,de
        ex de,hl
        sub hl,de
.right: ld (bitmap_left),de
        ld (bitmap_columns_less),hl
        ret
        ram
bitmap_left:
        ds 2
bitmap_top:
        ds 2                    ; with the page
bitmap_columns_less:
        ds 2                    ; columns and rows, less 1
bitmap_rows_less:
        ds 1

        part any_box            ; LINE ,B: four lines that have no pixel in common
        on_msx1_screens box
        call bitmap_corners
        ld hl,(bitmap_top)
        push hl
        call .across
        pop hl
        push hl
        ld a,(bitmap_rows_less)
        add a,l
        ld l,a
        call .across
        pop hl
        ld a,(bitmap_rows_less)
        sub 2
        ret c
        inc l
        ld (bitmap_y),hl
        ld hl,a
        ld (command_nx),hl
        inc h
        ld (command_way-1),hl   ; downwards
        ld hl,(bitmap_left)
        call .line
        ld hl,(bitmap_left)
        ld de,(bitmap_columns_less)
        add hl,de
        jr .line
.across:
        ld (bitmap_y),hl
        ld hl,(bitmap_columns_less)
        ld (command_nx),hl
        xor a
        ld (command_way),a
        ld hl,(bitmap_left)
.line:  ld (bitmap_x),hl
        ld hl,0
        ld (command_ny),hl
        jp bitmap_line

        part any_filled_box     ; LINE ,BF
        on_msx1_screens filled_box
        call bitmap_corners
        ld a,(bitmap_rows_less)
        ld hl,a
        inc hl
        ld (command_ny),hl
        ld de,(bitmap_columns_less)
        inc de
        ld hl,(bitmap_top)
bitmap_fill:                    ; the rectangle from bitmap_left and the row HL, DE columns, in the ink
        ld (command_dy),hl
        ld (command_nx),de
        ld hl,(bitmap_left)
        ld (command_dx),hl
        xor a
        ld (command_way),a
        ; whole bytes go faster
        ld a,(LOGOPR)
        or a
        jr nz,.pixels
        ld a,l
        or e
        ld b,a
        ld a,(SCRMOD)
        cp 8
        ld c,0
        jr z,.mask
        cp 6
        ld c,3
        jr z,.mask
        ld c,1
.mask:  ld a,b
        and c
        jr nz,.pixels
        ld a,(ink)
        call fill_byte
        ld (command_colour),a
        ld a,COMMAND_BYTES
        call command_plain
        jp command_wait
.pixels:
        ld a,COMMAND_FILL
        jp draw_command

        part circle_flat        ; pixels of SCREEN 6 and 7 are half as wide
        ld a,(SCRMOD)
        sub 6
        cp 2
        ret nc
        ld hl,128
        ld (circle_aspect),hl
        ret

        part bitmap_character   ; the character of grp_put.pattern at the point HL, DE: ink and paper
        call bitmap_scale
        ret nz
        ld (command_dx),hl
        ld (command_dy),de
        push de
        ex de,hl
        call pixel_columns
        sub hl,de               ; room to the right
        ld a,h
        or a
        ld b,8
        jr nz,.columns
        ld a,l
        cp b
        jr nc,.columns
        ld b,a
.columns:
        pop de
        ld a,BITMAP_ROWS
        sub e
        cp 8
        jr c,.rows
        ld a,8
.rows:  ld e,a
        ld hl,b
        ld (command_nx),hl
        ld l,e
        ld (command_ny),hl
        ld a,h
        ld (command_way),a
        ; dots in all
        ld d,h
        ld h,d
        ld l,d
.dots:  add hl,de
        djnz .dots
        ld b,l
        ld a,(BAKCLR)
        call pixel_of
        ld d,a
        ld a,(ink)
        ld e,a
        ld hl,(grp_put.pattern)
        ld c,(hl)
        call .dot
        ld (command_colour),a
        push hl
        push bc
        ld a,COMMAND_WRITE
        call command
        ld a,44+80h             ; the following dots all to this register
        call command_select
        pop bc
        pop hl
        ld a,2
        di
        out (VDP_CONTROL),a
        ld a,80h+15
        out (VDP_CONTROL),a
        ld a,b
        ld (.count),a
        ld b,7                  ; dots left in this byte
.next:  ld a,(.count)
        dec a
        jr z,.drawn
        ld (.count),a
        ld a,b
        or a
        jr nz,.same
        inc hl
        ld c,(hl)
        ld b,8
.same:  dec b
.wait:  in a,(VDP_CONTROL)
        rla
        jr nc,.wait
        call .dot
        out (VDP_INDIRECT),a
        jr .next
.drawn: xor a
        out (VDP_CONTROL),a
        ld a,80h+15
        out (VDP_CONTROL),a
        ei
        call command_wait
        ld hl,(GRPACX)
        ld de,8
        add hl,de
        ld (GRPACX),hl
        ex de,hl
        call pixel_columns
        ex de,hl
        sub hl,de
        ret c
        jp grp_put.new_line
.dot:   ld a,d                  ; the next dot of C
        sla c
        ret nc
        ld a,e
        ret
        ram
.count: ds 1
