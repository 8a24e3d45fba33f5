; PAINT in SCREEN 5 to 8: run by run, each found by the chip's search. What is still to be looked at (first and last
; column, row, the row that it comes from) waits in the free memory above the arrays. A run in which nothing changes leads no further.

        part any_paint          ; PAINT up to the ink, or to the border A
any_paint_border:
        ld b,a
        ld a,(drawn_mode)
        cp 5
        ld a,b
        jp c,paint_border
        call any_ink
        ld a,(SCRMOD)
        cp 6
        ld a,b
        call z,pixel_of
        jr .to
any_paint:
        on_msx1_screens paint
        call any_ink
.to:    ld (.wall),a
        ld hl,(GRPACX)
        ld de,(GRPACY)
        call bitmap_scale
        jp nz,illegal_call
        ld a,d
        ld (.page),a
        ld bc,(arrays_end)
        ld (.top),bc
        ld (bitmap_left),hl
        ld (.last),hl
        ld a,e
        ld (.row),a
        call .push
.next:  ld hl,(.top)
        ld de,(arrays_end)
        sub hl,de
        ret z
        add hl,de
        dec hl
        ld a,(hl)
        ld (.origin),a
        dec hl
        ld a,(hl)
        ld (.row),a
        dec hl
        ldd d,(hl)
        ld e,(hl)
        ld (.limit),de
        dec hl
        ldd d,(hl)
        ld e,(hl)
        ld (.top),hl
        ex de,hl                ; HL = first
        ld (.first),hl
.run:   ld de,(.wall)
        ld d,2                  ; the first pixel that is not a wall
        call .search
        jr nc,.next
        ld (.from),hl
        ex de,hl
        ld hl,(.limit)
        sub hl,de
        jr c,.next
        ; to the left
        ld hl,de
        ld de,(.wall)
        ld d,TO_LEFT
        call .search
        inc hl
        jr c,.left
        ld hl,0
.left:  ld (bitmap_left),hl
        ld hl,(.from)
        ld de,(.wall)
        ld d,0
        call .search
        call nc,pixel_columns
        ld (.behind),hl
        dec hl
        ld (.last),hl
        ; does anything change?
        ld hl,ink
        ld a,(.wall)
        cp (hl)
        jr z,.fill
        ld e,(hl)
        ld d,2
        ld hl,(bitmap_left)
        call .search
        jr nc,.filled
        ex de,hl
        ld hl,(.last)
        sub hl,de
        jr c,.filled
.fill:  ld hl,(.last)
        ld de,(bitmap_left)
        sub hl,de
        inc hl
        ex de,hl
        ld hl,1
        ld (command_ny),hl
        ld hl,(.row)
        call bitmap_fill
        ld a,(.row)
        cp BITMAP_ROWS-1
        jr z,.lowest
        inc a
        call .beside
.lowest:
        ld a,(.row)
        or a
        jr z,.filled
        dec a
        call .beside
.filled:
        ld hl,(.behind)
        ex de,hl
        call pixel_columns
        sub hl,de
        jp z,.next
        ex de,hl
        jp .run
.beside:                        ; the same range of row A; not where it came from, as far as that is filled
        ld b,a
        ld a,(.origin)
        cp b
        ld a,b
        jr nz,.push
        ld hl,(bitmap_left)
        ld de,(.first)
        sub hl,de
        jr c,.push
        ld hl,(.limit)
        ld de,(.last)
        sub hl,de
        ret nc
.push:  ; from bitmap_left to .last, row A, from .row
        ld hl,(.top)
        ld de,(bitmap_left)
        ldi (hl),de
        ld de,(.last)
        ldi (hl),de
        ldi (hl),a
        ld a,(.row)
        ldi (hl),a
        ld (.top),hl
        ld de,(control)
        inc h                   ; 256 bytes for the stack of the program
        sub hl,de
        ret c
        jp out_of_memory
.search:                        ; carry: HL = the first pixel from column HL on with the colour E; D is ARG
        ld a,e
        call search_pixel
        cp e
        jr nz,.never
        ld (command_sx),hl
        ld hl,(.row)
        ld (command_sy),hl
        ld (command_colour),de
        ld a,COMMAND_SEARCH
        call command_plain
.busy:  ld a,2
        call vdp_status
        rrca
        jr c,.busy
        and 8                   ; the bit BD
        ret z
        ld a,8
        call vdp_status
        ld l,a
        ld a,9
        call vdp_status
        and 1
        ld h,a
        scf
        ret
.never: bit 1,d                 ; no pixel has that colour
        scf
        ret nz
        or a
        ret
        ram
.wall:  ds 1
.first: ds 2                    ; what is looked at
.limit: ds 2
.origin:
        ds 1
.from:  ds 2
.behind:
        ds 2
.last:  ds 2
.row:   ds 1
.page:  ds 1                    ; behind the row
.top:   ds 2
