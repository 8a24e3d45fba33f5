; Lines from pixel to pixel in SCREEN 2 to 4, as the machine draws them.

        part draw_line          ; a line between the pixels DE and HL, downwards
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
        ld b,c                  ; the first pixel of those that are drawn together
        ld a,c
        push de
        exx
        pop de
        ld h,a                  ; the bit of the pixel
        ld a,e
        cp d
        jr z,.flat
        jp nc,.steep
.flat:  ld a,d
        ld d,e
        ld e,a                  ; E = the longer way, D = the shorter one
        call .count
        inc d
        dec d
        ld b,d                  ; steps down
        ld a,(.left)
        jr z,.level
        or a
        ld a,c
        jp nz,.west
.east:
        sub d
        jr c,.east_down
        rrc h
        jp nc,.east
        ld c,a
        exx
        ld a,b
        add a,a
        dec a
        ld c,a
        call put2
        cell_right
        ld b,80h
        exx
        ld a,c
        jp .east
.east_down:
        add a,e
        ld c,a
        ld a,h
        exx
        ld c,a
        ld a,b
        add a,a
        sub c
        ld c,a                  ; the pixels from B to the last one
        call put2
        inc l
        ld a,l
        and 7
        call z,.cell_down
        exx
        rrc h
        ld a,h
        exx
        ld b,a
        jr c,.east_over
.east_on:
        exx
        ld a,c
        djnz .east
.east_row:                     ; no more steps down: the rest of the row
        exx
.east_cell:
        ld a,(line_lower)
        xor l
        and 0F8h
        jr z,.east_last
        ld a,b
        add a,a
        dec a
        ld c,a
        call put2
        cell_right
        ld b,80h
        jr .east_cell
.east_over:
        cell_right
        jr .east_on
.east_last:
        call .last
        ld c,a
        ld a,b
        add a,a
        sub c
        ld c,a
        jp put2
.level: or a
        jr z,.east_row
        jr .west_row
.last:  ld a,(line_lower)       ; A = the bit of the last pixel
        and 7
        add a,low pixel_bits
        ld e,a
        ld d,high pixel_bits
        ld a,(de)
        ret
.west:
        sub d
        jr c,.west_down
        rlc h
        jp nc,.west
        ld c,a
        exx
        xor a
        sub b
        ld c,a
        call put2
        cell_left
        ld b,1
        exx
        ld a,c
        jp .west
.west_down:
        add a,e
        ld c,a
        ld a,h
        exx
        add a,a
        sub b
        ld c,a                  ; the pixels from B to the last one
        call put2
        inc l
        ld a,l
        and 7
        call z,.cell_down
        exx
        rlc h
        ld a,h
        exx
        ld b,a
        jr c,.west_over
.west_on:
        exx
        ld a,c
        djnz .west
.west_row:                     ; no more steps down: the rest of the row
        exx
.west_cell:
        ld a,(line_lower)
        xor l
        and 0F8h
        jr z,.west_last
        xor a
        sub b
        ld c,a
        call put2
        cell_left
        ld b,1
        jr .west_cell
.west_over:
        cell_left
        jr .west_on
.west_last:
        call .last
        add a,a
        sub b
        ld c,a
        jp put2
.cell_down:                     ; from the last row of a cell to the first one of the next
        cell_left
        inc h
        ret
.count: ld b,e
        inc b                   ; pixels, 0 is 256
        ld a,e
        srl a
        cpl
        add a,e
        ld c,a                  ; counts down to a step aside, which comes below 0
        ret
.steep: call .count
        ld l,1
        ld a,(.left)
        or a
        jr z,.steep_right
        ld l,-1
.steep_right:
        exx
        ld c,b
.put_down:
        call put2
        inc l
        ld a,l
        and 7
        call z,.cell_down
        exx
        dec b
        ret z
        ld a,c
        sub d
        ld c,a
        jr c,.aside
        exx
        jp .put_down
.aside: add a,e
        ld c,a
        bit 7,l
        jr nz,.aside_left
        rrc h
        ld a,h
        exx
        ld b,a
        ld c,a
        jr nc,.put_down
        cell_right
        jr .put_down
.aside_left:
        rlc h
        ld a,h
        exx
        ld b,a
        ld c,a
        jr nc,.put_down
        cell_left
        jr .put_down
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
        call stroke_points
        call draw_line
        ld hl,line_lower
        ld e,(hl)
        ld d,0
        ld (GXPOS),de
        inc hl
        ld e,(hl)
        ld (GYPOS),de
        ret
