# SPDX-License-Identifier: GPL-3.0-or-later
"""Loop hafnians: against all matchings with loops, exactly; bounds of hafnians against balls."""

import math
from fractions import Fraction

import numpy
import pytest

import permatch
from permatch import Gaussian

from brute import Exact, exact, KINDS, agrees, RANDOM


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
    with pytest.raises(permatch.InputError):
        permatch.loop_hafnian([[1, 2], [2, 3]], repeats=[1, -1])
    assert permatch.loop_hafnian([[1, 2], [2, 3]], [5, 7], repeats=[2, 1], engine="tree") == 202  # 1 7 + 2 2 5 + 5 5 7
    with pytest.raises(permatch.InputError):
        permatch.loop_hafnian([[1, 2], [3, 3]])


def test_long_path_with_loops():
    """As many as Fibonacci's numbers: 2^30 terms by pairs of vertices, and few by the plan of the graph without loops."""
    n = 60
    path = numpy.zeros((n, n), dtype=int)
    path[numpy.arange(n - 1), numpy.arange(1, n)] = path[numpy.arange(1, n), numpy.arange(n - 1)] = 1
    assert permatch.loop_hafnian(path, numpy.ones(n, dtype=int)) == 2504730781961


@pytest.mark.parametrize("precision", [None, "exact"])
@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (0, 2)])
def test_shapes(shape, precision):
    """A matrix that is not square is refused for its shape, not for loops that nobody gave."""
    with pytest.raises(permatch.InputError, match=f"not symmetric: {shape[0]} x {shape[1]}"):
        permatch.loop_hafnian(numpy.ones(shape), precision=precision)


def test_rounded_symmetry():
    """Matrices that are symmetric up to rounding stand for their means."""
    a = numpy.random.default_rng(5).normal(size=(4, 4))
    near, mean = a + a.T, a + a.T
    near[1, 0] *= 1 + 1e-15
    assert numpy.allclose(permatch.hafnian_patterns(near, 2).values, permatch.hafnian_patterns(mean, 2).values)
    assert numpy.allclose(permatch.hafnian_gradient(near).values, permatch.hafnian_gradient(mean).values)
    for function in (permatch.hafnian_gradient, lambda b: permatch.hafnian_patterns(b, 2)):
        with pytest.raises(permatch.InputError, match="not symmetric"):
            function(a)


def uneven(random, n):
    """Symmetric: of rank 1, or with two lines whose products cancel; the lines are of very different sizes."""
    a = random.normal(size=(n, n)) + 1j * random.normal(size=(n, n))
    if random.random() < 0.5:
        a = numpy.outer(a[0], a[0])
    else:
        a[:n // 2, 0], a[n // 2:, 0] = a[:n // 2, -1], -a[n // 2:, -1]
    powers = 2.0**random.integers(-60, 61, n)
    return (numpy.tril(a) + numpy.tril(a, -1).T) * powers[:, None] * powers


def test_bounds_of_uneven_matrices():
    random = numpy.random.default_rng(1)
    for k in range(20):
        one, many = uneven(random, 1 + k % 3), numpy.array([uneven(random, 2 + 2 * (k % 6)) for _ in range(9)])
        for ask in (lambda precision: permatch.hafnian_patterns(one, 4, loops=True, precision=precision),
                    lambda precision: permatch.hafnian_gradient(many, precision=precision),
                    lambda precision: permatch.hafnians(many, loops=True, precision=precision)):
            (found, bounds), (exact, more) = ask("double"), ask("exact")
            assert (abs(found - exact) <= (bounds + more) * (1 + 1e-12) + 5e-324)[numpy.isfinite(bounds + more)].all()
