; ON ... GOTO and GOSUB.

        part choose             ; ON ... GOTO: L = number, DE = table: count, addresses (an error's number: no such line)
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
        ldi e,(hl)
        ld d,(hl)
        ld a,d
        or a
        ret nz
        pop hl                  ; no such line
        ld a,e
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
        ld hl,bc
        push de
        jp gosub_to
