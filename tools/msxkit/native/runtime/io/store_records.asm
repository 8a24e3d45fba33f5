; FIELD, GET and PUT: a record lies in the buffer of its channel, and so do the variables of FIELD.

        part store_random       ; IX = the block of channel HL; errors 52, 59, 61: it is not open for random access
        call byte_check
        push hl
        call channel_any
        ld a,(hl)
        pop hl
        or a
        jr z,.closed
        cp DEVICE_STORE
        jr nz,.wrong
        ld a,l
        call store_block
        ld a,(ix+STORE_MODE)
        cp 4
        ret z
.wrong: jp bad_file_mode
.closed:
        jp file_not_open

        part store_field        ; FIELD of channel HL; then each part
        call store_random
        ld hl,(ix+STORE_LENGTH)
        ld (.left),hl
        ld hl,ix
        ld de,STORE_BUFFER
        add hl,de
        ld (.at),hl
        ret
store_part:                     ; HL characters for the variable DE
        call byte_check
        ld bc,hl
        ld hl,(.left)
        sub hl,bc
        jp c,field_overflow
        ld (.left),hl
        ld hl,(.at)
        ex de,hl
        ldi (hl),c
        ldi (hl),e
        ld (hl),d
        ex de,hl
        add hl,bc
        ld (.at),hl
        ret
        ram
.left:  ds 2
.at:    ds 2

        part store_turn         ; the block of channel HL goes to record DE: IX; A: 0: to the next one. HL = its bytes
        push de
        push af
        call store_random
        pop af
        pop de
        or a
        jr nz,.named
        ld de,(ix+STORE_RECORD)
        inc de
.named: ld (.record),de
        dec de
        bit 7,d
        jp nz,bad_record
        ld bc,(ix+STORE_LENGTH)
        push bc
        ld hl,0
        xor a
        ld (ix+FCB_PLACE+3),a
        ex af,af'
        ld a,16
.bit:   ex af,af'
        add hl,hl
        rla
        sla c
        rl b
        jr nc,.zero
        add hl,de
        adc a,0
.zero:  ex af,af'
        dec a
        jr nz,.bit
        ex af,af'
        ld (ix+FCB_PLACE),hl
        ld (ix+FCB_PLACE+2),a
        pop hl
        ret
store_turned:                   ; it was read or written
        ld hl,(.record)
        ld (ix+STORE_RECORD),hl
        ret
        ram
.record:
        ds 2

        part get_record         ; GET: channel HL, record DE, A: 0: the next one
        call store_turn
        push hl
        ld c,DOS_READ
        call store_transfer
        pop de
        ld a,h
        or l
        jp z,input_past_end
        ex de,hl
        sub hl,de
        jp z,store_turned
        ld b,l                  ; what the file does not fill
        ld hl,ix
        add hl,de
        ld de,STORE_BUFFER
        add hl,de
.zero:  ldi (hl),0
        djnz .zero
        jp store_turned

        part put_record         ; PUT
        call store_turn
        ld c,DOS_WRITE
        call store_transfer
        or a
        jp nz,disk_full
        jp store_turned
