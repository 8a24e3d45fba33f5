; KILL, NAME, FILES and DSKF. What a search finds lies behind the blocks: drive, name, and the rest of its entry.

        part store_first        ; the first name that fits that of block 0, in what a search finds; Z: there is none
        call store_dta
        ld c,DOS_TRANSFER
        call dos
        ld c,DOS_FIRST
store_search:
        ld de,(store_area)
        call dos
        inc a
        ret
store_next:
        ld c,DOS_NEXT
        jr store_search
store_dta:                      ; DE = where it lies
        ld hl,(store_area)
        ld de,STORE_BLOCKS
        add hl,de
        ex de,hl
        ret
store_existing:                 ; finds the first file of the names HL
        call store_need
        ld de,(store_area)
        ld a,1
        call store_name
        call store_name_check
        call store_first
        ret nz
store_missing:
        jp file_not_found

        part kill         ; KILL of the names HL
        call store_existing
.next:  call store_is_open
        jp z,file_still_open
        call store_dta
        ld c,DOS_DELETE
        call dos
        call store_first
        jr nz,.next
        ret

        part store_is_open      ; Z: what a search has found is open
        ld b,STORE_CHANNELS
.next:  ld a,b
        ld hl,channels
        ld de,a
        add hl,de
        ld a,(hl)
        cp DEVICE_STORE
        jr nz,.other
        ld a,b
        push bc
        call store_block
        call store_dta
        ld hl,ix
        ld b,11
.same:  inc hl
        inc de
        ld a,(de)
        cp (hl)
        jr nz,.differs
        djnz .same
        pop bc
        ret
.differs:
        pop bc
.other: djnz .next
        inc b                   ; NZ
        ret

        part store_rename       ; NAME: HL AS DE
        push de
        call store_existing
        pop hl
        call .pattern
        ld a,1
        call store_name
        call store_name_check
        xor a
.next:  ld (.passed),a
        call .name
        ld c,DOS_RENAME
        call dos
        inc a
        jp z,file_exists
        ; a new name that fits comes again in the next search
        call .fcb
        ld hl,17
        add hl,de
        ld de,(store_area)
        inc de
        ld b,11
.same:  ld a,(de)
        cp '?'
        jr z,.fits
        cp (hl)
        jr nz,.gone
.fits:  inc de
        inc hl
        djnz .same
        ld hl,.passed
        inc (hl)
.gone:  call store_first
        ret z
        ld a,(.passed)
        or a
        jr z,.next
        ld b,a
.pass:  push bc
        call store_next
        pop bc
        ret z
        djnz .pass
        ld a,(.passed)
        jr .next
.pattern:                       ; DE = where the new name's pattern lies; the block for both names
        ld de,STORE_BUFFER
        jr .place
.fcb:   ld de,STORE_BUFFER+32
.place: push hl
        ld hl,(store_area)
        add hl,de
        ex de,hl
        pop hl
        ret
.name:                          ; DE = the block: the name that was found, and what the pattern makes of it
        call store_dta
        push de
        call .fcb
        pop hl
        push de
        ld bc,12
        ldir
        .5 inc de
        push de
        call .pattern
        pop hl
        inc de
        ld b,11
.each:  ld a,(de)
        cp '?'
        jr nz,.new
        push de
        push hl
        ld de,-16
        add hl,de
        ld a,(hl)
        pop hl
        pop de
.new:   ldi (hl),a
        inc de
        djnz .each
        pop de
        ret
        ram
.passed:
        ds 1

        part files         ; FILES of the names HL; 0: of all
        call store_need
        ld a,(LINLEN)
        ld ix,.screen
        jp store_names
.screen:
        dw put,new_line,TTYPOS
files_lfiles:                    ; LFILES: 80 columns
        call store_need
        ld a,80
        ld ix,.paper
        jp store_names
.paper: dw printer_put,printer_line,printer_at

        part store_names        ; IX = what puts a character, what begins a line, where the column stands; A = columns
        ld (.width),a
        push hl
        ld hl,ix
        ld de,.put
        ld bc,6
        ldir
        pop hl
        ld de,(store_area)
        ld a,h
        or l
        jr z,.all
        ld a,2
        call store_name
        call store_name_check
        jr .names
.all:   ld (de),a
        ld b,11
        ld a,'?'
.any:   inc de
        ld (de),a
        djnz .any
.names: call store_first
        jp z,store_missing
        call .at
        call nz,.line
.next:  call store_dta
        inc de
        ex de,hl
        ld b,8
        call .some
        ld a,(hl)
        cp ' '
        jr z,.plain
        ld a,'.'
.plain: call .one
        ld b,3
        call .some
        ld a,' '
        call .one
        call store_next
        ret z
        call .at
        jr z,.next
        add a,13
        ld b,a
        ld a,(.width)
        cp b
        call c,.line
        jr .next
.at:    ld hl,(.column)
        ld a,(hl)
        or a
        ret
.line:  ld hl,(.feed)
        jp (hl)
.some:  ldi a,(hl)              ; B characters from HL on
        push bc
        call .one
        pop bc
        djnz .some
        ret
.one:   push hl
        call .there
        pop hl
        ret
.there: ld hl,(.put)
        jp (hl)
        ram
.width: ds 1
.put:   ds 2
.feed:  ds 2
.column:
        ds 2

        part store_copy         ; COPY of the names HL to the names DE
        push de
        call .source
        pop hl
        ld de,.to
        call .taken
        jr .named
.onto:                          ; COPY of the names HL alone: each file onto itself
        call .source
        ld hl,.from
        ld de,.to
        ld bc,12
        ldir
.named: xor a
        ld (.done),a
.next:  ld hl,.from             ; the search begins anew behind what has been copied; copies may fit as well
        ld de,(store_area)
        ld bc,12
        ldir
        call store_first
        ld a,(.done)
        jr z,.none
        ld b,a
        inc b
        jr .pass
.skip:  push bc
        call store_next
        pop bc
        ret z
.pass:  djnz .skip
        call store_dta
        ld hl,(store_area)
        ex de,hl
        ld bc,12
        ldir
        call .begin
        xor a
        call store_block
        ld c,DOS_OPEN
        call store_call
        jp z,store_missing
        call store_fresh
.piece: xor a
        call store_block
        ld hl,256
        ld c,DOS_READ
        call store_transfer
        ld a,h
        or l
        jr z,.end
        call .write
        jr .piece
.end:   call .close
.copied:
        ld hl,.done
        inc (hl)
        jr .next
.source:
        call store_need
        ld de,.from
.taken: ld a,2
        call store_name
        jp store_name_check
.none:  or a
        ret nz
        call store_in_rom       ; ROM may have it
        jp nz,store_missing
        call rom_open
        call .begin
.block: ld bc,256
        call rom_block
        jp z,.close
        push bc
        ld hl,(store_area)
        ld de,STORE_BUFFER
        add hl,de
        ex de,hl
        ld hl,BUF
        ldir
        pop hl
        call .write
        jr .block
.begin: ; the new file has the name of block 0, and what the pattern makes of it
        xor a
        call store_block
        call store_clear
        call store_dta
        push de
        ld hl,(store_area)
        ld bc,12
        ldir
        ld b,STORE_DTA-12
        xor a
.zero:  ldi (de),a
        djnz .zero
        pop hl
        ld de,.to
        ld a,(de)
        ld (hl),a
        ld bc,0B00h
.name:  inc hl
        inc de
        ld a,(de)
        cp '?'
        jr z,.as
        cp (hl)
        jr z,.as
        ld (hl),a
        inc c
.as:    djnz .name
        call .target
        ld hl,.from
        call .drive
        ld b,a
        ld hl,.to
        call .drive
        sub b
        or c
        jr nz,.other
        ld a,(store_small)
        or a                    ; onto itself: that is noticed when the name was typed in capitals
        jp z,illegal_call
        pop hl
        jp .copied
.other:
        ld c,DOS_CREATE
        call store_call
        jp z,too_many_files
        jp store_fresh_block
.drive: ld a,(hl)               ; A = the drive of the name HL
        and STORE_DRIVES
        ret nz
        inc a
        ret
.target:                        ; IX = its block
        call store_dta
        push de
        pop ix
        ret
.write: ; HL bytes of the buffer of block 0
        push hl
        ld hl,(store_area)
        ld de,STORE_BUFFER
        add hl,de
        ex de,hl
        ld c,DOS_TRANSFER
        call dos
        call .target
        pop hl
        ld c,DOS_WRITE
        call store_call
        or a
        jp nz,disk_full
        ret
.close: call .target
        ld c,DOS_CLOSE
        jp store_call
        ram
.from:  ds 12
.to:    ds 12
.done:  ds 1

        part write_sector       ; DSKO$, DSKI$: the sector DE of drive HL
        ld c,DOS_WRITE_SECTOR
        jr store_sector
read_sector:
        ld c,DOS_READ_SECTOR
store_sector:
        call store_need
        call byte_check
        ld a,l
        cp 2
        jp nc,bad_drive
        push bc
        push de
        push hl
        ld de,(DISK_SECTOR)
        ld c,DOS_TRANSFER
        call dos
        pop hl
        pop de
        pop bc
        ld h,1
        jp dos

        part store_free         ; DSKF of drive L
        call store_need
        ld a,l
        cp 2
        jr nc,.none
        ld de,l
        ld c,DOS_SPACE
        call dos
        cp 0FFh
        jp nz,word_real
.none:  jp bad_drive
