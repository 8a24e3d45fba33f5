; PAINT: fills from a pixel up to a border, run by run, upwards first.
; Eight pixels at a time are looked at as a byte of walls. What is still to be looked at (first and last column, row, the
; row that it comes from) waits in the free memory above the arrays.

        part paint              ; PAINT up to the ink, or to the border A
paint_border:
        ld b,a
        ld a,(drawn_mode)
        cp 3
        jr z,paint_to           ; SCREEN 2 knows no other border than the ink
paint:  ld a,(ATRBYT)
        and 15
        ld b,a
paint_to:
        ld a,b
        cp 16
        ccf
        sbc a,a                 ; no block has a colour above 15
        ld (.never),a
        ld a,b
        call both_nibbles
        ld (.wall),a
        call canvas
        ld hl,(GRPACX)
        ld de,(GRPACY)
        call scale
        jp nz,illegal_call
        ld hl,.filled
        ld bc,383
        ld (hl),0
        push de
        ld de,hl
        inc de
        ldir
        pop de
        ld hl,(arrays_end)
        ld (.bottom),hl
        ld (.top),hl
        ld b,e
        ld c,e
        ld a,d
        call .push
.next:  ld hl,(.top)
        ld de,(.bottom)
        sub hl,de
        ret z
        add hl,de
        dec hl
        ld a,(hl)
        ld (.origin),a
        dec hl
        ld d,(hl)
        ld a,d
        ld (.row),a
        dec hl
        ld a,(hl)
        ld (.last),a
        dec hl
        ld e,(hl)
        ld (.top),hl
        ld a,e
        ld (.first),a
.run:   ld c,0FFh
        call .to_right          ; the first pixel that is not a wall
        jr c,.next
        ld a,(.last)
        cp e
        jr c,.next
        push de
        ld a,e
        or a
        jr z,.left
        dec e
        call .to_left           ; E = the first pixel behind the wall on the left
.left:  ld a,e
        ld (.from),a
        pop de
        ld c,0
        call .to_right          ; E = the wall on the right; carry: there is none
        ld a,e
        jr nc,.right
        ld a,(drawn_mode)
        cp 2
        ld a,64
        jr nz,.right
        xor a
.right: ld (.to),a
        ld b,a
        ld a,(.from)
        ld e,a
        ld a,b
        sub e
        ld c,a
        push de
        call .mark
        call span
        pop de
        ; below and above
        ld a,(.from)
        ld b,a
        ld a,(.to)
        dec a
        ld c,a
        ld a,(drawn_mode)
        cp 2
        ld a,191
        jr z,.two
        ld a,47
.two:   cp d
        jr z,.bottom_row
        inc d
        call .beside
        dec d
.bottom_row:
        ld a,d
        or a
        jr z,.top_row
        dec d
        call .beside
        inc d
.top_row:
        ; behind the run
        ld a,(.to)
        ld e,a
        or a
        jp z,.next
        ld a,(drawn_mode)
        cp 2
        jr z,.run
        ld a,e
        cp 64
        jr c,.run
        jp .next
.beside: ; B first, C last, D row; not where it came from, as far as that is known to be filled
        ld a,(.origin)
        cp d
        jr nz,.later
        ld hl,.first
        ld a,b
        cp (hl)
        jr c,.later
        ld a,(.last)
        cp c
        ret nc
.later: ld a,(.row)
.push:  ; the row that it comes from is A
        ld hl,(.top)
        ldi (hl),b
        ldi (hl),c
        ldi (hl),d
        ldi (hl),a
        ld (.top),hl
        push bc
        ld bc,(control)
        inc h                   ; 256 bytes for the stack of the program
        sub hl,bc
        pop bc
        ret c
        jp out_of_memory
.to_right:                      ; the first pixel from DE on whose wall differs from C; carry: none
        call .walls
        xor c
        push hl
        ld b,a
        ld a,e
        and 7
        ld hl,span_from
        or l
        ld l,a
        ld a,b
        and (hl)
        pop hl
        jr nz,.found
.next_cell:
        ld a,e
        or 7
        inc a
        ld e,a
        scf
        ret z
        ld a,(drawn_mode)
        cp 2
        jr nz,.next_blocks
        cell_right
        call .walls_there
.compare:
        xor c
        jr z,.next_cell
.found: ld b,a
        ld a,e
        and 7
        ld l,a
        ld a,e
        sub l
        ld e,a
        ld a,b
.bit:   add a,a
        jr c,.here
        inc e
        jr .bit
.here:  or a
        ret
.next_blocks:
        ld a,e
        cp 64
        ccf
        ret c
        call .walls
        jr .compare
.to_left:                       ; the pixel behind the first wall from DE on to the left, or the edge
        call .walls
        ld b,a
        ld a,e
        cpl
        and 7
        jr z,.whole
        ld l,a                  ; so many bits on the right do not count
        ld a,b
.drop:  srl a
        dec l
        jr nz,.drop
        ld l,a
        jr .look
.whole: ld l,b
.look:  ld a,l
        or a
        jr nz,.wall_bit
        ld a,e
        and 0F8h
        ld e,a
        ret z
        dec e
        call .walls
        ld l,a
        jr .look
.wall_bit:
        rrca
        jr c,.behind
        dec e
        jr .wall_bit
.behind:
        inc e
        ret
.walls:                         ; A = the walls in the cell of the pixel DE, whose pattern is at HL; keeps C and DE
        ld a,(drawn_mode)
        cp 2
        jr nz,.blocks
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
.walls_there:                   ; of SCREEN 2, the pattern at HL, which it keeps
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,(G2_COLOURS)
        add a,h
        and 3Fh
        out (VDP_CONTROL),a
        ld a,(.wall)
        ld b,a
        in a,(VDP_DATA)
        xor b                   ; a half that is 0 is a wall
        jr z,.all
        ld b,a
        and 0F0h
        jr z,.ink
        xor b
        jr z,.paper
        ei
        xor a
        ret
.all:   ei
        dec a
        ret
.ink:   call .pattern
        ei
        ret
.paper: call .pattern
        ei
        cpl
        ret
.pattern:
        ld a,l
        out (VDP_CONTROL),a
        ld a,h
        and 3Fh
        out (VDP_CONTROL),a
        ex (sp),hl              ; the chip needs a moment
        ex (sp),hl
        in a,(VDP_DATA)
        ret
.blocks:
        push bc
        push de
        ld a,e
        and 38h
        ld e,a
        ld c,0
        ld a,(.never)
        or a
        jr nz,.looked
        ld b,4
.pair:  push bc
        call place3
        call vram_get
        pop bc
        ld h,a
        ld a,(.wall)
        xor h
        ld h,a
        and 0F0h
        sub 1
        rl c
        ld a,h
        and 0Fh
        sub 1
        rl c
        inc e
        inc e
        djnz .pair
.looked:
        pop de
        push de
        call .cell
        ld a,c
        or (hl)
        pop de
        pop bc
        ret
.cell:  ; HL = the byte that says what has been filled in the cell of the pixel DE
        ld hl,d
        .3 add hl,hl
        ld a,e
        .3 rrca
        and 7
        ld de,a
        add hl,de
        ld de,.filled
        add hl,de
        ret
.mark:  ; C pixels from DE are filled in SCREEN 3
        ld a,(drawn_mode)
        cp 2
        ret z
        push bc
        push de
.one:   push de
        ld a,e
        push af
        call .cell
        pop af
        and 7
        ld b,a
        inc b
        ld a,1
.turn:  rrca
        djnz .turn
        or (hl)
        ld (hl),a
        pop de
        inc e
        dec c
        jr nz,.one
        pop de
        pop bc
        ret
        ram
.wall:  ds 1
.never: ds 1                    ; not 0: nothing is a wall
.first: ds 1                    ; what is looked at: first and last column; its row; the row that it comes from
.last:  ds 1
.row:   ds 1
.origin:
        ds 1
.from:  ds 1
.to:    ds 1                    ; behind the run; 0 is 256
.bottom:
        ds 2
.top:   ds 2
.filled:
        ds 384
