# SPDX-License-Identifier: GPL-3.0-or-later
"""Pfaffians against their definition as a sum over matchings in rational numbers.  tests/pfaffian.c has singular and
large matrices."""

import functools
import warnings
from fractions import Fraction

import numpy
import pytest

import permatch
from brute import Exact, exact

RANDOM = numpy.random.default_rng(30)


def skew(count, order, kind="f", spread=0):
    """Random matrices: kind f, c or i; entries from 2^-spread to 2^spread."""
    shape = (count, order, order)
    a = RANDOM.integers(-9, 10, shape) if kind == "i" else RANDOM.normal(size=shape)
    a = a + 1j * RANDOM.normal(size=shape) if kind == "c" else a
    a = numpy.triu(a if kind == "i" else a * 2.0 ** RANDOM.integers(-spread, spread + 1, shape), 1)
    return a - a.transpose(0, 2, 1)


def brute(a):
    """The sum over the matchings: the first line has each partner, and each set of other lines is summed once."""
    entry = [[exact(x) for x in row] for row in a]

    @functools.cache
    def over(lines):
        total = Exact(0 if lines else 1)
        for j in range(1, len(lines)):
            rest = over(lines[1:j] + lines[j + 1:])
            total = total + entry[lines[0]][lines[j]] * rest * Exact((-1) ** (j - 1))
        return total
    return over(tuple(range(len(a))))


def holds(value, bound, wanted, shift=0):
    """The value is within its bound, in rational numbers."""
    value = exact(value)
    re, im = value.re * Fraction(2) ** shift - wanted.re, value.im * Fraction(2) ** shift - wanted.im
    return re * re + im * im <= (Fraction(bound) * Fraction(2) ** shift) ** 2


@pytest.mark.parametrize("kind", "fc")
@pytest.mark.parametrize("precision", [None, "double", "dd", 80, "exact"])
def test_definition(kind, precision):
    for order in (0, 1, 2, 3, 4, 6, 8):
        for spread in (0, 10, 250):
            stack = skew(6, order, kind, spread if order < 8 else 0)
            found = permatch.pfaffians(stack, precision=precision)
            for a, value, bound in zip(stack, *found):
                assert holds(value, bound, brute(a))
                if precision is None:
                    assert bound <= 1e-12 * abs(value)


def test_exact():
    for order in (0, 1, 2, 4, 6, 8):
        a = skew(1, order, "i")[0]
        wanted = brute(a)
        assert permatch.pfaffian(a) == wanted.re and isinstance(permatch.pfaffian(a), int)
        thirds = numpy.array([[Fraction(int(x), 3) for x in row] for row in a], dtype=object).reshape(order, order)
        assert permatch.pfaffian(thirds) == Fraction(wanted.re, 3 ** (order // 2))
        assert permatch.pfaffian(a, modulus=7) == wanted.re % 7
        imaginary = [[permatch.Gaussian(Fraction(int(x)), Fraction(2 * int(x))) for x in row] for row in a]
        power = Exact(1)
        for _ in range(order // 2):
            power = power * Exact(1, 2)
        value = permatch.pfaffian(imaginary) if order else permatch.pfaffian(a)
        assert (value.real, value.imag) == (wanted.re * power.re, wanted.re * power.im)
    huge = 10 ** 40
    assert permatch.pfaffian([[0, huge], [-huge, 0]]) == huge
    assert permatch.pfaffian(numpy.array([[0, 2**62 + 1], [-2**62 - 1, 0]])) == 2**62 + 1
    assert permatch.pfaffian([[0, 0.1], [-0.1, 0]], precision="exact") == Fraction(0.1)
    assert permatch.pfaffian([[0, 0.1], [-0.1, 0]], precision="dd").bound < 1e-30


def test_sparse():
    sparse = pytest.importorskip("scipy.sparse")
    for kind in "fci":
        a = skew(1, 8, kind)[0] * (RANDOM.random((8, 8)) < 0.7)
        a = numpy.triu(a) - numpy.triu(a).T
        for made in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_array):
            assert holds(permatch.pfaffian(made(a)), permatch.pfaffian(a).bound, brute(a))


def test_extremes():
    for kind in "fc":
        for low, high in ((-300, 300), (-300, -290), (290, 300)):
            a = numpy.triu(skew(50, 6, kind) * 10.0 ** RANDOM.uniform(low, high, (50, 6, 6)), 1)
            for one in a - a.transpose(0, 2, 1):
                x, wanted = permatch.pfaffian(one), brute(one)
                if kind == "f":  # the text has all digits, also beyond the range of float
                    assert abs(Fraction(x.text) - wanted.re) <= abs(wanted.re) / 10**11
                elif numpy.isfinite(complex(x)) and abs(x) > 1e-280:
                    assert holds(x, x.bound, wanted) and x.bound <= 1e-12 * abs(x)
    with pytest.warns(permatch.PrecisionWarning):
        values, bounds = permatch.pfaffians(numpy.array([[[0, 1e200, 0, 0], [-1e200, 0, 0, 0], [0, 0, 0, 1e200],
                                                          [0, 0, -1e200, 0]]]))
    assert numpy.isinf(values[0]) and numpy.isinf(bounds[0])


@pytest.mark.parametrize("kind", "fc")
def test_gradient(kind):
    """Against differences, which are exact: the Pfaffian is linear in a pair of entries."""
    for order, precision in ((2, None), (3, None), (6, None), (6, "double"), (8, "exact"), (10, "double")):
        stack = skew(2 if order < 10 else 1, order, kind, 20)
        values, bounds = permatch.pfaffian_gradient(stack, precision=precision)
        for i, j in numpy.ndindex(order, order):
            step = numpy.zeros((order, order))
            step[i, j], step[j, i] = (1, -1) if i != j else (0, 0)
            for k, a in enumerate(stack if order < 8 or i + 1 == j else []):
                wanted = brute(a + 2 ** 30 * step) + brute(a - 2 ** 30 * step) * Exact(-1)
                # a + 2^30 rounds, so that what was added is looked at
                plus, minus = (a + 2 ** 30 * step)[i, j], (a - 2 ** 30 * step)[i, j]
                width = exact(plus) + exact(minus) * Exact(-1)
                if width.re == 0:
                    assert values[k, i, j] == 0
                    continue
                norm = width.re ** 2 + width.im ** 2
                slope = wanted * Exact(width.re / norm, -width.im / norm)
                assert holds(values[k, i, j], bounds[k, i, j], slope)


def test_refused():
    for a, match in (([[0, 1], [1, 0]], "skew-symmetric: row"), ([[1.0, 2], [-2, 0]], "skew-symmetric: row 0, column 0"),
                     ([[0, 1, 2], [-1, 0, 3]], "2 x 3"), ([[0, float("nan")], [0, 0]], "finite"),
                     (numpy.array([[0, 2**62 + 1], [-2**62, 0]]), "skew-symmetric")):
        with pytest.raises(permatch.InputError, match=match):
            permatch.pfaffian(a)
        if not isinstance(a, numpy.ndarray):
            with pytest.raises(permatch.InputError):
                permatch.pfaffians(numpy.array([a], dtype=float))
    with pytest.raises(permatch.InputError):
        permatch.pfaffian([[0, 1], [-1, 0]], engine="ryser")
    with pytest.raises(permatch.InputError):
        permatch.pfaffian([[0, 1], [-1, 0]], prove="x")


def test_strict():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        a = skew(1, 30)[0]
        assert permatch.pfaffian(a, strict=True) == permatch.pfaffian(a, threads=1)
