; Variables that a macro of DRAW or PLAY names.

        part macro_variable     ; the variable that is named next, up to a semicolon: A = 3 and HL = a string, else a number
        ld de,.name
        ld a,MACRO_NAME
.letter:
        ld (.room),a
        push de
        call macro_take
        pop de
        jp c,illegal_call
        cp ';'
        jr z,.named
        ldi (de),a
        ld a,(.room)
        sub 1
        jr nc,.letter
        jp illegal_call
.named: xor a
        ld (de),a
        ld hl,.name
        call .value
        ld b,a                  ; keeps the carry
        ld a,(de)
        inc a
        dec a
        jr nz,.syntax
        ld a,b
        ret
.syntax:
        jp syntax
.value: ; the variable at HL: A, HL as above; DE = behind it
        call .is_letter
        jr c,.syntax
        ld bc,a
        inc hl
        call .is_name
        jr c,.short
        ld b,a
.more:  inc hl
        call .is_name
        jr nc,.more
.short: ; its type
        ld a,(hl)
        ld d,3
        cp '$'
        jr z,.typed
        dec d
        cp '%'
        jr z,.typed
        ld d,4
        cp '!'
        jr z,.typed
        ld d,8
        cp '#'
        jr z,.typed
        push hl
        ld a,c
        sub 'A'
        ld de,a
        ld hl,macro_types
        add hl,de
        ld d,(hl)
        pop hl
        dec hl
.typed: inc hl
        ld a,(hl)
        cp '('
        jr z,.element
        push hl
        call .find
        pop de
        ld a,(.type)
        jr c,.unknown
        ld c,a
        push de
        cp 3
        call nz,.load
        pop de
        ld a,c
        ret
.unknown:
        ld hl,.nothing
        cp 3
        ret z
        ld hl,0
        or a
        ret
.load:  cp 2
        push bc
        jr z,.integer
        call num_load
        pop bc
        ret
.integer:
        ld hl,(hl)
        or a
        pop bc
        ret
.find:  ; the variable C, B of type D: HL = its place; carry: the program has none
        ld a,d
        ld (.type),a
        and 7Fh
        ld hl,macro_variables
.next:  ld a,(hl)
        or a
        scf
        jr z,.missing
        inc hl
        cp c
        jr nz,.skip3
        ld a,(hl)
        cp b
        jr nz,.skip3
        inc hl
        ldi a,(hl)
        cp d
        jr nz,.skip2
        ldi e,(hl)
        ld d,(hl)
        ex de,hl
        or a
.missing:
        ld a,(.type)
        res 7,a
        ld (.type),a
        ret
.skip3: inc hl
        inc hl
.skip2: inc hl
        inc hl
        jr .next
.element:
        ; its subscripts, sums of numbers and variables
        set 7,d
        push de
        push bc
        inc hl
        ld b,0
.subscript:
        push bc
        call .sum
        pop bc
        inc b
        ex de,hl
        push de                 ; one more on the stack
        ldi a,(hl)
        cp ','
        jr z,.subscript
        cp ')'
        jp nz,.syntax
        ld a,b
        ld (.count),a
        ex de,hl                ; DE = behind
        ld hl,subscripts
        ld bc,b
        add hl,bc
        add hl,bc
.store: pop bc
        dec hl
        ldd (hl),b
        ld (hl),c
        dec a
        jr nz,.store
        ld (.behind),de
        pop bc
        pop de
        call .find
        ld de,(.behind)
        ld a,(.type)
        jp c,.unknown
        push de
        push af
        ex de,hl
        ld a,(.count)
        ld b,a
        pop af
        push af
        call array_element
        pop af
        ld c,a
        cp 3
        jr z,.have
        cp 4
        jr z,.single
        call .load
        jr .have
.single:
        push bc
        call single_load
        pop bc
.have:  pop de
        ld a,c
        ret
.sum:   ; HL at text: DE = the integer there, HL behind; rather the other way round: HL = the integer, DE behind
        call .term
.plus:  ld a,(de)
        cp '+'
        jr z,.add
        cp '-'
        ret nz
        call .second
        sub hl,bc
        jr .plus
.add:   call .second
        add hl,bc
        jr .plus
.second:
        inc de
        push hl
        ex de,hl
        call .term
        ld bc,hl
        pop hl
        ret
.term:  ; HL at text: HL = the integer there, DE behind
        ld a,(hl)
        call .digit
        jr c,.name_of
        ex de,hl
        ld hl,0
.digits:
        ld a,(de)
        call .digit
        ret c
        inc de
        push de
        ld de,hl
        add hl,hl
        add hl,hl
        add hl,de
        add hl,hl
        ld de,a
        add hl,de
        pop de
        jr .digits
.name_of:
        ld a,(.type)
        push af
        call .value
        push de
        jr c,.whole
        cp 3
        jr nz,.integer_term
        jp type_mismatch
.whole: call num_integer
.integer_term:
        pop de
        pop af
        ld (.type),a
        ret
.digit: sub '0'
        ret c
        cp 10
        ccf
        ret
.is_letter:                     ; carry unless A = the letter at HL
        ld a,(hl)
        cp 'A'
        ret c
        cp 'Z'+1
        ccf
        ret
.is_name:                       ; the same for letters and digits
        call .is_letter
        ret nc
        ld a,(hl)
        cp '0'
        ret c
        cp '9'+1
        ccf
        ret
.nothing:
        db 0,0,0
        ram
.name:  ds MACRO_NAME+1
.room:  ds 1
.type:  ds 1
.count: ds 1
.behind:
        ds 2
