# SPDX-License-Identifier: GPL-3.0-or-later
"""One problem for the library, and its answer as a number of Python."""

from __future__ import annotations

from typing import Any, Optional, Union

from . import _door
from ._door import InputError
from ._numbers import Number


def answer_of(problem: Any, exact: bool, precision: Union[None, int, str], given: dict[str, Any],
              unmatched: Union[None, int, str] = None, copies: bool = False) -> Number:
    """unmatched: so many vertices stay free.  copies: the problem has loops, or repeated rows and
    columns, or asks for a Pfaffian."""
    progress, proof = given.pop("progress", None), given.pop("prove", None)
    if proof is not None and (unmatched is not None or copies):
        raise InputError("a proof is about one exact number, without multiplicities, free vertices or signs")
    number: Number = _door.ask("solve", problem, exact, precision, given, (progress, unmatched))
    if proof is not None:
        whole = number
        if given.get("modulus") is not None:  # the proof is about the number itself
            given = {**given, "modulus": None, "checkpoint": None}
            precision = None
            whole = _door.ask("solve", problem, True, None, given, (progress, None))
        text = _door.ask("prove", problem, True, precision, given, (whole.text.encode(),))
        with open(proof, "w", encoding="ascii") as file:
            file.write(text)
    return number
