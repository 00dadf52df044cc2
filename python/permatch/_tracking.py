# SPDX-License-Identifier: GPL-3.0-or-later
"""Joint probabilistic data association: a matrix whose shares are the probabilities."""

from __future__ import annotations

from typing import Any, Union

import numpy

from ._arrays import aligned, array_of, entries_of, is_frame, takes_missing
from ._door import InputError
from ._queries import marginals
from ._stacks import Batch


@takes_missing
def jpda(weights: Any, missed: Any = 1, *, log: bool = False, precision: Union[None, int, str] = None, **options: Any) -> Any:
    """The probability that target i has measurement j, if no two targets share one, and no target has two (Fortmann,
    Bar-Shalom and Scheffe, IEEE J. Oceanic Engineering 8, 1983).

    weights   m x n: P_D g_ij / density, where g_ij is the likelihood of measurement j under target i, P_D the probability
              that a target is detected, and density that of false alarms; 0 outside the gate.  Or a stack of such matrices
    missed    the weight of a target without a measurement, 1 - P_D P_G; one number, or one for each target;
              beside a data frame, a series of pandas is read by its labels
    log       both are given by their natural logarithms; -inf is 0

    The result is m x (n + 1): column 0 has the probabilities that targets are missed, column j + 1 those of measurement j.
    The probability of an event is proportional to the product of its weights: so these are the shares of the matrix with
    one more column for each target, which holds its weight of being missed (as in marginals(), with its options and
    errors).  For a stack it is a Batch, and for a data frame one with its labels and "missed".  With missed=1 the sum is over the matchings of all sizes, as in record linkage.
    """
    absent = -numpy.inf if log else 0
    given = array_of(weights, absent)
    if given.ndim not in (2, 3):
        raise InputError(f"expected a matrix or a stack of them, not {given.ndim} dimensions")
    if is_frame(weights) and "missed" in weights.columns:
        raise InputError("a measurement is called 'missed', which is the first column of the answer")
    targets, measured = given.shape[-2:]
    own = array_of(aligned(missed, weights))
    if entries_of(own)[1].any():
        raise InputError(f"missed={missed!r}: finite numbers are expected")
    if own.ndim and own.shape not in ((targets,), given.shape[:-1]):
        raise InputError(f"the weights of {targets} targets that are missed are one number or {targets}")
    free = numpy.where(numpy.eye(targets, dtype=bool), own[..., numpy.newaxis] if own.ndim else own, absent)
    whole = numpy.concatenate([given, numpy.broadcast_to(free, (*given.shape[:-1], targets))], axis=-1)
    found = marginals(whole, adjacency=False, log=log, precision=precision, **options)
    if given.ndim == 3:
        return Batch(*(_placed(part, measured) for part in found))
    placed = _placed(found, measured)
    return type(weights)(placed, index=weights.index, columns=["missed", *weights.columns]) if is_frame(weights) else placed


def _placed(shares: numpy.ndarray, measured: int) -> numpy.ndarray:
    """The diagonal of the last columns before the other columns."""
    free = numpy.diagonal(shares[..., measured:], axis1=-2, axis2=-1)[..., numpy.newaxis]
    return numpy.concatenate([free, shares[..., :measured]], axis=-1)
