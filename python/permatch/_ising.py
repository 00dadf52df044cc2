# SPDX-License-Identifier: GPL-3.0-or-later
"""Ising models."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy

from . import _door, _problems
from ._arrays import array_of, in_a_row, is_graph, is_sparse, new_seed, whole
from ._door import InputError
from ._numbers import Integer, Rational, Real, numbers_of_values, write_rational
from ._stacks import Batch

_MEANS = 3  # log Z, the energy and the entropy, before the correlations


class Ising:
    """An Ising model at one temperature, made by ising().  Options of all methods: threads, seconds, memory, engine,
    strict.  Numbers have proved bounds."""

    def __init__(self, graph: Any, vertices: list[Any], beta: Any, field: Any) -> None:
        self.beta = beta
        self.vertices = vertices  #: in the order of states
        self._number = {name: k for k, name in enumerate(vertices)}
        self._model = _door.ising(graph, write_rational(beta),
                                  None if field is None else write_rational(field))

    def _values(self, what: str, precision: Any, options: dict[str, Any], *more: Any) -> list[Any]:
        return numbers_of_values(_door.ask(what, self._model, False, precision, options, more))

    def _ends(self, pairs: list[Any]) -> tuple[numpy.ndarray, numpy.ndarray]:
        try:
            u = [self._number[one] for one, _ in pairs]
            v = [-1 if other is None else self._number[other] for _, other in pairs]
        except KeyError as reason:
            raise InputError(f"there is no vertex {reason.args[0]!r}") from reason
        return numpy.array(u, dtype=numpy.intc), numpy.array(v, dtype=numpy.intc)

    @property
    def couplings(self) -> list[tuple[Any, Any]]:
        """The ends (u, v) of each coupling that is not 0, parallel ones taken together; in a field, also (u, None)."""
        return [(self.vertices[u], self.vertices[v] if v >= 0 else None) for u, v in _door.ising_couplings(self._model)]

    def log_z(self, *, precision: Union[None, int, str] = None, **options: Any) -> Union[Integer, Rational, Real]:
        """The logarithm of the sum of exp(-beta E) over all states.  Method: pm_ising_solve(3)."""
        number: Union[Integer, Rational, Real] = _door.ask("ising_solve", self._model, False, precision, options, ())
        return number

    def thermal(self, **options: Any) -> dict[str, Any]:
        """log Z, the mean energy, and the entropy log Z + beta energy.  Method: pm_ising_means(3)."""
        return dict(zip(("log_z", "energy", "entropy"), self._values("ising_means", None, options)))

    def specific_heat(self, **options: Any) -> Any:
        """The variance of the energy times beta^2 / n.  UnableError: the graph, with the field, has no drawing in the
        plane or on a surface with an orientation.  Method: pm_ising_heat(3)."""
        return self._values("ising_heat", None, options)[0]

    def correlations(self, **options: Any) -> dict[tuple[Any, Any], Any]:
        """The mean of s_u s_v for each coupling (u, v) that is not 0; in a field, also for (u, None): the mean of s_u."""
        means = self._values("ising_means", None, options)[_MEANS:]
        return dict(zip(self.couplings, means))

    def pairs(self, pairs: Any, *, precision: Union[None, int, str] = None, **options: Any) -> list[Any]:
        """The mean of s_u s_v for each pair (u, v) of vertices; v None: of s_u.  Method: pm_ising_pairs(3)."""
        listed = list(pairs)
        return self._values("ising_pairs", precision, options, *self._ends(listed), len(listed))

    def signed_pair(self, pair: Any, signs: Any, **options: Any) -> Batch:
        """The mean of s_u s_v for the pair (u, v), v None: of s_u, in each of many models, which differ from this one by the
        signs of couplings: signs[k, e], 1 or -1, times that of couplings[e].  Arrays `.values` and `.bounds`.  All models
        have one drawing and one order of elimination, so this takes far less time than pairs() for each.
        UnableError: the graph, with the field, has no drawing in the plane or on a surface, but for a few edges.
        Method: pm_ising_signed_pair(3)."""
        given = numpy.asarray(signs)
        if given.ndim != 2 or given.shape[1] != len(self.couplings) or not (numpy.abs(given) == 1).all():
            raise InputError(f"signs are an array of 1 and -1 with {len(self.couplings)} columns, one for each coupling")
        values, bounds = numpy.empty((2, len(given)))
        u, v = self._ends([pair])
        _door.ask("ising_signed_pair", self._model, False, None, options,
                  (values, bounds, numpy.ascontiguousarray(given, dtype=numpy.int8), u, v))
        return Batch(values, bounds)

    def energies(self, **options: Any) -> list[tuple[Any, int]]:
        """Each energy, in ascending order, and the exact number of states that have it; the first one is that of the
        ground states.  Couplings are integral multiples of one number.  Method: pm_ising_energies(3)."""
        values = self._values("ising_energies", None, options)
        return list(zip(values[::2], map(int, values[1::2])))

    def sample(self, count: int = 1, *, seed: Optional[int] = None, **options: Any) -> numpy.ndarray:
        """Random states, an array count x n of 1 and -1, with spins in the order of `vertices`.  The same seed gives the
        same states; None: a new seed in each call.  UnableError: the graph, with the field, is not planar.
        Method: pm_ising_sample(3)."""
        states = numpy.empty((whole("count", count, 0, 2**63 - 1), len(self.vertices)), dtype=numpy.int8)
        _door.ask("ising_draw", self._model, False, None, options, (states, new_seed(seed)))
        return states


_GRAPH = "networkx.{} is the graph of an adjacency matrix a"


def _graph_of(couplings: Any, weight: Optional[str]) -> tuple[Any, list[Any]]:
    if is_graph(couplings):
        return _problems.graph_of(couplings, weight)[0], _problems.vertices_of(couplings)
    if is_sparse(couplings):
        raise InputError(f"a coupling is (u, v, J); {_GRAPH.format('from_scipy_sparse_array(a)')}")
    listed = [tuple(edge) for edge in couplings]
    if any(len(edge) != 3 for edge in listed):
        raise InputError(f"a coupling is (u, v, J); {_GRAPH.format('from_numpy_array(numpy.array(a))')}")
    if len(listed) == 3 and all(listed[i][j] == listed[j][i] and listed[i][i] == 0 for i in range(3) for j in range(i + 1)):
        raise InputError("these may be three couplings (u, v, J), or an adjacency matrix; for couplings swap the ends u and v of "
                         f"the first; {_GRAPH.format('from_numpy_array(numpy.array(a))')}")
    for u, v, j in listed:
        if u == v:
            raise InputError(f"the coupling ({u!r}, {v!r}, {j!r}) joins a spin with itself; leave it out, since it only adds "
                             f"-J to each energy; {_GRAPH.format('from_numpy_array(numpy.array(a))')}")
    vertices = list(dict.fromkeys(name for edge in listed for name in edge[:2]))
    number = {name: k for k, name in enumerate(vertices)}
    ends = numpy.array([(number[u], number[v]) for u, v, _ in listed], dtype=numpy.intc).reshape(-1, 2).T.copy()
    values = array_of([[j for _, _, j in listed]])[0] if listed else numpy.zeros(0)
    weights = tuple(write_rational(j).encode() for _, _, j in listed) if values.dtype == object else in_a_row(values)
    return _door.graph(False, len(vertices), len(listed), *ends, weights, False), vertices


def ising(couplings: Any, beta: Any, *, field: Any = None, weight: Optional[str] = "weight") -> Any:
    """The Ising model with the energy E = - sum of J_uv s_u s_v - field times the sum of s_v, at the inverse temperature
    beta; for a list of several, a list of models.  couplings: triples (u, v, J) of different u and v, or a graph of networkx
    or igraph whose edges have J in the attribute `weight`.  Numbers are ints, floats (with their exact value) or fractions.
    Method: pm_ising_new(3).

    >>> model = ising([("a", "b", 1), ("b", "c", -0.5)], 1)
    >>> round(float(model.log_z()), 6)
    2.633337
    >>> model.energies()
    [(Fraction(-3, 2), 2), (Fraction(-1, 2), 2), (Fraction(1, 2), 2), (Fraction(3, 2), 2)]
    """
    graph, vertices = _graph_of(couplings, weight)
    if numpy.ndim(beta) > 0:
        return [Ising(graph, vertices, b, field) for b in beta]
    return Ising(graph, vertices, beta, field)
