# SPDX-License-Identifier: GPL-3.0-or-later
"""Shares of the entries in permanents of arrays, in doubles with bounds, also from logarithms."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import numpy

from ._arrays import array_of, numbers_of, takes_missing, whole
from ._door import InputError
from ._problems import refuse_negative
from ._stacks import Batch, check_bounds, filled, stack_of

_LEAST = 1e-12


def check_shares(found: Batch, precision: Any, rtol: Optional[float], strict: bool) -> None:
    """A line of shares has the sum 1, so that small ones need no relative error."""
    check_bounds(found, precision, rtol, strict, _LEAST)


def _described(stack: numpy.ndarray, log: bool, precision: Any, rtol: Optional[float]) -> Any:
    return stack_of(stack, None, None, precision, False, rtol, 0, log)


def stack_shares(stack: numpy.ndarray, log: bool, signed: bool, precision: Union[None, int, str], threads: int,
                 rtol: Optional[float]) -> Batch:
    """Of matrices count x m x n; NaN with an infinite bound where the permanent may be 0."""
    if not signed and not log:
        refuse_negative(stack, None)
    described, array = _described(stack, log, precision, rtol)
    found: Batch = filled("shares", described, array, array.shape, threads)
    return found


@takes_missing
def joint_marginals(a: Any, rows: Sequence[int], *, log: bool = False, threads: int = 0, rtol: Optional[float] = None,
                    strict: bool = False, signed: bool = False) -> Batch:
    """The probabilities that chosen rows of an m x n matrix, m <= n, use columns together: an array n x n x ... with one
    axis for each of the rows, in their order.  For one row it is that row of marginals().  log: the array has the
    logarithms of the entries.  signed: entries may be negative or complex; shares are then only quotients.  The cost is
    that of n!/(n - r)! permanents without r rows and columns.  rtol, strict: as in marginals().  missing: as in permanent().  Method:
    pm_joint_shares(3).
    DomainError: an entry is negative or complex; the permanent is 0, or its bound does not exclude 0.

    >>> joint_marginals([[1, 3], [1, 1]], [0, 1]).values.round(3).tolist()
    [[0.0, 0.25], [0.75, 0.0]]
    """
    matrix = numbers_of(array_of(a, -numpy.inf if log else 0))
    if matrix.ndim != 2 or matrix.shape[0] > matrix.shape[1]:
        raise InputError(f"a matrix with at least as many columns as rows is expected, not shape {matrix.shape}")
    if not signed and not log:
        refuse_negative(matrix, None)
    chosen = [whole("row", row, 0, matrix.shape[0] - 1) for row in rows]
    if not chosen or len(set(chosen)) != len(chosen):
        raise InputError(f"one row or several different rows are expected, not {chosen}")
    described, array = _described(matrix[numpy.newaxis], log, None, rtol)
    found: Batch = filled("joint_shares", described, array, (matrix.shape[1],) * len(chosen), threads,
                          numpy.array(chosen, dtype=numpy.intc))
    check_shares(found, None, rtol, strict)
    return found
