; Files of the cartridge: what BLOAD, COPY and INPUT # read. A record: bytes left, address and bank of the next one,
; bytes in all. The compiler makes the record of each file; the one that is read is copied from it.

FILE_RECORD equ 7
FILE_ENDS equ 1Ah

        part rom_file           ; the file DE is read from its beginning; keeps HL
rom_open:
        push hl
        ex de,hl
        ld de,rom_own
        ld (rom_file),de
        ld bc,FILE_RECORD
        ldir
        pop hl
        ret
        ram
rom_file:                       ; the record of the file that is read
        ds 2
rom_own:
        ds FILE_RECORD

        part name_given         ; error 56: the string HL is empty
        ld a,(hl)
        or a
        ret nz
        jp bad_file_name

        part rom_peek           ; A = the next byte; carry: there is none. Keeps all others
        push hl
        push de
        ld hl,(rom_file)
        ldi a,(hl)
        or (hl)
        scf
        jr z,.out
        inc hl
        ldi e,(hl)
        ld d,(hl)
        call rom_show
        ld a,(de)
        ld e,a
        call rom_hide
        ld a,e
        or a
.out:   pop de
        pop hl
        ret

        part rom_take           ; the same, and the byte has been read
        call rom_peek
        ret c
        push hl
        push de
        push bc
        push af
        ld bc,1
        call rom_pass
        pop af
        pop bc
        pop de
        pop hl
        ret

        part rom_pass           ; BC bytes have been read, up to the end of their bank at most
        ld hl,(rom_file)
        ldi e,(hl)
        ld d,(hl)
        ex de,hl
        sub hl,bc
        ex de,hl
        ldd (hl),d
        ldi (hl),e
        inc hl
        ldi e,(hl)
        ld d,(hl)
        ex de,hl
        add hl,bc
        ex de,hl
        ld a,d
        cp high(WINDOW_END)
        jr nz,.inside
        ld d,high(WINDOW)
        inc hl
        inc (hl)
        dec hl
.inside:
        ldd (hl),d
        ld (hl),e
        ret

        part rom_block          ; BC = how many bytes, BC at most, BUF has got; Z: none are left
        ld hl,(rom_file)
        push hl
        inc hl
        inc hl
        ldi e,(hl)
        ld d,(hl)
        ld hl,WINDOW_END
        sub hl,de
        call .least
        pop hl
        ld hl,(hl)
        call .least
        ld a,b
        or c
        ret z
        push bc
        ex de,hl
        ld de,BUF
        call rom_show
        ldir
        call rom_hide
        pop bc
        push bc
        call rom_pass
        pop bc
        ld a,b
        or c
        ret
.least: sub hl,bc               ; BC, HL at most; keeps DE
        ret nc
        add hl,bc
        ld bc,hl
        ret

        part rom_show_bank      ; the bank of the file is seen; keeps all but A
        push hl
        ld hl,(rom_file)
        .4 inc hl
        di
        ld a,(hl)
        ld (BANK_WINDOW),a
        pop hl
        ret

        part rom_hide_banked    ; the bank of the program is seen again
        ld a,(code_bank)
        ld (BANK_WINDOW),a
        ei
        ret

        part rom_hide_beside    ; the second half of the code is seen again
        ld a,1
        ld (BANK_WINDOW),a
        ei
        ret

        part bload              ; BLOAD: the file DE to memory from HL on
        call rom_open
.next:  push hl
        ld bc,256
        call rom_block
        pop de
        ret z
        ld hl,BUF
        ldir
        ex de,hl
        jr .next

        part bload_checked      ; BLOAD: the file DE of BC bytes to memory from HL on; error 7 where CLEAR keeps none free
        push de
        call kept_free
        pop de
        jp nc,bload
        jp out_of_memory

        part kept_free          ; carry: CLEAR does not keep the BC bytes from HL on free; not DE
        ex de,hl
        ld hl,(free_from)
        dec hl
        sub hl,de
        ccf
        jr c,.none
        ld hl,(HIMEM)
        sub hl,de
        jr c,.none
        sbc hl,bc
.none:  ex de,hl
        ret

        part bload_video        ; BLOAD ,S: the file DE to video memory from HL on
        call rom_open
        ld a,(rows_unknown)
        or 1
        ld (rows_unknown),a
.next:  push hl
        xor a                   ; up to a multiple of 256
        sub l
        ld bc,a
        jr nz,.some
        inc b
.some:  call rom_block
        pop hl
        ret z
        call vram_check
        call vram_write
        push bc
        ld de,BUF
        ex de,hl
        ld b,c
        ld c,VDP_DATA
.byte:  outi
        jp nz,.byte
        ex de,hl
        pop bc
        add hl,bc
        call first_bank
        jr .next

        part bload_run          ; BLOAD ,R: what lies at HL
        push hl
        jp rows_moved

        part rom_channel        ; the file of channel L is read; NZ: it is a device
        call channel_any
        ld a,(hl)
        or a
        jr z,.closed
        cp DEVICE_ROM
        jp nz,other_channel
        call rom_record
        ld (rom_file),hl
        xor a
        ret
.closed:
        jp file_not_open
rom_record:                     ; HL = the record of channel DE
        ld hl,de
        .3 add hl,hl
        sub hl,de
        ld de,rom_records
        add hl,de
        ret
rom_channel_open:               ; OPEN of the file DE as channel L
        push de
        ld a,DEVICE_ROM
        call channel_open
        call rom_record
        ex de,hl
        pop hl
        ld bc,FILE_RECORD
        ldir
        ret
rom_input:                      ; the file of channel L; error 52: it is a device
        call rom_channel
        ret z
        jp bad_file_number
        ram
rom_records:
        ds FILE_RECORD*16

        part rom_reading        ; INPUT #L: its items come from there
rom_from:
        call rom_input
        ld hl,(rom_file)
        ld (rom_reading),hl
        ret
rom_items:
        ld hl,(rom_reading)
        ld (rom_file),hl
        ret
        ram
rom_reading:
        ds 2

        part rom_text           ; A = the next character; carry: the text has ended. Keeps all others
        call file_peek
        ret c
        cp FILE_ENDS
        scf
        ret z
        or a
        ret
rom_seen:                       ; the same, as INPUT # sees it: no line feed, nor a return right behind one
        call rom_text
        ret c
.look:  cp 10
        jr z,.feed
        or a
        ret
.feed:  call file_take
        call rom_text
        ret c
        cp 13
        jr nz,.look
        call file_take
        jr rom_seen
rom_blanks:                     ; the same, behind blanks
        call rom_text
        ret c
        cp ' '
        jr z,.blank
        or a
        ret
.blank: call file_take
        jr rom_blanks
rom_begun:                      ; an item begins: the same; error 55 at the end
        call rom_blanks
        ret nc
rom_past:
        jp input_past_end
rom_finish:                     ; the character A ends an item, with a line feed behind a return
        cp 13
        ret nz
        call file_peek
        ret c
        cp 10
        ret nz
        jp file_take

        part rom_number         ; an item of INPUT # as a number
        call rom_items
        call rom_begun
        ld hl,BUF
        ld b,255
.next:  call rom_seen
        jr c,.done
        cp ' '
        jr z,.end
        cp ','
        jr z,.end
        cp 13
        jr z,.end
        call file_take
        inc b
        dec b
        jr z,.next
        dec b
        ldi (hl),a
        jr .next
.end:   call rom_blanks
        jr c,.done
        cp ','
        jr z,.close
        cp 13
        jr nz,.done
.close: call file_take
        call rom_finish
.done:  ld (hl),0
        ld hl,BUF
        jp parse_number

        part rom_string         ; an item of INPUT # as a string, in the descriptor DE
        push de
        call rom_items
        call rom_begun
        cp 10
        jr nz,.begun
        call file_take
        call rom_text
        jp c,rom_past
.begun: ld hl,BUF
        ld bc,0                 ; B: characters; C: not 0 in quotes
        cp '"'
        jr nz,.next
        ld c,a
        call file_take
.next:  call rom_seen
        jr c,.end
        call file_take
        inc c
        dec c
        jr z,.plain
        cp '"'
        jr nz,.store
        call rom_blanks
        jr c,.end
        cp ','
        jr z,.close
        cp 13
        jr nz,.end
.close: call file_take
        call rom_finish
        jr .end
.plain: cp ','
        jr z,.finish
        cp 13
        jr nz,.store
.finish:
        call rom_finish
        jr .end
.store: ldi (hl),a
        inc b
        ld a,b
        inc a
        jr nz,.next
.end:   ld hl,BUF
        pop de
        jp string_from

        part line_input_file    ; LINE INPUT #L to DE
        push de
        call rom_input
        call rom_text
        jp c,rom_past
        ld hl,BUF
        ld bc,254*256           ; B: characters; C: the one before
.next:  call rom_text
        jr c,.end
        call file_take
        cp 13
        jr nz,.store
        ld a,c
        cp 10
        ld a,13
        jr nz,.return
.store: ld (hl),a
        ld c,a
        inc hl
        djnz .next
        jr .end
.return:
        call rom_finish
.end:   ld a,254
        sub b
        ld b,a
        ld hl,BUF
        pop de
        jp string_from

        part rom_characters     ; INPUT$(BC,#HL) to DE
        push de
        ld a,b
        or a
        jp nz,illegal_call
        or c
        jp z,illegal_call
        push bc
        call byte_check
        call rom_channel
        jp nz,rom_past
        pop bc
        ld b,c
        push bc
        ld hl,BUF
.next:  call rom_text
        jp c,rom_past
        call file_take
        ldi (hl),a
        djnz .next
        pop bc
        ld hl,BUF
        pop de
        jp string_from

        part rom_eof            ; EOF(L), LOF(L) in HL
        call rom_mode
        call rom_text
        sbc hl,hl
        ret

        part rom_size
        call rom_channel
        jp nz,illegal_call      ; a device has no length
        ld hl,(rom_file)
        ld de,FILE_RECORD-2
        add hl,de
        ld hl,(hl)
        jp word_real

        part rom_mode           ; the file of channel L; error 61: nothing can be read
        call rom_channel
        ret z
        jp bad_file_mode

        part chain_go           ; RUN of the program of the cartridge whose first bank is A
        di
        ld hl,.there
        ld de,BUF
        ld bc,.behind-.there
        ldir
        jp BUF
.there: ld (BANK_FIRST),a       ; in RAM: what it came from is no longer seen
        inc a
        ld (BANK_SECOND),a
        inc a
        ld (BANK_THIRD),a
        ld hl,(header+10)
        jp (hl)
.behind:

        part chain_self         ; RUN of the only program of the cartridge
        ld sp,stack_top
        call clear_program
        jp program

        part chain_name         ; the string HL names a program: A = its first bank
        ld de,(store_area)
        xor a
        call store_name
        call store_name_check
        ld hl,chain_names
        call store_listed
        ld a,e
        ret z
        jp store_no_file

        part chain_come         ; a program begins that another one has called
        ld sp,stack_top
        ld a,bank_base+FIXED
        ld (code_bank),a
        ld (BANK_WINDOW),a
        call events_start
        ei
        call clear_program
        jp program
