; GET DATE and GET TIME: the clock chip of an MSX2 (MSX2 Technical Handbook, 5.7 and the list of ports).

CLOCK_REGISTER equ 0B4h
CLOCK_DATA equ 0B5h
ID_DATE equ 002Bh               ; bits 4-6: how dates are written

        part clock              ; the date or the time, to DE
clock_date:
        ld a,(ID_DATE)
        and 70h
        ld hl,.year_first
        jr z,.date
        cp 20h
        ld hl,.day_first
        jr z,.date
        ld hl,.month_first
.date:  ld c,'/'
        jr .read
clock_time:
        ld hl,.times
        ld c,':'
.read:  ld a,(msx_version)
        or a
        jp z,illegal_call
        push de
        ld a,13
        out (CLOCK_REGISTER),a
        in a,(CLOCK_DATA)
        and 0Ch                 ; the block with the time
        out (CLOCK_DATA),a
        ld de,text_buffer
        ld b,3
.part:  ld a,(hl)               ; tens: register, bits, what is added
        inc hl
        push af
        out (CLOCK_REGISTER),a
        in a,(CLOCK_DATA)
        and (hl)
        inc hl
        add a,(hl)
        inc hl
        cp 10
        jr c,.tens
        sub 10
.tens:  add a,'0'
        ld (de),a
        inc de
        pop af
        dec a
        out (CLOCK_REGISTER),a
        in a,(CLOCK_DATA)
        and 15
        add a,'0'
        ld (de),a
        inc de
        ld a,c
        ld (de),a
        inc de
        djnz .part
        ld b,8
        ld hl,text_buffer
        pop de
        jp string_from
.times: db 5,3,0,3,7,0,1,7,0
.year_first:
        db 12,15,8,10,1,0,8,3,0 ; years count from 1980
.day_first:
        db 8,3,0,10,1,0,12,15,8
.month_first:
        db 10,1,0,8,3,0,12,15,8
