; SCREEN 2 to 4: modes, points, lines and boxes, written into video memory as the machine does it.
; A pixel is D = row, E = column: 192 x 256 in SCREEN 2 and 4, 48 x 64 blocks in SCREEN 3. Between two accesses to video
; memory lie at least 29 T-states, which a TMS9918A needs.
; What the statements remember is where the machine has it (MSX2 Technical Handbook, appendix 8).

ATRBYT  equ 0F3F2h              ; the ink
GXPOS   equ 0FCB3h
GYPOS   equ 0FCB5h
GRPACX  equ 0FCB7h              ; the last point
GRPACY  equ 0FCB9h
LOGOPR  equ 0FB02h              ; logical operation of an MSX2
DRWFLG  equ 0FCBBh
DRWSCL  equ 0FCBCh
DRWANG  equ 0FCBDh
G2_COLOURS equ TABLES+23        ; high byte of SCREEN 2's colour table
G2_PATTERNS equ TABLES+25       ; and of its pattern table
G3_PATTERNS equ TABLES+35       ; high byte of SCREEN 3's pattern table

        part boot_video         ; video memory as a machine has it at its prompt: SCREEN 1 has been there
boot_video:
        ld hl,0
        ld bc,4000h
        xor a
        call vram_fill
        ld hl,GXPOS
        ld b,11
.clear: ld (hl),a
        inc hl
        djnz .clear
        ld a,15
        ld (ATRBYT),a
        ld a,1
        call set_screen
        ld a,(msx_version)
        or a
        ret nz
        ld hl,.texts
.text:  ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld c,(hl)
        inc hl
        ld b,0
        call vram_from
        ld a,(hl)
        inc a
        jr nz,.text
        ret
.texts: dw 1800h+10*32+11
        db 11,"MSX  system"
        dw 1800h+11*32+11
        db 11,"version 1.0"
        dw 1800h+13*32+3
        db 27,"Copyright 1983 by Microsoft",255

        part graphic_mode       ; SCREEN A, 2 or 3
graphic_mode:
        cp 4
        jp nc,illegal_call
        ld (SCRMOD),a
        ld (drawn_mode),a
        call mode_bits
        call set_tables
        call show_colours
        ld a,(SCRMOD)
        cp 3
        call z,block_names
        call nz,cell_names
        call clear_canvas
        call clear_sprites
        jp palette_start

        part drawn_mode         ; whose way of drawing it is: 2 for SCREEN 4 too, 5 for SCREEN 5 to 8
        ram
drawn_mode:
        ds 1

        part cell_names         ; every cell has a pattern of its own: SCREEN 2 and 4, and SCREEN 3
cell_names:
        ld hl,(TABLES+20)
        call vram_write
        ld b,3
        xor a
.name:  out (VDP_DATA),a
        nop
        inc a
        jr nz,.name
        djnz .name
        ret
block_names:
        ld hl,(TABLES+30)
        call vram_write
        ld d,0                  ; row
.row:   ld a,d
        and 1Ch                 ; 32 patterns for four rows
        rlca
        rlca
        rlca
        ld b,32
.block: out (VDP_DATA),a
        nop
        inc a
        djnz .block
        inc d
        ld a,d
        cp 24
        jr c,.row
        xor a                   ; keeps Z
        ret

        part clear_canvas       ; CLS of SCREEN 2 and 3
clear_canvas:
        call show_colours
        ld a,(drawn_mode)
        cp 3
        jr z,.three
        ld hl,(TABLES+22)
        ld bc,1800h
        ld a,(BAKCLR)
        call vram_fill
        ld hl,(TABLES+24)
        ld bc,1800h
        xor a
        jp vram_fill
.three: ld a,(BAKCLR)
        call both_nibbles
        ld hl,(TABLES+34)
        ld bc,600h
        jp vram_fill

        part both_nibbles       ; A = A * 17
both_nibbles:
        ld b,a
        add a,a
        add a,a
        add a,a
        add a,a
        add a,b
        ret

        part need_graphics      ; error 5 on a text screen
need_graphics:
        ld a,(SCRMOD)
        cp 2
        ret nc
        jp illegal_call

        part set_ink            ; the ink of a statement: L, or the colour of COLOR
set_ink:
        call need_graphics
        ld a,l
        cp 16
        jr c,keep_ink
        ld a,(SCRMOD)
        cp 8
        ld a,l
        jr z,keep_ink
        jp illegal_call
ink_foreground:
        call need_graphics
        ld a,(FORCLR)
        jr keep_ink
ink_background:
        call need_graphics
        ld a,(BAKCLR)
keep_ink:
        ld (ATRBYT),a
        ret

        part canvas             ; before something is drawn: the ink, in both halves of a byte
canvas: ld a,(ATRBYT)
        and 15
        call both_nibbles
        ld (ink),a
        ret
        ram
ink:    ds 1

        part from_last          ; HL, DE, counted from the last point
from_last:
        ld bc,(GRPACX)
        add hl,bc
        ex de,hl
        ld bc,(GRPACY)
        add hl,bc
        ex de,hl
        ret

        part move               ; the last point is HL, DE; or it moves by so much
move_step:
        call from_last
move:   ld (GRPACX),hl
        ld (GXPOS),hl
        ld (GRPACY),de
        ld (GYPOS),de
        ret

        part keep_point         ; the last point to DE
keep_point:
        ld hl,GRPACX
        ldi
        ldi
        ldi
        ldi
        ret

        part scale              ; the pixel DE of the point HL, DE, moved to the edge if need be; Z: it lies inside
scale:  ld b,0
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
pset:   call canvas
        ld hl,(GRPACX)
        ld de,(GRPACY)
plot_point:                     ; the point HL, DE, if it lies inside
        call scale
        ret nz
plot:                           ; the pixel DE
        ld a,(drawn_mode)
        cp 2
        jp nz,plot3
        call place2
        ld b,c
        jp put2

        part point              ; POINT(HL, DE) in HL
point_step:
        call from_last
point:  ld a,(SCRMOD)
        cp 2
        jr nc,.there
        ld a,(msx_version)      ; a text screen is no SCREEN 3 on an MSX2
        or a
        jr z,.there
        ld hl,0
        ret
.there: call scale
        ld hl,-1
        ret nz
        call pixel
        ld l,a
        ld h,0
        ret
pixel:                          ; A = the colour of the pixel DE
        ld a,(drawn_mode)
        cp 2
        jr z,.two
        call place3
        call vram_get
        bit 0,e
        jr nz,.low
.high:  rrca
        rrca
        rrca
        rrca
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
place2: ld a,e
        and 7
        ld hl,.bits
        or l
        ld l,a
        ld c,(hl)
        ld a,d
        rrca
        rrca
        rrca
        and 1Fh
        ld h,a
        ld a,(G2_PATTERNS)
        add a,h
        ld h,a
        ld a,e
        and 0F8h
        ld l,a
        ld a,d
        and 7
        or l
        ld l,a
        ret
        align 8
.bits:  db 80h,40h,20h,10h,8,4,2,1

        part place3             ; HL = address of the blocks of the pixel DE; keeps BC and DE
place3: ld a,d
        rrca
        rrca
        rrca
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
plot3:  call place3
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

        part put2               ; the pixels C of the pattern at HL in the ink, B the first of them; keeps HL
put2:   ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        out (VDP_CONTROL),a
        ei
        ld a,(G2_COLOURS)
        add a,h
        and 3Fh
        ld d,a
        in a,(VDP_DATA)
        ld e,a                  ; the pattern
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,d
        out (VDP_CONTROL),a
        ei
        ld a,(ink)
        ld d,a
        inc a                   ; the chip needs a moment
        in a,(VDP_DATA)
        xor d
        ld d,a                  ; a half that is 0 has the ink
        and 0Fh
        jr z,.paper
        ld a,d
        and 0F0h
        jr z,.ink
        ; neither has it
        ld a,e
        or b
        inc a
        jr z,.new_paper
        ld a,(ink)
        ld b,a
        xor d                   ; what they are
        xor b
        and 0Fh
        xor b
        call .colour
.ink:   ld a,e
        or c
        jr .write
.new_paper:                     ; no pixel would keep the paper: that takes the ink
        ld a,(ink)
        ld b,a
        xor d
        xor b
        and 0F0h
        xor b
        call .colour
.paper: ld a,c
        cpl
        and e
.write: cp e
        ret z
        ld e,a
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        or 40h
        out (VDP_CONTROL),a
        ei
        ld a,e
        out (VDP_DATA),a
        ret
.colour:
        ld d,a
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,(G2_COLOURS)
        add a,h
        and 3Fh
        or 40h
        out (VDP_CONTROL),a
        ei
        ld a,d
        out (VDP_DATA),a
        ret

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
.row:   push bc
        push de
        call span
        pop de
        pop bc
        inc d
        djnz .row
        ret

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
