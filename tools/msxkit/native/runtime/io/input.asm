; INPUT and LINE INPUT: the items of a line.

        part input_prompt       ; INPUT: the text HL and the question mark
        call print_string
        ld hl,.question
        call put_text
        jp input_start
.question:
        db "? ",0

        part input_line         ; INPUT: a line; Z: it is empty. HL = where the statement begins
        ; call input_line / jp z,where an empty line leads to
        ld (input_begin),hl
        pop hl
        push hl
        inc hl
        ld (input_leave),hl
        call edit_line
        ld (input_at),hl
        or a
        ld a,0
        ld (input_asked),a
        ld (input_exhausted),a
        ld (input_pending),a    ; an error may have left it
        ret
        ram
input_begin:
        ds 2
input_leave:
        ds 2
input_at:
        ds 2
input_asked:
        ds 1
input_exhausted:
        ds 1
input_pending:                  ; not 0: an item has been taken
        ds 1

        part input_more         ; another line when the items have run out
        call input_item_end
        ld a,(input_exhausted)
        or a
        ret z
        ld a,(input_asked)
        or a
        jr nz,.asked
        inc a
        ld (input_asked),a
        ld hl,.question
        call put_text
.asked: call input_start
        call edit_line
        ld (input_at),hl
        xor a
        ld (input_exhausted),a
        ld (input_asked),a
        or (hl)
        ret nz
        ld sp,stack_top         ; an empty line: the other variables stay as they are
        ld hl,(input_leave)
        ld hl,(hl)
        jp (hl)
.question:
        db "?? ",0
input_item_end:                 ; behind an item: a comma or the end; anything else starts the statement again,
        ld hl,input_pending     ; when the variable has its value
        ld a,(hl)
        or a
        ret z
        ld (hl),0
        ld hl,(input_at)
.blank: ld a,(hl)
        cp ' '
        jr nz,.there
        inc hl
        jr .blank
.there: or a
        jr z,.end
        cp ':'
        jr z,.end
        cp ','
        jr nz,input_again
        inc hl
        ld (input_at),hl
        ret
.end:   ld (input_at),hl        ; A: 0 at the end of the line, a colon where more follows that is not read
        cp 1
        ld a,2
        sbc a,0
        ld (input_exhausted),a
        ret
input_again:
        ld sp,stack_top
        ld hl,.redo
        call put_text
        call new_line
        ld hl,(input_begin)
        jp (hl)
.redo:  db "?Redo from start",0

        part field_number       ; an item of INPUT as a number
        call input_more
        ld hl,.failed
        ld (overflow_way),hl
        ld hl,(input_at)
        call parse_number
        push hl
        push af
        ld hl,0
        ld (overflow_way),hl
        ld hl,(parse_end)
        ld (input_at),hl
        ld a,1
        ld (input_pending),a
        pop af
        pop hl
        ret
.failed:                        ; too large: 0, and what stands in the item starts the statement again
        ld sp,stack_top-2
        ld hl,0
        ld (overflow_way),hl
        inc l
        ld a,l
        ld (input_pending),a
        dec l
        ret

        part field_string       ; an item of INPUT as a string, in the descriptor DE
        push de
        call input_more
        ld hl,(input_at)
.blank: ld a,(hl)
        cp ' '
        jr nz,.first
        inc hl
        jr .blank
.first: ld b,0
        cp '"'
        jr z,.quoted
        push hl
.plain: ld a,(hl)
        or a
        jr z,.end
        cp ','
        jr z,.end
        inc hl
        inc b
        jr .plain
.quoted:
        inc hl
        push hl
.quote: ld a,(hl)
        or a
        jr z,.end
        inc hl
        cp '"'
        jr z,.end
        inc b
        jr .quote
.end:   ld (input_at),hl
        pop hl
        pop de
        ld a,1
        ld (input_pending),a
        jp string_from

        part input_end          ; more items than variables
        call input_item_end
        ld a,(input_exhausted)
        dec a
        ret z
        ld hl,.extra
        call put_text
        jp new_line
.extra: db "?Extra ignored",0

        part line_input         ; LINE INPUT to DE
        push de
        call edit_line
        ld b,a
        pop de
        jp string_from
