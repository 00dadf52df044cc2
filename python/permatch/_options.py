# SPDX-License-Identifier: GPL-3.0-or-later
"""Options of Python as the library takes them."""

from __future__ import annotations

import operator
import os
from typing import Any, Union

from . import _library
from ._library import InputError

_PRECISIONS = {None: 0, "exact": 1, "double": 53, "dd": 106}
QUERY_OPTIONS = {"threads", "memory", "seconds"}
OPTIONS = QUERY_OPTIONS | {"epsilon", "strict", "estimate", "delta", "unproved", "seed", "gpus", "engine", "reduce",
                           "no_reduce", "modulus", "audit", "checkpoint", "checkpoint_every"}


_TEXTS = {"engine", "reduce", "no_reduce", "modulus"}
_RANGES = {"threads": (0, 4096), "memory": (0, 2**64 - 1), "seed": (0, 2**64 - 1), "gpus": (-1, 4096)}


def whole(name: str, value: Any, least: int, most: int) -> int:
    """An integer of Python or NumPy within limits, since ctypes would wrap others around."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or not least <= number <= most:
        raise InputError(f"{name}: an integer from {least} to {most} is expected, not {value!r}")
    return number


def precision_of(precision: Union[None, int, str]) -> int:
    if precision is None or isinstance(precision, str):
        if precision not in _PRECISIONS:
            raise InputError(f"the precision is 'exact', 'double', 'dd' or a number of bits, not {precision!r}")
        return _PRECISIONS[precision]
    return whole("precision", precision, 2, 1000000)


def option_of(name: str, value: Any) -> Any:
    """The value of an option as the library takes it."""
    if name == "checkpoint":
        return os.fsencode(value)
    if name in _TEXTS:
        return str(value).encode()
    if name in _RANGES:
        return whole(name, value, *_RANGES[name])
    if name in ("seconds", "checkpoint_every") and not value >= 0:
        raise InputError(f"{name}: a number of at least 0 is expected, not {value!r}")
    return value


def check_names(known: set[str], given: dict[str, Any]) -> None:
    for name in given:
        if name not in known:
            raise TypeError(f"there is no option {name!r} here; there are {', '.join(sorted(known))}")


def options_of(precision: Union[None, int, str], exact: bool, known: set[str],
             given: dict[str, Any]) -> _library.Options:
    options = _library.Options()
    options.precision = precision_of("exact" if precision is None and exact else precision)
    check_names(known, given)
    for name, value in given.items():
        if value is not None:
            setattr(options, name, option_of(name, value))
    return options
