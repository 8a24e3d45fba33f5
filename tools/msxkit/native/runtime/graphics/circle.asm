; CIRCLE, operand by operand. One eighth is walked; each of its points stands for eight, each with its place in the count
; of points from angle 0 on, which decides whether it belongs to the arc.

ARC_START equ 1
ARC_END equ 2

        part circle_begin       ; a circle with the radius HL around the last point
        ld (GXPOS),hl
        ld (circle_x),hl
        or a
        ld de,.sine45
        call num_mul
        call num_integer
        ld (circle_eighth),hl
        .3 add hl,hl
        ld (arc_end),hl
        ld hl,0
        ld (arc_start),hl
        xor a
        ld (arc_given),a
        ld (arc_lines),a
        ld (circle_tall),a
        inc h
        ld (circle_aspect),hl
        jp circle_pixels
.sine45:
        db 40h,70h,71h,07h,0,0,0,0
        ram
circle_x:
        ds 2                    ; the radius at first
circle_eighth:
        ds 2                    ; points of an eighth
arc_start:
        ds 2
arc_end:
        ds 2
arc_given:
        ds 1
arc_lines:
        ds 1                    ; ends that are joined to the centre
circle_tall:
        ds 1
circle_aspect:
        ds 2                    ; in 256ths

        part circle_arc         ; the angle of the start or the end
circle_start:
        ld b,ARC_START
        call arc_count
        ld (arc_start),hl
        ret
circle_end:
        ld b,ARC_END
        call arc_count
        ld (arc_end),hl
        ret
arc_count:                      ; HL = the count of points at the angle; negative: its line B is drawn
        ld a,b
        ld (.line),a
        call num_sign
        jp p,.positive
        push af
        push hl
        ld hl,arc_lines
        ld a,(.line)
        or (hl)
        ld (hl),a
        pop hl
        pop af
        call num_neg
.positive:
        ld de,.turn
        call num_mul
        jr c,.real
        ld a,h
        or l
        jr z,.less
        jp illegal_call
.real:  ld a,(fac)
        cp 41h
        jr c,.less
        jp nz,illegal_call
        ld hl,(fac + 1)         ; one in single precision: no more than 10 00 00
        ld a,l
        sub 10h
        or h
        ld hl,fac + 3
        or (hl)
        jp nz,illegal_call
        scf
.less:  push hl
        push af
        ld hl,(circle_eighth)
        .3 add hl,hl
        ld bc,hl
        ld a,1
        ld (arc_given),a
        pop af
        pop hl
        call num_mul_word
        jp num_integer
.turn:  db 40h,15h,91h,55h,0,0,0,0
        ram
.line:  ds 1

        part circle_shape       ; height by width
        call num_sign
        jp z,illegal_call
        jp m,illegal_call
        ld de,.aspect
        call num_store
        ld hl,.aspect
        call num_load
        ld bc,1
        call num_compare_word
        jr z,.wide
        jr c,.wide
        ld a,1
        ld (circle_tall),a
        ld hl,1
        or a
        ld de,.aspect
        call num_div
        jr .set
.wide:  xor a
        ld (circle_tall),a
        ld hl,.aspect
        call num_load
.set:   ld bc,256
        call num_mul_word
        call num_integer
        ld (circle_aspect),hl
        ret
        ram
.aspect:
        ds 8

        part circle             ; the circle
        call ready_ink
        ld hl,(circle_x)
        bit 7,h                 ; more than 32767 dots, which shows nothing
        ret nz
        ld hl,0
        ld (.y),hl
        ld (.total),hl
        xor a
        ld (.outside),a
        ld hl,(arc_end)
        ld de,(arc_start)
        sub hl,de
        jr nc,.walk
        add hl,de
        ld (arc_start),hl
        ld (arc_end),de
        inc a
        ld (.outside),a
.walk:  ld hl,(circle_x)
        call .squashed          ; the first points are those that lie farthest from the centre
        call .look
.next:  ld a,(.near)
        or a
        jp nz,.quick
        ld hl,(circle_x)
        call .squashed          ; DE = what is seen across, HL = down
        push hl
        ld hl,(GRPACX)
        add hl,de
        ld (.right_x),hl
        ld hl,(GRPACX)
        sub hl,de
        ld (.left_x),hl
        pop de
        ld hl,(GRPACY)
        add hl,de
        ld (.below_x),hl
        ld hl,(GRPACY)
        sub hl,de
        ld (.above_x),hl
        ld hl,(.y)
        ld (.count),hl
        call .squashed
        push hl
        ld hl,(GRPACX)
        add hl,de
        ld (.right_y),hl
        ld hl,(GRPACX)
        sub hl,de
        ld (.left_y),hl
        pop de
        ld hl,(GRPACY)
        add hl,de
        ld (.below_y),hl
        ld hl,(GRPACY)
        sub hl,de
        ld (.above_y),hl
        ; eight points
        ld hl,(.right_x)
        ld de,(.above_y)
        call .point
        ld hl,(.left_y)
        ld de,(.above_x)
        call .point
        ld hl,(.left_x)
        ld de,(.below_y)
        call .point
        ld hl,(.right_y)
        ld de,(.below_x)
        call .point
        ld hl,(circle_eighth)
        add hl,hl
        ld de,(.y)
        sub hl,de
        ld (.count),hl
        ld hl,(.right_y)
        ld de,(.above_x)
        call .point
        ld hl,(.left_x)
        ld de,(.above_y)
        call .point
        ld hl,(.left_y)
        ld de,(.below_x)
        call .point
        ld hl,(.right_x)
        ld de,(.below_y)
        call .point
.step:  ; the next step
        ld hl,(.y)
        ld de,(circle_x)
        sub hl,de
        ret nc
        add hl,de
        ex de,hl                ; DE = y, HL = x
        ld bc,hl
        ld hl,(.total)
        add hl,de
        add hl,de
        inc hl
        inc de
        ld (.y),de
        bit 7,h
        jr nz,.same
        sub hl,bc
        jr c,.less
        sbc hl,bc               ; less 2x - 1
        inc hl
        dec bc
        ld (circle_x),bc
        jr .same
.less:  add hl,bc
.same:  ld (.total),hl
        jp .next
.look:  ; whether a circle that goes so far is all on the screen, of SCREEN 2
        xor a
        ld (.near),a
        ld a,(arc_given)
        or d
        or h
        ret nz
        ld a,(drawn_mode)
        cp 2
        ret nz
        ld bc,(GRPACX)
        inc b
        dec b
        ret nz
        ld a,c
        sub e
        ret c
        ld a,c
        add a,e
        ret c
        ld bc,(GRPACY)
        inc b
        dec b
        ret nz
        ld a,c
        sub l
        ret c
        ld a,c
        add a,l
        ret c
        cp 192
        ret nc
        ld a,1
        ld (.near),a
        ld a,(circle_x)
        cpl
        ld (.kept),a
        ret
.quick: ; the same points in the same order, each by a column and a row
        ld a,(circle_x)
        ld hl,.kept
        cp (hl)
        call nz,.new_x
        ld hl,(.y)
        call .squashed
        ld b,l
        ld hl,.right_y
        call .axes
        ld hl,(.above_y)
        ld bc,(.right_x)
        call .put
        ld hl,(.above_x)
        ld bc,(.left_y)
        call .put
        ld hl,(.below_y)
        ld bc,(.left_x)
        call .put
        ld hl,(.below_x)
        ld bc,(.right_y)
        call .put
        ld hl,(.above_x)
        ld bc,(.right_y)
        call .put
        ld hl,(.above_y)
        ld bc,(.left_x)
        call .put
        ld hl,(.below_x)
        ld bc,(.left_y)
        call .put
        ld hl,(.below_y)
        ld bc,(.right_x)
        call .put
        jp .step
.put:   ld a,c
        or l
        ld l,a
        ld c,b
        jp put2
.new_x: ld (hl),a
        ld hl,(circle_x)
        call .squashed
        ld b,l
        ld hl,.right_x
.axes:  ; E across and B down, to HL: right, left, above and below
        ld c,e
        ld a,(GRPACX)
        add a,c
        call .column
        ld a,(GRPACX)
        sub c
        call .column
        ld a,(GRPACY)
        sub b
        call .row
        ld a,(GRPACY)
        add a,b
.row:   ; the row A as parts of an address
        ld d,a
        and 7
        ldi (hl),a
        ld a,d
        .3 rrca
        and 1Fh
        ld d,a
        ld a,(G2_PATTERNS)
        add a,d
        ldi (hl),a
        ret
.column:                        ; the column A as a part of an address, and its bit
        ld d,a
        and 0F8h
        ldi (hl),a
        ld a,d
        and 7
        add a,low pixel_bits
        ld e,a
        ld d,high pixel_bits
        ld a,(de)
        ldi (hl),a
        ret
.squashed:                      ; HL across in DE and down in HL
        push hl
        call .narrow
        pop de
        ld a,(circle_tall)
        or a
        ret z
        ex de,hl
        ret
.narrow:                        ; HL times aspect, rounded
        ld a,(circle_aspect+1)
        or a
        ret nz
        ld a,(circle_aspect)
        ex de,hl
        ld hl,0
        ld c,l
        ld b,8
.bit:   add hl,hl
        rl c
        rlca
        jr nc,.none
        add hl,de
        jr nc,.none
        inc c
.none:  djnz .bit
        ld de,128
        add hl,de
        jr nc,.rounded
        inc c
.rounded:
        ld l,h
        ld h,c
        ret
.point: ld a,(arc_given)
        or a
        jp z,dot
        push de
        push hl
        ld hl,(.count)
        ld bc,hl
        ld de,(circle_eighth)
        add hl,de
        add hl,de
        ld (.count),hl
        ld hl,(arc_start)
        sub hl,bc
        ld d,ARC_START
        ld e,ARC_END
        jr z,.edge
        jr nc,.before
        ld hl,(arc_end)
        sub hl,bc
        ld d,ARC_END
        ld e,ARC_START
        jr z,.edge
        jr c,.before
        ld a,(.outside)         ; between the two
        jr .part
.before:
        ld a,(.outside)
        xor 1
.part:  pop hl
        pop de
        or a
        ret nz
        jp dot
.edge:  ; D says which end it is, E which one when the arc goes round the other way
        ld a,(.outside)
        or a
        ld a,d
        jr z,.end
        ld a,e
.end:   ld hl,arc_lines
        and (hl)
        pop hl
        pop de
        jp z,dot
        ld bc,GRPACX
        jp stroke_line
        ram
.y:     ds 2
.total: ds 2
.outside:
        ds 1
.near:  ds 1                    ; not 0: all points are pixels of SCREEN 2
.kept:  ds 1                    ; the circle_x of the columns and rows that are kept
.count: ds 2
.right_x:
        ds 2
.left_x:
        ds 2
.above_x:
        ds 2
.below_x:
        ds 2
.right_y:
        ds 2
.left_y:
        ds 2
.above_y:
        ds 2
.below_y:
        ds 2
