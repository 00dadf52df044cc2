# SPDX-License-Identifier: GPL-3.0-or-later
"""Shares of the entries in permanents of stacks, in doubles with bounds, also from logarithms."""

from __future__ import annotations

import math
from typing import Any, Sequence

import numpy

from ._library import DomainError, InputError
from ._options import whole
from ._permanents import permanents
from ._stacks import Batch, batch_of

_ROUND = 2.0**-53


def _quotients(terms: numpy.ndarray, errors: numpy.ndarray, by_rows: bool) -> Batch:
    """Terms divided by the sum of those of the first row (or column); NaN where the sum may be 0."""
    line, line_errors = (terms[:, 0], errors[:, 0]) if by_rows else (terms[:, :, 0], errors[:, :, 0])
    with numpy.errstate(all="ignore"):
        total = line.sum(axis=1)
        off = line_errors.sum(axis=1) + numpy.abs(line).sum(axis=1) * (4 + line.shape[1]) * _ROUND
        total, off = total[:, None, None], off[:, None, None]
        least = numpy.abs(total) * (1 - 4 * _ROUND) - off
        shares = terms / total
        bounds = (errors + numpy.abs(shares) * off) / least * (1 + 2.0**-40) + 8 * _ROUND * numpy.abs(shares)
    known = (least > 0) & numpy.isfinite(shares) & numpy.isfinite(bounds)
    return Batch(numpy.where(known, shares, numpy.nan), numpy.where(known, bounds, numpy.inf))


def stack_shares(stack: numpy.ndarray, precision: Any, threads: int) -> Batch:
    """Of matrices count x m x n of real or complex numbers; NaN with an infinite bound where the permanent may be 0."""
    found: Batch = batch_of("minors", stack, lambda k, m, n: (k, m, n), None, None, precision, False, threads)
    if not found.values.size:
        return found
    with numpy.errstate(all="ignore"):
        terms, size = stack * found.values, numpy.abs(stack)
        errors = size * found.bounds * (1 + 4 * _ROUND) + 4 * _ROUND * numpy.abs(terms)
    return _quotients(terms, errors, stack.shape[1] <= stack.shape[2])


# ------------------------------------------------------------------ from logarithms

def _assignment(costs: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """u, v with u_i + v_j <= costs_ij and equality on some assignment of a square matrix (Kuhn, Naval Research Logistics
    Quarterly 2, 1955, by shortest paths)."""
    n = len(costs)
    u, v, row_of = numpy.zeros(n + 1), numpy.zeros(n + 1), numpy.full(n + 1, -1)
    for row in range(n):
        row_of[n], col = row, n
        distance, before = numpy.full(n, math.inf), numpy.full(n, n)
        seen = numpy.zeros(n + 1, dtype=bool)
        while row_of[col] >= 0:
            seen[col] = True
            reach = costs[row_of[col]] - u[row_of[col]] - v[:n]
            closer = ~seen[:n] & (reach < distance)
            distance[closer], before[closer] = reach[closer], col
            following = int(numpy.argmin(numpy.where(seen[:n], math.inf, distance)))
            step = distance[following]
            if seen[following] or not math.isfinite(step):
                raise DomainError("there is no perfect matching, so there are no shares")
            u[row_of[seen]] += step
            v[seen] -= step
            distance[~seen[:n]] -= step
            col = following
        while col != n:
            row_of[col] = row_of[before[col]]
            col = int(before[col])
    return u[:n], v[:n]


def _scaled(logs: numpy.ndarray) -> numpy.ndarray:
    """One matrix of logarithms, m x n, as a square matrix with the same shares in its first rows: rows of ones make it
    square, and lines are scaled so that some product of entries is 1 and no entry is above 1."""
    wide = logs if logs.shape[0] <= logs.shape[1] else logs.T
    n = wide.shape[1]
    square = numpy.zeros((n, n), dtype=wide.dtype)
    square[:len(wide)] = wide
    u, v = _assignment(-square.real)
    return numpy.exp(square + (u[:, None] + v)) if n else numpy.ones_like(square)


def log_shares(logs: numpy.ndarray, precision: Any, threads: int) -> Batch:
    """Of matrices that are given by the logarithms of their entries; -inf is an entry 0.  Rows (or columns, if they are
    fewer) are divided by their largest entries; where the permanent is still far from 1, lines are scaled by an
    optimal assignment.  The bounds do not cover the rounding of the exponentials, a relative error of about 1e-15 n."""
    if numpy.isnan(logs).any() or (logs.real == math.inf).any():
        raise InputError("logarithms of entries are numbers or -inf")
    axis = 2 if logs.shape[1] <= logs.shape[2] else 1
    most = logs.real.max(axis=axis, keepdims=True, initial=-math.inf)
    most = numpy.where(numpy.isfinite(most), most, 0)
    matrices = numpy.exp(logs - most)
    found = stack_shares(matrices, precision, threads)
    if found.values.size:
        least = permanents(matrices, threads=threads)
        for k in numpy.flatnonzero(~(numpy.abs(least.values) > 1e-200)):
            try:
                some = stack_shares(_scaled(logs[k])[None], precision, threads)
            except DomainError:  # of this matrix alone
                continue
            shape = logs.shape[1:] if axis == 2 else logs.shape[:0:-1]
            for to, part in zip(found, some):
                to[k] = part[0, :shape[0]] if axis == 2 else part[0, :shape[0]].T
    return found


# ------------------------------------------------------------------ several rows together

def joint_marginals(a: Any, rows: Sequence[int], *, threads: int = 0) -> Batch:
    """The probabilities that chosen rows of an m x n matrix, m <= n, use columns together: an array n x n x ... with one
    axis for each of the rows, in their order.  For one row it is that row of marginals().  Entries are real or complex
    numbers.  The cost is that of n!/(n - r)! permanents without r rows and columns.
    DomainError: the permanent is 0, or its bound does not exclude 0.

    >>> joint_marginals([[1, 3], [1, 1]], [0, 1]).values.round(3).tolist()
    [[0.0, 0.25], [0.75, 0.0]]
    """
    matrix = numpy.asarray(a)
    matrix = matrix.astype(complex if matrix.dtype.kind == "c" else float)
    if matrix.ndim != 2 or matrix.shape[0] > matrix.shape[1]:
        raise InputError(f"a matrix with at least as many columns as rows is expected, not shape {matrix.shape}")
    m, n = matrix.shape
    chosen = [whole("row", row, 0, m - 1) for row in rows]
    if len(set(chosen)) != len(chosen):
        raise InputError(f"different rows are expected, not {chosen}")
    rest = numpy.delete(matrix, chosen, axis=0)
    places = numpy.indices((n,) * len(chosen)).reshape(len(chosen), -1).T
    places = places[[len(set(place)) == len(place) for place in places.tolist()]]
    others = numpy.array([[j for j in range(n) if j not in place] for place in places.tolist()], dtype=numpy.intp)
    found = permanents(rest[:, others.reshape(len(places), -1)].transpose(1, 0, 2), threads=threads)
    factor = matrix[chosen, places].prod(axis=1)
    terms, errors = factor * found.values, numpy.abs(factor) * found.bounds
    errors = errors * (1 + 8 * _ROUND) + numpy.abs(terms) * (2 * len(chosen) + 2) * _ROUND
    quotients = _quotients(terms[None, None], errors[None, None], True)
    if not numpy.isfinite(quotients.bounds).all():
        raise DomainError("the permanent is 0, or may be")
    shares, bounds = numpy.zeros((n,) * len(chosen), dtype=matrix.dtype), numpy.zeros((n,) * len(chosen))
    shares[tuple(places.T)], bounds[tuple(places.T)] = quotients.values[0, 0], quotients.bounds[0, 0]
    return Batch(shares, bounds)
