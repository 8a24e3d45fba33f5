; What the function keys hold.

        part keys_start         ; what the function keys hold
        ld hl,FNKSTR
        ld de,FNKSTR+1
        ld bc,159
        ld (hl),0
        ldir
        ld hl,.texts
        ld de,FNKSTR
        ld b,10
.key:   push de
.text:  ldi a,(hl)
        or a
        jr z,.next
        ldi (de),a
        jr .text
.next:  pop de
        ld a,16
        add a,e
        ld e,a
        jr nc,.same
        inc d
.same:  djnz .key
        ret
.texts: db "color ",0,"auto ",0,"goto ",0,"list ",0,"run",13,0
        db "color 15,4,4",13,0,"cload",34,0,"cont",13,0,"list.",13,30,30,0,12,"run",13,0

        part key            ; KEY C, HL
        ld a,b
        or a
        jr nz,.illegal
        ld a,c
        dec a
        cp 10
        jr nc,.illegal
        ld (.text),hl
        ld hl,a
        .4 add hl,hl
        ld de,FNKSTR
        add hl,de
        ex de,hl                ; DE = where it goes
        ld hl,(.text)
        ld a,(hl)
        cp 16
        jr c,.fits
        ld a,15
.fits:  ld b,a
        inc hl
        ldi c,(hl)
        ld h,(hl)
        ld l,c
        ld c,16
        inc b
        jr .count
.copy:  ld a,(hl)
        or a
        jr z,.illegal
        ld (de),a
        inc hl
        inc de
        dec c
.count: djnz .copy
        xor a
.zeros: ldi (de),a
        dec c
        jr nz,.zeros
        ld hl,(.text)
        call string_release
        jp show_keys
.illegal:
        jp illegal_call
        ram
.text:  ds 2

        part key_list     ; KEY LIST
        ld hl,FNKSTR
        ld b,10
.key:   push bc
        push hl
        ld b,16
.character:
        ld a,(hl)               ; all of them, zeros at the end as blanks
        cp 127
        jr z,.blank
        cp 32
        jr nc,.put
.blank: ld a,32
.put:   push hl
        push bc
        call put
        pop bc
        pop hl
        inc hl
        djnz .character
        call new_line
        pop hl
        ld bc,16
        add hl,bc
        pop bc
        djnz .key
        ret

        part need_disk          ; error 5 on an MSX1 without a disk: words of Disk BASIC; keeps what is in HL, FAC and the carry
        push af
        ld a,(msx_version)
        or a
        call z,files_known
        jp z,illegal_call
        pop af
        ret

        part no_drive           ; OPEN of a drive that no machine has
        ld a,(msx_version)
        or a
        jp z,bad_file_name      ; an MSX1 has no drives: no such name
        jp bad_drive
