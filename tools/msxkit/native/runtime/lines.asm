; LINE and its boxes in SCREEN 2 to 4: spans of pixels, lines from pixel to pixel as the machine draws them.

        part line_points        ; DE = the pixel of the point kept at HL, HL = that of the last point
line_points:
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
kept_point:
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ex de,hl
        ret

        part line               ; LINE from the point kept at HL to the last one
line:   call line_points
        call draw_line
line_end:
        ld hl,(GRPACX)
        ld (GXPOS),hl
        ld hl,(GRPACY)
        ld (GYPOS),hl
        ret

        part box                ; LINE ,B
box:    call line_points
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
filled_box:
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
        ld c,a
        ld b,0
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
span:   ld a,(drawn_mode)
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
        ld a,l
        add a,8
        ld l,a
.cells: push bc
        ld a,c
        dec a
        rrca
        rrca
        rrca
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
        ld a,l
        add a,8
        ld l,a
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

        part draw_line          ; a line between the pixels DE and HL, downwards
draw_line:
        ld a,d
        cp h
        jr c,.ordered
        ex de,hl
.ordered:
        ld (line_lower),hl
        ld a,h
        sub d
        ld c,a                  ; down
        ld a,l
        sub e
        ld b,0                  ; to the right
        jr nc,.right
        neg
        inc b
.right: ex af,af'
        ld a,b
        ld (.left),a
        ex af,af'
        ld b,a                  ; across
        ld a,(drawn_mode)
        cp 2
        jp nz,.blocks
        push bc
        call place2
        pop de                  ; D across, E down
        ld b,c
        ld a,c
        push de
        exx
        pop de
        ld h,a                  ; the bit of the pixel
        ld l,0                  ; the bits of this cell so far
        ld a,e
        cp d
        jr z,.flat
        jp nc,.steep
.flat:  ld a,d
        ld d,e
        ld e,a                  ; E = the longer way, D = the shorter one
        call .count
        ld a,(.left)
        or a
        jr nz,.pixel_left
.pixel_right:
        ld a,l
        or h
        ld l,a
        dec b
        jr z,.flat_last
        ld a,c
        sub d
        jr z,.right_down
        jr c,.right_down
        ld c,a
        rrc h
        jp nc,.pixel_right
        ld a,l
        ld l,0
        exx
        ld c,a
        call put2
        ld a,l
        add a,8
        ld l,a
        ld b,80h
        exx
        jp .pixel_right
.right_down:
        add a,e
        ld c,a
        ld a,l
        ld l,0
        rrc h
        call .flush_down
        jr nc,.pixel_right_new
        exx
        ld a,l
        add a,8
        ld l,a
        exx
.pixel_right_new:
        ld a,h
        exx
        ld b,a
        exx
        jp .pixel_right
.flat_last:
        ld a,l
        exx
        ld c,a
        jp put2
.pixel_left:
        ld a,l
        or h
        ld l,a
        dec b
        jr z,.flat_last
        ld a,c
        sub d
        jr z,.left_down
        jr c,.left_down
        ld c,a
        rlc h
        jp nc,.pixel_left
        ld a,l
        ld l,0
        exx
        ld c,a
        call put2
        ld a,l
        sub 8
        ld l,a
        ld b,1
        exx
        jp .pixel_left
.left_down:
        add a,e
        ld c,a
        ld a,l
        ld l,0
        rlc h
        call .flush_down
        jr nc,.pixel_left_new
        exx
        ld a,l
        sub 8
        ld l,a
        exx
.pixel_left_new:
        ld a,h
        exx
        ld b,a
        exx
        jp .pixel_left
.flush_down:                    ; the bits A, then a row down; keeps the carry
        exx
        ld c,a
        push af
        call put2
        call .row_down
        pop af
        exx
        ret
.row_down:
        inc l
        ld a,l
        and 7
        ret nz
        ld a,l
        sub 8
        ld l,a
        inc h
        ret
.count: ld b,e
        inc b                   ; pixels, 0 is 256
        ld a,e
        srl a
        neg
        add a,e
        ld c,a                  ; counts down to a step aside
        ret
.steep: call .count
        ld l,1
        ld a,(.left)
        or a
        jr z,.steep_right
        ld l,-1
.steep_right:
.pixel_down:
        ld a,h
        exx
        ld b,a
        ld c,a
        call put2
        call .row_down
        exx
        dec b
        ret z
        ld a,c
        sub d
        ld c,a
        jr z,.aside
        jp nc,.pixel_down
.aside: add a,e
        ld c,a
        bit 7,l
        jr nz,.aside_left
        rrc h
        jp nc,.pixel_down
        exx
        ld a,l
        add a,8
        ld l,a
        exx
        jp .pixel_down
.aside_left:
        rlc h
        jp nc,.pixel_down
        exx
        ld a,l
        sub 8
        ld l,a
        exx
        jp .pixel_down
.blocks:                        ; SCREEN 3: block by block. B across, C down
        ld a,c
        cp b
        ld a,0
        jr c,.wide
        jr z,.wide
        ld a,b
        ld b,c
        ld c,a
        ld a,1
.wide:  ld (.tall),a
        ld a,b                  ; B = the longer way, C = the shorter one
        srl a
        neg
        add a,b
        ld h,a
        ld l,b
        inc l
.put:   push hl
        push bc
        call plot3
        pop bc
        pop hl
        dec l
        ret z
        ld a,(.tall)
        or a
        call z,.sideways
        call nz,.downwards
        ld a,h
        sub c
        ld h,a
        jr z,.both
        jr nc,.put
.both:  add a,b
        ld h,a
        ld a,(.tall)
        or a
        push af
        call nz,.sideways
        pop af
        call z,.downwards
        jr .put
.downwards:
        inc d
        ret
.sideways:                      ; keeps Z
        push af
        ld a,(.left)
        or a
        jr nz,.back
        inc e
        pop af
        ret
.back:  dec e
        pop af
        ret
        ram
.left:  ds 1
.tall:  ds 1
line_lower:
        ds 2                    ; the lower end

        part stroke             ; a line from the point HL, DE to the point at BC; GXPOS and GYPOS are its lower end
stroke: call stroke_points
        call draw_line
        ld hl,line_lower
        ld e,(hl)
        ld d,0
        ld (GXPOS),de
        inc hl
        ld e,(hl)
        ld (GYPOS),de
        ret
