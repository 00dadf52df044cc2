# SPDX-License-Identifier: GPL-3.0-or-later
"""Montrealers by their definition: all matchings with loops, and those of one cycle or path."""

from fractions import Fraction

import numpy
import pytest

import permatch


def matchings(vertices):
    """All ways to match vertices with each other or with themselves."""
    if not vertices:
        yield []
        return
    first, rest = vertices[0], vertices[1:]
    for pairs in matchings(rest):
        yield [(first, first)] + pairs
    for k, other in enumerate(rest):
        for pairs in matchings(rest[:k] + rest[k + 1:]):
            yield [(first, other)] + pairs


def is_connected(pairs, modes):
    reached, grown = {0}, True
    while grown:
        more = {end % modes for pair in pairs for end in pair if {pair[0] % modes, pair[1] % modes} & reached}
        grown, reached = not more <= reached, reached | more
    return len(reached) == modes


def by_definition(a, loops):
    """Exact for doubles: a connected set of pairs has a cycle, or a path between two loops."""
    modes, total = len(a) // 2, (Fraction(0), Fraction(0))
    for pairs in matchings(list(range(2 * modes))) if modes else ():
        if is_connected(pairs, modes):
            re, im = Fraction(1), Fraction(0)
            for i, j in pairs:
                z = complex(loops[i] if i == j else a[i][j])
                x, y = Fraction(z.real), Fraction(z.imag)
                re, im = re * x - im * y, re * y + im * x
            total = total[0] + re, total[1] + im
    return total


@pytest.mark.parametrize("modes", range(5))
@pytest.mark.parametrize("kind", ["real", "complex", "sparse", "huge and tiny"])
def test_definition(modes, kind):
    random = numpy.random.default_rng(modes)
    a, loops = random.normal(size=(2 * modes, 2 * modes)), random.normal(size=2 * modes)
    if kind == "complex":
        a, loops = a + 1j * random.normal(size=a.shape), loops - 1j * random.normal(size=loops.shape)
    if kind == "sparse":
        a, loops = a * (random.random(size=a.shape) < 0.4), loops * (random.random(size=loops.shape) < 0.5)
    if kind == "huge and tiny":
        a = a * 10.0 ** random.integers(-30, 30, size=a.shape)
    a = numpy.triu(a) + numpy.triu(a, 1).T
    for given in (None, loops):
        found = permatch.montrealer(a, given)
        want = by_definition(a, numpy.zeros(2 * modes) if given is None else given)
        error = (Fraction(complex(found).real) - want[0]) ** 2 + (Fraction(complex(found).imag) - want[1]) ** 2
        assert error <= Fraction(float(found.bound)) ** 2 and found.bound <= 1e-15 * abs(found)
        stack = permatch.montrealer(numpy.array([a, 2 * a]), None if given is None else numpy.array([given, given]))
        assert stack.values[0] == found and stack.bounds[0] == found.bound


def test_counts():
    """(2n - 2)!! cycles, and 2^(n - 1) n! paths."""
    for modes, cycles, paths in ((1, 1, 1), (2, 2, 4), (3, 8, 24), (4, 48, 192), (7, 46080, 322560)):
        ones = numpy.ones((2 * modes, 2 * modes), dtype=int)
        assert permatch.montrealer(ones) == cycles and permatch.montrealer(ones, ones[0]) == cycles + paths
    assert permatch.montrealer(numpy.zeros((0, 2, 2))).values.shape == (0,)


def test_refusals():
    for wrong, loops, message in ((numpy.ones((3, 3)), None, "3 rows: a mode has two"), (numpy.ones((2, 4)), None, "2 x 4"),
                                  ([[0, 1], [2, 0]], None, "not symmetric"), (numpy.ones((2, 2)), [1.0], "loops"), ([1.0], None, "1 dimensions"),
                                  ([[0, numpy.inf], [numpy.inf, 0]], None, "finite")):
        with pytest.raises(permatch.InputError, match=message):
            permatch.montrealer(wrong, loops)
    with pytest.raises(permatch.UnableError, match="19 modes; at most 18"):
        permatch.montrealer(numpy.ones((38, 38)))
