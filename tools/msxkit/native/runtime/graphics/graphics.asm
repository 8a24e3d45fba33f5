; SCREEN 2 to 4: modes, the ink and points, written into video memory as the machine does it.
; A pixel is D = row, E = column: 192 x 256 in SCREEN 2 and 4, 48 x 64 blocks in SCREEN 3. Between two accesses to video
; memory lie at least 29 T-states, which a TMS9918A needs.
; What the statements remember is where the machine has it (MSX2 Technical Handbook, appendix 8).

G2_COLOURS equ TXTNAM+23        ; high byte of SCREEN 2's colour table
G2_PATTERNS equ TXTNAM+25       ; and of its pattern table
G3_PATTERNS equ TXTNAM+35       ; high byte of SCREEN 3's pattern table

        macro cell_right                ; HL: from a row of a cell of SCREEN 2 to the same of its neighbour
        ld a,l
        add a,8
        ld l,a
        endm
        macro cell_left
        ld a,l
        sub 8
        ld l,a
        endm

        part boot_video         ; video memory as a machine has it at its prompt: SCREEN 1 has been there
        ld hl,0
        ld bc,4000h
        xor a
        call vram_fill
        ld hl,GXPOS
        ld b,11
.clear: ldi (hl),a
        djnz .clear
        ld a,15
        ld (ATRBYT),a
        ld a,1
        call set_screen
        ld a,(msx_version)
        or a
        ret nz
        ld hl,.texts
.text:  ldi de,(hl)
        ldi c,(hl)
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
        ld hl,(TXTNAM+20)
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
        ld hl,(TXTNAM+30)
        call vram_write
        ld d,0                  ; row
.row:   ld a,d
        and 1Ch                 ; 32 patterns for four rows
        .3 rlca
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
        call show_colours
        ld a,(drawn_mode)
        cp 3
        jr z,.three
        ld hl,(TXTNAM+22)
        ld bc,1800h
        ld a,(BAKCLR)
        call vram_fill
        ld hl,(TXTNAM+24)
        ld bc,1800h
        xor a
        jp vram_fill
.three: ld a,(BAKCLR)
        call both_nibbles
        ld hl,(TXTNAM+34)
        ld bc,600h
        jp vram_fill

        part both_nibbles       ; A = A * 17
        ld b,a
        .4 add a,a
        add a,b
        ret

        part need_graphics      ; error 5 on a text screen
        text_screens_only
        jp illegal_call

        part set_ink            ; the ink of a statement: L, or the colour of COLOR
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
        ld a,(ATRBYT)
        and 15
        call both_nibbles
        ld (ink),a
        ret
        ram
ink:    ds 1

        part from_last          ; HL, DE, counted from the last point
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
        ld hl,GRPACX
        .4 ldi
        ret
