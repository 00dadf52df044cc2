# SPDX-License-Identifier: GPL-3.0-or-later
"""Arrays of the user as the library reads them.  Every function of the package takes its arrays by array_of().

Arrays of float64, complex128 and int64 are read where they stand, whatever their strides.
"""

from __future__ import annotations

import functools
import operator
from decimal import Decimal
from numbers import Number
from typing import Any, Optional

import numpy

from . import _door
from ._door import InputError
from ._numbers import Gaussian, own_number

TOLERANCE = 1e-6  # of conditions that rounded numbers do not meet exactly, in units of the largest modulus

_PLAIN = {"f": numpy.float64, "c": numpy.complex128, "i": numpy.int64, "u": numpy.int64, "b": numpy.int64}


def is_sparse(a: Any) -> bool:
    """True for matrices and arrays of scipy.sparse."""
    return hasattr(a, "tocsr")


def is_graph(a: Any) -> bool:
    """True for graphs of networkx and igraph."""
    return hasattr(a, "is_directed")


def is_frame(a: Any) -> bool:
    """True for data frames of pandas."""
    return hasattr(a, "columns") and hasattr(a, "index")


def labelled(values: numpy.ndarray, a: Any) -> Any:
    """A matrix with the labels of the data frame `a`, if it is one."""
    return type(a)(values, index=a.index, columns=a.columns) if is_frame(a) else values


def aligned(values: Any, a: Any, axis: str = "index") -> Any:
    """Numbers beside a matrix: a series, or a data frame, in the order of the labels that a data frame has on this axis."""
    if not is_frame(a) or not hasattr(values, "iloc"):
        return values
    side = axis if is_frame(values) else "index"
    own, wanted = getattr(values, side), getattr(a, axis)
    if own.equals(wanted):
        return values
    if len(own) != len(wanted) or not own.is_unique or not wanted.is_unique or not own.isin(wanted).all():
        raise InputError(f"the labels {own.tolist()} beside a data frame with the labels {wanted.tolist()}: they must be the "
                         "same, in any order; .to_numpy() takes the numbers without labels")
    return values.reindex(**{side: wanted})


def array_of(a: Any, absent: float = 0) -> numpy.ndarray:
    """Nested lists, and all that NumPy takes for an array: of numbers, else of objects.  Tensors of torch may be on a
    device, or views that stand for conjugate or negative numbers.  absent: what a sparse matrix lacks, -inf of logarithms."""
    if type(a) is numpy.ndarray and a.dtype.kind in _PLAIN:
        return a
    if is_graph(a):
        raise InputError("a matrix is expected, not a graph; perfect_matchings() and cycle_covers() take graphs")
    if hasattr(a, "edge_list"):
        raise InputError("graphs of rustworkx are not taken; networkx.Graph(list(graph.edge_list())) makes one of networkx")
    if is_sparse(a):
        a = _filled(a, absent)
    if hasattr(a, "isna") and numpy.any(a.isna()):
        raise InputError("the data frame has missing entries; a.fillna({0}) puts {0} in their places".format(_none(absent)))
    a = _on_host(a)
    if any(numpy.ma.is_masked(x) for x in (a if isinstance(a, (list, tuple)) else [a])):
        raise InputError("the array has masked entries; a.filled({0}) puts {0} in their places".format(_none(absent)))
    if isinstance(a, numpy.ndarray):
        if a.dtype.kind in "mM":
            raise TypeError(f"entries of type {a.dtype} are no numbers")
        return numpy.asarray(a)
    return numbers_of(numpy.asarray(a) if hasattr(a, "__array__") else numpy.array(a, dtype=object))


def _present(a: Any, missing: Any) -> Any:
    """The array with this number for NaN, None and masked entries."""
    missing = own_number(missing)
    missing = missing.item() if isinstance(missing, numpy.generic) else missing
    if not isinstance(missing, (Number, Gaussian)) or _is_gap(missing):
        raise InputError(f"missing={missing!r}: a number is expected")
    if is_sparse(a) or is_graph(a):
        raise InputError("missing: an array or a data frame is expected; a sparse matrix or a graph lacks what it does not list")
    array, gaps = entries_of(a)
    if not gaps.any():
        return a
    array = array if array.dtype == object else plain(array)
    array = numpy.array(array, dtype=array.dtype if _holds(array.dtype, missing) else object)
    array[gaps] = missing
    return labelled(numbers_of(array), a)


def _none(absent: float) -> str:
    """How the user writes the entry that stands for none."""
    return "-numpy.inf" if absent else "0"


def takes_missing(function: Any) -> Any:
    """A function with the option `missing`, the number in the place of entries of the first argument that are missing, of
    which its errors speak."""
    first = function.__code__.co_varnames[0]

    @functools.wraps(function)
    def call(*given: Any, **options: Any) -> Any:
        filled = "missing" in options
        missing = options.pop("missing", None)
        if filled and given:
            given = (_present(given[0], missing), *given[1:])
        elif filled and first in options:
            options[first] = _present(options[first], missing)
        try:
            return function(*given, **options)
        except InputError as error:
            a = given[0] if given else options.get(first)
            hint = "; missing={0} takes {0} for entries that are missing".format(_none(bool(options.get("log"))))
            if filled or hint in str(error) or is_sparse(a) or is_graph(a) or not entries_of(a)[1].any():
                raise
            raise InputError(str(error) + hint) from None
    return call


def _holds(dtype: numpy.dtype[Any], x: Any) -> bool:
    """Whether a number has this type without a change of its value."""
    try:
        return bool(dtype == object or dtype.type(x).item() == x)
    except (TypeError, ValueError, OverflowError):
        return False


def _is_gap(x: Any) -> bool:
    return x is None or isinstance(x, Number) and bool(x.is_nan() if isinstance(x, Decimal) else x != x)


def entries_of(a: Any) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The entries of an array or a data frame, and where they are missing."""
    if hasattr(a, "isna"):
        return numpy.asarray(a, dtype=object), numpy.asarray(a.isna(), dtype=bool)
    given = a if isinstance(a, numpy.ndarray) else numpy.ma.array(_on_host(a), dtype=object)
    array, gaps = numpy.asarray(given), numpy.ma.getmaskarray(given)
    if array.dtype.kind in "fc":
        gaps = gaps | numpy.isnan(array)
    elif array.dtype == object:
        gaps = gaps | numpy.array([_is_gap(x) for x in array.flat], dtype=bool).reshape(array.shape)
    return array, gaps


def _on_host(a: Any) -> Any:
    """Matrices of mpmath and tensors of torch as lists and arrays; others as they are."""
    if hasattr(a, "resolve_neg"):
        if a.requires_grad:
            raise InputError("the tensor requires a gradient, and this function has none: permatch.torch has functions with "
                             "derivatives, and a.detach() is taken without")
        a = a.detach().to_dense() if a.is_sparse else a.detach()
        a = a.resolve_conj().resolve_neg().cpu().numpy()
    return a.tolist() if type(a).__module__.startswith("mpmath.") else a


def _filled(a: Any, absent: float) -> numpy.ndarray:
    if absent == 0:
        return numpy.asarray(a.toarray())
    entries, full = a.tocoo(), numpy.full(a.shape, absent)
    full[entries.row, entries.col] = entries.data
    return full


@functools.lru_cache(maxsize=256)
def _kind(one: type) -> str:
    """What the objects of a type are: i (integers), f (floats), c (complex numbers) or O (anything else)."""
    known: Any = (("i", (int, numpy.integer, numpy.bool_)), ("f", (float, numpy.float16, numpy.float32)),
                  ("c", (complex, numpy.complex64)))
    return next((kind for kind, types in known if issubclass(one, types)), "O")


def numbers_of(array: numpy.ndarray) -> numpy.ndarray:
    """An array of objects as int64, float64 or complex128 if one of them holds all numbers exactly; others as they are."""
    if array.dtype != object:
        return array
    kinds = {_kind(one) for one in set(map(type, array.flat))}
    for x in array.flat if "O" in kinds else ():
        if isinstance(x, (str, bytes)) or isinstance(x, Decimal) and x.is_snan():
            raise InputError(f"{x!r} is not a number")
    least, most = (-2**63, 2**63 - 1) if kinds == {"i"} else (-2**53, 2**53)
    if "O" in kinds:
        array = numpy.array([own_number(x) for x in array.flat] + [None], dtype=object)[:-1].reshape(array.shape)
    if "O" in kinds or not all(least <= x <= most for x in array.flat if isinstance(x, (int, numpy.integer))):
        return array
    return array.astype(numpy.int64 if kinds == {"i"} else numpy.complex128 if "c" in kinds else numpy.float64)


def plain(values: Any) -> numpy.ndarray:
    """An array as one of the types that the library reads; as it stands where it is one."""
    kind = values.dtype.kind
    if kind not in _PLAIN or values.dtype.itemsize > (16 if kind == "c" else 8):
        raise TypeError(f"entries of type {values.dtype} are not taken here; real and complex numbers in double "
                        "precision and integers below 2^63 are")
    if kind == "u" and values.size and int(values.max()) >= 2**63:
        raise TypeError("integers above 2^63 - 1 are taken as Python's: A.astype(object)")
    ready = values.dtype == _PLAIN[kind] and values.flags.aligned
    found = values if ready else numpy.require(values, dtype=_PLAIN[kind], requirements="A")
    return numpy.ascontiguousarray(found) if any(stride % found.itemsize for stride in found.strides) else found


def logs_of(values: numpy.ndarray) -> numpy.ndarray:
    """Logarithms of entries as the library reads them."""
    if values.dtype.kind == "c":
        raise InputError("logarithms of entries are real numbers")
    try:
        return numpy.require(values, dtype=numpy.float64, requirements="A")
    except (TypeError, ValueError, OverflowError) as reason:
        raise InputError(f"a logarithm is not a number: {reason}") from reason


def in_a_row(values: Any, dtype: Optional[numpy.dtype[Any]] = None) -> numpy.ndarray:
    """Numbers that follow each other in memory, of this type or of one that the library reads."""
    return numpy.ascontiguousarray(plain(values), dtype=dtype)


def whole(name: str, value: Any, least: int, most: int) -> int:
    """An integer of Python or NumPy within limits."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise InputError(f"{name}: an integer from {least} to {most} is expected, not {value!r}")
    return number


def new_seed(seed: Optional[int]) -> int:
    """A seed of the caller, or a new one."""
    if seed is None:
        seed = int(numpy.random.SeedSequence().generate_state(1, numpy.uint64)[0])
    return whole("seed", seed, 0, 2**64 - 1)


def joined(a: numpy.ndarray, row: numpy.ndarray) -> numpy.ndarray:
    """The array with one more row; of objects if no other type holds all numbers exactly."""
    if a.dtype == row.dtype != object:
        return numpy.vstack([a, row])
    return numbers_of(numpy.vstack([a.astype(object), row.astype(object)]))


def whole_numbers(a: numpy.ndarray) -> numpy.ndarray:
    """Floating-point numbers that are all integers, as integers; other arrays as they are."""
    return a.astype(numpy.int64) if a.dtype.kind == "f" and (abs(a) < 2**31).all() and (a % 1 == 0).all() else a


def symmetric(a: numpy.ndarray) -> numpy.ndarray:
    """A floating-point matrix, or a stack, that is symmetric up to TOLERANCE times its largest modulus, made symmetric;
    others as they are."""
    if a.ndim not in (2, 3) or a.dtype.kind not in "fc":
        return a
    stack = plain(a if a.ndim == 3 else a[numpy.newaxis])
    means = numpy.empty(stack.shape, dtype=stack.dtype)
    try:
        _door.symmetric(means, (stack, *PLAIN_STACK), TOLERANCE)
    except InputError:
        return a
    return means.reshape(a.shape)


PLAIN_STACK = (None, None, None, False, None, 0, False)  # what _door takes behind the matrices of a stack
