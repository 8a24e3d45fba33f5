; Points of SCREEN 2 to 4 (graphics.asm): PSET, POINT, bytes of video memory.

        part scale              ; the pixel DE of the point HL, DE, moved to the edge if need be; Z: it lies inside
        ld b,0
        ld a,h
        or a
        jr z,.row
        inc b
        ld l,0
        rlca
        jr c,.row
        dec l
.row:   ld a,d
        or a
        jr nz,.far
        ld a,e
        cp 192
        jr c,.done
        ld e,191
        inc b
        jr .done
.far:   inc b
        ld e,0
        rlca
        jr c,.done
        ld e,191
.done:  ld d,e
        ld e,l
        ld a,(drawn_mode)
        cp 2
        jr z,.inside
        srl d
        srl d
        srl e
        srl e
.inside:
        ld a,b
        or a
        ret

        part pset               ; PSET, PRESET: the last point in the ink
        call canvas
        ld hl,(GRPACX)
        ld de,(GRPACY)
plot_point:                     ; the point HL, DE, if it lies inside
        call scale
        ret nz
        ld a,(drawn_mode)
        cp 2
        jp nz,plot3
        jp plot2

        part point              ; POINT(HL, DE) in HL
point_step:
        call from_last
point:  ld a,(SCRMOD)
        cp 2
        jr nc,.there
        ld a,(msx_version)      ; a text screen does not count as SCREEN 3 on an MSX2
        or a
        jr z,.there
        ld hl,0
        ret
.there: call scale
        ld hl,-1
        ret nz
        call pixel
        ld hl,a
        ret
pixel:                          ; A = the colour of the pixel DE
        ld a,(drawn_mode)
        cp 2
        jr z,.two
        call place3
        call vram_get
        bit 0,e
        jr nz,.low
.high:  swapnib
.low:   and 15
        ret
.two:   call place2
        call vram_get
        and c
        ld c,a
        ld a,(G2_COLOURS)
        add a,h
        ld h,a
        call vram_get
        inc c
        dec c
        jr nz,.high
        jr .low

        part place2             ; HL = address of the pattern of the pixel DE, C = its bit; keeps B and DE
        ld a,e
        and 7
        ld hl,pixel_bits
        or l
        ld l,a
        ld c,(hl)
        ld a,d
        .3 rrca
        and 1Fh
        ld h,a
        ld a,(G2_PATTERNS)
        add a,h
        ld h,a
        ld a,e
        xor d
        and 0F8h
        xor d
        ld l,a
        ret
        align 8
pixel_bits:
        db 80h,40h,20h,10h,8,4,2,1

        part place3             ; HL = address of the blocks of the pixel DE; keeps BC and DE
        ld a,d
        .3 rrca
        and 1Fh
        ld h,a
        ld a,(G3_PATTERNS)
        add a,h
        ld h,a
        ld a,e
        and 3Eh
        add a,a
        add a,a
        ld l,a
        ld a,d
        and 7
        or l
        ld l,a
        ret

        part plot3              ; the block DE in the ink
        call place3
        call vram_get
        ld c,a
        ld a,(ink)
        xor c
        bit 0,e
        jr z,.left
        and 0Fh
        jr .put
.left:  and 0F0h
.put:   xor c
        jp vram_put

        part put2               ; the pixels C of the pattern at HL in the ink, B the first of them; keeps HL and BC
plot2:  call place2             ; the pixel DE in the ink
        ld b,c
put2:   ld a,l
        di                      ; to the end: an interrupt would take the address
        out (VDP_CONTROL),a
        ld a,(G2_COLOURS)
        add a,h
        and 3Fh
        out (VDP_CONTROL),a
        ld a,(ink)
        ld e,a
        in a,(VDP_DATA)
        xor e
        ld d,a                  ; a half that is 0 has the ink
        ld a,l
        out (VDP_CONTROL),a
        ld a,h
        out (VDP_CONTROL),a
        ld a,d
        and 0F0h
        jr z,.ink
        xor d
        jr z,.paper
        xor e                   ; neither has it: the ink, and the paper as it was
        ld d,a
        in a,(VDP_DATA)
        ld e,a                  ; the pattern
        or b
        inc a
        jr z,.new_paper
        ld a,e
        or c
        ld e,a
.both:  ld a,l
        out (VDP_CONTROL),a
        ld a,(G2_COLOURS)
        add a,h
        and 3Fh
        or 40h
        out (VDP_CONTROL),a
        ld a,d
        out (VDP_DATA),a
.write: ld a,l
        out (VDP_CONTROL),a
        ld a,h
        or 40h
        out (VDP_CONTROL),a
        ld a,e
        out (VDP_DATA),a
        ei
        ret
.new_paper:                     ; no pixel would keep the paper: that takes the ink
        ld a,c
        cpl
        and e
        ld e,a
        ld a,l
        out (VDP_CONTROL),a
        ld a,(G2_COLOURS)
        add a,h
        and 3Fh
        out (VDP_CONTROL),a
        ld a,(ink)
        ld d,a
        in a,(VDP_DATA)
        xor d
        and 0F0h
        xor d
        ld d,a
        jr .both
.ink:   or d
        jr z,.paper             ; both have it
        in a,(VDP_DATA)
        ld e,a
        or c
        cp e
        ld e,a
        jr nz,.write
        ei
        ret
.paper: in a,(VDP_DATA)
        ld e,a
        ld a,c
        cpl
        and e
        cp e
        ld e,a
        jr nz,.write
        ei
        ret
