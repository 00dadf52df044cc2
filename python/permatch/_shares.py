# SPDX-License-Identifier: GPL-3.0-or-later
"""Shares of the entries in permanents of stacks, in doubles with bounds, also from logarithms."""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy

from ._arrays import array_of, numbers_of
from ._library import DomainError, InputError
from ._options import whole
from ._problems import refuse_negative
from ._stacks import Batch, Times, batch_of, check_bounds

_ROUND, _LEAST = 2.0**-53, 1e-12


def _quotients(terms: numpy.ndarray, errors: numpy.ndarray) -> Batch:
    """Terms divided by the sum of those of the first row; NaN where the sum may be 0."""
    line, line_errors = terms[:, :1], errors[:, :1]
    with numpy.errstate(all="ignore"):
        total = line.sum(axis=2, keepdims=True)
        off = line_errors.sum(axis=2, keepdims=True)
        off += numpy.abs(line).sum(axis=2, keepdims=True) * (4 + line.shape[2]) * _ROUND
        least = numpy.abs(total) * (1 - 4 * _ROUND) - off
        shares = terms / total
        bounds = (errors + numpy.abs(shares) * off) / least * (1 + 2.0**-40) + 8 * _ROUND * numpy.abs(shares) + 5e-324
    known = (least > 0) & numpy.isfinite(shares) & numpy.isfinite(bounds)
    return Batch(numpy.where(known, shares, numpy.nan), numpy.where(known, bounds, numpy.inf))


def _direct(stack: numpy.ndarray, rows: Times, precision: Any, threads: int, lost: float, rtol: float) -> Batch:
    """Of matrices with at least as many columns as rows, by minors in this precision.  rows: copies of each row."""
    found: Batch = batch_of("minors", stack, lambda k, m, n: (k, m, n), rows, None, precision, False, threads,
                            rtol=min(rtol, 1e-12) / 4)
    with numpy.errstate(all="ignore"):
        terms, size = stack * found.values, numpy.abs(stack)
        errors = size * found.bounds * (1 + 4 * _ROUND) + 4 * _ROUND * numpy.abs(terms) + lost
    return _quotients(terms, errors)


class _Scalable(NamedTuple):
    """Matrices: the products of numbers near 1 and powers of two.  The exponent of an entry 0 is -inf."""

    numbers: numpy.ndarray
    exponents: numpy.ndarray

    def chosen(self, places: numpy.ndarray) -> _Scalable:
        return _Scalable(self.numbers[places], self.exponents[places])

    def times(self, powers: Any) -> numpy.ndarray:
        """The entries times powers of two.  What is below the range of double is 0."""
        at = numpy.clip(numpy.nan_to_num(self.exponents + powers), -2200, 2200).astype(int)
        real: numpy.ndarray = numpy.ldexp(self.numbers.real, at)
        return real + 1j * numpy.ldexp(self.numbers.imag, at) if self.numbers.dtype.kind == "c" else real

    def of_rows(self) -> numpy.ndarray:
        """For each row the power of two that brings its largest entry near 1."""
        most = self.exponents.max(axis=2, keepdims=True, initial=-math.inf)
        return numpy.where(numpy.isfinite(most), -most, 0)


def _scalable(a: numpy.ndarray) -> _Scalable:
    exponents = numpy.frexp(numpy.maximum(numpy.abs(a.real), numpy.abs(a.imag)))[1].astype(float)
    return _Scalable(_Scalable(a, -exponents).times(0), numpy.where(a == 0, -math.inf, exponents))


_LOG2 = (1453634 / 2**21, 2088775 / 2**42, 5.497923018708371e-14)  # parts of log 2: 32 bits times the first two is exact
_MOST_LOG = 2e9
_RANGE = 1500  # pm_minors() takes doubles where products of scaled entries are not below 2^-_RANGE of each other
_WIDE = 16  # up to so many rows, its products have one entry of each row; else also ones for the columns that are left
_TABLE, _LOST = 7, 2.0**(4 - _RANGE // 7)  # up to this order it takes balls for smaller entries, which count as 0


def _exponentials(logs: numpy.ndarray) -> _Scalable:
    known = numpy.maximum(logs.real, -_MOST_LOG)
    powers = numpy.rint(known / math.log(2))
    for part in _LOG2:
        known = known - powers * part
    numbers = numpy.exp(known)
    if logs.dtype.kind == "c":
        numbers = numbers * numpy.exp(1j * logs.imag)
    return _Scalable(numbers, numpy.where(logs.real == -math.inf, -math.inf, powers))


def _squared(some: _Scalable) -> tuple[numpy.ndarray, Times, numpy.ndarray]:
    """Square matrices with the same shares in their first rows; the copies of their rows; which have a matching.  Rows
    of ones make them square, and lines are scaled so that a product of entries is about 1 and no entry is above 1."""
    u, v, matched = _potentials(-some.exponents)
    m, n = some.numbers.shape[1:]
    alike = n > 12  # minors of many equal rows by their number of copies
    ones = numpy.broadcast_to(numpy.exp2(v)[:, None, :], (len(v), min(n - m, 1) if alike else n - m, n))
    rows = [1] * m + [n - m] if alike and m < n else None
    squares = numpy.concatenate([some.times(u[:, :, None] + v[:, None, :]), ones], axis=1)[matched]
    if n <= _TABLE:
        squares[numpy.abs(squares) < _LOST] = 0
    return squares, rows, matched


def _potentials(costs: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """For each matrix of costs, m x n, m <= n: u and v <= 0 with u_i + v_j <= costs_ij, and equality on an assignment
    of all rows; v_j = 0 for the other columns.  Last: which matrices have an assignment.  (Kuhn, Naval Research
    Logistics Quarterly 2, 1955, by shortest paths; all matrices take the same steps.)"""
    count, m, n = costs.shape
    u, v = numpy.zeros((count, m + 1)), numpy.zeros((count, n + 1))
    row_of = numpy.full((count, n + 1), m)  # m: none; column n has the new row
    matched, every = numpy.ones(count, dtype=bool), numpy.arange(count)
    for row in range(m):
        row_of[:, n] = row
        distance, before = numpy.full((count, n + 1), math.inf), numpy.full((count, n + 1), n)
        seen, col, going = numpy.zeros((count, n + 1), dtype=bool), numpy.full(count, n), every[matched]
        while going.size:
            seen[going, col[going]] = True
            its = row_of[going, col[going]]
            reach = numpy.full((len(going), n + 1), math.inf)
            reach[:, :n] = costs[going, its] - u[going, its, None] - v[going, :n]
            closer = ~seen[going] & (reach < distance[going])
            distance[going] = numpy.where(closer, reach, distance[going])
            before[going] = numpy.where(closer, col[going, None], before[going])
            ahead = numpy.where(seen[going], math.inf, distance[going])
            following = ahead.argmin(axis=1)
            nearest = ahead.min(axis=1, keepdims=True)
            matched[going], nearest = numpy.isfinite(nearest[:, 0]), numpy.nan_to_num(nearest, posinf=0)
            step = numpy.where(seen[going], nearest, 0)
            u[going[:, None], row_of[going]] += step
            v[going] -= step
            distance[going] -= nearest - step
            col[going] = following
            going = going[matched[going] & (row_of[going, following] < m)]
        going = every[matched]
        while going.size:
            source = before[going, col[going]]
            row_of[going, col[going]], col[going] = row_of[going, source], source
            going = going[source < n]
    return u[:, :m], v[:, :n], matched


def _shares(some: _Scalable, precision: Any, threads: int, rtol: float) -> Batch:
    """By doubles where their bounds suffice, else with more precision.  Lines are scaled; where products of entries may
    be beyond the range of double, by an assignment."""
    m, n = some.numbers.shape[1:]
    of_rows = some.of_rows()
    least = numpy.where(numpy.isfinite(some.exponents), some.exponents + of_rows, 0).min(axis=(1, 2), initial=0)
    is_far = (m if m <= _WIDE else n) * (2 - least) > _RANGE
    near, far = numpy.flatnonzero(~is_far), numpy.flatnonzero(is_far)
    squares, rows, matched = _squared(some.chosen(far))
    found = Batch(numpy.full(some.numbers.shape, numpy.nan, some.numbers.dtype), numpy.full(some.numbers.shape, numpy.inf))
    lost = math.factorial(min(n, 170)) * (_LOST if n <= _TABLE else 2.0**-1070)  # terms that _squared() takes for 0
    parts = [(near, some.chosen(near).times(of_rows[near]), None, 0.0), (far[matched], squares, rows, lost)]
    for step in ("double", None, "dd") if precision is None else (precision,):
        for places, stack, copies, error in parts:
            left = _vague(Batch(found.values[places], found.bounds[places]), rtol)
            if left.size:
                for part, new in zip(found, _direct(stack[left], copies, step, threads, error, rtol)):
                    part[places[left]] = new[:, :m]
    return found


def _vague(found: Batch, rtol: float) -> numpy.ndarray:
    """Matrices with a share whose bound is larger than asked: than rtol times the share, or _LEAST if it is less."""
    wide = ~(found.bounds <= rtol * numpy.maximum(numpy.abs(found.values), _LEAST))
    return numpy.flatnonzero(wide.any(axis=(1, 2)))


def check_shares(found: Batch, precision: Any, rtol: Optional[float], strict: bool) -> None:
    """A line of shares has the sum 1, so that small ones need no relative error."""
    check_bounds(found, precision, rtol, strict, _LEAST)


def stack_shares(stack: numpy.ndarray, precision: Any, threads: int, rtol: float) -> Batch:
    """Of matrices count x m x n of real or complex numbers; NaN with an infinite bound where the permanent may be 0."""
    if stack.shape[1] > stack.shape[2]:
        return _turned(stack_shares, stack, precision, threads, rtol)
    return _shares(_scalable(stack), precision, threads, rtol)


def log_shares(logs: numpy.ndarray, precision: Any, threads: int, rtol: float) -> Batch:
    """Of matrices that are given by the logarithms of their entries; -inf is an entry 0.  For real logarithms the bounds
    cover the rounding of the exponentials, for complex ones they do not: a relative error of about 1e-15 n."""
    if not ((numpy.abs(logs.real) <= _MOST_LOG) | (logs.real == -math.inf)).all() or not numpy.isfinite(logs.imag).all():
        raise InputError("logarithms of entries are -inf or numbers, at most 2e9 in modulus")
    if logs.shape[1] > logs.shape[2]:
        return _turned(log_shares, logs, precision, threads, rtol)
    found = _shares(_exponentials(logs), precision, threads, rtol / 2)
    if logs.dtype.kind != "c":
        found.bounds[...] += numpy.nan_to_num(numpy.abs(found.values)) * (logs.shape[1] * 2.0**-49)
    return found


def _turned(shares: Callable[..., Batch], stack: numpy.ndarray, *more: Any) -> Batch:
    return Batch(*(part.transpose(0, 2, 1) for part in shares(stack.transpose(0, 2, 1), *more)))


# ------------------------------------------------------------------ several rows together

def joint_marginals(a: Any, rows: Sequence[int], *, threads: int = 0, rtol: Optional[float] = None,
                    strict: bool = False, signed: bool = False) -> Batch:
    """The probabilities that chosen rows of an m x n matrix, m <= n, use columns together: an array n x n x ... with one
    axis for each of the rows, in their order.  For one row it is that row of marginals().  signed: entries may be
    negative or complex; shares are then only quotients.  The cost is that of n!/(n - r)! permanents without r rows and columns.  rtol, strict: as in marginals().
    DomainError: an entry is negative or complex; the permanent is 0, or its bound does not exclude 0.

    >>> joint_marginals([[1, 3], [1, 1]], [0, 1]).values.round(3).tolist()
    [[0.0, 0.25], [0.75, 0.0]]
    """
    matrix = numbers_of(array_of(a))
    matrix = matrix.astype(complex if matrix.dtype.kind == "c" else float)
    if matrix.ndim != 2 or matrix.shape[0] > matrix.shape[1]:
        raise InputError(f"a matrix with at least as many columns as rows is expected, not shape {matrix.shape}")
    if not signed:
        refuse_negative(matrix, None)
    m, n = matrix.shape
    chosen = [whole("row", row, 0, m - 1) for row in rows]
    if len(set(chosen)) != len(chosen):
        raise InputError(f"different rows are expected, not {chosen}")
    rest = numpy.delete(matrix, chosen, axis=0)
    places = numpy.indices((n,) * len(chosen)).reshape(len(chosen), -1).T
    places = places[[len(set(place)) == len(place) for place in places.tolist()]]
    others = numpy.array([[j for j in range(n) if j not in place] for place in places.tolist()], dtype=numpy.intp)
    stack = rest[:, others.reshape(len(places), -1)].transpose(1, 0, 2)
    found = batch_of("batch", stack, lambda k, m, n: k, None, None, None, False, threads, rtol=(rtol or 1e-12) / 4)
    factor = matrix[chosen, places].prod(axis=1)
    terms, errors = factor * found.values, numpy.abs(factor) * found.bounds
    errors = errors * (1 + 8 * _ROUND) + numpy.abs(terms) * (2 * len(chosen) + 2) * _ROUND
    quotients = _quotients(terms[None, None], errors[None, None])
    if not numpy.isfinite(quotients.bounds).all():
        raise DomainError("the permanent is 0, or may be")
    shares, bounds = numpy.zeros((n,) * len(chosen), dtype=matrix.dtype), numpy.zeros((n,) * len(chosen))
    shares[tuple(places.T)], bounds[tuple(places.T)] = quotients.values[0, 0], quotients.bounds[0, 0]
    check_shares(Batch(shares, bounds), None, rtol, strict)
    return Batch(shares, bounds)
