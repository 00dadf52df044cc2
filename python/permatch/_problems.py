# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays, sparse matrices and graphs of Python as problems of the library."""

from __future__ import annotations

import inspect
import warnings
from fractions import Fraction
from typing import Any, Optional

import numpy

from . import _door
from ._arrays import array_of, in_a_row, is_graph, is_sparse, logs_of, plain
from ._door import DomainError, InputError
from ._numbers import Gaussian, write_rational

_REAL, _COMPLEX, _INTEGER = 2, 3, 1  # fields of pm_problem_new()
Problem = Any  # a capsule of the library's problem


def _dense(a: Any, log: bool) -> tuple[Problem, bool]:
    array = logs_of(array_of(a, -numpy.inf)) if log else array_of(a)
    if array.ndim != 2:
        raise InputError(f"a matrix has two dimensions, not {array.ndim}")
    if array.dtype == object:
        return _objects(array)
    if array.size == 0:  # nothing to point to
        return _door.problem_of_texts(_INTEGER, *array.shape, None, None, ()), False
    return _door.problem_dense((plain(array[numpy.newaxis]), None, None, None, False, None, 0, log)), False


def _objects(array: numpy.ndarray) -> tuple[Problem, bool]:
    """Any numbers, as text; exact unless there is a float."""
    try:
        places = [(i, j) for i, j in numpy.ndindex(array.shape) if array[i, j] != 0]
    except TypeError as reason:
        raise InputError(f"an entry is not a number: {reason}") from reason
    entries: list[Any] = [array[place] for place in places]
    imaginary = any(isinstance(x, (complex, Gaussian, numpy.complexfloating)) for x in entries)
    floating = any(isinstance(x, (float, complex, numpy.inexact)) for x in entries)
    field = _COMPLEX if imaginary else _REAL
    if not imaginary and all(isinstance(x, (int, numpy.integer)) for x in entries):
        field = _INTEGER
    texts = [write_rational(x.real) + " " + write_rational(x.imag) if imaginary else write_rational(x)
             for x in entries]
    rows, cols = numpy.array(places, dtype=numpy.intc).reshape(-1, 2).T.copy()
    values = tuple(text.encode() for text in texts)
    return _door.problem_of_texts(field, *array.shape, rows, cols, values), not floating


def _sparse(a: Any, log: bool) -> Problem:
    if len(a.shape) != 2:
        raise InputError(f"a matrix has two dimensions, not {len(a.shape)}")
    by_cols = getattr(a, "format", None) == "csc"
    lines = a if by_cols else a.tocsr()
    values = in_a_row(logs_of(lines.data) if log else lines.data)
    wide = lines.indices.dtype.itemsize > 4 or lines.indptr.dtype.itemsize > 4
    kind = numpy.int64 if wide else numpy.intc
    start, index = (numpy.require(x, dtype=kind, requirements=["C", "A"]) for x in (lines.indptr, lines.indices))
    return _door.problem_sparse(*lines.shape, start, index, values, log, wide, by_cols)


def matrix(a: Any, log: bool = False) -> tuple[Problem, bool]:
    """The problem of a matrix, or of one with the logarithms of entries, and whether they ask for an exact answer."""
    return (_sparse(a, log), False) if is_sparse(a) else _dense(a, log)


def placed(a: Any, row: Any, col: Any, values: numpy.ndarray) -> Any:
    """Numbers of entries in a matrix like that of the user: sparse, or an array."""
    if is_sparse(a):
        from scipy.sparse import csr_array  # type: ignore[import-untyped, unused-ignore]
        return csr_array((values, (row, col)), shape=a.shape)
    array = numpy.zeros(array_of(a).shape, dtype=values.dtype)
    array[row, col] = values
    return array


# ---------------------------------------------------------------------- graphs

def vertices_of(graph: Any) -> list[Any]:
    """What the user calls the vertices 0, 1, ... of a graph."""
    return list(graph.nodes) if hasattr(graph, "nodes") else list(range(graph.vcount()))


_ABSENT = object()


def edges_of(graph: Any, weight: Optional[str], none: int = 1) -> tuple[list[tuple[int, int]], list[Any]]:
    """Edges as pairs of numbers of vertices, and their weights; `none` where an edge of networkx has none."""
    if hasattr(graph, "nodes"):
        number = {vertex: k for k, vertex in enumerate(graph.nodes)}
        listed = list(graph.edges(data=weight, default=_ABSENT) if weight else ((u, v, 1) for u, v in graph.edges()))
        pairs, weights = [(number[u], number[v]) for u, v, _ in listed], [w for _, _, w in listed]
        known = any(w is not _ABSENT for w in weights)
    else:
        pairs = graph.get_edgelist()
        try:
            weights, known = graph.es[weight] if weight else [1] * len(pairs), True
        except KeyError:
            weights, known = [], False
        if known and len(weights) != len(pairs):
            raise InputError(f"the graph has {len(pairs)} edges, and {len(weights)} weights")
    if pairs and not known:
        raise InputError(f"weight={weight!r}: no edge has an attribute of this name")
    return pairs, [none if w is _ABSENT else w for w in weights]


def refuse_opposite(graph: Any) -> None:
    """Arcs are matched as edges; two of them between the same vertices may be one edge or two."""
    if not graph.is_directed():
        return
    name, known = vertices_of(graph), set(edges_of(graph, None)[0])
    for i, j in known:
        if i != j and (j, i) in known:
            raise InputError(f"there are arcs in both directions between {name[i]!r} and {name[j]!r}, and a matching does "
                             "not say which of them it uses; make the graph undirected")


def ends_of(graph: Any) -> dict[tuple[int, int], tuple[Any, Any]]:
    """The edge that joins the vertices i and j, or j and i, with its ends as the graph lists them."""
    name = vertices_of(graph)
    listed = list(dict.fromkeys(edges_of(graph, None)[0]))
    ends: dict[tuple[int, int], tuple[Any, Any]] = {}
    for i, j in listed:
        ends.setdefault((i, j), (name[i], name[j]))
        ends.setdefault((j, i), ends[i, j])
    return ends


def _not_weights(values: numpy.ndarray) -> numpy.ndarray:
    """Where an array has numbers that are negative or complex."""
    if values.dtype == object:
        return numpy.array([x.imag != 0 or x.real < 0 for x in values.flat], dtype=bool).reshape(values.shape)
    bad: numpy.ndarray = (numpy.imag(values) != 0) | (numpy.real(values) < 0)
    return bad


def is_complex(a: Any, weight: Optional[str]) -> bool:
    """Whether the entries of a matrix, or the weights of a graph, are complex numbers, also with imaginary parts 0."""
    listed = [*edges_of(a, weight)[1], None] if is_graph(a) else None
    values = numpy.array(listed, dtype=object) if listed else a.data if is_sparse(a) else array_of(a)
    return bool(values.dtype.kind == "c" or values.dtype == object
                and any(isinstance(x, (complex, Gaussian, numpy.complexfloating)) for x in values.flat))


def refuse_negative(a: Any, weight: Optional[str]) -> None:
    """DomainError names the first entry of a matrix, or edge of a graph, that is negative or complex."""
    places: Any
    if is_graph(a):
        pairs, listed = edges_of(a, weight)
        name, values = vertices_of(a), numpy.array(listed + [None], dtype=object)[:-1]
        places = [f"the edge {name[i]!r}, {name[j]!r}" for i, j in pairs]
    elif is_sparse(a):
        entries = a.tocoo()
        values = entries.data
        places = [f"row {i}, column {j}" for i, j in zip(entries.row, entries.col)]
    else:
        values = array_of(a)
        places = _Places(values.shape)
    for k in numpy.flatnonzero(_not_weights(values))[:1]:
        raise DomainError(f"{places[k]}: {values.flat[k]} is not a weight, which is real and not negative")


class _Places:
    """The names of the entries of a matrix or stack."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._shape = shape

    def __getitem__(self, k: int) -> str:
        *stack, i, j = numpy.unravel_index(k, self._shape)
        return "".join(f"matrix {m}, " for m in stack) + f"row {i}, column {j}"


def _rationals(listed: list[Any]) -> tuple[bytes, ...]:
    try:
        return tuple(write_rational(x).encode() for x in listed)
    except (TypeError, InputError) as error:
        raise TypeError("weights of edges are real or rational numbers, or all of them are complex numbers in "
                        "double precision") from error


def graph_of(graph: Any, weight: Optional[str], log: bool = False) -> tuple[Problem, bool]:
    """A graph of networkx or igraph as the library's, and whether its weights ask for exactness.  log: they are
    logarithms."""
    if log and weight is None:
        raise InputError("log: weight= names the attribute of the edges that has the logarithms")
    pairs, listed = edges_of(graph, weight, 0 if log else 1)
    if any(isinstance(x, (str, bytes)) for x in listed):
        _rationals(listed)  # which refuses them
    values = array_of([listed])[0] if listed else numpy.zeros(0)
    values = logs_of(values) if log else values
    exact = values.dtype == object and not any(isinstance(x, (float, numpy.floating)) for x in listed)
    weights: Any = None
    if weight:
        weights = _rationals(listed) if values.dtype == object else in_a_row(values)
    ends = numpy.array(pairs, dtype=numpy.intc).reshape(-1, 2).T.copy()
    return _door.graph(bool(graph.is_directed()), len(vertices_of(graph)), len(pairs), *ends, weights, log), exact


def refuse_weight(a: Any, weight: Optional[str]) -> None:
    """A matrix has no attributes that could be weights."""
    if weight is not None and not is_graph(a):
        raise InputError(f"weight={weight!r}: a matrix has no attributes; its entries are the weights")


def matchings(a: Any, weight: Optional[str] = None, log: bool = False) -> tuple[Problem, bool]:
    """The perfect matchings of a graph, or of a symmetric adjacency matrix."""
    refuse_weight(a, weight)
    if is_graph(a):
        refuse_opposite(a)
        graph, exact = graph_of(a, weight, log)
        return _door.problem_matchings(graph), exact
    problem, exact = matrix(a, log)
    return _door.problem_hafnian(problem), exact


def asked(a: Any, weight: Optional[str], adjacency: Optional[bool] = False, log: bool = False) -> tuple[Problem, bool]:
    """The problem of the matchings of a graph, or of a matrix between its rows and columns, or of its adjacency matrix;
    None: as False, with a warning where the matrix may be an adjacency matrix."""
    refuse_weight(a, weight)
    if is_graph(a) or adjacency:
        return matchings(a, weight, log)
    if adjacency is None:
        warn_of_adjacency(a, log)
    return matrix(a, log)


def warn_of_adjacency(a: Any, log: bool) -> None:
    """Warns where a matrix, or one of logarithms, may be an adjacency matrix."""
    if is_sparse(a):
        likely = a.shape[0] == a.shape[1] and a.nnz > 0 and not a.diagonal().any() and (a != a.T).nnz == 0 and not log
    else:
        none = -numpy.inf if log else 0
        array = array_of(a, none)
        likely = (array.ndim == 2 and array.shape[0] == array.shape[1] and (array != none).any()
                  and (array.diagonal() == none).all() and (array == array.T).all())
    if likely:
        inside = sum(str(at.frame.f_globals.get("__name__")).startswith("permatch.") for at in inspect.stack(0))
        warnings.warn("the matrix is symmetric with a diagonal of zeros: its rows and columns are taken for two sides, and "
                      "not for the vertices of a graph; adjacency=True or False says which", stacklevel=1 + inside)


def places(problem: Problem) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Rows and columns of the entries of a problem, in the library's order."""
    row, col = numpy.empty((2, _door.problem_shape(problem)[2]), dtype=numpy.intc)
    _door.problem_places(problem, row, col)
    return row, col
