# SPDX-License-Identifier: GPL-3.0-or-later
"""Graphs of networkx and igraph: weights by name, directions of arcs, shares that are probabilities."""

from fractions import Fraction
from itertools import combinations

import numpy
import pytest

import permatch

networkx = pytest.importorskip("networkx")


def igraph_of(graph):
    igraph = pytest.importorskip("igraph")
    made = igraph.Graph.TupleList([(u, v, w) for u, v, w in graph.edges(data="cost", default=1)], directed=graph.is_directed(),
                                  edge_attrs=["cost"])
    return made


def perfect(edges):
    """All perfect matchings of a list of edges, by trying all sets."""
    vertices = {v for edge in edges for v in edge}
    for chosen in combinations(edges, len(vertices) // 2):
        if len({v for edge in chosen for v in edge}) == len(vertices):
            yield chosen


ARCS = [(1, 0), (1, 2), (3, 2), (0, 3), (4, 0), (4, 5), (5, 1), (2, 5)]  # contains triangles: not bipartite
SQUARES = [(1, 0), (1, 2), (3, 2), (0, 3), (4, 3), (4, 5), (2, 5)]  # bipartite


@pytest.mark.parametrize("arcs", [ARCS, SQUARES])
@pytest.mark.parametrize("kind", [networkx.DiGraph, networkx.Graph, networkx.MultiDiGraph])
def test_directions(arcs, kind):
    """Marginals and samples have the arcs themselves; the shares by listing all matchings."""
    graph = kind(arcs)
    every = list(perfect(list(graph.edges())))
    shares = permatch.marginals(graph, precision="exact")
    assert shares == {edge: Fraction(sum(edge in m for m in every), len(every)) for edge in graph.edges()}
    for matching in permatch.sample(graph, 20, seed=1):
        assert tuple(sorted(matching)) in {tuple(sorted(m)) for m in every}


def test_opposite_arcs():
    graph = networkx.DiGraph([("a", "b"), ("b", "a"), ("c", "a"), ("c", "b"), ("c", "d")])
    for ask in (permatch.marginals, permatch.sample):
        with pytest.raises(permatch.InputError, match="both directions.*'[ab]'.*'[ab]'"):
            ask(graph)
        assert ask(graph.to_undirected())


def test_edges_in_no_matching():
    """Loops and edges of weight 0 are keys, too."""
    graph = networkx.Graph()
    graph.add_weighted_edges_from([(0, 1, 2.0), (1, 1, 3.0), (1, 2, 0.0), (2, 3, 5.0)])
    assert permatch.marginals(graph, weight="weight") == {(0, 1): 1, (1, 1): 0, (1, 2): 0, (2, 3): 1}


def test_misspelt_weight():
    graph = networkx.Graph()
    graph.add_edge(0, 1, cost=3)
    graph.add_edge(1, 2, cost=5)
    graph.add_edge(2, 3)
    asks = [lambda g, **w: permatch.perfect_matchings(g, **w), lambda g, **w: permatch.marginals(g, precision="exact", **w),
            lambda g, **w: permatch.sample(g, **w), lambda g, **w: permatch.matching_polynomial(g, **w),
            lambda g, **w: permatch.cycle_covers(g, **w)]
    for made in (graph, igraph_of(graph)):
        assert permatch.perfect_matchings(made, weight="cost") == 3
        for ask in asks:
            with pytest.raises(permatch.InputError, match="'costs'.*no edge"):
                ask(made, weight="costs")
    assert permatch.perfect_matchings(networkx.Graph(), weight="costs") == 1
    for ask in asks[:4]:
        with pytest.raises(permatch.InputError, match="'cost'.*matrix"):
            ask([[0, 1], [1, 0]], weight="cost")


def test_not_probabilities():
    """Negative and complex entries are named, and there is no answer."""
    graph = networkx.Graph()
    graph.add_weighted_edges_from([("a", "b", 1.0), ("b", "c", 1.0), ("c", "d", -1.0), ("d", "a", 1.0)])
    with pytest.raises(permatch.DomainError, match="'c', 'd': -1"):
        permatch.marginals(graph, weight="weight")
    matrix = numpy.array([[1, 2, 3], [4, 5, -6], [7, 8, 9]])
    sparse = pytest.importorskip("scipy.sparse")
    big = [[1, 2, 3], [4, 5, -2**70], [7, 8, 9]]
    for a in (matrix, matrix.astype(float), matrix.astype(complex), matrix.astype(object), sparse.csr_array(matrix),
              big, [[1, 1, 1], [1, 1, Fraction(-1, 3)], [1, 1, 1]], [[1, 1, 1], [1, 1, 1j], [1, 1, 1]]):
        with pytest.raises(permatch.DomainError, match="row 1, column 2: "):
            permatch.marginals(a)
    assert numpy.allclose(permatch.marginals(abs(matrix).astype(complex)), permatch.marginals(abs(matrix)))


def test_adjacency():
    """A symmetric matrix with a diagonal of zeros may be two things; the keyword says which, and nothing is guessed in
    silence.  A hexagon has two perfect matchings, and a triangle with a tail (not bipartite) one."""
    hexagon = networkx.to_numpy_array(networkx.cycle_graph(6))
    assert (permatch.marginals(hexagon, adjacency=True) == hexagon / 2).all()
    assert permatch.matching_polynomial(hexagon, adjacency=True) == [1, 6, 9, 2]
    assert permatch.sample(hexagon, 2, seed=1, adjacency=True).shape == (2, 6)
    for drawn in permatch.sample(hexagon, 20, seed=1, adjacency=True).tolist():
        assert drawn in ([1, 0, 3, 2, 5, 4], [5, 2, 1, 4, 3, 0])
    tailed = networkx.to_numpy_array(networkx.Graph([(0, 1), (1, 2), (2, 0), (2, 3)]))
    assert (permatch.marginals(tailed, adjacency=True) == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]).all()
    assert permatch.sample(tailed, adjacency=True).tolist() == [[1, 0, 3, 2]]
    sides = permatch.marginals(hexagon, adjacency=False)
    for ask in (permatch.marginals, permatch.sample, permatch.matching_polynomial):
        with pytest.warns(UserWarning, match="adjacency=True or False") as seen:
            ask(hexagon)
        assert seen[0].filename == __file__
    with pytest.warns(UserWarning):
        assert (permatch.marginals(hexagon) == sides).all()
    with pytest.raises(permatch.InputError):
        permatch.marginals([[0, 1, 1], [1, 0, 1]], adjacency=True)


def test_messages_name_the_way():
    with pytest.raises(TypeError, match="no option 'logs'"):
        permatch.permanent([[-numpy.inf, 0.0], [0.0, 0.0]], logs=True)
    with pytest.raises(permatch.InputError, match="row 0, column 1"):
        permatch.hafnian([[0, 1], [2, 0]])
    with pytest.raises(permatch.InputError, match="perfect_matchings"):
        permatch.permanent(networkx.petersen_graph())
    with pytest.raises(permatch.UnableError, match="estimate="):
        permatch.marginals(1.0 + numpy.random.default_rng(1).random((60, 60)))
    both = networkx.DiGraph([(0, 1), (1, 0)])
    for ask in (permatch.perfect_matchings, permatch.matching_polynomial):
        with pytest.raises(permatch.InputError, match="both directions"):
            ask(both)
