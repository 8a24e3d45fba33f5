; ON INTERVAL, KEY, STOP, STRIG and SPRITE GOSUB, and CTRL-STOP.
; A trap has four bytes: 0 off, 1 on, 2 stopped; whether it waits; its routine. Numbers: KEY 0-9, STOP 10, SPRITE 11,
; STRIG 12-16, INTERVAL 17: the order in which routines are called.

TRAP_STOP equ 10
TRAP_SPRITE equ 11
TRAP_STRIG equ 12
TRAP_INTERVAL equ 17
TRAPS   equ 18

        part break_start        ; CTRL-STOP ends the program
        ld hl,break_interrupt
hook_start:                     ; HL = what every interrupt of the video chip calls
        ld a,0C3h
        di
        call hook_place
        ld (H_TIMI),a
        ld (H_TIMI+1),hl
        ret
hook_end:
        call hook_off
        jp music_stop
hook_none:
        ld a,0C9h
        ld (H_TIMI),a
        ret
break_interrupt:
        push af
        ld a,(NEWKEY+7)
        and 16                  ; STOP
        jr nz,.out
        ld a,(NEWKEY+6)
        and 2                   ; CTRL
        jr z,break_now
.out:   pop af
        jp interrupt_end
break_now:
        call hook_end           ; once is enough
        ld hl,(stack_top-2)     ; where in the program
        inc hl
        ei
        jp stop_program

        part traps_start
        ld hl,trap_interrupt
        jp hook_start
        ram
trap_any:
        ds 1                    ; some trap may wait
traps:  ds 4*TRAPS
interval_period:
        ds 2
interval_count:
        ds 2
trap_keys:
        ds 1                    ; keys and triggers that were down: bits of .pressed
trap_triggers:
        ds 1

        part traps_reset        ; as RUN leaves them
        ld hl,traps
        ld de,traps+1
        ld bc,4*TRAPS-1
        ld (hl),0
        ldir
        ld hl,bc
        ld (interval_period),hl
        ret

        part trap_interrupt     ; A = status of the video chip
        push af
        push bc
        push de
        push hl
        and 32
        ld e,TRAP_SPRITE
        call nz,.happened
        ; INTERVAL
        ld hl,(interval_period)
        ld a,h
        or l
        jr z,.keys
        ex de,hl
        ld hl,(interval_count)
        dec hl
        ld a,h
        or l
        jr nz,.count
        ex de,hl
        ld e,TRAP_INTERVAL
        push hl
        call .happened
        pop hl
.count: ld (interval_count),hl
.keys:  ; F1 to F5, with SHIFT F6 to F10
        ld a,(NEWKEY+6)
        ld b,a
        ld a,(NEWKEY+7)
        ld c,a
        ld a,b
        .3 rlca                 ; F1 F2 F3 in bits 0 1 2
        and 7
        ld d,a
        ld a,c
        .3 rlca
        and 24                  ; F4 F5 in bits 3 4
        or d
        cpl
        and 31
        ld d,a
        ld hl,trap_keys
        ld a,(hl)
        ld (hl),d
        cpl
        and d                   ; pressed just now
        ld d,a
        ld e,0
        bit 0,b
        jr nz,.function
        ld e,5
.function:
        srl d
        call c,.happened
        inc e
        ld a,d
        or a
        jr nz,.function
        ; STRIG: the space key, then the triggers of the joysticks
        ld a,(NEWKEY+8)
        cpl
        and 1
        ld d,a
        ld c,0
        call .joystick
        rlca                    ; bits 4 5: triggers 1 and 3
        ld b,a
        ld c,40h
        call .joystick
        rlca
        rlca                    ; as bits 6 and 7 after all
        ld c,a
        ld a,b
        and 20h
        swapnib                 ; first of 1: bit 1
        or d
        ld d,a
        ld a,b
        and 40h
        .3 rrca                 ; second of 1: bit 3
        or d
        ld d,a
        ld a,c
        and 40h
        swapnib                 ; first of 2: bit 2
        or d
        ld d,a
        ld a,c
        and 80h
        .3 rrca                 ; second of 2: bit 4
        or d
        ld d,a
        ld hl,trap_triggers
        ld a,(hl)
        ld (hl),d
        cpl
        and d
        ld d,a
        ld e,TRAP_STRIG
.trigger:
        srl d
        call c,.happened
        inc e
        ld a,d
        or a
        jr nz,.trigger
        ; CTRL-STOP
        ld a,(NEWKEY+7)
        and 16
        jr nz,.out
        ld a,(NEWKEY+6)
        and 2
        jr nz,.out
        ld a,(traps+4*TRAP_STOP)
        or a
        jp z,break_now
        ld e,TRAP_STOP
        call .happened
.out:   pop hl
        pop de
        pop bc
        pop af
        jp interrupt_end
.happened:                      ; trap E
        push de
        ld d,0
        ld hl,traps
        .4 add hl,de
        pop de
        ld a,(hl)
        or a
        ret z
        inc hl
        ld (hl),1
        ld hl,trap_any
        ld a,(hl)
        or a
        ret nz
        inc (hl)
        ret
.joystick:                      ; A = pins of a joystick, pressed ones as 1; C = 0 or 40h. The BIOS may be reading the other
        ld a,15                 ; joystick, and finds register 15 as it was
        out (0A0h),a
        in a,(0A2h)
        ld l,a
        and 0BFh
        or c
        out (0A1h),a
        ld a,14
        out (0A0h),a
        in a,(0A2h)
        cpl
        and 30h
        ld h,a
        ld a,15
        out (0A0h),a
        ld a,l
        out (0A1h),a
        ld a,h
        ret

        part trap_check         ; before a statement: calls the routine of a trap that waits
        ; the first thing that a statement does
        ld a,(trap_any)
        or a
        ret z
        ld b,a
        ld a,(trap_held)
        or a
        ret nz                  ; ON ERROR's routine is left alone
        ld a,b
        dec a
        jr nz,.later
        ld (trap_any),a
        ld hl,traps
        ld b,TRAPS
.next:  ldi a,(hl)
        dec a
        jr nz,.other
        ld a,(hl)
        or a
        jr z,.other
        inc hl
        ldi e,(hl)
        ld a,(hl)
        or e
        jr z,.no_routine
        ldd d,(hl)
        dec hl
        ldd (hl),0
        ld (hl),2               ; it stops itself until RETURN
        ld a,1
        ld (trap_any),a         ; others may wait as well
        ld a,TRAPS+3
        sub b
        ld c,a
        pop hl
        push de
        .3 dec hl               ; RETURN comes back to the statement
        jp trap_call
.later: ld (trap_any),a
        ret
.no_routine:
        dec hl
        dec hl
.other: .3 inc hl
        djnz .next
        ret

        part trap_held_never    ; a program without ON ERROR
        ram
trap_held_never:
        ds 1

        part trap_done_on       ; RETURN from a trap: A - 1 is its number
        dec a
        ld de,a
        ld hl,traps
        .4 add hl,de
        ld a,(hl)
        cp 2
        ret nz
        ld (hl),1
        ld a,1
        ld (trap_any),a
        ret

        part trap_switch        ; trap C + L, of which there are B, becomes A
        ld e,a
        ld a,h
        or a
        jp nz,illegal_call
        ld a,l
        cp b
        jp nc,illegal_call
        add a,c
        ld bc,a
        ld hl,traps
        .4 add hl,bc
        ld a,(hl)
        or a
        jr nz,.set
        bit 1,e                 ; STOP of a trap that is off remembers nothing
        jr nz,.later
.set:   ld (hl),e
        ld a,e
        or a
        jr nz,.later
        inc hl
        ld (hl),a
.later: ld a,2                  ; one statement more is done before a routine is called
        ld (trap_any),a
        ret

        part interval_set       ; ON INTERVAL=HL
        ld a,h
        or l
        jp z,illegal_call
        di
        ld (interval_period),hl
        ld (interval_count),hl
        ei
        ret
