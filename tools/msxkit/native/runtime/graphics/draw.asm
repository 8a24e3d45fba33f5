; DRAW: the turtle that the macro language moves. Scale, angle and colour stay from one statement to the next.

DRAW_BLANK equ 80h
DRAW_BACK equ 40h

        part draw               ; DRAW the string HL
        push hl
        call need_graphics
        pop hl
        ld (.string),hl
        call macro_start
.next:  call macro_command
        jr c,.end
        ld hl,.directions
        ld b,8
.search:
        cp (hl)
        jr z,.direction
        .3 inc hl
        djnz .search
        ld hl,.next
        push hl
        cp 'M'
        jp z,.move
        cp 'X'
        jp z,macro_insert
        ld b,DRAW_BLANK
        cp 'B'
        jr z,.flag
        ld b,DRAW_BACK
        cp 'N'
        jr z,.flag
        cp 'A'
        jr z,.angle
        cp 'S'
        jr z,.scale
        cp 'C'
        jp nz,illegal_call
        call macro_optional
        jp set_ink
.end:   ld hl,(.string)
        jp string_release
.flag:  ld hl,DRWFLG
        ld a,(hl)
        or b
        ld (hl),a
        ret
.angle: call macro_optional
        ld a,h
        or a
        jp nz,illegal_call
        ld a,l
        cp 4
        jp nc,illegal_call
        ld (DRWANG),a
        ret
.scale: call macro_optional
        ld a,h
        or a
        jp nz,illegal_call
        ld a,l
        ld (DRWSCL),a
        ret
.direction:
        inc hl
        push hl
        call macro_optional
        ex de,hl
        pop hl
        ldi a,(hl)
        push hl
        call .times
        ex (sp),hl
        ld a,(hl)
        call .times
        ex de,hl
        pop hl                  ; HL to the right, DE down
        ld bc,.next
        push bc
        jp draw_by
.times: ; HL = DE times A, which is -1, 0 or 1
        ld hl,0
        or a
        ret z
        jp m,.minus
        ld hl,de
        ret
.minus: sbc hl,de
        ret
.directions:
        db 'U',0,-1,'D',0,1,'L',-1,0,'R',1,0,'E',1,-1,'F',1,1,'G',-1,1,'H',-1,-1
.move:  call macro_take
        push af
        call macro_number_of
        push hl
        call macro_take
        jp c,illegal_call
        cp ','
        jp nz,illegal_call
        call macro_number
        ex de,hl
        pop hl
        pop bc
        ld a,b
        cp '+'
        jp z,draw_by
        cp '-'
        jp nz,draw_to
        jp draw_by
        ram
.string:
        ds 2

        part draw_list          ; DRAW what the compiler has made of a constant (emit/turtle.py), at HL
        push hl
        call need_graphics
        pop hl
.next:  ldi a,(hl)
        or a
        ret z
        jp p,.other
        ld b,a
        call .word
        push de
        call .word
        ex (sp),hl              ; HL to the right, DE down
        bit 1,b
        jr nz,.by
        bit 2,b
        jr nz,.to
        call draw_turned
        pop hl
        jr .next
.by:    call draw_by
        pop hl
        jr .next
.to:    call draw_to
        pop hl
        jr .next
.word:  ; DE = the next number
        ldi e,(hl)
        bit 0,b
        jr z,.byte
        ldi d,(hl)
        ret
.byte:  ld a,e
        rla
        sbc a,a
        ld d,a
        ret
.other: ldi b,(hl)
        push hl
        call .change
        pop hl
        jr .next
.change:
        ld hl,DRWFLG
        dec a
        jr z,.flag
        ld hl,b
        dec a
        jr z,.angle
        dec a
        jp nz,set_ink
        ld a,b
        ld (DRWSCL),a
        ret
.flag:  ld a,(hl)
        or b
        ld (hl),a
        ret
.angle: ld a,b
        ld (DRWANG),a
        ret

        part draw_step          ; DRAW by HL, DE, or to that point
draw_by:
        call .scaled
        ex de,hl
        call .scaled
        ex de,hl
draw_turned:                    ; by so much, scaled already
        ld a,(DRWANG)
        or a
        jr z,.turned
        ld b,a
.quarter:                       ; right, down = down, -right
        xor a
        sub l
        ld c,a
        sbc a,a
        sub h
        ex de,hl
        ld d,a
        ld e,c
        djnz .quarter
.turned:
        call from_last
draw_to:
        ld bc,(DRWFLG)
        xor a
        ld (DRWFLG),a
        ld (.x),hl
        ld (.y),de
        bit 7,c
        push bc
        ld bc,GRPACX
        call z,stroke_line
        pop bc
        bit 6,c
        ret nz
        ld hl,(.x)
        ld (GRPACX),hl
        ld hl,(.y)
        ld (GRPACY),hl
        ret
.scaled:                        ; HL times the scale, in quarters, toward 0; keeps DE
        ld a,h
        or l
        ret z
        ld a,(DRWSCL)
        or a
        ret z
        cp 4                    ; four quarters
        ret z
        push de
        ex de,hl
        ld hl,0
        ld b,8
.bit:   add hl,hl
        rlca
        jr nc,.no
        add hl,de
.no:    djnz .bit
        pop de
        bit 7,h
        jr z,.quarters
        .3 inc hl
.quarters:
        sra h
        rr l
        sra h
        rr l
        ret
        ram
.x:     ds 2
.y:     ds 2
