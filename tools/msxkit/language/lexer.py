"""From the scanner's tokens to the terminals of the grammar: what a word means where it stands.

Some words are no tokens on the MSX (AS, OUTPUT, INTERVAL, PAGE) and are put together here; a name may hold
blanks; `> =` is one relation.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from msxkit.language.scanner import Kind, Token


class Terminal:
    """A terminal of the grammar. text: word or name as meant; token: the (first) token it was made of."""

    __slots__ = ("end", "text", "token", "type")

    # lark copies these to its end marker.
    start_pos = line = column = end_line = end_column = end_pos = 0

    def __init__(self, type: str, text: str, token: Token, end: int) -> None:
        self.type = type
        self.text = text
        self.token = token
        self.end = end

    @property
    def start(self) -> int:
        """Offset in the stored line."""
        return self.token.start


_PUNCTUATION = {
    ":": "COLON",
    ",": "COMMA",
    ";": "SEMICOLON",
    "#": "HASH",
    "@": "AT",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LBRACKET",
    "]": "RBRACKET",
    ".": "POINT_MARK",
}
_PLAIN_COMMANDS = """
POKE VPOKE OUT WAIT SOUND LOCATE WIDTH SCREEN CLEAR DRAW
LOAD SAVE MERGE KILL FILES LFILES BLOAD BSAVE CSAVE DSKO$
"""
_WORDS = {
    **dict.fromkeys(("ERL", "ERR", "CSRLIN", "INKEY$"), "READING"),
    **dict.fromkeys(("STRING$", "INSTR", "VARPTR", "DSKI$", "ATTR$"), "FUNCTION"),
    **dict.fromkeys(("DEFSTR", "DEFINT", "DEFSNG", "DEFDBL"), "DEFTYPE"),
    **dict.fromkeys(("END", "CLS", "TRON", "TROFF", "CONT", "NEW", "BEEP"), "BARE"),
    **dict.fromkeys(("LIST", "LLIST", "AUTO", "DELETE", "RENUM"), "LISTING"),
    **dict.fromkeys(_PLAIN_COMMANDS.split(), "COMMAND"),
    "TAB(": "TAB",
    "SPC(": "SPC",
    "LINE": "LINE_STATEMENT",
    "'": "REM",
    "MID$": "MID_S",
    "LEN": "LEN",
    "STRIG": "STRIG",
}
_RASTER = frozenset({"AND", "OR", "XOR", "PSET", "PRESET"})
_MSX2_WORDS = ("PAGE", "ADJUST", "DATE", "TITLE", "PROMPT", "SCROLL", "VIDEO", "PASSW", "KANJI")
#: Keywords that are plain words behind certain statements.
_WORD_HEADS = {"BEEP": ("SET", "GET"), "TIME": ("SET", "GET"), "SCREEN": ("SET", "GET", "COPY")}
_SUFFIXES = frozenset("$%!#")
_ENDS = (":", "ELSE", "'")


def terminals(tokens: Sequence[Token]) -> Iterator[Terminal]:
    """The terminals of a line."""
    position, size = 0, len(tokens)
    head = ""  # keyword of the statement
    previous = ""  # type of the last terminal
    while position < size:
        token = tokens[position]
        kind, text = token.kind, token.text
        following = _word(tokens[position + 1]) if position + 1 < size else ""
        used = 1
        name = text
        if kind is Kind.NAME:
            if head in ("SET", "GET", "PUT") and previous == head and (word := _msx2_word(text)):
                rest = text[len(word) :]
                yield Terminal("WORD", word, token, token.start + len(word))
                previous = "WORD"
                if word == "PASSW":  # PASSW + OR + D
                    position += 3
                    continue
                if rest:
                    token = token._replace(text=rest, start=token.start + len(word))
                    kind, text, name = _kind_of(rest), rest, rest
                else:
                    position += 1
                    continue
            elif head in ("OPEN", "FIELD", "NAME") and text.startswith("AS") and previous in _OPERAND_ENDS:
                yield Terminal("AS", "AS", token, token.start + 2)
                previous = "AS"
                rest = text[2:]
                if not rest:
                    position += 1
                    continue
                token = token._replace(text=rest, start=token.start + 2)
                kind, text, name = _kind_of(rest), rest, rest
        if kind is Kind.NAME:
            if text == "APP" and head == "OPEN" and following == "END":
                type_, used = "APPEND", 2
            elif text == "T" and previous == "COMMA" and following in _RASTER:
                type_, name, used = "RASTER", "T" + following, 2
            else:
                type_ = "VARIABLE"
                name, used = _name(tokens, position, text, spaced=head not in ("OPEN", "FIELD", "NAME"))
        elif kind is Kind.PUNCTUATION:
            type_ = _PUNCTUATION.get(text, text)
            if text == "_":
                type_ = "CALL"
            elif text == ":":
                head = ""
        elif kind is Kind.OPERATOR:
            type_ = "OPERATOR"
            if text in "<>=":
                while position + used < size and len(name) < 3:
                    other = tokens[position + used]
                    if other.kind is not Kind.OPERATOR or other.text not in "<>=" or other.text in name:
                        break
                    name += other.text
                    used += 1
                type_ = "EQ" if name == "=" else "OPERATOR"
            elif text == "+":
                type_ = "PLUS"
            elif text == "-":
                type_ = "MINUS"
            elif text in _RASTER and previous == "COMMA":
                type_ = "RASTER"
        elif kind is Kind.NUMBER or kind is Kind.DIGITS:
            type_ = "NUMBER"
        elif kind is Kind.FUNCTION:
            type_ = _WORDS.get(text, "FUNCTION")
            if text == "TAN" and previous == "COMMA" and following == "D":
                type_, name, used = "RASTER", "TAND", 2
            elif text == "INT" and _is_interval(tokens, position):
                type_, name, used = "INTERVAL", "INTERVAL", 3
        elif kind is Kind.KEYWORD:
            type_ = _WORDS.get(text, text)
            if text == "'":
                # It is stored with a colon of its own, so it ends any statement.
                yield Terminal("COLON", "'", token, token.end)
            if following == "$" and text in ("INPUT", "SPRITE"):
                type_ = "FUNCTION" if text == "INPUT" else "SPRITE_S"
                name, used = text + "$", 2
            elif text == "OUT" and following == "PUT" and head == "OPEN":
                type_, name, used = "OUTPUT", "OUTPUT", 2
            elif text == "MAX" and following == "FILES":
                type_, name, used = "MAXFILES", "MAXFILES", 2
            if text == "LIST" and previous == "KEY":
                type_ = "LIST"
            elif text == "NEW" and previous == "EQ":
                type_ = "NEW"
            elif text == "TO" and previous == "COMMA" and following == "R":
                type_, name, used = "RASTER", "TOR", 2
            elif previous in _WORD_HEADS.get(text, ()):
                type_ = "WORD"
            elif text in _RASTER and previous == "COMMA":
                type_ = "RASTER"
        else:
            type_ = kind.name  # LINE STRING TEXT UNKNOWN
        last = tokens[position + used - 1]
        if not head or type_ in ("THEN", "ELSE"):
            head = "" if type_ in ("THEN", "ELSE", "COLON") else text
        yield Terminal(type_, name, token, last.end)
        previous = type_
        position += used
        if type_ in ("GOTO", "GOSUB"):
            position = yield from _jump(tokens, position)
            previous = "LINE"
        elif type_ in ("CMD", "IPL") or (type_ == "TEXT" and head in ("CALL", "_")):
            position = _statement_end(tokens, position)


_OPERAND_ENDS = frozenset({"STRING", "RPAR", "VARIABLE", "NUMBER", "INPUT", "OUTPUT", "APPEND", "READING"})


def _kind_of(text: str) -> Kind:
    return Kind.DIGITS if text.isdigit() else Kind.NAME


def _msx2_word(text: str) -> str:
    return next((word for word in _MSX2_WORDS if text.startswith(word)), "")


_PLAIN = frozenset({Kind.STRING, Kind.TEXT})


def _word(token: Token) -> str:
    """The token's word; nothing for the inside of a string or remark."""
    return "" if token.kind in _PLAIN else token.text


def _is_interval(tokens: Sequence[Token], position: int) -> bool:
    return [_word(token) for token in tokens[position + 1 : position + 3]] == ["ER", "VAL"]


def _name(tokens: Sequence[Token], position: int, text: str, *, spaced: bool) -> tuple[str, int]:
    """A variable's name with suffix, and how many tokens it takes; the machine lets blanks stand inside."""
    used = 1
    while position + used < len(tokens):
        token = tokens[position + used]
        if token.kind is Kind.PUNCTUATION and token.text in _SUFFIXES:
            return text + token.text, used + 1
        if not spaced or token.kind not in (Kind.NAME, Kind.DIGITS):
            break
        text += token.text
        used += 1
    return text, used


def _statement_end(tokens: Sequence[Token], position: int) -> int:
    while position < len(tokens) and _word(tokens[position]) not in _ENDS:
        position += 1
    return position


def _jump(tokens: Sequence[Token], position: int) -> Generator[Terminal, None, int]:
    """The line numbers of a jump; what follows them in the statement is never looked at by the machine."""
    while position < len(tokens):
        token = tokens[position]
        if token.kind is Kind.LINE:
            yield Terminal("LINE", "", token, token.end)
        elif token.kind is Kind.PUNCTUATION and token.text == ",":
            yield Terminal("COMMA", ",", token, token.end)
        else:
            break
        position += 1
    return _statement_end(tokens, position)
