; Lines from pixel to pixel in SCREEN 2 to 4, as the machine draws them.

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
