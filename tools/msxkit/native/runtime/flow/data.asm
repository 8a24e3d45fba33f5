; DATA, READ, RESTORE.

        part read_item_plain    ; the next item of DATA: HL = its text (length, characters), past its line
        ld hl,(data_ahead)
        ld de,data_end
        cp hl,de
        jr nc,.none
        ldi de,(hl)
        ld (data_line),de
        push hl
        ld e,(hl)
        ld d,0
        inc hl
        add hl,de
        inc hl                  ; a zero ends it
        ld (data_ahead),hl
        pop hl
        ret
.none:  jp out_of_data

        part data_place
        ram
data_next:
        ds 2
data_line:
        ds 2
data_bank:
        ds 1
data_ahead:                     ; as data_next and data_bank, within READ
        ds 2
data_ahead_bank:
        ds 1
data_fault:                     ; not 0: the last item was none
        ds 1

        part read_begin         ; READ begins, with the items at data_next
        ld hl,(data_next)
        ld (data_ahead),hl
        ld a,(data_bank)
        ld (data_ahead_bank),a
        ret

        part read_done          ; the variables of READ have their values: the items are taken
        call read_check
        ld hl,(data_ahead)
        ld (data_next),hl
        ld a,(data_ahead_bank)
        ld (data_bank),a
        ret

        part read_check         ; the variable has its value: what else stands in the item is an error
        ld a,(data_fault)
        or a
        ret z
        jp data_syntax

        part data_syntax        ; the item is none: Syntax error in its line
        ld a,2
        ld (ERRFLG),a
        ld hl,(stack_top-2)
        ld (error_place),hl
        ld hl,(data_line)
        ld (ERRLIN),hl
        ld sp,stack_top
        jp error_trap

        part read_number        ; READ into a number
        call read_item
        inc hl
        call parse_number
        push hl
        push af
        ld hl,(parse_end)
.blank: ldi a,(hl)
        cp ' '
        jr z,.blank
        or a
        jr z,.sound
        ld a,1
.sound: ld (data_fault),a
        pop af
        pop hl
        ret

        part read_string        ; READ into a string: the descriptor DE
        push de
        call read_item
        xor a
        ld (data_fault),a
        ldi b,(hl)              ; length
        ld a,(hl)
        cp '"'
        jr nz,.plain
        inc hl
        dec b
        ; up to the next quote
        push hl
        ld c,0
.quote: ld a,b
        or a
        jr z,.closed
        ldi a,(hl)
        dec b
        cp '"'
        jr z,.rest
        inc c
        jr .quote
.rest:  ld a,b
        or a
        jr z,.closed
        ldi a,(hl)
        dec b
        cp ' '
        jr z,.rest
        ld (data_fault),a
.closed:
        pop hl
        ld b,c
.plain: pop de
        jp data_string

        part data_string_plain  ; the descriptor DE becomes B characters at HL, in DATA
        ld a,b
        ldi (de),a
        ld a,l
        ldi (de),a
        ld a,h
        ldd (de),a
        dec de
        ex de,hl
        ret

        part restore            ; RESTORE to the items at HL in the bank A
        ld (data_next),hl
        ld (data_bank),a
        ret
