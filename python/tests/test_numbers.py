# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers against sums by definition in exact arithmetic, and published numbers."""

import math
from fractions import Fraction
from itertools import combinations, permutations

import numpy
import pytest

import permatch
from permatch import Gaussian, _numbers

RANDOM = numpy.random.default_rng(20)


class Exact:
    """Gaussian rationals for the definition."""

    def __init__(self, re, im=0):
        self.re, self.im = Fraction(re), Fraction(im)

    def __add__(self, other):
        return Exact(self.re + other.re, self.im + other.im)

    def __mul__(self, other):
        return Exact(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)


def exact(x):
    x = x.item() if isinstance(x, numpy.generic) else x
    return Exact(x.real, x.imag)


def brute_permanent(a):
    m, n = a.shape
    if m > n:
        return brute_permanent(a.T)
    total = Exact(0)
    for chosen in permutations(range(n), m):
        product = Exact(1)
        for i, j in enumerate(chosen):
            product = product * exact(a[i, j])
        total = total + product
    return total


def brute_hafnian(a):
    if len(a) == 0:
        return Exact(1)
    total = Exact(0)
    for j in range(1, len(a)):
        rest = [k for k in range(1, len(a)) if k != j]
        total = total + exact(a[0, j]) * brute_hafnian(a[numpy.ix_(rest, rest)])
    return total


def integers(*shape):
    return RANDOM.integers(-9, 10, shape)


def objects(m, n, kind):
    a = numpy.empty((m, n), dtype=object)
    for i, j in numpy.ndindex(m, n):
        p, q, r = (int(k) for k in RANDOM.integers(1, 10, 3))
        a[i, j] = {"int": p * 10**30, "fraction": Fraction(p, q), "gaussian": Gaussian(Fraction(p, q), r - 5)}[kind]
    return a


KINDS = {
    "int64": lambda m, n: integers(m, n),
    "int8": lambda m, n: integers(m, n).astype(numpy.int8),
    "uint16": lambda m, n: abs(integers(m, n)).astype(numpy.uint16),
    "bool": lambda m, n: integers(m, n) > 0,
    "float64": lambda m, n: RANDOM.normal(size=(m, n)),
    "float32": lambda m, n: RANDOM.normal(size=(m, n)).astype(numpy.float32),
    "complex128": lambda m, n: RANDOM.normal(size=(m, n)) + 1j * RANDOM.normal(size=(m, n)),
    "complex64": lambda m, n: (RANDOM.normal(size=(m, n)) * (1 + 2j)).astype(numpy.complex64),
    "big-endian": lambda m, n: RANDOM.normal(size=(m, n)).astype(">f8"),
    "one number": lambda m, n: numpy.broadcast_to(RANDOM.normal(), (m, n)),
    "one complex number": lambda m, n: numpy.broadcast_to(numpy.array(1 + 2j), (m, n)),
    "equal rows": lambda m, n: numpy.broadcast_to(integers(n), (m, n)),
    "columns first": lambda m, n: numpy.asfortranarray(RANDOM.normal(size=(m, n))),
    "every other": lambda m, n: RANDOM.normal(size=(2 * m, 3 * n))[::2, ::3],
    "backwards": lambda m, n: RANDOM.normal(size=(m, n))[::-1, ::-1],
    "a field": lambda m, n: numpy.rec.fromarrays([RANDOM.normal(size=(m, n)), integers(m, n) == 0], names="x,b").x,
    "int": lambda m, n: objects(m, n, "int"),
    "fraction": lambda m, n: objects(m, n, "fraction"),
    "gaussian": lambda m, n: objects(m, n, "gaussian"),
}


def agrees(got, truth):
    """True where a number is as near to the truth as it says."""
    z = exact(got) if not isinstance(got, Gaussian) else Exact(got.real, got.imag)
    return (z.re - truth.re) ** 2 + (z.im - truth.im) ** 2 <= Fraction(got.bound) ** 2


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
            function(nearly)
        assert abs(function(nearly, rtol=1e-8) - function(a)) <= 1e-6 * abs(function(a))
        precise = function(a, rtol=1e-30)
        assert abs(precise - function(a)) <= function(a).bound + precise.bound
        assert precise.bound <= 2**-52 * abs(precise)
        assert function(a, repeats=[1] * 16, rtol=1e-9, strict=True).bound <= 1e-9 * abs(function(a))


@pytest.mark.parametrize("dtype", [float, complex])
def test_hafnians(dtype):
    """One, many, and all patterns of copies, beside exact arithmetic."""
    a = RANDOM.normal(size=(9, 6, 6)).astype(dtype) * (1 + 1j if dtype is complex else 1)
    a = a + a.transpose(0, 2, 1)
    found = permatch.hafnians(a, loops=True)
    for k in range(9):
        one = permatch.loop_hafnian(a[k])
        exact = complex(permatch.loop_hafnian(a[k], precision="exact"))
        assert abs(one - exact) <= 1e-12 * abs(exact) and abs(found.values[k] - one) <= found.bounds[k] + one.bound
    patterns = permatch.hafnian_patterns(a[0, :3, :3], 4, loops=True)
    for times in ((0, 0, 0), (1, 2, 3), (3, 3, 3), (0, 1, 0)):
        one = permatch.loop_hafnian(a[0, :3, :3], repeats=times)
        assert abs(patterns.values[times] - one) <= patterns.bounds[times] + one.bound


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


def subsets_permanent(a):
    """A sum over subsets of columns, for larger matrices."""
    sums = {0: Fraction(1)}
    for row in a:
        following = {}
        for chosen, x in sums.items():
            for j in range(len(row)):
                if not chosen >> j & 1:
                    following[chosen | 1 << j] = following.get(chosen | 1 << j, 0) + x * Fraction(row[j])
        sums = following
    return Exact(sum(sums.values()))


@pytest.mark.parametrize("rows, cols, col, row, others",
                         [(4, 5, 1e150, 1, 1), (12, 13, 1e30, 1, 1), (12, 12, 1e33, 1e33, 1), (2, 2, 1e200, 1e-200, 1e-200)])
def test_large_lines(rows, cols, col, row, others):
    a = numpy.full((rows, cols), float(others))
    a[0, :], a[:, 0] = row, col
    values, bounds = permatch.permanents(a[None])
    truth = [subsets_permanent(a.tolist())]
    values, bounds = list(values), list(bounds)
    for many in (permatch.minors(a), permatch.gradient(a)):
        for i, j in ((0, 0), (rows - 1, cols - 1)):
            values.append(many.values[i, j])
            bounds.append(many.bounds[i, j])
            truth.append(subsets_permanent(numpy.delete(numpy.delete(a, i, 0), j, 1).tolist()))
    for value, bound, wanted in zip(values, bounds, truth):
        got = permatch.Complex(value)
        got.bound = bound
        assert agrees(got, wanted) and bound <= 1e-10 * value
    single = permatch.permanent(a, precision="double")
    assert agrees(single, truth[0]) and single.bound <= 1e-10 * single


def test_a_bound_beyond_doubles():
    assert permatch.permanent([[1e250, 1, 1, 1, 1]] * 4, precision="double").bound == math.inf


def brute_loops(a, loops, vertices):
    """Over vertices, each a number, which may stand there more than once."""
    if not vertices:
        return Exact(1)
    first, rest = vertices[0], vertices[1:]
    total = exact(loops[first]) * brute_loops(a, loops, rest)
    for k, other in enumerate(rest):
        total = total + exact(a[first, other]) * brute_loops(a, loops, rest[:k] + rest[k + 1:])
    return total


@pytest.mark.parametrize("kind", ["int64", "float64", "complex128"])
def test_loop_hafnian(kind):
    a = KINDS[kind](4, 4)
    a = a + a.T
    loops = KINDS[kind](1, 4)[0]
    assert agrees(permatch.loop_hafnian(a), brute_loops(a, numpy.diagonal(a), [0, 1, 2, 3]))
    assert agrees(permatch.loop_hafnian(a, loops), brute_loops(a, loops, [0, 1, 2, 3]))
    assert agrees(permatch.loop_hafnian(a, loops, repeats=[2, 0, 3, 1]), brute_loops(a, loops, [0, 0, 2, 2, 2, 3]))
    assert agrees(permatch.hafnian(a, repeats=[2, 0, 3, 1]), brute_loops(a, [0] * 4, [0, 0, 2, 2, 2, 3]))
    # Of all ones: involutions (OEIS A000085).
    assert permatch.loop_hafnian(numpy.ones((6, 6))) == 76
    assert permatch.loop_hafnian(numpy.ones((24, 24))) == 17492190577600


def fractions(count, below, imaginary):
    """A symmetric array of fractions, or Gaussian ones."""
    def one():
        re, im = (Fraction(int(RANDOM.integers(-9, 10)), int(RANDOM.integers(1, below))) for _ in range(2))
        return Gaussian(re, im) if imaginary else re
    a = numpy.array([[one() for _ in range(count)] for _ in range(count)], dtype=object)
    return numpy.where(numpy.tri(count, dtype=bool), a, a.T)


@pytest.mark.parametrize("below, imaginary", [(2, False), (10, False), (10, True)])
def test_exact_loop_hafnian(below, imaginary):
    """Of fractions by default; total numbers of copies that are even, odd and 0."""
    for times in ([1, 1, 1, 1], [2, 0, 3, 1], [0, 1, 3, 3], [0, 0, 0, 0]):
        a, loops = fractions(4, below, imaginary), fractions(4, below, imaginary)[0]
        vertices = [k for k in range(4) for _ in range(times[k])]
        for got, want in ((permatch.loop_hafnian(a, repeats=times), brute_loops(a, numpy.diagonal(a), vertices)),
                          (permatch.loop_hafnian(a, loops, repeats=times), brute_loops(a, loops, vertices)),
                          (permatch.hafnian(a, repeats=times, precision="exact"), brute_loops(a, [0] * 4, vertices))):
            assert (got.real, got.imag) == (want.re, want.im) and got.bound == 0
            assert not isinstance(got, (float, complex))


def test_exact_loops_of_floats_and_large_integers():
    large = 10**30 + 7
    assert permatch.loop_hafnian([[1, large], [large, 2]], [large, 3]) == 4 * large
    assert permatch.hafnian([[0, large], [large, 0]], repeats=[3, 3]) == 6 * large**3
    assert permatch.loop_hafnian([[1, 2], [2, 3]], [2**60 + 1, 0.5]) == 2**59 + 2.5  # rounded once
    got = permatch.loop_hafnian([[0.5, 0.1], [0.1, 0.5]], [0.1, 0.25], precision="exact")
    assert isinstance(got, Fraction) and got == Fraction(0.1) + Fraction(0.1) / 4
    exact = permatch.hafnian(numpy.ones((2, 2)), repeats=[30, 30], precision="exact")
    assert isinstance(exact, Fraction) and exact == math.prod(range(1, 60, 2))  # 59!!
    assert isinstance(permatch.loop_hafnian([[1, 2], [2, 3]], precision="double"), float)
    assert permatch.loop_hafnian(numpy.ones((24, 24), dtype=int), modulus=1000) == 600
    for wrong in ({"engine": "ryser"}, {"repeats": [1, -1]}):
        with pytest.raises(permatch.InputError):
            permatch.loop_hafnian([[1, 2], [2, 3]], **wrong)
    with pytest.raises(permatch.InputError):
        permatch.loop_hafnian([[1, 2], [3, 3]])


def test_many_photons():
    """1000 photons on a beam splitter of two equal parts: k and 1000 - k of them come out with the binomial
    distribution where all came in at one port; two that meet leave together (Hong, Ou and Mandel, 1987)."""
    u = numpy.array([[1, 1], [1, -1]]) / math.sqrt(2)
    for k in (0, 400, 500):
        amplitude = permatch.permanents(u[numpy.newaxis], rows=[1000, 0], cols=[k, 1000 - k], normalized=True)
        wanted = math.comb(1000, k) / 2**1000
        assert abs(abs(amplitude.values[0]) ** 2 - wanted) <= 1e-9 * wanted
    assert abs(permatch.permanents(u[numpy.newaxis], rows=[1, 1], cols=[1, 1], normalized=True).values[0]) < 1e-15
    # c! d! times the coefficient of x^c y^d in (x + y)^30 (x - y)^30.
    split = [[1, 1], [1, -1]]
    assert permatch.permanent(split, rows=[30, 30], cols=[29, 31]) == 0
    assert permatch.permanent(split, rows=[30, 30], cols=[30, 30]) == -math.factorial(30) ** 2 * math.comb(30, 15)


def test_marginals():
    """Shares by definition: a_ij times the permanent of what is left, over the whole."""
    a = abs(integers(4, 5)) + 1
    whole = brute_permanent(a).re
    shares = permatch.marginals(a, precision="exact")
    floating = permatch.marginals(a.astype(float))
    for i, j in numpy.ndindex(a.shape):
        minor = numpy.delete(numpy.delete(a, i, 0), j, 1)
        assert shares[i, j] == a[i, j] * brute_permanent(minor).re / whole
        assert abs(floating[i, j] - shares[i, j]) < 1e-12
    with pytest.raises(permatch.DomainError):
        permatch.marginals([[0, 0], [1, 1]])


def test_sample():
    a = numpy.array([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    drawn = permatch.sample(a, 400, seed=3)
    assert drawn.shape == (400, 3)
    assert {tuple(row) for row in drawn} == {(0, 1, 2), (1, 2, 0)}
    assert (drawn == permatch.sample(a, 400, seed=3)).all()
    # Two outcomes of probability 1/2: 400 throws are within five standard deviations of 200.
    assert 150 <= sum(row[0] == 0 for row in drawn) <= 250


def test_rook_numbers():
    """Of the 4 x 4 board: k! C(4, k)^2 (Riordan, Combinatorial Analysis, 1958, chapter 7)."""
    assert permatch.matching_polynomial(numpy.ones((4, 4), int)) == [
        math.factorial(k) * math.comb(4, k) ** 2 for k in range(5)]
    a = integers(3, 4)
    for k, count in enumerate(permatch.matching_polynomial(a)):
        assert count == sum(brute_permanent(a[numpy.ix_(r, c)]).re
                            for r in combinations(range(3), k) for c in combinations(range(4), k))


class Sparse:
    """What is taken of a matrix of SciPy."""

    def __init__(self, a):
        self.shape = a.shape
        self.indices = numpy.nonzero(a)[1].astype(numpy.int64)
        self.indptr = numpy.concatenate([[0], numpy.cumsum((a != 0).sum(axis=1))]).astype(numpy.int64)
        self.data = a[a != 0]

    def tocsr(self):
        return self


@pytest.mark.parametrize("kind", ["int64", "float64", "complex128", "bool"])
def test_sparse(kind):
    for _ in range(5):
        a = KINDS[kind](4, 5) * (integers(4, 5) > 0)
        assert agrees(permatch.permanent(Sparse(a)), brute_permanent(a))


class Graph:
    """What is taken of a graph of igraph."""

    def __init__(self, n, edges, directed=False, weights=()):
        self._n, self._edges, self._directed = n, edges, directed
        self.es = {"weight": list(weights)}

    def vcount(self):
        return self._n

    def get_edgelist(self):
        return self._edges

    def is_directed(self):
        return self._directed


PETERSEN = Graph(10, [(k, (k + 1) % 5) for k in range(5)] + [(k, k + 5) for k in range(5)]
                 + [(k + 5, (k + 2) % 5 + 5) for k in range(5)])


def test_graphs():
    # Petersen's graph: 6 perfect matchings, matchings of k edges 1, 15, 75, 145, 90, 6 (Godsil and Gutman, 1981).
    assert permatch.perfect_matchings(PETERSEN) == 6
    assert permatch.matching_polynomial(PETERSEN) == [1, 15, 75, 145, 90, 6]
    shares = permatch.marginals(PETERSEN, precision="exact")
    assert set(shares.values()) == {Fraction(1, 3)}  # all edges are alike, and 5 of 15 are used
    for matching in permatch.sample(PETERSEN, 5, seed=1):
        assert sorted(v for edge in matching for v in edge) == list(range(10))
    square = Graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)], weights=[2, 3, 5, 7])
    assert permatch.perfect_matchings(square, weight="weight") == 2 * 5 + 3 * 7
    assert permatch.matching_polynomial(square, weight="weight") == [1, 17, 31]
    for a, b, c, d in ((Fraction(1, 3), -2, 0, Fraction(5, 7)), (2**100, -2**64, Fraction(1, 2**70), 3), (1, 0.5, 2**80, 3)):
        square = Graph(4, [(0, 1), (1, 2), (2, 3), (3, 0)], weights=[a, b, c, d])
        assert permatch.perfect_matchings(square, weight="weight", precision="exact") == a * c + Fraction(b) * d
    with pytest.raises(TypeError, match="rational"):
        permatch.perfect_matchings(Graph(2, [(0, 1)], weights=["two"]), weight="weight")
    assert permatch.perfect_matchings(Graph(3, [(0, 1), (1, 2), (2, 0)])) == 0
    assert permatch.matching_polynomial(Graph(3, [(0, 1), (1, 2), (2, 0)])) == [1, 3]


def test_cycle_covers():
    complete = Graph(4, [(i, j) for i in range(4) for j in range(4)], directed=True)
    # Permutations of four, those without fixed points, those without cycles of one or two either
    # (OEIS A000142, A000166, A038205).
    assert [permatch.cycle_covers(complete, least) for least in (1, 2, 3)] == [24, 9, 6]
    with pytest.raises(permatch.UnableError):
        permatch.cycle_covers(complete, 4)


def test_refused():
    for bad in ([[math.nan]], [[math.inf, 1], [1, 1]], numpy.ones(3), [["x"]]):
        with pytest.raises(ValueError):
            permatch.permanent(bad)
    with pytest.raises(TypeError, match="no option"):
        permatch.permanent([[1]], colour=1)
    with pytest.raises(TypeError):
        permatch.permanent(numpy.array([["a"]]))
    with pytest.raises(permatch.InputError):
        permatch.permanent([[1]], engine="none")
    with pytest.raises(permatch.InputError):
        permatch.permanent([[1]], precision="very")
    with pytest.raises(permatch.UnableError):
        permatch.permanent(RANDOM.random((28, 28)), seconds=1e-3, gpus=-1)
    with pytest.raises(TypeError):
        permatch.permanent(numpy.array([[2**63]], dtype=numpy.uint64))


def test_prove(tmp_path):
    path = tmp_path / "proof"
    a = integers(7, 7)
    number = permatch.permanent(a, prove=path)
    again = tmp_path / "again"
    for _ in range(2):
        assert permatch.permanent(a, prove=again, checkpoint=tmp_path / "run") == number
        assert again.read_text() == path.read_text()
    assert (tmp_path / "run.prover").exists()
    lines = path.read_text().split("\n")
    assert lines[0] == "permatch-proof 3" and lines[lines.index("values 1") + 1] == str(number)
    with pytest.raises(permatch.InputError):
        permatch.permanent(RANDOM.random((4, 4)), prove=path)
    assert permatch.permanent(a, prove=path, modulus=7) == number % 7  # the proof is about the number itself
    assert path.read_text().split("\n") == lines


def test_plan():
    assert "predicted" in permatch.plan(RANDOM.random((28, 28)))
    assert "hafnian" in permatch.plan(PETERSEN)


def test_checkpoint(tmp_path):
    a = integers(20, 20)
    first = permatch.permanent(a, checkpoint=str(tmp_path / "run.pm"))
    assert (tmp_path / "run.pm").exists()
    assert permatch.permanent(a, checkpoint=str(tmp_path / "run.pm")) == first


def test_product():
    """Of low rank: against the permanent of the product itself, which is exact, as are integers here."""
    rng = numpy.random.default_rng(8)
    for n, r in ((1, 1), (4, 2), (7, 3), (5, 5)):
        left, right = rng.integers(-4, 5, (n, r)), rng.integers(-4, 5, (r, n))
        found = permatch.permanent_of_product(left, right)
        assert found == int(permatch.permanent(left @ right)) and found.bound <= abs(found) * 2**-52
    left, right = rng.random((6, 40, 3)), rng.random((6, 3, 40))
    values, bounds = permatch.permanent_of_product(left, right)
    assert values.shape == (6,) and (bounds <= values * 2**-52).all()
    few, many = rng.integers(-3, 4, (2, 2)), rng.integers(-3, 4, (2, 3))
    expanded = numpy.repeat(numpy.repeat(few @ many, [3, 2], 0), [1, 2, 2], 1)
    assert agrees(permatch.permanent_of_product(few, many, rows=[3, 2], cols=[1, 2, 2]), brute_permanent(expanded))
    z = rng.integers(-3, 4, (4, 2)) + 1j * rng.integers(-3, 4, (4, 2))
    assert agrees(permatch.permanent_of_product(z, many[:, [0, 1, 2, 1]]), brute_permanent(z @ many[:, [0, 1, 2, 1]]))
    for wrong in ((few, many.T), (few, many[0]), (left, right[0])):
        with pytest.raises(permatch.InputError):
            permatch.permanent_of_product(*wrong)


def test_lists_of_other_numbers():
    """Numbers of NumPy, and integers beside complex numbers, in lists and arrays of objects."""
    one, half = numpy.int32(1), numpy.float32(0.5)
    assert permatch.permanents([[[1, 1j], [1j, 2]]]).values.tolist() == [1]
    assert permatch.permanents([[[half, numpy.float64(2)], [3, one]]]).values.tolist() == [6.5]
    assert permatch.permanents(numpy.ones((2, 3, 3), dtype=object)).values.tolist() == [6, 6]
    assert permatch.permanent([[one, 2], [3, 4]]) == 10 and permatch.permanent([[2**53 + 1, 0.5], [0, 1]]).bound > 0
    assert permatch.loop_hafnian([[1, 2], [2, 3]], [1j, 2]) == 2 + 2j
    assert permatch.permanent_of_product([[1], [2]], [[3j, 4]]) == 48j
    with pytest.raises(permatch.InputError, match="masked"):
        permatch.permanent(numpy.ma.masked_array(numpy.ones((2, 2)), mask=[[True, False], [False, False]]))


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
