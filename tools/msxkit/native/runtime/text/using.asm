; PRINT USING: the format, strings.

        part using              ; the format HL; it is copied: the items may be strings too
using_begin:
        ld a,(hl)
        or a
        jp z,illegal_call
        ld (using_length),a
        push hl
        ld de,using_text
        call copy_string
        ld hl,using_text
        ld (using_at),hl
        xor a
        ld (de),a               ; no field goes on there
        ld (using_any),a
        pop hl
        jp string_release
using_end:                      ; characters behind the last field that was used
        ld hl,(using_at)
        ld de,using_text
        sub hl,de
        ret z
using_literals:                 ; prints up to the next field: Z when there is none, else A = 1 number, 2 text
        ld hl,(using_at)
        ld a,(hl)
        or a
        ret z
        call using_field
        or a
        jr nz,.found
        ld hl,(using_at)
        ldi a,(hl)
        ld (using_at),hl
        call using_put
        jr using_literals
.found: ld (using_at),hl
        ld (using_any),a
        ret
using_next:                     ; the next field, from the start again if need be: A as above
        call using_literals
        ret nz
        ld hl,using_text
        ld (using_at),hl
        ld a,(using_any)
        or a
        jr nz,using_literals
        ; is there any?
.look:  ld a,(hl)
        or a
        jp z,illegal_call
        push hl
        call using_field
        pop hl
        inc hl
        or a
        jr z,.look
        jr using_literals
        ram
using_text:
        ds 256
using_length:
        ds 1
using_at:
        ds 2
using_any:
        ds 1

        part using_field        ; the field at HL: A = 0 none, 1 number, 2 text; HL = behind it
        ld a,(hl)
        cp '!'
        jr z,.one
        cp '&'
        jr z,.one
        cp 5Ch
        jr nz,.number
        ld b,1
        push hl
.blank: inc hl
        inc b
        ld a,(hl)
        cp ' '
        jr z,.blank
        cp 5Ch
        jr z,.text
        pop hl
.none:  xor a
        ret
.text:  pop de
        inc hl
        ld a,b
        ld (using_width),a
        ld a,2
        ret
.one:   ld (using_kind),a
        inc hl
        xor a
        ld (using_width),a
        ld a,2
        ret
.number:
        ld b,0                  ; width
        xor a
        ld (using_plus),a
        ld (using_fill),a
        ld (using_dollar),a
        ld (using_commas),a
        ld (using_point),a
        ld (using_places),a
        ld (using_power),a
        ld (using_sign),a
        ld (using_whole),a
        ld a,(hl)
        cp '+'
        jr nz,.fill
        ld (using_plus),a
        inc b
        inc hl
.fill:  ldi a,(hl)
        cp '*'
        jr nz,.dollars
        cp (hl)
        jr nz,.none
        ld (using_fill),a
        inc hl
        inc b
        inc b
        ld a,(hl)
        cp '$'
        jr nz,.marks
        ld (using_dollar),a
        inc hl
        inc b
        jr .marks
.dollars:
        cp '$'
        jr nz,.hash
        cp (hl)
        jr nz,.none
        ld (using_dollar),a
        inc hl
        inc b
        inc b
        jr .marks
.hash:  dec hl
        cp '#'
        jr z,.marks
        cp '.'
        jr nz,.none
        inc hl
        ldd a,(hl)
        cp '#'
        jr nz,.none
        jr .point
.marks: ld a,(hl)
        cp '#'
        jr z,.mark
        cp ','
        jr nz,.point
        ld (using_commas),a
.mark:  inc hl
        inc b
        jr .marks
.point: ld a,(using_plus)
        or a
        ld a,b
        jr z,.signless
        dec a
.signless:
        ld (using_whole),a      ; what stands before the point
        ld a,(hl)
        cp '.'
        jr nz,.power
        ld (using_point),a
        inc hl
        inc b
        ld c,0
.places:
        ld a,(hl)
        cp '#'
        jr nz,.placed
        inc hl
        inc b
        inc c
        jr .places
.placed:
        ld a,c
        ld (using_places),a
.power: push hl
        ld c,4
        ld a,'^'
.caret: cp (hl)
        jr nz,.no_power
        inc hl
        dec c
        jr nz,.caret
        ld (using_power),a
        pop de
        jr .sign
.no_power:
        pop hl
.sign:  ld a,(hl)
        cp '+'
        jr z,.signed
        cp '-'
        jr nz,.end
.signed:
        ld (using_sign),a
        inc hl
.end:   ld a,b
        ld (using_width),a
        ld a,1
        ret
        ram
using_kind:
        ds 1
using_width:
        ds 1
using_plus:
        ds 1
using_fill:
        ds 1
using_dollar:
        ds 1
using_commas:
        ds 1
using_point:
        ds 1
using_places:
        ds 1
using_power:
        ds 1
using_sign:
        ds 1
using_whole:
        ds 1

        part using_string       ; the string HL into the next field
        ld (.text),hl
        call using_next
        cp 2
        jp nz,type_mismatch
        ld hl,(.text)
        ldi b,(hl)
        ldi e,(hl)
        ld d,(hl)
        ex de,hl
        ld a,(using_width)
        or a
        jr nz,.wide
        ld a,(using_kind)
        cp '&'
        jr z,.print
        ld a,1
.wide:  ld c,a
        sub b
        jr c,.cut
        ; B characters, A blanks
        push af
        call using_characters
        pop af
        or a
        jr z,.done
        ld b,a
        call using_blanks
        jr .done
.cut:   ld b,c
.print: call using_characters
.done:  ld hl,(.text)
        jp string_release
        ram
.text:  ds 2
