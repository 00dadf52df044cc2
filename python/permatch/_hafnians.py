# SPDX-License-Identifier: GPL-3.0-or-later
"""Hafnians, loop hafnians and torontonians; perfect matchings and cycle covers of graphs."""

from __future__ import annotations

import functools
from typing import Any, Callable, Optional, Union

import numpy

from . import _devices, _door, _problems
from ._answers import answer_of
from ._arrays import TOLERANCE, aligned, array_of, in_a_row, is_graph, joined, labelled, logs_of, numbers_of, plain, symmetric, whole
from ._door import InputError, UnableError
from ._numbers import Number
from ._stacks import (Batch, Quick, Times, alone_of, batch_of, check_bounds, filled, gradient_of, is_beyond_float,
                      planned, stack_of, times_of)


def _takes_rounded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Takes matrices that are symmetric up to TOLERANCE: the library, which looks at each entry, takes only exact ones."""
    @functools.wraps(function)
    def called(a: Any, *given: Any, **options: Any) -> Any:
        try:
            return function(a, *given, **options)
        except InputError as error:
            if "is not symmetric" not in str(error) or _devices.is_on_device(a) or is_graph(a) or options.get("log"):
                raise
        return function(labelled(symmetric(array_of(a)), a), *given, **options)
    return called


@functools.partial(Quick, "loop_hafnian", own_loops=True)
@_takes_rounded
def loop_hafnian(a: Any, loops: Times = None, *, repeats: Times = None,
                 precision: Union[None, int, str] = None, rtol: Optional[float] = None, log: bool = False,
                 **options: Any) -> Number:
    """The loop hafnian of a symmetric n x n matrix: the sum over all ways to match every vertex with another vertex or
    with itself.  Two vertices i and j have the factor a_ij.  A vertex i that is matched with itself has the factor
    loops[i]; None: a_ii.  With repeats[i] copies of vertex i, two copies may be matched, with the factor a_ii.
    The value is exact for integers and fractions of any size, and for all numbers with precision="exact".
    rtol: the relative error that floating-point matrices may have; None: 1e-12.  Their entries (i, j) and (j, i) may
    differ by 1e-6 times the largest modulus; their mean is taken.  InputError: not symmetric.
    log: entries and loops are given by their natural logarithms, -inf of 0.
    Options: those of permanent().
    Method: pm_batch(3), pairs of vertices (Bjorklund, Gupt and Quesada, ACM Journal of Experimental Algorithmics
    24, 2019); exact values by pm_problem_loops(3).

    >>> loop_hafnian([[1, 2], [2, 3]])
    5
    """
    number: Optional[Number] = None
    if repeats is None and not log:
        number = (_door.one("loop_hafnian", a, precision, rtol, options, True) if loops is None else
                  _one_looped("loop_hafnian", array_of(a), aligned(loops, a), precision, rtol, options))
    if number is not None:
        return number
    array = array_of(a)
    if array.ndim != 2:
        raise InputError(f"a matrix has two dimensions, not {array.ndim}")
    if array.shape[0] != array.shape[1]:
        raise InputError(f"a matrix is not symmetric: {array.shape[0]} x {array.shape[1]}")
    weights, repeats = array_of(numpy.diagonal(array) if loops is None else aligned(loops, a)), aligned(repeats, a)
    if weights.shape != array.shape[:1]:
        raise InputError(f"{weights.size} loops of a {array.shape[0]} x {array.shape[1]} matrix")
    both = joined(array, weights)
    array, weights = both[:-1], both[-1:]
    quick = precision != "exact" and options.keys() <= {"threads", "strict"} and not is_beyond_float(precision, rtol)
    if both.dtype.kind in "fc" and quick and not log:
        return alone_of("loop_hafnian", stack_of(array[numpy.newaxis], repeats, None, precision, False, rtol)[0],
                        options.get("threads", 0), options.get("strict", False), in_a_row(weights))
    problem, exact = _problems.matrix(array, log)
    row, exact_loops = _problems.matrix(weights, log)
    looped = _door.problem_loops(problem, row, times_of(repeats, 1, len(array)))
    return answer_of(looped, exact and exact_loops, precision, planned(rtol, options), copies=True)


@functools.partial(Quick, "loop_hafnian")
@_takes_rounded
def hafnian(a: Any, *, repeats: Times = None, precision: Union[None, int, str] = None, rtol: Optional[float] = None,
            log: bool = False, **options: Any) -> Number:
    """The hafnian of a symmetric n x n matrix: the sum, over the perfect matchings of its graph, of the products of
    their entries.  The diagonal is ignored.  rtol, log: as in loop_hafnian().
    With repeats[i] copies of vertex i it is loop_hafnian() without loops, with the options of that function.

    >>> hafnian([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]])
    3
    """
    if repeats is None:
        number: Optional[Number] = None if log else _door.one("loop_hafnian", a, precision, rtol, options, None)
        return number if number is not None else perfect_matchings(a, precision=precision, log=log, **planned(rtol, options))
    array, repeats = array_of(a), aligned(repeats, a)
    none = numpy.full(array.shape[:1], -numpy.inf) if log else numpy.zeros(array.shape[:1], dtype=int)
    found: Number = loop_hafnian(array, none, repeats=repeats, precision=precision, rtol=rtol, log=log, **options)
    return found


def _one_looped(name: str, a: Any, weights: Any, precision: Union[None, int, str], rtol: Optional[float],
                options: dict[str, Any], allowed: float = 0.0) -> Optional[Number]:
    """The value of one plain matrix, with weights of its type or without; None: it is computed in another way."""
    if type(a) is not numpy.ndarray or a.ndim != 2:
        return None
    if weights is not None:
        if type(weights) is not numpy.ndarray or weights.dtype != a.dtype or weights.shape != a.shape[:1]:
            return None
        weights = numpy.ascontiguousarray(weights)
    number: Optional[Number] = _door.one(name, a, precision, rtol, options, weights, allowed)
    return number


@_takes_rounded
def hafnians(stack: Any, *, loops: Any = False, repeats: Times = None, precision: Union[None, int, str] = None,
             normalized: bool = False, threads: int = 0, rtol: Optional[float] = None, strict: bool = False,
             gpus: int = 0, log: bool = False) -> Any:
    """The hafnians of `count` symmetric matrices, an array count x n x n; with loops, their loop hafnians.

    loops: False, True (the diagonals), or an array count x n.  repeats: as in loop_hafnian(), for all matrices, or a
    list for each.  normalized: the values are divided by the square root of the product of the factorials of repeats.
    Eight matrices are computed together; GPUs compute those without repeats.  log: as in loop_hafnian(); a plan is made
    for each matrix.  Method: pm_batch(3).

    >>> hafnians([[[1, 2], [2, 3]], [[0, 5], [5, 0]]], loops=True).values
    array([5., 5.])
    """
    on_device = _devices.is_on_device(stack)
    array = stack if on_device else array_of(stack)
    if array.ndim != 3:
        raise InputError(f"a stack has three dimensions, not {array.ndim}")
    array = logs_of(array) if log else array
    weights: Any = (_loops_there if on_device else _loops_of)(array, loops)
    found = batch_of("loop_hafnian", array, lambda k, m, n: k, repeats, None, precision, normalized, threads,
                     weights.capsule if isinstance(weights, _devices.Given) else weights, rtol=rtol, gpus=gpus, log=log)
    check_bounds(found, precision, rtol, strict)
    return found


@_takes_rounded
def hafnian_gradient(a: Any, *, loops: Any = False, repeats: Times = None, precision: Union[None, int, str] = None, threads: int = 0,
                     rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The derivatives of the hafnian by the entries, of a symmetric matrix or a stack: a symmetric matrix.  Derivative
    (i, j) is that by a_ij = a_ji, the hafnian without rows and columns i and j.  If both entries are variables of their
    own, as in (A + A.T) / 2, it is a half of this.  Derivative (i, i) is 0, but with repeats, since a_ii joins copies.
    loops, repeats: as in hafnians().  With loops, each row has one more derivative, that by the loop.
    precision, rtol, strict: as in permanents(), for each derivative.  Method: pm_minors(3).

    >>> hafnian_gradient([[0, 1, 2, 3], [1, 0, 4, 5], [2, 4, 0, 6], [3, 5, 6, 0]]).values[0].tolist()
    [0.0, 6.0, 5.0, 4.0]
    """
    array = array_of(a)
    stack = array if array.ndim == 3 else array[numpy.newaxis]
    if stack.ndim != 3:
        raise InputError(f"expected a matrix or a stack of matrices, not {array.ndim} dimensions")
    weights = loops if isinstance(loops, bool) or array.ndim == 3 else array_of(aligned(loops, a))[numpy.newaxis]
    repeats = aligned(repeats, a)
    return gradient_of("hafnian_gradient", array, precision, threads, rtol, strict, repeats, _loops_of(stack, weights))


def _loops_there(array: Any, loops: Any) -> Optional[_devices.Given]:
    """The loops of a stack on a GPU."""
    if loops is False:
        return None
    if not _devices.is_on_device(loops):
        raise InputError("the loops of matrices on a GPU are an array on this GPU")
    weights, matrices = _devices.Given(loops), _devices.Given(array)
    if (weights.shape, weights.dtype, weights.device) != (matrices.shape[:2], matrices.dtype, matrices.device):
        raise InputError(f"the loops of a stack {matrices.shape} are {matrices.shape[:2]} numbers of {matrices.dtype} beside it")
    return weights


def _loops_of(array: numpy.ndarray, loops: Any) -> Optional[numpy.ndarray]:
    """The loops of a stack, as the library reads them."""
    if loops is False:
        return None
    array = numbers_of(array)
    weights = plain(numpy.diagonal(array, axis1=1, axis2=2) if loops is True else numbers_of(array_of(loops)))
    if weights.shape != array.shape[:2]:
        raise InputError(f"the loops of a stack {array.shape} have the shape {array.shape[:2]}, not {weights.shape}")
    wanted = plain(array).dtype
    if numpy.result_type(weights, wanted) != wanted:
        raise InputError(f"the loops are of type {weights.dtype}, but the matrices of {array.dtype}")
    return in_a_row(weights, wanted)


@_takes_rounded
def hafnian_patterns(a: Any, cutoff: int, *, loops: Any = False, precision: Union[None, int, str] = None,
                     normalized: bool = False, threads: int = 0, rtol: Optional[float] = None,
                     strict: bool = False) -> Any:
    """The hafnians of a symmetric n x n matrix for all patterns of repeats below a cutoff, as an array with n
    dimensions of this length: entry [p_0, p_1, ...] has p_i copies of vertex i.  With loops: loop hafnians.

    loops, normalized, rtol, strict: as in hafnians(), for one matrix.  Method: pm_batch(3), a recurrence.

    >>> hafnian_patterns([[1, 2], [2, 3]], 3).values
    array([[ 1.,  0.,  3.],
           [ 0.,  2.,  0.],
           [ 1.,  0., 11.]])
    """
    array = array_of(a)
    if array.ndim != 2:
        raise InputError(f"a matrix has two dimensions, not {array.ndim}")
    stack = array[numpy.newaxis]
    weights = _loops_of(stack, loops if isinstance(loops, bool) else array_of(aligned(loops, a))[numpy.newaxis])
    cutoff = whole("cutoff", cutoff, 1, 2**20)
    if float(cutoff) ** len(array) > 2**30:
        raise UnableError(f"more than 2^30 patterns of {len(array)} vertices below {cutoff}")
    found: Batch = batch_of("hafnian_patterns", stack, lambda k, m, n: (cutoff,) * n, None, None, precision, normalized,
                            threads, weights, cutoff, rtol=rtol)
    check_bounds(found, precision, rtol, strict)
    return found


@functools.partial(Quick, "torontonian", rtol=TOLERANCE)
def torontonian(o: Any, *, precision: Union[None, int, str] = None, rtol: Optional[float] = None,
                threads: int = 0, gpus: int = 0, strict: bool = False) -> Any:
    """The torontonian of a Hermitian matrix with 2n rows; rows i and i + n belong to mode i.  It is the sum, over all
    sets Z of modes, of (-1)^(n - |Z|) / sqrt(det (1 - O_Z)), where O_Z has the rows and columns of the modes in Z
    (Quesada, Arrazola and Killoran, Physical Review A 98, 062322, 2018).  1 - O must be positive definite.  For a
    stack, count x 2n x 2n, it gives as many values.

    rtol: as in loop_hafnian().  Entries that must be conjugates of each other may differ by 1e-6 times the largest modulus.
    precision: "exact" (right to the last digit) or a number of bits.  strict: a PrecisionError above rtol.
    Method: pm_batch(3), 2^n 0.2 us.  InputError: not Hermitian.  DomainError: not positive definite.

    >>> torontonian([[0.75, 0], [0, 0.75]])
    3.0
    """
    return _torontonian(o, None, precision, rtol, threads, gpus, strict)


def loop_torontonian(o: Any, gamma: Any, *, precision: Union[None, int, str] = None, rtol: Optional[float] = None,
                     threads: int = 0, gpus: int = 0, strict: bool = False) -> Any:
    """The loop torontonian: as torontonian(), but every term has the factor exp(g (1 - O_Z)^-1 g* / 2), where g has the
    entries of gamma for the modes in Z (Bulmer, Paesani, Chadwick and Quesada, Physical Review A 106, 043712, 2022).
    gamma: 2n numbers; count x 2n for a stack.

    >>> loop_torontonian([[0.75, 0], [0, 0.75]], [0, 0])
    3.0
    """
    return _torontonian(o, gamma, precision, rtol, threads, gpus, strict)


def _torontonian(o: Any, gamma: Any, precision: Union[None, int, str], rtol: Optional[float], threads: int, gpus: int,
                 strict: bool) -> Any:
    allowed = max(rtol or 0, TOLERANCE)
    if _devices.is_on_device(o):
        weights = _loops_there(o, False if gamma is None else gamma)
        found = batch_of("torontonian", o, lambda k, m, n: k, None, None, precision, False, threads,
                         None if weights is None else weights.capsule, allowed, rtol=rtol)
        check_bounds(found, precision, rtol, strict)
        return found
    number = None if gpus else _one_looped("torontonian", o, gamma, precision, rtol, {"threads": threads, "strict": strict}, allowed)
    if number is not None:
        return number
    array, loops = numbers_of(array_of(o)), gamma if gamma is None else numbers_of(array_of(aligned(gamma, o)))
    if array.ndim not in (2, 3):
        raise InputError(f"expected a matrix or a stack of matrices, not {array.ndim} dimensions")
    imaginary = array.dtype.kind == "c" or (loops is not None and loops.dtype.kind == "c")
    array = in_a_row(array, numpy.dtype(numpy.complex128 if imaginary else numpy.float64))
    if loops is not None:
        loops = in_a_row(loops, array.dtype)
        if loops.shape != array.shape[:-1]:
            raise InputError(f"gamma has shape {loops.shape}; O with shape {array.shape} needs {array.shape[:-1]}")
    described, stack = stack_of(array if array.ndim == 3 else array[numpy.newaxis], None, None, precision, False, rtol, gpus)
    if array.ndim == 2:
        return alone_of("torontonian", described, threads, strict, loops, allowed)
    found = filled("torontonian", described, stack, len(stack), threads, loops, allowed)
    check_bounds(found, precision, rtol, strict)
    return found


@_takes_rounded
def montrealer(a: Any, loops: Any = None, *, precision: Union[None, int, str] = None, rtol: Optional[float] = None,
               threads: int = 0, strict: bool = False) -> Any:
    """The montrealer of a symmetric matrix with 2n rows; rows i and i + n belong to mode i.  It is the sum of those terms of
    the hafnian whose pairs form a single cycle together with the n pairs (i, i + n).  With loops, 2n numbers, it also has
    the terms of the loop hafnian that form a single path so, between two loops.  For a stack, count x 2n x 2n, it gives as
    many values.  It has at most 18 modes: 2^n n^2 products (Cardin and Quesada, arXiv:2212.06067).
    precision, rtol, strict: as in torontonian().  Method: pm_batch(3).

    >>> montrealer(numpy.ones((6, 6)))
    8.0
    """
    return _of_stack("montrealer", a, loops, None, precision, False, rtol, threads, strict)


def low_rank_hafnian(left: Any, loops: Any = None, *, repeats: Times = None, precision: Union[None, int, str] = None,
                     normalized: bool = False, rtol: Optional[float] = None, threads: int = 0, strict: bool = False) -> Any:
    """The hafnian of left @ left.T, n x r times r x n, as a number that is correct to the last digit: n r C(n + r - 1, r - 1)
    steps.  With loops, n numbers, the loop hafnian; they count as one more column.  For a stack, count x n x r, it gives
    as many values.
    repeats, normalized, rtol, strict: as in hafnians().  precision: a number of bits; otherwise as many bits as needed.
    Method: pm_batch(3) (Bjorklund, Gupt and Quesada, ACM Journal of Experimental Algorithmics 24, 2019, appendix C).

    >>> low_rank_hafnian([[1], [2], [3], [4]])
    72.0
    """
    return _of_stack("low_rank_hafnian", left, loops, repeats, precision, normalized, rtol, threads, strict)


def _of_stack(name: str, a: Any, loops: Any, repeats: Times, precision: Union[None, int, str], normalized: bool,
              rtol: Optional[float], threads: int, strict: bool) -> Any:
    """pm_batch() of one matrix or of a stack."""
    array, loops, repeats = array_of(a), aligned(loops, a), aligned(repeats, a)
    if array.ndim not in (2, 3):
        raise InputError(f"expected a matrix or a stack of matrices, not {array.ndim} dimensions")
    alone = array.ndim == 2
    stack = array[numpy.newaxis] if alone else array
    weights = None if loops is None else _loops_of(stack, array_of(loops)[numpy.newaxis] if alone else array_of(loops))
    described, stack = stack_of(stack, repeats, None, precision, normalized, rtol)
    if alone:
        return alone_of(name, described, threads, strict, weights)
    found = filled(name, described, stack, len(stack), threads, weights)
    check_bounds(found, precision, rtol, strict)
    return found


def perfect_matchings(graph: Any, *, unmatched: Union[None, int, str] = None, weight: Optional[str] = None,
                      precision: Union[None, int, str] = None, log: bool = False, **options: Any) -> Number:
    """The number of perfect matchings of a graph.  With `weight`, the name of an edge attribute, it is the sum, over
    the perfect matchings, of the products of the weights; an edge of networkx without it has the weight 1.  Directions
    and loops are ignored.  A symmetric matrix is an adjacency matrix.
    unmatched: instead of perfect matchings, those that leave exactly so many vertices free, or "least": as few as possible.
    log: the weights are given by their natural logarithms.
    InputError: no edge has the attribute `weight`; a digraph has opposite arcs.
    """
    return answer_of(*_problems.matchings(graph, weight, log), precision, options, unmatched)


def cycle_covers(graph: Any, least: int = 1, *, weight: Optional[str] = None,
                 precision: Union[None, int, str] = None, log: bool = False, **options: Any) -> Number:
    """The number of cycle covers of a digraph: sets of disjoint cycles that contain all vertices.  Each cycle has
    at least `least` vertices, which is 1, 2 or 3.  An edge of an undirected graph is two arcs.
    log: the weights are given by their natural logarithms.
    """
    if not is_graph(graph):
        raise InputError("expected a graph of networkx or igraph; the cycle covers of a matrix are its permanent")
    handle, exact = _problems.graph_of(graph, weight, log)
    return answer_of(_door.problem_cycle_covers(handle, least), exact, precision, options)
