"""A scripted openMSX: speaks the control protocol on its standard streams, well or badly, as FAKE_MODE says."""

import html
import os
import re
import sys
import time
from collections.abc import Iterator

MODE = os.environ.get("FAKE_MODE", "correct")


def out(text: str | bytes) -> None:
    data = text.encode("latin-1") if isinstance(text, str) else text
    if MODE == "split":
        for index in range(len(data)):
            os.write(1, data[index : index + 1])
        return
    while data:
        data = data[os.write(1, data) :]


def commands() -> Iterator[str]:
    pending = b""
    while True:
        while (match := re.search(rb"<command>(.*?)</command>", pending, re.S)) is not None:
            pending = pending[match.end() :]
            yield html.unescape(match[1].decode())
        data = os.read(0, 65536)
        if not data:
            # As the real one: closed standard input does not end it.
            time.sleep(600)
        pending += data


def reply(text: str, result: str = "ok") -> None:
    out(f'<reply result="{result}">{html.escape(text)}</reply>\n')


def main() -> int:
    if MODE == "no such machine":
        sys.stderr.write(
            'Fatal error: Error in "X" machine: Couldn\'t find ROM file for "BIOS" x.rom (sha1: 00).\n'
        )
        return 1
    if MODE == "dies at once":
        sys.stderr.write("Illegal instruction, or so\n")
        return 3
    if MODE == "floods":
        out("<openmsx-output>\n" + '<log level="warning">' + "x" * 2000 + "</log>\n")
        out(("<log level='info'>" + "y" * 1000 + "</log>\n") * 3000)
    if MODE != "no frame":
        out("<openmsx-output>\n")
    number = 0
    for command in commands():
        number += 1
        if command == "openmsx_info version":
            versions = {"old": "openMSX 0.15.0", "other": "Nethack 3.6", "head": "openMSX 21.0-220-gabcdef"}
            reply(versions.get(MODE, "openMSX 18.0"))
            continue
        if number <= 4:
            reply("")
            continue
        if MODE == "silent":
            continue
        if MODE == "slow":
            time.sleep(0.3)
        if MODE == "dies":
            sys.stderr.write("ALSA lib noise\nthe last words\n")
            return 7
        if MODE == "babbles":
            out(
                'noise & <b>bold</b>\n<log level="warning">\xff\x00 what</log>\n'
                '<update type="led" name="caps">on</update>\n'
            )
        if command == "refuse":
            reply("no, never\n", "nok")
        elif command.startswith("echo "):
            reply(command[5:] + "\n")
        else:
            reply(command)
    return 0


sys.exit(main())
