; The text of the program: LIST, SAVE, and what LOAD and MERGE read. It is a file of the cartridge.

        macro lines_to,character,end    ; the lines of the file DE, each with a zero behind it
        call rom_open
.next:  call rom_take
        ret c
        or a
        jr z,.line
        call character
        jr .next
.line:  call end
        jr .next
        endm

        part list_show          ; LIST
        text_screens_only
        lines_to put,new_line

        part list_print         ; LLIST
        lines_to printer_put,printer_line

        part store_text         ; SAVE: the file of the name HL gets what the file DE has
        push de
        call store_make
        pop de
        call rom_open
.next:  call rom_take
        jp c,store_made
        call store_put
        jr .next

        part program_read       ; error 57 or 61 unless the file that is read is a program; A: 1: MERGE, which takes text
        ld b,a
        call file_peek
        ret c
        inc a
        jr z,.tokenised
.line:  call file_peek
        ret c
        cp FILE_ENDS
        ret z
        cp 13
        jr z,.skip
        cp 10
        jr z,.skip
        cp ' '
        jr z,.skip
        sub '0'
        cp 10
        jp nc,direct_error
.rest:  call file_take
        ret c
        cp FILE_ENDS
        ret z
        cp 13
        jr z,.line
        cp 10
        jr nz,.rest
        jr .line
.skip:  call file_take
        jr .line
.tokenised:
        dec b
        ret nz
        jp bad_file_mode

        part direct_error       ; error 57, which is in no line
        ld a,ERROR_DIRECT_IN_FILE
        ld (ERRFLG),a
        ld hl,0FFFFh
        ld (error_place),hl
        ld (ERRLIN),hl
        ld sp,stack_top
        call direct_trap
        call error_text
        call fresh_line
        jp ready

        part direct_trap_on     ; to the handler of errors, if there is one
        ld hl,(error_handler)
        ld a,h
        or l
        ret z
        ld a,(ONEFLG)
        or a
        ret nz
        jp error_trap_on
