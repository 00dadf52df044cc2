# SPDX-License-Identifier: GPL-3.0-or-later
"""Exact permanents, hafnians and perfect matchings.

Matrices are NumPy arrays, nested lists (also of int, Fraction and Gaussian) or SciPy's sparse matrices,
m x n; graphs are objects of networkx or igraph.  Arrays of float64, complex128 and int64 are read without a
copy.  The answer is exact for integers and rational numbers.  For floating-point numbers it is a
floating-point number with a proved bound.

Most functions take these options:

precision  "exact", "double", "dd" (double-double) or a number of bits; None: depends on the entries
threads    the number of threads; 0: the default of OpenMP
memory     limit in bytes for tables; 0: a fraction of the free memory
seconds    UnableError if the predicted time is longer; 0: no limit

Functions that return one number or a plan also take these options of pm_options (permatch(3)): epsilon, strict,
gpus, engine, reduce, no_reduce, modulus, audit, checkpoint and checkpoint_every.  They also take progress, a
function that is called several times per second with the fraction of the work that is done.  Ctrl-C or an
exception in `progress` stops them.  With a checkpoint, the same call continues later.  With prove, a path, they
write a proof of an exact answer to this file, which pm-verify and pm_verify.py check (permatch_proof(5)).

Ctrl-C also stops the other functions.

Errors: InputError (also a ValueError), DomainError, UnableError, WrongError, MemoryError, OSError.
"""

from __future__ import annotations

import ctypes
import math
import operator
import os
from fractions import Fraction
from typing import Any, NamedTuple, Optional, Sequence, Union

import numpy

from . import _library, _problems
from ._library import DomainError, Error, Handle, InputError, StoppedError, UnableError, WrongError
from ._numbers import (Complex, ExactComplex, Gaussian, Integer, Number, Rational, Real, bound_of, read_gaussian,
                       read_integer, read_rational)

__version__ = _library.VERSION
__all__ = ["permanent", "permanents", "permanent_of_product", "minors", "gradient", "hafnian", "loop_hafnian",
           "perfect_matchings", "cycle_covers", "marginals", "sample", "matching_polynomial", "plan", "Batch",
           "Gaussian", "Number", "Integer", "Rational", "ExactComplex", "Real", "Complex", "Error", "InputError",
           "DomainError", "UnableError", "StoppedError", "WrongError"]

_PRECISIONS = {None: 0, "exact": 1, "double": 53, "dd": 106}
_QUERY_OPTIONS = {"threads", "memory", "seconds"}
_OPTIONS = _QUERY_OPTIONS | {"epsilon", "strict", "gpus", "engine", "reduce", "no_reduce", "modulus", "audit",
                             "checkpoint", "checkpoint_every"}


# --------------------------------------------------------------------- options

_TEXTS = {"engine", "reduce", "no_reduce", "modulus"}
_RANGES = {"threads": (0, 4096), "memory": (0, 2**64 - 1), "gpus": (-1, 4096)}


def _whole(name: str, value: Any, least: int, most: int) -> int:
    """An integer of Python or NumPy within limits, since ctypes would wrap others around."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise InputError(f"{name}: an integer from {least} to {most} is expected, not {value!r}")
    return number


def _precision(precision: Union[None, int, str]) -> int:
    if precision is None or isinstance(precision, str):
        if precision not in _PRECISIONS:
            raise InputError(f"the precision is 'exact', 'double', 'dd' or a number of bits, not {precision!r}")
        return _PRECISIONS[precision]
    return _whole("precision", precision, 2, 1000000)


def _option(name: str, value: Any) -> Any:
    """The value of an option as the library takes it."""
    if name == "checkpoint":
        return os.fsencode(value)
    if name in _TEXTS:
        return str(value).encode()
    if name in _RANGES:
        return _whole(name, value, *_RANGES[name])
    if name in ("seconds", "checkpoint_every") and not value >= 0:
        raise InputError(f"{name}: a number of at least 0 is expected, not {value!r}")
    return value


def _options(precision: Union[None, int, str], exact: bool, known: set[str],
             given: dict[str, Any]) -> _library.Options:
    options = _library.Options()
    options.precision = _precision("exact" if precision is None and exact else precision)
    for name, value in given.items():
        if name not in known:
            raise TypeError(f"there is no option {name!r} here; there are {', '.join(sorted(known))}")
        if value is not None:
            setattr(options, name, _option(name, value))
    return options


# ---------------------------------------------------------------------- answers

_EXACT = {"integer": lambda text: Integer(read_integer(text)), "modular": lambda text: Integer(read_integer(text)),
          "rational": lambda text: Rational(read_rational(text)),
          "gaussian": lambda text: ExactComplex(*read_gaussian(text))}


def _log(answer: Handle) -> Optional[float]:
    log = ctypes.c_double()
    try:
        _library.call("answer_log", ctypes.byref(log), None, answer)
    except DomainError:
        return None
    return log.value


def _number(answer: Handle) -> Number:
    kind = _library.call("answer_type", answer).decode()
    text = _library.text("answer_text", answer, 0)
    if kind in _EXACT:
        number = _EXACT[kind](text)
    else:
        re, im = _library.two_doubles("answer_double", answer)
        number = Real(re) if kind == "real" else Complex(re, im)
        number.bound = bound_of((re,) if kind == "real" else (re, im), _library.text("answer_bound", answer))
    number.text = text
    number.plan = _library.call("answer_plan", answer).decode()
    number.engines = _library.call("answer_engines", answer).decode()
    number.log = _log(answer)
    return number


def _solve(problem: Handle, options: _library.Options, progress: Any = None, times: Any = None) -> Handle:
    if times is None and progress is None:
        small = Handle("answer", "solve_small", ctypes.byref(problem._as_parameter_), 1, ctypes.byref(options))
        if small._as_parameter_:  # it needs no plan
            return small
    name, more = ("solve", ()) if times is None else ("solve_repeated", times)
    return _library.watched(options, progress,
                            lambda: Handle("answer", name, problem, *more, ctypes.byref(options)))


def _answer(problem: Handle, exact: bool, precision: Union[None, int, str], given: dict[str, Any],
            times: Any = None) -> Number:
    """times: pointers to the multiplicities of rows and columns; None: all 1."""
    progress, proof = given.pop("progress", None), given.pop("prove", None)
    if proof is not None and (times is not None or given.get("modulus") is not None):
        raise InputError("a proof is about one exact number, without multiplicities or a modulus")
    options = _options(precision, exact, _OPTIONS, given)
    number = _number(_solve(problem, options, progress, times))
    if proof is not None:
        _prove(proof, problem, number.text, options)
    return number


def _prove(path: Any, problem: Handle, value: str, options: _library.Options) -> None:
    """Writes a proof of the number to a file."""
    text = _library.text("prove", problem, 0, ctypes.byref(ctypes.c_char_p(value.encode())), 1, ctypes.byref(options))
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


class Batch(NamedTuple):
    """Numbers, and proved bounds of their absolute errors."""

    values: numpy.ndarray
    bounds: numpy.ndarray


Times = Optional[Sequence[Any]]


def _times(times: Times, count: int, lines: int) -> Optional[numpy.ndarray]:
    """Multiplicities of the lines of each of `count` matrices; one list serves all."""
    if times is None:
        return None
    given = numpy.asarray(times, dtype=None if numpy.size(times) else int)
    if given.dtype.kind not in "iu" or given.shape not in ((lines,), (count, lines)):
        raise InputError(f"the multiplicities of {lines} lines are as many integers, not {times!r}")
    if given.size and (given.min() < 0 or given.max() >= 2**31):
        raise InputError("multiplicities are 0 to 2^31 - 1")
    return numpy.ascontiguousarray(numpy.broadcast_to(given, (count, lines)), dtype=numpy.intc)


def _stack(stack: Any, rows: Times, cols: Times, precision: Union[None, int, str],
           normalized: bool) -> tuple[_library.Stack, tuple[Any, ...]]:
    """An array with three dimensions as the library reads it, and the arrays that must outlive that."""
    array = _problems.array_of(stack)
    if array.dtype == object:
        array = _problems.numbers_of(array)
    if array.ndim != 3:
        raise InputError(f"a stack has three dimensions, not {array.ndim}")
    described, kept = _problems.stack_of(array)
    count, m, n = kept.shape
    row_times, col_times = _times(rows, count, m), _times(cols, count, n)
    if row_times is not None:
        described.row_times = row_times.ctypes.data
    if col_times is not None:
        described.col_times = col_times.ctypes.data
    described.precision, described.normalized = _precision(precision), normalized
    return described, (kept, row_times, col_times)


def _is_long(described: _library.Stack) -> bool:
    """Whether it may take long enough to be worth a thread that can be stopped."""
    least = min(described.rows, described.cols)
    plain = described.precision in (0, 53) and not described.row_times and not described.col_times
    return not plain or described.count * 2.0**least * max(described.rows, described.cols) > 1e8


def _filled(name: str, described: _library.Stack, kept: tuple[Any, ...], shape: Any, threads: int,
            *more: Any) -> Batch:
    """pm_NAME() of a stack; the answer has that shape."""
    threads = _option("threads", threads)
    values = numpy.empty(shape, dtype=numpy.complex128 if kept[0].dtype.kind == "c" else numpy.float64)
    bounds = numpy.empty(values.shape)

    def work() -> None:
        _library.call(name, values.ctypes.data, bounds.ctypes.data, ctypes.byref(described), *more, threads)

    if name in ("batch", "minors") and not _is_long(described):
        work()
    else:
        _library.watched(described, None, work)
    return Batch(values, bounds)


def _batch(name: str, stack: Any, shape: Any, rows: Times, cols: Times, precision: Union[None, int, str],
           normalized: bool, threads: int, *more: Any) -> Batch:
    """pm_NAME() of an array with three dimensions; `shape` makes that of the answer."""
    described, kept = _stack(stack, rows, cols, precision, normalized)
    return _filled(name, described, kept, shape(*kept[0].shape), threads, *more)


def _single(batch: Batch) -> Number:
    """The number of a stack of one matrix."""
    value, bound = batch.values[0], batch.bounds[0]
    number = Complex(value) if batch.values.dtype.kind == "c" else Real(value)
    number.bound, number.text = float(bound), repr(value.item())
    return number


def permanent(a: Any, *, rows: Times = None, cols: Times = None, precision: Union[None, int, str] = None,
              **options: Any) -> Number:
    """The permanent of an m x n matrix with m <= n: the sum, over all ways to give every row its own column, of the
    products of the entries (Minc, Permanents, 1978, section 1.1).  For m > n it is that of the transpose.

    rows, cols: the multiplicity of each row and column; None: 1.  If there are multiplicities and the entries are
    floating-point numbers, the method is that of permanents(), and `threads` is the only option.  If the value is
    beyond the range of float, `.text` and `.log` have it.
    The number has `.bound`, `.text`, `.plan`, `.engines` and `.log`.  Small matrices are computed exactly, without a
    plan (pm_solve_small(3)).

    >>> permanent([[1, 2], [3, 4]])
    10
    """
    if rows is None and cols is None:
        return _answer(*_problems.matrix(a), precision, options)
    if not _problems.is_sparse(a):
        array = _problems.array_of(a)
        if array.dtype.kind in "fc" and precision != "exact" and array.ndim == 2 and set(options) <= {"threads"}:
            number = _single(_batch("batch", array[numpy.newaxis], lambda k, m, n: k, rows, cols, precision, False,
                                    options.get("threads", 0)))
            if math.isfinite(number.bound):
                return number
        a = array  # beyond the range of float: `text` and `log` have the value
    problem, exact = _problems.matrix(a)
    row_times, col_times = _times(rows, 1, a.shape[0]), _times(cols, 1, a.shape[1])
    times = [t if t is None else t.ctypes.data for t in (row_times, col_times)]
    return _answer(problem, exact, precision, options, times)


def permanents(stack: Any, *, rows: Times = None, cols: Times = None, precision: Union[None, int, str] = None,
               normalized: bool = False, threads: int = 0) -> Batch:
    """The permanents of `count` matrices, an array count x m x n, as float64 or complex128.  No plan is made.

    rows, cols: multiplicities of rows and columns: one list for all matrices, or one list for each matrix.
    normalized: the values are divided by the square root of the product of the factorials of all multiplicities
    (amplitudes of boson sampling: Scheel, arXiv:quant-ph/0406127).
    precision: "double"; "exact" (the result is rounded to double); a number of bits; None: double, but with
    multiplicities more bits until the relative error of every value is at most 1e-12.
    Without multiplicities, the time grows as 2^min(m, n) if this minimum is at most 12, else as 2^max(m, n).
    Method: pm_batch(3).

    >>> permanents([[[1, 2], [3, 4]], [[1, 1], [1, 1]]]).values
    array([10.,  2.])
    """
    return _batch("batch", stack, lambda k, m, n: k, rows, cols, precision, normalized, threads)


def permanent_of_product(left: Any, right: Any, *, rows: Times = None, cols: Times = None,
                         precision: Union[None, int, str] = None, normalized: bool = False,
                         threads: int = 0) -> Union[Number, Batch]:
    """The permanent of left @ right, n x r times r x n, as a number that is correct to the last digit.  For two
    stacks of `count` matrices, `count` permanents.  For matrices of low rank r: n r C(n + r - 1, r - 1) steps.

    rows, cols: multiplicities of the rows of `left` and of the columns of `right`.  normalized: as in permanents().
    precision: a number of bits; otherwise as many bits as needed.
    Method: pm_rank(3) (Barvinok, Mathematics of Operations Research 21, 1996).

    >>> permanent_of_product([[1], [2]], [[3, 4]])
    48.0
    """
    factors = [_problems.numbers_of(f) if f.dtype == object else f for f in map(_problems.array_of, (left, right))]
    if factors[0].ndim != factors[1].ndim or factors[0].ndim not in (2, 3):
        raise InputError(f"expected two matrices or two stacks, not {factors[0].ndim} and {factors[1].ndim} dimensions")
    if object not in (factors[0].dtype, factors[1].dtype):
        common = numpy.result_type(*factors)
        factors = [factor.astype(common, copy=False) for factor in factors]
    single = factors[0].ndim == 2
    if single:
        factors = [factor[numpy.newaxis] for factor in factors]
    first, kept = _stack(factors[0], rows, None, precision, normalized)
    second, other = _stack(factors[1], None, cols, precision, normalized)
    found = _filled("rank", first, kept + other, kept[0].shape[:1], threads, ctypes.byref(second))
    return _single(found) if single else found


def minors(a: Any, *, rows: Times = None, cols: Times = None, precision: Union[None, int, str] = None,
           threads: int = 0) -> Batch:
    """The permanents of a matrix without row i and column j, for all i and j, as an m x n array; for a stack
    count x m x n, an array of the same shape.  With multiplicities, one copy of the row and one copy of the
    column are removed.  Method: pm_minors(3).

    >>> minors([[1, 2], [3, 4]]).values
    array([[4., 3.],
           [2., 1.]])
    """
    array = _problems.array_of(a)
    stack = array[numpy.newaxis] if array.ndim == 2 else array
    found = _batch("minors", stack, lambda k, m, n: (k, m, n), rows, cols, precision, False, threads)
    return Batch(*(part[0] for part in found)) if array.ndim == 2 else found


def gradient(a: Any, *, rows: Times = None, cols: Times = None, precision: Union[None, int, str] = None,
             threads: int = 0) -> Batch:
    """The derivatives of the permanent with respect to the entries, of a matrix or a stack.  They are minors() times
    the multiplicities of row and column.
    """
    values, bounds = minors(a, rows=rows, cols=cols, precision=precision, threads=threads)
    for times, axis in ((rows, -1), (cols, -2)):
        if times is not None:
            factor = numpy.expand_dims(numpy.asarray(times, dtype=float), axis)
            values, bounds = values * factor, bounds * factor
    if rows is not None or cols is not None:  # what these products round
        bounds = bounds * (1 + 2**-50) + numpy.abs(values) * 2**-51
    return Batch(values, bounds)


def loop_hafnian(a: Any, loops: Optional[Sequence[Any]] = None, *, repeats: Times = None,
                 precision: Union[None, int, str] = None, **options: Any) -> Number:
    """The loop hafnian of a symmetric n x n matrix: the sum over all ways to match every vertex with another vertex or
    with itself.  Two vertices i and j have the factor a_ij.  A vertex i that is matched with itself has the factor
    loops[i]; None: a_ii.  With repeats[i] copies of vertex i, two copies may be matched, with the factor a_ii.
    The value is exact for integers and fractions of any size, and for all numbers with precision="exact".
    Options: threads, seconds, epsilon, strict, modulus and progress.
    Method: pm_loop_hafnian(3), pairs of vertices (Bjorklund, Gupt and Quesada, ACM Journal of Experimental Algorithmics
    24, 2019); exact values by pm_solve_looped(3).

    >>> loop_hafnian([[1, 2], [2, 3]])
    5
    """
    array = _problems.array_of(a)
    if array.ndim != 2:
        raise InputError(f"a matrix has two dimensions, not {array.ndim}")
    weights = numpy.diagonal(array) if loops is None else _problems.array_of([loops])[0]
    if weights.shape != array.shape[:1] or array.shape[0] != array.shape[1]:
        raise InputError(f"{weights.size} loops of a {array.shape[0]} x {array.shape[1]} matrix")
    joined = _problems.joined(array, weights)
    array, weights = joined[:-1], joined[-1:]
    if joined.dtype.kind in "fc" and precision != "exact" and set(options) <= {"threads"}:
        weights, _ = _problems.plain(weights)
        return _single(_batch("loop_hafnian", array[numpy.newaxis], lambda k, m, n: k, repeats, None, precision, False,
                              options.get("threads", 0), weights.ctypes.data))
    problem, exact = _problems.matrix(array)
    row, exact_loops = _problems.matrix(weights)
    times = _times(repeats, 1, len(array))
    progress = options.pop("progress", None)
    chosen = _options(precision, exact and exact_loops, _OPTIONS, options)
    return _number(_library.watched(chosen, progress, lambda: Handle(
        "answer", "solve_looped", problem, row, None if times is None else times.ctypes.data, ctypes.byref(chosen))))


def hafnian(a: Any, *, repeats: Times = None, precision: Union[None, int, str] = None, **options: Any) -> Number:
    """The hafnian of a symmetric n x n matrix: the sum, over the perfect matchings of its graph, of the products of
    their entries.  The diagonal is ignored.  The matrix must be exactly symmetric; (A + A.T) / 2 makes it so.
    With repeats[i] copies of vertex i it is loop_hafnian() without loops, with the options of that function.

    >>> hafnian([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]])
    3
    """
    if repeats is None:
        return perfect_matchings(a, precision=precision, **options)
    array = _problems.array_of(a)
    return loop_hafnian(array, numpy.zeros(array.shape[:1], dtype=int), repeats=repeats, precision=precision, **options)


def perfect_matchings(graph: Any, *, weight: Optional[str] = None, precision: Union[None, int, str] = None,
                      **options: Any) -> Number:
    """The number of perfect matchings of a graph.  With `weight`, the name of an edge attribute, it is the sum, over
    the perfect matchings, of the products of the weights; an edge of networkx without it has the weight 1.  Directions
    and loops are ignored.  A symmetric matrix is an adjacency matrix.
    InputError: no edge has the attribute `weight`.
    """
    return _answer(*_problems.matchings(graph, weight), precision, options)


def cycle_covers(graph: Any, least: int = 1, *, weight: Optional[str] = None,
                 precision: Union[None, int, str] = None, **options: Any) -> Number:
    """The number of cycle covers of a digraph: sets of disjoint cycles that contain all vertices.  Each cycle has
    at least `least` vertices, which is 1, 2 or 3.  An edge of an undirected graph is two arcs.
    """
    if not _problems.is_graph(graph):
        raise InputError("expected a graph of networkx or igraph; the cycle covers of a matrix are its permanent")
    handle, exact = _problems.graph_of(graph, weight)
    return _answer(Handle("problem", "problem_cycle_covers", handle, least), exact, precision, options)


def plan(a: Any, *, precision: Union[None, int, str] = None, **options: Any) -> str:
    """The plan for the permanent of a matrix or the number of perfect matchings of a graph, as text, with the
    predicted time.
    """
    problem, exact = _asked(a, None)
    chosen = _options(precision, exact, _OPTIONS, options)
    chosen.plan_only = True
    return _library.call("answer_plan", _solve(problem, chosen)).decode()


# ------------------------------------------------------------ more than a number

def _values(handle: Handle, exact: bool) -> list[Any]:
    count = _library.call("values_count", handle)
    kind = _library.call("values_type", handle).decode()
    if not exact:
        parts = [_library.two_doubles("values_double", handle, k) for k in range(count)]
        return [complex(*z) for z in parts] if kind in ("complex", "gaussian") else [re for re, _ in parts]
    read = {"rational": read_rational, "integer": read_integer,
            "gaussian": lambda text: Gaussian(*read_gaussian(text))}[kind]
    return [read(_library.text("values_text", handle, k, 0)) for k in range(count)]


def _asked(a: Any, weight: Optional[str]) -> tuple[Handle, bool]:
    """The problem of the matchings of a graph, or of a matrix between its rows and columns."""
    _problems.refuse_weight(a, weight)
    return _problems.matchings(a, weight) if _problems.is_graph(a) else _problems.matrix(a)


def _joined(problem: Handle, i: int, j: int) -> tuple[int, int]:
    """The numbers of the vertices that row i and column j stand for."""
    return _library.call("problem_row_vertex", problem, i), _library.call("problem_col_vertex", problem, j)


def marginals(a: Any, *, weight: Optional[str] = None, precision: Union[None, int, str] = None,
              **options: Any) -> Any:
    """The share of each entry in the permanent: a_ij per(minor) / per.  It is the probability that a random matching
    uses the entry, if matchings are weighted by their products.

    The result is an m x n array for an array, a sparse array of SciPy for a sparse matrix, and for a graph a
    dictionary with its edges (u, v) as keys, in the order in which the graph lists their ends; for a digraph these are
    arcs, which are matched as edges.  Parallel edges are one key.  The values are fractions (arrays of objects) with
    precision="exact" and for entries that are exact objects, else floating-point numbers.
    DomainError: the permanent is 0; an entry is negative or complex.  InputError: a digraph has opposite arcs.
    """
    problem, exact = _asked(a, weight)
    _problems.refuse_negative(a, weight)
    ends = _problems.ends_of(a) if _problems.is_graph(a) else {}
    chosen = _options(precision, exact, _QUERY_OPTIONS, options)
    found = _library.watched(chosen, None, lambda: Handle("values", "marginals", problem, ctypes.byref(chosen)))
    shares = _values(found, chosen.precision == 1)
    row, col = _problems.places(problem)
    if _problems.is_graph(a):
        none = Fraction(0) if chosen.precision == 1 else 0.0
        known = {ends[_joined(problem, int(i), int(j))]: share for i, j, share in zip(row, col, shares)}
        return {edge: known.get(edge, none) for edge in ends.values()}
    values = numpy.array(shares, dtype=object if chosen.precision == 1 else None)
    if _problems.is_sparse(a):
        from scipy.sparse import csr_array
        return csr_array((values, (row, col)), shape=a.shape)
    dense = numpy.zeros(_problems.array_of(a).shape, dtype=values.dtype)
    dense[row, col] = values
    return dense


def sample(a: Any, count: int = 1, *, seed: Optional[int] = None, weight: Optional[str] = None,
           **options: Any) -> Any:
    """`count` independent random matchings.  The probability of a matching is exactly proportional to the product of
    its entries.  The same seed gives the same matchings; None: a new seed in each call.

    For an m x n matrix, the result is an array count x min(m, n): row k has the column of each row in matching k (for
    m > n, the row of each column).  For a graph it is a list of lists of edges (u, v), with ends as in marginals().
    DomainError: the permanent is 0, or an entry is negative or complex.  InputError: a digraph has opposite arcs.
    """
    count = _whole("count", count, 0, 2**63 - 1)
    if seed is None:
        seed = int(numpy.random.SeedSequence().generate_state(1, numpy.uint64)[0])
    seed = _whole("seed", seed, 0, 2**64 - 1)
    problem, exact = _asked(a, weight)
    ends = _problems.ends_of(a) if _problems.is_graph(a) else {}
    m, n = _library.call("problem_rows", problem), _library.call("problem_cols", problem)
    partner = numpy.empty((count, min(m, n)), dtype=numpy.intc)
    chosen = _options(None, exact, _QUERY_OPTIONS, options)
    _library.watched(chosen, None, lambda: _library.call("sample", partner.ctypes.data, count, seed, problem,
                                                          ctypes.byref(chosen)))
    if not _problems.is_graph(a):
        return partner
    symmetric = _library.call("problem_is_symmetric", problem)
    return [[ends[_joined(problem, i, int(j))] for i, j in enumerate(matching) if not symmetric or i < j]
            for matching in partner]


def matching_polynomial(a: Any, *, weight: Optional[str] = None, **options: Any) -> list[Any]:
    """The numbers m_0, m_1, ... of matchings of every size k, as exact numbers.  With weights, m_k is the sum of the
    products of the entries.  The matching polynomial of a graph with n vertices is the sum of
    (-1)^k m_k x^(n - 2k) (Godsil, Algebraic Combinatorics, 1993, chapter 1).  For the pattern of a matrix, these are
    its rook numbers.

    A matrix is a biadjacency matrix.  For graphs that are not bipartite, the sums over matchings of all sizes are
    computed for n/2 + 1 scalings of the weights and interpolated.
    """
    problem, _ = _asked(a, weight)
    if _problems.is_graph(a) and _library.call("problem_is_symmetric", problem):
        return _interpolated(a, weight, options)
    chosen = _options("exact", True, _QUERY_OPTIONS, options)
    found = _library.watched(chosen, None, lambda: Handle("values", "matchings", problem, ctypes.byref(chosen)))
    return _plain(_values(found, True))


def _plain(values: list[Any]) -> list[Any]:
    """Rational numbers; those that are integers as int."""
    return [int(x) if x.denominator == 1 else x for x in values]


def _interpolated(graph: Any, weight: Optional[str], options: dict[str, Any]) -> list[Any]:
    """Newton's interpolation of sum m_k x^k at x = 0, 1, ..., n/2."""
    pairs, weights = _problems.edges_of(graph, weight)
    if any(isinstance(w, (complex, numpy.complexfloating)) for w in weights):
        raise UnableError("matchings of every size need real weights")
    n = len(_problems.vertices_of(graph))
    adjacency = numpy.zeros((n, n), dtype=object)
    for (u, v), w in zip(pairs, weights):
        if u != v:
            adjacency[u, v] += Fraction(w)
            adjacency[v, u] += Fraction(w)
    points = range(n // 2 + 1)
    divided = [Fraction(1)]
    for x in points[1:]:
        problem, _ = _problems.matchings(adjacency * x)
        total = Handle("problem", "problem_total", problem)
        divided.append(Fraction(_answer(total, True, "exact", dict(options))))
    for step in points[1:]:
        for k in reversed(points[step:]):
            divided[k] = (divided[k] - divided[k - 1]) / step
    coefficients = [divided[-1]]
    for k in reversed(points[:-1]):  # times (x - k), plus the next divided difference
        shifted = [Fraction(0)] + coefficients
        coefficients = [s - k * c for s, c in zip(shifted, coefficients + [Fraction(0)])]
        coefficients[0] += divided[k]
    while len(coefficients) > 1 and coefficients[-1] == 0:
        coefficients.pop()
    return _plain(coefficients)
