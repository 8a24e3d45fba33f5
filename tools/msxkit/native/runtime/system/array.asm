; Arrays. Each has a word: 0, or where it lies: size of its elements in bytes, number of dimensions, the count of
; each (first subscript first), the elements. They lie one after the other from ram_end to arrays_end.

        part array_element      ; HL = the element of the array DE; its subscripts are in `subscripts`, B = how many, A = size
        ld (array_make.size),a
        ld a,b
        ld (array_make.count),a
        ex de,hl
        ld (array_make.word),hl
        ldi e,(hl)
        ld d,(hl)
        ld a,d
        or e
        jr nz,.there
        call array_default
        ld hl,(array_make.word)
        ldi e,(hl)
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
        ld de,a
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
        ldd b,(hl)
        ldd c,(hl)              ; BC = count
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
        sub hl,bc
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
.one:   ldd b,(hl)
        ld c,(hl)
        pop hl
        ld a,(de)
        ld h,a
        dec de
        ld a,(de)
        ld l,a
        bit 7,h
        jr nz,.negative
        sub hl,bc
        jr nc,.subscript
        add hl,bc
.size:  ; times the size of an element
        ld a,(array_make.size)
        ld de,hl
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
        jp subscript
        ram
subscripts:
        ds 64
.number:
        ds 2
.elements:
        ds 2

        part word_times         ; HL * BC, 16 bits
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
        ld hl,subscripts
        ld de,.kept
        ld bc,64
        ldir
        ld hl,subscripts
        ld a,(array_make.count)
        ld b,a
.ten:   ldi (hl),10
        ldi (hl),0
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
        jp redimensioned

        part array_place        ; DIM of an array that lies at BC: HL = its head of A bytes, DE = its word
        push af
        ldi a,(de)
        ex de,hl
        or (hl)
        jr nz,.again
        ldd (hl),b
        ld (hl),c
        ld hl,bc
        ex de,hl
        pop af
        ld bc,a
        ldir
        ret
.again: pop af
        jp redimensioned

        part bad_subscript      ; HL is not below -BC, which has been subtracted: error 5 or 9
        sub hl,bc
        bit 7,h
        jp nz,illegal_call
        jp subscript

        part array_make         ; makes the array with the highest subscripts in `subscripts`
        ; its size: the counts multiplied
        ld a,(.size)
        ld hl,a
        ld (.bytes),hl
        ld a,(.count)
        ld b,a
        ld hl,subscripts
.multiply:
        ldi de,(hl)
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
        ld bc,a
        ld hl,(.bytes)
        add hl,bc
        jr c,.memory
        ld bc,hl
        ld hl,(arrays_end)
        add hl,bc
        jr c,.memory
        push hl
        inc h
        jr z,.memory
        ex de,hl
        ld hl,(control)
        sub hl,de
        jr c,.memory
        pop de                  ; the new end
        ld hl,(arrays_end)
        ld (arrays_end),de
        push hl
        ; all zero
        ld (hl),0
        ld de,hl
        inc de
        dec bc
        ldir
        pop hl
        ex de,hl
        ld hl,(.word)
        ldi (hl),e
        ld (hl),d
        ex de,hl
        ; the head: size of all of it, dimensions, counts
        ld de,(arrays_end)
        push hl
        ex de,hl
        sub hl,de
        ex de,hl
        pop hl
        ldi (hl),de
        ld a,(.count)
        ldi (hl),a
        ld b,a
        ld de,subscripts
.counts:
        ldi a,(de)
        add a,1
        ldi (hl),a
        ldi a,(de)
        adc a,0
        ldi (hl),a
        djnz .counts
        ret
.negative:
        jp illegal_call
.subscript:
        jp subscript
.memory:
        jp out_of_memory
        ram
.size:  ds 1
.count: ds 1
.word:  ds 2
.bytes: ds 2

        part array_erase        ; ERASE of the array with the word DE
        ld a,(de)
        ld l,a
        xor a
        ldi (de),a
        ld a,(de)
        ld h,a
        xor a
        ld (de),a
        or h
        jr z,.none
        ldi c,(hl)
        ldd b,(hl)
        push hl
        push bc
        ; what lies above moves down
        ex de,hl
        ld hl,de
        add hl,bc               ; HL = behind it, DE = it
        push hl
        push de
        ex de,hl
        ld hl,(arrays_end)
        sub hl,de
        ld bc,hl
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
        ld hl,(hl)
        or h
        jr z,.done
        ld (.place),hl
        ld hl,(hl)
        sub hl,de
        jr c,.below
        add hl,de
        sub hl,bc
        push de
        ex de,hl
        ld hl,(.place)
        ldi (hl),e
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
