"""A SKYNET bot that plays row by row, and does one thing wrong or oddly: `misbehaving.py HOW [ARGUMENT]`.

Every bot of the tests that is not a player of ours is one of these; `HOW` is `well` for the one that behaves.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import random
from typing import NoReturn

HOW = sys.argv[1]
ARGUMENT = sys.argv[2] if len(sys.argv) > 2 else ""
BOARD = "A0D B0D C0D D0D E6R"

BOARDS = {
    "board-four-ships": "A0D B0D C0D D0D",
    "board-off": "A0D B0D C0D D0D J9R",
    "board-overlap": "A0D A4D C0D D0D E6R",
    "board-lowercase": BOARD.lower(),
    "board-rows-from-1": "A10D B0D C0D D0D E6R",
    "board-words": "here you are",
    "board-not-ascii": "Ä0D B0D C0D D0D E6R",
}
SHOTS = {"shot-off": "K0", "shot-lowercase": "a0", "shot-sentence": "I shoot at A0", "shot-two": "A0 B0"}


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def hang() -> NoReturn:
    while True:
        time.sleep(60)


def flood(text: bytes) -> NoReturn:
    while True:
        os.write(1, text * 100)


def sleeper() -> NoReturn:
    os.execvp("sleep", ["sleep", "613"])


def make_files() -> NoReturn:
    for number in itertools.count():
        Path(f"file{number}").touch()
    raise AssertionError


def act(stage: str) -> None:
    """Misbehave if it is time to: at start, board, shot, result, opponent-shot, end, error, kill."""
    if f"hang-at-{stage}" == HOW:
        hang()
    if f"crash-at-{stage}" == HOW:
        raise SystemExit(f"crashing at {stage}")
    if f"flood-at-{stage}" == HOW:
        flood(ARGUMENT.encode().decode("unicode_escape").encode())
    if f"close-at-{stage}" == HOW:
        os.close(1)
        hang()
    if stage == "start":
        if HOW == "fork" and os.fork() == 0:
            sleeper()
        if HOW == "daemon" and os.fork() == 0:
            os.setsid()
            os.closerange(0, 3)
            if os.fork() == 0:
                os.environ.clear()
                sleeper()
            os._exit(0)
        if HOW == "kill-referee":
            try:
                os.kill(os.getppid(), signal.SIGKILL)
            except PermissionError as error:
                print(error, file=sys.stderr)
        if HOW == "write-outside":
            try:
                Path(ARGUMENT).write_text("here I was")
            except OSError as error:
                print(error, file=sys.stderr)
        if HOW == "fill-disk":
            with Path("big").open("wb") as file:
                while True:
                    file.write(bytes(1 << 20))
        if HOW == "many-files":
            make_files()
        if HOW == "many-folders":
            while True:
                Path("in").mkdir()
                os.chdir("in")
                time.sleep(0.002)  # a thousand folders in each other are hard to remove again
        if HOW == "much":
            for number in itertools.count():
                with Path(f"file{number}").open("wb") as file:
                    file.truncate(1 << 19)
        if HOW == "memory":
            bytearray(1 << 33)
    if stage == "opponent-shot" and HOW == "many-files-later":
        make_files()
    if stage == "kill" and HOW == "ignore-kill":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        hang()


def remember(message: str) -> None:
    """Count the games of the whole tournament in the file that the document allows."""
    if HOW == "remember" and message[0] == "N":
        name = Path.cwd().name
        with Path(f"{name}files/{name}.txt").open("a") as file:
            file.write(message[2:] + "\n")


def answers() -> Iterator[tuple[str, str | None]]:
    """Send the right answer to each message, and get the next one."""
    shots = 0
    while True:
        message = sys.stdin.readline().strip()
        remember(message)
        if HOW == "log":
            print(message, file=sys.stderr, flush=True)
        if not message or message[0] == "K":
            act("kill")
            return
        stages = {"N": "board", "F": "shot", "O": "opponent-shot", "W": "end", "L": "end", "E": "error"}
        act(stages.get(message[0], "result"))
        answer = None
        if message[0] == "N":
            shots = 0
            answer = BOARDS.get(HOW, BOARD)
        if message[0] == "F":
            answer = SHOTS.get(HOW, f"{'ABCDEFGHIJ'[shots // 10 % 10]}{shots % 10}")
            if HOW == "always-a0":
                answer = "A0"
            elif HOW != "repeats" or random() < 0.5:
                shots += 1
        yield message, answer


def main() -> None:
    act("start")
    last = "A0"
    say(">", "")
    for message, answer in answers():
        if HOW == "noise":
            say(f"thinking about {message}")
        if HOW == "chatty" and answer is None:
            say("noted")
        if answer is None:
            say(">", "")
        elif HOW == "previous":
            say(last)
            last = answer
            say(">", "")
        elif HOW == "no-newline":
            say(answer + ">", "")
        elif HOW == "crlf":
            say(f"\r\n{answer}\r\n>\r\n", "")
        elif HOW == "many-prompts":
            say(f">>\n > >{answer}\n\n>>\n", "")
        elif HOW == "no-prompt":
            say(answer)
        elif HOW == "slow":
            time.sleep(float(ARGUMENT))
            say(f"{answer}\n>", "")
        else:
            say(f"{answer}\n>", "")


main()
