; VARPTR; LSET and RSET, numbers packed into strings.

        part pointer_number     ; VARPTR of the number HL: as the machine keeps it
        ld a,(hl)
        or a
        ret nz
        push hl
        ex de,hl
        inc de
        ld a,(de)
        ld l,a
        inc de
        ld a,(de)
        ld h,a
        dec de
        dec de
        call .digits
        pop hl
        ret
.digits:
        ld a,h
        or l
        jp nz,int_to_real
        .3 ldi (de),a
        ld (de),a
        ret
pointer_single:                 ; the same for an element of 4 bytes
        ld a,(hl)
        or a
        ret nz
        push hl
        inc hl
        ld hl,(hl)
        ld de,text_buffer
        call .digits
        pop de
        push de
        ld hl,text_buffer
        .4 ldi
        pop hl
        ret

        part string_set         ; LSET and RSET: the variable DE takes the text HL; A: to the right
        ld (.right),a
        ld (.text),hl
        ld (.variable),de
        ld a,(de)
        or a
        jr z,.done
        ; where the text is, before it is given up: a string of the program gets the room that it leaves
        call string_text
        push hl
        push bc
        ex de,hl
        inc hl
        inc hl
        ld a,(program_limit+1)
        dec a
        cp (hl)
        jr c,.owned
        ld hl,(.text)
        call string_release
        ld hl,(.variable)
        ld a,(hl)
        call string_alloc
        ld hl,(.variable)
        inc hl
        ldi (hl),e
        ld (hl),d
        ; given itself it has what lay there
        ld hl,(.text)
        ld bc,(.variable)
        sub hl,bc
        jr nz,.owned
        pop bc
        pop hl
        ret
.owned: ld hl,(.variable)
        ldi c,(hl)              ; room
        ldi e,(hl)
        ld d,(hl)
        pop hl
        ld a,h                  ; length of the text
        pop hl
        cp c
        jr c,.shorter
        ld a,c
.shorter:
        ld b,a                  ; characters
        ld a,c
        sub b
        ld c,a                  ; blanks
        ld a,(.right)
        or a
        call nz,.blanks
        ld a,b
        or a
        jr z,.filled
.copy:  ld a,(hl)
        ld (de),a
        inc hl
        inc de
        djnz .copy
.filled:
        ld a,(.right)
        or a
        call z,.blanks
.done:  ld hl,(.text)
        jp string_release
.blanks:
        ld a,c
        or a
        ret z
        ld a,' '
.blank: ldi (de),a
        dec c
        jr nz,.blank
        ret
        ram
.right: ds 1
.text:  ds 2
.variable:
        ds 2

        part packed             ; CVI, CVS, CVD of the string HL, and MKI$, MKS$, MKD$ to the descriptor DE
cvi:    ld b,2
        call unpacked
        ld hl,(fac)
        ret
cvs:    ld b,4
        jr .cv
cvd:    ld b,8
.cv:
        call unpacked
        ld a,(fac)
        or a
        jp nz,.number
        ld h,a
        ld l,a
        ret
.number:
        scf
        ret
unpacked:                       ; B bytes of the string to FAC, the rest 0
        push hl
        ld hl,fac
        ld c,8
        xor a
.clear: ldi (hl),a
        dec c
        jr nz,.clear
        pop hl
        ld a,(hl)
        cp b
        jp c,illegal_call
        push hl
        inc hl
        ld hl,(hl)
        ld bc,b
        ld de,fac
        ldir
        pop hl
        jp string_release
mki:    ld (text_buffer),hl
        ld b,2
        ld hl,text_buffer
        jp string_from
mks:    ld b,4
        jr .mk
mkd:    ld b,8
.mk:    ; the number; the descriptor is in pack_target
        push bc
        call num_real
        pop bc
        ld a,(fac)
        or a
        jr nz,.digits
        ld hl,fac
        ld c,8
.zero:  ldi (hl),a
        dec c
        jr nz,.zero
.digits:
        ld de,(pack_target)
        ld hl,fac
        jp string_from
        ram
pack_target:
        ds 2
