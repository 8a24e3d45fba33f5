; Memory, ports, time, keyboard as functions see them.

        part peek               ; PEEK(HL), VPEEK(HL), INP(HL) in HL
peek:   ld l,(hl)
        ld h,0
        ret

        part vpeek
vpeek:  call vram_check
        call vram_get
        ld l,a
        ld h,0
        jp first_bank

        part inp
inp:    ld c,l
        ld b,h
        in l,(c)
        ld h,0
        ret

        part vpoke              ; VPOKE HL,E
vpoke:  call vram_check
        push hl
        ld bc,(NAMBAS)
        or a
        sbc hl,bc
        ld a,h
        pop hl
        cp 8
        jr nc,.elsewhere
        ld a,(rows_unknown)
        or 1
        ld (rows_unknown),a
.elsewhere:
        ld a,e
        call vram_put
        jp first_bank

        part vram_check         ; error 5 for an address that an MSX1 has not got; else its bank is there
vram_check:
        ld a,h
        cp 40h
        jr nc,.far
        ld a,(drawn_mode)
        cp 5
        ret c
.far:   ld a,(msx_version)
        or a
        jp nz,page_bank
        ld a,5
        jp error

        part page_bank          ; the bank of the address HL in the page that is drawn on; keeps all but A
page_bank:
        ld a,(msx_version)
        or a
        ret z
        push bc
        ld a,(drawn_mode)
        cp 5
        ld a,0
        jr c,.page
        ld a,(SCRMOD)
        cp 7
        ld a,(ACPAGE)
        jr c,.small
        add a,a
.small: add a,a
.page:  ld b,a
        ld a,h
        rlca
        rlca
        and 3
        add a,b
.set:   and 7
        ld b,a
        ld c,14
        call vdp_control
        pop bc
        ret
first_bank:                     ; back to the first 16 KB of an MSX2; keeps all but A
        ld a,(msx_version)
        or a
        ret z
        push bc
        xor a
        jr .set

        part out_port           ; OUT HL,E; rows_moved
out_port:
        ld b,h
        ld c,l
        out (c),e
        ld a,c
        and 0FCh
        cp VDP_DATA
        ret nz
rows_moved:                     ; for ever: anything may be in the name table
        ld a,3
        ld (rows_unknown),a
        ret

        part time               ; TIME
time:   ld hl,(JIFFY)
        jp word_real

        part time_of_draw       ; TIME in the argument of RND; whoever replays a run sets HL at draw_time
time_of_draw:
        ld hl,(JIFFY)
draw_time:
        jp word_real

        part poke_checks        ; the second operand of POKE and its kin as a byte in E; keeps the first
poke_value:                     ; a byte 0 to 255, else error 5
        call num_byte
        ld e,l
        ret

        part cursor_row         ; CSRLIN, POS in HL
cursor_row:
        ld a,(CSRY)
        dec a
        ld l,a
        ld h,0
        ret

        part cursor_column
cursor_column:
        ld a,(TTYPOS)
        ld l,a
        ld h,0
        ret

        part locate             ; LOCATE: what locate_given says of locate_x, locate_y, locate_cursor
locate: ld hl,(CSRY)
        ld e,l
        ld d,h
        dec e
        dec d
        ld a,(locate_given)
        rra
        jr nc,.row
        ld hl,locate_x
        ld d,(hl)
.row:   rra
        jr nc,.switch
        ld hl,locate_y
        ld e,(hl)
.switch:
        rra
        push de
        jr nc,.place
        ld a,(locate_cursor)
        or a
        jr z,.set
        ld a,1
.set:   ld (CSRSW),a
.place: pop de
        jp place_cursor
        ram
locate_given:
        ds 1
locate_x:
        ds 1
locate_y:
        ds 1
locate_cursor:
        ds 1

        part set_width          ; WIDTH L
set_width:
        ld a,(OLDSCR)
        or a
        ld a,32
        jr nz,.widest
        ld a,(msx_version)
        or a
        ld a,40
        jr z,.widest
        add a,a
.widest:
        cp l
        jr c,.illegal
        ld a,l
        or a
        jr z,.illegal
        ld a,(LINLEN)
        cp l
        ret z
        push hl
        call clear_screen
        pop hl
        ld a,(OLDSCR)
        or a
        ld a,l
        jr z,.zero
        ld (LINL32),a
        jr .done
.zero:  ld (LINL40),a
.done:  ld a,(columns)
        push af
        call set_window
        pop bc
        ld a,(columns)
        cp b
        jp z,clear_screen
        xor a                   ; 80 columns are another mode of the chip
        jp set_screen
.illegal:
        ld a,5
        jp error

        part colour             ; COLOR: what colour_given says of colour_ink, colour_paper, colour_border
colour: ld a,(colour_given)
        ld b,a
        ld hl,colour_ink
        ld c,3
        push hl
        push bc
.check: srl b
        jr nc,.fine
        ld a,(hl)
        cp 16
        jr nc,.illegal
.fine:  inc hl
        dec c
        jr nz,.check
        pop bc
        pop hl
colour_set:                     ; B says which of the bytes at HL are set
        ld de,FORCLR
.set:   srl b
        jr nc,.next
        ld a,(hl)
        ld (de),a
.next:  inc hl
        inc de
        dec c
        jr nz,.set
        ld a,(FORCLR)
        ld (ATRBYT),a
        jp show_colours
.illegal:
        ld a,5
        jp error
        ram
colour_given:
        ds 1
colour_ink:
        ds 1
colour_paper:
        ds 1
colour_border:
        ds 1

        part screen_mode        ; SCREEN L
screen_mode:
        ld a,(msx_version)
        or a
        ld a,3
        jr z,.highest
        ld a,8
.highest:
        cp l
        jr c,.illegal
        ld a,l
        jp set_screen
.illegal:
        ld a,5
        jp error

        part key_line           ; KEY ON, KEY OFF
key_off:
        ld hl,CNSDFG
        ld a,(hl)
        ld (hl),0
        or a
        ret z
        ld a,(CRTCNT)
        ld l,a
        ld h,1
        jp erase_from
key_on: ld hl,CNSDFG
        ld a,(hl)
        or a
        jr nz,.show
        call rows
        ld a,(CSRY)
        cp b
        jr c,.room
        call scroll
        ld hl,CSRY
        dec (hl)
        ld a,(CSRX)
.room:  ld a,255
        ld (CNSDFG),a
        ld a,(CRTCNT)
        ld c,a
        ld b,0
        ld hl,LINTTB-1
        add hl,bc
        ld (hl),a
.show:  jp draw_keys

        part cls                ; CLS
cls:    ld a,(SCRMOD)
        cp 2
        jp c,clear_screen
        jp clear_graphic

        part poke               ; POKE HL,E
poke:   ld (hl),e
        ret

        part set_time           ; TIME = HL
set_time:
        ld (JIFFY),hl
        ret

        part colour_missing     ; COLOR alone: a missing operand on an MSX1
colour_missing:
        ld a,(msx_version)
        or a
        jp nz,palette_reset
        ld a,24
        jp error

        part port_bits          ; HL = the bits C of port HL, flipped by E
port_bits:
        ld a,c
        ld c,l
        ld d,a
        in a,(c)
        xor e
        and d
        ld l,a
        ld h,0
        ret

        part base               ; BASE(L), SET BASE
base:   ld a,l
        cp 20
        ld de,TABLES
        ld b,a
        ld a,(msx_version)
        jr c,.found
        or a
        jr z,.illegal
        ld de,.tables-40
        ld a,b
        cp 45
        jr c,.get
.illegal:
        ld a,5
        jp error
.found: or a
        jr z,.get
        ld a,b
        dec a
        jr nz,.wide
        inc l                   ; an MSX2 has the patterns here too
.wide:  ld a,l
        cp 5
        jr nc,.get
        ld a,(LINL40)
        cp 41
        jr c,.get
        ld de,.tables_wide
.get:   ld h,0
        add hl,hl
        add hl,de
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        jp word_real
.tables_wide:
        dw 0,0,1000h,0,0
.tables:
        dw 1800h,2000h,0,1E00h,3800h,0,0,0,7600h,7800h,0,0,0,7600h,7800h
        dw 0,0,0,0FA00h,0F000h,0,0,0,0FA00h,0F000h

        part set_base           ; BASE(L) = DE
set_base:
        call rows_moved
        ld a,(msx_version)
        or a
        ld a,19
        jr z,.highest
        ld a,44
.highest:
        cp l
        jr c,.illegal
        ld a,l
        ld c,-1
.mode:  inc c                   ; C = the mode, A = the table less 5
        sub 5
        jr nc,.mode
        ; what the address is a multiple of
        push hl
        ld hl,.units+5
        ld b,a
        ld a,c
        cp 2
        ld a,b
        jr nz,.unit
        ld hl,.units_two+5
.unit:  add a,l
        ld l,a
        jr c,.page
        dec h
.page:  ld b,(hl)               ; the bits that must be 0, in units of 40h
        pop hl
        ld a,e
        and 3Fh
        jr nz,.illegal
        ld a,e
        rlca
        rlca
        and 3
        ld h,a
        ld a,d
        cp 40h
        jr nc,.illegal
        add a,a
        add a,a
        or h
        and b
        jr nz,.illegal
        ld a,c
        cp 4
        ret nc                  ; those of SCREEN 4 to 8 stay where they are
        ld h,0
        add hl,hl
        ld bc,TABLES
        add hl,bc
        ld (hl),e
        inc hl
        ld (hl),d
        ; the registers of the mode that is shown; an MSX1 sets those of another one in SCREEN 1 and 2
        ld hl,SCRMOD
        cp (hl)
        ret nz
        ld c,a
        ld a,(msx_version)
        or a
        jr nz,.set
        ld a,c
        or a
        jr z,.set
        cp 3
        jr z,.set
        inc c
.set:   ld a,(hl)
        push af
        ld (hl),c
        call mode_bits
        call set_tables
        pop af
        ld (SCRMOD),a
        ret
.illegal:
        ld a,5
        jp error
.units: db 15,0,31,1,31
.units_two:
        db 15,127,127,1,31

        part vdp                ; VDP(HL)
vdp:    bit 7,h
        jr nz,.status
        call vdp_check
        ld de,RG0SAV
        jr c,.register
        jr nz,.later
        in a,(VDP_CONTROL)
        jr .got
.later: ld de,RG8SAV-9
        ld a,l
        cp 25
        ld a,0
        jr nc,.got
.register:
        add hl,de
        ld a,(hl)
.got:   ld l,a
        ld h,0
        or a
        ret
.status:                        ; S#1 to S#9 as -1 to -9
        ld a,(msx_version)
        or a
        jr z,.illegal
        xor a
        sub l
        cp 10
        jr nc,.illegal
        inc h
        jr nz,.illegal
        call vdp_status
        jr .got
.illegal:
        ld a,5
        jp error

        part vdp_status         ; A = status register A of an MSX2
vdp_status:
        di
        out (VDP_CONTROL),a
        ld a,80h+15
        out (VDP_CONTROL),a
        in a,(VDP_CONTROL)
        push af
        xor a
        out (VDP_CONTROL),a
        ld a,80h+15
        out (VDP_CONTROL),a
        pop af
        ei
        ret

        part vdp_check          ; error 5 for a register HL that there is not; as `cp 8` of it
vdp_check:
        ld a,(msx_version)
        or a
        ld a,8
        jr z,.highest
        ld a,47
.highest:
        cp l
        jr c,.illegal
        ld a,h
        or a
        jr nz,.illegal
        ld a,l
        cp 8
        ret
.illegal:
        ld a,5
        jp error

        part set_vdp            ; VDP(HL) = E
set_vdp:
        call vdp_check
        ld c,l
        ld b,e
        jp c,vdp_write
        ret z                   ; the status
        dec c
vdp_write_later:                ; register C = B of an MSX2, with its copy
        call vdp_control
        ld a,c
        cp 24
        ret nc
        push hl
        ld a,b
        ld hl,RG8SAV-8
        ld b,0
        add hl,bc
        ld (hl),a
        pop hl
        ret

        part keys_start         ; what the function keys hold
keys_start:
        ld hl,FNKSTR
        ld de,FNKSTR+1
        ld bc,159
        ld (hl),0
        ldir
        ld hl,.texts
        ld de,FNKSTR
        ld b,10
.key:   push de
.text:  ld a,(hl)
        inc hl
        or a
        jr z,.next
        ld (de),a
        inc de
        jr .text
.next:  pop de
        ld a,16
        add a,e
        ld e,a
        jr nc,.same
        inc d
.same:  djnz .key
        ret
.texts: db "color ",0,"auto ",0,"goto ",0,"list ",0,"run",13,0
        db "color 15,4,4",13,0,"cload",34,0,"cont",13,0,"list.",13,30,30,0,12,"run",13,0

        part set_key            ; KEY C, HL
set_key:
        ld a,b
        or a
        jr nz,.illegal
        ld a,c
        dec a
        cp 10
        jr nc,.illegal
        ld (.text),hl
        ld l,a
        ld h,0
        add hl,hl
        add hl,hl
        add hl,hl
        add hl,hl
        ld de,FNKSTR
        add hl,de
        ex de,hl                ; DE = where it goes
        ld hl,(.text)
        ld a,(hl)
        cp 16
        jr c,.fits
        ld a,15
.fits:  ld b,a
        inc hl
        ld c,(hl)
        inc hl
        ld h,(hl)
        ld l,c
        ld c,16
        inc b
        jr .count
.copy:  ld a,(hl)
        or a
        jr z,.illegal
        ld (de),a
        inc hl
        inc de
        dec c
.count: djnz .copy
        xor a
.zeros: ld (de),a
        inc de
        dec c
        jr nz,.zeros
        ld hl,(.text)
        call string_release
        jp show_keys
.illegal:
        ld a,5
        jp error
        ram
.text:  ds 2

        part list_keys          ; KEY LIST
list_keys:
        ld hl,FNKSTR
        ld b,10
.key:   push bc
        push hl
        ld b,16
.character:
        ld a,(hl)
        or a
        jr z,.end
        cp 127
        jr z,.blank
        cp 32
        jr nc,.put
.blank: ld a,32
.put:   push hl
        push bc
        call put
        pop bc
        pop hl
        inc hl
        djnz .character
.end:   call new_line
        pop hl
        ld bc,16
        add hl,bc
        pop bc
        djnz .key
        ret

        part need_disk          ; error 5 on an MSX1: words of Disk BASIC; keeps what is in HL, FAC and the carry
need_disk:
        push af
        ld a,(msx_version)
        or a
        jr z,.illegal
        pop af
        ret
.illegal:
        ld a,5
        jp error

        part printer_column     ; LPOS
printer_column:
        ld a,(printer_at)
        ld l,a
        ld h,0
        ret

        part printer            ; LPRINT
LPTOUT  equ 00A5h
printer_put:                    ; the character A
        push hl
        ld hl,printer_at
        cp 32
        jr c,.control
        inc (hl)
.control:
        cp 13
        jr nz,.send
        ld (hl),0
.send:  pop hl
        call LPTOUT
        ret nc
        ld a,19
        jp error
printer_number:
        call num_text
        call printer_characters
        ld a,' '
        jr printer_put
printer_string:
        push hl
        ld b,(hl)
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        call printer_characters
        pop hl
        jp string_release
printer_characters:
        inc b
        jr .count
.next:  ld a,(hl)
        inc hl
        push bc
        call printer_put
        pop bc
.count: djnz .next
        ret
printer_comma:
        ld a,(printer_at)
.zone:  sub 14
        jr nc,.zone
        neg
        ld b,a
printer_blanks:
        ld a,' '
        push bc
        call printer_put
        pop bc
        djnz printer_blanks
        ret
printer_tab:
        call byte_check
        ld a,(printer_at)
        ld b,a
        ld a,l
        sub b
        ret c
        ret z
        ld b,a
        jr printer_blanks
printer_spaces:
        call byte_check
        ld b,l
        ld a,l
        or a
        jr nz,printer_blanks
        ret
printer_line:
        ld a,13
        call printer_put
        ld a,10
        jp printer_put

        part printer_at
        ram
printer_at:
        ds 1

        part pointer_number     ; VARPTR of the number HL: as the machine keeps it
pointer_number:
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
        ld (de),a
        inc de
        ld (de),a
        inc de
        ld (de),a
        ret
pointer_single:                 ; the same for an element of 4 bytes
        ld a,(hl)
        or a
        ret nz
        push hl
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ld de,text_buffer
        call .digits
        pop de
        push de
        ld hl,text_buffer
        ldi
        ldi
        ldi
        ldi
        pop hl
        ret

        part string_set         ; LSET and RSET: the variable DE takes the text HL; A: to the right
string_set:
        ld (.right),a
        ld (.text),hl
        ld (.variable),de
        ld a,(de)
        or a
        jr z,.done
        ; where the text is, before it is given up: a string of the program gets the room that it leaves
        ld b,(hl)
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
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
        ld (hl),e
        inc hl
        ld (hl),d
        ; given itself it has what lay there
        ld hl,(.text)
        ld bc,(.variable)
        or a
        sbc hl,bc
        jr nz,.owned
        pop bc
        pop hl
        ret
.owned: ld hl,(.variable)
        ld c,(hl)               ; room
        inc hl
        ld e,(hl)
        inc hl
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
.blank: ld (de),a
        inc de
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
.clear: ld (hl),a
        inc hl
        dec c
        jr nz,.clear
        pop hl
        ld a,(hl)
        cp b
        jr c,.illegal
        push hl
        inc hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ld c,b
        ld b,0
        ld de,fac
        ldir
        pop hl
        jp string_release
.illegal:
        ld a,5
        jp error
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
.zero:  ld (hl),a
        inc hl
        dec c
        jr nz,.zero
.digits:
        ld de,(pack_target)
        ld hl,fac
        jp string_from
        ram
pack_target:
        ds 2
