; Channels of OPEN: the graphic screen (GRP:), the text screen (CRT:), the printer (LPT:) and files of the cartridge.

DEVICE_STORE equ 1              ; a file on a disk
DEVICE_GRP equ 2
DEVICE_CRT equ 3
DEVICE_LPT equ 4
DEVICE_ROM equ 5
DEVICE_CAS equ 6                ; of which there is none
CHANNELS equ 15

        part channels           ; OPEN, CLOSE, MAXFILES and the channel of PRINT #
channels_start:
        ld a,1
channels_limit:
        ld (channel_limit),a
channels_close:
        ld hl,channels_kept
        ld a,(hl)
        ld (hl),0
        or a
        ret nz                  ; RUN with R leaves them open
        call files_close
        ld hl,channels
        ld b,CHANNELS+1
.close: ldi (hl),0
        djnz .close
        ret
channel_open:                   ; channel L becomes device A
        ld c,a
        call channel_place
        ld a,(hl)
        or a
        jp nz,file_already_open
        ld (hl),c
        ret
channel_input:                  ; a device of which nothing can be read
        call channel_place
        jp bad_file_mode
channel_number:                 ; HL = L, the number of a file; error 52 above MAXFILES
        call channel_any
        ex de,hl
        ret
channel_opened:                 ; the same, and error 59 if it is not open
        call channel_any
        ld a,(hl)
        ex de,hl
        or a
        ret nz
        jp file_not_open
channel_close:                  ; channel L
        call channel_any
        ld a,(hl)
        ld (hl),d
        cp DEVICE_STORE
        ret nz
        ld l,e
        jp file_close
channel_out:                    ; PRINT #L
        call channel_any
        ld a,(hl)
        or a
        ld (print_device),a
        jr z,.closed
        cp DEVICE_STORE
        jp z,file_out
        cp DEVICE_ROM
        ret nz
        jp bad_file_number
.closed:
        jp file_not_open
channel_place:
        ld a,l
        or a
        jr z,channel_bad
channel_any:                    ; 0 too: HL is the place of channel L, and DE = L
        ld a,(channel_limit)
        cp l
        jr c,channel_bad
        ld de,l
        ld hl,channels
        add hl,de
        ret
channel_bad:
        jp bad_file_number
max_files:                   ; MAXFILES = L
        ld a,l
        cp CHANNELS+1
        jp nc,illegal_call
        call channels_limit
        jp clear_program
        ram
channel_limit:
        ds 1
channels_kept:
        ds 1
print_device:
        ds 1
channels:
        ds CHANNELS+1

        part file_string        ; PRINT # of a string, a number, and the rest
        ld a,(print_device)
        cp DEVICE_CRT
        jp z,shown_string
        jp nc,printer_string
        push hl
        call string_text
        call block_characters
        pop hl
        jp string_release

        part file_number
        ld a,(print_device)
        dec a                   ; keeps the carry
        jr z,.block
        dec a
        jr z,.block
        dec a
        jp z,shown_number
        jp printer_number
.block:
        call num_text
        call block_characters
        ld a,' '
        jp block_put

        part file_comma
        ld a,(print_device)
        cp DEVICE_CRT
        ld hl,11                ; its column is 255
        jp z,shown_spaces
        jp nc,printer_comma
        ld b,l
        jp block_blanks

        part file_tab
        ld a,(print_device)
        cp DEVICE_CRT
        jp z,shown_tab
        jp nc,printer_tab
        jp byte_check

        part file_spaces
        ld a,(print_device)
        cp DEVICE_CRT
        jp z,shown_spaces
        jp nc,printer_spaces
        call byte_check
        ld b,l
        inc b
        dec b
        ret z
        jp block_blanks

        part file_line
        ld a,(print_device)
        cp DEVICE_CRT
        jp z,shown_line
        jp nc,printer_line
        ld a,13
        call block_put
        ld a,10
        jp block_put
