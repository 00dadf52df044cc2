# SPDX-License-Identifier: GPL-3.0-or-later
"""Interferometers and their photons as the library takes them, and its functions for photons."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy
from numpy.typing import ArrayLike

from . import _door
from ._arrays import TOLERANCE, array_of
from ._door import InputError, UnableError
from ._stacks import Batch, stack_of, times_of


def ask(name: str, count: int, *arguments: Any, rtol: Optional[float] = None, log: bool = False,
        seconds: Optional[float] = None, threads: int = 0) -> Batch:
    """pm_photons_NAME() for `count` probabilities."""
    values, bounds = numpy.empty((2, count))
    _door.photons(name, values, bounds, {"seconds": seconds, "threads": threads}, rtol, log, arguments)
    return Batch(values, bounds)


def interferometer(unitary: ArrayLike, inputs: Sequence[int], lossy: bool = False) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The matrix, with columns of 0 where no photon enters, and the photons that enter.  An InputError if the matrix
    makes photons, or if it loses some and is not lossy."""
    matrix, photons = array_of(unitary).astype(complex), numpy.asarray(inputs, None if numpy.size(inputs) else int)
    if matrix.ndim != 2 or photons.shape != matrix.shape[1:]:
        raise InputError(f"{photons.shape} photon numbers do not fit the columns of a matrix with shape {matrix.shape}")
    if photons.dtype.kind not in "iu" or photons.min(initial=0) < 0:
        raise InputError("photon numbers are integers of at least 0")
    matrix[:, photons == 0] = 0
    if not numpy.isfinite(matrix).all():
        raise InputError("an entry of the interferometer is not finite")
    used = matrix[:, photons > 0]
    if abs(used).max(initial=0) > 2:  # its square may be beyond the range of float
        raise InputError(f"the interferometer has a singular value above 1, at least {abs(used).max():.12g}: it makes photons")
    squares = numpy.linalg.eigvalsh(used.conj().T @ used)  # those of the singular values
    if squares.max(initial=0) > 1 + TOLERANCE:
        raise InputError(f"the interferometer has a singular value above 1, {squares.max() ** 0.5:.12g}: it makes photons")
    if not lossy and squares.min(initial=1) < 1 - TOLERANCE:
        raise InputError(f"the interferometer is not unitary: it has a singular value below 1, {squares.min() ** 0.5:.12g}; "
                         "with lossy=True it may lose photons")
    return matrix, photons


def gram_matrix(overlaps: ArrayLike, count: int) -> numpy.ndarray:
    """The Gram matrix of the inner states of `count` photons; one number is the overlap of all pairs."""
    gram = array_of(overlaps).astype(complex)
    if gram.ndim == 0:
        gram = numpy.where(numpy.eye(count, dtype=bool), 1, gram)
    if gram.shape != (count, count) or not numpy.isfinite(gram).all():
        raise InputError(f"overlaps: a number or the Gram matrix of {count} states is expected")
    if (abs(gram.diagonal() - 1) > TOLERANCE).any():
        raise InputError("overlaps: the states are normalized, with 1 on the diagonal")
    if (abs(gram - gram.conj().T) > TOLERANCE).any():
        raise InputError("overlaps: entry (j, i) is the complex conjugate of entry (i, j); one number for all pairs is real")
    least = numpy.linalg.eigvalsh(gram).min(initial=0)
    if least < -TOLERANCE * max(count, 1):
        raise InputError(f"no states have these overlaps: the Gram matrix has the eigenvalue {least:.6g} below 0")
    return numpy.ascontiguousarray(gram)


def probability_stack(matrix: numpy.ndarray, outputs: Any, inputs: numpy.ndarray) -> tuple[Any, int]:
    """The interferometer once for each output, and how many these are."""
    patterns = numpy.atleast_2d(array_of(outputs))
    if patterns.ndim != 2 or patterns.shape[1] != len(matrix):
        raise InputError(f"outputs have {len(matrix)} photon numbers each, not shape {patterns.shape}")
    stack, _ = stack_of(numpy.broadcast_to(matrix, (len(patterns), *matrix.shape)), patterns, inputs, None, True)
    return stack, len(patterns)


def all_outputs(matrix: numpy.ndarray, photons: numpy.ndarray, lossy: bool, rtol: Optional[float],
                seconds: Optional[float]) -> tuple[numpy.ndarray, Batch]:
    """All patterns of photon numbers, and their probabilities."""
    stack, _ = stack_of(matrix[numpy.newaxis], None, photons, None, False)
    count = _door.photons_count(stack, lossy)
    if count > 2**31:
        raise UnableError(f"{int(photons.sum())} photons in {len(matrix)} modes have more than 2^31 outputs")
    patterns = numpy.empty((count, len(matrix)), dtype=numpy.intc)
    found = ask("outputs", count, stack, patterns, lossy, rtol=rtol, seconds=seconds)
    return patterns.astype(numpy.intp), found


def patterns_of(patterns: Any, modes: int, what: str) -> numpy.ndarray:
    """Photon numbers of the modes, count x modes, as the library takes them."""
    counts = numpy.atleast_2d(array_of(patterns))
    if counts.ndim != 2 or counts.shape[1] != modes:
        raise InputError(f"{what} of {modes} modes each are expected, not shape {counts.shape}")
    found = times_of(counts, len(counts), modes)
    assert found is not None
    return found
