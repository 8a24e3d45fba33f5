; SCREEN 4 to 8 of an MSX2: modes, points, lines and boxes, drawn by commands of the chip. Every routine of a statement
; goes on to that of an MSX1 where the screen is one of that.
; A pixel of SCREEN 5 to 8 is HL = column, DE = row with the page that is drawn on.

BITMAP_ROWS equ 212

        part bitmap_start       ; video memory as a machine has it that was just switched on
        not_on_msx1
        ld b,6                  ; the commands want SCREEN 5
        ld c,0
        call vdp_control
        ld hl,0
        ld (command_dx),hl
        ld (command_dy),hl
        ld (command_way),hl
        ld h,1
        ld (command_nx),hl
        ld h,4
        ld (command_ny),hl
        xor a
        ld (command_colour),a
        ld a,COMMAND_BYTES
        call command_plain
        call command_wait
        ld bc,0
        jp vdp_control

        part bitmap_leave       ; what SCREEN 0 to 3 do not expect of an MSX2
        not_on_msx1
        ld bc,11                ; the attributes of sprites lie in the first 32 KB
        call vdp_write_later
        ld a,(RG8SAV+1)
        and 7Fh                 ; 192 rows
        jr bitmap_rows
bitmap_tall:
        ld a,(RG8SAV+1)
        or 80h
bitmap_rows:
        ld b,a
        ld c,9
        jp vdp_write_later

        part any_graphic        ; SCREEN A, 2 to 8
        push af
        call bitmap_leave
        pop af
        cp 4
        jp c,graphic_mode
        ld (SCRMOD),a
        ld hl,.four
        ld e,2
        jr z,.rows
        push af
        call bitmap_tall
        pop af
        ld e,5
        ld hl,.small
        cp 7
        jr c,.rows
        ld hl,.large
.rows:  ld a,e
        ld (drawn_mode),a
        ; registers 0 to 6
        push hl
        ld a,(SCRMOD)
        ld de,a
        ld hl,.modes-4
        add hl,de
        ld b,(hl)
        ld c,d
        call vdp_write
        ld a,(RG1SAV)
        and 0A3h
        or 60h
        ld b,a
        ld c,1
        call vdp_write
        pop hl
        ld c,2
.register:
        ldi b,(hl)
        ld a,b
        or a
        call nz,vdp_write       ; 0: it keeps its value
        inc c
        ld a,c
        cp 7
        jr c,.register
        ldi b,(hl)
        ld c,11
        call vdp_write_later
        ld de,PATBAS
        ld bc,4
        ldir
        ld h,b
        ld l,b
        ld (DPPAGE),hl          ; and ACPAGE
        ld a,(SCRMOD)
        cp 4
        call z,cell_names
        call any_clear
        call any_clear_sprites
        jp palette_start
.modes: db 4,6,8,10,14
.four:  db 6,0FFh,3,3Fh,7,0
        dw 3800h,1E00h
.small: db 1Fh,0,0,0EFh,0Fh,0
        dw 7800h,7600h
.large: db 1Fh,0,0,0F7h,1Eh,1
        dw 0F000h,0FA00h

        part any_clear          ; CLS of SCREEN 2 to 8
        on_msx1_screens clear_canvas
        call show_colours
        ld a,(BAKCLR)
        ld c,a
        ld a,(SCRMOD)
        cp 6
        ld a,c
        jr nz,.byte
        rrca                    ; both pairs of bits
        rrca
        or c
        and 3
.byte:  call clear_byte
        ld (command_colour),a
        ld hl,0
        ld (command_dx),hl
        ld a,(ACPAGE)
        ld h,a
        ld (command_dy),hl
        ld h,l
        ld (command_way),hl
        call pixel_columns
        ld (command_nx),hl
        ld hl,BITMAP_ROWS
        ld (command_ny),hl
        ld a,COMMAND_BYTES
        call command_plain
        jp command_wait

        part pixel_byte         ; the pixel A in all of a byte
        ld b,a
        ld a,(SCRMOD)
        cp 8
        ld a,b
        ret z
        ld a,(SCRMOD)
        cp 6
        ld a,b
        jp nz,both_nibbles
        add a,a
        add a,a
        add a,b
        jp both_nibbles

        part pixel_columns      ; HL = columns of pixels; keeps all but A
        ld hl,256
        ld a,(SCRMOD)
        sub 6
        cp 2
        ret nc
        inc h
        ret

        part pixel_of           ; A = the colour A as a pixel has it; keeps all others
        push bc
        ld b,a
        ld a,(SCRMOD)
        cp 8
        ld c,0FFh
        jr z,.mask
        cp 6
        ld c,3
        jr z,.mask
        ld c,15
.mask:  ld a,b
        and c
        pop bc
        ret

        part any_ink            ; before something is drawn: the ink as it is in memory
        on_msx1_screens canvas
        ld a,(ATRBYT)
        call pixel_of
        ld (ink),a
        ret

        part any_color          ; COLOR: SCREEN 6 and 8 have other limits
        ld a,(SCRMOD)
        cp 6
        jr z,.six
        cp 8
        jp nz,color
        ld a,(color_given)
        ld b,a
        ld hl,color_ink
        jp colour_set
.six:   ld a,(color_given)
        ld b,a
        push bc
        ld hl,color_ink
        ld c,3
.check: ld d,16
        ld a,c
        dec a
        jr nz,.limit
        ld d,32                 ; the border
.limit: srl b
        jr nc,.next
        ld a,(hl)
        cp d
        jp nc,illegal_call
        cp 16
        jr nc,.striped
        and 3
        ld (hl),a
        add a,a
        add a,a
        or (hl)
.striped:
        and 15
        ld (hl),a
.next:  inc hl
        dec c
        jr nz,.check
        pop bc
        ld hl,color_ink
        jp colour_set

        part bitmap_scale       ; the pixel of the point HL, DE, moved to the edge if need be; Z: it lies inside
        ld c,0
        bit 7,h
        jr z,.right
        ld hl,0
        inc c
        jr .row
.right: push hl
        call pixel_columns
        ld b,h
        dec b                   ; the highest high byte
        pop hl
        ld a,b
        cp h
        jr nc,.row
        ld h,b
        ld l,255
        inc c
.row:   ld a,d
        or a
        jr nz,.far
        ld a,e
        cp BITMAP_ROWS
        jr c,.page
        jr .bottom
.far:   ld e,0
        rlca
        jr c,.outside
.bottom:
        ld e,BITMAP_ROWS-1
.outside:
        inc c
.page:  ld a,(ACPAGE)
        ld d,a
        inc c
        dec c
        ret

        part any_pset           ; PSET, PRESET: the last point in the ink
        call any_ink
        ld hl,(GRPACX)
        ld de,(GRPACY)
any_dot:                        ; the point HL, DE, if it lies inside
        on_msx1_screens plot_point
        call bitmap_scale
        ret nz
        call dot_ready
        ld c,VDP_INDIRECT
        ld a,36
        call command_select
        out (c),l
        out (c),h
        out (c),e
        out (c),d
        ld a,44
        call command_select
        ld a,(ink)
        out (c),a
        xor a
        out (c),a
        ld a,(LOGOPR)
        or COMMAND_PSET
        out (c),a
        ret

        part any_point          ; POINT(HL, DE) in HL
any_point_step:
        call from_last
any_point:
        on_msx1_screens point
        call bitmap_scale
        jr z,.inside
        ld hl,-1
        ret
.inside:
        ld (command_sx),hl
        ld (command_sy),de
        xor a
        ld (command_way),a
        ld a,COMMAND_POINT
        call command_plain
        call command_wait
        ld a,7
        call point_status
        ld hl,a
        ret
