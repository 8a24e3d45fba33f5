; Functions of strings: parts, comparisons, searches.

        part string_part        ; C characters of the string HL from number B (0 on) to the descriptor DE
        ; a temporary that is not DE is not released
        ld a,c
        or a
        jr z,.empty
        sbc hl,de
        add hl,de
        push hl
        jr z,.take
        push de
        push bc
        call string_alloc
        pop bc
        pop hl
        ex (sp),hl
        call .place
        push de
        ldir
        pop bc
        pop hl
        jp string_put
.take:  ; the characters of a temporary stay where they are; but error 14 comes as on the machine
        push bc
        call string_alloc
        pop bc
        pop hl
        push hl
        call .place
        ex de,hl
        add hl,bc
        ld (string_bottom),hl
        ld bc,de
        pop hl
        jp string_put
.place: inc hl
        ldi a,(hl)
        ld h,(hl)
        add a,b
        ld l,a
        jr nc,.inside
        inc h
.inside:
        ld a,c
        ld b,0
        ret
.empty: call string_release
        ex de,hl
        ld (hl),c
        ret

        part string_left        ; LEFT$(HL, BC) to DE; BC an integer
        call count_check
        ld a,(hl)
        cp c
        jr nc,.shorter
        ld c,a
.shorter:
        ld b,0
        jp string_part

        part string_right       ; RIGHT$(HL, BC)
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
        jp illegal_call
        ram
mid_count:
        ds 2

        part count_check        ; error 5 unless BC is 0 to 255
        ld a,b
        or a
        ret z
        jp illegal_call

        part string_length      ; LEN(HL), ASC(HL) in HL
        ld c,(hl)
        call string_release
        ld hl,c
        ret

        part string_code
        ld a,(hl)
        or a
        jr z,.illegal
        push hl
        inc hl
        ld hl,(hl)
        ld c,(hl)
        pop hl
        call string_release
        ld hl,c
        ret
.illegal:
        jp illegal_call

        part string_compare     ; Z: HL = DE, C: HL < DE, as texts
        push hl
        push de
        ldi b,(hl)
        ld hl,(hl)
        ex de,hl
        ldi c,(hl)
        ld hl,(hl)              ; left: DE, B; right: HL, C
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
        ldi e,(hl)
        ld d,(hl)
        ld l,c
        dec l
        ld h,0
        add hl,de               ; HL = first place, C = its number
        push hl
        ld hl,(.right)
        ldi a,(hl)
        ldi e,(hl)
        ld d,(hl)               ; DE = the pattern, A = its length
        pop hl
        or a
        jr z,.found
        ld (.length),a
        cpl
        inc a
        add a,b                 ; how many places there are where it can begin, less one
        jr nc,.none
        ld b,a
        add a,c
        ld (.last),a
        ld c,b
        inc c
        ld b,0
.next:  ld a,(de)
        cpir
        jr nz,.none
        push hl                 ; behind the first character
        push de
        push bc
        ld a,(.length)
        ld b,a
        jr .first
.same:  ld a,(de)
        cp (hl)
        jr nz,.differs
        inc hl
.first: inc de
        djnz .same
.differs:
        pop bc
        pop de
        pop hl
        jr z,.there
        inc c
        dec c
        jr nz,.next
.none:  ld c,0
        jr .found
.there: ld a,(.last)
        sub c
        ld c,a
.found: ld hl,(.right)
        call string_release
        ld hl,(.left)
        call string_release
        ld hl,c
        ret
.illegal:
        jp illegal_call
        ram
.left:  ds 2
.right: ds 2
.length: ds 1
.last:  ds 1

        part string_chr         ; CHR$(HL) to DE; HL is 0 to 255
        push hl
        push de
        ld a,1
        call string_alloc
        pop hl
        pop bc
        ld a,c
        ld (de),a
        ld bc,de
        ld a,1
        jp string_put
