; PLAY: strings become notes in the queues of three voices, which the interrupt empties into the sound chip.
; A note has 3 to 7 bytes: duration in interrupts (high byte first, with the bits below), what the chip is told of its
; volume, the period of the envelope, that of the tone. 255 ends what one PLAY has put there.

VOICES  equ 3
VOICE_OCTAVE equ 0
VOICE_LENGTH equ 1
VOICE_TEMPO equ 2
VOICE_AMPLITUDE equ 3
VOICE_ENVELOPE equ 4
VOICE_ENVELOPE_SET equ 6        ; M has set it, no note has taken it along
VOICE_TEXT equ 7                ; of the string: as macro_text, macro_left, macro_depth
VOICE_LEFT equ 9
VOICE_DEPTH equ 10
VOICE_DONE equ 11               ; the string has ended
VOICE_PUT equ 12                ; where the next byte goes in the queue, and where it comes from
VOICE_GET equ 13
VOICE_WAIT equ 14               ; interrupts until the next note is taken
VOICE_PLAYING equ 16
VOICE_NUMBER equ 17
VOICE_SIZE equ 18
QUEUE   equ 128
QUEUE_FREE equ 8                ; a string is read on while so many bytes are free
QUEUE_END equ 255
SHORTEST equ 5                  ; interrupts of a note or rest
REST    equ 4                   ; length of a rest without a number, independent of L

        part play               ; PLAY of the strings play_strings
play_fresh:                     ; nothing plays, and the voices are as after switching on
        di
        ld ix,play_voices
        ld de,VOICE_SIZE
        xor a
.voice: ld (ix+VOICE_OCTAVE),4
        ld (ix+VOICE_LENGTH),4
        ld (ix+VOICE_TEMPO),120
        ld (ix+VOICE_AMPLITUDE),88h
        ld (ix+VOICE_ENVELOPE_SET),0
        ld (ix+VOICE_PUT),0
        ld (ix+VOICE_GET),0
        ld (ix+VOICE_PLAYING),0
        ld (ix+VOICE_NUMBER),a
        add ix,de
        inc a
        cp VOICES
        jr c,.voice
        xor a
        ld (play_waiting),a
        ei
        ret
play:   ld ix,play_voices
        ld hl,play_strings
        ld b,VOICES
.string:
        ldi de,(hl)
        ld a,(de)
        ld (ix+VOICE_LEFT),a
        inc de
        ld a,(de)
        ld (ix+VOICE_TEXT),a
        inc de
        ld a,(de)
        ld (ix+VOICE_TEXT+1),a
        ld (ix+VOICE_DEPTH),0
        ld (ix+VOICE_DONE),0
        ld de,VOICE_SIZE
        add ix,de
        djnz .string
        xor a
        ld (.begun),a
.round: ld ix,play_voices
        ld bc,VOICES*256        ; C: strings that have not ended
.voice_string:
        push bc
        ld a,(ix+VOICE_DONE)
        or a
        call z,play_fill
        pop bc
        ld a,(ix+VOICE_DONE)
        dec a
        jr z,.done
        inc c
.done:  ld de,VOICE_SIZE
        add ix,de
        djnz .voice_string
        ld a,c
        or a
        jr z,.end
        ; a queue is full: what is in it begins to play
        di
        call play_any
        jr nz,.wait
        call play_begin
        ld a,1
        ld (.begun),a
.wait:  ei
        halt
        jr .round
.end:   ld a,(.begun)
        or a
        jr nz,.release
        di
        ld hl,play_waiting
        inc (hl)
        call play_any
        call z,play_next
        ei
.release:
        ld hl,(play_strings+4)
        call string_release
        ld hl,(play_strings+2)
        call string_release
        ld hl,(play_strings)
        jp string_release
play_next:                      ; the next PLAY that waits begins
        ld hl,play_waiting
        ld a,(hl)
        or a
        ret z
        dec (hl)
play_begin:                     ; with the next interrupt
        ld hl,play_voices+VOICE_WAIT
        ld de,VOICE_SIZE-2
        ld b,VOICES
.begin: ldi (hl),1
        ldi (hl),0
        ld (hl),1               ; VOICE_PLAYING
        add hl,de
        djnz .begin
        ret
        ram
play_strings:
        ds 6
.begun: ds 1
play_waiting:
        ds 1

        part play_any           ; NZ: some voice plays
        ld a,(play_voices+VOICE_PLAYING)
        ld hl,play_voices+VOICE_SIZE+VOICE_PLAYING
        or (hl)
        ld hl,play_voices+2*VOICE_SIZE+VOICE_PLAYING
        or (hl)
        ret
        ram
play_voices:
        ds VOICES*VOICE_SIZE
