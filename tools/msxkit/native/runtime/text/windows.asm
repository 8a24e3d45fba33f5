; Statements of the text screens: LOCATE, WIDTH, COLOR, SCREEN, KEY, CLS.

        part baud_rate          ; SCREEN ,,,L of a cassette recorder that is not there: 1 or 2, or error 5
        ld a,l
        dec a
        cp 2
        ret c
        jp illegal_call

        part locate             ; LOCATE: what locate_given says of locate_x, locate_y, locate_cursor
        ld hl,(CSRY)
        ld de,hl
        dec e
        dec d
        ld a,(locate_given)
        rra
        jr nc,.row
        ld hl,locate_x
        ld d,(hl)
.row:   rra
        jr nc,.switch
        ld hl,locate_y
        ld e,(hl)
.switch:
        rra
        push de
        push af
        call cursor_lift
        pop af
        jr nc,.place
        ld a,(locate_cursor)
        or a
        jr z,.set
        ld a,1
.set:   ld (CSRSW),a
.place: pop de
        call place_cursor
        jp cursor_drop
        ram
locate_given:
        ds 1
locate_x:
        ds 1
locate_y:
        ds 1
locate_cursor:
        ds 1

        part width          ; WIDTH L
        ld a,(OLDSCR)
        or a
        ld a,32
        jr nz,.widest
        ld a,(msx_version)
        or a
        ld a,40
        jr z,.widest
        add a,a
.widest:
        cp l
        jp c,illegal_call
        ld a,l
        or a
        jp z,illegal_call
        ld a,(LINLEN)
        cp l
        ret z
        push hl
        call clear_screen
        pop hl
        xor a
        ld (TTYPOS),a
        ld a,(OLDSCR)
        or a
        ld a,l
        jr z,.zero
        ld (LINL32),a
        jr .done
.zero:  ld (LINL40),a
.done:  ld a,(columns)
        push af
        call set_window
        pop bc
        ld a,(columns)
        cp b
        jp z,clear_screen
        xor a                   ; 80 columns are another mode of the chip
        jp set_screen

        part poke_any           ; POKE HL,E, anywhere
        ld a,h
        cp high LINLEN
        jr nc,.cells
.plain: ld (hl),e
        ret
.cells: push hl
        ld bc,LINLEN
        sbc hl,bc
        pop hl
        jp z,poke_width
        ld a,h
        cp high SCRMOD
        jr nz,.names
        ld a,l
        cp low SCRMOD
        jp z,poke_mode
.names: push hl
        ld bc,NAMBAS
        sub hl,bc
        ld bc,hl
        pop hl
        inc b
        djnz .plain
        srl c
        jr nz,.plain
        jp poke_names

        part poke_width         ; POKE LINLEN,E: a width that the screen can have, nothing is cleared
        ld a,(columns)
        cp e
        ret c
        ld a,e
        or a
        ret z
        ld (LINLEN),a
        call place_window
        ld hl,CSRX
        ld a,(LINLEN)
        cp (hl)
        ret nc
        ld (hl),a
        ret

        part poke_mode          ; POKE SCRMOD,E: a mode that the machine has; the chip stays as it is
        by_version 3,8
        cp e
        ret c
        ld hl,drawn_mode
        ld (hl),e
        ld a,e
        cp 4
        jr c,.place
        ld (hl),2
        jr z,.place
        ld (hl),5
.place: ld hl,SCRMOD
        ; falls into poke_names
        ; POKE HL,E, where HL says where text goes: NAMBAS
poke_names:
        ld (hl),e
        call rows_moved
        jp place_window

        part color              ; COLOR: what color_given says of color_ink, color_paper, color_border
        ld a,(color_given)
        ld b,a
        ld hl,color_ink
        ld c,3
        push hl
        push bc
.check: srl b
        jr nc,.fine
        ld a,(hl)
        cp 16
        jp nc,illegal_call
.fine:  inc hl
        dec c
        jr nz,.check
        pop bc
        pop hl
colour_set:                     ; B says which of the bytes at HL are set
        ld de,FORCLR
        ld c,3
.set:   srl b
        jr nc,.next
        ld a,(hl)
        ld (de),a
.next:  inc hl
        inc de
        dec c
        jr nz,.set
        ld a,(FORCLR)
        ld (ATRBYT),a
        jp show_colours
        ram
color_given:
        ds 1
color_ink:
        ds 1
color_paper:
        ds 1
color_border:
        ds 1

        part screen_mode        ; SCREEN L
        by_version 3,8
        cp l
        jp c,illegal_call
        ld a,l
        jp set_screen

        part key_line           ; KEY ON, KEY OFF
key_display_off:
        ld hl,CNSDFG
        ld a,(hl)
        ld (hl),0
        or a
        ret z
        ld a,(CRTCNT)
        ld l,a
        ld h,1
        jp erase_from
key_display_on: ld hl,CNSDFG
        ld a,(hl)
        or a
        jr nz,.show
        call rows
        ld a,(CSRY)
        cp b
        jr c,.room
        call cursor_lift
        call rows
        dec b
        call nz,scroll          ; the rows above; the last one is lost
        ld hl,CSRY
        dec (hl)
        call cursor_drop
.room:  ld a,255
        ld (CNSDFG),a
        ld a,(CRTCNT)
        ld bc,a
        ld hl,LINTTB-1
        add hl,bc
        ld (hl),a
.show:  jp draw_keys

        part cls                ; CLS
        on_text_screens clear_screen
        jp clear_graphic
