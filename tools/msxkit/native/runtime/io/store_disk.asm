; The disk of the machine, by the entry that Disk BASIC has for MSX-DOS (MSX2 Technical Handbook, chapter 3): F37Dh with
; C = the function. While it works, page 1 shows the disk ROM: what is called then lies in RAM, and so does the stack.

DISK_TAIL equ 5                 ; in disk_hooks: what the hook of interrupts was before
DISK_CODE equ 40

        part start_later        ; INIT of a cartridge that needs the disk: it starts when all cartridges are ready
        call own_slot
        ld de,start_now
        ld hl,H_STKE
        ldi (hl),0F7h           ; RST 30h: a call of another slot
        ldi (hl),a
        ldi (hl),de
        ld (hl),0C9h
        ret

        part disk_find          ; A: not 0: there is a disk ROM
        ld a,(DISK_ENTRY)
        cp 0C3h
        ld a,0
        ret nz
        ld a,(H_PHYD)
        sub 0C9h
        ret

        part disk_ready         ; what has to lie in RAM
        call own_slot
        ld (disk_slot),a
        ld hl,(store_area)
        ld de,STORE_BLOCKS+STORE_DTA
        add hl,de
        ld (disk_hooks),hl
        ex de,hl
        ld hl,.interrupt
        ld bc,DISK_TAIL
        ldir
        ld hl,H_TIMI
        ld c,5
        ldir
        push de
        ld hl,de
        inc hl
        inc hl
        ex de,hl
        ldi (hl),e
        ld (hl),d
        ld hl,.handler
        ld bc,.behind-.handler
        ldir
        pop hl
        ld a,(store_here)
        or a
        ret z
        ld (DISK_ERROR),hl
        ret
.interrupt:
        push af
        call 0
        pop af
.handler:                       ; C = what happened; page 1 shows the disk ROM
        ld a,c
        ld (disk_fault),a
        ld sp,(disk_stack)
        ld a,(disk_slot)
        ld h,40h
        call ENASLT
        jp disk_failed
.behind:
        ram
disk_slot:
        ds 1
disk_fault:
        ds 1
disk_stack:
        ds 2
disk_hooks:
        ds 2
disk_count:
        ds 2

        part disk_hook          ; HL = what every interrupt calls: HL = that, and then what was called before
        push de
        ex de,hl
        ld hl,(disk_hooks)
        push hl
        inc hl
        inc hl
        ldi (hl),e
        ld (hl),d
        pop hl
        pop de
        ret
disk_hook_off:                  ; only what was called before
        ld hl,(disk_hooks)
        ld de,DISK_TAIL
        add hl,de
        ld (H_TIMI+1),hl
        ret

        part dos_disk           ; function C with DE and HL: A, HL
        push ix
        ld (disk_count),hl
        ld (disk_stack),sp
        push de
        call disk_hook_off
        ld hl,(store_area)
        ld de,STORE_ROOM
        add hl,de
        pop de
        ld sp,hl
        ld hl,(disk_count)
        call DISK_ENTRY
        ld sp,(disk_stack)
        ld (disk_count),hl
        ld hl,(disk_hooks)
        ld (H_TIMI+1),hl
        ld hl,(disk_count)
        ei
        pop ix
        ret
disk_failed:                    ; the drive could not
        ld hl,(disk_hooks)
        ld (H_TIMI+1),hl
        ei
        ld a,(disk_fault)
        and 0Eh
        ld b,ERROR_WRITE_PROTECTED
        jr z,.error
        ld b,ERROR_DISK_OFFLINE
        cp 2
        jr z,.error
        ld b,ERROR_DISK_IO
.error: ld a,b
        jp error
