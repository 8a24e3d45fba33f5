"""Where the statements of a line begin and end in the program text, as the machine finds out from its tokens."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from msxkit.basic_errors import SYNTAX
from msxkit.language import tree
from msxkit.language.scanner import Token, TokenKind
from msxkit.program.layout import Layout, MemoryLine
from msxkit.program.model import NoLine, Target


class LineText:
    """The tokens of a line at their offsets in the program text."""

    def __init__(self, layout: Layout, line: MemoryLine) -> None:
        self.layout = layout
        self.line = line
        self.tokens: list[Token] = line.stored.tokens
        self.next_line = layout.after(line)
        self._starts = [line.start + token.start for token in self.tokens]

    def at(self, node: tree.Node) -> int:
        """Return the offset of a node in the program text."""
        return self.line.start + node.start

    def behind(self, node: tree.Node) -> int:
        """Return the offset after a node."""
        return self.line.start + node.end

    def start(self, index: int) -> int:
        """Return the offset of a token; after the last one, of the end of the line."""
        return self._starts[index] if index < len(self.tokens) else self.line.end

    def end(self, index: int) -> int:
        """Return the offset after a token."""
        return self.line.start + self.tokens[index].end

    def index_at(self, offset: int) -> int:
        """Return the first token at an offset or after it."""
        return bisect_left(self._starts, offset)

    def begins(self, offset: int) -> int:
        """Return where a statement begins for the run, given its first word at `offset`: after the colon before it."""
        index = bisect_left(self._starts, offset)
        if not index:
            return self.line.start
        before = self.tokens[index - 1]
        return self.end(index - 1) if _is_colon(before) else offset

    def inside(self, offset: int) -> int:
        """Return an offset for a block within a statement that reaches `offset`.

        The colon of an apostrophe is where the remark begins; what is after that colon belongs to no statement.
        """
        index = self.index_at(offset)
        remark = index < len(self.tokens) and self.start(index) == offset and self.tokens[index].text == "'"
        return offset + 1 if remark else offset

    def is_end(self, index: int) -> bool:
        """Return whether a statement ends at a token: `:`, ELSE or an apostrophe, or the end of the line."""
        if index >= len(self.tokens):
            return True
        token = self.tokens[index]
        return _is_colon(token) or (token.kind is TokenKind.KEYWORD and token.text in ("ELSE", "'"))

    def is_line(self, index: int) -> bool:
        """Return whether a line number stands at a token."""
        return index < len(self.tokens) and self.tokens[index].kind is TokenKind.LINE

    def end_from(self, index: int) -> int:
        """Return the token that ends the statement that token `index` belongs to."""
        while not self.is_end(index):
            index += 1
        return index

    def after_colon(self, index: int) -> int:
        """Return where the run goes on from what ends a statement at a token."""
        tokens = self.tokens
        while index < len(tokens) and _is_colon(tokens[index]):
            index += 1
        if index >= len(tokens) or self.is_end(index):
            return self.next_line
        return self.end(index - 1)

    def next_from(self, offset: int) -> int:
        """Return where the statement after the one that reaches `offset` begins."""
        index = self.end_from(self.index_at(offset))
        return self.after_colon(index) if index < len(self.tokens) else self.next_line

    def following(self, statement: int) -> int:
        """Return where RESUME NEXT goes on: after the next colon, whatever the statement is."""
        for index in range(bisect_right(self._starts, statement), len(self.tokens)):
            if self.is_end(index):
                return self.after_colon(index)
        return self.next_line

    def behind_last_number(self) -> int | None:
        """Return where the statement behind the last number before RESUME NEXT in the first handler ends; None if there
        is none.
        """
        lines = self.layout.lines
        parts = [
            (line, node)
            for line in lines
            for statement in line.stored.statements
            for node in tree.walk(statement)
        ]
        handler = next(
            (
                node.target.line
                for _, node in parts
                if isinstance(node, tree.OnError) and node.target is not None
            ),
            None,
        )
        for end, node in parts:
            if handler is None or end.number < handler or not isinstance(node, tree.Resume) or not node.next:
                continue
            for line in reversed(lines[: lines.index(end) + 1]):
                if line.number < handler:
                    break
                for token in reversed(line.stored.tokens):
                    if token.kind in (TokenKind.NUMBER, TokenKind.LINE) and (
                        line is not end or token.start < node.start
                    ):
                        return LineText(self.layout, line).following(line.start + token.start)
            break
        return None

    def otherwise(self, index: int) -> Target:
        """Return where a false IF goes on when token `index` follows its THEN: after its ELSE, or in the next
        line.

        IFs in between are counted.
        """
        depth = 1
        for place in range(index, len(self.tokens)):
            token = self.tokens[place]
            if token.kind is not TokenKind.KEYWORD:
                continue
            if token.text == "IF":
                depth += 1
            elif token.text == "ELSE":
                depth -= 1
                if not depth:
                    return self.after_word(place)
        return self.next_line

    def after_word(self, index: int) -> Target:
        """Return where the run goes on after THEN or ELSE at a token: a line, or what stands there."""
        behind = index + 1
        if self.is_line(behind):
            token = self.tokens[behind]
            return self.target(token.line, bool(token.text))
        if self.is_end(behind):
            return self.after_colon(behind) if behind < len(self.tokens) else self.next_line
        return self.start(behind)

    def unnumbered(self) -> Target:
        """Return where a jump without a line number leads: to line 0, or to a Syntax error."""
        line = self.layout.by_number.get(0)
        return line.start if line else NoLine(0, SYNTAX)

    def target(self, number: int, address: bool = False) -> Target:
        """Return the offset of a line.

        Args:
            address: `number` is the address of its text instead.
        """
        if address:
            line = self.layout.line_at(number + 4)
            return line.start if line else NoLine(65530)
        line = self.layout.by_number.get(number)
        return line.start if line else NoLine(number)


def _is_colon(token: Token) -> bool:
    return token.kind is TokenKind.PUNCTUATION and token.text == ":"
