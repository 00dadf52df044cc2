# SPDX-License-Identifier: GPL-3.0-or-later
"""Entries from 5e-324 to 1.7e308, lines that dominate, and logarithms of +-5000, against sums over all permutations and
matchings in rational numbers: bounds contain the truth, and 0 with the bound 0 is 0.  tests/differential.c has minors and
products of such entries."""

import decimal
import itertools
import math
import os
import warnings
from fractions import Fraction

import numpy
import pytest
from brute import Exact, brute_hafnian, brute_permanent

import permatch

CASES = {"long": 400}.get(os.environ.get("PM_TESTS", ""), 8)  # one of each kind
pytestmark = pytest.mark.filterwarnings("ignore::permatch.PrecisionWarning")


def wide(random, shape):
    return random.random(shape) * 10.0 ** random.uniform(-300, 300, shape)


def tiny(random, shape):
    return random.random(shape) * 10.0 ** random.integers(-310, -100)


def huge(random, shape):
    return random.uniform(0.1, 1.7, shape) * 10.0 ** random.integers(100, 309)


def denormal(random, shape):
    return random.integers(1, 100, shape) * 5e-324


def dominated(random, shape):
    a = random.random(shape) * 2.0 ** random.integers(-370, -90)
    a[..., random.integers(shape[-1])] = random.random(shape[:-1])
    return a


def one_line(random, shape):
    a = random.random(shape) * 10.0 ** random.integers(-200, -90)
    a[..., random.integers(shape[-2]), :] *= 10.0 ** random.integers(100, 300)
    return a


def with_zeros(random, shape):
    return wide(random, shape) * (random.random(shape) < 0.6)


def equal(random, shape):
    return numpy.full(shape, random.choice([1e-200, 1e200, 1e-108, 5e-324, 1.7e308]))


KINDS = [wide, tiny, huge, denormal, dominated, one_line, with_zeros, equal]
FIELDS = ["positive", "signed", "complex"]


def drawn(shape, field, seed):
    """Matrices of all kinds."""
    for case in range(CASES):
        random = numpy.random.default_rng([seed, case, FIELDS.index(field)])
        kind = KINDS[case % len(KINDS)]
        a = kind(random, shape)
        if field != "positive":
            a = a * random.choice([-1, 1], shape)
        yield a if field != "complex" else a + 1j * kind(random, shape)


def even(a):
    return numpy.tril(a) + numpy.tril(a, -1).T


def rational(x):
    x = x.item() if isinstance(x, numpy.generic) else x
    return Exact(x.real, x.imag)


def off(x, truth):
    """The square of the distance."""
    z = rational(x)
    return (z.re - truth.re) ** 2 + (z.im - truth.im) ** 2


def is_zero(truth):
    return truth.re == 0 == truth.im


def check_number(found, truth):
    """A number of Python with its bound, text and logarithm."""
    assert not any(map(math.isnan, (found.real, found.imag, found.bound)))
    if math.isfinite(found.bound):
        assert off(found, truth) <= Fraction(found.bound) ** 2, (found, found.bound)
        assert found.bound > 0 or off(found, truth) == 0
    else:
        assert max(abs(truth.re), abs(truth.im)) > Fraction(1.79e308)
    if truth.im == 0 and not isinstance(found, permatch.Complex):
        text = Fraction(found.text)
        assert abs(text - truth.re) <= abs(truth.re) / 10**11, (found.text, float(truth.re))
        if truth.re > 0:
            want = math.log(truth.re.numerator) - math.log(truth.re.denominator)
            assert abs(found.log - want) <= 1e-12 * (1 + abs(want)) and found.slog == (1, found.log)
    elif not is_zero(truth):
        assert found.text not in ("0", "0+0i", "0.0")


def check_arrays(found, truths):
    """Doubles with bounds."""
    for x, bound, truth in zip(found.values.ravel(), found.bounds.ravel(), truths):
        if math.isinf(bound):
            assert not numpy.isnan(x) and max(abs(truth.re), abs(truth.im)) > Fraction(1.79e308), (x, bound)
        else:
            assert off(x, truth) <= Fraction(float(bound)) ** 2, (x, bound, float(truth.re))


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 3), (2, 4), (4, 3)])
def test_permanents(field, shape):
    for a in drawn(shape, field, 1):
        truth = brute_permanent(a)
        check_number(permatch.permanent(a), truth)
        check_number(permatch.permanent(a, rows=[1] * shape[0]), truth)
        check_arrays(permatch.permanents(a[None]), [truth])
        if shape == (3, 3):
            copied = a[[0, 0, 2]]
            check_number(permatch.permanent(a, rows=[2, 0, 1]), brute_permanent(copied))
            check_number(permatch.permanent(a, precision=64) if field == "positive" else permatch.permanent(a), truth)


def brute_loops(a, loops):
    """The sum over the matchings of all vertices with each other or with themselves."""
    if len(loops) == 0:
        return Exact(1)
    rest = list(range(1, len(loops)))
    total = rational(loops[0]) * brute_loops(a[numpy.ix_(rest, rest)], loops[1:])
    for j in rest:
        left = [k for k in rest if k != j]
        total = total + rational(a[0, j]) * brute_loops(a[numpy.ix_(left, left)], loops[left])
    return total


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_hafnians(field, n):
    for a, other in zip(drawn((n, n), field, 5), drawn((1, n), field, 6)):
        a, loops, repeats = even(a), other[0], [2, 1, 0, 1][:n]
        copies = numpy.repeat(numpy.arange(n), repeats)
        none = numpy.zeros(n, dtype=a.dtype)
        expanded, twice = a[numpy.ix_(copies, copies)], loops[copies]
        truth = brute_loops(a, loops)
        check_number(permatch.hafnian(a), brute_loops(a, none))
        check_number(permatch.loop_hafnian(a, loops), truth)
        check_number(permatch.hafnian(a, repeats=repeats), brute_loops(expanded, none[copies]))
        check_number(permatch.loop_hafnian(a, loops, repeats=repeats), brute_loops(expanded, twice))
        check_arrays(permatch.hafnians(a[None], loops=loops[None]), [truth])
        check_arrays(permatch.hafnians(numpy.stack([a] * 9), loops=numpy.stack([loops] * 9)), [truth] * 9)
        if n == 2:
            truths = []
            for pattern in itertools.product(range(3), repeat=2):
                some = numpy.repeat(numpy.arange(2), pattern)
                truths.append(brute_loops(a[numpy.ix_(some, some)], loops[some]))
            check_arrays(permatch.hafnian_patterns(a, 3, loops=loops), truths)


def brute_shares(a):
    """For each choice of columns of the first rows its weight, and the sum of all."""
    m, n = a.shape
    entries = [[rational(x) for x in row] for row in a]
    weights = {}
    for chosen in itertools.permutations(range(n), m):
        product = Exact(1)
        for i, j in enumerate(chosen):
            product = product * entries[i][j]
        weights[chosen] = product
    return weights, sum(weights.values(), Exact(0))


def quotient(x, y):
    norm = y.re**2 + y.im**2
    return Exact((x.re * y.re + x.im * y.im) / norm, (x.im * y.re - x.re * y.im) / norm)


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("shape", [(1, 1), (1, 3), (3, 3), (2, 4), (4, 4)])
def test_shares(field, shape):
    m, n = shape
    for a in drawn(shape, field, 9):
        weights, total = brute_shares(a)
        if is_zero(total):
            with pytest.raises(permatch.DomainError):
                permatch.marginals(a, signed=True, adjacency=False)
            with pytest.raises(permatch.DomainError):
                permatch.joint_marginals(a, [0], signed=True)
            continue
        truths = [quotient(sum((w for s, w in weights.items() if s[i] == j), Exact(0)), total)
                  for i in range(m) for j in range(n)]
        found = permatch.marginals(a[None], signed=True)
        check_arrays(found, truths)
        zeros = a[None] == 0
        assert (found.values[zeros] == 0).all() and (found.bounds[zeros] == 0).all()
        assert (found.bounds <= 1e-12 * numpy.maximum(abs(found.values), 1e-12)).all()
        turned = permatch.marginals(a.T[None], signed=True)
        known = numpy.isfinite(found.bounds[0])  # beyond doubles, there is no difference
        apart = abs(turned.values[0].T[known] - found.values[0][known])
        assert (apart <= (turned.bounds[0].T + found.bounds[0])[known]).all()
        single = permatch.marginals(a, signed=True, adjacency=False)
        assert (single == found.values[0]).all()
        rows = [m - 1, 0][:m]
        joint = permatch.joint_marginals(a, rows, signed=True)
        check_arrays(joint, [quotient(sum((w for s, w in weights.items() if all(s[i] == j for i, j in zip(rows, places))),
                                          Exact(0)), total) for places in itertools.product(range(n), repeat=len(rows))])
        if field == "positive":
            general = permatch.marginals(a, precision=53 if m > 1 else None, adjacency=False)
            assert (abs(general - found.values[0]) <= 1e-9).all()


def exponentials(logs):
    return numpy.vectorize(lambda x: decimal.Decimal(float(x)).exp(), otypes=[object])(logs)


@pytest.mark.parametrize("shape", [(1, 2), (3, 3), (2, 4), (4, 3)])
def test_logarithms(shape):
    with decimal.localcontext() as context:
        context.prec, context.Emin, context.Emax = 60, decimal.MIN_EMIN, decimal.MAX_EMAX
        for case in range(CASES):
            random = numpy.random.default_rng([10, case])
            logs = random.uniform(-5000, 5000, shape)
            logs[random.random(shape) < 0.1] = -math.inf
            weights = exponentials(logs)
            m, n = shape
            order = list(itertools.permutations(range(max(shape)), min(shape)))
            used = (lambda s: [(i, j) for i, j in enumerate(s)]) if m <= n else (lambda s: [(i, j) for j, i in enumerate(s)])
            terms = [(used(s), math.prod(weights[place] for place in used(s))) for s in order]
            total = sum(t for _, t in terms)
            found = permatch.permanent(logs, log=True)
            if total == 0:
                assert found == 0 and found.bound == 0
                continue
            assert abs(decimal.Decimal(found.log) - total.ln()) <= abs(total.ln()) * decimal.Decimal(1e-15) + decimal.Decimal(1e-15)
            shares = permatch.marginals(logs[None], log=True)
            for i, j in numpy.ndindex(shape):
                want = sum((t for places, t in terms if (i, j) in places), decimal.Decimal(0)) / total
                assert abs(decimal.Decimal(float(shares.values[0, i, j])) - want) <= decimal.Decimal(float(shares.bounds[0, i, j]))
                assert shares.bounds[0, i, j] <= 1e-12
            assert (permatch.marginals(logs, log=True) == shares.values[0]).all()
            if m <= n:
                joint = permatch.joint_marginals(logs, [0], log=True)
                assert (abs(joint.values - shares.values[0, 0]) <= joint.bounds + shares.bounds[0, 0]).all()
            drawn_matchings = permatch.sample(logs, 20, seed=case, log=True)
            likely = max(terms, key=lambda term: term[1])
            if likely[1] / total > decimal.Decimal("0.999999999"):
                partners = [place[m <= n] for place in likely[0]]
                assert (drawn_matchings == partners).all()


def test_matchings():
    """Hafnians and permanents by plans, of the same entries."""
    for a in drawn((4, 4), "positive", 11):
        truth = brute_hafnian(even(a))
        check_number(permatch.perfect_matchings(even(a)), truth)
        low, high, *_ = permatch.bounds(a)
        exact = brute_permanent(a).re
        if exact == 0:
            assert low == -math.inf
        else:
            size = math.log10(exact.numerator) - math.log10(exact.denominator)
            assert low - 1e-9 <= size <= high + 1e-9
        assert (permatch.matching_polynomial(a, adjacency=False) + [0] * 4)[4] == exact


def test_torontonians():
    """Of diagonal matrices: the product of x / (1 - x) over all modes."""
    for case in range(CASES):
        random = numpy.random.default_rng([12, case])
        x = random.choice([-1, 1], 3) * random.random(3) * 10.0 ** random.uniform(-300, 0, 3)
        x[x < 0] *= 10.0 ** random.integers(0, 300)
        truth = math.prod((Fraction(v) / (1 - Fraction(v)) for v in x.tolist()), start=Fraction(1))
        o = numpy.diag(numpy.concatenate([x, x]))
        check_number(permatch.torontonian(o), Exact(truth))
        check_number(permatch.loop_torontonian(o + 0j, numpy.zeros(6)), Exact(truth))
        check_arrays(permatch.torontonian(o[None]), [Exact(truth)])


def test_gates():
    """Logarithms of 40 x 200 with a few finite entries in each row, against the program's way with the weights."""
    random = numpy.random.default_rng(14)
    logs = numpy.full((40, 200), -numpy.inf)
    for i in range(40):
        logs[i, 4 * i:4 * i + 6] = random.uniform(-30, 0, 6)
    shares = permatch.marginals(logs, log=True)
    assert abs(shares.sum(axis=1) - 1).max() < 1e-12
    assert abs(shares - permatch.marginals(numpy.exp(logs))).max() < 1e-9
    sparse = pytest.importorskip("scipy.sparse")
    row, col = numpy.nonzero(logs > -numpy.inf)
    by_entries = permatch.marginals(sparse.csr_array((logs[row, col], (row, col)), shape=logs.shape), log=True)
    assert (by_entries.toarray() == shares).all()


def test_strict():
    """What is beyond the range of float is said, and an error if it must be."""
    stack = numpy.full((1, 3, 3), 1e200)
    with pytest.warns(permatch.PrecisionWarning):
        permatch.permanents(stack)
    with pytest.raises(permatch.PrecisionError):
        permatch.permanents(stack, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = permatch.permanent(stack[0], strict=True)
    assert found == math.inf and found.text == "6e+600" and abs(found.log - math.log(6) - 600 * math.log(10)) < 1e-9
    assert permatch.joint_marginals(stack[0], [0]).values.tolist() == pytest.approx([1 / 3] * 3)


def test_small():
    found = permatch.permanent(numpy.full((3, 3), 1e-200))
    assert found == 0 and found.text == "6e-600" and found.bound > 0
    large = permatch.hafnian(numpy.full((2, 2), 1.5e308 + 1.5e308j))
    assert large == 1.5e308 + 1.5e308j


def test_signs_and_logarithms():
    """As numpy.linalg.slogdet: the sign, and the logarithm of the modulus, of exact and floating answers."""
    for found in (permatch.permanent([[-3, 1], [2, 5]]), permatch.permanent([[-3.0, 1], [2, 5]])):
        assert found == -13 and found.log is None and found.slog == (-1, pytest.approx(math.log(13), rel=1e-15))
    assert permatch.permanent([[0, 0], [2, 5]]).slog == (0, -math.inf)
    sign, log = permatch.permanent(numpy.diag([-1e300, 1e300, 1e300])).slog
    assert sign == -1 and log == pytest.approx(900 * math.log(10), rel=1e-15)
    assert permatch.permanent([[1j, 0], [0, 1]]).slog is None
