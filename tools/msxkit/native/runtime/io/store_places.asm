; LOF and LOC of files.

        part store_size         ; LOF(L)
        ld h,0
        push hl
        call channel_any
        ld a,(hl)
        pop hl
        cp DEVICE_STORE
        jp nz,rom_size
        ld a,l
        call store_block
        ld a,(ix+STORE_MODE)
        dec a
        jr z,.whole
        cp 3
        jr z,.whole
        call store_beyond       ; of one that is written, what has gone through the buffer
        jp nc,store_base
        ld hl,(ix+STORE_SIZE)
        ld c,(ix+STORE_SIZE+2)
        jp store_number
.whole: ld hl,(ix+FCB_SIZE)
        ld c,(ix+FCB_SIZE+2)
        jp store_number

        part file_pointer       ; VARPTR(#L) in HL: its buffer lies 9 bytes behind it, as under Disk BASIC
        ld a,(channel_limit)
        cp l
        jp c,bad_file_number
        ld a,l
        call store_block
        ld hl,ix
        ld de,STORE_BUFFER-9
        add hl,de
        ret

        part store_base         ; where the buffer of the block IX begins, as a number
        ld hl,(ix+STORE_BASE)
        ld c,(ix+STORE_BASE+2)
        jp store_number

        part file_place         ; LOC(L)
        ld h,0
        push hl
        call channel_any
        ld a,(hl)
        pop hl
        dec a
        jr z,.file
        inc a
        jp z,file_not_open
        call rom_channel
        jp nz,illegal_call
        jp rom_place
.file:  ld a,l
        call store_block
        ld hl,(ix+STORE_RECORD)
        ld a,(ix+STORE_MODE)
        cp 4
        jp z,word_real
        dec a
        jp nz,store_base
        ld hl,(ix+STORE_BASE)   ; what is in the buffer has gone through it
        ld c,(ix+STORE_BASE+2)
        ld de,(ix+STORE_HELD)
        add hl,de
        jr nc,.there
        inc c
.there: jp store_number
rom_place:                      ; of a file in ROM: what was read, in pieces of 256
        ld hl,(rom_file)
        ldi c,(hl)
        ld b,(hl)
        ld de,FILE_RECORD-3
        add hl,de
        ldi e,(hl)
        ld d,(hl)
        ld hl,de
        sub hl,bc
        ld bc,255
        add hl,bc
        ld l,0
        jr c,.all
        cp hl,de
        jp c,word_real
.all:   ex de,hl
        jp word_real

        part store_number       ; C and HL, 24 bits, as a number
        ld a,c
        or a
        jp z,word_real
        ld de,BUF
        ld iy,.powers
        ld b,7
.next:  push de
        ld a,'0'-1
.more:  inc a
        ex af,af'
        ld de,(iy+0)
        sub hl,de
        ld a,c
        sbc a,(iy+2)
        ld c,a
        jr c,.back
        ex af,af'
        jr .more
.back:  add hl,de
        ld a,c
        adc a,(iy+2)
        ld c,a
        ex af,af'
        pop de
        ldi (de),a
        .3 inc iy
        djnz .next
        xor a
        ld (de),a
        ld hl,BUF
        jp parse_number
.powers:
        db 40h,42h,0Fh,0A0h,86h,1,10h,27h,0,0E8h,3,0,100,0,0,10,0,0,1,0,0
