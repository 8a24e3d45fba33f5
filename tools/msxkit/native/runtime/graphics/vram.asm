; Access to video memory and to the registers of the chip.

        part vram               ; addresses of video memory in HL
vram_write:                     ; the next bytes go to HL
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        and 3Fh
        or 40h
        out (VDP_CONTROL),a
        ei
        ret
vram_read:                      ; the next bytes come from HL
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        and 3Fh
        out (VDP_CONTROL),a
        ei
        ex (sp),hl              ; the chip needs a moment
        ex (sp),hl
        ret
vram_put:                       ; A to HL
        push af
        call vram_write
        pop af
        out (VDP_DATA),a
        ret
vram_get:                       ; A from HL
        call vram_read
        in a,(VDP_DATA)
        ret
vram_fill:                      ; A to BC bytes from HL
        push af
        call vram_write
        ld a,c
        or a
        jr z,.whole
        inc b
.whole: pop af
.byte:  out (VDP_DATA),a
        nop
        dec c
        jp nz,.byte
        djnz .byte
        ret
vram_from:                      ; BC bytes at HL to DE of video memory
        ex de,hl
        call vram_write
        ex de,hl
        ld a,b
        ld b,c
        ld c,VDP_DATA
        inc b
        dec b
        jr z,.block
        inc a
.block: outi
        jp nz,.block
        dec a
        jp nz,.block
        ret

        part vdp_write          ; register C = B, with its copy
        ld a,b
        di
        out (VDP_CONTROL),a
        ld a,c
        or 80h
        out (VDP_CONTROL),a
        ei
        push hl
        ld a,b
        ld hl,RG0SAV
        ld b,0
        add hl,bc
        ld (hl),a
        pop hl
        ret
