# SPDX-License-Identifier: GPL-3.0-or-later
"""Pfaffians of skew-symmetric matrices, and their derivatives."""

from __future__ import annotations

import functools
from typing import Any, Optional, Union

import numpy

from . import _door, _problems
from ._answers import answer_of
from ._arrays import array_of, is_sparse, numbers_of
from ._numbers import Number
from ._stacks import Batch, Quick, alone_of, batch_of, check_bounds, gradient_of, is_beyond_float, planned, stack_of


@functools.partial(Quick, "pfaffian")
def pfaffian(a: Any, *, precision: Union[None, int, str] = None, rtol: Optional[float] = None, **options: Any) -> Number:
    """The Pfaffian of a skew-symmetric n x n matrix: the sum, over the perfect matchings of the lines, of the products
    of the entries a_ij, i < j, with the sign of the permutation i1 j1 i2 j2 ...  Its square is the determinant.  It is 1
    if n is 0, and 0 if n is odd.  It is exact for integers and fractions, and for all numbers with precision="exact".
    `.text` and `.log` have values beyond the range of float.  rtol: as in permanents().
    InputError: the matrix is not skew-symmetric; (A - A.T) / 2 is.
    Options: threads, seconds, epsilon, strict, modulus and progress.
    Method: pm_batch(3) (Wimmer, ACM Transactions on Mathematical Software 38, 30, 2012); exactly: pm_problem_pfaffian(3).

    >>> pfaffian([[0, 1, 2, 3], [-1, 0, 4, 5], [-2, -4, 0, 6], [-3, -5, -6, 0]])
    8
    """
    number: Optional[Number] = _door.one("pfaffian", a, precision, rtol, options, None)
    if number is not None:
        return number
    quick = precision in (None, "double") and options.keys() <= {"threads", "strict"} and not is_beyond_float(precision, rtol)
    given = a if is_sparse(a) and a.dtype.kind not in "fc" else numbers_of(array_of(a))
    if quick and given.dtype.kind in "fc" and given.ndim == 2:
        return alone_of("pfaffian", stack_of(given[numpy.newaxis], None, None, precision, False, rtol)[0],
                        options.get("threads", 0), options.get("strict", False))
    problem, exact = _problems.matrix(given)
    return answer_of(_door.problem_pfaffian(problem), exact, precision, planned(rtol, options), copies=True)


def pfaffians(stack: Any, *, precision: Union[None, int, str] = None, threads: int = 0, rtol: Optional[float] = None,
              strict: bool = False) -> Any:
    """The Pfaffians of `count` skew-symmetric matrices, an array count x n x n, as float64 or complex128.
    precision, rtol, strict: as in permanents().  Method: pm_batch(3).

    >>> pfaffians([[[0, 2], [-2, 0]], [[0, 5], [-5, 0]]]).values
    array([2., 5.])
    """
    found = batch_of("pfaffian", stack, lambda k, m, n: k, None, None, precision, False, threads, rtol=rtol)
    check_bounds(found, precision, rtol, strict)
    return found


def pfaffian_gradient(a: Any, *, precision: Union[None, int, str] = None, threads: int = 0,
                      rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The derivatives of the Pfaffian by the entries, of a matrix or a stack: a skew-symmetric matrix.  Derivative
    (i, j) is that by a_ij, where a_ji stays -a_ij: the Pfaffian times entry (j, i) of the inverse, and also where there
    is no inverse.  If both entries are variables of their own, as in (A - A.T) / 2, it is a half of this.
    precision, rtol, strict: as in permanents(), for each derivative.  Method: pm_minors(3).

    >>> pfaffian_gradient([[0, 2], [-2, 0]]).values
    array([[ 0.,  1.],
           [-1.,  0.]])
    """
    return gradient_of("pfaffian_gradient", a, precision, threads, rtol, strict)
