; PRINT and PRINT USING on a graphic screen; characters there.

        part shown              ; PRINT where a graphic screen may be shown, which takes nothing
shown_string:
        on_text_screens print_string
        jp string_release

        part shown_number
        ld a,(SCRMOD)
        dec a                   ; keeps the carry
        jp z,print_number
        inc a
        jp z,print_number
        ret

        part shown_comma
        text_screens_only
        jp print_comma

        part shown_key_list
        text_screens_only
        jp key_list

        part shown_tab
        ld a,(SCRMOD)
        cp 2
        jp nc,byte_check
        jp print_tab

        part shown_spaces
        ld a,(SCRMOD)
        cp 2
        jp nc,byte_check
        jp print_spaces

        part shown_line
        text_screens_only
        jp print_line

        part shown_locate
        on_text_screens locate
        ld a,(locate_given)
        and 4                   ; the cursor's switch alone
        ret z
        ld (locate_given),a
        ld hl,(CSRY)
        push hl
        ld a,(TTYPOS)
        push af
        call locate
        pop af
        ld (TTYPOS),a
        pop hl
        ld (CSRY),hl
        ret

        part shown_keys         ; KEY ON, KEY OFF
shown_key_display_on:
        on_text_screens key_display_on
        ld a,255
        ld (CNSDFG),a
        ret
shown_key_display_off:
        on_text_screens key_display_off
        xor a
        ld (CNSDFG),a
        ret

        part using_device_put   ; what PRINT USING writes, where it may go elsewhere than to the screen
        ; the character A
        ld c,a
        ld a,(using_device)
        sub DEVICE_CRT
        jr c,.graphic
        ld a,c
        jp nz,printer_put
        ld a,(SCRMOD)
        cp 2
        ld a,c
        jp c,put
        ret
.graphic:
        ld a,c
        jp block_put
using_device_characters:        ; B characters at HL
        inc b
        jr .count
.next:  ldi a,(hl)
        push hl
        push bc
        call using_device_put
        pop bc
        pop hl
.count: djnz .next
        ret
using_device_blanks:            ; B blanks
        push bc
        ld a,' '
        call using_device_put
        pop bc
        djnz using_device_blanks
        ret
using_screen:                   ; it goes to the screen; to the printer; to the device of PRINT #
        ld a,DEVICE_CRT
        jr .set
using_printer:
        ld a,DEVICE_LPT
        jr .set
using_file:
        ld a,(print_device)
.set:   ld (using_device),a
        ret
        ram
using_device:
        ds 1

        part block_characters   ; B characters at HL on the graphic screen or to a file
        inc b
        jr .count
.next:  ldi a,(hl)
        push hl
        push bc
        call block_put
        pop bc
        pop hl
.count: djnz .next
        ret
block_blanks:                   ; B blanks
        ld a,' '
        push bc
        call block_put
        pop bc
        djnz block_blanks
        ret

        part grp_put            ; the character A where the last point is, which goes on
        ld c,a
        call need_graphics
        ld hl,GRPHED
        ld a,(hl)
        or a
        ld a,c
        jr z,.plain
        ld (hl),0
        sub 40h
        cp 20h
        jr c,.shape
        ld a,c
        jr .look
.plain: cp 1
        jr nz,.look
        ld (hl),a
        ret
.look:  cp 32
        jr nc,.shape
        cp 13
        jp z,.new_line
        ret
.shape: ld hl,a
        .3 add hl,hl
        ld de,(CGTABL)
        add hl,de
        ld (.pattern),hl
        ld a,(FORCLR)
        ld (ATRBYT),a
        call ready_ink
        ld hl,(GRPACX)
        ld de,(GRPACY)
        ld a,(drawn_mode)
        cp 5
        jp z,grp_bitmap
        call scale
        ret nz
        ld b,8
        ld a,(drawn_mode)
        cp 2
        jp nz,.blocks
        push de
        call place2
        pop de
        ; HL = the first cell
.row:   push bc
        push de
        push hl
        ld hl,(.pattern)
        ldi c,(hl)
        ld (.pattern),hl
        pop hl
        ld a,e
        and 7
        ld b,0                  ; CB: the row moved to its place
        jr z,.placed
.shift: srl c
        rr b
        dec a
        jr nz,.shift
.placed:
        push bc
        ld a,c
        call .bits
        pop bc
        ld a,l
        cp 0F8h
        jr nc,.next_row         ; the right edge
        add a,8
        ld l,a
        ld a,b
        call .bits
        cell_left
.next_row:
        inc l
        ld a,l
        and 7
        jr nz,.same
        cell_left
        inc h
.same:  pop de
        pop bc
        inc d
        ld a,d
        cp 192
        jr nc,.drawn
        djnz .row
.drawn: ld de,8
.on:    ld hl,(GRPACX)
        add hl,de
        ld (GRPACX),hl
        ld a,h
        or a
        ret z
.new_line:
        ld hl,0
        ld (GRPACX),hl
        ld a,(drawn_mode)
        cp 3
        ld bc,32*256+192
        jr z,.high
        ld bc,8*256+192
        jr c,.high
        ld c,212
.high:  ld a,(GRPACY)
        add a,b
        cp c
        jr c,.set
        xor a
.set:   ld (GRPACY),a
        ret
.bits:  ; the pixels A of the cell at HL, from the left
        or a
        ret z
        ld c,a
        ld b,80h
.first: add a,a
        jr c,.put
        srl b
        jr .first
.put:   jp put2
.blocks:
        push bc
        push de
        ld hl,(.pattern)
        ldi c,(hl)
        ld (.pattern),hl
        ld b,8
.block: sla c
        jr nc,.empty
        push bc
        call plot3
        pop bc
.empty: inc e
        ld a,e
        cp 64
        jr nc,.edge
        djnz .block
.edge:  pop de
        pop bc
        inc d
        ld a,d
        cp 48
        jr nc,.blocked
        djnz .blocks
.blocked:
        ld de,32
        jr .on
        ram
.pattern:
        ds 2
