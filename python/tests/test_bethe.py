# SPDX-License-Identifier: GPL-3.0-or-later
"""Bethe permanents of random matrices, against the definition of the permanent, other doubly stochastic matrices, and
formulas."""

import itertools
import math
import random
from fractions import Fraction

import numpy
import permatch
import pytest

ENTRIES = {
    "ones": lambda dice, i, j: 1.0,
    "integers": lambda dice, i, j: float(dice.randint(1, 3)),
    "near one matching": lambda dice, i, j: dice.random() * (30 if i == j else 1),
    "wide": lambda dice, i, j: 10 ** dice.uniform(-6, 6),
    "extreme": lambda dice, i, j: 10 ** dice.uniform(-140, 140),
}


def terms(a):
    """The permutations that the matrix has, with their products."""
    n = len(a)
    found = {s: math.prod(Fraction(a[i][j]) for i, j in enumerate(s)) for s in itertools.permutations(range(n))}
    return {s: x for s, x in found.items() if x != 0}


def log10(x):
    return math.log10(x.numerator) - math.log10(x.denominator)


def bethe_log10(a, d):
    """The function whose maximum is the Bethe permanent."""
    return sum(x * (math.log10(y) - math.log10(x)) + ((1 - x) * math.log10(1 - x) if x < 1 else 0)
               for x, y in zip(numpy.ravel(d).tolist(), numpy.ravel(a).tolist()) if x > 0)


def check(a, dice):
    matchings, found = terms(a), permatch.bethe(a)
    low, high = found.value
    assert low <= high <= found.permanent.upper and low == found.permanent.lower
    if not matchings:
        assert found[:2] == ((0, 0), (0, 0)) and found.log10_permanent == (-math.inf, -math.inf)
        assert numpy.isnan(found.beliefs[numpy.array(a) > 0]).all()
        return
    permanent = sum(matchings.values())
    assert low <= permanent <= found.permanent.upper
    assert found.log10_permanent.lower <= log10(permanent) + 1e-12 <= found.log10_permanent.upper + 2e-12
    assert found.log10_value.upper - found.log10_value.lower < 1e-6
    assert (found.beliefs >= 0).all() and not found.beliefs[numpy.array(a) == 0].any()
    assert (found.beliefs.sum(0) == 1).all() and (found.beliefs.sum(1) == 1).all()
    assert bethe_log10(a, found.beliefs) == pytest.approx(found.log10_value.lower, abs=1e-9)
    for _ in range(5):
        d = numpy.zeros((len(a), len(a)))
        weights = [dice.random() ** 3 for _ in matchings]
        for s, w in zip(matchings, weights):
            d[range(len(a)), s] += w / sum(weights)
        assert bethe_log10(a, numpy.minimum(d, 1)) <= found.log10_value.upper + 1e-9


@pytest.mark.parametrize("kind", ENTRIES)
def test_permanents_and_other_matrices(kind):
    dice = random.Random(kind)
    for n, density in itertools.product((1, 2, 3, 4, 5), (0.4, 0.7, 1)):
        for _ in range(3):
            check([[ENTRIES[kind](dice, i, j) if dice.random() < density else 0.0 for j in range(n)] for i in range(n)], dice)


def test_formulas():
    """Of order 2 it is the larger product; of equal entries all beliefs are 1 / n."""
    dice = random.Random(2)
    for _ in range(20):
        a, b, c, d = (dice.randint(1, 9) for _ in range(4))
        low, high = permatch.bethe([[a, b], [c, d]]).value
        assert low <= max(a * d, b * c) <= high and high - low < 1e-12 * high
    for n in (3, 7, 40):
        found = permatch.bethe(numpy.full((n, n), 2.5)).log10_value
        assert found.upper - found.lower < 1e-12
        assert found.lower == pytest.approx(n * math.log10(2.5 * n) + n * (n - 1) * math.log10(1 - 1 / n), rel=1e-13)
    assert permatch.bethe(numpy.zeros((0, 0))).log10_permanent == (0, 0)


def test_messages_that_do_not_settle():
    """Belief propagation without damping runs through three states here."""
    check([[0, 0.2, 0, 0.7], [0, 0, 0.2, 0.7], [0.3, 0.4, 0.8, 0], [0.07, 0, 0, 0.4]], random.Random(4))


def test_blocks_joined_by_small_entries():
    """Messages settle slowly; what a block lacks is more than the entries that join it to the other one."""
    a = numpy.array([[1, 3e-7, 1, 1e-6], [6e-6, 1, 1e-5, 1], [1, 2e-8, 1, 2e-7], [8e-9, 1, 4e-6, 1]])
    found = permatch.bethe(a)
    assert (found.beliefs.sum(0) == 1).all() and (found.beliefs.sum(1) == 1).all() and (found.beliefs >= 0).all()
    assert 0 <= found.log10_value.upper - found.log10_value.lower < 1e-3
    assert found.value.lower <= sum(terms(a).values()) <= found.permanent.upper


def test_scaled_transposed_and_block_matrices():
    draw = numpy.random.default_rng(3)
    a, b = draw.random((6, 6)), draw.random((4, 4))
    found, other = permatch.bethe(a), permatch.bethe(b)
    scaled = permatch.bethe(1e200 * a.T)
    assert scaled.value.upper == math.inf and scaled.value.lower < math.inf
    assert scaled.log10_value == pytest.approx(numpy.add(found.log10_value, 1200))
    assert scaled.beliefs == pytest.approx(found.beliefs.T, abs=1e-9)
    tiny = permatch.bethe(1e-200 * a)
    assert tiny.value.lower == 0 < tiny.value.upper
    logs = permatch.bethe(numpy.log(a) - 5000, log=True)
    assert logs.log10_value == pytest.approx(numpy.add(found.log10_value, -30000 / math.log(10)))
    whole = permatch.bethe(numpy.block([[a, draw.random((6, 4))], [numpy.zeros((4, 6)), b]]))
    assert whole.log10_value == pytest.approx(numpy.add(found.log10_value, other.log10_value))
    assert not whole.beliefs[:6, 6:].any() and (whole.beliefs[:6, :6] == found.beliefs).all()


def test_frames_and_sparse_matrices():
    a = numpy.array([[2.0, 1, 0], [1, 2, 1], [0, 1, 2]])
    expected = permatch.bethe(a).beliefs
    sparse = pytest.importorskip("scipy.sparse").csr_matrix(a)
    assert (permatch.bethe(sparse).beliefs.toarray() == expected).all()
    frame = pytest.importorskip("pandas").DataFrame(a, index=list("uvw"), columns=list("xyz"))
    found = permatch.bethe(frame).beliefs
    assert list(found.index) == list("uvw") and (found.to_numpy() == expected).all()


@pytest.mark.parametrize("a, error, words", [
    ([[1, 2, 3], [4, 5, 6]], permatch.UnableError, "square"),
    ([[1], [2]], permatch.UnableError, "square"),
    ([[1, -2], [3, 4]], permatch.DomainError, "negative"),
    ([[1, 2j], [3, 4]], permatch.DomainError, "complex"),
    ([[1, math.nan], [3, 4]], permatch.InputError, "missing=0"),
    ([1, 2], permatch.InputError, "two dimensions"),
])
def test_refusals(a, error, words):
    with pytest.raises(error, match=words):
        permatch.bethe(a)


def test_unknown_rules():
    with pytest.raises(permatch.InputError, match="no reduction is called 'degre'"):
        permatch.bethe([[1]], reduce="degre")
