# SPDX-License-Identifier: GPL-3.0-or-later
"""Intervals of random matrices with errors, against all corners: a permanent has degree 1 in each entry, so its largest
and its smallest value in a box are those of corners."""

import itertools
import math
import random
from decimal import Decimal
from fractions import Fraction

import numpy
import permatch
import pytest


def corners(a, r):
    """The permanents, by definition, of all matrices with entries a + r and a - r."""
    m, n = len(a), len(a[0])
    for signs in itertools.product((1, -1), repeat=m * n):
        b = [[a[i][j] + signs[i * n + j] * r[i][j] for j in range(n)] for i in range(m)]
        yield sum(math.prod(b[i][j] for i, j in enumerate(s)) for s in itertools.permutations(range(n), m))


def drawn(dice, m, n, low, high):
    return [[Fraction(dice.randint(low, high), dice.choice((1, 2, 3, 10))) for _ in range(n)] for _ in range(m)]


@pytest.mark.parametrize("m, n", [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3)])
@pytest.mark.parametrize("low", [-9, 0, 4])
def test_ends_are_corners_or_beyond(m, n, low):
    dice = random.Random(100 * m + 10 * n + low)
    for _ in range(4):
        a, r = drawn(dice, m, n, low, 9), [[x / 10 for x in row] for row in drawn(dice, m, n, 0, 4)]
        found, all_corners = permatch.interval(a, r), list(corners(a, r))
        least, most = min(all_corners), max(all_corners)
        if all(x >= y for row in zip(a, r) for x, y in zip(*row)):
            assert found == (least, most)
        else:
            assert found.lower <= least and found.upper >= most
        floats = permatch.interval(numpy.array(a, dtype=float), numpy.array(r, dtype=float))
        assert floats.lower == pytest.approx(float(found.lower), rel=1e-12, abs=1e-12)
        assert floats.upper == pytest.approx(float(found.upper), rel=1e-12, abs=1e-12)


def _minors(a):
    rest = [[[row[:j] + row[j + 1:] for k, row in enumerate(a) if k != i] for j in range(len(a))] for i in range(len(a))]
    return [[permatch.permanent(b) for b in row] for row in rest]


def test_small_errors_have_derivatives():
    """The width is that of first order: twice the sum of |minor| r."""
    dice = random.Random(1)
    for _ in range(10):
        a = drawn(dice, 4, 4, -9, 9)
        first = 2 * sum(abs(x) for row in _minors(a) for x in row)
        found = permatch.interval(a, [[Fraction(1, 10**9)] * 4] * 4)
        assert first <= (found.upper - found.lower) * 10**9 <= first * (1 + Fraction(1, 10**5)) + Fraction(1, 100)


def test_complex_matrices_and_the_errors_of_all_entries():
    dice = numpy.random.default_rng(2)
    for n in (1, 2, 3, 5, 11):
        a = dice.normal(size=(n, n)) + 1j * dice.normal(size=(n, n))
        a[0, 1:2] = 0
        a = a if n != 3 else abs(a) + 0j  # errors may be complex, too
        found = permatch.interval(a, 0.01)
        for _ in range(20):
            errors = 0.01 * numpy.exp(2j * numpy.pi * dice.random((n, n))) * (a != 0)
            x = complex(permatch.permanent(a + errors))
            assert found.lower.real <= x.real <= found.upper.real and found.lower.imag <= x.imag <= found.upper.imag


def test_ends_beyond_the_range_of_float():
    found = permatch.interval([[1e300, 1.0], [1.0, 1e300]], 1e-300)
    assert 1e308 < found.lower < numpy.inf and found.upper == numpy.inf


def test_kinds_of_numbers():
    for error in (Decimal("0.5"), numpy.array(0.5), numpy.float32(0.5), Fraction(1, 2)):
        assert permatch.interval([[1, 2]], error) == permatch.interval([[1, 2]], [[0.5, 0.5]])
    for error in (1j, None, "0.5"):
        with pytest.raises(permatch.InputError, match="is not a finite number"):
            permatch.interval([[1, 2]], error)


def test_refusals():
    with pytest.raises(permatch.InputError, match="the errors are 1 x 1"):
        permatch.interval([[1, 2], [3, 4]], [[1]])
    with pytest.raises(permatch.InputError, match="negative"):
        permatch.interval([[1, 2], [3, 4]], [[1, 0], [0, -1]])
    with pytest.raises(permatch.InputError, match="above 0"):
        permatch.interval([[1, 2], [3, 4]], 0)
    with pytest.raises(permatch.InputError, match="finite"):
        permatch.interval([[1, 2], [3, 4]], math.nan)
