; The queues of PLAY go to the sound chip.

        part play_interrupt     ; at every interrupt: the notes whose time has come
        push af
        push bc
        push de
        push hl
        push ix
        ld ix,play_voices
        ld bc,VOICES*256        ; C: whether a voice has played
.voice: ld a,(ix+VOICE_PLAYING)
        or a
        jr z,.next
        ld c,a
        ld hl,(ix+VOICE_WAIT)
        dec hl
        ld (ix+VOICE_WAIT),hl
        ld a,h
        or l
        call z,.take
.next:  ld de,VOICE_SIZE
        add ix,de
        djnz .voice
        ld a,c
        or a
        jr z,.out
        call play_any
        call z,play_next
.out:   pop ix
        pop hl
        pop de
        pop bc
        pop af
        ret
.take:  ; the next note; keeps BC
        push bc
        ld a,(ix+VOICE_GET)
        cp (ix+VOICE_PUT)
        jr z,.stop
        call .byte
        cp QUEUE_END
        jr z,.stop
        ld b,a                  ; what it has
        and 3Fh
        ld (ix+VOICE_WAIT+1),a
        call .byte
        ld (ix+VOICE_WAIT),a
        call .byte
        call .volume
        ld d,11                 ; the period of the envelope
        bit 6,b
        call nz,.pair
        ld a,(ix+VOICE_NUMBER)
        add a,a
        ld d,a                  ; that of the tone
        bit 7,b
        call nz,.pair
        pop bc
        ret
.stop:  ld (ix+VOICE_PLAYING),0
        xor a
        pop bc
.volume:                        ; A, and the shape of the envelope with it
        ld e,a
        ld a,(ix+VOICE_NUMBER)
        add a,8
        ld d,a
        call .write
        bit 4,e
        ret z
        ld d,13
        jr .write
.pair:  ; registers D and D + 1 from the queue
        call .single
        inc d
.single:
        call .byte
        ld e,a
.write: ; register D = E
        ld a,d
        out (0A0h),a
        ld a,e
        out (0A1h),a
        ret
.byte:  ; A = the next byte of the queue; keeps BC and DE
        push de
        ld e,(ix+VOICE_GET)
        ld d,0
        ld hl,play_queues
        add hl,de
        ld a,(ix+VOICE_NUMBER)
        rrca
        jr nc,.even
        ld de,QUEUE
        add hl,de
.even:  and 7Fh
        ld d,a
        ld e,0
        add hl,de
        ld a,(ix+VOICE_GET)
        inc a
        and QUEUE-1
        ld (ix+VOICE_GET),a
        ld a,(hl)
        pop de
        ret

        part play_stop          ; the program ends: stop what plays
        push ix
        ld ix,play_voices
        ld b,VOICES
.voice: ld a,(ix+VOICE_PLAYING)
        or a
        jr z,.next
        ld (ix+VOICE_PLAYING),0
        ld a,VOICES+8
        sub b
        out (0A0h),a
        xor a
        out (0A1h),a
.next:  ld (ix+VOICE_PUT),0
        ld (ix+VOICE_GET),0
        ld de,VOICE_SIZE
        add ix,de
        djnz .voice
        xor a
        ld (play_waiting),a
        pop ix
        ret

        part playing            ; PLAY(L) in HL
        ld a,l
        cp VOICES+1
        jp nc,illegal_call
        or a
        jr z,.any
        ld b,a
        ld hl,play_voices+VOICE_PLAYING-VOICE_SIZE
        ld de,VOICE_SIZE
.voice: add hl,de
        djnz .voice
        ld a,(hl)
        or a
        jr .result
.any:   call play_any
.result:
        ld hl,0
        ret z
        dec hl
        ret
