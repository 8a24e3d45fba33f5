"""Calls of functions and compound assignments of a modern source, written out in classic BASIC."""

from __future__ import annotations

from collections.abc import Iterator

from msxkit.language.modern.structure import Function, Structure, closing, opens, operands, split
from msxkit.language.modern.words import Kind, ModernError, Word, is_boundary

#: Signs and words that bind less than the key: a right side with them needs parentheses behind the operator.
_WORDS = ("AND", "OR", "XOR", "EQV", "IMP", "NOT")
_LOOSER = {
    "+": (*"=<>", *_WORDS),
    "-": (*"=<>+-", *_WORDS),
    "*": (*"=<>+-\\", "MOD", *_WORDS),
    "/": (*"=<>+-*/\\", "MOD", *_WORDS),
    "^": (*"=<>+-*/\\^", "MOD", *_WORDS),
}
#: What is set, and to what.
_Pair = tuple[list[Word], list[Word]]
_MISMATCH = "Function variable mismatch."


def write_out(made: Structure, errors: list[ModernError]) -> None:
    """Replace all calls and compound assignments. Add what is wrong with them to `errors`."""
    writer = _Writer(made)
    for line in made.lines:
        try:
            line.words = [
                word for statement in _statements(line.words) for word in writer.statement(statement)
            ]
        except ModernError as error:
            errors.append(error)


def _statements(words: list[Word]) -> Iterator[list[Word]]:
    """Yield the words of each statement; colons, THEN and ELSE are statements of their own."""
    found: list[Word] = []
    for word in words:
        if is_boundary(word) or word.kind is Kind.REMARK:
            yield found
            yield [word]
            found = []
        else:
            found.append(word)
    yield found


class _Writer:
    def __init__(self, made: Structure) -> None:
        self._functions = made.functions
        self._saved = 0

    def statement(self, words: list[Word]) -> list[Word]:
        """Return a statement in classic BASIC."""
        calls = [place for place, word in enumerate(words) if word.kind is Kind.CALL]
        if not calls:
            return _compound(words)
        first = calls[0]
        end = _behind(words, first)
        if end == len(words) and (first == 0 or _are_targets(words[: first - 1], words[first - 1])):
            targets = split(words[: first - 1]) if first else []
            if targets and targets[0] and targets[0][0].is_keyword("LET"):
                targets[0] = targets[0][1:]
            return _joined(self._call(words[first:end], targets), words[first])
        before: list[list[Word]] = []
        words = self._hoisted(words, before)
        return _joined([*before, _compound(words)], words[0])

    def _hoisted(self, words: list[Word], before: list[list[Word]]) -> list[Word]:
        """Return an expression in which the values of the functions stand; add to `before` what computes them."""
        calls = [place for place, word in enumerate(words) if word.kind is Kind.CALL]
        out: list[Word] = []
        done, depth = 0, 0
        outer = [place for place in calls if not any(at < place < _behind(words, at) for at in calls)]
        for place in outer:
            out += words[done:place]
            done = _behind(words, place)
            call = words[place]
            function = self._find(call)
            if not function.returns or not function.returns[0]:
                call.fail(_MISMATCH)
            before += self._call(words[place:done], [])
            value = function.returns[0]
            if place != outer[-1] or depth:
                name = self._name(call, value)
                before.append([name, _sign("=", call), *value])
                value = [name]
            out += value if len(value) == 1 else [_sign("(", call), *value, _sign(")", call)]
        return out + words[done:]

    def _name(self, call: Word, value: list[Word]) -> Word:
        """Return a new variable for the value of a function."""
        self._saved += 1
        first = next((word for word in value if not word.is_sign("(")), call)
        is_text = first.kind is Kind.STRING or first.text.endswith("$")
        return Word(Kind.NAME, f"_value_{self._saved}" + ("$" if is_text else ""), call.place, call.scope)

    def _find(self, call: Word) -> Function:
        """Return a function of the call's own file, else of any other."""
        name = call.text.lower()
        found = self._functions.get((name, call.scope))
        found = found or next((each for (other, _), each in self._functions.items() if other == name), None)
        return found or call.fail(f"Function does not exist: {call.text}")

    def _call(self, words: list[Word], targets: list[list[Word]]) -> list[list[Word]]:
        """Return the statements of a call: parameters, GOSUB, results."""
        call = words[0]
        function = self._find(call)
        given, _ = operands(words, 1)
        if len(given) > len(function.parameters) or len(targets) > len(function.returns):
            call.fail(_MISMATCH)
        out: list[list[Word]] = []
        pairs: list[_Pair] = []
        for number, (parameter, default) in enumerate(function.parameters):
            value = given[number] if number < len(given) and given[number] else default
            if value:
                value = self._hoisted(value, out)
                pairs.append(([parameter._replace(place=value[0].place)], value))
        out += self._assigned(pairs, call)
        gosub = Word(Kind.KEYWORD, "GOSUB", call.place, call.scope)
        out.append([gosub, gosub._replace(kind=Kind.LINE, text=function.mark)])
        results = ([word._replace(place=call.place) for word in result] for result in function.returns)
        return out + self._assigned([pair for pair in zip(targets, results, strict=False) if pair[1]], call)

    def _assigned(self, pairs: list[_Pair], call: Word) -> list[list[Word]]:
        """Return assignments that act as if they all happened at once."""
        pairs = [(target, value) for target, value in pairs if not _is_same(target, value)]
        saved: list[list[Word]] = []
        out: list[list[Word]] = []
        changed: set[tuple[str, int]] = set()
        for target, value in pairs:
            if any(_key(word) in changed for word in value):
                name = self._name(call, value)
                saved.append([name, _sign("=", call), *value])
                value = [name]
            out.append([*target, _sign("=", call), *value])
            changed.add(_key(target[0]))
        return saved + out


def _key(word: Word) -> tuple[str, int]:
    """Return what two words for one variable have in common; a short name is the same in all files."""
    return word.text.lower(), word.scope if len(word.text) > 3 else 0


def _is_same(target: list[Word], value: list[Word]) -> bool:
    """Return whether an assignment would do nothing."""
    return [(word.kind, word.text.lower(), word.scope) for word in target] == [
        (word.kind, word.text.lower(), word.scope) for word in value
    ]


def _sign(text: str, at: Word) -> Word:
    return Word(Kind.SIGN, text, at.place, at.scope)


def _behind(words: list[Word], call: int) -> int:
    """Return where the words behind a call begin."""
    if call + 1 < len(words) and words[call + 1].is_sign("("):
        return closing(words, call + 1) + 1
    return call + 1


def _are_targets(words: list[Word], equals: Word) -> bool:
    """Return whether these are variables, with commas between, before an equals sign."""
    if not words or not equals.is_sign("="):
        return False
    names = [part for part in split(words) if part]
    if names and names[0][0].is_keyword("LET"):
        names[0] = names[0][1:]
    return all(
        part and part[0].kind in (Kind.NAME, Kind.KEPT) and (len(part) == 1 or _is_element(part))
        for part in names
    )


def _is_element(words: list[Word]) -> bool:
    return words[1].is_sign("(") and closing(words, 1) == len(words) - 1


def _joined(statements: list[list[Word]], at: Word) -> list[Word]:
    out: list[Word] = []
    for statement in statements:
        if out:
            out.append(_sign(":", at))
        out += statement
    return out


def _compound(words: list[Word]) -> list[Word]:
    """Return a statement with its compound assignment written out."""
    at = next((place for place, word in enumerate(words) if word.kind is Kind.COMPOUND), None)
    if at is None:
        return words
    sign = words[at]
    if at == 0 or words[0].kind not in (Kind.NAME, Kind.KEPT):
        # An operator and an equals sign or another operator, as in IF A>=-1.
        signs = [_sign(character, sign) for character in sign.text]
        return [*words[:at], *signs, *_compound(words[at + 1 :])]
    target, value = words[:at], words[at + 1 :]
    if sign.text in ("++", "--"):
        value = [Word(Kind.NUMBER, "1", sign.place, sign.scope)]
    operator = sign.text[0]
    depth = 0
    for number, word in enumerate(value):
        depth += opens(word)
        signed = number == 0 and word.text in ("+", "-")
        if (
            depth == 0
            and not signed
            and word.kind in (Kind.SIGN, Kind.KEYWORD)
            and word.text in _LOOSER[operator]
        ):
            value = [_sign("(", sign), *value, _sign(")", sign)]
            break
    return [*target, _sign("=", sign), *target, _sign(operator, sign), *value]
