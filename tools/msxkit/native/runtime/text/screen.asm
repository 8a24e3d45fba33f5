; The text screens: modes, their tables, window and colours.

        part screen_start       ; SCREEN 0, WIDTH 40, no function keys, COLOR 15,4,4
        ld hl,.tables
        ld de,TXTNAM
        ld bc,40
        ldir
        ld hl,4*256+15
        ld (FORCLR),hl
        ld a,h
        ld (BDRCLR),a
        ld a,40
        ld (LINL40),a
        ld a,29
        ld (LINL32),a
        ld a,24
        ld (CRTCNT),a
        xor a
        ld (CNSDFG),a
        ld (CSRSW),a
        ld (CSTYLE),a
        ld (GRPHED),a
        ld (ESCCNT),a
        ld (TTYPOS),a
        ld (INSFLG),a
        ld a,(msx_version)
        or a
        ld bc,0E0h*256+1
        jr z,.msx1
        ld bc,14                ; the first 16 KB
        call vdp_control
        ld bc,60h*256+1
.msx1:  call vdp_write
        call boot_video
        xor a
        jp set_screen
.tables:
        dw 0,0,800h,0,0
        dw 1800h,2000h,0,1B00h,3800h
        dw 1800h,2000h,0,1B00h,3800h
        dw 800h,0,0,1B00h,3800h

        part vdp_control        ; register C = B, without a copy
        ld a,b
        di
        out (VDP_CONTROL),a
        ld a,c
        or 80h
        out (VDP_CONTROL),a
        ei
        ret

        part text_mode          ; back to the text screen from a graphic one
        ld a,(SCRMOD)
        cp 2
        ret c
        ld a,(OLDSCR)
        jp set_screen

        part set_screen         ; SCREEN A (0 or 1); graphic modes have their own way
        cp 2
        jp nc,set_graphic
        ld (SCRMOD),a
        ld (OLDSCR),a
        ld (drawn_mode),a
        call leave_bitmap
        call set_tables
        call set_window
        call mode_bits
        call show_colours
        ; the font
        ld hl,(CGTABL)
        ld de,(CGPBAS)
        ld bc,2048
        call vram_from
        ld hl,(CGPBAS)          ; 255 is the cursor in every font
        ld de,255*8
        add hl,de
        ld bc,8
        ld a,255
        call vram_fill
        call clear_screen
        ld a,(SCRMOD)
        or a
        call nz,clear_sprites
        jp palette_start

        part wide_text          ; carry: SCREEN 0 with 80 columns; keeps all but A
        ld a,(SCRMOD)
        cp 1
        ret nc
        push hl
        ld hl,LINL40
        ld a,40
        cp (hl)
        pop hl
        ret

        part palette_start      ; SCREEN on an MSX2: the palette after a reset, in the chip and in its copy
        not_on_msx1
color_new:
color_alone:
        ld de,.colours
        ld bc,16                ; the next colour is 0
        call vdp_control
        call palette_place
        call page_seek
        call vram_write
        ex de,hl
        ld b,32
.next:  ld a,(hl)
        out (VDP_PALETTE),a
        out (VDP_DATA),a
        inc hl
        djnz .next
        jp page_done
.colours:                       ; V9938 technical data book
        db 00h,0,00h,0,11h,6,33h,7,17h,1,27h,3,51h,1,27h,6
        db 71h,1,73h,3,61h,6,64h,6,11h,4,65h,2,55h,5,77h,7
palette_place:                  ; HL = where the copy lies; changes BC
        call wide_text
        ld hl,0F00h
        ret c
        ld hl,.places
        ld a,(SCRMOD)
        add a,a
        ld bc,a
        add hl,bc
        ld hl,(hl)
        ret
.places:
        dw 0400h,2020h,1B80h,2020h,1B80h,7680h,7680h,0FA80h,0FA80h

        part mode_bits          ; registers 0 and 1 for the mode
        ld c,0
        call wide_text
        ld b,4
        jr c,.first
        ld a,(SCRMOD)
        cp 2
        ld b,2
        jr z,.first
        ld b,c
.first: call vdp_write
        ld a,(SCRMOD)
        or a
        ld b,10h
        jr z,.text
        cp 3
        ld b,8
        jr z,.text
        ld b,0
.text:  ld a,(RG1SAV)
        and 0A3h
        or 60h
        or b
        ld b,a
        ld c,1
        jp vdp_write

        part set_tables         ; table addresses of the mode to the registers and to NAMBAS ...
        call wide_text
        jp c,.wide
        ld a,(SCRMOD)
        ld c,a
        add a,a
        add a,a
        add a,c
        add a,a
        ld bc,a
        ld hl,TXTNAM
        add hl,bc
        ldi de,(hl)
        ld a,c
        cp 20
        jr nc,.graphic
        ld (NAMBAS),de
.graphic:
        ex de,hl
        ld b,6                  ; names / 400h
        call .shift
        ld c,2
        call vdp_write
        ex de,hl
        ldi de,(hl)
        ex de,hl
        ld b,2                  ; colours / 40h
        call .shift
        ld a,(SCRMOD)
        cp 2
        ld a,7Fh
        call z,.low
        ld c,3
        call .write
        ex de,hl
        ldi de,(hl)
        ld a,(SCRMOD)
        cp 2
        jr nc,.patterns
        ld (CGPBAS),de
.patterns:
        ex de,hl
        ld b,3+4                ; patterns / 800h
        call .shift
        ld a,(SCRMOD)
        cp 2
        ld a,3
        call z,.low
        ld c,4
        call vdp_write
        ex de,hl
        ldi de,(hl)
        ld (ATRBAS),de
        ex de,hl
        ld b,3                  ; attributes / 80h
        call .shift
        ld c,5
        call .write
        ex de,hl
        ldi e,(hl)
        ld d,(hl)
        ld (PATBAS),de
        ex de,hl
        ld b,3+4                ; sprite patterns / 800h
        call .shift
        ld c,6
        ; falls into .write
.write: ; an MSX2 leaves alone what the mode does not have
        ld a,(msx_version)
        or a
        jp z,vdp_write
        ld a,(SCRMOD)
        or a
        ret z
        cp 3
        jp nz,vdp_write
        ld a,c
        cp 3
        jp nz,vdp_write
        ret
.wide:  ld hl,0
        ld (NAMBAS),hl
        ld (ATRBAS),hl
        ld (PATBAS),hl
        ld h,10h
        ld (CGPBAS),hl
        ld bc,3*256+2
        call vdp_write
        ld bc,27h*256+3
        call vdp_write
        ld bc,2*256+4
        jp vdp_write
.low:   or b
        ld b,a
        ret
.shift: ; B = HL / 2^(B+4), for 6, 2, 7, 3; keeps DE
        push hl
        ld a,b
        add a,4
        ld b,a
.bit:   srl h
        rr l
        djnz .bit
        ld b,l
        pop hl
        ret

        part set_window         ; width, columns and origin of the text screen
        ld a,(OLDSCR)
        or a
        ld a,(LINL32)
        jr nz,.set
        ld a,(LINL40)
.set:   ld (LINLEN),a
        call place_window
        ld a,(LINLEN)
        ; CLMLST: 14 * (width \ 14 - 1)
        ld b,-14
.zone:  sub 14
        jr c,.done
        ld c,a
        ld a,b
        add a,14
        ld b,a
        ld a,c
        jr .zone
.done:  ld a,b
        ld (CLMLST),a
        ret

        part place_window       ; where lines begin: by NAMBAS, LINLEN and the text mode
        ld a,(SCRMOD)
        cp 2
        jr c,.text
        ld a,(OLDSCR)
.text:  or a
        ld a,(LINLEN)
        ld b,32
        jr nz,.set
        ld b,40
        cp 41
        jr c,.set
        ld b,80
.set:   ld c,a
        ld a,b
        ld (columns),a
        inc a
        sub c
        jr nc,.fits
        xor a
.fits:  srl a
        ld de,a
        ld hl,(NAMBAS)
        add hl,de
        ld (origin),hl
        ret
        ram
columns:
        ds 1                    ; of the name table
origin: ds 2                    ; address of column 1, row 1

        part show_colours       ; what COLOR has set to the screen
        ld a,(FORCLR)
        .4 rlca
        and 0F0h
        ld b,a
        ld a,(BAKCLR)
        and 15
        or b
        ld e,a
        ld a,(SCRMOD)
        or a
        ld b,e
        ld c,7
        jp z,vdp_write
        ld a,(BDRCLR)
        ld b,a
        push de
        call vdp_write
        pop de
        ld a,(SCRMOD)
        dec a
        ret nz
        ld hl,(TXTNAM+12)
        ld bc,32
        ld a,e
        jp vram_fill

        part clear_sprites      ; none is seen, each in the foreground colour with its own pattern
        ld e,209
sprites_off:                    ; E = a row off the screen
        ld hl,(ATRBAS)
        ld a,(RG1SAV)
        and 2
        ld c,1
        jr z,.small
        ld c,4
.small: ld d,0
        ld b,32
.plane: ld a,e
        call vram_put
        inc hl
        inc hl                  ; its column stays
        ld a,d
        call vram_put
        add a,c
        ld d,a
        ld a,(FORCLR)
        out (VDP_DATA),a
        inc hl
        inc hl
        djnz .plane
        ret
