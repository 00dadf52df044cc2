# SPDX-License-Identifier: GPL-3.0-or-later
"""Permanents: of one matrix, of stacks and of products, and their minors."""

from __future__ import annotations

import functools
from typing import Any, Optional, Union

import numpy

from . import _door, _problems
from ._answers import answer_of
from ._arrays import aligned, array_of, is_sparse, numbers_of, takes_missing
from ._door import InputError
from ._numbers import Number
from ._stacks import Batch, Quick, Times, alone_of, batch_of, check_bounds, filled, is_beyond_float, planned, stack_of, times_of


@functools.partial(Quick, "batch")
@takes_missing
def permanent(a: Any, *, rows: Times = None, cols: Times = None, precision: Union[None, int, str] = None,
              rtol: Optional[float] = None, log: bool = False, **options: Any) -> Number:
    """The permanent of an m x n matrix with m <= n: the sum, over all ways to give every row its own column, of the
    products of the entries (Minc, Permanents, 1978, section 1.1).  For m > n it is that of the transpose.

    rows, cols: the multiplicity of each row and column; None: 1.  If there are multiplicities and the entries are
    floating-point numbers, the method is that of permanents(), and `threads` and `strict` are the only options.  If
    the value is beyond the range of float, `.text`, `.log` and `.slog` have it.  rtol: as in permanents().  Small matrices need
    no plan: those of floating-point numbers are computed as by permanents().
    log: the entries are given by their natural logarithms, -inf of 0; an entry that a sparse matrix lacks is 0.
    missing: the number that stands for NaN, None, and missing entries of a data frame or a masked array; 0, or with log
    -numpy.inf, is no entry.

    >>> permanent([[1, 2], [3, 4]])
    10
    """
    if rows is None and cols is None:
        number: Optional[Number] = None if log else _door.one("batch", a, precision, rtol, options, None)
        if number is not None:
            return number
        _door.check_options(options, ("progress", "prove"))  # a name that is wrong before the entries are
        return answer_of(*_problems.matrix(a, log), precision, planned(rtol, options))
    rows, cols = aligned(rows, a), aligned(cols, a, "columns")
    if not is_sparse(a) and not log:
        array = array_of(a)
        quick = precision != "exact" and not is_beyond_float(precision, rtol) and options.keys() <= {"threads", "strict"}
        if array.dtype.kind in "fc" and array.ndim == 2 and quick:
            return alone_of("batch", stack_of(array[numpy.newaxis], rows, cols, precision, False, rtol)[0],
                            options.get("threads", 0), options.get("strict", False))
        a = array
    problem, exact = _problems.matrix(a, log)
    m, n, _ = _door.problem_shape(problem)
    _door.problem_repeat(problem, times_of(rows, 1, m), times_of(cols, 1, n))
    return answer_of(problem, exact, precision, planned(rtol, options), copies=True)


@takes_missing
def permanents(stack: Any, *, rows: Times = None, cols: Times = None, precision: Union[None, int, str] = None,
               normalized: bool = False, threads: int = 0, rtol: Optional[float] = None, strict: bool = False,
               gpus: int = 0, log: bool = False) -> Any:
    """The permanents of `count` matrices, an array count x m x n, as float64 or complex128.  No plan is made.

    rows, cols: multiplicities of rows and columns: one list for all matrices, or one list for each matrix.
    normalized: the values are divided by the square root of the product of the factorials of all multiplicities
    (amplitudes of boson sampling, where rows are outputs and cols inputs: Scheel, arXiv:quant-ph/0406127).
    precision: "double"; "exact" (the result is rounded to double); a number of bits; None: double, and more where
    the relative error may be above rtol (1e-12).  strict: a PrecisionError if a bound is still larger.
    Without multiplicities, the time grows as 2^min(m, n).  log: as in permanent(); matrices with more than 16 rows and
    columns, and those with multiplicities, have a plan each.  missing: as in permanent().
    Method: pm_batch(3).

    >>> permanents([[[1, 2], [3, 4]], [[1, 1], [1, 1]]]).values
    array([10.,  2.])
    """
    found = batch_of("batch", stack, lambda k, m, n: k, rows, cols, precision, normalized, threads, rtol=rtol,
                     gpus=gpus, log=log)
    check_bounds(found, precision, rtol, strict)
    return found


def permanent_of_product(left: Any, right: Any, *, rows: Times = None, cols: Times = None,
                         precision: Union[None, int, str] = None, normalized: bool = False, threads: int = 0,
                         rtol: Optional[float] = None, strict: bool = False) -> Union[Number, Batch]:
    """The permanent of left @ right, n x r times r x n, as a number that is correct to the last digit.  For two
    stacks of `count` matrices, `count` permanents.  For matrices of low rank r: n r C(n + r - 1, r - 1) steps.

    rows, cols: multiplicities of the rows of `left` and of the columns of `right`.  normalized, rtol, strict: as in
    permanents().  precision: a number of bits; otherwise as many bits as needed.
    Method: pm_batch(3) (Barvinok, Mathematics of Operations Research 21, 1996).

    >>> permanent_of_product([[1], [2]], [[3, 4]])
    48.0
    """
    rows, cols = aligned(rows, left), aligned(cols, right, "columns")
    factors = [numbers_of(array_of(factor)) for factor in (left, right)]
    if factors[0].ndim != factors[1].ndim or factors[0].ndim not in (2, 3):
        raise InputError(f"expected two matrices or two stacks, not {factors[0].ndim} and {factors[1].ndim} dimensions")
    if object not in (factors[0].dtype, factors[1].dtype):
        common = numpy.result_type(*factors)
        factors = [factor.astype(common, copy=False) for factor in factors]
    alone = factors[0].ndim == 2
    if alone:
        factors = [factor[numpy.newaxis] for factor in factors]
    first, array = stack_of(factors[0], rows, None, precision, normalized, rtol if alone else None)
    second, _ = stack_of(factors[1], None, cols, precision, normalized)
    if alone:
        return alone_of("rank", first, threads, strict, second)
    found: Batch = filled("rank", first, array, array.shape[:1], threads, second)
    check_bounds(found, precision, rtol, strict)
    return found


def minors(a: Any, *, rows: Times = None, cols: Times = None, precision: Union[None, int, str] = None,
           threads: int = 0, rtol: Optional[float] = None, strict: bool = False, log: bool = False) -> Batch:
    """The permanents of a matrix without row i and column j, for all i and j, as an m x n array; for a stack
    count x m x n, an array of the same shape.  With multiplicities, one copy of the row and one copy of the
    column are removed.  precision, rtol, strict: as in permanents(), for each minor.  log: as in permanent(), for up to
    16 rows or columns without multiplicities.  Method: pm_minors(3).

    >>> minors([[1, 2], [3, 4]]).values
    array([[4., 3.],
           [2., 1.]])
    """
    return _minors("minors", a, rows, cols, precision, threads, rtol, strict, log)


def gradient(a: Any, *, rows: Times = None, cols: Times = None, precision: Union[None, int, str] = None,
             threads: int = 0, rtol: Optional[float] = None, strict: bool = False, log: bool = False) -> Batch:
    """The derivatives of the permanent by the entries, of a matrix or a stack: minors() times the multiplicities.
    Method: pm_gradient(3).
    """
    return _minors("gradient", a, rows, cols, precision, threads, rtol, strict, log)


def _minors(name: str, a: Any, rows: Times, cols: Times, precision: Union[None, int, str], threads: int,
            rtol: Optional[float], strict: bool, log: bool) -> Batch:
    array = array_of(a, -numpy.inf if log else 0)
    stack = array[numpy.newaxis] if array.ndim == 2 else array
    rows, cols = aligned(rows, a), aligned(cols, a, "columns")
    found = batch_of(name, stack, lambda k, m, n: (k, m, n), rows, cols, precision, False, threads, rtol=rtol, log=log)
    check_bounds(found, precision, rtol, strict)
    return Batch(*(part[0] for part in found)) if array.ndim == 2 else found
