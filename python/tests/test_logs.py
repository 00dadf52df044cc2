# SPDX-License-Identifier: GPL-3.0-or-later
"""log=True: each function that takes entries or weights takes them by their logarithms, and finds the same."""
import math

import numpy
import permatch
import pytest

A = numpy.array([[1.0, 2, 3, 0.5], [2, 0.25, 5, 1], [3, 5, 7, 2], [0.5, 1, 2, 4]])  # symmetric
LARGE = 1 / (1 + numpy.add.outer(numpy.arange(18), numpy.arange(18) ** 2) % 11)

# What is asked of an array of entries, or of their logarithms.
ASKED = {
    "permanent": lambda a, **log: permatch.permanent(a, **log),
    "permanent, rows": lambda a, **log: permatch.permanent(a, rows=[2, 1, 0, 1], **log),
    "permanents": lambda a, **log: permatch.permanents(numpy.stack([a, a]), **log).values,
    "permanents, rows": lambda a, **log: permatch.permanents(a[None], rows=[2, 1, 0, 1], normalized=True, **log).values,
    "minors": lambda a, **log: permatch.minors(a, **log).values,
    "gradient": lambda a, **log: permatch.gradient(a[None], **log).values,
    "hafnian": lambda a, **log: permatch.hafnian(a, **log),
    "hafnian, repeats": lambda a, **log: permatch.hafnian(a, repeats=[1, 2, 2, 1], **log),
    "loop_hafnian": lambda a, **log: permatch.loop_hafnian(a, **log),
    "loop_hafnian, loops": lambda a, **log: permatch.loop_hafnian(a, a[1], repeats=[1, 2, 0, 1], **log),
    "hafnians": lambda a, **log: permatch.hafnians(numpy.stack([a, a]), **log).values,
    "hafnians, loops": lambda a, **log: permatch.hafnians(a[None], loops=True, repeats=[1, 2, 0, 1], **log).values,
    "marginals": lambda a, **log: permatch.marginals(a, **log),
    "marginals of a stack": lambda a, **log: permatch.marginals(a[None], **log).values,
    "marginals, unmatched": lambda a, **log: permatch.marginals(a, unmatched=2, adjacency=False, **log)[0],
    "joint_marginals": lambda a, **log: permatch.joint_marginals(a, [2, 0], **log).values,
    "sample": lambda a, **log: permatch.sample(a, 40, seed=5, **log),
    "bounds": lambda a, **log: permatch.bounds(a, **log)[:2],
    "estimate": lambda a, **log: permatch.estimate(a, **log),
}


@pytest.mark.parametrize("name", ASKED)
def test_entries_by_their_logarithms(name):
    for a in (A, numpy.where(A == 7, 0, A)):
        with numpy.errstate(divide="ignore"):
            logs = numpy.log(a)
        assert numpy.allclose(numpy.asarray(ASKED[name](logs, log=True), float), numpy.asarray(ASKED[name](a), float), 1e-11, 0)


def test_more_rows_than_a_table_has():
    found = permatch.permanents(numpy.log(LARGE)[None], log=True)
    wanted = permatch.permanents(LARGE[None])
    assert abs(found.values - wanted.values) <= found.bounds + wanted.bounds + 1e-12 * wanted.values
    with pytest.warns(permatch.PrecisionWarning, match="1 of them are below the range of float.* has its logarithm in .log"):
        assert permatch.permanents(numpy.log(LARGE)[None] - 50, log=True).values == 0
    assert abs(permatch.permanent(numpy.log(LARGE) - 50, log=True).log + 18 * 50 - numpy.log(wanted.values[0])) < 1e-9
    with pytest.raises(permatch.UnableError, match="up to 16 rows"):
        permatch.minors(numpy.log(LARGE), log=True)


def test_beyond_the_range_of_floats():
    logs = numpy.log(A) + 1000
    assert abs(permatch.loop_hafnian(logs, numpy.log(A[0]) + 500, log=True).log - 2000
               - permatch.loop_hafnian(A, A[0]).log) < 1e-9
    with pytest.warns(permatch.PrecisionWarning):
        assert math.isinf(permatch.hafnians(logs[None], log=True).bounds[0])
    assert permatch.hafnians(numpy.full((1, 2, 2), -math.inf), log=True).values == 0


def test_sparse_matrices_lack_zeros():
    sparse = pytest.importorskip("scipy.sparse")
    a = sparse.csr_array(numpy.array([[1, 2.0, 0], [0, 3, 4], [5, 0, 6]]))
    logs = a.copy()
    logs.data = numpy.log(logs.data)
    for name in ("permanent", "marginals", "joint_marginals", "sample", "bounds"):
        found, wanted = (ASKED[name](x, **log) for x, log in ((logs, {"log": True}), (a, {})))
        if sparse.issparse(found):
            found, wanted = found.toarray(), wanted.toarray()
        assert numpy.allclose(numpy.asarray(found, float), numpy.asarray(wanted, float), 1e-11, 0), name


def test_weights_of_graphs():
    networkx = pytest.importorskip("networkx")
    graph, logs = networkx.DiGraph(), networkx.DiGraph()
    for k, (u, v) in enumerate([(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3), (2, 0), (3, 1)]):
        graph.add_edge(u, v, w=1.0 + k)
        logs.add_edge(u, v, w=math.log(1 + k))
    asked = {
        "cycle_covers": lambda g, **log: permatch.cycle_covers(g, weight="w", **log),
        "perfect_matchings": lambda g, **log: permatch.perfect_matchings(g.to_undirected(), weight="w", **log),
        "marginals": lambda g, **log: list(permatch.marginals(g.to_undirected(), weight="w", **log).values()),
        "bounds": lambda g, **log: permatch.bounds(g.to_undirected(), weight="w", **log)[:2],
        "estimate": lambda g, **log: permatch.estimate(g.to_undirected(), weight="w", **log),
    }
    for name, function in asked.items():
        assert numpy.allclose(numpy.asarray(function(logs, log=True), float), numpy.asarray(function(graph), float), 1e-11, 0), name
    covers = [permatch.sample_cycle_covers(g, 20, weight="w", seed=3, **log) for g, log in ((graph, {}), (logs, {"log": True}))]
    assert covers[0] == covers[1]
