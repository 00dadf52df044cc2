# SPDX-License-Identifier: GPL-3.0-or-later
"""Bounds, estimates and random matchings of what is too large for exact methods."""

import math
from fractions import Fraction

import numpy
import pytest

import permatch

DRAWS = {"engine": "estimate", "no_reduce": "all"}


def halves(n):
    return numpy.random.default_rng(1).integers(0, 2, size=(n, n))


def test_bounds_and_an_estimate():
    a = halves(20)
    exact = permatch.permanent(a)
    found = permatch.bounds(a)
    assert found.log10_lower <= math.log10(exact) <= found.log10_upper < found.log10_lower + 1
    assert found.lower_by != "none" != found.upper_by
    one = permatch.estimate(a, 0.02, 1e-9, seed=3, threads=1, **DRAWS)
    assert abs(float(one) - exact) <= 0.02 * exact and one.bound >= 0.01 * exact
    assert float(permatch.estimate(a, 0.02, 1e-9, seed=3, threads=3, **DRAWS)) == float(one)
    assert float(permatch.estimate(a, 0.02, 1e-9, seed=4, **DRAWS)) != float(one)
    assert permatch.estimate(halves(5)) == permatch.permanent(halves(5))
    for epsilon, delta in ((-1, 0.05), (0, 0.05), (1, 0.05), (0.1, 0), (0.1, 1), (math.nan, 0.05)):
        with pytest.raises(permatch.InputError):
            permatch.estimate(a, epsilon, delta)


def test_the_norm_of_a_wide_matrix():
    a = numpy.array([[1, -1, 2], [3, 1, -1]])
    exact = permatch.permanent(a)
    assert abs(exact) <= 10 ** permatch.bounds(a).log10_upper
    found = permatch.estimate(a, 0.01, 1e-9, seed=1, **DRAWS)
    assert isinstance(found, permatch.Real) and abs(found - exact) <= found.bound
    turned = permatch.estimate(a * 1j, 0.01, 1e-9, seed=1, **DRAWS)
    assert isinstance(turned, permatch.Complex) and abs(turned + exact) <= turned.bound
    listed = permatch.estimate([[Fraction(x, 3) for x in row] for row in a.tolist()], 0.01, 1e-9, seed=1, **DRAWS)
    assert isinstance(listed, permatch.Real) and abs(listed - exact / 9) <= listed.bound


def test_samples_by_acceptance():
    a = halves(40)
    drawn = permatch.sample(a, 2, seed=1, seconds=200)
    assert (numpy.sort(drawn) == numpy.arange(40)).all()
    assert all(a[i, j] for row in drawn for i, j in enumerate(row))
