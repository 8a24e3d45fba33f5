; LINE and its boxes in SCREEN 2 to 4: the points, spans of pixels.

        part line_points        ; DE = the pixel of the point kept at HL, HL = that of the last point
        call kept_point
        ld bc,GRPACX
stroke_points:                  ; the same of the point HL, DE and the point at BC
        push bc
        push hl
        call canvas
        pop hl
        call scale
        pop hl
        push de
        call kept_point
        call scale
        ex de,hl
        pop de
        ret

        part kept_point         ; HL, DE = the point that is kept at HL
        ldi de,(hl)
        ld hl,(hl)
        ex de,hl
        ret

        part line               ; LINE from the point kept at HL to the last one
        call line_points
        call draw_line
line_end:
        ld hl,(GRPACX)
        ld (GXPOS),hl
        ld hl,(GRPACY)
        ld (GYPOS),hl
        ret

        part box                ; LINE ,B
        call line_points
        ld (.first),de
        ld (.last),hl
        ld d,h
        call draw_line          ; x1,y2 - x2,y2
        ld de,(.first)
        ld hl,(.last)
        ld h,d
        call draw_line          ; x1,y1 - x2,y1
        ld hl,(.last)
        ld de,(.first)
        ld e,l
        call draw_line          ; x2,y1 - x2,y2
        ld de,(.first)
        ld hl,(.last)
        ld l,e
        call draw_line          ; x1,y1 - x1,y2
        jp line_end
        ram
.first: ds 2
.last:  ds 2

        part filled_box         ; LINE ,BF
        call line_points
        ld a,l
        cp e
        jr nc,.across
        ld l,e
        ld e,a
.across:
        ld a,h
        cp d
        jr nc,.down
        ld h,d
        ld d,a
.down:  ; the lower right corner is left behind
        ld b,0
        ld c,l
        ld (GXPOS),bc
        ld c,h
        ld (GYPOS),bc
        ld a,l
        sub e
        inc a
        ld c,a                  ; columns, 0 is 256
        ld a,h
        sub d
        inc a
        ld b,a                  ; rows
.row:   ld a,(drawn_mode)
        cp 2
        jr nz,.one
        ld a,d
        and 7
        jr nz,.one
        ld a,b
        cp 8
        jr nc,.block
.one:   push bc
        push de
        call span
        pop de
        pop bc
        inc d
        djnz .row
        ret
.block: ; eight rows of whole cells lie in one piece
        push bc
        push de
        ld a,e
        neg
        and 7
        ld b,a                  ; pixels before the first whole cell
        ld a,c
        dec a
        sub b
        jr c,.narrow
        inc a                   ; pixels from there on; 0 is 256
        jr z,.whole
        cp 8
        jr c,.narrow
.whole: ld (.width),a
        ld c,b
        ld a,b
        or a
        call nz,.eight          ; on the left
        ld a,e
        add a,b
        ld e,a                  ; the first whole cell
        call place2
        ld a,(.width)
        and 0F8h
        ld bc,a
        jr nz,.some
        inc b
.some:  push bc
        xor a
        call vram_fill
        pop bc
        push bc
        ld a,(G2_COLOURS)
        add a,h
        ld h,a
        ld a,(ATRBYT)
        call vram_fill
        pop bc
        ld a,e
        add a,c
        ld e,a
        ld a,(.width)
        and 7
        ld c,a
        call nz,.eight          ; on the right
        pop de
        pop bc
        ld a,d
        add a,8
        ld d,a
        ld a,b
        sub 8
        ret z
        ld b,a
        jr .row
.narrow:
        pop de
        pop bc
        jr .one
.eight: ; C pixels from DE in eight rows; keeps BC and DE
        push bc
        push de
        ld b,8
.again: push bc
        push de
        call span
        pop de
        pop bc
        inc d
        djnz .again
        pop de
        pop bc
        ret
        ram
.width: ds 1

        part span               ; C pixels (0: 256) from DE to the right
        ld a,(drawn_mode)
        cp 2
        jr z,.two
.block: push bc
        call plot3
        pop bc
        inc e
        dec c
        jr nz,.block
        ret
.two:   push bc
        call place2
        pop bc
        ld a,e
        and 7
        ld b,a                  ; column in the first cell
        jr nz,.partial
        ld a,c
        dec a
        cp 7
        jr nc,.cells
.partial:
        ld de,span_from
        ld a,c
        or a
        jr z,.to_end
        add a,b
        jr c,.to_end
        cp 8
        jr nc,.to_end
        ; it ends in this cell
        or e
        ld e,a
        ld a,(de)
        cpl
        ld c,a
        ld a,e
        and 0F8h
        or b
        ld e,a
        ld a,(de)
        and c
        ld c,a
        ld b,a
        jp put2
.to_end:
        ld a,e
        or b
        ld e,a
        ld a,c
        add a,b
        sub 8
        push af
        ld a,(de)
        ld b,a
        ld c,a
        call put2
        pop af
        ret z
        ld c,a
        cell_right
.cells: push bc
        ld a,c
        dec a
        .3 rrca
        and 1Fh
        ld b,a                  ; whole cells, less 1 when the rest is 0
        ld a,c
        and 7
        jr nz,.some
        inc b
.some:  inc b
        dec b
        jr z,.rest
        ld c,b
        ld a,(G2_COLOURS)
        add a,h
        and 3Fh
        or 40h
        ld e,a
        ld d,h
        set 6,d
        ld a,(ATRBYT)
        ld b,a
        di
.cell:  ld a,l
        out (VDP_CONTROL),a
        ld a,d
        out (VDP_CONTROL),a
        xor a
        out (VDP_DATA),a
        ld a,l
        out (VDP_CONTROL),a
        ld a,e
        out (VDP_CONTROL),a
        ld a,b
        out (VDP_DATA),a
        cell_right
        dec c
        jr nz,.cell
        ei
.rest:  pop bc
        ld a,c
        and 7
        ret z
        ld de,span_from
        or e
        ld e,a
        ld a,(de)
        cpl
        ld b,a
        ld c,a
        jp put2

        part span_from          ; bits from a column on to the right
        align 8
span_from:
        db 0FFh,7Fh,3Fh,1Fh,0Fh,7,3,1
