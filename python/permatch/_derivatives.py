# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of the matrices in the last two axes of an array, with first and second derivatives, for torch and jax.

Derivatives are such functions with fewer rows and columns, or fewer copies of them: polynomials, so that no value is
NaN at zeros, equal eigenvalues or singular matrices.  All is computed in double precision and rounded to the type of the
array.  Loops, and gamma of torontonians, are one more column of the matrix.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy

from ._arrays import array_of
from ._door import InputError
from ._hafnians import loop_torontonian, torontonian
from ._permanents import minors, permanents
from ._pfaffians import pfaffian_gradient, pfaffians
from ._photons import patterns_of
from ._stacks import Batch, batch_of, times_of


_Work = Callable[[numpy.ndarray], numpy.ndarray]
Copies = Optional[tuple[int, ...]]


class Rule(NamedTuple):
    """A function of matrices: shapes (..., m, n) to (..., *more), (..., *more, m, n) and (..., *more, m, n, m, n).
    real: the values of complex matrices are real."""

    name: str
    values: _Work
    firsts: Optional[_Work] = None
    seconds: Optional[_Work] = None
    more: tuple[int, ...] = ()
    real: bool = False


def refused(rule: Rule, order: int) -> NotImplementedError:
    """What is said of derivatives that there are not."""
    which = "third derivatives" if order == 3 else "derivatives"
    return NotImplementedError(f"there are no {which} of the {rule.name} here")


_TYPES = ("float32", "float64", "complex64", "complex128")


def checked(a: Any) -> Any:
    """An array of torch or jax: matrices, whose entries have one of the types that derivatives have."""
    if a.ndim < 2:
        raise InputError(f"matrices have two dimensions, not {a.ndim}")
    name = str(a.dtype).rpartition(".")[2]
    if name not in _TYPES:
        raise TypeError(f"entries of type {name} have no derivatives here; convert them to one of {', '.join(_TYPES)}")
    return a


def _stack(a: numpy.ndarray) -> numpy.ndarray:
    wide = numpy.complex128 if a.dtype.kind == "c" else numpy.float64
    return numpy.ascontiguousarray(a, dtype=wide).reshape(math.prod(a.shape[:-2]), *a.shape[-2:])


def _shaped(found: numpy.ndarray, a: numpy.ndarray, more: tuple[int, ...]) -> numpy.ndarray:
    kept = a.dtype if a.dtype.kind in "fc" else found.dtype
    return found.astype(kept, copy=False).reshape(a.shape[:-2] + more)


def copies_of(times: Optional[Sequence[int]]) -> Copies:
    """Multiplicities, one list for all matrices, as a key of the rules."""
    if times is None:
        return None
    given = array_of(times)
    found = times_of(given, 1, given.size)
    assert found is not None
    return tuple(found[0].tolist())


# ------------------------------------------------------------------ permanents

def _others(count: int) -> numpy.ndarray:
    """Row k: all numbers below `count` but k."""
    return numpy.array([[i for i in range(count) if i != k] for k in range(count)], dtype=numpy.intp).reshape(count, -1)


def _minors_of_minors(a: numpy.ndarray) -> numpy.ndarray:
    stack = _stack(a)
    count, m, n = stack.shape
    found = numpy.zeros((count, m, n, m, n), dtype=stack.dtype)
    if min(m, n) > 1 and count:
        rows, cols = _others(m), _others(n)
        smaller = stack[:, rows[:, None, :, None], cols[None, :, None, :]]
        some = minors(smaller.reshape(-1, m - 1, n - 1), precision="double").values.reshape(count, m, n, m - 1, n - 1)
        for i in range(m):
            for j in range(n):
                found[:, i, j, rows[i][:, None], cols[j]] = some[:, i, j]
    return _shaped(found, a, (m, n, m, n))


PERMANENT = Rule("permanent", lambda a: _shaped(permanents(_stack(a)).values, a, ()),
                 lambda a: _shaped(minors(_stack(a), precision="double").values, a, a.shape[-2:]), _minors_of_minors)


def _gradients(stack: numpy.ndarray, rows: numpy.ndarray, cols: numpy.ndarray, normalized: bool) -> Batch:
    """In double precision, but where copies cancel so much that no six digits are proved."""
    found: Batch = batch_of("gradient", stack, lambda k, m, n: (k, m, n), rows, cols, None, normalized, 0, rtol=1e-6)
    return found


class _Patterns:
    """Permanents of each matrix with these copies of its rows and columns, one for each row of both arrays."""

    def __init__(self, rows: numpy.ndarray, cols: numpy.ndarray, normalized: bool, more: tuple[int, ...]) -> None:
        self.rows, self.cols, self.normalized, self.more = rows, cols, normalized, more

    def _of(self, function: Any, stack: numpy.ndarray, rows: numpy.ndarray, cols: numpy.ndarray, **options: Any) -> numpy.ndarray:
        """function() of each matrix with all these copies: (count, patterns, ...)."""
        shape = (len(stack), len(rows))
        every = numpy.repeat(stack, len(rows), axis=0)
        found = function(every, rows=numpy.tile(rows, (len(stack), 1)), cols=numpy.tile(cols, (len(stack), 1)), **options).values
        return found.reshape(shape + found.shape[1:])  # type: ignore[no-any-return]

    def values(self, a: numpy.ndarray) -> numpy.ndarray:
        return _shaped(self._of(permanents, _stack(a), self.rows, self.cols, normalized=self.normalized), a, self.more)

    def firsts(self, a: numpy.ndarray) -> numpy.ndarray:
        found = self._slopes(_stack(a), self.rows, self.cols)
        return _shaped(found, a, self.more + a.shape[-2:])

    def _slopes(self, stack: numpy.ndarray, rows: numpy.ndarray, cols: numpy.ndarray) -> numpy.ndarray:
        return self._of(_gradients, stack, rows, cols, normalized=self.normalized)

    def seconds(self, a: numpy.ndarray) -> numpy.ndarray:
        stack = _stack(a)
        count, m, n = stack.shape
        found = numpy.zeros((count, len(self.rows), m, n, m, n), dtype=stack.dtype)
        at, i, j = numpy.nonzero((self.rows[:, :, None] > 0) & (self.cols[:, None, :] > 0))
        if len(at):
            copies = self.rows[at, i] * self.cols[at, j]
            rows, cols = (x[at] - numpy.eye(x.shape[1], dtype=int)[line] for x, line in ((self.rows, i), (self.cols, j)))
            factor = numpy.sqrt(copies) if self.normalized else copies
            found[:, at, i, j] = self._slopes(stack, rows, cols) * factor[:, None, None]
        return _shaped(found, a, self.more + (m, n, m, n))


def _of_patterns(name: str, rows: numpy.ndarray, cols: numpy.ndarray, normalized: bool, more: tuple[int, ...], m: int, n: int) -> Rule:
    if rows.shape[1:] + cols.shape[1:] != (m, n):
        raise InputError(f"multiplicities of {rows.shape[1]} rows and {cols.shape[1]} columns for matrices {m} x {n}")
    work = _Patterns(rows, cols, normalized, more)
    return Rule(name, work.values, work.firsts, work.seconds, more)


@lru_cache(maxsize=1024)
def permanent_rule(rows: Copies, cols: Copies, m: int, n: int) -> Rule:
    """Of m x n matrices with these multiplicities."""
    if rows is None and cols is None:
        return PERMANENT
    some, others = (numpy.array([(1,) * lines if times is None else times]) for times, lines in ((rows, m), (cols, n)))
    return _of_patterns("permanent", some, others, False, (), m, n)


@lru_cache(maxsize=1024)
def amplitude_rule(inputs: tuple[int, ...], outputs: tuple[tuple[int, ...], ...], alone: bool, m: int, n: int) -> Rule:
    """Of m x n interferometers: each output of these photons; alone: a value without an axis of outputs."""
    if any(sum(output) != sum(inputs) for output in outputs):
        raise InputError(f"as many photons leave as enter, {sum(inputs)}")
    rows = numpy.array(outputs, dtype=int) if outputs else numpy.zeros((0, m), dtype=int)
    cols = numpy.tile(numpy.array(inputs, dtype=int), (len(rows), 1))
    return _of_patterns("amplitude", rows, cols, True, () if alone else (len(rows),), m, n)


def photons_of(inputs: Any, outputs: Any) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], bool]:
    """The arguments of amplitude_rule()."""
    lists = array_of(outputs)
    found = patterns_of(lists, lists.shape[-1] if lists.ndim else 0, "photon numbers")
    return copies_of(inputs) or (), tuple(map(tuple, found.tolist())), lists.ndim == 1


# ------------------------------------------------------------------ hafnians, Pfaffians

def _halved(a: numpy.ndarray, name: str, sign: int) -> numpy.ndarray:
    """(A + A') / 2, or with sign -1 (A - A') / 2."""
    stack = _stack(a)
    if stack.shape[1] != stack.shape[2]:
        raise InputError(f"a {name} needs a square matrix, not {stack.shape[1]} x {stack.shape[2]}")
    half: numpy.ndarray = stack / 2 + sign * (stack.transpose(0, 2, 1) / 2)  # the sum itself may be too large
    return half


def _hafnians_of(kind: str, a: numpy.ndarray, times: numpy.ndarray, looped: bool) -> numpy.ndarray:
    """Hafnians of each matrix with all these copies of its vertices, or their gradients: (count, len(times), ...)."""
    stack = _stack(a)
    loops = numpy.repeat(stack[:, :, -1], len(times), axis=0) if looped else None
    half = numpy.repeat(_halved(stack[:, :, :-1] if looped else stack, "hafnian", 1), len(times), axis=0)
    copies = None if (times == 1).all() else numpy.tile(times, (len(stack), 1))
    tail = stack.shape[1:] if kind == "hafnian_gradient" else ()
    found = batch_of(kind, half, lambda k, m, n: (k, *tail), copies, None, None, False, 0, loops).values
    return found.reshape(len(stack), len(times), *tail)  # type: ignore[no-any-return]


def _slopes_of_hafnians(a: numpy.ndarray, times: numpy.ndarray, looped: bool) -> numpy.ndarray:
    """Entries (i, j) and (j, i) are variables of their own."""
    found = _hafnians_of("hafnian_gradient", a, times, looped)
    n = found.shape[2]
    found[:, :, :, :n] *= (1 + numpy.eye(n)) / 2
    return found


def _second_slopes(a: numpy.ndarray, times: numpy.ndarray, looped: bool) -> numpy.ndarray:
    count, (n, width) = len(_stack(a)), a.shape[-2:]
    found = numpy.zeros((count, n, width, n, width), dtype=_stack(a).dtype)
    pairs = [(i, j) for i in range(n) for j in range(i, width)
             if times[i] > (i == j) and (j == n or times[j] > 0)]
    if pairs and count:
        i, j = numpy.array(pairs).T
        unit = numpy.eye(n + 1, dtype=int)[:, :n]
        more = numpy.append(times, 1)
        factor = numpy.where(i == j, more[i] * (more[i] - 1), more[i] * more[j] * numpy.where(j == n, 2, 1)) / 2
        some = _slopes_of_hafnians(a, times - unit[i] - unit[j], looped) * factor[:, None, None]
        found[:, i, j] = some
        inside = j < n
        found[:, j[inside], i[inside]] = some[:, inside]
    return found


@lru_cache(maxsize=1024)
def hafnian_rule(repeats: Copies, n: int, looped: bool) -> Rule:
    """Of n x n matrices, or n x (n + 1) with loops, with so many copies of each vertex."""
    times = numpy.ones((1, n), dtype=int) if repeats is None else numpy.array([repeats])
    if times.shape[1] != n:
        raise InputError(f"{times.shape[1]} repeats of {n} vertices")
    return Rule("loop hafnian" if looped else "hafnian",
                lambda a: _shaped(_hafnians_of("loop_hafnian", a, times, looped), a, ()),
                lambda a: _shaped(_slopes_of_hafnians(a, times, looped), a, a.shape[-2:]),
                lambda a: _shaped(_second_slopes(a, times[0], looped), a, a.shape[-2:] * 2))


def _seconds_of_pfaffians(a: numpy.ndarray) -> numpy.ndarray:
    stack = _halved(a, "Pfaffian", -1)
    count, n = stack.shape[:2]
    found = numpy.zeros((count, n, n, n, n), dtype=stack.dtype)
    for i in range(n):
        for j in range(i):
            rest = numpy.array([k for k in range(n) if k not in (i, j)], dtype=numpy.intp)
            some = pfaffian_gradient(numpy.ascontiguousarray(stack[:, rest[:, None], rest]), precision="double").values / 4
            found[:, j, i, rest[:, None], rest] = some * (-1) ** (i - j - 1)
            found[:, i, j, rest[:, None], rest] = some * (-1) ** (i - j)
    return _shaped(found, a, (n, n, n, n))


PFAFFIAN = Rule("Pfaffian", lambda a: _shaped(pfaffians(_halved(a, "Pfaffian", -1)).values, a, ()),
                lambda a: _shaped(pfaffian_gradient(_halved(a, "Pfaffian", -1), precision="double").values / 2, a, a.shape[-2:]),
                _seconds_of_pfaffians)


# ------------------------------------------------------------------ torontonians

def _torontonians(a: numpy.ndarray, looped: bool) -> numpy.ndarray:
    stack = _stack(a)
    found = loop_torontonian(stack[:, :, :-1], stack[:, :, -1]) if looped else torontonian(stack)
    return found.values.astype(a.real.dtype if a.dtype.kind in "fc" else float).reshape(a.shape[:-2])  # type: ignore[no-any-return]


TORONTONIAN = Rule("torontonian", lambda a: _torontonians(a, False), real=True)
LOOP_TORONTONIAN = Rule("loop torontonian", lambda a: _torontonians(a, True), real=True)
