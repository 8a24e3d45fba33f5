; Joysticks, sound chip, sprites.

        part stick              ; STICK(L) in HL
        ld a,l
        cp 3
        jp nc,illegal_call
        call GTSTCK
        ld hl,a
        ret

        part trigger            ; STRIG(L) in HL
        ld a,l
        cp 5
        jp nc,illegal_call
        call GTTRIG
        ld l,a
        ld h,a
        ret

        part pad                ; PAD(L), PDL(L) in HL
        by_version 7,19
        cp l
        jp c,illegal_call
        ld a,l
        call GTPAD
        ld l,a
        add a,a                 ; a signed byte
        sbc a,a
        ld h,a
        ret

        part paddle
        ld a,l
        dec a
        cp 12
        jp nc,illegal_call
        inc a
        call GTPDL
        ld hl,a
        ret

        part sound              ; SOUND HL,E
        ld a,h
        or a
        jp nz,illegal_call
        ld a,l
        cp 14
        jp nc,illegal_call
        cp 7
        jr nz,.write
        ld a,e                  ; the ports of register 7 stay as they are
        and 3Fh
        or 80h
        ld e,a
        ld a,7
.write: di
        out (0A0h),a
        ld a,e
        out (0A1h),a
        ei
        ret

        part sprite_size        ; SCREEN ,L: size of the sprites; their patterns are cleared
        ld a,l
        cp 4
        jp nc,illegal_call
        ld b,a
        ld a,(RG1SAV)
        and 0FCh
        or b
        ld b,a
        ld c,1
        call vdp_write
clean_sprites:                  ; their patterns are blank, and none is seen
        ld a,(SCRMOD)
        or a
        ret z
        ld hl,(PATBAS)
        call page_seek
        ld bc,2048
        xor a
        call vram_fill
        call page_done
        jp fresh_sprites

        part sprite_place       ; HL = address of the pattern L, C = its size
        ld a,(RG1SAV)
        and 2
        ld c,8
        ld h,0
        jr z,.small
        ld c,32
        add hl,hl
        add hl,hl
.small: .3 add hl,hl
        ld de,(PATBAS)
        add hl,de
        ld a,h
        and 3Fh
        ld h,a
        ret

        part need_screen        ; error 5 below SCREEN A
        ld b,a
        ld a,(SCRMOD)
        cp b
        ret nc
        jp illegal_call

        part need_msx2          ; error A on an MSX1
        ld b,a
        ld a,(msx_version)
        or a
        ret nz
        ld a,b
        jp error

        part set_sprite         ; SPRITE$(BC) = HL
        ld a,(SCRMOD)
        or a
        jp z,illegal_call
        ld a,b
        or a
        jp nz,illegal_call
        push hl
        ld l,c
        call sprite_pattern_place
        call vram_write
        pop hl
        push hl
        ldi b,(hl)
        ldi e,(hl)
        ld d,(hl)
.byte:  ld a,b
        or a
        jr z,.fill
        ldi a,(de)
        dec b
.fill:  out (VDP_DATA),a
        dec c
        jr nz,.byte
        call page_done
        pop hl
        jp string_release

        part sprite_pattern     ; SPRITE$(L) to DE
        push de
        call sprite_pattern_place
        ld b,c
        call vram_read
        ld hl,row_buffer
        push bc
.byte:  in a,(VDP_DATA)
        ldi (hl),a
        djnz .byte
        call page_done
        pop bc
        ld hl,row_buffer
        pop de
        jp string_from

        part put_whole_sprite   ; PUT SPRITE with all operands at HL, DE, or so much from the last point: where
                                ; they can fail, one after the other; a wrong plane leaves the last point alone
put_whole_sprite_step:
        call from_last
put_whole_sprite:
        ld a,(SCRMOD)
        or a
        jr z,.slowly
        ld a,(sprite_plane)
        cp 32
        jr nc,.slowly
        call move               ; keeps A
        add a,a
        add a,a
        ld hl,a
        ld de,(ATRBAS)
        add hl,de
        ld a,(sprite_colour)
        cp 16
        jr nc,.slowly
        ld c,a
        ld a,(RG1SAV)
        and 2
        ld a,(sprite_number)
        jr z,.small
        cp 64
        jr nc,.slowly
        add a,a
        add a,a
.small: ld b,a
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        and 3Fh
        or 40h
        out (VDP_CONTROL),a
        ei
        ld a,(GRPACY)
        out (VDP_DATA),a
        ld de,(GRPACX)
        ld a,e
        bit 7,d
        jr z,.right
        add a,32
        set 7,c
.right: out (VDP_DATA),a
        ld a,b
        .3 nop
        out (VDP_DATA),a
        ld a,c
        .3 nop
        out (VDP_DATA),a
        ret
.slowly:
        ld a,0Fh
        ld (sprite_given),a
        jp put_sprite

        part put_sprite         ; PUT SPRITE: what sprite_given says of the rest
        ld a,(SCRMOD)
        or a
        jr z,.illegal
        ld a,(sprite_plane)
        cp 32
        jr nc,.illegal
        ld hl,a
        add hl,hl
        add hl,hl
        ld de,(ATRBAS)
        add hl,de
        ld (.place),hl
        ld a,(sprite_given)
        rra
        jr nc,.colour
        push af
        call vram_write
        ld a,(GRPACY)
        out (VDP_DATA),a
        ld de,(GRPACX)
        bit 7,d
        jr z,.right
        ld a,e
        add a,32
        ld e,a
.right: ld a,e
        out (VDP_DATA),a
        ld hl,(.place)
        .3 inc hl
        call vram_get
        and 15
        bit 7,d
        jr z,.shown
        or 80h
.shown: call vram_put
        pop af
.colour:
        rra
        jr nc,.pattern
        push af
        ld a,(sprite_colour)
        cp 16
        jr nc,.illegal
        ld e,a
        ld hl,(.place)
        .3 inc hl
        call vram_get
        and 0F0h
        or e
        call vram_put
        pop af
.pattern:
        rra
        ret nc
        ld a,(RG1SAV)
        and 2
        ld a,(sprite_number)
        jr z,.small
        cp 64
        jr nc,.illegal
        add a,a
        add a,a
.small: ld hl,(.place)
        inc hl
        inc hl
        jp vram_put
.illegal:
        jp illegal_call
        ram
.place: ds 2
sprite_plane:
        ds 1
sprite_given:
        ds 1
sprite_colour:
        ds 1
sprite_number:
        ds 1
