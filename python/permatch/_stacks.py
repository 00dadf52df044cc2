# SPDX-License-Identifier: GPL-3.0-or-later
"""Stacks of matrices for the library, and their values with bounds."""

from __future__ import annotations

import ctypes
import math
from typing import Any, NamedTuple, Optional, Sequence, Union

import numpy

from . import _arrays, _devices, _library
from ._answers import number_of
from ._library import InputError, complain
from ._numbers import Complex, Number, Real, answer_of_doubles
from ._options import option_of, precision_of


class Batch(NamedTuple):
    """Numbers, and proved bounds of their absolute errors."""

    values: numpy.ndarray
    bounds: numpy.ndarray


Times = Union[None, Sequence[Any], numpy.ndarray]


def times_of(times: Times, count: int, lines: int) -> Optional[numpy.ndarray]:
    """Multiplicities of the lines of each of `count` matrices; one list serves all."""
    if times is None:
        return None
    given = _arrays.array_of(times)
    given = given if given.size else given.astype(int)
    if given.dtype.kind not in "iu" or given.shape not in ((lines,), (count, lines)):
        raise InputError(f"the multiplicities of {lines} lines are as many integers, not {times!r}")
    if given.size and (given.min() < 0 or given.max() >= 2**31):
        raise InputError("multiplicities are 0 to 2^31 - 1")
    return numpy.ascontiguousarray(numpy.broadcast_to(given, (count, lines)), dtype=numpy.intc)


def stack_of(stack: Any, rows: Times, cols: Times, precision: Union[None, int, str], normalized: bool,
             rtol: Optional[float] = None, gpus: int = 0) -> tuple[_library.Stack, tuple[Any, ...]]:
    """An array with three dimensions as the library reads it, and the arrays that must outlive that."""
    on_device = _devices.is_on_device(stack)
    array: Any = _devices.Given(stack) if on_device else _arrays.numbers_of(_arrays.array_of(stack))
    if array.ndim != 3:
        raise InputError(f"a stack has three dimensions, not {array.ndim}")
    described, kept = (array.described(), array) if on_device else _arrays.stack_of(array)
    if gpus and not on_device:
        described.gpus = _devices.gpus_of(option_of("gpus", gpus))
    count, m, n = kept.shape
    row_times, col_times = times_of(rows, count, m), times_of(cols, count, n)
    if row_times is not None:
        described.row_times = row_times.ctypes.data
    if col_times is not None:
        described.col_times = col_times.ctypes.data
    described.precision, described.normalized, described.epsilon = precision_of(precision), normalized, epsilon_of(rtol)
    return described, (kept, row_times, col_times)


def _is_long(name: str, described: _library.Stack, times: Optional[numpy.ndarray], size: int) -> bool:
    """Whether it may take long enough to be worth a thread that can be stopped; size: that of the answer."""
    least, most = sorted((described.rows, described.cols))
    if described.precision not in (0, 53):
        return True
    if name == "hafnian_patterns":
        return bool(size * most > 1e6)
    if name == "loop_hafnian":
        copies = most if times is None else times.sum(axis=1).max(initial=0)
        return bool(described.count * 2.0**(copies / 2) * most**3 > 1e7)
    return name not in ("batch", "minors", "shares") or times is not None or described.count * 2.0**least * most > 1e6


def filled(name: str, described: _library.Stack, kept: tuple[Any, ...], shape: Any, threads: int,
            *more: Any) -> Any:
    """pm_NAME() of a stack; the answer has that shape."""
    threads = option_of("threads", threads)
    values = numpy.empty(shape, dtype=numpy.complex128 if kept[0].dtype.kind == "c" else numpy.float64)
    bounds = numpy.empty(values.shape)

    def work() -> None:
        _library.call(name, values.ctypes.data, bounds.ctypes.data, ctypes.byref(described), *more, threads)

    if _is_long(name, described, kept[1], values.size):
        _library.watched(described, None, work)
    else:
        work()
    return given(Batch(values, bounds), kept[0])


def given(found: Batch, array: Any) -> Any:
    """The numbers, on the device of the array that asked for them."""
    if not isinstance(array, _devices.Given):
        return found
    return _devices.DeviceBatch(*(_devices.DeviceArray(part, array.device) for part in found))


def batch_of(name: str, stack: Any, shape: Any, rows: Times, cols: Times, precision: Union[None, int, str],
             normalized: bool, threads: int, *more: Any, rtol: Optional[float] = None, gpus: int = 0) -> Any:
    """pm_NAME() of an array with three dimensions; `shape` makes that of the answer."""
    described, kept = stack_of(stack, rows, cols, precision, normalized, rtol, gpus)
    return filled(name, described, kept, shape(*kept[0].shape), threads, *more)


def alone_of(name: str, described: _library.Stack, kept: tuple[Any, ...], threads: int, precision: Any,
             rtol: Optional[float], strict: bool, *more: Any) -> Number:
    """pm_NAME() of a stack of one matrix, as a number of any size."""
    exponent = ctypes.c_int64()
    described.exponents = ctypes.addressof(exponent)
    values, bounds = filled(name, described, kept, (1,), threads, *more)
    return number_from(values[0].item(), float(bounds[0]), exponent.value, precision, rtol, strict)


def number_from(value: Union[float, complex], bound: float, exponent: int, precision: Union[None, int, str],
                rtol: Optional[float], strict: bool) -> Number:
    """The number value 2^exponent with its bound; complains about a bound that is larger than asked."""
    asked, number = epsilon_of(rtol) or 1e-12, Real(value) if isinstance(value, float) else Complex(value)
    number.bound = bound
    size = max(abs(value.real), abs(value.imag))
    if exponent or not bound < math.inf:
        number = number_of(answer_of_doubles(value, bound, exponent))
    if not bound <= asked * size and (precision is None or rtol is not None or strict):
        vague = bound / size if size else math.inf
        complain(f"the relative error may be {vague:.2g}", strict)
    return number


_DOUBLES = (numpy.dtype(numpy.float64), numpy.dtype(numpy.complex128))
_SHORT = {"batch": 22, "loop_hafnian": 34}  # orders that take less than a second and need no watching


def one(name: str, a: Any, precision: Union[None, int, str], rtol: Optional[float], options: dict[str, Any],
        loops: Any = None) -> Optional[Number]:
    """The number of one matrix of doubles, at once; None: it is something else, or has more digits than a float."""
    if (type(a) is not numpy.ndarray or a.dtype not in _DOUBLES or a.ndim != 2 or not 0 < max(a.shape) <= _SHORT[name]
            or precision not in (None, "double") or not options.keys() <= {"threads", "strict"}
            or is_beyond_float(precision, rtol)
            or a.strides[0] % a.itemsize or a.strides[1] % a.itemsize or not a.flags.aligned):
        return None
    threads = options.get("threads", 0)
    if threads:
        threads = option_of("threads", threads)
    more = () if name == "batch" else (0 if loops is None else loops.__array_interface__["data"][0],)
    found = _library.one(name, a, 53 if precision else 0, threads, epsilon_of(rtol), *more)
    if not found[1] < math.inf:
        return None
    return number_from(*found, precision, rtol, options.get("strict", False))


def is_beyond_float(precision: Union[None, int, str], rtol: Optional[float]) -> bool:
    """Whether more digits are asked for than a float has."""
    return precision is None and rtol is not None and rtol < 2**-52


def epsilon_of(rtol: Optional[float]) -> float:
    """The relative error that is allowed, as the library takes it; 0: the default."""
    if rtol is None:
        return 0.0
    if not 0 < rtol < 1:
        raise InputError(f"rtol: a number between 0 and 1 is expected, not {rtol!r}")
    return float(rtol)


def planned(rtol: Optional[float], options: dict[str, Any]) -> dict[str, Any]:
    """The options as pm_solve() takes them."""
    return options if rtol is None else {**options, "epsilon": epsilon_of(rtol)}


def check_bounds(found: Any, precision: Union[None, int, str], rtol: Optional[float], strict: bool,
                 least: float = 0.0) -> None:
    """Complains about bounds that are larger than asked, relative to values of at least `least`."""
    if precision is None or rtol is not None or strict:
        asked = epsilon_of(rtol) or 1e-12
        with numpy.errstate(invalid="ignore"):
            sizes = numpy.maximum(numpy.abs(numpy.asarray(found.values)), least)
            bounds = numpy.asarray(found.bounds)
            vague = ~((bounds <= asked * sizes) & (bounds < math.inf))
        if vague.any():
            complain(f"the relative error of {vague.sum()} of {vague.size} values may be above {asked}", strict)
