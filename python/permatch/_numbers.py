# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers as Python numbers that carry a bound of their error, and numbers as the library's text."""

from __future__ import annotations

import math
import sys
from fractions import Fraction
from typing import Any, Union

import numpy

from ._library import InputError

_DIGITS = 4000  # below the longest text that int() and str() take


class Gaussian:
    """An exact complex number real + imag i with rational parts."""

    __slots__ = ("real", "imag", "__dict__")

    def __init__(self, real: Any = 0, imag: Any = 0) -> None:
        self.real, self.imag = Fraction(real), Fraction(imag)

    def norm(self) -> Fraction:
        """The square of the modulus."""
        return self.real**2 + self.imag**2

    def __complex__(self) -> complex:
        return complex(float(self.real), float(self.imag))

    def __eq__(self, other: object) -> bool:
        return (hasattr(other, "real") and hasattr(other, "imag") and self.real == other.real
                and self.imag == other.imag)

    def __hash__(self) -> int:
        return hash((self.real, self.imag)) if self.imag else hash(self.real)

    def __repr__(self) -> str:
        return f"Gaussian({self.real}, {self.imag})"


class _Answer:
    """What answers have besides their value.

    bound   a proved bound of the absolute error of this number: 0 where it is exact
    text    the value as the library writes it, with all digits that are proved
    plan    the plan, several lines
    engines the engines that ran, comma-separated
    log     the natural logarithm, of any exponent, where the value is positive; else None
    log_least  of an unproved estimate: the natural logarithm of a number that the true value is not below, except with
            probability delta (Markov's inequality); None: no such number is known
    """

    bound: float = 0.0
    plan: str = ""
    engines: str = ""
    log_least: Union[float, None] = None
    text: str
    log: Union[float, None]

    def __getattr__(self, name: str) -> Any:
        """`text` and `log` of a float or complex number that came without them."""
        if name == "text":
            return proved_text(self, self.bound)
        if name == "log":
            return math.log(self) if isinstance(self, float) and self > 0 else None
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class Integer(_Answer, int):
    """An exact integer."""


class Rational(_Answer, Fraction):
    """An exact rational number."""


class ExactComplex(_Answer, Gaussian):
    """An exact Gaussian rational."""


class Real(_Answer, float):
    """A floating number; infinite beyond the range of float, where `text` and `log` have the value."""


class Complex(_Answer, complex):
    """A complex floating number."""


Number = Union[Integer, Rational, ExactComplex, Real, Complex]


def _pieces(digits: str) -> int:
    if len(digits) <= _DIGITS:
        return int(digits)
    half = len(digits) // 2
    power: int = 10 ** (len(digits) - half)
    return _pieces(digits[:half]) * power + _pieces(digits[half:])


def read_integer(text: str) -> int:
    """An integer of any length."""
    return -_pieces(text[1:]) if text.startswith("-") else _pieces(text)


def read_rational(text: str) -> Fraction:
    """p or p/q"""
    p, _, q = text.partition("/")
    return Fraction(read_integer(p), read_integer(q or "1"))


def read_gaussian(text: str) -> tuple[Fraction, Fraction]:
    """a, bi or a+bi with rational parts."""
    if not text.endswith("i"):
        return read_rational(text), Fraction(0)
    cut = max(text.rfind("+"), text.rfind("-"))
    real, imag = (text[:cut], text[cut:-1]) if cut > 0 else ("0", text[:-1])
    if imag in ("", "+", "-"):
        imag += "1"
    return read_rational(real), read_rational(imag.lstrip("+"))


def _write_integer(x: int) -> str:
    if x < 0:
        return "-" + _write_integer(-x)
    if x.bit_length() <= 3 * _DIGITS:
        return str(x)
    half = x.bit_length() * 3 // 20
    high, low = divmod(x, 10**half)
    return _write_integer(high) + _write_integer(low).rjust(half, "0")


def write_rational(x: Any) -> str:
    """The text of a number for the library; a float stands for the exact value that it has."""
    try:
        exact = Fraction(x.item() if isinstance(x, numpy.generic) else x)
    except (TypeError, ValueError, OverflowError) as reason:
        raise InputError(f"{x!r} is not a finite number") from reason
    return f"{_write_integer(exact.numerator)}/{_write_integer(exact.denominator)}"


def proved_text(value: Any, bound: float) -> str:
    """A floating-point number with the digits that its bound proves, at most 17."""
    size = abs(value)
    digits = 17 if bound == 0 or size == 0 else max(1, min(17, math.floor(math.log10(size / bound))))
    if not isinstance(value, complex):
        return f"{float(value):.{digits}g}"
    return f"{value.real:.{digits}g}{value.imag:+.{digits}g}i"


def bound_of(parts: tuple[float, ...], bound: str) -> float:
    """A bound of the distance to the truth: the library's, and what rounding to float adds."""
    if any(math.isinf(x) for x in parts):
        return math.inf
    exact = Fraction(bound) + sum(Fraction(math.ulp(x)) / 2 for x in parts)
    if exact > sys.float_info.max:
        return math.inf
    return math.nextafter(float(exact), math.inf)
