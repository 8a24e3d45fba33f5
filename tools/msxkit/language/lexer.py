"""From the scanner's tokens to the terminals of the grammar: what a word means where it stands.

Some words are no tokens on the MSX (AS, OUTPUT, INTERVAL, PAGE) and are put together here; a name may hold
blanks; `> =` is one relation; behind the lines of a jump nothing is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.language.scanner import Kind, Token


class Terminal:
    """A terminal of the grammar. text: word or name as meant; token: the (first) token it was made of.

    missing: it is not there; the parser put it in place of what it expected.
    """

    __slots__ = ("end", "missing", "start", "text", "token", "type")

    def __init__(self, type: str, text: str, token: Token, start: int, end: int) -> None:
        self.type = type
        self.text = text
        self.token = token
        self.start = start
        self.end = end
        self.missing = False


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
    ".": "DOT",
    "_": "CALL",
}
_WORDS = {
    **dict.fromkeys(("ERL", "ERR", "CSRLIN", "INKEY$"), "READING"),
    **dict.fromkeys(("STRING$", "LEFT$", "RIGHT$", "DSKI$"), "FUNCTION_2"),
    **dict.fromkeys(("DEFSTR", "DEFINT", "DEFSNG", "DEFDBL"), "DEFTYPE"),
    "ATTR$": "FUNCTION",
    "DSKO$": "DSKO",
    "INSTR": "INSTR",
    "TAB(": "TAB",
    "SPC(": "SPC",
    "LINE": "LINE_STATEMENT",
    "'": "REM",
    "MID$": "MID_S",
    "LEN": "LEN",
    "STRIG": "STRIG",
}
_DEFTYPES = frozenset({"DEFSTR", "DEFINT", "DEFSNG", "DEFDBL"})
_RASTER = frozenset({"AND", "OR", "XOR", "PSET", "PRESET"})
#: Words behind SET that are no keywords; GET and PUT have one each.
_OPTIONS = ("PAGE", "ADJUST", "DATE", "TITLE", "PROMPT", "SCROLL", "VIDEO", "PASSW")
#: Letters that stand for themselves behind a comma, by statement; CLOCK: SET and GET of DATE and TIME.
_FLAGS = {
    "LINE": ("BF", "B"),
    "BLOAD": ("R", "S"),
    "BSAVE": ("S",),
    "LOAD": ("R",),
    "SAVE": ("A",),
    "RUN": ("R",),
    "CLOCK": ("A",),
}
#: How many commas of the statement stand before the first place for such a letter.
_FLAG_COMMAS = {"LINE": 2, "BSAVE": 3}
_SUFFIXES = frozenset("$%!#")
_ENDS = (":", "ELSE", "'")
#: Behind these, line numbers, and then nothing that the machine looks at.
_JUMPS = frozenset({"GOTO", "GOSUB", "RETURN", "RESUME", "RUN", "THEN", "ELSE"})
#: They go to line 0 if no line number follows.
_GOES = frozenset({"GOTO", "GOSUB"})
_OPERAND_ENDS = frozenset({"STRING", "RPAR", "VARIABLE", "NUMBER", "INPUT", "OUTPUT", "APPEND", "READING"})
_PLAIN = frozenset({Kind.STRING, Kind.TEXT})


def terminals(tokens: Sequence[Token]) -> list[Terminal]:
    """The terminals of a line."""
    out: list[Terminal] = []
    position, size = 0, len(tokens)
    head = ""  # keyword of the statement
    previous = ""  # type of the last terminal
    depth = commas = 0  # open brackets, and commas outside of them
    while position < size:
        token = tokens[position]
        kind, text, start = token.kind, token.text, token.start
        used = 1
        name = text
        if kind is Kind.NAME:
            word = _word_in(text, head, previous, depth, commas)
            if word is None:
                type_ = "VARIABLE"
                if text == "APP" and head == "OPEN" and _following(tokens, position) == "END":
                    type_, used = "APPEND", 2
                elif text == "T" and previous == "COMMA" and _following(tokens, position) in _RASTER:
                    type_, name, used = "RASTER", "T" + tokens[position + 1].text, 2
                else:
                    name, used = _name(tokens, position, text)
            else:
                type_, name = word
                if name == "PASSW" and [_following(tokens, position + more) for more in (0, 1)] == [
                    "OR",
                    "D",
                ]:
                    type_, name, used = "PASSWORD", "PASSWORD", 3
                elif name != text:
                    # The rest of the letters is a name or number of its own.
                    end = start + len(name)
                    out.append(Terminal(type_, name, token, start, end))
                    previous = type_
                    rest = text[len(name) :]
                    rest_kind = Kind.DIGITS if rest.isdigit() else Kind.NAME
                    tokens = [
                        *tokens[:position],
                        token._replace(kind=rest_kind, text=rest, start=end),
                        *tokens[position + 1 :],
                    ]
                    continue
        elif kind is Kind.PUNCTUATION:
            type_ = _PUNCTUATION.get(text, text)
            if text == "(" or text == "[":
                depth += 1
            elif text == ")" or text == "]":
                depth -= 1
            elif text == ",":
                commas += not depth
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
            following = _following(tokens, position)
            if text == "TAN" and previous == "COMMA" and following == "D":
                type_, name, used = "RASTER", "TAND", 2
            elif text == "INT" and following == "ER" and _following(tokens, position + 1) == "VAL":
                type_, name, used = "INTERVAL", "INTERVAL", 3
        elif kind is Kind.KEYWORD:
            type_, name, used = _keyword(tokens, position, head, previous)
            if text == "'":
                # It is stored with a colon of its own, so it ends any statement.
                out.append(Terminal("COLON", "'", token, start, token.end))
        else:
            type_ = kind.name  # LINE STRING TEXT UNKNOWN
        out.append(Terminal(type_, name, token, start, tokens[position + used - 1].end))
        position += used
        if type_ == "COLON" or type_ == "THEN" or type_ == "ELSE":
            head, depth, commas = "", 0, 0
        elif not head:
            head = text
        elif type_ == "CLOCK":
            head = type_
        if type_ in _JUMPS:
            position = _jump(tokens, position, out, listed=head == "ON" and previous != "ERROR")
            type_ = out[-1].type
        elif type_ in ("CMD", "IPL") or (type_ == "TEXT" and previous == "CALL"):
            # What follows belongs to the extension.
            position = _statement_end(tokens, position)
            out[-1].end = tokens[position - 1].end
        previous = type_
    return out


def _word_in(text: str, head: str, previous: str, depth: int, commas: int) -> tuple[str, str] | None:
    """The terminal and word that a name begins with, where plain letters mean something."""
    if head == previous and head in ("SET", "GET", "PUT"):
        if head == "SET":
            word = next((word for word in _OPTIONS if text.startswith(word)), "")
            if word:
                return ("CLOCK" if word == "DATE" else word), word
        elif head == "GET" and text.startswith("DATE"):
            return "CLOCK", "DATE"
        elif head == "PUT" and text.startswith("KANJI"):
            return "KANJI", "KANJI"
    elif head in ("OPEN", "FIELD", "NAME") and text.startswith("AS") and previous in _OPERAND_ENDS:
        return "AS", "AS"
    elif head in _DEFTYPES:
        return "LETTER", text[0]
    elif head in _FLAGS and previous == "COMMA" and not depth and commas >= _FLAG_COMMAS.get(head, 1):
        flag = next((flag for flag in _FLAGS[head] if text.startswith(flag)), "")
        if flag:
            return "FLAG", flag
    return None


def _keyword(tokens: Sequence[Token], position: int, head: str, previous: str) -> tuple[str, str, int]:
    """Type and text of the terminal that begins with a keyword, and how many tokens it takes."""
    text = tokens[position].text
    type_ = _WORDS.get(text, text)
    following = _following(tokens, position)
    if text in ("INPUT", "SPRITE") and following == "$":
        return text + "_S", text + "$", 2
    if text == "OUT" and following == "PUT" and head == "OPEN":
        return "OUTPUT", "OUTPUT", 2
    if text == "MAX" and following == "FILES":
        return "MAXFILES", "MAXFILES", 2
    if text == "TO" and previous == "COMMA" and following == "R":
        return "RASTER", "TOR", 2
    if text in _RASTER and previous == "COMMA":
        return "RASTER", text, 1
    if text == "TIME" and previous in ("GET", "SET"):
        return "CLOCK", text, 1
    if text == "KEY" and following == "(" and previous != "ON":
        return "KEY_EVENT", text, 1
    if text == "RUN" and position + 1 < len(tokens):
        token = tokens[position + 1]
        if token.kind is not Kind.LINE and _word(token) not in _ENDS:
            return "RUN_FILE", text, 1
    return type_, text, 1


def _word(token: Token) -> str:
    """The token's word; nothing for the inside of a string or remark."""
    return "" if token.kind in _PLAIN else token.text


def _following(tokens: Sequence[Token], position: int) -> str:
    return _word(tokens[position + 1]) if position + 1 < len(tokens) else ""


def _name(tokens: Sequence[Token], position: int, text: str) -> tuple[str, int]:
    """A variable's name with suffix, and how many tokens it takes; the machine lets blanks stand inside.

    So in `FIELD #1,N AS A$` the machine sees NASA$, and no AS.
    """
    used = 1
    while position + used < len(tokens):
        token = tokens[position + used]
        if token.kind is Kind.PUNCTUATION and token.text in _SUFFIXES:
            return text + token.text, used + 1
        if token.kind not in (Kind.NAME, Kind.DIGITS):
            break
        text += token.text
        used += 1
    return text, used


def _statement_end(tokens: Sequence[Token], position: int) -> int:
    while position < len(tokens) and _word(tokens[position]) not in _ENDS:
        position += 1
    return position


def _jump(tokens: Sequence[Token], position: int, out: list[Terminal], *, listed: bool) -> int:
    """The line number of a jump, or several (listed); what follows it is never looked at by the machine."""
    jump = out[-1]
    goes = jump.type in _GOES and (len(out) < 2 or out[-2].type != "ERROR")
    while position < len(tokens):
        token = tokens[position]
        if token.kind is Kind.LINE and out[-1].type != "LINE":
            out.append(Terminal("LINE", "", token, token.start, token.end))
            goes = goes or (jump.type != "GOTO" and not (jump.type == "RESUME" and token.line == 0))
        elif listed and token.kind is Kind.PUNCTUATION and token.text == ",":
            out.append(Terminal("COMMA", ",", token, token.start, token.end))
        else:
            break
        position += 1
        if not listed:
            break
    return _statement_end(tokens, position) if goes else position
