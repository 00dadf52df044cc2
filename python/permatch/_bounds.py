# SPDX-License-Identifier: GPL-3.0-or-later
"""What permatch says about permanents that are too large to be computed: proved bounds, and estimates."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional, Union

import numpy

from . import _door, _problems
from ._answers import answer_of
from ._arrays import aligned, labelled, takes_missing
from ._door import InputError
from ._numbers import Complex, Number, Real, numbers_of_values, write_rational


def estimate(a: Any, epsilon: float = 0.01, delta: float = 0.05, *, weight: Optional[str] = None,
             log: bool = False, **options: Any) -> Number:
    """The permanent of a matrix, or the number of perfect matchings of a graph, with a relative error of at most
    epsilon, except with probability delta.  What exact methods can compute soon is exact.  The rest is the mean of
    random draws, by the option `seed`; `.bound` includes their error, epsilon |A|_2^n for negative or complex entries.
    It is real if all entries are.  unproved: the variance of the draws is taken for the true one.  The value is still
    not below exp(.log_least).  log: entries, or weights of edges, are given by their natural logarithms.

    >>> estimate([[1, 2], [3, 4]])
    10
    """
    if not (0 < epsilon < 1 and 0 < delta < 1):
        raise InputError(f"epsilon and delta are above 0 and below 1, not {epsilon} and {delta}")
    problem, _ = _problems.asked(a, weight, log=log)
    number = answer_of(problem, False, None, {**options, "estimate": epsilon, "delta": delta})
    if isinstance(number, Complex) and not _problems.is_complex(a, weight):  # of negative entries
        real = Real(number.real)
        real.__dict__.update(number.__dict__)
        real.bound = number.bound
        return real
    return number


class Bounds(NamedTuple):
    """Decimal logarithms of a lower and an upper bound, and the methods that found them."""

    log10_lower: float
    log10_upper: float
    lower_by: str
    upper_by: str


@takes_missing
def bounds(a: Any, *, weight: Optional[str] = None, log: bool = False, **options: Any) -> Bounds:
    """Decimal logarithms of proved bounds of the modulus of the permanent, or of the number of perfect matchings, in about
    a second.  A lower bound of 0 is -inf.  log: as in estimate().  missing: as in permanent().

    >>> bounds([[1, 2], [3, 4]]).log10_upper >= 1
    True
    """
    problem, _ = _problems.asked(a, weight, log=log)
    return Bounds(*_door.ask("bounds", problem, False, None, options, ()))


class Interval(NamedTuple):
    """The two ends of an interval; of complex numbers, both parts lie between those of the ends."""

    lower: Any
    upper: Any


def _outwards(end: Any, to: float) -> Any:
    """The next float: the end was rounded to one, perhaps beyond the range of float."""
    if isinstance(end, complex):
        return complex(numpy.nextafter(end.real, to), numpy.nextafter(end.imag, to))
    return float(numpy.nextafter(end, to)) if isinstance(end, float) else end


def interval(a: Any, error: Any, *, precision: Union[None, int, str] = None, **options: Any) -> Interval:
    """An interval that has the permanents of all matrices whose entries differ from those of `a` by at most `error`: a
    number for all entries that are not 0, or a matrix of errors of the same shape.  If no such matrix has a negative
    entry, both ends are permanents; else the interval may be too wide.  For integers and Fractions it is exact.

    >>> interval([[1, 2], [3, 4]], 1)
    Interval(lower=2, upper=22)
    """
    problem, exact = _problems.matrix(a)
    error = aligned(aligned(error, a), a, "columns")
    scalar = error.item() if isinstance(error, numpy.ndarray) and error.ndim == 0 else error
    errors = write_rational(scalar).encode() if numpy.ndim(scalar) == 0 else _problems.matrix(error)[0]
    lower, upper = numbers_of_values(_door.ask("interval", problem, exact, precision, options, (errors,)))
    return Interval(_outwards(lower, -numpy.inf), _outwards(upper, numpy.inf))


class Bethe(NamedTuple):
    """The Bethe permanent and the permanent, each between two numbers, the decimal logarithms of these, and the beliefs."""

    value: Interval
    permanent: Interval
    log10_value: Interval
    log10_permanent: Interval
    beliefs: Any


@takes_missing
def bethe(a: Any, *, log: bool = False, **options: Any) -> Bethe:
    """The Bethe permanent of a square matrix without negative entries, and its beliefs: the doubly stochastic matrix D where
    prod (a_ij / d_ij)^(d_ij) (1 - d_ij)^(1 - d_ij) is largest, as an array, a data frame or a sparse array like `a`.  Their
    rows and columns add up to 1 exactly.  The permanent is at least the Bethe permanent, and at most sqrt(2)^n times as large.
    All numbers are rounded outwards; where they are beyond the range of float, the logarithms say more.  If the permanent
    is 0, the beliefs of entries are NaN.  log: as in estimate().  missing: as in permanent().

    >>> found = bethe([[1, 1, 1], [1, 1, 1], [1, 1, 1]])
    >>> found.beliefs.round(4).tolist()[0], round(found.value.lower, 4), round(found.permanent.upper, 4)
    ([0.3333, 0.3333, 0.3333], 2.3704, 6.7044)
    """
    problem, _ = _problems.matrix(a, log)
    row, col = _problems.places(problem)
    ends, beliefs = numpy.empty((2, 3)), numpy.empty(len(row))
    _door.ask("bethe", problem, False, None, options, (ends, beliefs))
    (log_low, log_middle, log_high), (low, middle, high) = ends.tolist()
    placed = _problems.placed(a, row, col, beliefs)
    return Bethe(Interval(low, middle), Interval(low, high), Interval(log_low, log_middle), Interval(log_low, log_high),
                 labelled(placed, a))
