; The SRAM of the cartridge as a disk: what MSX-DOS does with a file control block, in 8 KB that are seen in the last
; window. Blocks of 256 bytes; the first has a mark, the chain of blocks (0: free, 255: the last of a file) and a
; directory of 13 names with first block and size.

SRAM_CHAIN equ 8
SRAM_NAMES equ 48
SRAM_ENTRY equ 16
SRAM_BLOCKS equ 32
SRAM_FIRST equ 11               ; in an entry: its first block
SRAM_BYTES equ 12               ; and its size
SRAM_PLACE equ 24               ; in a file control block: where its entry lies

        part sram_find          ; A is not 0; SRAM that nothing has written yet is made empty
        call sram_show
        ld hl,.mark
        ld de,WINDOW
        ld b,8
.next:  ld a,(de)
        cp (hl)
        jr nz,.empty
        inc hl
        inc de
        djnz .next
        jr .ready
.empty: ld hl,WINDOW
        ld de,WINDOW+1
        ld bc,255
        ld (hl),b
        ldir
        ld a,0FFh
        ld (WINDOW+SRAM_CHAIN),a
        ld hl,.mark
        ld de,WINDOW
        ld bc,8
        ldir
.ready: call sram_hide
        ld a,1
        ret
.mark:  db "msxkit 1"

        part sram_show          ; the SRAM is seen, and again the program; keep all but A
        di
        ld a,SRAM_BANK
        ld (BANK_WINDOW),a
        ret
sram_hide:
        ld a,(code_bank)
        ld (BANK_WINDOW),a
        ei
        ret

        part dos_sram           ; function C with the file control block DE, HL bytes: A, HL
        ld a,c
        cp DOS_TRANSFER
        jr z,.transfer
        push ix
        push de
        pop ix
        ld (.bytes),hl
        call sram_show
        call .function
        ld c,a
        call sram_hide
        ld a,c
        pop ix
        ret
.transfer:
        ld (.buffer),de
        xor a
        ret
.function:
        ld a,c
        cp DOS_OPEN
        jp z,.open
        cp DOS_CREATE
        jp z,.create
        cp DOS_READ
        jp z,.read
        cp DOS_WRITE
        jp z,.write
        cp DOS_FIRST
        jr z,.first
        cp DOS_NEXT
        jr z,.next
        cp DOS_DELETE
        jp z,.delete
        cp DOS_RENAME
        jp z,.rename
        cp DOS_SPACE
        jp z,.space
        xor a
        ret
.first: ld hl,WINDOW+SRAM_NAMES
        jr .search
.next:  ld hl,(.found)
        ld de,SRAM_ENTRY
        add hl,de
.search:
        call .from
        ret nz
        ld hl,(.found)
        ld de,(.buffer)
        xor a
        ldi (de),a
        ld bc,11
        ldir
        ret
.find:                          ; Z: .found = the entry of the name
        ld hl,WINDOW+SRAM_NAMES
.from:  ; the same from the entry HL on; NZ: A = 255
        ld a,h
        cp high(WINDOW)
        jr nz,.none
        ld a,(hl)
        or a
        jr z,.other
        ld de,ix
        inc de
        ld b,11
        push hl
.same:  ld a,(de)
        cp '?'
        jr z,.fits
        cp (hl)
        jr nz,.not
.fits:  inc de
        inc hl
        djnz .same
        pop hl
        ld (.found),hl
        xor a
        ret
.not:   pop hl
.other: ld de,SRAM_ENTRY
        add hl,de
        jr .from
.none:  ld a,255
        or a
        ret
.open:  call .find
        ret nz
.opened:
        ld hl,(.found)
        ld (ix+SRAM_PLACE),hl
        ld de,SRAM_BYTES
        add hl,de
        ld a,(hl)
        ld (ix+FCB_SIZE),a
        inc hl
        ld a,(hl)
        ld (ix+FCB_SIZE+1),a
        xor a
        ld (ix+FCB_SIZE+2),a
        ld (ix+FCB_SIZE+3),a
        ret
.create:
        call .find
        jr nz,.fresh
        call .release
        jr .opened
.fresh: ld hl,WINDOW+SRAM_NAMES
        ld de,SRAM_ENTRY
.used:  ld a,h
        cp high(WINDOW)
        jr nz,.none
        ld a,(hl)
        or a
        jr z,.room
        add hl,de
        jr .used
.room:  ld (.found),hl
        push hl
        ld de,11
        add hl,de
        ld b,5
.zero:  ldi (hl),a
        djnz .zero
        pop de
        ld hl,ix
        inc hl
        ld bc,11
        ldir
        jr .opened
.release:                       ; the entry has no bytes any more, and its blocks are free
        ld hl,(.found)
        ld de,SRAM_FIRST
        add hl,de
        ld a,(hl)
        ldi (hl),d
        ldi (hl),d
        ld (hl),d
.free:  ; the blocks from A on
        or a
        ret z
        cp SRAM_BLOCKS
        ret nc
        ld hl,WINDOW+SRAM_CHAIN
        ld de,a
        add hl,de
        ld a,(hl)
        ld (hl),d
        jr .free
.delete:
        call .find
        ret nz
.gone:  call .release
        ld hl,(.found)
        ld (hl),0
        call .find
        jr z,.gone
        xor a
        ret
.rename:                        ; the new name lies 16 bytes behind the old one
        push ix
        ld de,16
        add ix,de
        call .find
        pop ix
        ld a,255
        ret z
        call .find
        ret nz
        ld hl,ix
        ld de,17
        add hl,de
        ld de,(.found)
        ld bc,11
        ldir
        xor a
        ret
.space: ld hl,WINDOW+SRAM_CHAIN
        ld b,SRAM_BLOCKS
        ld de,0
.each:  ld a,(hl)
        or a
        jr nz,.taken
        inc e
.taken: inc hl
        djnz .each
        ex de,hl
        srl l
        srl l                   ; of 1,024 bytes
        ret
.read:  call .left
        ld de,(.bytes)
        cp hl,de
        ld a,0
        jr nc,.enough
        ex de,hl
        inc a
.enough:
        push af
        push de
        ld (.bytes),de
        call .copy
        pop hl
        pop af
        ret
.left:                          ; HL = bytes behind the place
        ld a,(ix+FCB_PLACE+2)
        or a
        jr nz,.no_bytes
        call .size
        ld de,(ix+FCB_PLACE)
        sub hl,de
        ret nc
.no_bytes:
        ld hl,0
        ret
.size:                          ; HL = bytes of the file, DE = where that stands
        ld hl,(ix+SRAM_PLACE)
        ld de,SRAM_BYTES
        add hl,de
        ldi e,(hl)
        ldd d,(hl)
        ex de,hl
        ret
.copy:                          ; .bytes from the place on; they are there
        ld hl,(.bytes)
        ld a,h
        or l
        ret z
        call .reach
        ret z
        call .piece
        ldir
        jr .copy
.write: ld a,(ix+FCB_PLACE+2)
        or a
        ld a,1
        ret nz
        ld hl,(.bytes)
        ld a,h
        or l
        jr z,.cut
.more:  ld hl,(.bytes)
        ld a,h
        or l
        ret z
        call .reach
        jr z,.full
        call .piece
        ex de,hl
        ldir
        call .size
        ld bc,(ix+FCB_PLACE)
        sub hl,bc
        call c,.ends
        jr .more
.full:  inc a
        ret
.ends:  ex de,hl                ; the file has BC bytes
        ldi (hl),c
        ld (hl),b
        ld (ix+FCB_SIZE),bc
        ret
.cut:                           ; the file ends at the place, which is not its start
        call .size
        ld bc,(ix+FCB_PLACE)
        sub hl,bc
        ret c
        call .ends
        ld a,c
        or a
        jr nz,.within
        dec b
.within:
        call .link              ; HL = where the last block that stays is linked on
        ret z
        ld a,(hl)
        ld (hl),255
        call .free
        xor a
        ret
.piece:                         ; A = a block: HL = the place in it, DE = the buffer, BC = bytes; all move on
        add a,high(WINDOW)
        ld d,a
        ld e,(ix+FCB_PLACE)
        xor a
        ld b,a
        sub e                   ; up to the end of the block
        ld c,a
        jr nz,.some
        inc b
.some:  ld hl,(.bytes)
        sub hl,bc
        jr nc,.all
        add hl,bc
        ld bc,hl
        ld hl,0
.all:   ld (.bytes),hl
        ld hl,(ix+FCB_PLACE)
        add hl,bc
        ld (ix+FCB_PLACE),hl
        ld hl,(.buffer)
        push hl
        add hl,bc
        ld (.buffer),hl
        pop hl
        ex de,hl
        ret
.reach:                         ; A = the block of the place, which is made; Z: there is none
        ld b,(ix+FCB_PLACE+1)
        call .link
        ret z
        ld a,e
        or a
        ret
.link:                          ; the block B of the file: E = its number, HL = where its link lies; Z: there is none
        ld hl,(ix+SRAM_PLACE)
        ld de,SRAM_FIRST
        add hl,de
        inc b
.linked:
        ld a,(hl)
        dec a
        cp SRAM_BLOCKS-1
        call nc,.take
        ret z
        ld a,(hl)
        ld hl,WINDOW+SRAM_CHAIN
        ld de,a
        add hl,de
        djnz .linked
        inc d                   ; NZ
        ret
.take:                          ; a free block is linked at HL; Z: there is none
        push bc
        ld de,WINDOW+SRAM_CHAIN
        ld bc,SRAM_BLOCKS*256
.look:  ld a,(de)
        or a
        jr z,.got
        inc de
        inc c
        djnz .look
        pop bc
        xor a
        ret
.got:   ld a,255
        ld (de),a
        ld (hl),c
        ld a,c
        pop bc
        or a
        ret
        ram
.bytes: ds 2
.buffer:
        ds 2
.found: ds 2
