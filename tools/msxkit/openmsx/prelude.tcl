# Helpers that run inside openMSX. The machine is stopped whenever Python has the word; `go` lets it run until one
# of the armed stops is hit or the emulated time is up, and `stopped` tells which, then what was noted on the way.
namespace eval ::msxkit {
    variable event ""
    variable armed {}
    variable watched {}
    variable timers {}
    variable lines {}
    variable polls 0
    variable patience 0
    variable plan {}
    variable guard 0
    variable look {}
    variable notes {}

    # The flat form is what openMSX 18 to 20 know; later ones have a command with options.
    proc arm_at {address condition command} {
        if {[catch {debug set_bp $address $condition $command} id]} {
            set id [debug breakpoint create -address $address -condition $condition -command $command]
        }
        return $id
    }
    proc disarm_at {id} {
        if {[catch {debug remove_bp $id}]} { debug breakpoint remove $id }
    }
    proc arm_writes {first last command} {
        if {[catch {debug set_watchpoint write_mem [list $first $last] {} $command} id]} {
            set id [debug watchpoint create -type write_mem -address [list $first $last] -command $command]
        }
        return $id
    }
    proc disarm_writes {id} {
        if {[catch {debug remove_watchpoint $id}]} { debug watchpoint remove $id }
    }

    # The first event counts: a time-out at the same instant as a stop must not hide it.
    proc hit {name} {
        variable event
        if {$event eq ""} {
            if {[passed $name]} return
            set event $name
        }
        debug break
    }
    # A stop that is the next of the plan is noted and answered, and the machine goes on: nobody is asked.
    proc foresee {stops condition command} {
        variable plan $stops
        variable guard $condition
        variable look $command
    }
    proc passed {name} {
        variable plan
        variable guard
        variable look
        variable notes
        lassign [lindex $plan [llength $notes]] wanted answer
        if {$wanted ne $name || ![expr $guard]} { return 0 }
        lappend notes [eval $look]
        eval $answer
        be_patient
        return 1
    }
    proc be_patient {} {
        variable timers
        variable patience
        foreach id $timers { catch { after cancel $id } }
        set timers [list [after time $patience [list ::msxkit::hit timeout]]]
    }
    proc arm {name address condition} {
        variable armed
        lappend armed [arm_at $address $condition [list ::msxkit::hit $name]]
    }
    proc arm_write {name first last} {
        variable watched
        lappend watched [arm_writes $first $last [list ::msxkit::hit $name]]
    }
    proc go {seconds} {
        variable event ""
        variable polls 0
        variable notes {}
        variable patience $seconds
        be_patient
        if {!$::power} { set ::power on } else { debug cont }
    }
    proc stopped {} {
        variable event
        variable armed
        variable watched
        variable timers
        variable plan {}
        variable notes
        foreach id $armed { catch { disarm_at $id } }
        foreach id $watched { catch { disarm_writes $id } }
        foreach id $timers { catch { after cancel $id } }
        set armed {}
        set watched {}
        set timers {}
        return [join [list $event {*}$notes] "\n"]
    }

    # Documented conditions.
    proc keys_waiting {} { expr {[peek16 0xF3F8] != [peek16 0xF3FA]} }
    proc polled {enough} {
        variable polls
        if {[keys_waiting]} { set polls 0; return 0 }
        expr {[incr polls] >= $enough}
    }
    proc in_rom {} {
        # EXPTBL says in which slot the machine has its main ROM.
        set slot [peek 0xFCC1]
        if {$slot & 0x80} { return [pc_in_slot [expr {$slot & 3}] [expr {($slot >> 2) & 3}]] }
        return [pc_in_slot [expr {$slot & 3}]]
    }
    proc draws {} {
        # The argument of RND: negative, or the zero that -TIME is once in 65536 jiffies.
        set first [peek 0xF7F6]
        expr {$first == 0 || $first >= 128}
    }

    # Line coverage: CURLIN at every statement.
    proc cover {on} {
        variable lines
        variable covering
        if {[info exists covering]} { foreach id $covering { catch { disarm_at $id } }; unset covering }
        if {$on} {
            set lines {}
            set covering {}
            foreach hook {0xFF3E 0xFF43} { lappend covering [arm_at $hook {} {::msxkit::covered}] }
        }
    }
    proc covered {} {
        variable lines
        dict set lines [peek16 0xF41C] 1
    }

    # Joysticks, for which openMSX has no command. Register 14 of the sound chip shows the pins of the port that bit 6
    # of register 15 chooses, and a pressed one is 0. Who reads it (always by IN A,(0A2h)) finds them behind the
    # instruction: the watchpoint comes before A is set.
    variable pins
    variable chosen 0
    proc move {port pressed} {
        variable pins
        if {![info exists pins]} {
            array set pins {1 0 2 0}
            arm_port write_io 0xA0 {set ::msxkit::chosen $::wp_last_value}
            arm_port read_io 0xA2 ::msxkit::pins_read
        }
        set pins($port) $pressed
    }
    proc arm_port {type port command} {
        if {[catch {debug set_watchpoint $type $port {} $command}]} {
            debug watchpoint create -type $type -address $port -command $command
        }
    }
    proc pins_read {} {
        variable pins
        variable chosen
        set pressed $pins([expr {[debug read {PSG regs} 15] & 0x40 ? 2 : 1}])
        set here [reg PC]
        if {!$pressed || ($chosen & 15) != 14 || [peek $here] != 0xDB} return
        variable behind
        if {[info exists behind]} { catch { disarm_at $behind } }
        set behind [arm_at [expr {$here + 2}] {} "::msxkit::pins_show $pressed"]
    }
    proc pins_show {pressed} {
        variable behind
        disarm_at $behind
        unset behind
        reg A [expr {[reg A] & ~$pressed}]
    }

    proc hex {debuggable address size} {
        binary encode hex [debug read_block $debuggable $address $size]
    }

    # Ends openMSX when its owner is gone, even when the process that watches over both is gone too.
    proc watch {owner} {
        if {![file exists /proc/$owner]} { exit 9 }
        after realtime 2 [list ::msxkit::watch $owner]
    }
}
