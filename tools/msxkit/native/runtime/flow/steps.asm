; NEXT of a loop that is known.

        part step_any           ; as step_real, where the step may be 0: such a loop goes on until it is at its limit
        push bc
        ld a,(bc)
        or a
        jr nz,.steps
        inc bc
        ld a,(bc)
        or a
        jr nz,.steps
        inc bc
        ld a,(bc)
        or a
.steps: pop bc
        jp nz,step_real
        push hl
        ex de,hl
        call num_load
        pop de
        call num_compare
        scf
        ret nz
        or a
        ret

        part step_integer_any   ; as step_integer, where the step BC may be 0
        ld a,b
        or c
        jp nz,step_integer
        sbc hl,de
        scf
        ret nz
        or a
        ret

        part step_real          ; NEXT of the variable DE, limit HL, step BC: carry while the loop goes on
        ld (.limit),hl
        ld (.step),bc
        ; three integers?
        ld a,(de)
        or (hl)
        jr nz,.slow
        ld a,(bc)
        or a
        jr nz,.slow
        inc hl
        push hl
        inc bc
        ld a,(bc)
        ld l,a
        inc bc
        ld a,(bc)
        ld h,a
        ld bc,hl
        ex de,hl
        inc hl
        push hl
        ld hl,(hl)
        or a
        adc hl,bc
        jp pe,.large
        ex de,hl
        pop hl
        ldi (hl),e
        ld (hl),d
        pop hl
        ld hl,(hl)
        ex de,hl
step_integer:                   ; HL = value, DE = limit, B: sign of the step: carry while the loop goes on
        bit 7,b
        jr z,.up
        ex de,hl
.up:    ld a,h
        xor d
        jp m,.signs
        or a
        ex de,hl
        sbc hl,de
        ccf
        ret
.signs: ld a,d
        cpl
        rla                     ; carry: the limit is not negative
        ret
.large: pop hl
        dec hl
        ex de,hl
        pop hl
.slow:  push de                 ; the variable
        ld hl,(.step)
        ld a,(hl)
        or a
        jr nz,.real_step
        ld a,(de)
        or a
        jp z,.mixed
        call real_in_place
        jr .real_limit
.real_step:
        ld a,(de)
        or a
        jr nz,.real_limit
        ex de,hl
        call real_in_place
.real_limit:                    ; from now on it is kept as a real
        ld hl,(.limit)
        ld a,(hl)
        or a
        call z,real_in_place
        pop de
        push de
        ld hl,(.step)
        call step_in_place
        jr c,.stored
        pop hl
        push hl
        ld de,(.step)
        call real_sum
.sum:   pop de
        jr nc,.whole
        ld hl,singles_start-1   ; a single is rounded
        sub hl,de
        call c,.single
        ld hl,fac
        .8 ldi
        ld de,(.limit)
        ld a,(de)
        or a
        jr z,.zero_limit
        call real_compare
        jr .compared
.stored:
        pop de
        ld hl,singles_start-1
        sub hl,de
        call c,.shortened
        ex de,hl
        ld de,(.limit)
        call real_order
        jr .compared
.zero_limit:                    ; 0, or an integer beside one real
        scf
.hybrid:
        call num_compare
.compared:
        jr z,.equal
        push af
        ld hl,(.step)
        ld a,(hl)
        or a
        jr nz,.sign
        inc hl
        inc hl
        ld a,(hl)
.sign:  rla
        jr c,.down
        pop af                  ; C: below the limit
        ret
.down:  pop af
        ccf
        ret
.equal: scf
        ret
.mixed: ex de,hl                ; two integers, and a limit that is none
        call num_load
        ld de,(.step)
        call num_add
        jr .sum
.whole: push hl
        call num_store          ; carry is clear
        pop hl
        ld de,(.limit)
        or a
        jr .hybrid
.single:
        ld hl,singles_end-1
        sub hl,de
        ret c
        push de
        scf
        call num_single
        pop de
        ret
.shortened:
        ld hl,singles_end-1
        sub hl,de
        ret c
        ld hl,4
        add hl,de
        xor a
        or (hl)
        inc hl
        or (hl)
        inc hl
        or (hl)
        inc hl
        or (hl)
        ret z                   ; six digits are left
        push de
        ld hl,de
        call load_real
        call num_single
        pop de
        push de
        call num_store
        pop de
        ret
        ram
.limit: ds 2
.step:  ds 2

        part step_in_place      ; adds the real HL of up to six digits to the real DE where that lies, at least as large
        ; carry: it is done
        ld a,(de)
        xor (hl)
        ld c,a                  ; bit 7: the signs differ
        ld a,(de)
        and 7Fh
        ld b,a
        ld a,(hl)
        and 7Fh
        sub b
        neg
        cp 8
        ret nc                  ; one of them is 0, or they are too far apart
        ld b,a
        or a
        jr nz,.apart
        bit 7,c
        ret nz
.apart:
        push de
        ex de,hl                ; no digits behind the sixth
        ld hl,7
        add hl,de
        xor a
        or (hl)
        jr nz,.no
        dec hl
        or (hl)
        dec hl
        or (hl)
        dec hl
        or (hl)
        jr nz,.no
        dec hl
        push bc
        ld de,shifted+2
        .3 ldd
        pop bc
        ld (shifted+3),a
        ld hl,shifted
        srl b
        jr nc,.aligned
        rept 4
        rrd
        inc l
        endm
        dec l
        jr .ready
.aligned:
        ld l,low(shifted)+3
.ready: pop de                  ; the last byte that counts
        push de
        ld a,b
        add a,4
        add a,e
        ld e,a
        jr nc,.page
        inc d
.page:  or a
        bit 7,c
        jr nz,.minus
        rept 4
        ld a,(de)
        adc a,(hl)
        daa
        ldd (de),a
        dec l
        endm
        jr nc,.done
        inc b
.carry: dec b
        jr z,.longer
        ld a,(de)
        add a,1
        daa
        ldd (de),a
        jr c,.carry
.done:  pop de
        scf
        ret
.no:    pop de
        ret
.longer:                        ; one digit more
        pop hl
        push hl
        call load_real
        call real_add.carry
        jr .store
.minus:
        rept 4
        ld a,(de)
        sbc a,(hl)
        daa
        ldd (de),a
        dec l
        endm
        jr nc,.normal
.borrow:
        ld a,(de)
        sub 1
        daa
        ldd (de),a
        jr c,.borrow
.normal:
        pop hl
        push hl
        inc hl
        ld a,(hl)
        cp 10h
        jr nc,.done
        dec hl
        call load_real          ; fewer digits
        xor a
        ld (fac+8),a
        call normalise
.store: pop de
        call num_store
        scf
        ret

        part real_in_place      ; the integer in the number at HL as a real, unless it is 0
        push hl
        inc hl
        ldi e,(hl)
        ld d,(hl)
        pop hl
        ex de,hl
        jp int_to_real

        part loop_edge          ; HL has been counted to 8000h or 7FFFh, or one of its neighbours
loop_edge_up:
        ld a,l
        or a
        ret nz
        jp overflow
loop_edge_down:
        ld a,l
        inc a
        ret nz
        jp overflow
