; PRINT USING: numbers.

        part using_number       ; the number into the next field
        ld de,.value
        call num_store
        call using_next
        cp 1
        jp nz,type_mismatch
        ld hl,using_plus        ; so many places at most: signs and power are none
        ld a,(using_width)
        inc (hl)
        dec (hl)
        jr z,.places
        dec a
.places:
        cp 25
        jp nc,illegal_call
        ld hl,.value
        call num_load
        call num_real
        ld a,(fac)
        and 80h
        ld (.negative),a
        ld a,(using_power)
        or a
        jp nz,.power
        ld a,(fac)
        and 7Fh
        cp 64+15                ; 1E14 and more are too large
        jr c,.fits
        ld a,'%'
        call using_put
        scf
        call num_text
        jp using_characters
.fits:  ; digits: as many as the number has before the point, and the places
        ld hl,0
        or a
        jr z,.zero
        sub 64
        ld l,a
        rla
        sbc a,a
        ld h,a
        ld a,(using_places)
        ld de,a
        add hl,de
.zero:  ld a,(fac)
        and 7Fh
        jr nz,.round
        ld hl,-1
.round: call using_digits
        jp .show
.power: xor a                   ; commas are places like others
        ld (using_commas),a
        ; before the point: the marks there, but one that the sign needs
        ld a,(using_whole)
        ld b,a
        ld a,(using_plus)
        ld c,a
        ld a,(using_sign)
        or c
        jr nz,.before
        ld a,b
        or a
        jr z,.before
        dec b
.before:
        ld a,b
        ld (.whole),a
        ld a,(using_places)
        add a,b
        ld hl,a
        ld a,(fac)
        and 7Fh
        jr nz,.scaled
        ; zero: one before the point, power 0
        ld (.exponent),a
        ld a,(using_places)
        inc a
        ld b,a
        ld c,a
        ld hl,USING_DIGITS
.zeros: ldi (hl),'0'
        djnz .zeros
        ld b,c
        ld hl,USING_DIGITS
        jr .show
.scaled:
        push hl
        call using_digits       ; one more when it was rounded up to the next power
        pop de
        ld a,(fac)
        and 7Fh
        sub 64
        ld c,a
        ld a,b
        sub e
        jr z,.same
        jr c,.same
        ld a,e
        or a
        jr nz,.longer
        ld a,(hl)               ; no digit is wanted: 0, or a 1 that shows as 0
        cp '1'
        jr nz,.same
        ld (hl),'0'
        inc b
.longer:
        dec b                   ; the last digit, a 0
        inc c
.same:  ld a,(.whole)
        ld e,a
        ld a,c
        sub e
        ld (.exponent),a
.show:  ; HL = digits, B = how many, of which `using_places` stand behind the point
        ld (.digits),hl
        ld a,(using_places)
        ld c,a
        ld a,b
        sub c
        jr z,.single
        jr nc,.whole_digits
.single:
        ld a,1
.whole_digits:
        ld (.whole),a
        add a,c
        sub b                   ; zeros where the number has fewer
        jr nc,.zeros_before
        xor a
.zeros_before:
        ld (.missing),a
        ; length of all of it
        ld a,(.whole)
        ld c,a
        ld a,(using_commas)
        or a
        jr z,.no_commas
        ld a,c
        ld b,c
.comma: sub 3
        jr c,.no_more
        jr z,.no_more
        inc b
        jr .comma
.no_more:
        ld c,b
.no_commas:
        ld a,(using_point)
        or a
        jr z,.no_point
        inc c
        ld a,(using_places)
        add a,c
        ld c,a
.no_point:
        ld a,(using_power)
        or a
        jr z,.plain
        ld a,4
        add a,c
        ld c,a
        ld a,(using_width)
        add a,4
        ld (using_width),a
.plain: ; the sign and the dollar
        ld d,0                  ; sign before it
        ld a,(using_sign)
        or a
        jr nz,.head
        ld a,(.negative)
        or a
        ld d,'-'
        jr nz,.head
        ld a,(using_plus)
        ld d,a
.head:  ld a,(using_width)
        ld b,a                  ; room
        ld a,d
        or a
        jr z,.no_sign
        dec b
.no_sign:
        ld a,(using_dollar)
        or a
        jr z,.no_dollar
        dec b
.no_dollar:
        xor a
        ld (.bare),a
        ld hl,USING_FIELD
        ; B may be negative
        ld a,b
        sub c
        jp p,.enough
        ; no room for a zero before the point
        ld a,(using_places)
        or a
        jr z,.percent
        ld a,(.whole)
        dec a
        jr nz,.percent
        ld a,(.missing)
        or a
        jr nz,.lone_zero
        push hl
        ld hl,(.digits)
        ld a,(hl)
        pop hl
        cp '0'
        jr nz,.percent
.lone_zero:
        ld a,1
        ld (.bare),a
        dec c
        ld a,b
        sub c
        jp p,.enough
.percent:
        ldi (hl),'%'
        xor a
.enough:                        ; A = fillers, D = sign; from here on the field is written down, HL or DE its end
        or a
        jr z,.filled
        ld b,a
        ld a,(using_fill)
        or a
        jr nz,.filler
        ld a,' '
.filler:
        ldi (hl),a
        djnz .filler
.filled:
        ld a,d
        or a
        jr z,.signless
        ldi (hl),a
.signless:
        ld a,(using_dollar)
        or a
        jr z,.cheap
        ldi (hl),a
.cheap: ex de,hl
        ; the digits before the point
        ld a,(.bare)
        or a
        jr nz,.skip
        ld a,(.whole)
        ld b,a
        ld a,(using_commas)
        or a
        jr nz,.groups
        call .take
        jr .point
.groups:                        ; up to the next comma
        ld a,b
.third: sub 3
        jr z,.three
        jr nc,.third
.three: add a,3
        ld c,a
        ld a,b
        ld b,c
        sub c
        push af
        call .take
        pop af
        jr z,.point
        ld b,a
        ld a,','
        ldi (de),a
        jr .groups
.skip:  push de                 ; the zero that has no room
        ld b,1
        call .take
        pop de
.point: ld a,(using_point)
        or a
        jr z,.no_fraction
        ldi (de),a
        ld a,(using_places)
        or a
        ld b,a
        call nz,.take
.no_fraction:
        ld a,(using_power)
        or a
        jr z,.trailing
        ld a,'E'
        ldi (de),a
        ld a,(.exponent)
        ld b,'+'
        or a
        jp p,.upward
        neg
        ld b,'-'
.upward:
        ex de,hl
        ldi (hl),b
        ld (hl),'0'-1
.tens:  inc (hl)
        sub 10
        jr nc,.tens
        add a,'0'+10
        inc hl
        ldi (hl),a
        ex de,hl
.trailing:
        ld a,(using_sign)
        or a
        jr z,.print
        ld b,a
        ld a,(.negative)
        or a
        ld a,'-'
        jr nz,.last
        ld a,b
        cp '+'
        jr z,.last
        ld a,' '
.last:  ldi (de),a
.print: ld hl,65536-USING_FIELD
        add hl,de
        ld b,l
        ld a,h
        or a
        ld hl,USING_FIELD
        jp z,using_characters
        push bc                 ; more than 255
        ld b,255
        call using_characters
        pop bc
        inc b
        ld hl,USING_FIELD+255
        jp using_characters
.take:  ; the next B digits (1 to 255) to DE, which moves on
        ld hl,.missing
        ld a,(hl)
        or a
        jr z,.there
        dec (hl)
        ld a,'0'
        ldi (de),a
        djnz .take
        ret
.there: ld hl,(.digits)
        ld bc,b
        ldir
        ld (.digits),hl
        ret
        ram
.value: ds 8
.negative:
        ds 1
.whole: ds 1
.exponent:
        ds 1
.digits:
        ds 2
.missing:
        ds 1
.bare:  ds 1
