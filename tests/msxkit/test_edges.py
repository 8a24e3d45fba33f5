"""What comes in at the edges, from files and other programs, is not believed."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys
import threading
import tracemalloc
from pathlib import Path

import pytest

from battleship.web.serving import server
from msxkit.cli import main
from msxkit.errors import EmulatorError, TapeError
from msxkit.files import READ_LIMIT, read_bytes
from msxkit.media import wav
from msxkit.openmsx.control import find_executable, understood


def test_impossible_sample_rate() -> None:
    form = struct.pack("<HHIIHH", 1, 1, 0xFFFFFFFF, 0xFFFFFFFF, 1, 8)
    chunks = b"fmt " + struct.pack("<I", 16) + form + b"data" + struct.pack("<I", 1000) + bytes(1000)
    with pytest.raises(TapeError, match="4294967295 Hz"):
        wav.read(b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WAVE" + chunks)


def test_a_small_file_takes_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"small")
    tracemalloc.start()
    try:
        assert read_bytes(path, READ_LIMIT) == b"small"
        assert tracemalloc.get_traced_memory()[1] < READ_LIMIT // 8
    finally:
        tracemalloc.stop()


def test_an_address_that_is_none_has_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    serving = server({"index.html": b"<p>"})
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    try:
        with socket.create_connection(serving.server_address[:2]) as line:  # type: ignore[arg-type]
            line.sendall(b"GET http://[ HTTP/1.0\r\n\r\n")
            assert line.recv(100).split()[1] == b"400"
    finally:
        serving.shutdown()
        serving.server_close()
    assert capsys.readouterr().err == ""


def test_a_request_that_fails_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    class Broken(dict[str, bytes]):
        def get(self, *_arguments: object) -> bytes:
            raise ZeroDivisionError("of nobody")

    serving = server(Broken())
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    try:
        with socket.create_connection(serving.server_address[:2]) as line:  # type: ignore[arg-type]
            line.sendall(b"GET /a HTTP/1.0\r\n\r\n")
            assert line.recv(100) == b""
    finally:
        serving.shutdown()
        serving.server_close()
    assert capsys.readouterr().err == "a request was not answered: ZeroDivisionError: of nobody\n"


def test_an_emulator_in_this_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "link"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    assert find_executable({"MSXKIT_OPENMSX": "./link", "PATH": os.environ["PATH"]}) == program


def test_nonsense_of_an_emulator_is_an_error_of_the_family() -> None:
    with pytest.raises(EmulatorError, match="cannot be read"), understood():
        int("zz")


def test_times_may_begin_with_a_mark_of_their_encoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.json").write_bytes(b"\xef\xbb\xbf[5, 7]")
    Path("a.bas").write_bytes(b"10 A=RND(-TIME):PRINT A\n")
    assert main(["run", "a.bas", "--times", "t.json"]) == 0
    assert capsys.readouterr().err == ""


_STARTING = """
import os, signal, sys, time
from battleship.workers import begin_worker, processes

def work():
    return signal.sigpending(), signal.getsignal(signal.SIGINT) is signal.SIG_IGN

if __name__ == "__main__":
    signal.signal(signal.SIGINT, lambda *_: None)
    with processes(2, begin_worker) as pool:
        found = [pool.submit(work) for _ in range(4)]
        for _ in range(40):
            os.killpg(0, signal.SIGINT)
            time.sleep(0.02)
        print([each.result() for each in found])
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no process groups")
def test_control_c_while_workers_start_prints_nothing(tmp_path: Path) -> None:
    script = tmp_path / "starting.py"
    script.write_text(_STARTING)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, start_new_session=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
