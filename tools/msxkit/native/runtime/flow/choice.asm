; ON ... GOTO and GOSUB; subroutines of traps.

        part choose             ; ON ... GOTO: L = number, DE = table: count, addresses (0: no such line)
choose:
        ld a,(de)
        cp l
        ret c
        ld a,l
        or a
        ret z
        call .entry
        pop af
        ex de,hl
        jp (hl)
.entry: dec l
        ld h,0
        add hl,hl
        inc de
        add hl,de
        ld e,(hl)
        inc hl
        ld d,(hl)
        ld a,d
        or a
        ret nz
        pop hl                  ; no such line
        ld a,ERROR_UNDEFINED_LINE
        jp error
choose_gosub:                   ; ON ... GOSUB: RETURN comes back to BC
        ld a,(de)
        cp l
        ret c
        ld a,l
        or a
        ret z
        call .entry
        pop hl
        ld h,b
        ld l,c
        push de
        jp gosub_to

        part error_trap_none    ; a program without ON ERROR
error_trap_default:
        jp error_message

        part must_be_called     ; error 3 unless there is a subroutine
must_be_called:
        ld hl,(control)
.next:  ld de,(control_base)
        or a
        sbc hl,de
        add hl,de
        jr nc,.none
        ld a,(hl)
        or a
        ret z
        ld bc,FOR_REAL
        dec a
        jr z,.skip
        ld bc,FOR_INTEGER
        dec a
        ret nz
.skip:  add hl,bc
        jr .next
.none:  ld a,ERROR_RETURN_WITHOUT_GOSUB
        jp error
