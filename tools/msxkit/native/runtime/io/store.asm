; Files at run time: on the machine's disk (store_disk.asm) or in the SRAM of the cartridge (store_sram.asm). Either is
; asked as MSX-DOS is (MSX2 Technical Handbook, chapter 3): `dos` takes C = the function, DE = a file control block,
; HL = how many bytes, and keeps IX alone. Blocks and buffers lie below HIMEM, where a disk ROM can reach them. The
; compiler says how many channels there are (STORE_CHANNELS), which of the two it is, and what ROM holds (rom_names).

STORE_MODE equ 37               ; 1 for input, 2 output, 3 append, 4 random access
STORE_AT equ 38                 ; the next byte of the buffer
STORE_HELD equ 40               ; bytes in the buffer
STORE_LENGTH equ 42             ; of a record
STORE_BASE equ 44               ; where in the file the buffer begins
STORE_RECORD equ 48             ; the record that was read or written last
STORE_SIZE equ 50               ; of the file when it was opened
STORE_BUFFER equ 56
STORE_BLOCK equ STORE_BUFFER+256
STORE_DTA equ 48                ; what a search finds
STORE_STACK equ 400
FCB_SIZE equ 16
FCB_PLACE equ 33
STORE_BLOCKS equ STORE_BLOCK*(STORE_CHANNELS+1)
STORE_ROOM equ STORE_BLOCKS+STORE_DTA+DISK_CODE+STORE_STACK

DOS_OPEN equ 0Fh
DOS_CLOSE equ 10h
DOS_FIRST equ 11h
DOS_NEXT equ 12h
DOS_DELETE equ 13h
DOS_CREATE equ 16h
DOS_RENAME equ 17h
DOS_TRANSFER equ 1Ah
DOS_SPACE equ 1Bh
DOS_WRITE equ 26h
DOS_READ equ 27h
DOS_READ_SECTOR equ 2Fh
DOS_WRITE_SECTOR equ 30h

        part store_start        ; a machine with files: room for their blocks below HIMEM, or below what CLEAR keeps free
        call store_find
        ld (store_here),a
        ld de,-STORE_ROOM
        ld bc,STORE_TOP
        ld hl,(HIMEM)
        cp hl,bc
        jr nc,.cleared
        add hl,de
        ld (HIMEM),hl
        jr .there
.cleared:
        ld hl,bc
        add hl,de
.there: ld (memory_top),hl
        ld (store_area),hl
        jp store_ready
        ram
store_here:                     ; 0: there is nowhere to keep files
        ds 1
store_area:                     ; the blocks, that of channel 0 first, which statements without a channel use
        ds 2

        part store_below        ; DE = an end of memory: no higher than the blocks
        ld hl,(store_area)
        sub hl,de
        ret nc
        add hl,de
        ex de,hl
        ret

        part store_known        ; Z: there is nowhere to keep files
        ld a,(store_here)
        or a
        ret

        part store_need         ; error 5: there is nowhere to keep files
        call store_known
        ret nz
        jp illegal_call

        part store_block        ; IX = the block of channel A; keeps HL
        push hl
        ld hl,(store_area)
        ld de,STORE_BLOCK
        or a
        jr z,.there
.next:  add hl,de
        dec a
        jr nz,.next
.there: push hl
        pop ix
        pop hl
        ret

        part store_call         ; function C with the block IX: A, HL; and Z: A is FFh
        ld de,ix
        call dos
        cp 0FFh
        ret
store_transfer:                 ; the same with HL bytes, the buffer of the block
        push hl
        push bc
        ld hl,ix
        ld de,STORE_BUFFER
        add hl,de
        ex de,hl
        ld c,DOS_TRANSFER
        call dos
        pop bc
        pop hl
        jr store_call

        part store_name         ; the string HL as a name: drive and 8.3 to DE. A: 1: * and ? may be in it, 2: it may be empty
        ld (store_wild),a
        ld (.target),de
        push hl
        call string_text
        ld de,BUF
        xor a
        ld (store_small),a
        inc b
        jr .count
.copy:  ldi a,(hl)
        or a
        jr nz,.some
        inc a                   ; no name has it either
.some:  ld c,a
        call store_capital
        ldi (de),a
        cp c
        jr z,.count
        ld (store_small),a
.count: djnz .copy
        xor a
        ld (de),a
        ld (store_wrong),a
        pop hl
        call string_release
        ld hl,(.target)
        ld (hl),0
        ld b,11
.clear: inc hl
        ld (hl),' '
        djnz .clear
        ld hl,BUF
        ld a,(hl)
        or a
        jp z,bad_file_name
.colon: ld a,(hl)
        or a
        jr z,.no_drive
        inc hl
        cp ':'
        jr nz,.colon
        ld de,BUF+2
        cp hl,de
        jr nz,.device
        ld a,(BUF)
        sub 'A'
        cp 26
        jp nc,bad_file_name
        cp 6
        jr nc,.no_such_drive
        inc a
        ld de,(.target)
        ld (de),a
        call store_known
        jp z,bad_file_name
        jr .stem
.device:                        ; MEM: is a RAM disk, which CALL MEMINI has not made
        ld hl,BUF
        ld de,.memory
        ld b,4
.letter:
        ld a,(de)
        cp (hl)
        jp nz,bad_file_name
        inc de
        inc hl
        djnz .letter
        call store_known
        jp z,bad_file_name
        jp disk_offline
.memory:
        db "MEM:"
.no_such_drive:
        jp bad_drive
.no_drive:
        ld hl,BUF
.stem:  ; with an extension, more than eight characters are no name
        push hl
        ld c,0
.measure:
        ldi a,(hl)
        or a
        jr z,.measured
        cp '.'
        jr z,.pointed
        inc c
        jr .measure
.pointed:
        ld a,c
        cp 9
        jp nc,bad_file_name
.measured:
        pop hl
        ld de,(.target)
        inc de
        ld b,8
        call .part
        ld de,(.target)
        push hl
        ld hl,9
        add hl,de
        ex de,hl
        pop hl
        or a                    ; what ended the first part
        ld b,3
        call nz,.extension
        ld hl,(.target)
        inc hl
        ld a,(hl)
        cp ' '
        ret nz
        ld a,(store_wild)
        cp 2
        jr nz,.wrong
        ld de,8                 ; an extension alone is not a name
        add hl,de
        ld a,(hl)
        cp ' '
        jr nz,.wrong
        sub hl,de
        ld b,11
.all:   ldi (hl),'?'
        djnz .all
        ret
.wrong: ld a,1
        ld (store_wrong),a
        ret
.part:                          ; up to a point or the end: B characters at most count; A = what ended it
        ld a,(hl)
        or a
        ret z
        inc hl
        cp '.'
        ret z
        cp ' '
        jr z,.behind
.put:   call .character
        jr .part
.behind:                        ; blanks may end it, but not be all of it
        bit 3,b
        jr nz,.put
.blanks:
        ld a,(hl)
        or a
        ret z
        inc hl
        cp '.'
        ret z
        cp ' '
        jr z,.blanks
        call .bad
        jr .put
.extension:
        ldi a,(hl)
        cp ' '
        jr z,.blank
.more:  or a
        ret z
        call .character
        inc b
        dec b
        jr nz,.extension
        ret
.blank:                         ; blanks may end it, and nothing may follow them
        inc de
        dec b
        ret z
        ldi a,(hl)
        or a
        ret z
        cp ' '
        jr z,.blank
        push af
        call .wrong
        pop af
        jr .more
.character:
        inc b
        dec b
        ret z
        cp '?'
        jr z,.any
        cp '*'
        jr z,.rest
        cp ' '+1
        call c,.bad
        push hl
        push bc
        ld hl,.never
        ld bc,8
        cpir
        pop bc
        pop hl
        call z,.bad
.store: ldi (de),a
        dec b
        ret
.any:   call .wild
        jr .store
.rest:  call .wild
        ld a,'?'
.fill:  ldi (de),a
        djnz .fill
        ret
.wild:  push af
        ld a,(store_wild)
        or a
        call z,.wrong
        pop af
        ret
.bad:   push af
        call .wrong
        pop af
        ret
.never: db "/",5Ch,":",22h,"<>|."
        ram
.target:
        ds 2
store_wild:
        ds 1
store_wrong:                    ; not 0: no file has this name
        ds 1
store_small:                    ; not 0: there were small letters in it
        ds 1

        part store_name_check   ; error 56 for a name that no file has
        ld a,(store_wrong)
        or a
        ret z
        jp bad_file_name

        part store_capital
        cp 'a'
        ret c
        cp 'z'+1
        ret nc
        sub 20h
        ret

        part store_open_any     ; as store_open: the name may be that of a device
        push hl
        push de
        push bc
        push af
        call string_text        ; BUF = the name in capitals
        ld de,BUF
        ld a,b
        cp 4
        jr c,.file
        ld b,4
.copy:  ld a,(hl)
        call store_capital
        ld (de),a
        inc hl
        inc de
        djnz .copy
        ld hl,.names
.name:  ld c,(hl)
        inc c
        dec c
        jr z,.file
        inc hl
        ld de,BUF
        ld b,4
        push hl
.same:  ld a,(de)
        cp (hl)
        jr nz,.other
        inc hl
        inc de
        djnz .same
        pop hl
        ld a,c
        ld (store_device),a
        pop af
        pop bc
        pop de
        pop hl
        jp store_open_as
.other: pop hl
        ld de,4
        add hl,de
        jr .name
.file:  pop af
        pop bc
        pop de
        pop hl
        jp store_open
.names: db DEVICE_GRP,"GRP:",DEVICE_CRT,"CRT:",DEVICE_LPT,"LPT:",DEVICE_CAS,"CAS:",0

        part store_open         ; OPEN: the name HL, the channel BC, bytes of a record DE; A = the mode, and 80h: ROM comes first
        push af
        xor a
        ld (store_device),a
        pop af
store_open_as:                  ; the same of a device, where store_device is not 0
        ld (.mode),a
        ld (.channel),bc
        ld (.length),de
        ld de,(store_area)
        ld a,(store_device)
        or a
        push af
        call z,store_name
        pop af
        call nz,string_release
        ld hl,(.length)
        dec hl
        ld a,h
        ld hl,(.channel)
        or h
        jp nz,illegal_call
        call channel_place
        ld a,(hl)
        or a
        jp nz,file_already_open
        ld a,(store_device)
        or a
        jr nz,.device
        call store_name_check
        ld a,(.mode)
        rlca
        jr nc,.not_first
        call store_in_rom
        jp z,.of_rom
.not_first:
        call store_known
        jr z,.nowhere
        ld a,(.channel)
        call store_block
        ld de,ix
        ld hl,(store_area)
        ld bc,12
        ldir
        call store_clear
        ld hl,(.length)
        ld (ix+STORE_LENGTH),hl
        ld a,(.mode)
        and 7Fh
        ld (ix+STORE_MODE),a
        ld c,DOS_CREATE
        cp 2
        jr z,.create
        ld c,DOS_OPEN
        call store_call
        jr nz,.opened
        ld a,(.mode)
        cp 4
        jr nz,.missing
        ld c,DOS_CREATE
.create:
        call store_call
        jp z,too_many_files
.opened:
        call store_fresh
        ld a,(.mode)
        cp 3
        call z,.seek_end
        ld hl,(.channel)
        ld de,channels
        add hl,de
        ld (hl),DEVICE_STORE
        ret
.missing:
        dec a                   ; a file of ROM stands for one to be read
        and 7Fh
        jr nz,.no_file
        call store_in_rom
        jr z,.of_rom
.no_file:
        jp store_no_file
.device:
        ld c,a
        cp DEVICE_CAS
        jp z,device_io
        ld a,(.mode)
        and 7Fh
        dec a
        jp z,bad_file_mode
        ld (hl),c
        ret
.nowhere:
        ld a,(.mode)
        and 7Fh
        dec a
        jr nz,.written
        call store_in_rom
        jp nz,store_no_file
.of_rom:
        ld hl,(.channel)
        jp rom_channel_open
.written:                       ; a cassette wants OUTPUT
        cp 2
        jp c,store_no_file
        jp z,bad_file_name
        jp syntax
.seek_end:                      ; on to the end of the text
        call store_fill
        jr z,.end
        ld hl,ix
        ld de,STORE_BUFFER
        add hl,de
        ld bc,(ix+STORE_HELD)
        ld de,bc
        ld a,FILE_ENDS
        cpir
        jr nz,.seek_end
        inc bc
        ex de,hl
        sub hl,bc
        ld (ix+STORE_HELD),hl
.end:   call store_on
        ld (ix+STORE_HELD),0
        ld (ix+STORE_HELD+1),0
        ld hl,ix
        ld de,FCB_PLACE
        add hl,de
        ex de,hl
        ld hl,ix
        ld bc,STORE_BASE
        add hl,bc
        ld bc,4
        ldir
        ret
        ram
.mode:  ds 1
.channel:
        ds 2
.length:
        ds 2
store_device:
        ds 1

        part store_no_file      ; error 53; 19 where it is on a cassette, of which there is none
        call store_known
        jp nz,file_not_found
        jp device_io

        part store_fresh        ; the file of the block IX has just been opened: it is read and written byte by byte
        call store_fresh_block
        ld hl,ix
        ld de,STORE_SIZE
        add hl,de
        ex de,hl
        ld hl,ix
        ld bc,FCB_SIZE
        add hl,bc
        ld bc,4
        ldir
        ret
store_fresh_block:              ; the same of a file control block alone
        ld (ix+14),1
        xor a
        ld (ix+15),a
        ld (ix+12),a
        ld (ix+13),a
        ld (ix+32),a
        ld (ix+33),a
        ld (ix+34),a
        ld (ix+35),a
        ld (ix+36),a
        ret

        part store_in_rom       ; Z: ROM has the file of the name in block 0, DE = its record
        ld hl,rom_names
store_listed:                   ; the same of another table
.next:  ld a,(hl)
        or a
        jr z,.none
        ld de,(store_area)
        inc de
        ld bc,0B00h
        push hl
.same:  ld a,(de)
        cp (hl)
        jr z,.fits
        inc c
.fits:  inc de
        inc hl
        djnz .same
        ldi e,(hl)
        ld d,(hl)
        pop hl
        ld a,c
        or a
        ret z
        ld bc,13
        add hl,bc
        jr .next
.none:  inc a
        ret

        part store_on           ; the buffer of the block IX begins behind what it has held
        ld hl,(ix+STORE_BASE)
        ld de,(ix+STORE_HELD)
        add hl,de
        ld (ix+STORE_BASE),hl
        ret nc
        inc (ix+STORE_BASE+2)
        ret

        part store_fill         ; the next 256 bytes of the block IX; Z: none are left
        call store_on
        ld hl,256
        ld c,DOS_READ
        call store_transfer
        ld (ix+STORE_HELD),hl
        ld (ix+STORE_AT),0
        ld (ix+STORE_AT+1),0
        ld a,h
        or l
        ret

        part store_peek         ; as rom_peek and rom_take, of any file
        call store_is_read
        jp c,rom_peek
        push bc
        push de
        push hl
        push ix
        call .next
        pop ix
        pop hl
        pop de
        pop bc
        ret
.next:  ld ix,(rom_file)
        ld hl,(ix+STORE_AT)
        ld de,(ix+STORE_HELD)
        sub hl,de
        call z,store_fill
        scf
        ret z
        ld de,(ix+STORE_AT)
        ld hl,ix
        add hl,de
        ld de,STORE_BUFFER
        add hl,de
        ld a,(hl)
        or a
        ret
store_take:
        call store_is_read
        jp c,rom_take
        call store_peek
        ret c
        push ix
        ld ix,(rom_file)
        inc (ix+STORE_AT)
        jr nz,.same
        inc (ix+STORE_AT+1)
.same:  pop ix
        or a
        ret
store_is_read:                  ; carry: what is read lies in ROM; keeps all but A
        push hl
        ld a,(rom_file+1)
        ld hl,store_area+1
        cp (hl)
        pop hl
        ret

        part store_put          ; the character A of PRINT # to a file
        push ix
        push af
        ld a,(store_writing)
        call store_block
        pop af
        ld hl,ix
        ld e,(ix+STORE_AT)
        ld d,0
        add hl,de
        ld de,STORE_BUFFER
        add hl,de
        ld (hl),a
        inc (ix+STORE_AT)
        ld hl,256
        call z,store_flush
        pop ix
        ret
        ram
store_writing:                  ; the channel of PRINT #
        ds 1

        part store_flush        ; the first HL bytes of the buffer go to the file of the block IX; error 66
        ld (ix+STORE_HELD),hl
        ld c,DOS_WRITE
        call store_transfer
        or a
        jp nz,disk_full
        call store_on
        ld (ix+STORE_AT),0
        ret

        part store_close        ; CLOSE of channel L, which is a file
        ld a,l
        call store_block
        ld a,(ix+STORE_MODE)
        dec a
        ret z
        cp 3
        jr z,.done
        ld a,(ix+STORE_AT)
        ld hl,ix
        ld de,a
        add hl,de
        ld de,STORE_BUFFER
        add hl,de
        ld (hl),FILE_ENDS
        ld hl,a
        inc hl
        call store_flush
        call store_beyond
        ld hl,0                 ; what lay behind it is gone
        ld c,DOS_WRITE
        call c,store_transfer
.done:  ld c,DOS_CLOSE
        jp store_call

        part store_beyond       ; carry: the file of the block IX had more bytes when it was opened than it has now
        ld a,(ix+STORE_BASE)
        sub (ix+STORE_SIZE)
        ld a,(ix+STORE_BASE+1)
        sbc a,(ix+STORE_SIZE+1)
        ld a,(ix+STORE_BASE+2)
        sbc a,(ix+STORE_SIZE+2)
        ret

        part store_channel      ; the file of channel E is read, as rom_channel says. A: its device
        cp DEVICE_STORE
        ret nz
        push ix
        ld a,e
        call store_block
        ld (rom_file),ix
        ld a,(ix+STORE_MODE)
        pop ix
        dec a
        ret

        part store_out          ; PRINT # goes to the file of channel E; error 52: it is read; 61: it has records
        ld a,e
        ld (store_writing),a
        push ix
        call store_block
        ld a,(ix+STORE_MODE)
        pop ix
        and 0FEh
        cp 2
        ret z
        cp 4
        jp z,bad_file_mode
        jp bad_file_number

        part any_put            ; the character A of PRINT # to a file or the graphic screen
        ld c,a
        ld a,(print_device)
        cp DEVICE_STORE
        ld a,c
        jp z,store_put
        jp grp_put

        part store_close_all    ; CLOSE of all files; keeps HL
        push hl
        ld hl,1
.next:  ld de,channels
        push hl
        add hl,de
        ld a,(hl)
        cp DEVICE_STORE
        jr nz,.other
        ld (hl),0
        pop hl
        push hl
        call store_close
.other: pop hl
        inc l
        ld a,l
        cp STORE_CHANNELS+1
        jr c,.next
        pop hl
        ret
