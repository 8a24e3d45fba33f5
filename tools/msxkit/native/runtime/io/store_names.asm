; KILL, NAME, FILES and DSKF. What a search finds lies behind the blocks: drive, name, and the rest of its entry.

        part store_first        ; the first name that fits that of block 0, in what a search finds; Z: there is none
store_first:
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
store_missing:
        ld a,ERROR_FILE_NOT_FOUND
        jp error

        part store_kill         ; KILL of the names HL
store_kill:
        call store_need
        ld de,(store_area)
        ld a,1
        call store_name
        call store_name_check
        call store_first
        jp z,store_missing
.next:  call store_is_open
        ld a,ERROR_FILE_STILL_OPEN
        jp z,error
        call store_dta
        ld c,DOS_DELETE
        call dos
        call store_first
        jr nz,.next
        ret

        part store_is_open      ; Z: what a search has found is open
store_is_open:
        ld b,STORE_CHANNELS
.next:  ld a,b
        ld hl,channels
        ld e,a
        ld d,0
        add hl,de
        ld a,(hl)
        cp DEVICE_STORE
        jr nz,.other
        ld a,b
        push bc
        call store_block
        call store_dta
        push ix
        pop hl
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
store_rename:
        push de
        call store_need
        ld de,(store_area)
        ld a,1
        call store_name
        call store_name_check
        call store_first
        jp z,store_missing
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
        ld a,ERROR_FILE_EXISTS
        jp z,error
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
        inc de
        inc de
        inc de
        inc de
        inc de
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
.new:   ld (hl),a
        inc hl
        inc de
        djnz .each
        pop de
        ret
        ram
.passed:
        ds 1

        part store_list         ; FILES of the names HL; 0: of all
store_list:
        call store_need
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
        ld a,(TTYPOS)
        or a
        call nz,new_line
.next:  call store_dta
        inc de
        ex de,hl
        ld b,8
        push hl
        call put_characters
        pop hl
        ld de,8
        add hl,de
        ld a,(hl)
        cp ' '
        jr z,.plain
        ld a,'.'
.plain: push hl
        call put
        pop hl
        ld b,3
        call put_characters
        ld a,' '
        call put
        call store_next
        ret z
        ld a,(TTYPOS)
        or a
        jr z,.next
        add a,13
        ld b,a
        ld a,(LINLEN)
        cp b
        call c,new_line
        jr .next

        part store_free         ; DSKF of drive L
store_free:
        call store_need
        ld a,l
        cp 2
        jr nc,.none
        ld e,l
        ld d,0
        ld c,DOS_SPACE
        call dos
        cp 0FFh
        jp nz,word_real
.none:  ld a,ERROR_BAD_DRIVE
        jp error
