; Strings made of numbers and codes, VAL, FRE; MID$ = and SWAP.

        part string_str         ; STR$(number) to the descriptor BC
        push bc
        call num_text
        pop de
        jp string_from

        part string_repeat      ; HL times the character C to DE
        push bc
        push de
        ld a,l
        push af
        or a
        call nz,string_alloc
        pop af
        pop hl
        pop bc
        push hl
        ld b,a
        or a
        jr z,.empty
        push de
        push bc
        ld a,c
.fill:  ldi (de),a
        djnz .fill
        pop af                  ; length
        pop bc
.empty: pop hl
        jp string_put

        part string_first       ; STRING$(HL, text BC) to DE
        push hl
        push de
        ld hl,bc
        call string_code
        ld c,l
        pop de
        pop hl
        jp string_repeat

        part string_hex         ; HEX$(HL), OCT$, BIN$ to DE
        ld b,4
        jr string_radix
string_bin:
        ld b,1
        jr string_radix
string_oct:
        ld b,3
string_radix:                   ; B bits for each digit
        push de
        ld de,text_buffer+20
        ld c,0
.digit: push bc
        xor a
        ld c,a
        inc c
.bit:   srl h
        rr l
        jr nc,.zero
        add a,c
.zero:  sla c
        djnz .bit
        pop bc
        add a,'0'
        cp '9'+1
        jr c,.figure
        add a,7
.figure:
        dec de
        ld (de),a
        inc c
        ld a,h
        or l
        jr nz,.digit
        ld b,c
        ex de,hl
        pop de
        jp string_from

        part string_value       ; VAL(HL)
        push hl
        ld de,KBUF
        call copy_string
        xor a
        ld (de),a
        pop hl
        call string_release
        ld hl,KBUF
        jp parse_number

        part string_free        ; FRE(HL): the string is not used
        call string_release
        call string_collect
        ld hl,(string_bottom)
        ld de,(string_limit)
        sub hl,de
        jp word_real

        part memory_free        ; FRE of a number
        ld hl,(control)
        ld de,(arrays_end)
        sub hl,de
        jp nc,word_real
        ld hl,0
        or a
        ret

        part string_replace     ; MID$(HL, BC, (mid_count)) = DE; HL a variable or element
        ld a,b
        or a
        jr nz,.illegal
        ld a,c
        or a
        jr z,.illegal
        dec a
        cp (hl)
        jr nc,.illegal
        ld (.place),a
        ld (.variable),hl
        ld (.new),de
        call string_own
        ld hl,(.variable)
        ld a,(.place)
        ld b,a
        ld a,(hl)
        sub b                   ; room behind the place
        ld c,a
        ld hl,(mid_count)
        ld a,h
        or a
        jr nz,.illegal
        ld a,l
        cp c
        jr nc,.room
        ld c,a
.room:  ld hl,(.new)
        ld a,(hl)
        cp c
        jr nc,.enough
        ld c,a
.enough:
        ld a,c
        or a
        jr z,.done
        push bc
        inc hl
        ldi e,(hl)
        ld d,(hl)
        ld hl,(.variable)
        inc hl
        ld hl,(hl)
        ld bc,b
        add hl,bc
        ex de,hl
        pop bc
        ld b,0
        ldir
.done:  ld hl,(.new)
        jp string_release
.illegal:
        jp illegal_call
        ram
.place: ds 1
.variable:
        ds 2
.new:   ds 2

        part string_own         ; the string of the variable HL gets room of its own, if it lies in the program
        ld a,(hl)
        or a
        ret z
        push hl
        inc hl
        inc hl
        ld a,(hl)
        ld hl,(program_limit)
        cp h
        pop hl
        ret nc
        ld a,(hl)
        push hl
        call string_alloc
        pop hl
        push hl
        push de
        call copy_string
        pop de
        pop hl
        inc hl
        ldi (hl),e
        ld (hl),d
        ret

        part string_swap        ; SWAP of B bytes at HL and DE
swap_bytes:
        ld a,(de)
        ld c,(hl)
        ld (hl),a
        ld a,c
        ld (de),a
        inc hl
        inc de
        djnz swap_bytes
        ret
