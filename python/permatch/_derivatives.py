# SPDX-License-Identifier: GPL-3.0-or-later
"""Permanents, hafnians and Pfaffians of the last two axes of an array, with first and second derivatives, for torch and jax.

Derivatives are such functions without some rows and columns: polynomials, so that no value is NaN at zeros,
equal eigenvalues or singular matrices.  All is computed in double precision and rounded to the type of the array.
"""

from __future__ import annotations

import math
from typing import Any, Callable, NamedTuple

import numpy

from ._door import InputError
from ._permanents import minors, permanents
from ._pfaffians import pfaffian_gradient, pfaffians
from ._stacks import batch_of


_Work = Callable[[numpy.ndarray], numpy.ndarray]


class Rule(NamedTuple):
    """A function of matrices: shapes (..., m, n) to (...), (..., m, n) and (..., m, n, m, n)."""

    values: _Work
    firsts: _Work
    seconds: _Work


_TYPES = ("float32", "float64", "complex64", "complex128")


def checked(a: Any) -> Any:
    """An array of torch or jax, whose entries have one of the types that derivatives have."""
    name = str(a.dtype).rpartition(".")[2]
    if name not in _TYPES:
        raise TypeError(f"entries of type {name} have no derivatives here; convert them to one of {', '.join(_TYPES)}")
    return a


def _stack(a: numpy.ndarray) -> numpy.ndarray:
    if a.ndim < 2:
        raise InputError(f"matrices have two dimensions, not {a.ndim}")
    wide = numpy.complex128 if a.dtype.kind == "c" else numpy.float64
    return numpy.ascontiguousarray(a, dtype=wide).reshape(math.prod(a.shape[:-2]), *a.shape[-2:])


def _shaped(found: numpy.ndarray, a: numpy.ndarray, more: tuple[int, ...]) -> numpy.ndarray:
    kept = a.dtype if a.dtype.kind in "fc" else found.dtype
    return found.astype(kept, copy=False).reshape(a.shape[:-2] + more)


def _permanents(a: numpy.ndarray) -> numpy.ndarray:
    return _shaped(permanents(_stack(a)).values, a, ())


def _minors(a: numpy.ndarray) -> numpy.ndarray:
    return _shaped(minors(_stack(a), precision="double").values, a, a.shape[-2:])


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


def _halved(a: numpy.ndarray, name: str, sign: int) -> numpy.ndarray:
    """(A + A') / 2, or with sign -1 (A - A') / 2."""
    stack = _stack(a)
    if stack.shape[1] != stack.shape[2]:
        raise InputError(f"a {name} needs a square matrix, not {stack.shape[1]} x {stack.shape[2]}")
    half: numpy.ndarray = stack / 2 + sign * (stack.transpose(0, 2, 1) / 2)  # the sum itself may be too large
    return half


def _hafnians(a: numpy.ndarray) -> numpy.ndarray:
    return batch_of("loop_hafnian", a, lambda k, m, n: k, None, None, None, False, 0).values  # type: ignore[no-any-return]


def _without_two(a: numpy.ndarray) -> numpy.ndarray:
    """The hafnians without rows and columns i and j."""
    return batch_of("hafnian_gradient", a, lambda k, m, n: (k, m, n), None, None, None, False, 0).values  # type: ignore[no-any-return]


def _of_pairs(name: str, sign: int, values: _Work, firsts: _Work) -> Rule:
    """The rule of a function of (A + sign A') / 2, whose derivatives by pairs of entries are firsts()."""
    def seconds(a: numpy.ndarray) -> numpy.ndarray:
        stack = _halved(a, name, sign)
        count, n = stack.shape[:2]
        found = numpy.zeros((count, n, n, n, n), dtype=stack.dtype)
        for i in range(n):
            for j in range(i):
                rest = numpy.array([k for k in range(n) if k not in (i, j)], dtype=numpy.intp)
                some = firsts(numpy.ascontiguousarray(stack[:, rest[:, None], rest])) / 4
                found[:, j, i, rest[:, None], rest] = some * sign ** (i - j - 1)
                found[:, i, j, rest[:, None], rest] = some * sign ** (i - j)
        return _shaped(found, a, (n, n, n, n))

    return Rule(lambda a: _shaped(values(_halved(a, name, sign)), a, ()),
                lambda a: _shaped(firsts(_halved(a, name, sign)) / 2, a, a.shape[-2:]), seconds)


PERMANENT = Rule(_permanents, _minors, _minors_of_minors)
HAFNIAN = _of_pairs("hafnian", 1, _hafnians, _without_two)
PFAFFIAN = _of_pairs("Pfaffian", -1, lambda a: pfaffians(a).values,
                     lambda a: pfaffian_gradient(a, precision="double").values)
