; The commands of a V9938 (technical data book, chapter 4). Their operands lie in memory in the order of registers
; 32 to 46. Rows count from the first one of page 0: the high byte of a row is its page.

COMMAND_POINT equ 40h
COMMAND_PSET equ 50h
COMMAND_SEARCH equ 60h
COMMAND_LINE equ 70h
COMMAND_FILL equ 80h            ; LMMV
COMMAND_MOVE equ 90h            ; LMMM
COMMAND_READ equ 0A0h           ; LMCM
COMMAND_WRITE equ 0B0h          ; LMMC
COMMAND_BYTES equ 0C0h          ; HMMV
TO_LEFT equ 4
UPWARDS equ 8

        part command_operands
        ram
command_sx:
        ds 2
command_sy:
        ds 2
command_dx:
        ds 2
command_dy:
        ds 2
command_nx:
        ds 2
command_ny:
        ds 2
command_colour:
        ds 1
command_way:
        ds 1                    ; ARG: directions, and which way of a line is the longer one
command_code:
        ds 1

        part command            ; the command A, combined as LOGOPR says; its operands in memory
        ld hl,LOGOPR
        or (hl)
command_plain:                  ; the same of a command that combines nothing
        ld (command_code),a
        call command_wait
        ld a,32
        call command_select
        ld hl,command_sx
        ld bc,15*256+VDP_INDIRECT
        otir
        ret

        part command_wait       ; until the chip has carried out its command; keeps all but A
        ld a,2
        call vdp_status
        rrca
        jr c,command_wait
        ret

        part command_select     ; the next bytes to VDP_INDIRECT go to register A and on
        di
        out (VDP_CONTROL),a
        ld a,80h+17
        out (VDP_CONTROL),a
        ei
        ret

        part command_drawn      ; the command A in the ink, to its end
        ld hl,(ink)
        ld h,a
        ld a,l
        ld (command_colour),a
        ld a,h
        call command
        jp command_wait
