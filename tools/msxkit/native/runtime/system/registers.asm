; TIME, WAIT; the tables of the screen modes (BASE) and the registers of the video chip (VDP).

        part set_time           ; TIME = HL
        ld (JIFFY),hl
        ret

        part port_bits          ; HL = the bits C of port HL, flipped by E
        ld a,c
        ld c,l
        ld d,a
        in a,(c)
        xor e
        and d
        ld hl,a
        ret

        part base               ; BASE(L), SET BASE
        ld a,l
        cp 20
        ld de,TXTNAM
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
        jp illegal_call
.found: or a
        jr z,.get
        ld a,b
        dec a
        jr nz,.wide
        inc l                   ; an MSX2 has the address of the patterns here too, at whatever width
        jr .get
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
        ld hl,(hl)
        jp word_real
.tables_wide:
        dw 0,0,1000h,0,0
.tables:
        dw 1800h,2000h,0,1E00h,3800h,0,0,0,7600h,7800h,0,0,0,7600h,7800h
        dw 0,0,0,0FA00h,0F000h,0,0,0,0FA00h,0F000h

        part set_base           ; BASE(L) = DE
        call rows_moved
        by_version 19,44
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
        ld bc,TXTNAM
        add hl,bc
        ldi (hl),e
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
        ; text goes on where it was, until SCREEN
        ld hl,(NAMBAS)
        push hl
        ld hl,(CGPBAS)
        push hl
        call mode_bits
        call set_tables
        pop hl
        ld (CGPBAS),hl
        pop hl
        ld (NAMBAS),hl
        pop af
        ld (SCRMOD),a
        ret
.illegal:
        jp illegal_call
.units: db 15,0,31,1,31
.units_two:
        db 15,127,127,1,31

        part vdp                ; VDP(HL)
        bit 7,h
        jr nz,.status
        call vdp_check
        ld de,RG0SAV
        jr c,.register
        jr nz,.later
        ld a,(STATFL)           ; of the last interrupt: reading the chip would lose the next
        jr .got
.later: ld de,RG8SAV-9
        ld a,l
        cp 25
        ld a,0
        jr nc,.got
.register:
        add hl,de
        ld a,(hl)
.got:   ld hl,a
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
        jp illegal_call

        part vdp_status         ; A = status register A of an MSX2
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
        by_version 8,47
        cp l
        jr c,.illegal
        ld a,h
        or a
        jr nz,.illegal
        ld a,l
        cp 25
        jr c,.there
        cp 33                   ; there are none from 25 to 32
        jr c,.illegal
.there: cp 8
        ret
.illegal:
        jp illegal_call

        part set_vdp            ; VDP(HL) = E
        call vdp_check
        ld c,l
        ld b,e
        jp c,vdp_write
        jr nz,.later
        ld a,(msx_version)      ; the status: an MSX2 refuses it
        or a
        ret z
        jp illegal_call
.later: dec c
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
