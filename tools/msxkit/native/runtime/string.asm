; Strings. A string is known by its descriptor: length, address. HL points at one; a function puts its result into
; the descriptor at DE and gives that in HL. Descriptors between temps_start and temps_end are temporaries: whoever
; has used one up sets its length to 0.
; The strings lie below memory_top, the latest lowest. Strings of the program text stay in ROM.

        part string_release     ; the string HL has been used; keeps all registers but A and the flags
string_release:
        push de
        ld de,temps_start
        or a
        sbc hl,de
        add hl,de
        jr c,.out
        ld de,temps_end
        or a
        sbc hl,de
        add hl,de
        jr nc,.out
        ; the lowest string gives its room back
        push hl
        push bc
        ld c,(hl)
        ld (hl),0
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        ld hl,(string_bottom)
        or a
        sbc hl,de
        jr nz,.kept
        ld b,0
        ex de,hl
        add hl,bc
        ld (string_bottom),hl
.kept:  pop bc
        pop hl
.out:   pop de
        ret

        part string_alloc       ; DE = room for A bytes, at string_bottom; error 14
string_alloc:
        ld (.need),a
        call .fits
        ret nc
        call string_collect
        call .fits
        ret nc
        ld a,14
        jp error
.fits:  ld hl,(string_bottom)
        ld a,(.need)
        ld e,a
        ld d,0
        or a
        sbc hl,de
        ret c
        ex de,hl
        ld hl,(string_limit)
        dec hl
        or a
        sbc hl,de               ; carry: limit - 1 < new, so it fits
        ccf
        ret c
        ld (string_bottom),de
        ret
        ram
.need:  ds 1

        part string_collect     ; moves the strings in use together, the highest first
string_collect:
        ld hl,(memory_top)
        ld (.target),hl
        ld (.below),hl
.next:  ld hl,0
        ld (.best),hl
        ld (.owner),hl
        ; the highest string below `below`, of variables, temporaries and arrays
        ld hl,strings_start
        ld de,strings_end
        call .search
        ld hl,temps_start
        ld de,temps_end
        call .search
        ld hl,string_arrays
.array: ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld a,d
        or e
        jr z,.chosen
        push hl
        ex de,hl
        ld e,(hl)
        inc hl
        ld d,(hl)               ; the array, or 0
        ld a,d
        or e
        jr z,.no_array
        ex de,hl
        ld e,(hl)               ; its size
        inc hl
        ld d,(hl)
        dec hl
        ex de,hl
        add hl,de               ; end
        ex de,hl
        inc hl
        inc hl
        ld a,(hl)               ; dimensions
        inc hl
        add a,a
        ld c,a
        ld b,0
        add hl,bc
        call .search
.no_array:
        pop hl
        jr .array
.chosen:
        ld hl,(.owner)
        ld a,h
        or l
        jr z,.done
        ; move it up to `target`
        ld c,(hl)
        ld b,0
        ld de,(.best)
        ld (.below),de
        push hl
        ex de,hl
        add hl,bc
        dec hl                  ; its last byte
        ld de,(.target)
        dec de
        lddr
        inc de
        ld (.target),de
        pop hl
        inc hl
        ld (hl),e
        inc hl
        ld (hl),d
        jp .next
.done:  ld hl,(.target)
        ld (string_bottom),hl
        ret
.search:                        ; descriptors from HL to DE
        or a
        sbc hl,de
        add hl,de
        ret nc
        ld a,(hl)
        or a
        jr z,.skip
        push de
        push hl
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        ld hl,(string_bottom)
        ex de,hl
        or a
        sbc hl,de
        add hl,de
        jr c,.not               ; in ROM
        ex de,hl                ; DE = address
        ld hl,(.below)
        dec hl
        or a
        sbc hl,de
        jr c,.not
        ld hl,(.best)
        or a
        sbc hl,de
        jr nc,.not
        ld (.best),de
        pop hl
        push hl
        ld (.owner),hl
.not:   pop hl
        pop de
.skip:  inc hl
        inc hl
        inc hl
        jr .search
        ram
.target:
        ds 2
.below: ds 2
.best:  ds 2
.owner: ds 2

        part string_assign      ; the variable DE becomes the string HL: a temporary is taken over, another copied
string_assign:
        push hl
        ld bc,temps_start
        or a
        sbc hl,bc
        pop hl
        jr c,.copy
        push hl
        ld bc,temps_end
        or a
        sbc hl,bc
        pop hl
        jr c,.take
.copy:  push hl
        inc hl
        inc hl
        ld a,(hl)               ; strings of the program need no copy
        ld hl,(program_limit)
        cp h
        pop hl
        jr c,.share
        ld a,(hl)
        or a
        jr z,.share
        push de
        push hl
        call string_alloc
        pop hl
        ld c,(hl)
        ld b,0
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        push de
        ld a,c
        ldir
        pop bc
        pop hl
        ld (hl),a
        inc hl
        ld (hl),c
        inc hl
        ld (hl),b
        ret
.share: ldi
        ldi
        ldi
        ret
.take:  ld a,(hl)
        ld (hl),0
        ld (de),a
        inc hl
        inc de
        ldi
        ldi
        ret

        part string_from        ; the temporary DE becomes B characters at HL, which do not move
string_from:
        ld a,b
        or a
        jr z,.empty
        push de
        push hl
        call string_alloc
        pop hl
        ld a,(string_alloc.need)
        ld c,a
        ld b,0
        push de
        ldir
        pop bc
        pop hl
string_put:                     ; the descriptor HL becomes A, BC; keeps HL
        ld (hl),a
        inc hl
        ld (hl),c
        inc hl
        ld (hl),b
        dec hl
        dec hl
        ret
.empty: ld (de),a
        ex de,hl
        ret

        part string_concat      ; HL + DE to the descriptor BC
string_concat:
        ld (.left),hl
        ld (.right),de
        ld (.target),bc
        ld a,(de)
        add a,(hl)
        jr c,.too_long
        ld (.size),a
        call string_alloc
        push de
        ld hl,(.left)
        call copy_string
        ld hl,(.right)
        call copy_string
        ld hl,(.right)
        call string_release
        ld hl,(.left)
        call string_release
        pop bc
        ld hl,(.target)
        ld a,(.size)
        jp string_put
.too_long:
        ld a,15
        jp error
        ram
.left:  ds 2
.right: ds 2
.target:
        ds 2
.size:  ds 1

        part copy_string        ; the text of the string HL to DE, which moves on
copy_string:
        ld a,(hl)
        or a
        ret z
        ld c,a
        ld b,0
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ldir
        ret

        part string_part        ; C characters of the string HL from number B (0 on) to the descriptor DE
string_part:
        ld (.source),hl
        ld (.target),de
        ld (.place),bc
        ld a,c
        or a
        jr z,.empty
        call string_alloc
        push de
        ld hl,(.source)
        inc hl
        ld c,(hl)
        inc hl
        ld b,(hl)
        ld a,(.place+1)
        ld l,a
        ld h,0
        add hl,bc
        ld a,(.place)
        ld c,a
        ld b,0
        ldir
        ld hl,(.source)
        call string_release
        pop bc
        ld hl,(.target)
        ld a,(.place)
        jp string_put
.empty: ld hl,(.source)
        call string_release
        ld hl,(.target)
        ld (hl),0
        ret
        ram
.source:
        ds 2
.target:
        ds 2
.place: ds 2

        part string_left        ; LEFT$(HL, BC) to DE; BC an integer
string_left:
        call count_check
        ld a,(hl)
        cp c
        jr nc,.shorter
        ld c,a
.shorter:
        ld b,0
        jp string_part

        part string_right       ; RIGHT$(HL, BC)
string_right:
        call count_check
        ld a,(hl)
        cp c
        jr nc,.shorter
        ld c,a
.shorter:
        sub c
        ld b,a
        jp string_part

        part string_mid         ; MID$(HL, BC, (mid_count))
string_mid:
        call count_check
        ld a,c
        or a
        jr z,.illegal
        dec a
        ld b,a                  ; first, from 0
        push hl
        ld hl,(mid_count)
        ld a,h
        or a
        jr nz,.illegal
        ld c,l
        pop hl
        ld a,(hl)
        sub b
        jr nc,.inside
        xor a
.inside:
        cp c
        jr nc,.shorter
        ld c,a
.shorter:
        jp string_part
.illegal:
        ld a,5
        jp error
        ram
mid_count:
        ds 2

        part count_check        ; error 5 unless BC is 0 to 255
count_check:
        ld a,b
        or a
        ret z
        ld a,5
        jp error

        part string_length      ; LEN(HL), ASC(HL) in HL
string_length:
        ld c,(hl)
        call string_release
        ld l,c
        ld h,0
        ret

        part string_code
string_code:
        ld a,(hl)
        or a
        jr z,.illegal
        push hl
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ld c,(hl)
        pop hl
        call string_release
        ld l,c
        ld h,0
        ret
.illegal:
        ld a,5
        jp error

        part string_compare     ; Z: HL = DE, C: HL < DE, as texts
string_compare:
        push hl
        push de
        ld b,(hl)
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ex de,hl
        ld c,(hl)
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a                  ; left: DE, B; right: HL, C
.next:  ld a,b
        or a
        jr z,.left_ends
        ld a,c
        or a
        jr z,.right_ends
        ld a,(de)
        cp (hl)
        jr nz,.out
        inc de
        inc hl
        dec b
        dec c
        jr .next
.left_ends:
        cp c                    ; Z: both end; C: the left is shorter
        jr .out
.right_ends:
        inc a                   ; NZ, carry is clear
.out:   pop de
        pop hl
        push af
        ex de,hl
        call string_release
        ex de,hl
        call string_release
        pop af
        ret

        part string_find        ; INSTR(BC, HL, DE) in HL; BC an integer
string_find:
        call count_check
        ld a,c
        or a
        jr z,.illegal
        ld (.left),hl
        ld (.right),de
        ld a,(hl)
        sub c
        jr c,.none              ; it begins behind the end
        inc a
        ld b,a                  ; characters from there on
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        ld l,c
        dec l
        ld h,0
        add hl,de               ; HL = first place, C = its number
        ld de,(.right)
        ld a,(de)
        or a
        jr z,.found
.try:   ld de,(.right)
        ld a,(de)
        dec a
        cp b
        jr nc,.none             ; the pattern is longer than what is left
        push hl
        push bc
        inc a
        ld b,a
        ex de,hl
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
.same:  ld a,(de)
        cp (hl)
        jr nz,.differs
        inc hl
        inc de
        djnz .same
.differs:
        pop bc
        pop hl
        jr z,.found
        inc hl
        inc c
        djnz .try
.none:  ld c,0
.found: ld hl,(.right)
        call string_release
        ld hl,(.left)
        call string_release
        ld l,c
        ld h,0
        ret
.illegal:
        ld a,5
        jp error
        ram
.left:  ds 2
.right: ds 2

        part string_chr         ; CHR$(HL) to DE; HL is 0 to 255
string_chr:
        push hl
        push de
        ld a,1
        call string_alloc
        pop hl
        pop bc
        ld a,c
        ld (de),a
        ld b,d
        ld c,e
        ld a,1
        jp string_put

        part string_str         ; STR$(number) to the descriptor BC
string_str:
        push bc
        call num_text
        pop de
        jp string_from

        part string_repeat      ; HL times the character C to DE
string_repeat:
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
.fill:  ld (de),a
        inc de
        djnz .fill
        pop af                  ; length
        pop bc
.empty: pop hl
        jp string_put

        part string_first       ; STRING$(HL, text BC) to DE
string_first:
        push hl
        push de
        ld h,b
        ld l,c
        call string_code
        ld c,l
        pop de
        pop hl
        jp string_repeat

        part string_hex         ; HEX$(HL), OCT$, BIN$ to DE
string_hex:
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
VALUE_BUFFER equ 0F41Fh         ; a buffer of BASIC's own
string_value:
        push hl
        ld de,VALUE_BUFFER
        call copy_string
        xor a
        ld (de),a
        pop hl
        call string_release
        ld hl,VALUE_BUFFER
        jp parse_number

        part string_free        ; FRE(HL): the string is not used
string_free:
        call string_release
        call string_collect
        ld hl,(string_bottom)
        ld de,(string_limit)
        or a
        sbc hl,de
        jp word_real

        part memory_free        ; FRE of a number
memory_free:
        ld hl,(control)
        ld de,(arrays_end)
        or a
        sbc hl,de
        jp nc,word_real
        ld hl,0
        or a
        ret

        part string_replace     ; MID$(HL, BC, (mid_count)) = DE; HL a variable or element
string_replace:
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
        ld e,(hl)
        inc hl
        ld d,(hl)
        ld hl,(.variable)
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ld c,b
        ld b,0
        add hl,bc
        ex de,hl
        pop bc
        ld b,0
        ldir
.done:  ld hl,(.new)
        jp string_release
.illegal:
        ld a,5
        jp error
        ram
.place: ds 1
.variable:
        ds 2
.new:   ds 2

        part string_own         ; the string of the variable HL gets room of its own, if it lies in the program
string_own:
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
        ld (hl),e
        inc hl
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
