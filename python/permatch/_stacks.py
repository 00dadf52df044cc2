# SPDX-License-Identifier: GPL-3.0-or-later
"""Stacks of matrices for the library, and their values with bounds."""

from __future__ import annotations

import functools
import types
from typing import Any, Callable, NamedTuple, Optional, Sequence, Union

import numpy

from . import _arrays, _devices, _door
from ._door import InputError
from ._numbers import Number


class Quick(_door.Quick):
    """A function of one matrix, _door's `name`, that answers small matrices without a step in Python, and calls `rest` for
    all others.  To all who look at it, it is this function.
    own_loops: the diagonal has the loops.  rtol: as pm_stack.rtol."""

    __class__ = property(lambda self: types.FunctionType)

    def __new__(cls, name: str, rest: Callable[..., Any], own_loops: bool = False, rtol: float = 0.0) -> Any:
        return functools.update_wrapper(super().__new__(cls, name, rest, own_loops, rtol), rest)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.__wrapped__, name)

    def __get__(self, one: Any, kind: Any = None) -> Any:
        return self if one is None else types.MethodType(self, one)

    def __reduce__(self) -> str:
        name: str = self.__qualname__
        return name

    def __repr__(self) -> str:
        return f"<function {self.__qualname__} at {id(self):#x}>"


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
    given = _arrays.whole_numbers(given) if given.size else given.astype(int)
    if given.dtype.kind not in "iu" or given.shape not in ((lines,), (count, lines)):
        raise InputError(f"the multiplicities of {lines} lines are as many integers, not {times!r}")
    if given.size and (given.min() < 0 or given.max() >= 2**31):
        raise InputError("multiplicities are 0 to 2^31 - 1")
    found = numpy.empty((count, lines), dtype=numpy.intc)
    found[:] = given
    return found


def stack_of(stack: Any, rows: Times, cols: Times, precision: Union[None, int, str], normalized: bool,
             rtol: Optional[float] = None, gpus: int = 0, logs: bool = False) -> tuple[tuple[Any, ...], Any]:
    """An array with three dimensions as _door takes it, and the array."""
    on_device = _devices.is_on_device(stack)
    if on_device and logs:
        raise InputError("logarithms of entries are taken from the memory of the host")
    array: Any = _devices.Given(stack) if on_device else _arrays.numbers_of(_arrays.array_of(stack, -numpy.inf if logs else 0))
    if array.ndim != 3:
        raise InputError(f"a stack has three dimensions, not {array.ndim}")
    array = array if on_device else _arrays.logs_of(array) if logs else _arrays.plain(array)
    count, m, n = array.shape
    return (array.capsule if on_device else array, times_of(rows, count, m), times_of(cols, count, n), precision,
            normalized, rtol, gpus, logs), array


def filled(name: str, described: tuple[Any, ...], array: Any, shape: Any, threads: int, *more: Any) -> Any:
    """pm_NAME() of a stack, with its values in an array of this shape."""
    values = numpy.empty(shape, dtype=numpy.complex128 if array.dtype.kind == "c" and name != "torontonian" else float)
    bounds = numpy.empty(shape)
    _door.fill(name, values, bounds, described, threads, (*more, None, None)[:2])
    return given(Batch(values, bounds), array)


def given(found: Batch, array: Any) -> Any:
    """The numbers, on the device of the array that asked for them."""
    if not isinstance(array, _devices.Given):
        return found
    return _devices.DeviceBatch(*(_devices.DeviceArray(part, array.device) for part in found))


def batch_of(name: str, stack: Any, shape: Any, rows: Times, cols: Times, precision: Union[None, int, str],
             normalized: bool, threads: int, *more: Any, rtol: Optional[float] = None, gpus: int = 0,
             log: bool = False) -> Any:
    """pm_NAME() of an array with three dimensions; `shape` makes that of the answer."""
    described, array = stack_of(stack, rows, cols, precision, normalized, rtol, gpus, log)
    return filled(name, described, array, shape(*array.shape), threads, *more)


def alone_of(name: str, described: tuple[Any, ...], threads: int, strict: bool, *more: Any) -> Number:
    """pm_NAME() of a stack of one matrix, as a number of any size."""
    number: Number = _door.alone(name, described, threads, (*more, None, None)[:2], strict)
    return number


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
        _door.judge(*(numpy.ascontiguousarray(part) for part in found), rtol, least, strict)


def gradient_of(name: str, a: Any, precision: Union[None, int, str], threads: int, rtol: Optional[float],
                strict: bool, repeats: Times = None, loops: Any = None) -> Batch:
    """The derivatives by the entries, of a matrix or of a stack; those by loops are one more column."""
    array = _arrays.array_of(a)
    stack = array[numpy.newaxis] if array.ndim == 2 else array
    found: Batch = batch_of(name, stack, lambda k, m, n: (k, m, n + (loops is not None)), repeats, None, precision, False, threads,
                            loops, rtol=rtol)
    check_bounds(found, precision, rtol, strict)
    return Batch(*(part[0] for part in found)) if array.ndim == 2 else found
