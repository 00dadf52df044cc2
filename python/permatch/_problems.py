# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays, sparse matrices and graphs of Python as problems of the library."""

from __future__ import annotations

import ctypes
import warnings
from fractions import Fraction
from typing import Any, Optional

import numpy

from . import _library
from ._arrays import array_of, in_a_row, is_graph, is_sparse, logs_of, plain, stack_of
from ._library import DomainError, Handle, InputError
from ._numbers import Gaussian, write_rational
from ._options import whole

_REAL, _COMPLEX, _INTEGER = 2, 3, 1  # fields of pm_problem_new()
_RATIONALS = 4  # of pm_entries


def _dense(a: Any, log: bool) -> tuple[Handle, bool]:
    array = logs_of(array_of(a)) if log else array_of(a)
    if array.ndim != 2:
        raise InputError(f"a matrix has two dimensions, not {array.ndim}")
    if array.dtype == object:
        return _objects(array)
    if array.size == 0:  # nothing to point to
        return Handle("problem", "problem_new", _INTEGER, *array.shape, 0, None, None, None), False
    stack, _ = stack_of(array[numpy.newaxis])
    if log:
        stack.entries = _library.LOGS
    return Handle("problem", "problem_dense", ctypes.byref(stack), 0), False


def _objects(array: numpy.ndarray) -> tuple[Handle, bool]:
    """Any numbers, as text; exact unless there is a float."""
    try:
        places = [(i, j) for i, j in numpy.ndindex(array.shape) if array[i, j] != 0]
    except TypeError as reason:
        raise InputError(f"an entry is not a number: {reason}") from reason
    entries = [array[place] for place in places]
    imaginary = any(isinstance(x, (complex, Gaussian, numpy.complexfloating)) for x in entries)
    floating = any(isinstance(x, (float, complex, numpy.inexact)) for x in entries)
    field = _COMPLEX if imaginary else _REAL
    if not imaginary and all(isinstance(x, (int, numpy.integer)) for x in entries):
        field = _INTEGER
    texts = [write_rational(x.real) + " " + write_rational(x.imag) if imaginary else write_rational(x)
             for x in entries]
    count = len(places)
    rows, cols = ((ctypes.c_int * count)(*(place[side] for place in places)) for side in (0, 1))
    values = (ctypes.c_char_p * count)(*(text.encode() for text in texts))
    problem = Handle("problem", "problem_new", field, *array.shape, count, rows, cols, values)
    return problem, not floating


def _sparse(a: Any, log: bool) -> Handle:
    if len(a.shape) != 2:
        raise InputError(f"a matrix has two dimensions, not {len(a.shape)}")
    csr = a.tocsr()
    values, entries = (logs_of(csr.data), _library.LOGS) if log else plain(csr.data)
    values = in_a_row(values)
    start, col = (numpy.require(x, dtype=numpy.intc, requirements=["C", "A"]) for x in (csr.indptr, csr.indices))
    return Handle("problem", "problem_csr", entries, *csr.shape, start.ctypes.data, col.ctypes.data, values.ctypes.data)


def matrix(a: Any, log: bool = False) -> tuple[Handle, bool]:
    """The problem of a matrix, or of one with the logarithms of entries, and whether they ask for an exact answer."""
    return (_sparse(a, log), False) if is_sparse(a) else _dense(a, log)


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
    bad: numpy.ndarray = (values.imag != 0) | (values.real < 0)
    return bad


def is_complex(a: Any, weight: Optional[str]) -> bool:
    """Whether the entries of a matrix, or the weights of a graph, are complex numbers, also with imaginary parts 0."""
    listed = [*edges_of(a, weight)[1], None] if is_graph(a) else None
    values = numpy.array(listed, dtype=object) if listed else a.data if is_sparse(a) else array_of(a)
    return bool(values.dtype.kind == "c" or values.dtype == object
                and any(isinstance(x, (complex, Gaussian, numpy.complexfloating)) for x in values.flat))


def refuse_negative(a: Any, weight: Optional[str]) -> None:
    """DomainError names the first entry of a matrix, or edge of a graph, that is negative or complex."""
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


class _Integer(ctypes.Structure):
    """mpz_t of GMP."""
    _fields_ = (("allocated", ctypes.c_int), ("size", ctypes.c_int), ("limbs", ctypes.POINTER(ctypes.c_ulong)))

    def __init__(self, x: int) -> None:
        bits = 8 * ctypes.sizeof(ctypes.c_ulong)
        count = -(-abs(x).bit_length() // bits)
        limbs = [abs(x) >> bits * k & (1 << bits) - 1 for k in range(count)]
        super().__init__(count, count if x >= 0 else -count, (ctypes.c_ulong * max(count, 1))(*limbs))


def _rationals(listed: list[Any]) -> ctypes.Array[Any]:
    """An array of mpq_t of GMP."""
    try:
        numbers = [Fraction(x.item() if isinstance(x, numpy.generic) else x) for x in listed]
    except (TypeError, ValueError) as error:
        raise TypeError("weights of edges are real or rational numbers, or all of them are complex numbers in "
                        "double precision") from error
    return (_Integer * (2 * len(numbers)))(*(_Integer(part) for x in numbers for part in x.as_integer_ratio()))


def graph_of(graph: Any, weight: Optional[str], log: bool = False) -> tuple[Handle, bool]:
    """A graph of networkx or igraph as the library's, and whether its weights ask for exactness.  log: they are
    logarithms."""
    if log and weight is None:
        raise InputError("log: weight= names the attribute of the edges that has the logarithms")
    pairs, listed = edges_of(graph, weight, 0 if log else 1)
    values = array_of([listed])[0] if listed else numpy.zeros(0)
    values = logs_of(values) if log else values
    exact = values.dtype == object and not any(isinstance(x, (float, numpy.floating)) for x in listed)
    if values.dtype == object:
        room: Any = _rationals(listed)
        place, entries = ctypes.addressof(room), _RATIONALS
    else:
        room, entries = plain(values)
        room = in_a_row(room)
        place, entries = room.ctypes.data, _library.LOGS if log else entries
    ends = numpy.array(pairs, dtype=numpy.intc).reshape(-1, 2)
    one, other = (numpy.ascontiguousarray(ends[:, k]) for k in (0, 1))
    return Handle("graph", "graph_from_edges", bool(graph.is_directed()), len(vertices_of(graph)), len(pairs),
                  one.ctypes.data, other.ctypes.data, entries, place if weight else None), exact


def refuse_weight(a: Any, weight: Optional[str]) -> None:
    """A matrix has no attributes that could be weights."""
    if weight is not None and not is_graph(a):
        raise InputError(f"weight={weight!r}: a matrix has no attributes; its entries are the weights")


def matchings(a: Any, weight: Optional[str] = None, log: bool = False) -> tuple[Handle, bool]:
    """The perfect matchings of a graph, or of a symmetric adjacency matrix."""
    refuse_weight(a, weight)
    if is_graph(a):
        refuse_opposite(a)
        graph, exact = graph_of(a, weight, log)
        return Handle("problem", "problem_matchings", graph, False), exact
    problem, exact = matrix(a, log)
    return Handle("problem", "problem_hafnian", problem), exact


def asked(a: Any, weight: Optional[str], adjacency: Optional[bool] = False, log: bool = False) -> tuple[Handle, bool]:
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
        array, none = array_of(a), -numpy.inf if log else 0
        likely = (array.ndim == 2 and array.shape[0] == array.shape[1] and (array != none).any()
                  and (array.diagonal() == none).all() and (array == array.T).all())
    if likely:
        warnings.warn("the matrix is symmetric with a diagonal of zeros: its rows and columns are taken for two sides, and "
                      "not for the vertices of a graph; adjacency=True or False says which", stacklevel=4)


def with_free(name: str, unmatched: Optional[int]) -> Optional[tuple[str, int]]:
    """The function for matchings that leave so many vertices free, and its argument; None: they are perfect."""
    return None if unmatched is None else (name, whole("unmatched", unmatched, 0, 10**6))


def places(problem: Handle) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Rows and columns of the entries of a problem, in the library's order."""
    count = _library.call("problem_entries", problem)
    row, col = ctypes.c_int(), ctypes.c_int()
    found = numpy.empty((2, count), dtype=numpy.intp)
    for k in range(count):
        _library.call("problem_entry", problem, k, ctypes.byref(row), ctypes.byref(col))
        found[:, k] = row.value, col.value
    return found[0], found[1]
