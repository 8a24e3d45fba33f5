; FOR and NEXT whose loop is found when they are carried out: blocks on the stack of gosub.asm.

        part for_block          ; room for the block of a loop: DE = variable, BC = its body, A = size, HL = the block
        ld (.size),a
        ld hl,(control)
.next:  push de
        ld de,(control_base)
        cp hl,de
        pop de
        jr nc,.new
        ld a,(hl)
        cp 1
        jr c,.new
        cp 3
        jr nc,.new
        ; the same variable and body: what lies above goes
        push hl
        inc hl
        ld a,(hl)
        cp e
        jr nz,.other
        inc hl
        ld a,(hl)
        cp d
        jr nz,.other
        inc hl
        ld a,(hl)
        cp c
        jr nz,.other
        inc hl
        ld a,(hl)
        cp b
        jr nz,.other
        pop hl
        call .behind
        jr .make
.other: pop hl
        call .behind
        jr .next
.behind:
        ld a,(hl)
        dec a
        ld a,FOR_REAL
        jr z,.add
        ld a,FOR_INTEGER
.add:   add a,l
        ld l,a
        ret nc
        inc h
        ret
.new:   ld hl,(control)
.make:  ld a,(.size)
        push bc
        ld bc,a
        sub hl,bc
        ld (control),hl
        push hl
        push de
        call control_room
        pop de
        pop hl
        pop bc
        push hl
        ld a,(.size)
        cp FOR_REAL
        ld a,1
        jr z,.kind
        inc a
.kind:  ldi (hl),a
        ldi (hl),de
        ldi (hl),bc
        ex de,hl
        pop hl
        ret                     ; DE = where limit and step go
        ram
.size:  ds 1

        part for_integer        ; FOR of the integer variable DE, body BC; loop_limit and loop_step have been set
        ld a,FOR_INTEGER
        call for_block
        ld hl,loop_limit
        ldi
        ldi
        ld hl,loop_step
        ldi
        ldi
        ret

        part for_real           ; the same for other variables: loop_limit and loop_step are numbers
        ld a,FOR_REAL
        call for_block
        ld hl,loop_limit
        ld bc,8
        ldir
        ld hl,loop_step
        ld c,8
        ldir
        ret

        part loop_ram
        ram
loop_limit:
        ds 8
loop_step:
        ds 8

        part next_variable      ; NEXT of the variable DE: jumps to the body, or comes back when the loop has ended
        ld hl,(control)
.search:
        push de
        ld de,(control_base)
        cp hl,de
        pop de
        jp nc,next_without_for
        ld a,(hl)
        dec a
        jp m,next_without_for
        ld bc,FOR_REAL
        jr z,.look
        dec a
        jp nz,next_without_for
        ld bc,FOR_INTEGER
.look:  inc hl
        ldi a,(hl)
        cp e
        jr nz,.other
        ld a,(hl)
        cp d
        jr z,.found
.other: dec hl
        dec hl
        add hl,bc
        jr .search
.found: dec hl
        dec hl
        ld (control),hl
        jr next_loop

next_innermost:                 ; NEXT without a variable
        ld hl,(control)
        ld de,(control_base)
        cp hl,de
        jp nc,next_without_for
        ld a,(hl)
        or a
        jp z,next_without_for
        cp 3
        jp nc,next_without_for
next_loop:
        ldi a,(hl)
        ldi de,(hl)
        dec a
        jr z,.real
        push hl                 ; body, limit, step
        .4 inc hl
        ldi c,(hl)
        ld b,(hl)
        ex de,hl                ; HL = variable
        push hl
        ld hl,(hl)
        or a
        adc hl,bc
        jp pe,overflow
        ex de,hl
        pop hl
        ldi (hl),e
        ld (hl),d
        pop hl
        push hl
        inc hl
        inc hl
        ld hl,(hl)              ; the limit
        ex de,hl
        call step_integer_any
        pop hl
        jr nc,.end
.again: ldi e,(hl)
        ld d,(hl)
        pop hl                  ; not back behind NEXT
        ex de,hl
        jp (hl)
.end:   ld hl,(control)
        ld bc,FOR_INTEGER
        add hl,bc
        ld (control),hl
        ret
.real:  push hl                 ; body, limit, step
        inc hl
        inc hl
        push hl
        ld bc,8
        add hl,bc
        ld bc,hl
        pop hl
        call step_any
        pop hl
        jr c,.again
        ld hl,(control)
        ld bc,FOR_REAL
        add hl,bc
        ld (control),hl
        ret

        part pause              ; waits for 28 T-states BC times
        dec bc
        ld a,b
        or c
        jp nz,pause
        ret
