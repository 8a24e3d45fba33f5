; COPY on an MSX2: from the screen to the screen, to an array and from an array.
; An array holds width and height, then the pixels row by row without gaps (MSX2 Technical Handbook, figure 2.4).

        part copy_place         ; HL, DE = column and row of the point kept at HL on page A; 255: the one that is drawn on
        ld b,a
        call screen_pages
        ld a,b
        inc a
        jr nz,.given
        ld a,(ACPAGE)
        ld b,a
.given: ld a,b
        cp c
        jp nc,illegal_call
        push bc
        call kept_point
        call bitmap_scale
        pop bc
        ld d,b
        ret

        part copy_first         ; the first point of an area, the last one, and where a picture goes to
        call copy_place
        ld (command_sx),hl
        ld (command_sy),de
        ret
copy_last:
        call copy_place
        xor a
        ld (command_way),a
        ld bc,(command_sx)
        ld a,TO_LEFT
        call .side
        ld (command_nx),hl
        ex de,hl
        ld bc,(command_sy)
        ld a,UPWARDS
        call .side
        ld (command_ny),hl
        ret
.side:  ; HL = how many there are from BC to HL; A is the way if they are counted down
        sub hl,bc
        inc hl
        ret nc
        push de
        ex de,hl                ; less 1, and 1 more
        ld hl,2
        sub hl,de
        ld d,a
        ld a,(command_way)
        or d
        ld (command_way),a
        pop de
        ret
copy_to:
        call copy_place
        ld (command_dx),hl
        ld (command_dy),de
        ret

        part copy_area          ; COPY area TO point
        ld a,COMMAND_MOVE
        call command
        jp command_wait

        part copy_array         ; the array with the word HL: HL = its data, DE = their size; error 5 if it is not there
        ldi e,(hl)
        ld d,(hl)
        ld a,d
        or e
        jp z,illegal_call
        ex de,hl
        ldi de,(hl)
        ldi c,(hl)
        ld b,0
        add hl,bc
        add hl,bc
        ex de,hl
        scf
        sbc hl,bc               ; less the head: 3 and 2 for each dimension
        sub hl,bc
        dec hl
        dec hl
        ex de,hl
        ret

        part copy_size          ; error 5 if DE bytes are less than command_nx times command_ny pixels need, and 4
        push hl
        push de
        ld bc,(command_nx)
        ld de,(command_ny)
        call word_product       ; DE HL
        ld a,d
        or a
        jp nz,illegal_call
        ; bits
        call copy_bits
        ld b,a
.bits:  srl b
        jr c,.bytes
        add hl,hl
        rl e
        rl d
        jr .bits
.bytes: ; rounded up to bytes
        ld bc,7
        add hl,bc
        jr nc,.shift
        inc de
.shift: ld b,3
.right: srl d
        rr e
        rr h
        rr l
        djnz .right
        ld bc,4
        add hl,bc
        jr nc,.sum
        inc de
.sum:   ld a,d
        or e
        pop de
        jp nz,illegal_call
        ex de,hl
        sub hl,de
        jp c,illegal_call
        pop hl
        ret
copy_bits:                      ; A = bits of a pixel; keeps all others
        ld a,(SCRMOD)
        cp 8
        ret z
        cp 6
        ld a,4
        ret nz
        ld a,2
        ret

        part copy_to_array      ; COPY area TO the array with the word HL
        call copy_array
        dec de                  ; a byte stays free
        call copy_size
        ld (copy_at),hl
        ld hl,.store
        jp copy_capture
.store: push hl                 ; the byte A
        ld hl,(copy_at)
        ldi (hl),a
        ld (copy_at),hl
        pop hl
        ret

        part copy_at
        ram
copy_at:                        ; the next byte of the array
        ds 2

        part copy_capture       ; COPY of the area; HL = what takes each byte, A, and keeps BC and DE
        ld (.target),hl
        ; from its upper left corner
        ld hl,(command_way)
        bit 2,l
        jr z,.columns
        ld hl,(command_sx)
        ld de,(command_nx)
        sub hl,de
        inc hl
        ld (command_sx),hl
.columns:
        ld hl,(command_way)
        bit 3,l
        jr z,.rows
        ld hl,(command_sy)
        ld de,(command_ny)
        sub hl,de
        inc hl
        ld (command_sy),hl
.rows:  xor a
        ld (command_way),a
        ld (.bits),a
        ld bc,(command_nx)
        call .word
        ld bc,(command_ny)
        call .word
        call command_wait
        ld a,7                  ; nothing waits to be read
        call vdp_status
        ld a,COMMAND_READ
        call command_plain
        ld de,(command_ny)
.row:   ld bc,(command_nx)
.pixel: push bc
.wait:  ld a,2
        call vdp_status
        rlca
        jr nc,.wait
        ld a,7
        call vdp_status
        call pixel_of
        ld b,a
        call copy_bits
        ld c,a
        ld hl,.byte
.shift: sla (hl)
        dec a
        jr nz,.shift
        ld a,(hl)
        or b
        ld (hl),a
        ld a,(.bits)
        add a,c
        and 7
        ld (.bits),a
        jr nz,.stored
        ld a,(hl)
        call .put
.stored:
        pop bc
        dec bc
        ld a,b
        or c
        jr nz,.pixel
        dec de
        ld a,d
        or e
        jr nz,.row
        ld a,(.bits)
        or a
        ret z
        ld hl,.byte
.pad:   sla (hl)
        inc a
        cp 8
        jr c,.pad
        ld a,(hl)
        jr .put
.word:  ld a,c
        call .put
        ld a,b
.put:   push hl
        ld hl,(.target)
        ex (sp),hl
        ret
        ram
.target:
        ds 2
.bits:  ds 1                    ; in the last byte
.byte:  ds 1

        part copy_from_file     ; COPY the file DE, direction A, TO the point
        call copy_direction
        call rom_open
        ld hl,(rom_file)
        ldi e,(hl)
        ld d,(hl)
        ld hl,rom_take
        jp copy_picture

        part copy_file_to_array ; COPY the file that is read TO the array with the word HL
        call copy_array
.next:  call file_take
        ret c
        ld b,a
        ld a,d
        or e
        jp z,illegal_call       ; it is longer
        ldi (hl),b
        dec de
        jr .next

        part copy_from_array    ; COPY the array with the word HL, direction A, TO the point
        call copy_direction
        call copy_array
        ld (copy_at),hl
        ld hl,copy_next
        jp copy_picture
copy_next:                      ; A = the next byte of the array; keeps all others
        push hl
        ld hl,(copy_at)
        ldi a,(hl)
        ld (copy_at),hl
        pop hl
        ret

        part copy_direction
        cp 4
        jp nc,illegal_call
        rlca                    ; to the left and upwards
        rlca
        ld (command_way),a
        ret

        part copy_picture       ; COPY of DE bytes TO the point; HL = what gives the next one
        ld (.source),hl
        ld a,d
        or a
        jr nz,.head
        ld a,e
        cp 4
        jp c,illegal_call
.head:  call .word
        ld (.width),bc
        ld (command_nx),bc
        call .word
        ld (command_ny),bc
        call copy_size
        ; as far as the edges
        call pixel_columns
        ld de,(command_dx)
        ld a,TO_LEFT
        call .room
        ld de,command_nx
        call .clip
        ld hl,200h              ; rows of all pages
        ld a,(SCRMOD)
        cp 7
        jr nc,.rows
        ld h,4
.rows:  ld de,(command_dy)
        ld a,UPWARDS
        call .room
        ld de,command_ny
        call .clip
        ld bc,(command_nx)
        ld a,b
        or c
        ret z
        ld de,(command_ny)
        ld a,d
        or e
        ret z
        xor a
        ld (.bits),a
        call .pixel
        ld (command_colour),a
        ld a,COMMAND_WRITE
        call command
        ld a,44+80h             ; the following pixels all to this register
        call command_select
        ld bc,(command_nx)
        jr .sent
.row:   ld bc,(command_nx)
.next:  call .pixel
        push af
.wait:  ld a,2
        call vdp_status
        rlca
        jr nc,.wait
        pop af
        out (VDP_INDIRECT),a
.sent:  dec bc
        ld a,b
        or c
        jr nz,.next
        ; what lies behind the edge
        ld hl,(.width)
        ld bc,(command_nx)
        sbc hl,bc
        ld bc,hl
        jr .hidden
.skip:  call .pixel
        dec bc
.hidden:
        ld a,b
        or c
        jr nz,.skip
        dec de
        ld a,d
        or e
        jr nz,.row
        jp command_wait
.room:  ; HL = how many there are from DE to HL, or from 0 to DE if A is among the ways
        ld b,a
        ld a,(command_way)
        and b
        sbc hl,de
        or a
        ret z
        ex de,hl
        inc hl
        ret
.clip:  ; the word at DE is HL at most
        ld a,(de)
        ld c,a
        inc de
        ld a,(de)
        ld b,a
        sub hl,bc
        ret nc
        add hl,bc
        ex de,hl
        ldd (hl),d
        ld (hl),e
        ret
.word:  ; BC = the next word
        call .get
        ld c,a
        call .get
        ld b,a
        ret
.get:   ; A = the next byte; keeps all others
        push hl
        ld hl,(.source)
        ex (sp),hl
        ret
.pixel: ; A = the next pixel
        push bc
        ld a,(.bits)
        or a
        jr nz,.some
        call .get
        ld (.byte),a
        ld a,8
.some:  ld b,a
        call copy_bits
        ld c,a
        ld a,b
        sub c
        ld (.bits),a
        ld b,c
        ld a,(.byte)
.turn:  rlca
        djnz .turn
        ld (.byte),a
        pop bc
        jp pixel_of
        ram
.source:
        ds 2
.width: ds 2
.bits:  ds 1                    ; that are left of the byte
.byte:  ds 1
