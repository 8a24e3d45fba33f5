; BSAVE, and BLOAD of a name that is known at run time.

        part store_save         ; BSAVE of the name HL from bsave_start to bsave_end; A: not 0: of video memory
        ld (.video),a
        push hl
        ld hl,(bsave_end)
        ld de,(bsave_start)
        sub hl,de
        jp c,illegal_call
        pop hl
        call store_make
        ld a,0FEh
        call store_put
        ld hl,(bsave_start)
        call .word
        ld hl,(bsave_end)
        call .word
        ld hl,(bsave_entry)
        call .word
        ld hl,(bsave_start)
.next:  push hl
        ld a,(.video)
        or a
        jr nz,.vram
        ld a,(hl)
        jr .byte
.vram:  call vpeek
        ld a,l
.byte:  call store_put
        pop hl
        ld de,(bsave_end)
        cp hl,de
        inc hl
        jr nz,.next
        jp store_made
.word:  ld a,l
        push hl
        call store_put
        pop hl
        ld a,h
        jp store_put
        ram
.video: ds 1
bsave_start:
        ds 2
bsave_end:
        ds 2
bsave_entry:
        ds 2

        part store_clear        ; what the block IX has beside its name
        ld hl,ix
        ld de,12
        add hl,de
        ld b,STORE_BUFFER-12
.zero:  ldi (hl),0
        djnz .zero
        ret

        part store_read         ; the file of the name HL is read, wherever it is; A: 80h: ROM comes first. Z: it is in ROM
        push af
        ld de,(store_area)
        xor a
        call store_name
        call store_name_check
        pop af
        rlca
        jr nc,.not_first
        call store_in_rom
        jr z,.rom
.not_first:
        call store_known
        jr z,.other
        xor a
        call store_block
        call store_clear
        ld c,DOS_OPEN
        call store_call
        jr z,.other
        call store_fresh
        ld (rom_file),ix
        or 1
        ret
.other: call store_in_rom
        jp nz,store_no_file
.rom:   call rom_open
        xor a
        ret

        part copy_from_store    ; COPY the file that is read, direction A, TO the point
        call copy_direction
        ld hl,(rom_file)
        call store_is_read
        jr c,.rom
        ld de,FCB_SIZE+3
        add hl,de
        ldd a,(hl)
        or (hl)
        dec hl
        ldd d,(hl)
        ld e,(hl)
        jr z,.there
        ld de,0FFFFh            ; how many bytes, as far as they count
        jr .there
.rom:   ldi e,(hl)
        ld d,(hl)
.there: ld hl,file_take
        jp copy_picture

        part copy_to_file       ; COPY area TO the file of the name HL
        call store_make
        ld hl,copy_put
        call copy_capture
        jp store_made

        part copy_array_to_file ; COPY of the array with the word DE TO the name HL
        push de
        call store_make
        pop hl
        call copy_array
.next:  ld a,d
        or e
        jp z,store_made
        ld a,(hl)
        push hl
        push de
        call store_put
        pop de
        pop hl
        inc hl
        dec de
        jr .next

        part copy_put           ; the byte A goes to the file; keeps BC, DE
        push bc
        push de
        call store_put
        pop de
        pop bc
        ret

        part store_make         ; the file of the name HL is written from its start, through block 0
        ld de,(store_area)
        xor a
        call store_name
        call store_name_check
        call store_known
        jp z,device_io
        xor a
        ld (store_writing),a
        call store_block
        call store_clear
        ld c,DOS_CREATE
        call store_call
        jp z,too_many_files
        jp store_fresh
store_made:                     ; it is complete
        xor a
        call store_block
        ld l,(ix+STORE_AT)
        ld h,0
        ld a,l
        or a
        call nz,store_flush
        ld c,DOS_CLOSE
        jp store_call

        part store_load         ; BLOAD of the name HL, offset DE. A: 1: into video memory, 2: it runs, 80h: ROM comes first
        ld (.how),a
        ld (.offset),de
        call store_read
        ld hl,.head
        ld b,7
.next:  call file_take
        jr c,.wrong
        ldi (hl),a
        djnz .next
        ld a,(.head)
        cp 0FEh
        jr nz,.wrong
        ld hl,(.head+5)
        ld de,(.offset)
        add hl,de
        ld (.entry),hl
        ld hl,(.head+3)
        ld de,(.head+1)
        sub hl,de
        ret c
        ld bc,hl
        inc bc
        ld hl,(.offset)
        add hl,de
        ld a,(.how)
        rra
        jr c,.video
        ; only what CLEAR has kept free
        call kept_free
        jp c,out_of_memory
.byte:  call file_take
        jr c,.done
        ldi (hl),a
        dec bc
        ld a,b
        or c
        jr nz,.byte
.done:  ld a,(.how)
        and 2
        ret z
        ld hl,(.entry)
        jp bload_run
.wrong: jp bad_file_mode
.video: ld a,(rows_unknown)
        or 1
        ld (rows_unknown),a
.dot:   call file_take
        ret c
        push bc
        push hl
        ld e,a
        call vpoke
        pop hl
        pop bc
        inc hl
        dec bc
        ld a,b
        or c
        jr nz,.dot
        ret
        ram
.how:   ds 1
.offset:
        ds 2
.entry: ds 2
.head:  ds 7
