# SPDX-License-Identifier: GPL-3.0-or-later
"""One problem for the library, and its answer as a number of Python."""

from __future__ import annotations

from typing import Any, Union

from . import _door
from ._door import InputError
from ._numbers import Number

VALUE, REPEATED, LOOPED, FREE = range(4)  # what _door.solve() can ask


def answer_of(problem: Any, exact: bool, precision: Union[None, int, str], given: dict[str, Any], way: int = VALUE,
              first: Any = None, second: Any = None) -> Number:
    """way: what is asked, with its arguments: multiplicities of rows and of columns; of vertices, and loops; free
    vertices."""
    progress, proof = given.pop("progress", None), given.pop("prove", None)
    if proof is not None and way != VALUE:
        raise InputError("a proof is about one exact number, without multiplicities or free vertices")
    number: Number = _door.solve(problem, exact, precision, given, progress, way, first, second)
    if proof is not None:
        whole = number
        if given.get("modulus") is not None:  # the proof is about the number itself
            given = {**given, "modulus": None, "checkpoint": None}
            precision = None
            whole = _door.solve(problem, True, None, given, progress, VALUE, None, None)
        text = _door.prove(problem, whole.text, precision, given)
        with open(proof, "w", encoding="ascii") as file:
            file.write(text)
    return number


def way_with_free(unmatched: Any) -> tuple[int, Any]:
    """What is asked about matchings that leave so many vertices free; None: they are perfect."""
    return (VALUE, None) if unmatched is None else (FREE, unmatched)
