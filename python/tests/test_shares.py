# SPDX-License-Identifier: GPL-3.0-or-later
"""Shares of stacks and joint shares against exact ones; from logarithms far beyond the range of float."""

import decimal
import itertools
import math
from fractions import Fraction

import numpy
import pytest

import permatch


def exact(a):
    """Shares of a matrix of Fractions, by all injections."""
    m, n = a.shape
    if m > n:
        return exact(a.T).T
    shares, total = numpy.zeros((m, n), dtype=object), 0 * a[0, 0]
    for columns in itertools.permutations(range(n), m):
        product = math.prod(a[i, j] for i, j in enumerate(columns))
        total += product
        shares[range(m), columns] += product
    return shares / total


def test_edges_of_stacks():
    assert permatch.marginals(numpy.ones((0, 2, 2))).values.shape == (0, 2, 2)
    with pytest.warns(permatch.PrecisionWarning, match="4 of 8 .*4 of them are NaN, since the permanents are 0, or may be"):
        found = permatch.marginals(numpy.array([[[1.0, -1.0], [1.0, 1.0]], [[1.0, 1.0], [1.0, 1.0]]]), signed=True)
    assert numpy.isnan(found.values[0]).all() and numpy.isinf(found.bounds[0]).all() and (found.values[1] == 0.5).all()


@pytest.mark.parametrize("shape", [(1, 3), (2, 5), (5, 2), (3, 7), (4, 4), (2, 14), (5, 7)])
@pytest.mark.parametrize("span", [3, 300, 5000, 1e8])
def test_bounds_from_logarithms(shape, span):
    """Against decimals of 60 digits: bounds hold, and are 1e-12 of the share, or of 1e-12."""
    random = numpy.random.default_rng([4, *shape])
    logs = span * random.normal(size=(4, *shape))
    logs[1, 0, 0], logs[2] = -math.inf, numpy.rint(logs[2] / span) * span
    found = permatch.marginals(logs, log=True)
    with decimal.localcontext() as context:
        context.prec, context.Emin, context.Emax = 60, decimal.MIN_EMIN, decimal.MAX_EMAX
        for matrix, shares, bounds in zip(logs, *found):
            want = exact(numpy.vectorize(lambda x: decimal.Decimal(x).exp(), otypes=[object])(matrix))
            off = numpy.vectorize(lambda x, y: abs(decimal.Decimal(x) - y), otypes=[float])(shares, want)
            assert (off <= bounds).all() and (bounds <= 1.1e-12 * numpy.maximum(shares, 1e-12)).all()


def test_logarithms_that_underflow():
    logs = numpy.array([[0.0, -5000.0], [0.0, -11000.0]])  # e^-5000 and e^-11000 for the two ways
    assert permatch.marginals(logs, log=True).tolist() == [[0, 1], [1, 0]]
    logs[1, 1] = -5000 - math.log(3)
    assert abs(permatch.marginals(logs, log=True) - [[0.25, 0.75], [0.75, 0.25]]).max() < 1e-11
    with pytest.raises(permatch.DomainError):
        permatch.marginals([[-math.inf, 0.0], [-math.inf, 0.0]], log=True)
    with pytest.raises(permatch.InputError):
        permatch.marginals([[math.nan]], log=True)
    with pytest.raises(permatch.InputError, match="real"):
        permatch.marginals([[1j]], log=True)


def test_joint():
    random = numpy.random.default_rng(4)
    a = random.random((3, 5))
    found = permatch.joint_marginals(a, [2, 0])
    single = permatch.marginals(a)
    assert abs(found.values.sum(axis=1) - single[2]).max() < 1e-14 and abs(found.values.sum(axis=0) - single[0]).max() < 1e-14
    total = sum(math.prod(a[i, j] for i, j in enumerate(p)) for p in itertools.permutations(range(5), 3))
    want = sum(math.prod(a[i, j] for i, j in enumerate(p)) for p in itertools.permutations(range(5), 3) if p[2] == 1 and p[0] == 4)
    assert abs(found.values[1, 4] - want / total) <= found.bounds[1, 4] + 1e-15 and found.values[1, 1] == 0
    assert (permatch.joint_marginals(a, [1]).values - single[1] < 1e-15).all()
    with pytest.raises(permatch.InputError):
        permatch.joint_marginals(a, [0, 0])
    with pytest.raises(permatch.InputError, match="one row or several"):
        permatch.joint_marginals(a, [])
    with pytest.raises(permatch.DomainError):
        permatch.joint_marginals([[1, -1], [1, 1]], [0], signed=True)


def test_shares_beyond_doubles():
    """10^400 / i and its opposite: no permanent of 0."""
    a = numpy.array([[1e200, 1e200], [-1e200, 1e200 + 1e-200j]])
    with pytest.warns(permatch.PrecisionWarning, match="beyond doubles"):
        assert (permatch.marginals(a, signed=True).imag == [[-math.inf, math.inf], [math.inf, -math.inf]]).all()


def test_cycle_covers():
    networkx = pytest.importorskip("networkx")
    graph = networkx.complete_graph(3, networkx.DiGraph)
    covers = permatch.sample_cycle_covers(graph, 300, 2, seed=1)
    kinds = {tuple(map(tuple, cover)) for cover in covers}
    assert kinds == {((0, 1, 2),), ((0, 2, 1),)}
    assert 110 < sum(cover == [[0, 1, 2]] for cover in covers) < 190
    assert permatch.sample_cycle_covers(graph, 300, 2, seed=1, threads=2) == covers
    graph.add_edges_from((v, v) for v in range(3))
    assert {len(cover) for cover in permatch.sample_cycle_covers(graph, 100, seed=2)} == {1, 2, 3}


def test_edges_have_the_direction_of_networkx():
    networkx = pytest.importorskip("networkx")
    graph = networkx.Graph([(3, 1), (1, 2), (2, 0), (0, 3)])
    assert list(permatch.marginals(graph)) == list(graph.edges)
    assert all(edge in graph.edges and edge in permatch.marginals(graph) for edge in permatch.sample(graph, seed=1)[0])
    digraph = networkx.DiGraph([(3, 1), (2, 1), (2, 0), (0, 3)])
    assert list(permatch.marginals(digraph)) == list(digraph.edges)


@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (3, 3)])
def test_samples_of_floats(shape):
    """The exact weights have hundreds of bits; chi-square over all matchings, with a fixed seed."""
    a = numpy.random.default_rng(5).random(shape) + 0.1
    short = a if shape[0] <= shape[1] else a.T
    kinds = list(itertools.permutations(range(short.shape[1]), len(short)))
    weights = numpy.array([math.prod(short[i, j] for i, j in enumerate(kind)) for kind in kinds])
    expected = weights / weights.sum() * 50000
    drawn, counts = numpy.unique(permatch.sample(a, 50000, seed=6), axis=0, return_counts=True)
    seen = dict(zip(map(tuple, drawn.tolist()), counts))
    observed = numpy.array([seen.get(kind, 0) for kind in kinds])
    chi = ((observed - expected) ** 2 / expected).sum() / (len(kinds) - 1)
    print(f"chi-square per degree {chi:.2f}, total variation {abs(observed - expected).sum() / 1e5:.4f}")
    assert 0.2 < chi < 2 and (permatch.sample(a, 50, seed=6) == permatch.sample(a, 50000, seed=6)[:50]).all()


@pytest.mark.parametrize("shape", [(1, 60), (2, 40), (40, 2)])
def test_wide(shape):
    """The work grows with the shorter side: minors of two rows are sums of the other row."""
    a = numpy.random.default_rng(5).random(shape)
    wide = a if shape[0] < shape[1] else a.T
    want = wide[::-1].sum(axis=1, keepdims=True) - wide[::-1] if len(wide) == 2 else numpy.ones(wide.shape)
    shares = wide * want / (wide * want)[0].sum()
    want, shares = (want, shares) if wide is a else (want.T, shares.T)
    assert abs(permatch.minors(a).values / want - 1).max() < 1e-12
    assert abs(permatch.marginals(a[None]).values[0] - shares).max() < 1e-12
    assert abs(permatch.marginals(numpy.log(a), log=True) - shares).max() < 1e-12


@pytest.mark.parametrize("shape", [(7, 60), (12, 14), (13, 40), (15, 150)])
def test_wide_rows(shape):
    """With equal entries in every row, the permanent is their product times m! C(n, m)."""
    m, n = shape
    rows = numpy.random.default_rng(6).random(m) + 0.5
    a = numpy.repeat(rows[:, None], n, axis=1)
    whole = rows.prod() * math.factorial(m) * math.comb(n, m)
    assert abs(permatch.permanents(a[None]).values[0] / whole - 1) < 1e-12
    minors = permatch.minors(a)
    assert abs(minors.values * rows[:, None] * n / whole - 1).max() < 1e-12


@pytest.mark.parametrize("shape", [(3, 0, 4), (3, 4, 0), (0, 4, 5), (3, 0, 0)])
def test_empty(shape):
    """Scans without tracks or measurements have no shares."""
    assert permatch.marginals(numpy.zeros(shape)).values.shape == shape


def test_signs():
    """Negative and complex entries are refused alike, for one matrix and for a stack."""
    a = numpy.array([[1.0, -0.5], [2.0, 4.0]])
    for ask in (lambda **more: permatch.marginals(a, **more), lambda **more: permatch.marginals(a[None], **more).values[0],
                lambda **more: permatch.joint_marginals(a, [0], **more).values):
        with pytest.raises(permatch.DomainError):
            ask()
        assert abs(ask(signed=True)[..., 0] - (numpy.array([4 / 3, -1 / 3]) if ask(signed=True).ndim == 2 else 4 / 3)).max() < 1e-12
    with pytest.raises(permatch.DomainError, match="matrix 1, row 0, column 1"):
        permatch.marginals(numpy.array([abs(a), a]))


def test_vague_shares_are_exact_ones_rounded():
    # The quickest way for this matrix is in doubles, and its bounds are above 1e-12.
    a = numpy.random.default_rng(1).uniform(-1, 1, (17, 17))
    assert (permatch.marginals(a, signed=True) == permatch.marginals(a, signed=True, precision="exact").astype(float)).all()


@pytest.mark.parametrize("shape", [(1, 1), (2, 4), (4, 2), (3, 3)])
def test_jpda(shape):
    """All events of targets and measurements: each target has one of its own, or none."""
    random = numpy.random.default_rng(5)
    weights, missed = random.integers(0, 9, shape), random.integers(1, 9, shape[0])
    wanted, total = numpy.zeros((shape[0], shape[1] + 1), dtype=object), Fraction(0)
    for event in itertools.product(range(shape[1] + 1), repeat=shape[0]):
        if len(set(event) - {0}) < sum(j > 0 for j in event):
            continue
        product = math.prod(int(weights[i, j - 1] if j else missed[i]) for i, j in enumerate(event))
        total += product
        wanted[range(shape[0]), event] += product
    wanted = wanted / total
    assert (permatch.jpda(weights, missed, precision="exact") == wanted).all()
    with numpy.errstate(divide="ignore"):
        logs = numpy.log(weights), numpy.log(missed)
    near = {"rtol": 1e-11, "atol": 0}
    assert numpy.allclose(permatch.jpda(*logs, log=True), wanted.astype(float), **near)
    stack = permatch.jpda(numpy.array([weights, weights], dtype=float), missed)
    assert stack.bounds.max() < 1e-12 and numpy.allclose(stack.values, wanted.astype(float), **near)
    with pytest.raises(permatch.InputError):
        permatch.jpda(weights, numpy.ones(shape[0] + 1))
