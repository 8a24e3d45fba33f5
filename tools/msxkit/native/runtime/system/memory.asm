; Memory, video memory and ports as functions and statements see them; TIME and the cursor.

        part vpeek              ; VPEEK(HL), INP(HL) in HL
        ld a,h
        cp 40h
        jr nc,.far
        ld a,(drawn_mode)
        cp 5
        jr nc,.far
        ld a,l
        di
        out (VDP_CONTROL),a
        ld a,h
        out (VDP_CONTROL),a
        ei
        ex (sp),hl              ; the chip needs a moment
        ex (sp),hl
        in a,(VDP_DATA)
        ld hl,a
        ret
.far:   call vram_check
        call vram_get
        ld hl,a
        jp first_bank

        part inp
        ld bc,hl
        in l,(c)
        ld h,0
        ret

        part vpoke              ; VPOKE HL,E
        call vram_check
        push hl
        ld bc,(NAMBAS)
        sub hl,bc
        ld a,h
        pop hl
        cp 8
        jr nc,.elsewhere
        ld a,(rows_unknown)
        or 1
        ld (rows_unknown),a
.elsewhere:
        ld a,e
        call vram_put
        jp first_bank

        part vram_check         ; error 5 for an address that an MSX1 does not have; else select its bank
        ld a,h
        cp 40h
        jr nc,.far
        ld a,(drawn_mode)
        cp 5
        ret c
.far:   ld a,(msx_version)
        or a
        jp nz,page_bank
        jp illegal_call

        part cells_start        ; cells of the work area that only PEEK looks at
        ld a,1
        ld (MAXFIL),a
        inc a
        ld (VALTYP),a
        ret

        part types_reset        ; every name is a double; or B letters from HL on have the type A
        ld hl,DEFTBL
        ld b,26
        ld a,8
types_set:
        ldi (hl),a
        djnz types_set
        ret

        part page_bank          ; the bank of the address HL in the page that is drawn on; keeps all but A
        not_on_msx1
        push bc
        ld a,(drawn_mode)
        cp 5
        ld a,0
        jr c,.page
        ld a,(SCRMOD)
        cp 7
        ld a,(ACPAGE)
        jr c,.small
        add a,a
.small: add a,a
.page:  ld b,a
        ld a,h
        rlca
        rlca
        and 3
        add a,b
.set:   and 7
        ld b,a
        ld c,14
        call vdp_control
        pop bc
        ret
first_bank:                     ; back to the first 16 KB of an MSX2; keeps all but A
        not_on_msx1
        push bc
        xor a
        jr .set

        part out_statement           ; OUT HL,E; rows_moved
        ld bc,hl
        out (c),e
        ld a,c
        and 0FCh
        cp VDP_DATA
        ret nz
rows_moved:                     ; for ever: anything may be in the name table
        ld a,3
        ld (rows_unknown),a
        ret

        part time               ; TIME
        ld hl,(JIFFY)
        jp word_real

        part time_of_draw       ; TIME in the argument of RND; a replay sets HL at draw_time
        ld hl,(JIFFY)
draw_time:
        jp word_real

        part cursor_row         ; CSRLIN, POS in HL
        ld a,(CSRY)
        dec a
        ld hl,a
        ret

        part cursor_column
        ld a,(TTYPOS)
        ld hl,a
        ret
