"""The control protocol: messages out of any pieces, and commands that cannot be misread."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.openmsx import protocol
from msxkit.openmsx.protocol import Log, Noise, Parser, Reply, Update, request, unescape, word, words

STREAM = (
    b"<openmsx-output>\n"
    b'<log level="warning">one &lt;two&gt;</log>\n'
    b'<reply result="ok">a&#x0a;b</reply>\n'
    b"stray"
    b'<update type="status" machine="machine1" name="cpu">suspended</update>\n'
    b'<reply result="nok">bad</reply>\n'
    b"<update type='led' name='x'/>"
)
MESSAGES = [
    Log("warning", "one <two>"),
    Reply(True, "a\nb"),
    Noise("stray"),
    Update("status", "machine1", "cpu", "suspended"),
    Reply(False, "bad"),
    Update("led", "", "x", ""),
]


@given(st.lists(st.integers(0, len(STREAM))))
def test_messages_do_not_depend_on_how_the_stream_is_cut(cuts: list[int]) -> None:
    parser = Parser()
    places = sorted({0, len(STREAM), *cuts})
    found = [message for start, end in pairwise(places) for message in parser.feed(STREAM[start:end])]
    assert found == MESSAGES
    assert parser.rest() == ""


@given(st.text())
def test_a_reply_gives_back_what_was_escaped(text: str) -> None:
    data = f'<reply result="ok">{escape(text)}</reply>'.encode("utf-8", "replace")
    assert Parser().feed(data) == [Reply(True, text.encode("utf-8", "replace").decode())]


@given(st.lists(st.binary()))
def test_no_bytes_make_the_parser_fail(pieces: list[bytes]) -> None:
    parser = Parser()
    for piece in pieces:
        parser.feed(piece)


def test_unknown_entities() -> None:
    assert unescape("&nbsp;&#x41;&#66;&#xFFFFFF;&amp;amp;") == "&nbsp;AB&#xFFFFFF;&amp;"
    (message,) = Parser().feed(b'<reply result="ok">\xc0\x80\xff</reply>')
    assert isinstance(message, Reply)


def test_a_stream_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "LIMIT", 1000)
    parser = Parser()
    with pytest.raises(ValueError, match="1000 bytes"):
        parser.feed(b'<reply result="ok">' + b"x" * 1000)


def test_a_command_has_only_named_entities() -> None:
    assert request('puts "<&>"\r') == b'<command>puts "&lt;&amp;&gt;"\r</command>\n'
    assert request("a\0b") == b"<command>ab</command>\n"


# Tcl itself is the judge of the quoting.
@pytest.fixture(scope="module")
def tcl() -> Any:
    return pytest.importorskip("tkinter", reason="needs Tcl: apt-get install python3-tk").Tcl()


TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"], max_codepoint=0xFFFF))


@given(text=TEXT)
def test_a_word_is_one_word_to_tcl(tcl: Any, text: str) -> None:
    assert tcl.eval(f"set x {word(text)}") == text
    # Also within braces, where an unbalanced one would end the body early.
    assert tcl.eval(f"catch {{set x {word(text)}}} y; set y") == text


@given(texts=st.lists(TEXT, max_size=4))
def test_words_are_a_list_to_tcl(tcl: Any, texts: list[str]) -> None:
    assert int(tcl.eval(f"llength [list {words(*texts)}]")) == len(texts)
