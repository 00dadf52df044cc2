# SPDX-License-Identifier: GPL-3.0-or-later
"""One problem for the library, and its answer as a number of Python."""

from __future__ import annotations

import ctypes
import math
from typing import Any, Callable, Optional, Union

from . import _library
from ._library import Handle, InputError
from ._numbers import (Complex, ExactComplex, Integer, Number, Rational, Real, bound_of, log_of, read_gaussian, read_integer,
                       read_rational)
from ._options import OPTIONS, options_of

_EXACT: dict[str, Callable[[str], Any]] = {
    "integer": lambda text: Integer(read_integer(text)),
    "modular": lambda text: Integer(read_integer(text)),
    "rational": lambda text: Rational(read_rational(text)),
    "gaussian": lambda text: ExactComplex(*read_gaussian(text)),
}


def number_of(answer: Handle) -> Number:
    kind = _library.call("answer_type", answer).decode()
    text = _library.text("answer_text", answer, 0)
    if kind in _EXACT:
        number: Number = _EXACT[kind](text)
    else:
        re, im = _library.two_doubles("answer_double", answer)
        real = kind in ("real", "estimate")
        number = Real(re) if real else Complex(re, im)
        number.bound = bound_of((re,) if real else (re, im), _library.text("answer_bound", answer), text)
    number.text = text
    number.plan = _library.call("answer_plan", answer).decode()
    number.engines = _library.call("answer_engines", answer).decode()
    number.log = log_of(answer)
    if kind == "estimate":
        least = _library.call("answer_estimate_least", answer)
        number.log_least = least if least > -math.inf else None
    return number


def solved(problem: Handle, options: _library.Options, progress: Any = None, way: Any = None) -> Handle:
    if way is None and progress is None:
        small = Handle("answer", "solve_small", ctypes.byref(problem._as_parameter_), 1, ctypes.byref(options))
        if small._as_parameter_:  # it needs no plan
            return small
    name, *more = way or ("solve",)
    found: Handle = _library.watched(options, progress,
                                     lambda: Handle("answer", name, problem, *more, ctypes.byref(options)))
    return found


def answer_of(problem: Handle, exact: bool, precision: Union[None, int, str], given: dict[str, Any],
            way: Any = None) -> Number:
    """way: another function than pm_solve(), and its arguments between the problem and the options."""
    progress, proof = given.pop("progress", None), given.pop("prove", None)
    if proof is not None and way is not None:
        raise InputError("a proof is about one exact number, without multiplicities or free vertices")
    number = precise(exact, precision, given, lambda options: solved(problem, options, progress, way))
    if proof is not None:
        whole = number
        options = options_of(precision, exact, OPTIONS, given)
        if given.get("modulus") is not None:  # the proof is about the number itself
            options = options_of(None, True, OPTIONS, {**given, "modulus": None, "checkpoint": None})
            whole = number_of(solved(problem, options, progress))
        _prove(proof, problem, whole.text, options)
    return number


def precise(exact: bool, precision: Union[None, int, str], given: dict[str, Any],
            solve: Callable[[_library.Options], Handle]) -> Number:
    """The number that solve() finds; complains if the bound of a floating one is larger than epsilon."""
    if "estimate" in given:
        return number_of(solve(options_of(precision, exact, OPTIONS, given)))
    strict = given.pop("strict", False)
    answer = solve(options_of(precision, exact, OPTIONS, given))
    number, epsilon = number_of(answer), given.get("epsilon") or 0
    asked = epsilon if epsilon > 0 else 1e-12
    if (isinstance(number, (Real, Complex)) and (precision is None or epsilon > 0 or strict)
            and not _library.call("answer_within", answer, asked)):
        _library.complain(f"the relative error may be above {asked}: {number.text} +/- {number.bound:.2g}", strict)
    return number


def _prove(path: Any, problem: Handle, value: str, options: _library.Options) -> None:
    """Writes a proof of the number to a file."""
    text = _library.text("prove", problem, 0, ctypes.byref(ctypes.c_char_p(value.encode())), 1, ctypes.byref(options))
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
