; Sprites of SCREEN 4 to 8: 16 colours for each, 512 bytes before the places and patterns of all; and the pages.

        part any_clear_sprites  ; none is seen
        ld a,(SCRMOD)
        cp 4
        jp c,clear_sprites
        ld hl,(ATRBAS)
        dec h
        dec h
        call page_bank
        ld bc,512
        ld a,(FORCLR)
        call vram_fill
        ld e,217
        call sprites_off
        jp first_bank

        part any_pattern_place  ; HL = address of the pattern L, C = its size; its bank is there
        on_msx1_screens sprite_place
        call sprite_place       ; within the bank
        ld a,(PATBAS+1)
        and 0C0h
        or h
        ld h,a
        jp page_bank

        part sprite_colours     ; the 16 colours of sprite_plane: kept are the bits B, added the bits C
        call sprite_colours_place
        call vram_read
        ld de,row_buffer
        ld l,16
.read:  in a,(VDP_DATA)
        and b
        or c
        ldi (de),a
        dec l
        jr nz,.read
        ld b,16
sprite_colours_set:             ; B colours from row_buffer
        call sprite_colours_place
        call vram_write
        ld hl,row_buffer
        ld c,VDP_DATA
        otir
        jp first_bank
sprite_colours_place:
        ld a,(sprite_plane)
        cp 32
        jp nc,illegal_call
        ld hl,a
        .4 add hl,hl
        ld de,(ATRBAS)
        add hl,de
        dec h
        dec h
        jp page_bank

        part any_put_sprite     ; PUT SPRITE: what sprite_given says of the rest; bit 3: with a point
        ld a,(SCRMOD)
        cp 4
        jp c,put_sprite
        ld a,(sprite_plane)
        cp 32
        jp nc,illegal_call
        cp 29                   ; the machine does not read the attributes of the last three
        call nc,.restore
        call .given
        call .first
        call vram_read
        ld hl,sprite_copy
        ld bc,4*256+VDP_DATA
        inir
        jp first_bank
.restore:
        call .first
        call vram_write
        ld hl,sprite_copy
        ld bc,4*256+VDP_DATA
        otir
        jp first_bank
.given: ld a,(sprite_given)
        rra
        jr nc,.colour
        push af
        call .first
        call vram_write
        ld a,(GRPACY)
        out (VDP_DATA),a
        ld a,(GRPACX)
        ld de,(GRPACX)
        ld bc,7F00h
        bit 7,d
        jr z,.right
        ld c,80h                ; 32 dots to the left
        add a,32
.right: out (VDP_DATA),a
        call sprite_colours
        pop af
.colour:
        rra
        jr nc,.pattern
        push af
        ld a,(sprite_colour)
        or a
        jp m,illegal_call
        ld c,a
        ld b,80h                ; kept is the shift to the left
        call sprite_colours
        pop af
.pattern:
        rra
        ret nc
        rra
        ld a,2
        jr c,.placed
        xor a                   ; a pattern without a point is taken for the row
.placed:
        call .place
        ld a,(RG1SAV)
        and 2
        ld a,(sprite_number)
        jr z,.small
        cp 64
        jr nc,.illegal
        add a,a
        add a,a
.small: call vram_put
        jp first_bank
.illegal:
        call first_bank
        jp illegal_call
.first: xor a
.place: ; HL = byte A of the attributes of the sprite
        ld bc,a
        ld a,(sprite_plane)
        ld l,a
        ld h,b
        add hl,hl
        add hl,hl
        add hl,bc
        ld bc,(ATRBAS)
        add hl,bc
        jp page_bank
        ram
sprite_copy:                    ; the attributes of the sprite that was put last
        ds 4

        part color_sprite       ; COLOR SPRITE(HL) = E
        call need_colours
        ld a,l
        ld (sprite_plane),a
        ld a,e
        and 7Fh
        ld bc,a
        jp sprite_colours

        part need_colours       ; error 5 in SCREEN 0 to 3
        ld a,(SCRMOD)
        cp 4
        ret nc
        jp illegal_call

        part color_sprite_rows          ; COLOR SPRITE$(BC) = the string HL
        call need_colours
        ld a,c
        ld (sprite_plane),a
        push hl
        ldi a,(hl)
        ldi c,(hl)
        ld b,(hl)
        cp 17
        jr c,.rows
        ld a,16
.rows:  ld hl,bc
        ld b,a
        ld de,row_buffer
        or a
        jr z,.none
        push bc
        ld bc,b
        ldir
        pop bc
        call sprite_colours_set
.done:  pop hl
        jp string_release
.none:  call sprite_colours_place
        call first_bank
        jr .done

        part screen_pages       ; C = how many pages the screen has; error 5 in SCREEN 0 to 4. Keeps B, DE, HL
        ld a,(SCRMOD)
        sub 5
        jp c,illegal_call
        cp 2
        ld c,4
        ret c
        ld c,2
        ret

        part set_page           ; SET PAGE: what set_page_given says of set_page_shown, set_page_active
        call screen_pages
        ld a,(set_page_given)
        ld b,a
        rra
        jr nc,.active
        ld a,(set_page_shown)
        cp c
        jp nc,illegal_call
.active:
        bit 1,b
        jr z,.shown
        ld a,(set_page_active)
        cp c
        jp nc,illegal_call
        ld (ACPAGE),a
.shown: bit 0,b
        ret z
        ld a,(set_page_shown)
        ld (DPPAGE),a
        ld e,a                  ; the page in units of 32 KB
        .3 rrca                 ; bits 5 and 6 of register 2
        or 1Fh
        ld b,a
        ld c,2
        call vdp_write
        ld a,(SCRMOD)
        cp 7
        ld bc,0EF00h+5
        ld d,0Fh
        jr c,.small
        ld bc,0F700h+5
        ld d,1Eh
        sla e
.small: push de
        call vdp_write
        pop de
        ld a,e                  ; sprites: 16 units of 2 KB a page of 32 KB
        .4 add a,a
        add a,d
        ld b,a
        ld c,6
        push de
        call vdp_write
        pop de
        ld b,e
        bit 0,d
        jr nz,.first
        inc b                   ; FA00h lies in the upper half
.first: ld c,11
        jp vdp_write_later
        ram
set_page_given:
        ds 1
set_page_shown:
        ds 1
set_page_active:
        ds 1

        part set_adjust         ; SET ADJUST(HL, DE)
        call .digit
        ex de,hl
        ld d,a
        call .digit
        .4 rlca
        or d
        ld b,a
        ld c,18
        jp vdp_write_later
.digit: ; A = -HL in 4 bits, HL from -7 to 8
        push hl
        ld bc,7
        add hl,bc
        ld a,h
        or a
        jp nz,illegal_call
        ld a,l
        cp 16
        jp nc,illegal_call
        pop hl
        xor a
        sub l
        and 15
        ret

        part interlace          ; SCREEN ,,,,,L
        ld a,(RG8SAV+1)
        and 0F3h
        ld b,a
        ld a,l
        and 1
        .3 rlca
        or b
        ld b,a
        ld a,l
        and 2
        rlca
        or b
        ld b,a
        ld c,9
        jp vdp_write_later

        part color_palette        ; COLOR=(color_palette_colour,color_palette_red,color_palette_green,color_palette_blue)
        ld a,(color_palette_colour)
        cp 16
        jp nc,illegal_call
        ld de,a
        ld a,(color_palette_given)
        cp 15
        call nz,.stays
        ld hl,color_palette_red
        ld b,3
.check: ld a,(hl)
        cp 8
        jp nc,illegal_call
        inc hl
        djnz .check
        ld b,e
        ld c,16
        call vdp_control
        call palette_place
        ld d,0
        add hl,de
        add hl,de
        call page_bank
        call vram_write
        ld a,(color_palette_red)
        .4 add a,a
        ld b,a
        ld a,(color_palette_blue)
        or b
        out (VDP_PALETTE),a
        out (VDP_DATA),a
        ld a,(color_palette_green)
        out (VDP_PALETTE),a
        out (VDP_DATA),a
        jp first_bank
.stays: push de                 ; what is left out is as in the copy
        call palette_place
        add hl,de
        add hl,de
        call page_bank
        call vram_read
        in a,(VDP_DATA)
        ld c,a
        in a,(VDP_DATA)
        and 7
        ld b,a
        push bc
        call first_bank
        pop bc
        pop de
        ld hl,color_palette_given
        bit 1,(hl)
        jr nz,.green
        ld a,c
        swapnib
        and 7
        ld (color_palette_red),a
.green: bit 2,(hl)
        jr nz,.blue
        ld a,b
        ld (color_palette_green),a
.blue:  bit 3,(hl)
        ret nz
        ld a,c
        and 7
        ld (color_palette_blue),a
        ret
        ram
color_palette_given:
        ds 1
color_palette_colour:
        ds 1
color_palette_red:
        ds 1
color_palette_green:
        ds 1
color_palette_blue:
        ds 1

        part color_restore    ; COLOR=RESTORE: from the copy
        ld bc,16
        call vdp_control
        call palette_place
        call page_bank
        call vram_read
        ld b,32
.next:  in a,(VDP_DATA)
        out (VDP_PALETTE),a
        djnz .next
        jp first_bank
