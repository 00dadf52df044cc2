# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers as Python numbers that carry a bound of their error, and numbers as the library's text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable, Union

import numpy

from . import _door
from ._door import InputError, UnableError

_DIGITS = 4000  # below the longest text that int() and str() take


class Gaussian:
    """An exact complex number real + imag i with rational parts."""

    __slots__ = ("real", "imag", "__dict__")

    def __init__(self, real: Any = 0, imag: Any = 0) -> None:
        self.real: Fraction = Fraction(real)
        self.imag: Fraction = Fraction(imag)

    def __add__(self, other: Any) -> Gaussian:
        return self._with(other, lambda z: (self.real + z.real, self.imag + z.imag))

    def __sub__(self, other: Any) -> Gaussian:
        return self._with(other, lambda z: (self.real - z.real, self.imag - z.imag))

    def __mul__(self, other: Any) -> Gaussian:
        return self._with(other, lambda z: (self.real * z.real - self.imag * z.imag, self.real * z.imag + self.imag * z.real))

    def __truediv__(self, other: Any) -> Gaussian:
        return self._with(other, lambda z: self._over(z))

    def __rsub__(self, other: Any) -> Gaussian:
        return (-self).__add__(other)

    def __rtruediv__(self, other: Any) -> Gaussian:
        return self._with(other, lambda z: z._over(self))

    def __radd__(self, other: Any) -> Gaussian:
        return self.__add__(other)

    def __rmul__(self, other: Any) -> Gaussian:
        return self.__mul__(other)

    def _with(self, other: Any, result: Callable[[Gaussian], tuple[Fraction, Fraction]]) -> Gaussian:
        """The result with another exact number; a float or complex number stands for its exact value."""
        if not hasattr(other, "real") or not hasattr(other, "imag"):
            return NotImplemented  # type: ignore[no-any-return, unused-ignore]
        return Gaussian(*result(Gaussian(other.real, other.imag)))

    def _over(self, z: Gaussian) -> tuple[Fraction, Fraction]:
        norm = z.norm()
        return ((self.real * z.real + self.imag * z.imag) / norm, (self.imag * z.real - self.real * z.imag) / norm)

    def __pow__(self, power: int) -> Gaussian:
        product: Gaussian
        if not isinstance(power, int):
            return NotImplemented
        base, product = self if power >= 0 else self.__rtruediv__(1), Gaussian(1)
        for bit in bin(abs(power))[2:]:
            product = product * product * (base if bit == "1" else Gaussian(1))
        return product

    def __neg__(self) -> Gaussian:
        return Gaussian(-self.real, -self.imag)

    def __pos__(self) -> Gaussian:
        return Gaussian(self.real, self.imag)

    def __abs__(self) -> float:
        return abs(complex(self))

    def __bool__(self) -> bool:
        return self.real != 0 or self.imag != 0

    def conjugate(self) -> Gaussian:
        return Gaussian(self.real, -self.imag)

    def norm(self) -> Fraction:
        """The square of the modulus."""
        return self.real**2 + self.imag**2

    def __complex__(self) -> complex:
        return complex(float(self.real), float(self.imag))

    def __eq__(self, other: Any) -> bool:
        return bool(hasattr(other, "real") and hasattr(other, "imag") and self.real == other.real
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
    slog    its sign, and the natural logarithm of its modulus, where it is real; else None
    log_least  of an unproved estimate: the natural logarithm of a number that the true value is not below, except with
            probability delta (Markov's inequality); None: no such number is known
    """

    __slots__ = ()
    bound: float = 0.0
    plan: str = ""
    engines: str = ""
    log_least: Union[float, None] = None
    text: str
    log: Union[float, None]
    slog: Union[tuple[int, float], None]

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _restored, (type(self), _parts_of(self), self.bound, dict(self.__dict__))

    def __getattr__(self, name: str) -> Any:
        """`text`, `log` and `slog` of a number that came without them, and the bound of one that is exact.  An exact
        number that no function of this package gave has no logarithms."""
        if name == "bound":
            return 0.0
        if name not in ("text", "log", "slog"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        number: Any = self
        try:
            if isinstance(self, (float, complex)):
                text, log, slog = _door.text_of(self, self.bound)
            else:
                text, log, slog = _text_of_exact(self), None, None
        except UnableError:  # it is infinite or NaN
            text, log, slog = repr(complex(number) if isinstance(self, complex) else float(number)), None, None
        self.__dict__.update(text=text, log=log, slog=slog)
        return self.__dict__[name]


def _parts_of(x: Any) -> tuple[Any, ...]:
    """What the number is made of, for its class."""
    if isinstance(x, Fraction):
        return x.numerator, x.denominator
    if isinstance(x, (Gaussian, complex)):
        return x.real, x.imag
    return (float(x) if isinstance(x, float) else int(x),)


def _restored(kind: Any, parts: Any, bound: float, attributes: dict[str, Any]) -> Any:
    """An answer from a pickle."""
    answer = kind(*parts)
    answer.bound = bound
    answer.__dict__.update(attributes)
    return answer


class Integer(_Answer, int):
    """An exact integer."""


class Rational(_Answer, Fraction):
    """An exact rational number."""


class ExactComplex(_Answer, Gaussian):
    """An exact Gaussian rational."""


class Real(_Answer, float):
    """A floating number; infinite beyond the range of float, where `text` and `log` have the value."""

    __slots__ = ("bound", "__dict__")


class Complex(_Answer, complex):
    """A complex floating number."""

    __slots__ = ("bound", "__dict__")


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
        if isinstance(x, (str, bytes)):
            raise TypeError
        exact = Fraction(x.item() if isinstance(x, numpy.generic) else x)
    except (TypeError, ValueError, OverflowError) as reason:
        raise InputError(f"{x!r} is not a finite number") from reason
    return f"{_write_integer(exact.numerator)}/{_write_integer(exact.denominator)}"


def own_number(x: Any) -> Any:
    """A number of mpmath or SymPy as a Fraction or Gaussian of the same value; other objects as they are."""
    if hasattr(x, "_mpf_"):
        sign, mantissa, exponent, _ = x._mpf_
        if not mantissa and exponent:
            raise InputError(f"{x!r} is not a finite number")
        return (-1) ** sign * int(mantissa) * Fraction(2) ** int(exponent)
    if hasattr(x, "as_real_imag"):
        if not x.is_number:
            return x
        if x.is_Rational:
            return Fraction(int(x.p), int(x.q))
        real, imag = x.as_real_imag()
        if imag.is_Float or imag.is_Rational and imag != 0:
            return Gaussian(*(read_rational(write_rational(own_number(part))) for part in (real, imag)))
    elif hasattr(x, "_mpc_"):
        return Gaussian(own_number(x.real), own_number(x.imag))
    return x


def _text_of_exact(x: Any) -> str:
    """The text of an integer, a rational or a Gaussian number as the library writes it."""
    if isinstance(x, Gaussian):
        sign = "+" if x.imag >= 0 else ""
        return f"{_text_of_exact(x.real)}{sign}{_text_of_exact(x.imag)}i"
    return write_rational(x).removesuffix("/1") if isinstance(x, Fraction) else _write_integer(int(x))


_EXACT: dict[str, Callable[[str], Any]] = {
    "integer": lambda text: Integer(read_integer(text)),
    "modular": lambda text: _EXACT["gaussian" if text.endswith("i") else "integer"](text),
    "rational": lambda text: Rational(read_rational(text)),
    "gaussian": lambda text: ExactComplex(*read_gaussian(text)),
}
_door.numbers(Real, Complex, lambda kind, text: _EXACT[kind](text))


def numbers_of_values(found: tuple[bool, tuple[str, list[Any]]]) -> list[Any]:
    """A list of values of the library, which has exact ones as text."""
    exact, (kind, listed) = found
    if not exact:
        return listed
    read: dict[str, Callable[[str], Any]] = {"integer": read_integer, "rational": read_rational,
                                             "gaussian": lambda text: Gaussian(*read_gaussian(text))}
    return [read[kind](text) for text in listed]
