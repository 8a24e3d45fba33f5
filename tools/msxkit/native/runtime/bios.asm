; USR of the BIOS entries that BASIC programs call. Of those that touch the screen, the keys or the sound, which the
; runtime keeps itself, it does the work.

DISSCR  equ 0041h
ENASCR  equ 0044h

        part usr                ; USR: HL = where its address lies. What the program's DEF USR name is in usr_entries
usr:    ld e,(hl)
        inc hl
        ld d,(hl)
        ld hl,usr_entries
.next:  ld c,(hl)
        inc hl
        ld b,(hl)
        inc hl
        ld a,b
        or c
        jp z,illegal_call
        ex de,hl
        or a
        sbc hl,bc
        add hl,bc
        ex de,hl
        jr z,.found
        inc hl
        inc hl
        jr .next
.found: ld e,(hl)
        inc hl
        ld d,(hl)
        ex de,hl
        jp (hl)

        part usr_text           ; INITXT
usr_text:
        xor a
        jp set_screen

        part usr_tiles          ; INIT32
usr_tiles:
        ld a,1
        jp set_screen

        part usr_silence        ; GICINI
usr_silence:
        call music_fresh
        jp sound_start

        part usr_forget         ; KILBUF
usr_forget:
        ld hl,(PUTPNT)
        ld (GETPNT),hl
        ret
