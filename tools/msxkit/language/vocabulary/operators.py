"""Words between operands."""

from __future__ import annotations

from functools import partial

from msxkit.language.tree.entry import entry

_operator = partial(entry, "operator", errors="Overflow")
_LOGIC = "10 PRINT 12 AND 10;12 OR 10;12 XOR 10;12 EQV 10;12 IMP 10;NOT 0"
_SUMS = '10 PRINT 5+2;5-2;5*2;5/2;-5:PRINT "A"+"B"'

ENTRIES = (
    _operator("AND", "a AND b", "The bits that both numbers have; -1 is true, 0 is false.", example=_LOGIC),
    _operator("EQV", "a EQV b", "The bits that are equal in both numbers.", example=_LOGIC),
    _operator("IMP", "a IMP b", "NOT a OR b.", example=_LOGIC),
    entry(
        "operator",
        "MOD",
        "a MOD b",
        "The remainder of the division of integers.",
        errors="Division by zero, Overflow",
        example="10 PRINT -5 MOD 3;5 MOD -3;-5\\3;5\\-3;5.5 MOD 2;6.5\\2",
    ),
    _operator("NOT", "NOT a", "All bits inverted: NOT 0 is -1.", example=_LOGIC),
    _operator("OR", "a OR b", "The bits that either number has.", example=_LOGIC),
    _operator("+", "a + b", "The sum of two numbers, or two texts joined together.", example=_SUMS),
    _operator("-", "a - b | -a", "The difference, or the number with its sign changed.", example=_SUMS),
    _operator("*", "a * b", "The product.", example=_SUMS),
    entry(
        "operator",
        "/",
        "a / b",
        "The quotient, with a fraction.",
        errors="Division by zero, Overflow",
        example=_SUMS,
    ),
    entry(
        "operator",
        "\\",
        "a \\ b",
        "The division of integers: both numbers lose their fractions first.",
        errors="Division by zero, Overflow",
        example="10 PRINT -5 MOD 3;5 MOD -3;-5\\3;5\\-3;5.5 MOD 2;6.5\\2",
    ),
    entry(
        "operator",
        "^",
        "a ^ b",
        "a to the power of b.",
        errors="Overflow, Division by zero, Illegal function call",
        example="10 PRINT 0^0;(-8)^2;2^-2;-32768\\1\n20 PRINT ABS(-32768);-(-32768)\n30 A%=-32768:PRINT ABS(A%)",
    ),
    *(
        entry(
            "operator",
            sign,
            f"a {sign} b",
            f"-1 if a is {what} b, else 0; texts are compared by their codes.",
            errors="Type mismatch",
            example='10 PRINT 1=1;1<>1;1<2;2<=1;2>1;1>=2;"A"<"B"',
        )
        for sign, what in (
            ("=", "equal to"),
            ("<>", "not equal to"),
            ("<", "less than"),
            ("<=", "at most"),
            (">", "greater than"),
            (">=", "at least"),
        )
    ),
    _operator("XOR", "a XOR b", "The bits that exactly one of the numbers has.", example=_LOGIC),
)
