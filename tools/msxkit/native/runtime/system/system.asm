; The machine: work area, start and end of a program, errors.

RG1SAV  equ RG0SAV+1
VDP_DATA equ 98h
VDP_CONTROL equ 99h
VDP_PALETTE equ 9Ah
VDP_INDIRECT equ 9Bh

        macro entry,code,address        ; of a table
        db code
        dw address
        endm

        macro by_version,msx1,others    ; A = one of two numbers
        ld a,(msx_version)
        or a
        ld a,msx1
        jr z,.of_version
        ld a,others
.of_version:
        endm

        macro not_on_msx1               ; comes back on an MSX1
        ld a,(msx_version)
        or a
        ret z
        endm

        macro text_screens_only         ; comes back in SCREEN 2 and above
        ld a,(SCRMOD)
        cp 2
        ret nc
        endm

        macro on_text_screens,routine   ; SCREEN 0 and 1 go on there
        ld a,(SCRMOD)
        cp 2
        jp c,routine
        endm

        macro on_msx1_screens,routine   ; SCREEN 0 to 4 go on there
        ld a,(drawn_mode)
        cp 5
        jp c,routine
        endm

        part start              ; the first code of a cartridge that is seen up to BFFFh
        di
        ld sp,stack_top
        ; the second half of the cartridge, 8000h to BFFFh
        call own_slot
        ld h,80h
        call ENASLT
        jp begin

        part start_beside       ; the first code of a cartridge that leaves 8000h to BFFFh to RAM
        di
        call .is_ram
        jr z,.ready
        in a,(0A8h)             ; the slot that page 3 shows
        rlca
        rlca
        and 3
        call slot_id
        swapnib
        and 0Ch
        or c
        ld h,80h
        call ENASLT
        di
        call .is_ram
        jr nz,.small
.ready: ld sp,stack_top
        jp begin
.is_ram:                        ; Z: 8000h and BFFFh are RAM
        ld hl,8000h
        call .byte
        ret nz
        ld hl,0BFFFh
.byte:  ld a,(hl)
        cpl
        ld (hl),a
        cp (hl)
        cpl
        ld (hl),a
        ret
.small: ei
        call INITXT
        ld hl,.text
.next:  ld a,(hl)
        or a
.never: jr z,.never
        call CHPUT
        inc hl
        jr .next
.text:  db "This cartridge needs 32 KB of RAM.",0

        part own_slot           ; A = the slot of the cartridge, which page 1 shows
        call RSLREG
        rrca
        rrca
        and 3
        call slot_id
        and 0Ch
        or c
        ret

        part slot_id            ; C = the slot of the primary slot A, flagged when it is expanded; A = its secondary slots
        ld bc,a
        ld hl,EXPTBL
        add hl,bc
        ld a,(hl)
        and 80h
        or c
        ld c,a
        .4 inc hl               ; SLTTBL
        ld a,(hl)
        ret

        part begin              ; all of the cartridge is seen; the stack is there
        di
        ld hl,ram_start
        ld de,ram_start+1
        ld bc,ram_end-ram_start-1
        ld (hl),0
        ldir
        ld hl,SCNCNT            ; C-BIOS would not look at the keyboard for its first 256 interrupts
        ld (hl),1
        ld hl,(HIMEM)
        ld (memory_top),hl
        ld a,(ID_VERSION)
        ld (msx_version),a
        or a
        ld hl,beep.tone
        call nz,sound_write     ; an MSX2 has beeped
        call sound_start
        call start_parts
        call screen_start
        call events_start
        ei
run_program:
        ld sp,stack_top
        ld hl,200
        ld (string_size),hl
        call clear_program
        jp program
        ram
        ds 160                  ; for routines and interrupts, however deep functions of the program are nested
stack_floor:
        ds 160
stack_top:
memory_top:
        ds 2                    ; above the strings
free_from:
        ds 2                    ; what CLEAR keeps free begins here; 0: it keeps nothing
msx_version:
        ds 1

        part line_rows_plain    ; the numbers of the lines, by the address of their code
        ld hl,line_table
        ret

        part nothing
nothing:
set_screen_statement:           ; SET SCREEN: nothing is kept by battery
        ret

        part clear_program      ; variables, arrays, strings and stacks as RUN and CLEAR leave them
        ld hl,variables_start
        ld de,variables_start+1
        ld bc,variables_end-variables_start-1
        ld (hl),0
        ldir
        ld hl,ram_end
        ld (arrays_end),hl
        ld hl,(memory_top)
        ld (string_bottom),hl
        ld de,(string_size)
        sub hl,de
        jp c,out_of_memory
        ld (string_limit),hl
        ld (program_limit),hl
        ld (control_base),hl
        ld (control),hl
        ld de,(arrays_end)
        inc d
        sub hl,de
        jp c,out_of_memory
        jp clear_parts
        ram
string_size:
        ds 2
string_bottom:
        ds 2                    ; the strings lie from here to memory_top
string_limit:
        ds 2                    ; and may reach down to here
program_limit:
        ds 2                    ; strings below this are the program's: they are not copied
control_base:
        ds 2
control:
        ds 2                    ; stack of subroutines and loops, growing down
arrays_end:
        ds 2

        part error              ; BASIC error A: to the program's handler, or message and end
        ld (ERRFLG),a
        ld hl,(stack_top-2)     ; where in the program
        ld (error_place),hl
        ld sp,stack_top
        call find_line
        ld (ERRLIN),hl
        jp error_trap
error_message:
        call error_text
        ld hl,text_in
        call put_text
        ld hl,(ERRLIN)
        call put_word
        call fresh_line
        jp ready
        ram
error_place:
        ds 2

        part error_text         ; the message of the error on the text screen
        call text_mode
        call fresh_line
        call beep
        ld a,(ERRFLG)
        ld b,a
        call find_message
        jp put_text

        part find_line          ; the BASIC line number in HL of the code that the address HL is in, or just behind
        ex de,hl
        call line_rows
        ld bc,0
.next:  ldi a,(hl)
        push hl
        ld h,(hl)
        ld l,a
        sub hl,de               ; carry: it begins before the place
        pop hl
        jr nc,.found
        inc hl
        ldi bc,(hl)
        jr .next
.found: ld hl,bc
        ret

        part find_message       ; the text of error B in HL
        ld hl,messages
        ld a,b
        or a
        jr z,.none
        cp 26
        jp nc,more_messages
.next:  dec b
        ret z
.skip:  ldi a,(hl)
        or a
        jr nz,.skip
        jr .next
.none:  ld b,23
        ld hl,messages
        jr .next
messages:
        error_texts

        part file_messages      ; the texts of 50 to 59
        sub 49
        jp c,find_message.none
        jp z,find_message.none
        cp 11
        jp nc,rest_messages     ; A = 11 for 60
        ld b,a
        ld hl,.texts
        jp find_message.next
.texts:
        file_error_texts

        part disk_messages      ; the texts of Disk BASIC, which an MSX1 does not have
        sub 10
        cp 13
        jp nc,find_message.none
        ld b,a
        ld a,(msx_version)
        or a
        call z,files_known
        jp z,find_message.none
        ld hl,.texts
        jp find_message.next
.texts:
        disk_error_texts

        part text_in
        db " in ",0

        part ready              ; the program has ended: Ok, and the cursor for ever
program_end:
end_statement:
new:
        ld sp,stack_top
        call files_close
        call text_mode
        call fresh_line
ready:  ld a,(prompt_set)
        or a
        ld hl,.ok
        jr z,.put
        ld hl,prompt_text
.put:   call put_text
        ld hl,.line
        call put_text
        call hook_end
        call show_cursor
        ex (sp),hl              ; until the chip has written it
        ex (sp),hl
ended:  jr ended
.ok:    db "Ok",0
.line:  db 13,10,0
set_password:                   ; SET TITLE and SET PASSWORD, which take the place of the prompt
        xor a
        ld (prompt_set),a
        ret
        ram
prompt_set:
        ds 1                    ; not 0: SET PROMPT has set it
prompt_text:
        ds 7

        part set_title          ; SET TITLE: what set_title_given says of set_title_text; nothing shows it
        ld a,(set_title_given)
        rra
        ret nc
        jp set_password
        ram
set_title_given:
        ds 1
set_title_text:
        ds 2
set_title_colour:
        ds 1

        part set_prompt         ; SET PROMPT HL
        ld a,(hl)
        cp 7
        jr c,.fits
        ld a,6
.fits:  inc hl
        ld bc,a
        ldi e,(hl)
        ld d,(hl)
        ex de,hl
        ld de,prompt_text
        or a
        jr z,.end
        ldir
.end:   xor a
        ld (de),a
        inc a
        ld (prompt_set),a
        ret

        part stop_program       ; STOP, and CTRL-STOP: HL = where
        ld sp,stack_top
        call find_line
        push hl
        call text_mode
        call fresh_line
        call beep
        ld hl,.break
        call put_text
        ld hl,text_in
        call put_text
        pop hl
        call put_word
        call fresh_line
        jp ready
.break: db "Break",0

        part beep               ; a short tone; what it leaves
        ld hl,.tone
        ld a,(set_beep_sound)
        or a
        jr z,.high
        rra
        jr c,.high
        ld hl,.low
.high:  call sound_write
        inc hl
        ld b,(hl)               ; channels
        ld a,(set_beep_volume)
        or a
        jr nz,.chosen
        ld a,4
.chosen:
        add a,a
        dec a
        ld c,a
        ld a,8
.volume:
        di
        out (0A0h),a
        inc a
        push af
        ld a,c
        out (0A1h),a
        ei
        pop af
        djnz .volume
        ld bc,2000
.wait:  ex (sp),hl
        ex (sp),hl
        dec bc
        ld a,b
        or c
        jr nz,.wait
sound_silence:                  ; GICINI: what plays ends, and the voices are as after switching on
        call music_fresh
        ld hl,.silence
        jr sound_write
sound_start:                    ; the sound chip as a machine has it when it is switched on
        ld hl,.start
sound_write:                    ; pairs of register and value at HL, up to 255
        ld a,(hl)
        inc a
        ret z
        dec a
        inc hl
        di
        out (0A0h),a
        ld a,(hl)
        out (0A1h),a
        ei
        inc hl
        jr sound_write
.tone:  db 0,55h,1,0,7,0BEh,255,1
.low:   db 0,166,1,0,2,167,3,0,4,168,5,0,7,0B8h,255,3
.start: db 11,0Bh,12,0
.silence:
        db 8,0,9,0,10,0,7,0B8h,255
set_beep:                       ; SET BEEP: what is given has been kept
        ret
        ram
set_beep_given:
        ds 1
set_beep_sound:
        ds 1                    ; 0: as sound 1
set_beep_volume:
        ds 1                    ; 0: as volume 4
