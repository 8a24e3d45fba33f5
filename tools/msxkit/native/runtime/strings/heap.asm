; Strings. A descriptor holds the length and address of a string. HL points at one; a function puts its result into
; the descriptor at DE and returns that in HL. Descriptors between temps_start and temps_end are temporaries: a routine
; that has used one sets its length to 0. Those between parameters_start and temps_start are the parameters of FN: they
; stay until the function returns.
; The strings lie below memory_top, the latest lowest. Strings of the program text stay in ROM.

        part string_release     ; the string HL has been used; keeps all registers but A and the flags
        ld a,l
        sub low temps_start
        ld a,h
        sbc a,high temps_start
        ret c
        ld a,l
        sub low temps_end
        ld a,h
        sbc a,high temps_end
        ret nc
        push de
        push bc
        call string_drop
        pop bc
        pop de
        ret

        part string_text        ; the text of the string HL: B characters at HL; keeps C and DE
        ldi b,(hl)
        ld hl,(hl)
        ret

        part string_drop        ; release the string HL; the lowest one frees its room. Keeps HL
        push hl
        ld c,(hl)
        ldi (hl),0
        ldi e,(hl)
        ld d,(hl)
        ld hl,(string_bottom)
        sub hl,de
        jr nz,.kept
        ld b,0
        ex de,hl
        add hl,bc
        ld (string_bottom),hl
.kept:  pop hl
        ret

        part drop_parameters    ; a function returns: release the B strings from DE on. Keeps HL and AF
        push af
        push hl
        ex de,hl
.next:  push bc
        call string_drop
        pop bc
        .3 inc hl
        djnz .next
        pop hl
        pop af
        ret

        part string_alloc       ; DE = room for A bytes, at string_bottom; error 14
        ld (.need),a
.again: ld de,a
        ld hl,(string_bottom)
        sub hl,de
        ld de,(string_limit)
        sbc hl,de
        jr c,.full
        add hl,de
        ld (string_bottom),hl
        ex de,hl
        ret
.full:  ld hl,(string_bottom)
        push hl
        call string_collect
        pop de
        sbc hl,de
        ld a,(.need)
        jr nz,.again            ; there is more than before
        jp out_of_string_space
        ram
.need:  ds 1

        part string_collect     ; moves the strings in use together, the highest first
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
        ld hl,parameters_start
        ld de,temps_end
        call .search
        ld hl,string_arrays
.array: ldi de,(hl)
        ld a,d
        or e
        jr z,.chosen
        push hl
        ex de,hl
        ldi e,(hl)
        ld d,(hl)               ; the array, or 0
        ld a,d
        or e
        jr z,.no_array
        ex de,hl
        ldi e,(hl)              ; its size
        ldd d,(hl)
        ex de,hl
        add hl,de               ; end
        ex de,hl
        inc hl
        inc hl
        ldi a,(hl)              ; dimensions
        add a,a
        ld bc,a
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
        ldi (hl),e
        ld (hl),d
        jp .next
.done:  ld hl,(.target)
        ld (string_bottom),hl
        ret
.search:                        ; descriptors from HL to DE
        cp hl,de
        ret nc
        ld a,(hl)
        or a
        jr z,.skip
        push de
        push hl
        inc hl
        ldi e,(hl)
        ld d,(hl)
        ld hl,(string_bottom)
        ex de,hl
        cp hl,de
        jr c,.not               ; in ROM
        ex de,hl                ; DE = address
        ld hl,(.below)
        dec hl
        sub hl,de
        jr c,.not
        ld hl,(.best)
        sub hl,de
        jr nc,.not
        ld (.best),de
        pop hl
        push hl
        ld (.owner),hl
.not:   pop hl
        pop de
.skip:  .3 inc hl
        jr .search
        ram
.target:
        ds 2
.below: ds 2
.best:  ds 2
.owner: ds 2

        part string_assign      ; the variable DE becomes the string HL: a temporary is taken over, another copied
        ld a,l
        sub low temps_start
        ld a,h
        sbc a,high temps_start
        jr c,.copy
        ld a,l
        sub low temps_end
        ld a,h
        sbc a,high temps_end
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
        ld hl,(hl)
        push de
        ld a,c
        ldir
        pop bc
        pop hl
        ldi (hl),a
        ldi (hl),c
        ld (hl),b
        ret
.share: .3 ldi
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
        ld a,b
        or a
        jr z,.empty
        push de
        push hl
        call string_alloc
        pop hl
        ld a,(string_alloc.need)
        ld bc,a
        push de
        ldir
        pop bc
        pop hl
string_put:                     ; the descriptor HL becomes A, BC; keeps HL
        ldi (hl),a
        ldi (hl),c
        ldd (hl),b
        dec hl
        ret
.empty: ld (de),a
        ex de,hl
        ret

        part string_concat      ; HL + DE to the descriptor BC; a temporary that is not BC is not released
        push bc
        push de
        ld a,(de)
        add a,(hl)
        jr c,.too_long
        push hl
        call string_alloc
        pop hl
        pop bc
        push de
        push bc
        call copy_string
        pop hl
        call copy_string
        pop bc
        pop hl
        ld a,(string_alloc.need)
        jp string_put
.too_long:
        jp string_too_long

        part copy_string        ; the text of the string HL to DE, which moves on
        ld a,(hl)
        or a
        ret z
        ld bc,a
        inc hl
        ld hl,(hl)
        ldir
        ret
