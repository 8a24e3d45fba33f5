; PLAY: one string becomes notes in the queue of its voice.

        part play_fill          ; the string of the voice IX into its queue, while there is room
        ld a,(ix+VOICE_PUT)
        sub (ix+VOICE_GET)
        and QUEUE-1
        cp QUEUE-QUEUE_FREE
        jr c,.room
        cp QUEUE-1              ; the end of a string takes a byte alone
        ret nc
        ld a,(ix+VOICE_LEFT)
        or (ix+VOICE_DEPTH)
        ret nz
.room:
        ld hl,(ix+VOICE_TEXT)
        ld (macro_text),hl
        ld a,(ix+VOICE_LEFT)
        ld (macro_left),a
        ld a,(ix+VOICE_DEPTH)
        ld (macro_depth),a
        ld hl,play_stacks
        ld de,3*MACRO_DEEPEST
        ld a,(ix+VOICE_NUMBER)
        or a
.stack: jr z,.found
        add hl,de
        dec a
        jr .stack
.found: ld (macro_base),hl
        call .packet
        push af
        ld hl,(macro_text)
        ld (ix+VOICE_TEXT),hl
        ld a,(macro_left)
        ld (ix+VOICE_LEFT),a
        ld a,(macro_depth)
        ld (ix+VOICE_DEPTH),a
        pop af
        jr nc,.put
        ld (ix+VOICE_DONE),1
        ld hl,.buffer
        ld (hl),QUEUE_END
        ld b,1
        jr .copy
.put:   call .copy
        jp play_fill
.copy:  ; B bytes of the note into the queue
        ld hl,.buffer
        ld c,(ix+VOICE_PUT)
.byte:  ldi a,(hl)
        call .store
        djnz .byte
        ld (ix+VOICE_PUT),c
        ret
.store: push hl
        ld de,c
        ld hl,play_queues
        add hl,de
        ld e,(ix+VOICE_NUMBER)
        srl e
        jr nc,.even
        ld de,QUEUE
        add hl,de
        ld e,0
.even:  ld d,e                  ; the third lies 256 bytes on
        ld e,0
        add hl,de
        ld (hl),a
        inc c
        ld a,c
        and QUEUE-1
        ld c,a
        pop hl
        ret
.packet:                        ; the next note or rest: B = its bytes; carry: the string has ended
        call macro_command
        ret c
        sub 'A'
        cp 7
        jp c,.note
        add a,'A'
        cp 'R'
        jp z,.rest
        cp 'N'
        jp z,.number
        cp ';'
        jr z,.packet
        ld hl,.packet
        push hl
        cp 'X'
        jp z,macro_insert
        ld hl,.commands
        ld b,6
.search:
        cp (hl)
        inc hl
        jr z,.command
        .4 inc hl
        djnz .search
        jp illegal_call
.commands:                      ; lowest, highest, what is meant when there is none, where it is kept
        db 'O',1,8,4,VOICE_OCTAVE,'L',1,64,4,VOICE_LENGTH,'T',32,255,120,VOICE_TEMPO
        db 'V',0,15,8,VOICE_AMPLITUDE,'S',0,15,1,VOICE_AMPLITUDE,'M',0,255,0,VOICE_ENVELOPE
.command:
        ld (.letter),a
        push hl
        call .given
        jr nc,.some
        pop hl
        push hl
        inc hl
        inc hl
        ld l,(hl)
        ld h,0
        ld a,(.letter)
        cp 'M'
        jr nz,.some
        dec l                   ; 255
.some:  ex de,hl
        pop hl
        ld a,(.letter)
        cp 'M'
        jr z,.envelope
        ld a,d
        or a
        jp nz,illegal_call
        ld a,e
        cp (hl)
        jp c,illegal_call
        inc hl
        ld a,(hl)
        cp e
        jp c,illegal_call
        inc hl
        inc hl
        ld a,(.letter)
        ld b,80h
        cp 'V'
        jr z,.amplitude
        ld b,90h
        cp 'S'
        jr z,.amplitude
        ld b,0
.amplitude:
        ld a,e
        or b
        ld e,(hl)
        ld d,0
        ld hl,ix
        add hl,de
        ld (hl),a
        ret
.envelope:
        ld (ix+VOICE_ENVELOPE),de
        ld (ix+VOICE_ENVELOPE_SET),1
        ret
.note:  ld de,a
        ld hl,.notes
        add hl,de
        ld a,(hl)
        ld (.letter),a
        call macro_take
        jr c,.natural
        ld b,1
        cp '+'
        jr z,.sharp
        cp '#'
        jr z,.sharp
        ld b,11
        cp '-'
        jr z,.sharp
        call macro_back
        jr .natural
.sharp: ld a,(.letter)
        add a,b
        cp 12
        jr c,.shifted
        sub 12
.shifted:
        ld (.letter),a
.natural:
        ld b,(ix+VOICE_OCTAVE)
        ld a,(.letter)
        sub 12
.octave:
        add a,12
        djnz .octave
        push af
        ld a,(ix+VOICE_LENGTH)
        call .length
        pop af
        jr .sounding
.notes: db 9,11,0,2,4,5,7
.number:
        call .given
        jp c,illegal_call
        ld a,h
        or a
        jp nz,illegal_call
        ld a,l
        cp 97
        jp nc,illegal_call
        push af
        ld a,(ix+VOICE_LENGTH)
        call .lasts
        pop af
        or a
        jr z,.silent
.sounding:                      ; note A, 0 is the C of the first octave
        ld b,-1
.divide:
        inc b
        sub 12
        jr nc,.divide
        add a,12
        ld de,a
        ld hl,.periods
        add hl,de
        add hl,de
        ldi e,(hl)
        ld d,(hl)
        ex de,hl
        add hl,hl
        inc b
        jr .halve
.half:  srl h
        rr l
.halve: djnz .half
        inc hl
        srl h
        rr l
        ex de,hl
        ld hl,.buffer
        set 7,(hl)
        inc hl
        inc hl
        ld b,5
        ld a,(ix+VOICE_AMPLITUDE)
        bit 0,(ix+VOICE_ENVELOPE_SET)
        jr z,.volume
        ld (ix+VOICE_ENVELOPE_SET),0
        or 40h
        ldi (hl),a
        ld a,(ix+VOICE_ENVELOPE)
        ld (hl),a
        ld a,(ix+VOICE_ENVELOPE+1)
        ld b,7
        push hl
        ld hl,.buffer
        set 6,(hl)
        pop hl
        inc hl
.volume:
        ldi (hl),a
        ldi (hl),e
        ld (hl),d
        or a
        ret
.rest:  ld a,REST
        call .length
.silent:
        ld a,80h
        ld (.buffer+2),a
        ld b,3
        or a
        ret
.periods:
        dw 3421,3228,3047,2876,2715,2562,2419,2283,2155,2034,1920,1812
.given: ; HL = the number that stands there; carry: none does
        call macro_take
        ret c
        cp '='
        jr z,.there
        cp '0'
        jr c,.none
        cp '9'+1
        jr c,.there
.none:  call macro_back
        scf
        ret
.there: or a
        call macro_number_of
        or a
        ret
.length:                        ; how long a note lasts of the length that stands there; A: when there is none
        push af
        call .given
        pop bc
        ld a,b
        jr c,.lasts
        ld a,h
        or a
        jp nz,illegal_call
        ld a,l
        dec a
        cp 64
        jp nc,illegal_call
        ld a,l
.lasts: ; how long a note of the length A lasts, with the dots that follow
        ld c,(ix+VOICE_TEMPO)
        ld b,0
        ld l,a
        ld h,b
        call word_times
        ld bc,hl
        ld de,12000
        call word_quotient
        ld (.duration),hl
        ld (.less),hl
.dot:   call macro_take
        jr c,.dotted
        cp '.'
        jr z,.longer
        call macro_back
.dotted:
        ld hl,(.duration)
        add hl,hl
        ld de,(.less)
        sub hl,de
        ld a,h
        or a
        jr nz,.long
        ld a,l
        cp SHORTEST
        jr nc,.long
        ld l,SHORTEST
.long:  ld a,l
        ld l,h
        ld h,a
        ld (.buffer),hl         ; high byte first
        ret
.longer:
        ld hl,(.less)
        srl h
        rr l
        ld (.less),hl
        jr .dot
        ram
.letter:
        ds 1
.duration:
        ds 2                    ; without dots: with n of them twice as long, less this by 2^n
.less:  ds 2
.buffer:
        ds 7                    ; the note
play_stacks:
        ds VOICES*3*MACRO_DEEPEST
play_queues:
        ds VOICES*QUEUE
