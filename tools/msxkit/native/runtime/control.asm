; Subroutines, loops, ON ERROR. Their blocks lie on a stack of their own, which grows down from below the strings:
; 0 and an address to return to; 1, the variable, the body, and the numbers limit and step; 2 and the same with integers.

FOR_REAL equ 21
FOR_INTEGER equ 9

        part gosub              ; call gosub / dw routine: calls it; RETURN comes back behind that
gosub:  pop hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        push de
gosub_to:                       ; HL = where RETURN comes back to; the routine is on the stack
        ex de,hl
        ld hl,(control)
        dec hl
        ld (hl),d
        dec hl
        ld (hl),e
        dec hl
        ld (hl),0
        ld (control),hl
        jp control_room

        part control_room       ; error 7 when the stack meets the arrays
control_room:
        ld de,(arrays_end)
        inc d
        or a
        sbc hl,de
        ret nc
        ld a,7
        jp error

        part return             ; RETURN: jumps back
return: pop hl                  ; where in the program this is
return_here:
        ld (stack_top-2),hl     ; for the error
        ld hl,(control)
.next:  ld de,(control_base)
        or a
        sbc hl,de
        add hl,de
        jr nc,.none
        ld a,(hl)
        dec a
        jp m,.found
        ld bc,FOR_REAL
        jr z,.skip
        dec a
        ld bc,FOR_INTEGER
        jr z,.skip
        jr .found
.skip:  add hl,bc
        jr .next
.found: inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld (control),hl
        ld sp,stack_top
        push de
        cp 255
        ret z
        jp trap_done            ; A + 2 says which trap called
.none:  ld sp,stack_top-2
        ld a,3
        jp error

        part return_to          ; RETURN line: drops the subroutine
return_to:
        ld hl,(control)
.next:  ld de,(control_base)
        or a
        sbc hl,de
        add hl,de
        jr nc,.none
        ld a,(hl)
        dec a
        jp m,.found
        ld bc,FOR_REAL
        jr z,.skip
        dec a
        ld bc,FOR_INTEGER
        jr z,.skip
        jr .found
.skip:  add hl,bc
        jr .next
.found: inc hl
        inc hl
        inc hl
        ld (control),hl
        cp 255
        ret z
        jp trap_done
.none:  ld a,3
        jp error

        part trap_done_none     ; without traps every block of a subroutine is an ordinary one
trap_done_default:
        ret

        part for_block          ; room for the block of a loop: DE = variable, BC = its body, A = size, HL = the block
for_block:
        ld (.size),a
        ld hl,(control)
.next:  push de
        ld de,(control_base)
        or a
        sbc hl,de
        add hl,de
        pop de
        jr nc,.new
        ld a,(hl)
        cp 1
        jr c,.new
        cp 3
        jr nc,.new
        ; the same variable and body: what lies above goes
        push hl
        inc hl
        ld a,(hl)
        cp e
        jr nz,.other
        inc hl
        ld a,(hl)
        cp d
        jr nz,.other
        inc hl
        ld a,(hl)
        cp c
        jr nz,.other
        inc hl
        ld a,(hl)
        cp b
        jr nz,.other
        pop hl
        call .behind
        jr .make
.other: pop hl
        call .behind
        jr .next
.behind:
        ld a,(hl)
        dec a
        ld a,FOR_REAL
        jr z,.add
        ld a,FOR_INTEGER
.add:   add a,l
        ld l,a
        ret nc
        inc h
        ret
.new:   ld hl,(control)
.make:  ld a,(.size)
        push bc
        ld c,a
        ld b,0
        or a
        sbc hl,bc
        ld (control),hl
        push hl
        push de
        call control_room
        pop de
        pop hl
        pop bc
        push hl
        ld a,(.size)
        cp FOR_REAL
        ld a,1
        jr z,.kind
        inc a
.kind:  ld (hl),a
        inc hl
        ld (hl),e
        inc hl
        ld (hl),d
        inc hl
        ld (hl),c
        inc hl
        ld (hl),b
        inc hl
        ex de,hl
        pop hl
        ret                     ; DE = where limit and step go
        ram
.size:  ds 1

        part for_integer        ; FOR of the integer variable DE, body BC; loop_limit and loop_step have been set
for_integer:
        ld a,FOR_INTEGER
        call for_block
        ld hl,loop_limit
        ldi
        ldi
        ld hl,loop_step
        ldi
        ldi
        ret

        part for_real           ; the same for other variables: loop_limit and loop_step are numbers
for_real:
        ld a,FOR_REAL
        call for_block
        ld hl,loop_limit
        ld bc,8
        ldir
        ld hl,loop_step
        ld c,8
        ldir
        ret

        part loop_ram
        ram
loop_limit:
        ds 8
loop_step:
        ds 8

        part next_variable      ; NEXT of the variable DE: jumps to the body, or comes back when the loop has ended
next_variable:
        ld hl,(control)
.search:
        push de
        ld de,(control_base)
        or a
        sbc hl,de
        add hl,de
        pop de
        jp nc,next_error
        ld a,(hl)
        dec a
        jp m,next_error
        ld bc,FOR_REAL
        jr z,.look
        dec a
        jp nz,next_error
        ld bc,FOR_INTEGER
.look:  inc hl
        ld a,(hl)
        inc hl
        cp e
        jr nz,.other
        ld a,(hl)
        cp d
        jr z,.found
.other: dec hl
        dec hl
        add hl,bc
        jr .search
.found: dec hl
        dec hl
        ld (control),hl
        jr next_loop

next_innermost:                 ; NEXT without a variable
        ld hl,(control)
        ld de,(control_base)
        or a
        sbc hl,de
        add hl,de
        jp nc,next_error
        ld a,(hl)
        or a
        jp z,next_error
        cp 3
        jp nc,next_error
next_loop:
        ld a,(hl)
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        dec a
        jr z,.real
        push hl                 ; body, limit, step
        inc hl
        inc hl
        inc hl
        inc hl
        ld c,(hl)
        inc hl
        ld b,(hl)
        ex de,hl                ; HL = variable
        push hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        or a
        adc hl,bc
        jp pe,.overflow
        ex de,hl
        pop hl
        ld (hl),e
        inc hl
        ld (hl),d
        pop hl
        push hl
        inc hl
        inc hl
        ld c,(hl)
        inc hl
        ld h,(hl)
        ld l,c                  ; the limit
        bit 7,b
        jr z,.up
        ex de,hl
.up:    ; it goes on while HL >= DE
        ld a,h
        xor d
        jp m,.signs
        sbc hl,de
        pop hl
        jr nc,.again
        jr .end
.signs: bit 7,h
        pop hl
        jr nz,.end
.again: ld e,(hl)
        inc hl
        ld d,(hl)
        pop hl                  ; not back behind NEXT
        ex de,hl
        jp (hl)
.end:   ld hl,(control)
        ld bc,FOR_INTEGER
        add hl,bc
        ld (control),hl
        ret
.overflow:
        ld a,6
        jp error
.real:  push hl                 ; body, limit, step
        inc hl
        inc hl
        push hl
        ld bc,8
        add hl,bc
        ld b,h
        ld c,l
        pop hl
        call step_real
        pop hl
        jr c,.again
        ld hl,(control)
        ld bc,FOR_REAL
        add hl,bc
        ld (control),hl
        ret

        part next_error
next_error:
        ld a,1
        jp error

        part choose             ; ON ... GOTO: L = number, DE = table: count, addresses; comes back beyond it
choose:
        ld a,(de)
        cp l
        ret c
        ld a,l
        or a
        ret z
        call .entry
        pop af
        ex de,hl
        jp (hl)
.entry: dec l
        ld h,0
        add hl,hl
        inc de
        add hl,de
        ld e,(hl)
        inc hl
        ld d,(hl)
        ret
choose_gosub:                   ; ON ... GOSUB: RETURN comes back to BC
        ld a,(de)
        cp l
        ret c
        ld a,l
        or a
        ret z
        call .entry
        pop hl
        ld h,b
        ld l,c
        push de
        jp gosub_to

        part error_trap_none    ; a program without ON ERROR
error_trap_default:
        jp error_message

        part push_gosub         ; GOSUB: RETURN comes back to HL
push_gosub:
        ex de,hl
        ld hl,(control)
        dec hl
        ld (hl),d
        dec hl
        ld (hl),e
        dec hl
        ld (hl),0
        ld (control),hl
        jp control_room

        part must_be_called     ; error 3 unless there is a subroutine
must_be_called:
        ld hl,(control)
.next:  ld de,(control_base)
        or a
        sbc hl,de
        add hl,de
        jr nc,.none
        ld a,(hl)
        or a
        ret z
        ld bc,FOR_REAL
        dec a
        jr z,.skip
        ld bc,FOR_INTEGER
        dec a
        ret nz
.skip:  add hl,bc
        jr .next
.none:  ld a,3
        jp error

        part step_real          ; NEXT of the variable DE, limit HL, step BC: carry while the loop goes on
step_real:
        ld (.limit),hl
        ld (.step),bc
        ; three integers?
        ld a,(de)
        or (hl)
        jr nz,.slow
        ld a,(bc)
        or a
        jr nz,.slow
        inc hl
        push hl
        inc bc
        ld a,(bc)
        ld l,a
        inc bc
        ld a,(bc)
        ld h,a
        ld b,h
        ld c,l
        ex de,hl
        inc hl
        push hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        or a
        adc hl,bc
        jp pe,.large
        ex de,hl
        pop hl
        ld (hl),e
        inc hl
        ld (hl),d
        pop hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        ex de,hl
step_integer:                   ; HL = value, DE = limit, B: sign of the step: carry while the loop goes on
        bit 7,b
        jr z,.up
        ex de,hl
.up:    ld a,h
        xor d
        jp m,.signs
        or a
        ex de,hl
        sbc hl,de
        ccf
        ret
.signs: ld a,d
        cpl
        rla                     ; carry: the limit is not negative
        ret
.large: pop hl
        dec hl
        ex de,hl
        pop hl
.slow:  push de                 ; the variable
        ld hl,(.step)
        ld a,(hl)
        or a
        jr nz,.real_step
        ld a,(de)
        or a
        jp z,.mixed
        call real_in_place
        jr .real_limit
.real_step:
        ld a,(de)
        or a
        jr nz,.real_limit
        ex de,hl
        call real_in_place
.real_limit:                    ; from now on it is kept as a real
        ld hl,(.limit)
        ld a,(hl)
        or a
        call z,real_in_place
        pop de
        push de
        ld hl,(.step)
        call step_in_place
        jr c,.stored
        pop hl
        push hl
        ld de,(.step)
        call real_sum
.sum:   pop de
        jr nc,.whole
        ld hl,singles_start-1   ; a single is rounded
        or a
        sbc hl,de
        call c,.single
        ld hl,fac
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ldi
        ld de,(.limit)
        ld a,(de)
        or a
        jr z,.zero_limit
        call real_compare
        jr .compared
.stored:
        pop de
        ld hl,singles_start-1
        or a
        sbc hl,de
        call c,.shortened
        ex de,hl
        ld de,(.limit)
        call real_order
        jr .compared
.zero_limit:                    ; 0, or an integer beside one real
        scf
.hybrid:
        call num_compare
.compared:
        jr z,.equal
        push af
        ld hl,(.step)
        ld a,(hl)
        or a
        jr nz,.sign
        inc hl
        inc hl
        ld a,(hl)
.sign:  rla
        jr c,.down
        pop af                  ; C: below the limit
        ret
.down:  pop af
        ccf
        ret
.equal: scf
        ret
.mixed: ex de,hl                ; two integers, and a limit that is none
        call num_load
        ld de,(.step)
        call num_add
        jr .sum
.whole: push hl
        call num_store          ; carry is clear
        pop hl
        ld de,(.limit)
        or a
        jr .hybrid
.single:
        ld hl,singles_end-1
        or a
        sbc hl,de
        ret c
        push de
        scf
        call num_single
        pop de
        ret
.shortened:
        ld hl,singles_end-1
        or a
        sbc hl,de
        ret c
        ld hl,4
        add hl,de
        xor a
        or (hl)
        inc hl
        or (hl)
        inc hl
        or (hl)
        inc hl
        or (hl)
        ret z                   ; six digits are left
        push de
        ld h,d
        ld l,e
        call load_real
        call num_single
        pop de
        push de
        call num_store
        pop de
        ret
        ram
.limit: ds 2
.step:  ds 2

        part step_in_place      ; adds the real HL of up to six digits to the real DE where that lies, at least as large
step_in_place:                  ; carry: it is done
        ld a,(de)
        xor (hl)
        ld c,a                  ; bit 7: the signs differ
        ld a,(de)
        and 7Fh
        ld b,a
        ld a,(hl)
        and 7Fh
        sub b
        neg
        cp 8
        ret nc                  ; one of them is 0, or they are too far apart
        ld b,a
        or a
        jr nz,.apart
        bit 7,c
        ret nz
.apart:
        push de
        ex de,hl                ; no digits behind the sixth
        ld hl,7
        add hl,de
        xor a
        or (hl)
        jr nz,.no
        dec hl
        or (hl)
        dec hl
        or (hl)
        dec hl
        or (hl)
        jr nz,.no
        dec hl
        push bc
        ld de,shifted+2
        ldd
        ldd
        ldd
        pop bc
        ld (shifted+3),a
        ld hl,shifted
        srl b
        jr nc,.aligned
        rept 4
        rrd
        inc l
        endm
        dec l
        jr .ready
.aligned:
        ld l,low(shifted)+3
.ready: pop de                  ; the last byte that counts
        push de
        ld a,b
        add a,4
        add a,e
        ld e,a
        jr nc,.page
        inc d
.page:  or a
        bit 7,c
        jr nz,.minus
        rept 4
        ld a,(de)
        adc a,(hl)
        daa
        ld (de),a
        dec de
        dec l
        endm
        jr nc,.done
        inc b
.carry: dec b
        jr z,.longer
        ld a,(de)
        add a,1
        daa
        ld (de),a
        dec de
        jr c,.carry
.done:  pop de
        scf
        ret
.no:    pop de
        ret
.longer:                        ; one digit more
        pop hl
        push hl
        call load_real
        call real_add.carry
        jr .store
.minus:
        rept 4
        ld a,(de)
        sbc a,(hl)
        daa
        ld (de),a
        dec de
        dec l
        endm
        jr nc,.normal
.borrow:
        ld a,(de)
        sub 1
        daa
        ld (de),a
        dec de
        jr c,.borrow
.normal:
        pop hl
        push hl
        inc hl
        ld a,(hl)
        cp 10h
        jr nc,.done
        dec hl
        call load_real          ; fewer digits
        xor a
        ld (fac+8),a
        call normalise
.store: pop de
        call num_store
        scf
        ret

        part real_in_place      ; the integer in the number at HL as a real, unless it is 0
real_in_place:
        push hl
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        pop hl
        ex de,hl
        jp int_to_real

        part loop_edge          ; HL has been counted to 8000h or 7FFFh, or one of its neighbours
loop_edge_up:
        ld a,l
        or a
        ret nz
        jp overflow
loop_edge_down:
        ld a,l
        inc a
        ret nz
        jp overflow

        part run_again          ; RUN in the program
run_again:
        pop hl
        ld sp,stack_top
        push hl
        jp clear_program

        part clear_statement    ; CLEAR: A says which of clear_space and clear_top are given
clear_statement:
        rra
        jr nc,.top
        ld hl,(clear_space)
        bit 7,h
        jr nz,.illegal
        ld (string_size),hl
.top:   rra
        jr nc,.clear
        ld hl,(HIMEM)
        ld de,(clear_top)
        or a
        sbc hl,de
        jr c,.memory
        ld (memory_top),de
.clear: jp clear_program
.illegal:
        ld a,5
        jp error
.memory:
        ld a,7
        jp error
        ram
clear_space:
        ds 2
clear_top:
        ds 2

        part raise_error        ; ERROR L
raise_error:
        ld a,l
        or a
        jp nz,error
        ld a,5
        jp error

        part on_error           ; ON ERROR and RESUME
error_reset:
        ld hl,0
        ld (error_handler),hl
        xor a
        ld (error_active),a
        ret
on_error_off:
        ld hl,0
        ld (error_handler),hl
        ld a,(error_active)
        or a
        ret z
        xor a
        ld (error_active),a
        jp error_message
error_trap_on:
        ld hl,(error_handler)
        ld a,h
        or l
        jp z,error_message
        ld a,(error_active)
        or a
        ld a,0
        ld (error_active),a
        jp nz,error_message
        inc a
        ld (error_active),a
        call keep_bank
        call clear_temps
        ld sp,stack_top
        jp (hl)
end_of_text_on:
        ld a,(error_active)
        or a
        jp z,program_end
        ld a,21
        call error
resume_same:
        ld bc,2
        jr .resume
resume_next:
        ld bc,4
.resume:
        call resume_at
        ; the statement that the error was in: the last one that begins before its place
        call statement_rows
        ld de,(error_place)
.next:  push hl
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        or a
        sbc hl,de
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
        ld a,(hl)
        inc hl
        ld h,(hl)
        ld l,a
        jp (hl)
resume_at:
        ld a,(error_active)
        or a
        jr z,.none
        xor a
        ld (error_active),a
        ret
.none:  ld a,22
        jp error
        ram
error_handler:
        ds 2
error_active:
        ds 1

        part statement_rows_plain ; the statements, by the address of their code: where RESUME and RESUME NEXT go
statement_rows_plain:
        ld hl,statement_table
        ret

        part clear_temps        ; no temporary string is in use; keeps HL
clear_temps:
        push hl
        ld hl,temps_start
.next:  ld de,temps_end
        or a
        sbc hl,de
        add hl,de
        jr nc,.done
        ld (hl),0
        inc hl
        inc hl
        inc hl
        jr .next
.done:  pop hl
        ret

        part error_number       ; ERR, ERL
error_number:
        ld a,(ERRFLG)
        ld l,a
        ld h,0
        ret
error_line_number:
        ld hl,(error_line)
        jp word_real

        part stop_statement     ; STOP
stop_statement:
        ld hl,(stack_top-2)
        dec hl
        jp stop_program

        part call_function      ; FN: the body at HL; error 18 where there is none
call_function:
        ld a,h
        or l
        jr z,.none
        jp (hl)
.none:  ld a,18
        jp error

        part string_result      ; the string HL, whatever it is, as the temporary DE
string_result:
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
repeat_check:
        ld a,h
        or b
        ret z
        ld a,5
        jp error

        part illegal_call       ; error 5
illegal_call:
        ld a,5
        jp error

        part trace_line         ; TRON: a line begins
trace_line:
        ld a,(tracing)
        or a
        ret z
        ld a,(SCRMOD)
        cp 2
        ret nc
        ld hl,(stack_top-2)
        call find_line
        push hl
        ld a,'['
        call put
        pop hl
        call put_word
        ld a,']'
        jp put
        ram
tracing:
        ds 1
