"""Calls of functions and compound assignments of a modern source, written out in classic BASIC."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, groupby

from msxkit.language.modern.names import split_type
from msxkit.language.modern.structure import (
    DraftLine,
    ModernFunction,
    Structure,
    behind,
    home,
    opens,
    split,
)
from msxkit.language.modern.words import VARIABLES, MissingError, ModernError, Word, WordKind, ends, is_short
from msxkit.language.program import Doubt

#: Signs and words that bind less than the key: a right side with them needs parentheses behind the operator.
_WORDS = ("AND", "OR", "XOR", "EQV", "IMP", "NOT")
_LOOSER = {
    "+": (*"=<>", *_WORDS),
    "-": (*"=<>+-", *_WORDS),
    "*": (*"=<>+-\\", "MOD", *_WORDS),
    "/": (*"=<>+-*/\\", "MOD", *_WORDS),
    "^": (*"=<>+-*/\\^", "MOD", *_WORDS),
}
_WORDY = (WordKind.SIGN, WordKind.KEYWORD)
#: What is set, and to what.
_Pair = tuple[list[Word], list[Word]]
_MISMATCH = "Function variable mismatch."


def write_out(made: Structure, errors: list[ModernError], doubts: list[Doubt]) -> None:
    """Replace all calls and compound assignments. Add what is wrong with them to `errors` and `doubts`."""
    writer = _Writer(made)
    for line in made.lines:
        try:
            line.words = list(writer.line(line))
        except ModernError as error:
            errors.append(error)
    doubts += writer.doubts()


class _Writer:
    def __init__(self, made: Structure) -> None:
        self._functions = made.functions
        self._saved = 0
        #: The functions whose results are being made; the results of each; what computes them.
        self._open: list[ModernFunction] = []
        self._results: dict[ModernFunction, list[list[Word]]] = {}
        self._before: dict[ModernFunction, list[list[Word]]] = {}
        #: The function that a line is in; the functions that each one calls, and where.
        self._inside: ModernFunction | None = None
        self._called: dict[ModernFunction, dict[ModernFunction, Word]] = {}

    def line(self, line: DraftLine) -> Iterator[Word]:
        """Yield the words of a line in classic BASIC."""
        begun = (each for each in self._functions.values() if line.marks and each.mark in line.marks)
        self._inside = next(begun, self._inside)
        for _, group in groupby(line.words, ends):
            statement = [*group]
            if self._inside is not None and self._inside.end in statement:
                self._returns(self._inside, self._inside.end)
                yield from _joined([*self._before[self._inside], statement], statement[0])
                self._inside = None
            else:
                yield from self.statement(statement)

    def doubts(self) -> Iterator[Doubt]:
        """Yield the functions that call themselves."""
        for function in self._functions.values():
            reached: dict[ModernFunction, Word] = {}
            for each in (order := [function]):
                called = self._called.get(each, {})
                order += called.keys() - reached.keys()
                reached |= called
            if function in reached:
                call = reached[function]
                message = (
                    f".{function.name} calls itself, and parameters are variables: "
                    "the inner call changes those of the outer one"
                )
                yield Doubt("calls-itself", "warning", call.place, message)

    def statement(self, words: list[Word]) -> list[Word]:
        """Return a statement in classic BASIC."""
        first = next(_outer(words), None)
        if first is None:
            return _compound(words)
        if words[0].is_keyword("LET"):
            words, first = words[1:], first - 1
        end = behind(words, first)
        if end == len(words) and (first == 0 or _are_targets(words[: first - 1], words[first - 1])):
            targets = split(words[: first - 1]) if first else []
            return _joined(self._call(words[first:end], targets), words[first])
        before: list[list[Word]] = []
        hoisted = self._hoisted(words, before)
        return _joined([*before, _compound(hoisted)], words[0])

    def _hoisted(self, words: list[Word], before: list[list[Word]]) -> list[Word]:
        """Return words in which the values of the functions stand; add to `before` what computes them."""
        places = list(_outer(words))
        done, new = 0, []
        for place in places:
            call = words[place]
            new += words[done:place]
            done = behind(words, place)
            results = self._returns(self._find(call), call)
            if not results or not results[0]:
                call.fail(_MISMATCH)
            before += self._call(words[place:done], [])
            result = results[0]
            if place != places[-1]:
                name = self._name(call, result)
                before.append([name, _sign("=", call), *result])
                result = [name]
            new += result if len(result) == 1 else [_sign("(", call), *result, _sign(")", call)]
        return new + words[done:]

    def _returns(self, function: ModernFunction, call: Word) -> list[list[Word]]:
        """Return what a function returns, without the calls in it, which are made before its RETURN."""
        if function in self._open:
            call.fail(
                f"Function calls itself in what it returns: {function.name}; keep the value in a variable"
            )
        if function not in self._results:
            self._open.append(function)
            before: list[list[Word]] = []
            values = split(self._hoisted(function.returns, before))
            self._results[function] = values if function.returns else []
            self._before[function] = before
            self._open.pop()
        return self._results[function]

    def _name(self, call: Word, value: list[Word]) -> Word:
        """Return a new variable for the value of a function."""
        self._saved += 1
        first = next((word for word in value if not word.is_sign("(")), call)
        is_text = first.kind is WordKind.STRING or first.text.endswith("$")
        return Word(WordKind.NAME, f"_value_{self._saved}" + ("$" if is_text else ""), call.place, call.scope)

    def _find(self, call: Word) -> ModernFunction:
        """Return the function that is called."""
        name = call.text.lower()
        found = self._functions.get((name, home(self._functions, name, call.scope)))
        if found is None:
            raise call.error(f"Function does not exist: {call.text}", kind=MissingError)
        return found

    def _call(self, words: list[Word], targets: list[list[Word]]) -> list[list[Word]]:
        """Return the statements of a call: parameters, GOSUB, results."""
        call = words[0]
        function = self._find(call)
        if self._inside is not None:
            self._called.setdefault(self._inside, {}).setdefault(function, call)
        returns = self._returns(function, call)
        given = split(words[2:-1]) if words[2:-1] else []
        if len(given) > len(function.parameters) or len(targets) > len(returns):
            call.fail(_MISMATCH)
        out: list[list[Word]] = []
        names: list[list[Word]] = []
        wanted: list[Word] = []
        for number, (parameter, default) in enumerate(function.parameters):
            value = given[number] if number < len(given) else []
            value = value or [word._replace(place=call.place) for word in default]
            if value:
                wanted += [*([_sign(",", call)] * bool(names)), *value]
                names.append([parameter._replace(place=call.place)])
        values = split(self._hoisted(wanted, out))
        out += self._assigned([*zip(names, values, strict=False)], call)
        gosub = Word(WordKind.KEYWORD, "GOSUB", call.place, call.scope)
        out.append([gosub, gosub._replace(kind=WordKind.LINE, text=function.mark)])
        results = [[word._replace(place=call.place) for word in result] for result in returns]
        return out + self._assigned([pair for pair in zip(targets, results, strict=False) if all(pair)], call)

    def _assigned(self, pairs: list[_Pair], call: Word) -> list[list[Word]]:
        """Return assignments that act as if they all happened at once."""
        pairs = [pair for pair in pairs if [*map(_key, pair[0])] != [*map(_key, pair[1])]]
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


def _outer(words: list[Word]) -> Iterator[int]:
    """Yield where the calls begin that stand in no other call."""
    end = 0
    for place, word in enumerate(words):
        if word.kind is WordKind.CALL and place >= end:
            end = behind(words, place)
            yield place


def _key(word: Word) -> tuple[str, int]:
    """Return what two words for one variable have in common; a short name is the same in all files."""
    return word.text.lower(), 0 if is_short(split_type(word.text)[0]) else word.scope


def _sign(text: str, at: Word) -> Word:
    return Word(WordKind.SIGN, text, at.place, at.scope)


def _are_targets(words: list[Word], equals: Word) -> bool:
    """Return whether these are variables, with commas between, before an equals sign."""
    parts = [part for part in split(words) if part]
    are_names = all(part[0].kind in VARIABLES and behind(part, 0) == len(part) for part in parts)
    return are_names and equals.is_sign("=")


def _joined(statements: list[list[Word]], at: Word) -> list[Word]:
    return [word for statement in statements for word in (_sign(":", at), *statement)][1:]


def _compound(words: list[Word]) -> list[Word]:
    """Return a statement with its compound assignment written out."""
    at = next((place for place, word in enumerate(words) if word.kind is WordKind.COMPOUND), None)
    if at is None:
        return words
    sign = words[at]
    if at == 0 or words[0].kind not in VARIABLES:
        # An operator and an equals sign or another operator, as in IF A>=-1.
        signs = [_sign(character, sign) for character in sign.text]
        return [*words[:at], *signs, *_compound(words[at + 1 :])]
    target, value = words[:at], words[at + 1 :]
    if sign.text in ("++", "--"):
        value = [Word(WordKind.NUMBER, "1", sign.place, sign.scope)]
    operator = sign.text[0]
    depths = accumulate(map(opens, value))
    outer = [word for word, depth in zip(value, depths, strict=True) if not depth]
    signed = bool(value) and value[0].text in ("+", "-")
    if any(word.kind in _WORDY and word.text in _LOOSER[operator] for word in outer[signed:]):
        value = [_sign("(", sign), *value, _sign(")", sign)]
    return [*target, _sign("=", sign), *target, _sign(operator, sign), *value]
