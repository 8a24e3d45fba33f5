; LPRINT, LPOS.

        part printer_column     ; LPOS
        ld a,(printer_at)
        ld hl,a
        ret

        part printer            ; LPRINT
printer_put:                    ; the character A
        push hl
        ld hl,printer_at
        cp 32
        jr c,.control
        inc (hl)
.control:
        cp 13
        jr nz,.send
        ld (hl),0
.send:  pop hl
        call LPTOUT
        ret nc
        jp device_io
printer_number:
        call num_text
        call printer_characters
        ld a,' '
        jr printer_put
printer_string:
        push hl
        call string_text
        call printer_characters
        pop hl
        jp string_release
printer_characters:
        inc b
        jr .count
.next:  ldi a,(hl)
        push bc
        call printer_put
        pop bc
.count: djnz .next
        ret
printer_comma:
        ld a,(printer_at)
.zone:  sub 14
        jr nc,.zone
        neg
        ld b,a
printer_blanks:
        ld a,' '
        push bc
        call printer_put
        pop bc
        djnz printer_blanks
        ret
printer_tab:
        call byte_check
        ld a,(printer_at)
        ld b,a
        ld a,l
        sub b
        ret c
        ret z
        ld b,a
        jr printer_blanks
printer_spaces:
        call byte_check
        ld b,l
        ld a,l
        or a
        jr nz,printer_blanks
        ret
printer_line:
        ld a,13
        call printer_put
        ld a,10
        jp printer_put

        part printer_at
        ram
printer_at:
        ds 1
