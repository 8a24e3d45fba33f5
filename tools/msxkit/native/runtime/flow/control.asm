; RUN, CLEAR, ON ERROR and RESUME, DEF FN, TRON.

        part run_statement      ; RUN in the program
        pop hl
        ld sp,stack_top
        push hl
        jp clear_program

        part clear_statement    ; CLEAR: what clear_given says of clear_space and clear_top
        ld a,(clear_given)
        rra
        jr nc,.top
        ld hl,(clear_space)
        bit 7,h
        jp nz,illegal_call
        ld (string_size),hl
.top:   rra
        jr nc,.clear
        ld hl,(HIMEM)
        ld de,(clear_top)
        bit 7,d
        jp z,illegal_call
        sub hl,de
        jp c,illegal_call
        ld hl,ram_start         ; what lies below it a cartridge leaves alone
        sub hl,de
        jr nc,.clear
        ld (free_from),de
        call clear_files
        ld (memory_top),de
.clear: jp clear_program
        ram
clear_given:
        ds 1
clear_space:
        ds 2
clear_top:
        ds 2

        part error_statement        ; ERROR L
        ld a,l
        or a
        jp nz,error
        jp illegal_call

        part on_error           ; ON ERROR and RESUME
error_reset:
        ld hl,0
        ld (error_handler),hl
        ld (error_place),hl
        xor a
        ld (ONEFLG),a
        ret
on_error_off:
        ld hl,0
        ld (error_handler),hl
        ld a,(ONEFLG)
        or a
        ret z
        xor a
        ld (ONEFLG),a
        jp error_message
error_trap_on:
        ld hl,(error_handler)
        ld a,h
        or l
        jp z,error_message
        ld a,(ONEFLG)
        or a
        ld a,0
        ld (ONEFLG),a
        jp nz,error_message
        inc a
        ld (ONEFLG),a
        call keep_bank
        call clear_temps
        ld sp,stack_top
        jp (hl)
end_of_text_on:
        ld a,(ONEFLG)
        or a
        jp z,program_end
        ld hl,0FFFFh            ; in the last line
        push hl
        jp no_resume
resume_same:
        ld bc,2
        jr .resume
resume_next:
        ld bc,4
.resume:
        call resume_at
        jr repeat_statement
continue_statement:             ; CONT: the statement of the last error again; error 17: there was none
        ld bc,2
        ld hl,(error_place)
        ld a,h
        or l
        jp z,cant_continue
repeat_statement:
        ; the statement that the error was in: the last one that begins before its place
        call statement_rows
        ld de,(error_place)
.next:  push hl
        ld hl,(hl)
        sub hl,de
        pop hl
        jr nc,.found
        push bc
        ld bc,6
        add hl,bc
        pop bc
        jr .next
.found: push bc
        ld bc,-6
        add hl,bc
        pop bc
        ld sp,stack_top
        add hl,bc
        ld hl,(hl)
        jp (hl)
must_handle:                    ; error 22 unless a handler runs
        ld hl,ONEFLG
        ld a,(hl)
        or a
        ret nz
        dec (hl)                ; as if within a handler: none is called
        ld a,22
        jp error
resume_at:
        ld hl,ONEFLG
        ld a,22
        dec (hl)
        jp nz,error             ; as if within a handler: none is called
        xor a
        ld (ERRFLG),a
        ret
        ram
error_handler:
        ds 2

        part statement_rows_plain ; the statements, by the address of their code: where RESUME and RESUME NEXT go
        ld hl,statement_table
        ret

        part clear_temps        ; no temporary string and no parameter is in use; keeps HL
        push hl
        ld hl,parameters_start
.next:  ld de,temps_end
        cp hl,de
        jr nc,.done
        ldi (hl),0
        inc hl
        inc hl
        jr .next
.done:  pop hl
        ret

        part error_number       ; ERR, ERL
        ld a,(ERRFLG)
        ld hl,a
        ret
error_line_number:
        ld hl,(ERRLIN)
        jp word_real

        part stop_statement     ; STOP
        ld hl,(stack_top-2)
        dec hl
        jp stop_program

        part call_function      ; FN: the body at HL; error 18: there is none, 7: they call one another for ever
        ld a,h
        or l
        jp z,undefined_function
        ex de,hl
        ld hl,stack_floor
        or a
        sbc hl,sp
        ex de,hl
        jp nc,out_of_memory
        jp (hl)

        part wrong_function     ; FN with parameters that do not fit its body HL: error 2; without a body: error 18
        ld a,h
        or l
        jp nz,syntax
        jp undefined_function

        part string_result      ; any string HL becomes the temporary DE
        or a
        push hl
        sbc hl,de
        pop hl
        ret z
        push de
        call string_assign
        pop hl
        ret
string_copy:                    ; the same where it may be that temporary already
        jp string_result

        part repeat_check       ; error 5 unless HL and BC are 0 to 255
        ld a,h
        or b
        ret z
        jp illegal_call

        part trace_line         ; TRON: a line begins
        ld a,(tracing)
        or a
        ret z
        text_screens_only
        ld hl,(stack_top-2)
        call find_line
        push hl
        ld a,'['
        call put
        pop hl
        call put_word
        ld a,']'
        jp put
trace_tron:
        ld a,1
        jr .set
trace_troff:
        xor a
.set:   ld (tracing),a
        ret
        ram
tracing:
        ds 1
