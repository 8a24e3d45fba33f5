; A MegaROM: windows of 8 or 16 KB. What all need lies in the first ones; the code of the program is seen in the last
; one. The start of each of its banks: the tables of its lines and statements. The compiler gives the registers of the
; mapper (BANK_...), WINDOW and its end, and how many banks are always seen (FIXED).
;
; A program of up to 16 KB whose files are longer lies in page 1 and leaves page 2 to RAM: its files are seen in
; place of its second 8 KB. What reads them lies in the first (FIRST in compiler.py).

        part banked_start       ; the first code of a MegaROM, in its first bank
        ld a,1
        ld (BANK_SECOND),a
        inc a
        ld (BANK_THIRD),a
        jp start

        part beside_start       ; the first code of a MegaROM whose program lies in page 1, before files in banks
        ld a,1
        ld (BANK_WINDOW),a
        jp start_beside

        part far_go             ; on at HL in the bank A
        ld (code_bank),a
        ld (BANK_WINDOW),a
        jp (hl)
code_bank_back:                 ; the window shows the program again; flags and registers but A stay
        ld a,(code_bank)
        ld (BANK_WINDOW),a
        ret
        ram
code_bank:
        ds 1                    ; what the window shows, but for the moments in which DATA is read

        part trap_call_banked   ; as gosub_trap: RETURN comes back to HL in the bank that is seen
        ; a block as that of an integer loop, whose variable is in ROM, goes on there
        push bc
        ex de,hl
        ld hl,(control)
        ld bc,-FOR_INTEGER
        add hl,bc
        ld (control),hl
        ldi (hl),2
        push hl
        ldi (hl),3Eh            ; LD A,bank
        ld a,(code_bank)
        ldi (hl),a
        ldi (hl),21h            ; LD HL,statement
        ldi (hl),de
        ldi (hl),0C3h           ; JP far_go
        ld de,far_go
        ldi (hl),e
        ld (hl),d
        pop hl
        pop bc
        jp gosub_trap
trap_done_banked:               ; as trap_done_on, and drops that block: nothing writes there before it has run
        ld hl,(control)
        ld de,FOR_INTEGER
        add hl,de
        ld (control),hl
        jp trap_done_on

        part line_rows_banked   ; as line_rows_plain, of the bank that the program runs in
        ld hl,(WINDOW)
        ret

        part statement_rows_banked ; as statement_rows_plain, of the bank that the error was in
        ld a,(error_bank)
        ld (code_bank),a
        ld (BANK_WINDOW),a
        ld hl,(WINDOW+2)
        ret
keep_bank_banked:               ; an error: RESUME comes back to this bank
        ld a,(code_bank)
        ld (error_bank),a
        ret
        ram
error_bank:
        ds 1

        part read_item_banked   ; as read_item_plain: the item is copied
        di
.bank:  ld a,(data_ahead_bank)
        ld (BANK_WINDOW),a
        ld hl,(data_ahead)
        ldi de,(hl)
        inc d
        jr nz,.item
        inc e
        jr nz,.marks
        ; 65535: on in the next bank
        ld hl,WINDOW
        ld (data_ahead),hl
        ld hl,data_ahead_bank
        inc (hl)
        jr .bank
.marks: inc e
        jr z,.none              ; 65534: no more
        dec e
        dec e
.item:  dec d
        ld (data_line),de
        ld c,(hl)
        ld b,0
        inc bc
        inc bc
        ld de,.text
        ldir
        ld (data_ahead),hl
        call .back
        ld hl,.text
        ret
.none:  call .back
        jp out_of_data
.back:  ld a,(code_bank)
        ld (BANK_WINDOW),a
        ei
        ret
        ram
.text:  ds 258

        part data_string_banked ; as data_string_plain: a copy
        jp string_from
