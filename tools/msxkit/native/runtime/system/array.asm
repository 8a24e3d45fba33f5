; Arrays. Each has a word: 0, or where it lies: size of its elements in bytes, number of dimensions, the count of
; each (first subscript first), the elements. They lie one after the other from ram_end to arrays_end.

        part array_element      ; HL = the element of the array DE; its subscripts are in `subscripts`, B = how many, A = size
array_element:
        ld (array_make.size),a
        ld a,b
        ld (array_make.count),a
        ex de,hl
        ld (array_make.word),hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        ld a,d
        or e
        jr nz,.there
        call array_default
        ld hl,(array_make.word)
        ld e,(hl)
        inc hl
        ld d,(hl)
.there: ex de,hl
        inc hl
        inc hl
        ld a,(array_make.count)
        cp (hl)
        jp nz,.subscript
        ; number of the element: the last subscript counts most
        ld c,a
        add a,a
        ld e,a
        ld d,0
        add hl,de               ; its high byte of the last count
        push hl
        inc hl
        ld (.elements),hl
        ld hl,subscripts-1
        add hl,de
        ex de,hl                ; DE: high byte of the last subscript
        pop hl
        push hl
        ld a,c
        dec a
        jr z,.one
        ld hl,0
        ld (.number),hl
        pop hl
.next:  push bc
        ld b,(hl)
        dec hl
        ld c,(hl)               ; BC = count
        dec hl
        push hl
        ld a,(de)
        ld h,a
        dec de
        ld a,(de)
        ld l,a                  ; HL = subscript
        dec de
        push de
        bit 7,h
        jr nz,.negative
        or a
        sbc hl,bc
        jr nc,.subscript
        add hl,bc
        push hl
        ld de,(.number)
        ld a,d
        or e
        ex de,hl
        call nz,word_times
        pop de
        add hl,de
        ld (.number),hl
        pop de
        pop hl
        pop bc
        dec c
        jr nz,.next
        ld hl,(.number)
        jr .size
.one:   ld b,(hl)
        dec hl
        ld c,(hl)
        pop hl
        ld a,(de)
        ld h,a
        dec de
        ld a,(de)
        ld l,a
        bit 7,h
        jr nz,.negative
        or a
        sbc hl,bc
        jr nc,.subscript
        add hl,bc
.size:  ; times the size of an element
        ld a,(array_make.size)
        ld d,h
        ld e,l
        add hl,hl               ; 2
        sub 3
        jr c,.add
        jr z,.three
        add hl,hl               ; 4
        dec a
        jr z,.add
        add hl,hl               ; 8
        jr .add
.three: add hl,de
.add:   ld de,(.elements)
        add hl,de
        ret
.negative:
        jp illegal_call
.subscript:
        ld a,ERROR_SUBSCRIPT
        jp error
        ram
subscripts:
        ds 64
.number:
        ds 2
.elements:
        ds 2

        part word_times         ; HL * BC, 16 bits
word_times:
        ex de,hl
        ld hl,0
.bit:   srl b
        rr c
        jr nc,.next
        add hl,de
.next:  ld a,b
        or c
        ret z
        sla e
        rl d
        jr .bit

        part array_default      ; the array of array_make with 11 elements in each dimension
array_default:
        ld hl,subscripts
        ld de,.kept
        ld bc,64
        ldir
        ld hl,subscripts
        ld a,(array_make.count)
        ld b,a
.ten:   ld (hl),10
        inc hl
        ld (hl),0
        inc hl
        djnz .ten
        call array_make
        ld hl,.kept
        ld de,subscripts
        ld bc,64
        ldir
        ret
        ram
.kept:  ds 64

        part array_dim          ; DIM: as array_element; the array must not be there
array_dim:
        ld (array_make.size),a
        ld a,b
        ld (array_make.count),a
        ld (array_make.word),de
        ld a,(de)
        ld l,a
        inc de
        ld a,(de)
        or l
        jp z,array_make
        ld a,ERROR_REDIMENSIONED
        jp error

        part array_place        ; DIM of an array that lies at BC: HL = its head of A bytes, DE = its word
array_place:
        push af
        ld a,(de)
        inc de
        ex de,hl
        or (hl)
        jr nz,.again
        ld (hl),b
        dec hl
        ld (hl),c
        ld h,b
        ld l,c
        ex de,hl
        pop af
        ld c,a
        ld b,0
        ldir
        ret
.again: pop af
        ld a,ERROR_REDIMENSIONED
        jp error

        part bad_subscript      ; HL is not below -BC, which has been subtracted: error 5 or 9
bad_subscript:
        or a
        sbc hl,bc
        bit 7,h
        ld a,ERROR_ILLEGAL_CALL
        jp nz,error
        ld a,ERROR_SUBSCRIPT
        jp error

        part array_make         ; makes the array with the highest subscripts in `subscripts`
array_make:
        ; its size: the counts multiplied
        ld a,(.size)
        ld l,a
        ld h,0
        ld (.bytes),hl
        ld a,(.count)
        ld b,a
        ld hl,subscripts
.multiply:
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        bit 7,d
        jr nz,.negative
        push hl
        push bc
        inc de
        ld bc,(.bytes)
        call word_product       ; DE HL
        ld a,d
        or e
        jr nz,.subscript
        ld (.bytes),hl
        pop bc
        pop hl
        djnz .multiply
        ; with its head: 3 bytes and 2 for each dimension
        ld a,(.count)
        add a,a
        add a,3
        ld c,a
        ld b,0
        ld hl,(.bytes)
        add hl,bc
        jr c,.memory
        ld b,h
        ld c,l
        ld hl,(arrays_end)
        add hl,bc
        jr c,.memory
        push hl
        inc h
        jr z,.memory
        ex de,hl
        ld hl,(control)
        or a
        sbc hl,de
        jr c,.memory
        pop de                  ; the new end
        ld hl,(arrays_end)
        ld (arrays_end),de
        push hl
        ; all zero
        ld (hl),0
        ld d,h
        ld e,l
        inc de
        dec bc
        ldir
        pop hl
        ex de,hl
        ld hl,(.word)
        ld (hl),e
        inc hl
        ld (hl),d
        ex de,hl
        ; the head: size of all of it, dimensions, counts
        ld de,(arrays_end)
        push hl
        ex de,hl
        or a
        sbc hl,de
        ex de,hl
        pop hl
        ld (hl),e
        inc hl
        ld (hl),d
        inc hl
        ld a,(.count)
        ld (hl),a
        inc hl
        ld b,a
        ld de,subscripts
.counts:
        ld a,(de)
        inc de
        add a,1
        ld (hl),a
        inc hl
        ld a,(de)
        inc de
        adc a,0
        ld (hl),a
        inc hl
        djnz .counts
        ret
.negative:
        jp illegal_call
.subscript:
        ld a,ERROR_SUBSCRIPT
        jp error
.memory:
        jp out_of_memory
        ram
.size:  ds 1
.count: ds 1
.word:  ds 2
.bytes: ds 2

        part array_erase        ; ERASE of the array with the word DE
array_erase:
        ld a,(de)
        ld l,a
        xor a
        ld (de),a
        inc de
        ld a,(de)
        ld h,a
        xor a
        ld (de),a
        or h
        jr z,.none
        ld c,(hl)
        inc hl
        ld b,(hl)
        dec hl
        push hl
        push bc
        ; what lies above moves down
        ex de,hl
        ld h,d
        ld l,e
        add hl,bc               ; HL = behind it, DE = it
        push hl
        push de
        ex de,hl
        ld hl,(arrays_end)
        or a
        sbc hl,de
        ld b,h
        ld c,l
        pop de
        pop hl
        ld a,b
        or c
        jr z,.last
        ldir
.last:  ld (arrays_end),de
        pop bc
        pop de                  ; where it was
        ; the words of those above
        ld hl,array_words
.word:  push hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        or h
        jr z,.done
        ld (.place),hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        or a
        sbc hl,de
        jr c,.below
        add hl,de
        or a
        sbc hl,bc
        push de
        ex de,hl
        ld hl,(.place)
        ld (hl),e
        inc hl
        ld (hl),d
        pop de
.below: pop hl
        inc hl
        inc hl
        jr .word
.done:  pop hl
        ret
.none:  jp illegal_call
        ram
.place: ds 2
