; The MSX2+: SCREEN 10 to 12, SET SCROLL, R#25 to R#27 of a V9958 (its data book). On another machine the routines do
; what that does. SCRMOD is 8 in SCREEN 10 to 12. With YAE and YJK of R#25 on, a pixel has a colour of the palette in its
; upper half and bit 3, and the lower bits stay; not in SCREEN 11, which draws bytes.

        part plus_start         ; when the machine starts
        xor a
        ld (draws_bytes),a
        ld hl,RG25SAV
        ldi (hl),a
        ldi (hl),a
        ld (hl),a
        ret
        ram
draws_bytes:
        ds 1                    ; whether SCREEN 11 was the last of SCREEN 10 to 12

        part plus_screen_mode   ; SCREEN L
        ld a,l
        sub 10
        cp 3
        jp nc,screen_mode
        ld a,(msx_version)
        cp 2
        jp c,screen_mode
        push hl
        ld a,8
        call set_screen
        pop hl
        ld bc,18h*256+25
        ld a,l
        sub 11
        sub 1                   ; carry: SCREEN 11
        sbc a,a
        ld (draws_bytes),a
        ld a,l
        cp 12
        jp nz,plus_write
        ld b,8
        jp plus_write

        part plus_graphic       ; SCREEN A, 2 to 8
        push af
        call plus_fresh
        pop af
        jp any_graphic

        part plus_leave         ; what SCREEN 0 to 3 do not expect
        call bitmap_leave
        ; falls into plus_fresh
        ; R#23 and R#25 to R#27 are 0 in a new mode
plus_fresh:
        ld a,(msx_version)
        cp 2
        ret c
        ld bc,23
        call vdp_write_later
        ld c,27
        call plus_write
        dec c
        call plus_write
        dec c
        ; falls into plus_write
        ; register C = B, 25 to 27, with its copy; keeps BC and DE
plus_write:
        call vdp_control
        ld hl,RG25SAV
        ld a,c
        sub 25
        add a,l
        ld l,a
        ld (hl),b
        ret

        part need_plus          ; error 2 on an MSX2
        ld a,(msx_version)
        cp 2
        ret nc
        jp syntax

        part set_scroll         ; SET SCROLL: what set_scroll_given says of set_scroll_x, _y, _mask and _pages
        ld a,(set_scroll_given)
        ld c,a
        bit 0,c
        ld a,(set_scroll_x+1)
        call nz,.flag
        bit 2,c
        ld a,(set_scroll_mask)
        call nz,.flag
        bit 3,c
        ld a,(set_scroll_pages)
        call nz,.flag
        push bc
        bit 0,c
        jr z,.top
        ld hl,(set_scroll_x)
        xor a
        sub l
        and 7
        ld b,a
        ld c,27
        call plus_write
        ld hl,(set_scroll_x)
        ld de,7
        add hl,de
        .5 add hl,hl            ; 32 times: the eights in H
        ld a,h
        and 3Fh
        ld b,a
        ld c,26
        call plus_write
.top:   pop bc
        push bc
        ld a,(set_scroll_y)
        ld b,a
        bit 1,c
        ld c,23
        call nz,vdp_write_later
        pop bc
        ld hl,RG25SAV
        ld b,(hl)
        bit 2,c
        jr z,.pages
        res 1,b
        ld a,(set_scroll_mask)
        add a,a
        or b
        ld b,a
.pages: bit 3,c
        jr z,.set
        res 0,b
        ld a,(set_scroll_pages)
        or b
        ld b,a
.set:   ld c,25
        jp plus_write
.flag:  cp 2
        ret c
        jp illegal_call
        ram
set_scroll_x:
        ds 2
set_scroll_given:
        ds 1
set_scroll_y:
        ds 1
set_scroll_mask:
        ds 1
set_scroll_pages:
        ds 1

        part plus_vdp           ; VDP(HL)
        call plus_register
        jp nc,vdp
        ld de,RG25SAV-26
        add hl,de
        ld l,(hl)
        ld h,0
        or a
        ret
plus_set_vdp:                   ; VDP(HL) = E
        call plus_register
        jp nc,set_vdp
        ld c,l
        dec c
        ld b,e
        jp plus_write
plus_register:                  ; carry: VDP(HL) is R#25 to R#27; keeps all but A
        ld a,(msx_version)
        cp 2
        ccf
        ret nc
        ld a,h
        or a
        ret nz
        ld a,l
        sub 26
        cp 3
        ret

        part plus_palette       ; Z: statements draw in colours of the palette; keeps all but A
        ld a,(SCRMOD)
        cp 8
        ret nz
        ld a,(draws_bytes)
        or a
        ret nz
        ld a,(RG25SAV)
        cpl
        and 18h
        ret

        part plus_pixel      ; A = the pixel of the colour A: above 15 its bits come back on the right; keeps all others
        push bc
        ld b,a
        .3 rlca
        and 7
        or 8
        ld c,a
        ld a,b
        .4 add a,a
        or c
        pop bc
        ret

        part plus_color      ; COLOR: 15 is the highest
        call plus_palette
        jp z,color
        jp any_color

        part plus_ink        ; the ink of a statement: L
        call plus_palette
        jp nz,set_ink
        ld a,l
        cp 16
        jp c,keep_ink
        jp illegal_call

        part plus_clear      ; the colour A in all of a byte, for CLS
        ld c,a
        call plus_palette
        ld a,c
        jp z,plus_pixel
        jp pixel_byte

        part plus_status     ; what status register A tells of POINT: 255 is a pixel without a colour of the palette
        call vdp_status
        ld l,a
        call plus_palette
        ld a,l
        ret nz
        swapnib
        bit 7,a
        ld a,255
        ret z
        ld a,l
        swapnib
        and 15
        ret

        part plus_drawn      ; the command A in the ink, to its end: AND 7, and then OR the pixel
        ld c,a
        call plus_palette
        ld a,c
        jp nz,command_drawn
        ld a,(LOGOPR)
        ld b,a
        push bc
        and 8
        ld a,(ink)
        ld e,a
        jr z,.draw
        or a
        jr z,.drawn
.draw:  push de
        ld a,1
        ld (LOGOPR),a
        ld a,7
        ld (ink),a
        ld a,c
        call command_drawn
        pop de
        pop bc
        push bc
        push de
        ld a,2
        ld (LOGOPR),a
        ld a,e
        call plus_pixel
        ld (ink),a
        ld a,c
        call command_drawn
        pop de
        ld a,e
        ld (ink),a
.drawn: pop bc
        ld a,b
        ld (LOGOPR),a
        ret

        part plus_dot        ; before the dot HL, DE: until the chip is ready, or the dot itself
        call plus_palette
        jp nz,command_wait
        pop bc                  ; any_dot is done
        ld (command_dx),hl
        ld (command_dy),de
        ld a,COMMAND_PSET
        jp plus_drawn

        part plus_fill       ; the colour A in all of a byte, or the whole rectangle
        ld b,a
        call plus_palette
        ld a,b
        jp nz,pixel_byte
        pop bc                  ; bitmap_fill is done
        ld a,COMMAND_FILL
        jp plus_drawn

        part plus_search     ; A = the colour that PAINT looks for, or the whole search (any_paint.search)
        call plus_palette
        ld a,e
        jp nz,pixel_of
        pop bc                  ; any_paint.search is done
.pixel: push hl
        ld a,(any_paint.row)
        ld h,a
        call page_bank
        call vram_read
        in a,(VDP_DATA)
        pop hl
        ld b,255
        bit 3,a
        jr z,.compare
        swapnib
        and 15
        ld b,a
.compare:
        ld a,b
        sub e
        jr z,.same
        bit 1,d
        jr nz,.found
        jr .on
.same:  bit 1,d
        jr z,.found
.on:    bit 2,d
        jr nz,.left
        inc l
        jr nz,.pixel
        jr .done
.left:  ld a,l
        dec l
        or a
        jr nz,.pixel
.done:  call first_bank
        or a
        ret
.found: call first_bank
        scf
        ret

        part plus_character  ; the character of grp_put.pattern at the point HL, DE: its dots AND 7, OR their pixels
        call plus_palette
        jp nz,bitmap_character
        ld a,(LOGOPR)
        push af
        ld bc,(GRPACX)
        push bc
        ld bc,(GRPACY)
        push bc
        push hl
        push de
        ld a,(BAKCLR)
        push af
        ld a,7
        ld (BAKCLR),a
        ld (ink),a
        ld a,1
        ld (LOGOPR),a
        call bitmap_character
        pop bc
        pop de
        pop hl
        ex (sp),hl
        ld (GRPACY),hl
        pop hl
        ex (sp),hl
        ld (GRPACX),hl
        pop hl
        push bc
        ld a,b
        call plus_pixel
        ld (BAKCLR),a
        ld a,(ATRBYT)
        call plus_pixel
        ld (ink),a
        ld a,2
        ld (LOGOPR),a
        call bitmap_character
        pop af
        ld (BAKCLR),a
        pop af
        ld (LOGOPR),a
        ret
