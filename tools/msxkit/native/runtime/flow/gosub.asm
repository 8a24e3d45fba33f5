; Subroutines, loops, ON ERROR. Their blocks lie on a stack of their own, which grows down from below the strings:
; 0 and an address to return to; 1, the variable, the body, and the numbers limit and step; 2 and the same with integers.

FOR_REAL equ 21
FOR_INTEGER equ 9

        macro find_subroutine   ; .found: HL = the last one, A = its first byte - 1 or 2; .none: there is none
        ld hl,(control)
.next:  ld de,(control_base)
        cp hl,de
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
        endm

        part gosub_to           ; HL = where RETURN comes back to; the routine is on the stack
        ld c,0
gosub_trap:                     ; C = which trap calls, or 0
        ex de,hl
        ld hl,(control)
        dec hl
        ldd (hl),d
        ldd (hl),e
        ld (hl),c
        ld (control),hl
        jp control_room

        part control_room       ; error 7 when the stack meets the arrays
        ld de,(arrays_end)
        inc d
        sub hl,de
        ret nc
        jp out_of_memory

        part return             ; RETURN: jumps back
        pop hl                  ; where in the program this is, for the error
        ld sp,stack_top
        push hl
        find_subroutine
.found: inc hl
        ldi de,(hl)
        ld (control),hl
        ld sp,stack_top
        push de
        cp 255
        ret z
        jp trap_done            ; A + 2 says which trap called
.none:  ld (control),hl         ; loops are dropped all the same
        jp return_without_gosub

        part return_to          ; RETURN line: drops the subroutine
        find_subroutine
.found: .3 inc hl
        ld (control),hl
        cp 255
        ret z
        jp trap_done
.none:  ld (control),hl
        jp return_without_gosub

        part must_be_called     ; error 3 unless there is a subroutine
        find_subroutine
.found: ret
.none:  jp return_without_gosub

        part trap_done_none     ; without traps every block of a subroutine is an ordinary one
trap_done_default:
        ret
