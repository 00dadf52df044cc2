# SPDX-License-Identifier: GPL-3.0-or-later
"""What permatch says about a matrix or graph besides one number."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, Optional, Union

import numpy

from . import _door, _problems
from ._arrays import array_of, is_frame, is_graph, is_sparse, labelled, new_seed, numbers_of, takes_missing, whole
from ._door import DomainError, InputError, UnableError
from ._numbers import numbers_of_values
from ._problems import Problem
from ._shares import check_shares, stack_shares

_SHORT = 16  # the shorter sides of matrices that need no plan


def plan(a: Any, *, unmatched: Union[None, int, str] = None, precision: Union[None, int, str] = None, log: bool = False,
         **options: Any) -> str:
    """The plan for the permanent of a matrix, or the matchings of a graph, as text, with the predicted time.
    unmatched: as in perfect_matchings().  log: the entries are given by their natural logarithms.
    """
    return str(_door.ask("plan", *_problems.asked(a, None, log=log), precision, options, (unmatched,)))


@takes_missing
def marginals(a: Any, *, unmatched: Union[None, int, str] = None, weight: Optional[str] = None,
              precision: Union[None, int, str] = None, log: bool = False, signed: bool = False,
              adjacency: Optional[bool] = None, **options: Any) -> Any:
    """The share of each entry in the permanent: a_ij per(minor) / per.  It is the probability that a random matching
    uses the entry, if matchings are weighted by their products.

    The result is an m x n array for an array, a data frame with the same labels for one of pandas, a sparse array of
    SciPy for a sparse matrix, and for a graph a
    dictionary with its edges (u, v) as keys, in the order in which the graph lists their ends; for a digraph these are
    arcs, which are matched as edges.  Parallel edges are one key.  The values are fractions (arrays of objects) with
    precision="exact" and for entries that are exact objects, else floating-point numbers.
    For a stack of real or complex matrices, count x m x n, it is a Batch of arrays of this shape, and where a permanent
    may be 0 the shares are NaN.  log: the entries, or the weights of edges, are given by their natural logarithms, which
    may be far beyond the range of float; an entry that a sparse matrix lacks is 0.  rtol, strict: of arrays, as in
    permanents(); the bounds of shares below 1e-12 are rtol times 1e-12.
    unmatched: the matchings leave exactly so many vertices free, or rows and columns together; "least": as few as possible.  The result is then a pair:
    the shares of the entries or edges, and those of the free vertices: for a graph a dictionary with its vertices as keys,
    for a matrix an array for the rows and one for the columns, with the labels of a data frame.  It is for one matrix or graph, without rtol, strict and
    estimate.
    estimate, delta, seed: shares are counted in random matchings, with errors up to `estimate` but for probability `delta`.
    signed: entries may be negative or complex; shares are then only quotients.
    adjacency: a symmetric matrix is that of a graph, and its matchings are those of the vertices; False: of rows with
    columns.  None: as False, with a warning if the matrix is symmetric and its diagonal is 0.
    missing: as in permanent().
    DomainError: the permanent is 0; an entry is negative or complex.  InputError: a digraph has opposite arcs.
    """
    absent = -numpy.inf if log else 0
    if is_frame(a):
        found = marginals(array_of(a, absent), unmatched=unmatched, weight=weight, precision=precision, log=log, signed=signed,
                          adjacency=adjacency, **options)
        if unmatched is None:
            return labelled(found, a)
        return labelled(found[0], a), tuple(type(side.to_series())(free, index=side) for side, free in zip(a.axes, found[1]))
    if not is_graph(a) and not is_sparse(a):
        array = numbers_of(array_of(a, absent))
        if array.ndim == 3 or options.keys() & {"rtol", "strict"}:
            if unmatched is not None or adjacency or weight is not None or array.dtype == object:
                raise InputError("stacks, rtol and strict are for floating-point matrices between rows and columns, without "
                                 "unmatched")
            return _of_arrays(array, precision, log, signed, options)
        if (array.ndim == 2 and min(array.shape) <= _SHORT and array.dtype != object and options.keys() <= {"threads"}
                and unmatched is None and weight is None and not adjacency and precision in (None, "double")):
            if adjacency is None:
                _problems.warn_of_adjacency(array, log)
            return _of_arrays(array, precision, log, signed, options)
    if adjacency and unmatched is not None:
        raise InputError("unmatched with an adjacency matrix: give a graph")
    problem, exact = _problems.asked(a, weight, adjacency, log)
    if not signed and not log:
        _problems.refuse_negative(a, weight)
    ends = _problems.ends_of(a) if is_graph(a) else {}
    if "estimate" in options:
        exact = False
    try:
        question, more = ("shares", ()) if unmatched is None else ("free_shares", (unmatched,))
        found = _door.ask(question, problem, exact, precision, options, (signed, *more))
    except UnableError as error:
        if "estimate" in options or unmatched is not None:
            raise
        raise UnableError(f"{error}; estimate=0.01 counts random matchings where they can be drawn") from None
    shares, exact = numbers_of_values(found), found[0]
    row, col = _problems.places(problem)
    free = shares[len(row):]
    if is_graph(a):
        none = Fraction(0) if exact else 0.0
        known = {ends[pair]: share for pair, share in zip(_joined(problem, row, col), shares)}
        found_edges = {edge: known.get(edge, none) for edge in ends.values()}
        return found_edges if unmatched is None else (found_edges, _of_vertices(a, problem, free))
    kind = object if exact else None
    values = numpy.array(shares[:len(row)], dtype=kind)
    if adjacency:
        row, col, values = _mirrored(problem, row, col, values)
    placed = _problems.placed(a, row, col, values)
    rows = placed.shape[0]
    return placed if unmatched is None else (placed, (numpy.array(free[:rows], kind), numpy.array(free[rows:], kind)))


def _joined(problem: Problem, row: Any, col: Any) -> list[tuple[int, int]]:
    """The numbers of the vertices that rows and columns stand for."""
    tail, head = _door.problem_vertices(problem)
    return [(tail[i], head[j]) for i, j in zip(row, col)]


def _of_vertices(graph: Any, problem: Problem, free: list[Any]) -> dict[Any, Any]:
    """The shares of free rows and then columns, in the order of the vertices of the graph."""
    rows, cols = _door.problem_vertices(problem)
    known = dict(zip(rows + cols, free))  # a line without a vertex has the number -1
    return {name: known[k] for k, name in enumerate(_problems.vertices_of(graph))}


def _mirrored(problem: Problem, row: numpy.ndarray, col: numpy.ndarray,
              values: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Shares of edges as those of the entries (i, j) and (j, i) of the adjacency matrix."""
    ends = numpy.array(_joined(problem, row, col), dtype=numpy.intp).reshape(-1, 2).T
    if _door.problem_is_symmetric(problem):
        return ends[0], ends[1], values
    return numpy.concatenate(ends), numpy.concatenate(ends[::-1]), numpy.concatenate([values, values])


def _of_arrays(array: numpy.ndarray, precision: Union[None, int, str], log: bool, signed: bool,
               options: dict[str, Any]) -> Any:
    """Shares in doubles, of a matrix or a stack."""
    for name in options.keys() - {"threads", "rtol", "strict"}:
        raise TypeError(f"there is no option {name!r} here; there are rtol, strict, threads")
    found = stack_shares(array if array.ndim == 3 else array[numpy.newaxis], log, signed, precision,
                         options.get("threads", 0), options.get("rtol"))
    if array.ndim == 2 and numpy.isnan(found.values).any():
        raise DomainError("the permanent is 0, or may be")
    check_shares(found, precision, options.get("rtol"), options.get("strict", False))
    return found if array.ndim == 3 else found.values[0]


def _drawn(problem: Problem, exact: bool, count: int, seed: Optional[int], options: dict[str, Any]) -> numpy.ndarray:
    """`count` random matchings of a problem, as pm_sample() gives them."""
    count = whole("count", count, 0, 2**63 - 1)
    partner = numpy.empty((count, min(_door.problem_shape(problem)[:2])), dtype=numpy.intc)
    _door.ask("draw", problem, exact, None, options, (partner, new_seed(seed)))
    return partner


@takes_missing
def sample(a: Any, count: int = 1, *, seed: Optional[int] = None, weight: Optional[str] = None,
           adjacency: Optional[bool] = None, log: bool = False, **options: Any) -> Any:
    """`count` independent random matchings.  The probability of a matching is proportional to the product of its
    entries, exactly; if the permanent has many digits, all of them together may be right only up to 2^-50.  The same
    seed gives the same matchings; None: a new seed in each call.

    For an m x n matrix, the result is an array count x min(m, n): row k has the column of each row in matching k (for
    m > n, the row of each column), for a data frame one of labels: its columns are the rows of `a`.  For a graph it is a list of lists of edges (u, v), with ends as in marginals().
    adjacency: as in marginals(); row k of the array has then the partner of each vertex.
    log: the entries, or the weights of edges, are given by their natural logarithms.  missing: as in permanent().
    DomainError: the permanent is 0, or an entry is negative or complex.  InputError: a digraph has opposite arcs.
    """
    problem, exact = _problems.asked(a, weight, adjacency, log)
    partner = _drawn(problem, exact, count, seed, options)
    return _named(a, problem, _partners(problem, partner) if adjacency and not is_graph(a) else partner, adjacency)


def _named(a: Any, problem: Problem, partner: numpy.ndarray, adjacency: Optional[bool] = False) -> Any:
    """Matchings of a matrix as they are, those of a data frame as one with its labels, of a graph as lists of its edges."""
    if is_frame(a):
        lines, others = (a.index, a.columns) if adjacency or len(a.index) <= len(a.columns) else (a.columns, a.index)
        return type(a)(others.to_numpy()[partner], columns=lines)
    if not is_graph(a):
        return partner
    ends = _problems.ends_of(a)
    symmetric, (tail, head) = _door.problem_is_symmetric(problem), _door.problem_vertices(problem)
    return [[ends[tail[i], head[j]] for i, j in enumerate(matching) if not symmetric or i < j]
            for matching in partner.tolist()]


class Best(NamedTuple):
    """The heaviest matchings.

    matchings    as those of sample()
    weights      their weights, which descend; exact for exact entries or precision="exact"
    logs         the natural logarithms of the weights, of any exponent
    rest         the weight of all other matchings; None: it takes too long
    log10_rest   its decimal logarithm, or a proved upper bound of that
    """

    matchings: Any
    weights: Any
    logs: numpy.ndarray
    rest: Any
    log10_rest: float


@takes_missing
def best(a: Any, count: int = 1, *, weight: Optional[str] = None, precision: Union[None, int, str] = None,
         log: bool = False, **options: Any) -> Best:
    """The `count` heaviest perfect matchings between rows and columns, or of a bipartite graph, with their weights (the
    products of entries) and the weight of all others.  Fewer are found if there are fewer.  Equal weights are in
    lexicographic order of the columns of row 0, row 1, ...  An entry 0, or -inf with `log`, cannot be used.  The order is
    proved; but weights that are given by logarithms and differ by less than a factor of 1 + 2^-120 come in any order.
    log: the entries, or the weights of edges, are given by their natural logarithms.  missing: as in permanent().
    DomainError: an entry is negative or complex.  UnableError: the graph is not bipartite.
    """
    problem, exact = _problems.asked(a, weight, False, log)
    count = whole("count", count, 1, 2**31 - 1)
    partner = numpy.empty((count, min(_door.problem_shape(problem)[:2])), dtype=numpy.intc)
    found, log10_rest, logs, values = _door.ask("best", problem, exact, precision, options, (partner,))
    weights, exact = numbers_of_values(values), values[0]
    rest = weights[found] if len(weights) > found else None
    return Best(_named(a, problem, partner[:found]), numpy.array(weights[:found], object if exact else None),
                numpy.array(logs[:found]), rest, log10_rest)


def _partners(problem: Problem, partner: numpy.ndarray) -> numpy.ndarray:
    """The partners of all vertices, from those of the lines of a side."""
    if _door.problem_is_symmetric(problem):
        return partner
    found = numpy.empty((len(partner), 2 * partner.shape[1]), dtype=numpy.intc)
    row, col = (numpy.array(side, dtype=numpy.intp) for side in _door.problem_vertices(problem))
    found[:, row], found[numpy.arange(len(partner))[:, None], col[partner]] = col[partner], row
    return found


def sample_cycle_covers(graph: Any, count: int = 1, least: int = 1, *, seed: Optional[int] = None,
                        weight: Optional[str] = None, log: bool = False, **options: Any) -> list[list[list[Any]]]:
    """`count` independent random cycle covers of a digraph, as in cycle_covers(), with probabilities proportional to the
    products of their weights.  A cover is a list of cycles, and a cycle is the list of its vertices in order.
    log: the weights are given by their natural logarithms.
    UnableError: least is 3.  DomainError: there is no cover, or a weight is negative or complex.
    """
    if not is_graph(graph):
        raise InputError("expected a graph of networkx or igraph")
    handle, exact = _problems.graph_of(graph, weight, log)
    problem = _door.problem_cycle_covers(handle, least)
    partner, name = _drawn(problem, exact, count, seed, options), _problems.vertices_of(graph)
    tail, head = _door.problem_vertices(problem)
    return [_cycles({tail[i]: head[j] for i, j in enumerate(row)}, name) for row in partner.tolist()]


def _cycles(following: dict[int, int], name: list[Any]) -> list[list[Any]]:
    cycles = []
    while following:
        start = vertex = next(iter(following))
        cycle: list[Any] = []
        while not cycle or vertex != start:
            cycle.append(name[vertex])
            vertex = following.pop(vertex)
        cycles.append(cycle)
    return cycles


@takes_missing
def matching_polynomial(a: Any, *, weight: Optional[str] = None, adjacency: Optional[bool] = None, **options: Any) -> list[Any]:
    """The numbers m_0, m_1, ... of matchings of every size k, as exact numbers.  With weights, m_k is the sum of the
    products of the entries.  The matching polynomial of a graph with n vertices is the sum of
    (-1)^k m_k x^(n - 2k) (Godsil, Algebraic Combinatorics, 1993, chapter 1); for the pattern of a matrix, they are
    its rook numbers.  A matrix is a biadjacency matrix, unless adjacency says else, as in marginals().  missing: as in
    permanent().
    """
    problem, _ = _problems.asked(a, weight, adjacency)
    return _plain(numbers_of_values(_door.ask("sizes", problem, True, None, options, ())))


def clar_polynomial(graph: Any, **options: Any) -> list[int]:
    """The numbers of Clar coverings of a graph with 0, 1, ... hexagons: each vertex is in one edge or in one hexagon, a
    cycle of six vertices without a chord.  They are the coefficients of the Clar covering (Zhang-Zhang) polynomial: the
    first is the number of perfect matchings, the last the number of Clar structures, and its index the Clar number.
    The options are memory and seconds.
    """
    for name in options.keys() - {"memory", "seconds"}:
        raise TypeError(f"there is no option {name!r} here; there are memory, seconds")
    problem, _ = _problems.matchings(graph)
    return [int(x) for x in numbers_of_values(_door.ask("clar", problem, True, None, options, ()))]


def _plain(values: list[Any]) -> list[Any]:
    """Rational numbers; those that are integers as int."""
    return [int(x) if x.denominator == 1 else x for x in values]
