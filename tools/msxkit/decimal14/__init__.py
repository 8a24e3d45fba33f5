"""MSX BASIC's 14-digit decimal arithmetic: values, operations, conversion, printing, memory form.

A number is a `Number`: a Python `int` with |v| < 10**14, or a `decimal.Decimal` of at most 14 significant
digits and 1E-64 <= |v| < 1E+63 (or zero). An integral value below 10**14 may come as either; `==`, `<` and
the rest compare both exactly. BASIC's static types belong to the caller; `KIND_*` name them here.

API (all pure; `a`, `b`, `x` are `Number`s):

* operators: `add sub mul div power neg compare`, `int_divide modulo` (`\\` and MOD)
* functions: `absolute sign int_ fix sqr log exp sin cos tan atn` (RND is in `msxkit.rnd`)
* types: `to_int16` (CINT and every implicit conversion), `to_address` (-32768..65535, wraps), `to_byte`,
  `csng` (6 digits), `cdbl`, `parse_number` (VAL, READ, INPUT), `val`, `format_number` (STR$; PRINT appends a blank)
* memory: `encode_integer encode_real decode_integer decode_real` (2 bytes; 4 or 8 bytes BCD), `stored_real`
* errors: `BasicOverflowError` (6), `DivisionByZeroError` (11), `IllegalFunctionCallError` (5), `RadixError` (2):
  `BasicError`s with `.number`

The inner loop of an interpreter need not call `add` and `mul`. With the decimal context `CTX` in force
(`decimal.localcontext(CTX)`), or through `CTX.add(a, b)` and `CTX.multiply(a, b)`:

* int and int: `r = a + b` is right when -LIMIT < r < LIMIT, else call `add(a, b)`; `-` and `*` alike;
* otherwise `r = a * b` is right, unless it raises an `ArithmeticError`: then call `mul(a, b)`, which returns 0
  (underflow) or raises `BasicOverflowError`;
* `+` of two values that are both positive or both negative is right under the same condition;
* differences of Decimals, and `/` always, need `add`, `sub`, `div`.

Source: the rules that the MSX Technical Handbook (appendix 2) and the Red Book (268Ch ff.) describe, fitted
to the results of a genuine MSX BASIC (tests/conformance/arithmetic.json).
"""

from __future__ import annotations

from msxkit.decimal14.arithmetic import add, div, int_divide, modulo, mul, sub
from msxkit.decimal14.math_pack import atn, cos, exp, log, power, sin, sqr, tan
from msxkit.decimal14.memory import (
    StoredReal,
    decode_integer,
    decode_real,
    encode_integer,
    encode_real,
    stored_real,
)
from msxkit.decimal14.text import format_number, parse_number, val
from msxkit.decimal14.values import (
    CTX,
    KIND_DOUBLE,
    KIND_INTEGER,
    KIND_SINGLE,
    LIMIT,
    BasicError,
    BasicOverflowError,
    DivisionByZeroError,
    IllegalFunctionCallError,
    Number,
    RadixError,
    absolute,
    cdbl,
    compare,
    csng,
    fix,
    int_,
    neg,
    sign,
    to_address,
    to_byte,
    to_int16,
)

__all__ = [
    "CTX",
    "KIND_DOUBLE",
    "KIND_INTEGER",
    "KIND_SINGLE",
    "LIMIT",
    "BasicError",
    "BasicOverflowError",
    "DivisionByZeroError",
    "IllegalFunctionCallError",
    "Number",
    "RadixError",
    "StoredReal",
    "absolute",
    "add",
    "atn",
    "cdbl",
    "compare",
    "cos",
    "csng",
    "decode_integer",
    "decode_real",
    "div",
    "encode_integer",
    "encode_real",
    "exp",
    "fix",
    "format_number",
    "int_",
    "int_divide",
    "log",
    "modulo",
    "mul",
    "neg",
    "parse_number",
    "power",
    "sign",
    "sin",
    "sqr",
    "stored_real",
    "sub",
    "tan",
    "to_address",
    "to_byte",
    "to_int16",
    "val",
]
