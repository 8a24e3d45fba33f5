; The macro language of DRAW and PLAY: letters, numbers, variables and strings within strings.
; The program supplies macro_types, the type of a name by its first letter, and macro_variables: name (two characters),
; type (its size, 80h more for an array), address.

MACRO_DEEPEST equ 40
MACRO_NAME equ 39

        part macro              ; the characters of a macro
macro_start:                    ; the string HL
        xor a
        ld (macro_depth),a
        ld de,macro_stack
        ld (macro_base),de
macro_string:
        ld a,(hl)
        ld (macro_left),a
        inc hl
        ld hl,(hl)
        ld (macro_text),hl
        ret
macro_take:                     ; A = the next character, in upper case; carry: the string has ended
        ld hl,(macro_text)
        ld a,(macro_left)
.next:  sub 1
        ret c
        ld (macro_left),a
        ld b,a
        ldi a,(hl)
        ld (macro_text),hl
        cp ' '
        ld c,a
        ld a,b
        jr z,.next
        ld a,c
        cp 'a'
        jr c,.upper
        cp 'z'+1
        jr nc,.upper
        sub 32
.upper: or a
        ret
macro_back:                     ; the character that was just taken
        ld hl,(macro_text)
        dec hl
        ld (macro_text),hl
        ld hl,macro_left
        inc (hl)
        ret
macro_command:                  ; A = the next command, also behind the string of an X; carry: the end
        call macro_take
        ret nc
        ld a,(macro_depth)
        sub 1
        ret c
        ld (macro_depth),a
        call macro_level
        ld a,(hl)
        ld (macro_left),a
        inc hl
        ldi e,(hl)
        ld d,(hl)
        ld (macro_text),de
        jr macro_command
macro_level:                    ; HL = what is kept of string A
        ld de,a
        ld hl,(macro_base)
        .3 add hl,de
        ret
macro_insert:                   ; X: goes on with the string of a variable
        call macro_variable
        cp 3
        jp nz,illegal_call
        push hl
        ld a,(macro_depth)
        cp MACRO_DEEPEST
        jp nc,illegal_call
        inc a
        ld (macro_depth),a
        dec a
        call macro_level
        ld a,(macro_left)
        ldi (hl),a
        ld de,(macro_text)
        ldi (hl),e
        ld (hl),d
        pop hl
        jp macro_string
        ram
macro_text:
        ds 2
macro_left:
        ds 1
macro_depth:
        ds 1
macro_base:
        ds 2                    ; what is kept of the strings around this one
macro_stack:
        ds 3*MACRO_DEEPEST

        part macro_number       ; HL = a number; of it A (carry: nothing) has been taken
        call macro_take
macro_number_of:
        jp c,illegal_call
        cp '+'
        jr z,macro_number
        cp '-'
        jr nz,.unsigned
        call macro_number
        neg hl
        ret
.unsigned:
        cp '='
        jr nz,.digits
        call macro_variable
        jr c,.real
        cp 3
        jp z,illegal_call
        ret
.real:  jp num_integer
.digits:
        sub '0'
        jp c,illegal_call
        cp 10
        jp nc,illegal_call
        ld hl,0
.digit: ld bc,a
        add hl,hl
        jp c,illegal_call
        ld de,hl
        add hl,hl
        jp c,illegal_call
        add hl,hl
        jp c,illegal_call
        add hl,de
        jp c,illegal_call
        add hl,bc
        jp c,illegal_call
        push hl
        call macro_take
        pop hl
        ret c
        cp '0'
        jr c,.end
        cp '9'+1
        jr nc,.end
        sub '0'
        jr .digit
.end:   cp ';'
        ret z
        push hl
        call macro_back
        pop hl
        ret
macro_optional:                 ; HL = the number behind a command: 1 when there is none, 0 for a semicolon
        call macro_take
        ld hl,1
        ret c
        cp '+'
        jr z,macro_number_of
        cp '-'
        jr z,macro_number_of
        cp '='
        jr z,macro_number_of
        cp '0'
        jr c,.none
        cp '9'+1
        jr c,.number
.none:  dec hl
        cp ';'
        ret z
        call macro_back
        ld hl,1
        ret
.number:
        or a
        jp macro_number_of
