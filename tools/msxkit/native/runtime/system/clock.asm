; GET and SET, DATE and TIME: the clock chip of an MSX2 (MSX2 Technical Handbook, 5.7 and the list of ports).

CLOCK_REGISTER equ 0B4h
CLOCK_DATA equ 0B5h

        part clock              ; the date or the time, to DE
get_clock_date_a:
        ld a,1
        jr .any_date
get_clock_date:
        xor a
.any_date:
        ld (clock_bank),a
        ld a,(ID_CHARACTERS)
        and 70h
        ld hl,.year_first
        jr z,.date
        cp 20h
        ld hl,.day_first
        jr z,.date
        ld hl,.month_first
.date:  ld c,'/'
        jr .read
get_clock_time_a:
        ld a,1
        jr .any_time
get_clock_time:
        xor a
.any_time:
        ld (clock_bank),a
        ld hl,.times
        ld c,':'
.read:  ld a,(msx_version)
        or a
        jp z,illegal_call
        push de
        call clock_block
        ld de,text_buffer
        ld b,3
.part:  ld a,(hl)               ; tens: register, bits, what is added
        call alarm_lacks
        jr c,.none
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
        ldi (de),a
        pop af
        dec a
        out (CLOCK_REGISTER),a
        in a,(CLOCK_DATA)
        and 15
        add a,'0'
        ldi (de),a
.next:  ld a,c
        ldi (de),a
        djnz .part
        ld b,8
        ld hl,text_buffer
        pop de
        jp string_from
.none:  .3 inc hl
        ld a,'0'
        ldi (de),a
        ldi (de),a
        jr .next
.times: db 5,3,0,3,7,0,1,7,0
.year_first:
        db 12,15,8,10,1,0,8,3,0 ; years count from 1980
.day_first:
        db 8,3,0,10,1,0,12,15,8
.month_first:
        db 10,1,0,8,3,0,12,15,8

        part set_clock          ; SET DATE HL
set_clock_date_a:
        ld a,1
        jr .any_date
set_clock_date:
        xor a
.any_date:
        ld (clock_bank),a
        ld a,(ID_CHARACTERS)
        and 70h
        ld de,.year_first
        jr z,.text
        cp 20h
        ld de,.day_first
        jr z,.text
        ld de,.month_first
        jr .text
set_clock_time_a:                 ; SET TIME HL
        ld a,1
        jr .any_time
set_clock_time:
        xor a
.any_time:
        ld (clock_bank),a
        ld de,.times
.text:  ld a,(hl)
        cp 8
        jr nz,.syntax
        inc hl
        ld hl,(hl)
        push hl
        push de
        ld b,3
.check: call .pair
        ex de,hl
        inc hl
        cp (hl)
        jp c,illegal_call
        inc hl
        cp (hl)
        jp nc,illegal_call
        inc hl
        ex de,hl
        inc hl
        djnz .check
        pop de
        pop hl
        call clock_block
        ld b,3
.write: ld a,(de)               ; tens: register
        call alarm_lacks
        jr c,.none
        .3 inc de
        ld c,a
        out (CLOCK_REGISTER),a
        cp 12
        ld a,(hl)
        jr nz,.tens
        add a,2                 ; years count from 1980
        cp '0'+10
        jr c,.tens
        sub 10
.tens:  inc hl
        and 15
        out (CLOCK_DATA),a
        ld a,c
        dec a
        out (CLOCK_REGISTER),a
        ldi a,(hl)
        inc hl
        and 15
        out (CLOCK_DATA),a
.next:  djnz .write
        ret
.none:  .3 inc de
        .3 inc hl
        jr .next
.syntax:
        jp syntax
.pair:  call .digit             ; the number at HL, to A
        ld c,a
        add a,a
        add a,a
        add a,c
        add a,a
        ld c,a
        call .digit
        add a,c
        ret
.digit: ldi a,(hl)
        sub '0'
        cp 10
        ret c
        jr .syntax
.times: db 5,0,24,3,0,60,1,0,60 ; register of the tens, least value, greatest and one more
.year_first:
        db 12,0,100,10,1,13,8,1,32
.day_first:
        db 8,1,32,10,1,13,12,0,100
.month_first:
        db 10,1,13,8,1,32,12,0,100

        part clock_block        ; the registers are those of the block with the time, or with the alarm
        push hl
        ld hl,clock_bank
        ld a,13
        out (CLOCK_REGISTER),a
        in a,(CLOCK_DATA)
        and 0Ch
        or (hl)
        out (CLOCK_DATA),a
        pop hl
        ret
alarm_lacks:                    ; carry: A is the register of seconds, months or years, and they are the alarm's
        push hl
        ld hl,clock_bank
        or a
        bit 0,(hl)
        pop hl
        ret z
        cp 3
        ret c
        cp 9
        ccf
        ret
        ram
clock_bank:
        ds 1                    ; 1: the alarm
