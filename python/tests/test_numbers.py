# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers against sums by definition in exact arithmetic, and published numbers."""

import copy
import math
import pickle
from fractions import Fraction
from itertools import permutations

import numpy
import pytest

import permatch
from permatch import Gaussian, _numbers

from brute import Exact, exact, brute_permanent, brute_hafnian, integers, KINDS, agrees, RANDOM


@pytest.mark.parametrize("kind", KINDS)
def test_permanent(kind):
    for m, n in ((0, 0), (0, 3), (1, 1), (3, 3), (2, 5), (5, 2), (5, 5)):
        a = KINDS[kind](m, n)
        truth = brute_permanent(a)
        for precision in (None, "exact", "double", "dd", 200):
            got = permatch.permanent(a, precision=precision)
            assert agrees(got, truth), (m, n, precision)
            assert got.bound < 1e-9 * (1 + abs(complex(got)))
        assert permatch.permanent(a, precision="exact").bound == 0


def test_lists():
    assert permatch.permanent([[1, 2], [3, 4]]) == 10
    assert permatch.permanent([[1, 2.5], [3, 4]]) == 11.5
    assert permatch.permanent([[2**64, 1], [1, 1]]) == 2**64 + 1
    assert permatch.permanent([[2**63, -1], [1, 1]]) == 2**63 - 1
    assert permatch.permanent([[2**60 + 1, 1.5], [0, 1]], precision="exact") == 2**60 + 1
    assert permatch.permanent([[Fraction(1, 3), 1], [1, 3]]) == 2
    assert permatch.permanent([[1j, 1], [1, 1j]]) == 0
    assert permatch.permanent([[0.1]], precision="exact") == Fraction(0.1)
    assert permatch.permanent([[5, 0], [0, 5]], modulus=7) == 4
    for imag in (-9, -1, 0, 1, 3):
        residue = permatch.permanent([[1 + 1j * imag, 3], [1, 2]], modulus=7)
        assert residue == permatch.Gaussian(5, 2 * imag % 7), "per = (1 + i imag) 2 + 3"
        assert isinstance(residue, permatch.ExactComplex if imag else permatch.Integer)


def test_types():
    assert isinstance(permatch.permanent([[1]]), int)
    assert isinstance(permatch.permanent([[Fraction(1, 3)]]), Fraction)
    assert isinstance(permatch.permanent([[0.5]]), float)
    assert isinstance(permatch.permanent([[0.5j]]), complex)
    got = permatch.permanent([[Gaussian(1, Fraction(1, 2))]])
    assert got == Gaussian(1, Fraction(1, 2)) and got.norm() == Fraction(5, 4)
    assert "core" in permatch.permanent(numpy.arange(169).reshape(13, 13) ** 2 % 31 + 1).plan


@pytest.mark.parametrize("dtype", [int, float, complex])
@pytest.mark.parametrize("n", [0, 1, 5, 12])
def test_small(n, dtype):
    """Small matrices have no plan; with an engine they have."""
    a = (RANDOM.random((n, n)) * 9).astype(dtype) * dtype(1j if dtype is complex else 1)
    got, planned = permatch.permanent(a), permatch.permanent(a, engine="ryser")
    if dtype is int:
        assert (got.engines, got.text, got.bound) == ("table", planned.text, planned.bound)
    else:
        assert abs(got - planned) <= got.bound + planned.bound and got.bound <= 1e-12 * abs(got)


def test_precision():
    """The default promises a relative error; more may be asked for, and less is a warning or an error."""
    a = RANDOM.normal(size=(16, 16))
    exact = permatch.permanent(a, precision="exact")
    for number in (permatch.permanent(a), permatch.permanents(a[numpy.newaxis]).values[0]):
        assert abs(Fraction(float(number)) - exact) <= 1e-12 * abs(exact)
    with pytest.warns(permatch.PrecisionWarning):
        permatch.permanent(a, precision="double", rtol=1e-16)
    with pytest.raises(permatch.PrecisionError):
        permatch.permanent(a, precision="double", rtol=1e-16, strict=True)
    with pytest.raises(permatch.PrecisionError):
        permatch.permanents(a[numpy.newaxis], precision="double", rtol=1e-16, strict=True)
    with pytest.raises(permatch.InputError):
        permatch.permanent(a, rtol=2)
    a = a + a.T
    nearly = a.copy()
    nearly[2, 1] += 1e-9
    for function in (permatch.hafnian, permatch.loop_hafnian):
        with pytest.raises(permatch.InputError):
            function(nearly + numpy.eye(len(a), k=3))
        assert abs(function(nearly) - function(a)) <= 1e-6 * abs(function(a))
        assert abs(function(nearly, rtol=1e-8) - function(a)) <= 1e-6 * abs(function(a))
        precise = function(a, rtol=1e-30)
        assert abs(precise - function(a)) <= function(a).bound + precise.bound
        assert precise.bound <= 2**-52 * abs(precise)
        assert function(a, repeats=[1] * 16, rtol=1e-9, strict=True).bound <= 1e-9 * abs(function(a))


def test_long():
    """Texts beyond the longest that int() takes; logarithms beyond float."""
    huge = permatch.permanent([[10**3000, 0], [0, 10**3000 + 1]])
    assert huge == 10**6000 + 10**3000
    assert abs(huge.log - 6000 * math.log(10)) < 1e-9
    beyond = permatch.permanent(numpy.full((2, 2), 2.0**700))
    assert beyond == math.inf and beyond.bound == math.inf and beyond.text.startswith("5.5338")
    assert abs(beyond.log - 1401 * math.log(2)) < 1e-9


@pytest.mark.parametrize("text, parts", [("3", (3, 0)), ("-3/2", (Fraction(-3, 2), 0)), ("i", (0, 1)),
                                         ("-i", (0, -1)), ("1/2-3/4i", (Fraction(1, 2), Fraction(-3, 4))),
                                         ("-1+2i", (-1, 2)), ("-5i", (0, -5))])
def test_read_gaussian(text, parts):
    assert _numbers.read_gaussian(text) == parts


@pytest.mark.parametrize("kind", ["int64", "float64", "complex128", "fraction", "gaussian"])
def test_hafnian(kind):
    for n in (0, 1, 2, 4, 6):
        a = KINDS[kind](n, n)
        for i in range(n):
            for j in range(i):
                a[j, i] = a[i, j]
        assert agrees(permatch.hafnian(a), brute_hafnian(a)), n
    with pytest.raises(permatch.InputError, match="symmetric"):
        permatch.hafnian([[0, 1], [2, 0]])


@pytest.mark.parametrize("kind", ["int64", "float64", "complex128", "fraction"])
def test_multiplicities(kind):
    a = KINDS[kind](3, 4)
    for rows, cols in (([2, 1, 0], None), (None, [1, 0, 3, 1]), ([1, 3, 1], [2, 2, 0, 1]), ([0, 0, 0], None)):
        expanded = numpy.repeat(a, rows or [1] * 3, axis=0)
        expanded = numpy.repeat(expanded, cols or [1] * 4, axis=1)
        assert agrees(permatch.permanent(a, rows=rows, cols=cols), brute_permanent(expanded))
    for rows in ([1, 2], [1, 1, -1]):
        with pytest.raises(permatch.InputError):
            permatch.permanent(a, rows=rows)


@pytest.mark.parametrize("kind", ["int64", "float64", "complex128", "columns first", "every other"])
def test_permanents(kind):
    for m, n in ((3, 3), (2, 4), (4, 2), (5, 5)):
        stack = numpy.array([KINDS[kind](m, n) for _ in range(5)])
        for turned in (stack, numpy.asfortranarray(stack), stack[::-1],
                       numpy.broadcast_to(stack[0, 0, 0], stack.shape), numpy.broadcast_to(stack[0], stack.shape)):
            values, bounds = permatch.permanents(turned)
            for k, a in enumerate(turned):
                got = permatch.Complex(values[k])
                got.bound = bounds[k]
                assert agrees(got, brute_permanent(a))
    with pytest.raises(permatch.InputError):
        permatch.permanents(numpy.ones((3, 3)))


@pytest.mark.parametrize("kind", ["int64", "float64", "complex128"])
def test_minors(kind):
    """By definition, with multiplicities in an expanded matrix less one copy."""
    a = KINDS[kind](3, 4)
    rows, cols = [2, 1, 1], [1, 0, 2, 1]
    for r, c in ((None, None), (rows, cols)):
        values, bounds = permatch.minors(a, rows=r, cols=c)
        slopes = permatch.gradient(a, rows=r, cols=c)
        for i, j in numpy.ndindex(a.shape):
            left, right = list(r or [1] * 3), list(c or [1] * 4)
            times = left[i] * right[j]
            left[i], right[j] = left[i] - 1, right[j] - 1
            truth = Exact(0)
            if right[j] >= 0:
                truth = brute_permanent(numpy.repeat(numpy.repeat(a, left, axis=0), right, axis=1))
            for value, bound, factor in ((values, bounds, 1), (*slopes, times)):
                got = permatch.Complex(value[i, j])
                got.bound = bound[i, j]
                assert agrees(got, Exact(truth.re * factor, truth.im * factor))
    assert permatch.minors(numpy.array([a, a])).values.shape == (2, 3, 4)


def test_integers_that_are_rounded_to_a_power_of_two():
    for n in (2, 4, 6):
        one = permatch.hafnians(numpy.full((1, n, n), 2 ** 53 + 1))
        truth = math.prod(range(1, n, 2)) * (2 ** 53 + 1) ** (n // 2)
        assert abs(Fraction(one.values[0]) - truth) <= Fraction(one.bounds[0])


def test_a_bound_beyond_doubles():
    assert permatch.permanent([[1e250, 1, 1, 1, 1]] * 4, precision="double").bound == math.inf


def test_lists_of_other_numbers():
    """Numbers of NumPy, and integers beside complex numbers, in lists and arrays of objects."""
    one, half = numpy.int32(1), numpy.float32(0.5)
    assert permatch.permanents([[[1, 1j], [1j, 2]]]).values.tolist() == [1]
    assert permatch.permanents([[[half, numpy.float64(2)], [3, one]]]).values.tolist() == [6.5]
    assert permatch.permanents(numpy.ones((2, 3, 3), dtype=object)).values.tolist() == [6, 6]
    assert permatch.permanent([[one, 2], [3, 4]]) == 10 and permatch.permanent([[2**53 + 1, 0.5], [0, 1]]).bound > 0
    assert permatch.loop_hafnian([[1, 2], [2, 3]], [1j, 2]) == 2 + 2j
    assert permatch.permanent_of_product([[1], [2]], [[3j, 4]]) == 48j


def test_beyond_the_range_of_float():
    """1000 equal rows of 1000 equal columns: 1000! 2^1000."""
    found = permatch.permanent([[2.0]], rows=[1000], cols=[1000])
    assert math.isinf(found)
    assert abs(found.log - math.lgamma(1001) - 1000 * math.log(2)) < 1e-9 * found.log


@pytest.mark.parametrize("a", [[[0.5, 2], [3, 4]], [[Fraction(1, 3), 1, 1], [1, 1, 1]], [[1.0, 2], [0, -1]]])
def test_rook_numbers_of_fractions(a):
    exact_entries = [[Fraction(x) for x in row] for row in a]
    pairs = sum(exact_entries[0][i] * exact_entries[1][j] for i, j in permutations(range(len(a[0])), 2))
    found = permatch.matching_polynomial(a)
    assert found == [1, sum(map(sum, exact_entries)), pairs] and type(found[0]) is int


@pytest.mark.parametrize("option", [{"threads": -1}, {"threads": 5000}, {"memory": -1}, {"memory": 2**64}, {"seconds": -1},
                                    {"seconds": math.nan}, {"precision": True}, {"precision": 1}, {"precision": 1.5},
                                    {"precision": []}, {"gpus": -2}])
def test_numbers_of_options(option):
    """They are refused here: ctypes would take some of them modulo 2^64."""
    with pytest.raises(permatch.InputError):
        permatch.permanent([[1, 2], [3, 4]], **option)


def test_options_of_other_types(tmp_path):
    assert permatch.permanent([[1, 2], [3, 4]], precision=numpy.int64(200)) == 10
    assert permatch.permanent(integers(20, 20), checkpoint=tmp_path / "run.pm", engine=None) is not None
    assert (tmp_path / "run.pm").exists()
    for wrong in ({"count": -1}, {"count": 1.5}, {"seed": -1}, {"seed": 2**64}, {"seed": RANDOM}):
        with pytest.raises(permatch.InputError):
            permatch.sample([[1, 2], [3, 4]], **wrong)
    assert permatch.permanent(numpy.zeros((0, 0)), rows=[], cols=[]) == 1
    for wrong in ([], 5, [1, 2], [[1, 2], [3]], [["x"]], [[None]]):
        with pytest.raises(permatch.InputError):
            permatch.permanent(wrong)


@pytest.mark.parametrize("rows, cols", [([2, 1], [1, 1]), ([2, 1], None), (None, [[1, 1], [1, 2]])])
def test_unequal_photons(rows, cols):
    """What comes in leaves: other amplitudes have no meaning."""
    stack = numpy.ones((2, 2, 2)) / 2
    with pytest.raises(permatch.InputError, match="photons"):
        permatch.permanents(stack, rows=rows, cols=cols, normalized=True)
    assert permatch.permanents(stack, rows=rows, cols=cols).values.shape == (2,)


def test_lower_bound_of_an_estimate():
    a = numpy.random.default_rng(1).random((12, 12))
    exact = permatch.permanent(a)
    least = [permatch.estimate(a, 0.3, delta=1e-6, unproved=True, engine="estimate", seed=k).log_least for k in range(5)]
    assert all(math.log(exact) - 3 < x <= math.log(exact) for x in least)
    assert permatch.estimate(a, 0.3, engine="estimate", seed=1).log_least is None and exact.log_least is None


@pytest.mark.parametrize("entry", [7, 10**400, Fraction(10**20 + 1, 3), 0.5, 1 + 2j, permatch.Gaussian(1, Fraction(1, 3))])
def test_copies_keep_all_digits(entry):
    answer = permatch.permanent([[entry]])
    pickles = [pickle.loads(pickle.dumps(answer, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for copied in (copy.copy(answer), copy.deepcopy(answer), *pickles):
        assert type(copied) is type(answer) and copied == answer
        assert all(getattr(copied, name) == getattr(answer, name) for name in ("text", "log", "bound", "plan"))


def test_text_of_numbers_without_one():
    assert permatch.Integer(10**400).text == str(10**400) and permatch.Rational(1, 3).text == "1/3"
    assert permatch.ExactComplex(1, 2).text == "1+2i"


def test_arguments_that_are_no_numbers():
    for function in (permatch.permanent, permatch.hafnian):
        with pytest.raises(ValueError):
            function(numpy.ones((4, 4)), strict=numpy.ones(2))
    for function in (permatch.permanent, permatch.marginals):
        with pytest.raises(permatch.InputError, match="not a number"):
            function([["1", "2"], ["3", "4"]])
    with pytest.raises(TypeError):
        permatch.permanent(numpy.ones((2, 2), "M8[s]"), log=True)
    with pytest.raises(permatch.InputError):
        permatch.permanent([[10**400]], log=True)
    with pytest.raises(ValueError):
        permatch.permanent(numpy.ones((2, 2)), engine="ry\0ser")


def test_numbers_of_mpmath():
    """Numbers stand for the exact values that they have, however many bits these are."""
    mpmath = pytest.importorskip("mpmath")
    with mpmath.workprec(200):
        third = mpmath.mpf(1) / 3
        found = permatch.permanent([[third, 2], [3, mpmath.mpf(-4)]])
        assert found == 6 - 4 * Fraction(int(third.man)) * Fraction(2) ** int(third.exp) and found.denominator > 2**190
        assert permatch.permanent(mpmath.matrix([[1, 2], [3, 4]])) == 10
        assert permatch.permanent([[mpmath.mpc(1, 2), 2], [3, 4]]) == permatch.Gaussian(10, 8)
    for bad in (mpmath.inf, mpmath.nan):
        with pytest.raises(permatch.InputError, match="not a finite number"):
            permatch.permanent([[mpmath.mpf(bad), 1], [1, 1]])


def test_numbers_of_sympy():
    sympy = pytest.importorskip("sympy")
    assert permatch.permanent(sympy.Matrix([[1, 2], [sympy.Rational(1, 3), sympy.Float("0.5")]])) == Fraction(7, 6)
    assert permatch.permanent(sympy.Matrix([[1 + 2 * sympy.I, 2], [3, 4]])) == permatch.Gaussian(10, 8)
    for bad in (sympy.Symbol("x"), sympy.sqrt(2), sympy.oo):
        with pytest.raises(permatch.InputError, match="not a finite number"):
            permatch.permanent(sympy.Matrix([[bad, 1], [1, 1]]))


class _Frame:
    """What pandas and rustworkx have that NumPy has not."""

    def isna(self):
        return numpy.array([[False, True]])


def test_objects_of_others():
    """They are named in the refusal."""
    with pytest.raises(permatch.InputError, match="fillna"):
        permatch.permanent(_Frame())
    with pytest.raises(permatch.InputError, match="networkx.Graph"):
        permatch.perfect_matchings(type("PyGraph", (), {"edge_list": lambda self: []})())
