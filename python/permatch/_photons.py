# SPDX-License-Identifier: GPL-3.0-or-later
"""Interferometers, Gaussian states and patterns as the library takes them, and its functions for photons."""

from __future__ import annotations

from typing import Any, Optional, Sequence

import numpy
from numpy.typing import ArrayLike

from . import _door
from ._arrays import aligned, array_of, new_seed, whole, whole_numbers
from ._door import InputError
from ._stacks import Batch, check_bounds, stack_of, times_of


def asked(name: str, count: int, *arguments: Any, rtol: Optional[float], strict: bool = False, log: bool = False,
          least: Optional[float] = None, **options: Any) -> Batch:
    """pm_photons_NAME() for `count` probabilities, or complex elements of a density matrix.  Complains about bounds that are
    larger than asked, for logarithms and for 0 as absolute errors; `least`: where the absolute error begins otherwise."""
    values, bounds = numpy.empty(count, complex if name == "density" else float), numpy.empty(count)
    _door.photons(name, (values.view(float), bounds, *arguments), options, rtol, log)
    judged = numpy.where(values == 0, 1.0, values)
    check_bounds(Batch(judged, bounds), None, rtol, strict, float(log) if least is None else least)
    return Batch(values, bounds)


def drawn(name: str, count: int, modes: int, seed: Optional[int], *arguments: Any, **options: Any) -> numpy.ndarray:
    """pm_photons_NAME(): `count` random patterns."""
    patterns = numpy.empty((whole("count", count, 0, 2**40), modes), dtype=numpy.intc)
    _door.photons(name, (patterns, len(patterns), new_seed(seed), *arguments), options, None, False)
    return patterns.astype(numpy.intp)


def interferometer(unitary: ArrayLike, inputs: Sequence[int], lossy: bool = False,
                   losses: str = "lossy=True takes it so") -> tuple[numpy.ndarray, numpy.ndarray]:
    """The columns of the matrix where photons enter, and how many do.  An InputError if they make photons, or if they lose
    some and it is not lossy; this one says what takes such `losses`."""
    matrix, inputs = array_of(unitary).astype(complex), aligned(inputs, unitary, "columns")
    photons = numpy.asarray(inputs, None if numpy.size(inputs) else int)
    if matrix.ndim != 2:
        raise InputError(f"an interferometer is a matrix, not an array of shape {matrix.shape}")
    if photons.shape != matrix.shape[1:]:
        raise InputError(f"a list of {matrix.shape[1]} photon numbers is expected, one for each mode, not shape {photons.shape}")
    photons = whole_numbers(photons)
    if photons.dtype.kind not in "iu" or photons.min(initial=0) < 0:
        raise InputError("photon numbers are integers of at least 0")
    matrix, photons = matrix[:, photons > 0], photons[photons > 0]
    try:
        _door.photons("check", (one(matrix, photons), lossy), {}, None, False)
    except InputError as error:
        raise InputError(f"{error}; {losses}" if "loses photons" in str(error) else str(error)) from None
    return matrix, photons


def one(matrix: numpy.ndarray, photons: numpy.ndarray, output: Any = None) -> Any:
    """An interferometer as a stack of one matrix."""
    return stack_of(matrix[numpy.newaxis], output, photons, None, False)[0]


def gram_matrix(overlaps: ArrayLike, count: int) -> numpy.ndarray:
    """The Gram matrix of the inner states of `count` photons; one number is the overlap of all pairs."""
    gram = array_of(overlaps).astype(complex)
    if gram.ndim == 0:
        gram = numpy.where(numpy.eye(count, dtype=bool), 1, gram)
    if gram.shape != (count, count):
        raise InputError(f"overlaps: a number or the Gram matrix of {count} states is expected")
    return numpy.ascontiguousarray(gram)


def patterns_of(patterns: Any, modes: int, what: str) -> numpy.ndarray:
    """Photon numbers of the modes, count x modes, as the library takes them."""
    counts = numpy.atleast_2d(array_of(patterns))
    if counts.ndim != 2 or counts.shape[1] != modes:
        raise InputError(f"{what} of {modes} modes each are expected, not shape {counts.shape}")
    found = times_of(counts, len(counts), modes)
    assert found is not None
    return found


def outputs_of(outputs: Any, modes: int, photons: numpy.ndarray, lossy: bool, others: str) -> numpy.ndarray:
    """Outputs, count x m.  An InputError where photons may be lost and are missing in one: it says what has the `others`."""
    found = patterns_of(outputs, modes, "photon numbers")
    least = found.sum(axis=1).min(initial=photons.sum())
    if lossy and least < photons.sum():
        raise InputError(f"an output has {least} of {photons.sum()} photons, and lossy=True takes outputs that have all; {others}")
    return found


def clicks_of(clicks: Any, modes: int) -> numpy.ndarray:
    """Which detectors click, count x modes of 0 and 1."""
    detectors = array_of(clicks)
    detectors = detectors.astype(int) if detectors.dtype == bool else detectors
    if not numpy.isin(detectors, (0, 1)).all():
        raise InputError("a detector clicks, 1, or does not, 0")
    return patterns_of(detectors, modes, "clicks")


def _real(numbers: Any) -> numpy.ndarray:
    array = array_of(numbers)
    if array.dtype.kind == "c" and numpy.imag(array).any():
        raise InputError("the covariance matrix and the means are real numbers")
    return numpy.ascontiguousarray(numpy.real(array).astype(float))


def gaussian_state(covariance: Any, means: Any, hbar: float, order: str, *, drawn_from: bool = False) -> tuple[Any, ...]:
    """The number of modes, the covariance matrix, the means, hbar, and whether the order is xpxp."""
    matrix = _real(covariance)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) % 2:
        raise InputError(f"a covariance matrix is 2m x 2m, not of shape {matrix.shape}")
    vector = None if means is None else _real(aligned(means, covariance))
    if vector is not None and vector.shape != matrix.shape[:1]:
        samples = "; the number of samples is count=" if drawn_from and vector.size == 1 else ""
        raise InputError(f"{vector.shape} means for a covariance matrix of shape {matrix.shape}{samples}")
    if order not in ("xxpp", "xpxp"):
        raise InputError(f"order is 'xxpp' or 'xpxp', not {order!r}")
    return len(matrix) // 2, matrix, vector, float(hbar), order == "xpxp"
