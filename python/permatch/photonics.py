# SPDX-License-Identifier: GPL-3.0-or-later
"""Photons in linear interferometers: probabilities of outputs, and random outputs.

An interferometer is an m x m matrix U: a photon of input mode j leaves in mode i with amplitude U[i, j].  Inputs and
outputs are lists of photon numbers: multiplicities of columns and of rows of permanents().  The columns of the inputs
must be orthonormal, else there is an InputError.  With lossy=True they may also lose photons: their singular values are
at most 1.

A Gaussian state has the covariance matrix and the means of x_1 ... x_m, p_1 ... p_m (order="xxpp") or of
x_1, p_1, x_2, ... (order="xpxp"); the vacuum has the covariance matrix hbar / 2.  Both are as in The Walrus and
Strawberry Fields; Piquasso orders xpxp.

Such conditions need hold only up to 1e-6, so that numbers of eight digits are taken.  Probabilities and their bounds are
those of the numbers as they are given; of a covariance matrix, those of its symmetric part.  A bound is never below the
rounding of its value: a probability that is too small for a float is 0.0 with a bound above 0, and log=True gives natural
logarithms, with bounds of their absolute errors.  Where rounded numbers lead to a probability below 0, it is 0.0 with a
bound of that size.  For 0.0, rtol is an absolute error.  seconds: UnableError if it takes longer than that.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Optional, Sequence

import numpy
from numpy.typing import ArrayLike

from ._arrays import array_of, whole
from ._interferometers import ask, gram_matrix, interferometer, patterns_of, probability_stack
from ._interferometers import all_outputs as outputs_of
from ._door import InputError
from ._samplers import sample_gaussian, sample_photons, sample_threshold
from ._stacks import Batch, check_bounds, stack_of
from ._states import Gaussian

__all__ = ["probabilities", "all_outputs", "partly_distinguishable", "gaussian_probabilities", "threshold_probabilities",
           "sample_photons", "sample_gaussian", "sample_threshold", "Outputs", "Truncated"]


class Outputs(NamedTuple):
    """Patterns of photon numbers, count x m, with probabilities and bounds of their errors."""

    patterns: numpy.ndarray
    values: numpy.ndarray
    bounds: numpy.ndarray


class Truncated(NamedTuple):
    """A probability whose terms with more than some exchanged photons are left out.  error: what this changes, in the
    mean over random interferometers and summed over all outputs; 0 if nothing is left out.  bound: of the error of what
    is not left out."""

    value: float
    error: float
    bound: float


def _check(found: Batch, rtol: Optional[float], strict: bool, log: bool = False) -> Batch:
    """Complains about bounds that are larger than asked.  Errors of logarithms, and of 0, are absolute."""
    check_bounds(Batch(numpy.where(found.values == 0, 1.0, found.values), found.bounds), None, rtol, strict, float(log))
    return found


def probabilities(unitary: ArrayLike, inputs: Sequence[int], outputs: ArrayLike, *, lossy: bool = False, log: bool = False,
                  threads: int = 0, seconds: Optional[float] = None, rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities of outputs, count x m, for photons of a Fock state: |permanent|^2 of the repeated rows and
    columns over all factorials (Scheel, arXiv:quant-ph/0406127).  lossy: these are the probabilities that no photon
    is lost and that they leave so.
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    stack, count = probability_stack(matrix, outputs, photons)
    found = ask("probabilities", count, stack, rtol=rtol, log=log, seconds=seconds, threads=threads)
    return _check(found, rtol, strict, log)


def all_outputs(unitary: ArrayLike, inputs: Sequence[int], *, lossy: bool = False, seconds: Optional[float] = None,
                rtol: Optional[float] = None, strict: bool = False) -> Outputs:
    """The probabilities of all outputs at once: C(n + m - 1, n) patterns for n photons.  Photons enter one after
    another, and outputs share their sums (SLOS: Heurtel, Mansfield, Senellart and Valiron, Computer Physics
    Communications 291, 108848, 2023): n m C(n + m - 1, n) steps.

    lossy: lost photons go to other modes, which are not seen; the patterns have all numbers of photons from 0 to n.
    rtol (1e-12) is the absolute error here, since the sum is 1; probabilities() has small ones with a relative error.
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    patterns, found = outputs_of(matrix, photons, lossy, rtol, seconds)
    check_bounds(found, None, rtol, strict, 1.0)
    return Outputs(patterns, found.values, found.bounds)


def partly_distinguishable(unitary: ArrayLike, inputs: Sequence[int], output: Sequence[int], overlaps: ArrayLike, *,
                           exchanged: Optional[int] = None, lossy: bool = False, threads: int = 0,
                           seconds: Optional[float] = None, rtol: Optional[float] = None, strict: bool = False) -> Truncated:
    """The probability of an output of n photons that are not quite alike.  overlaps: the n x n Gram matrix of their
    inner states, entry (i, j) = <state i|state j>, or one real number for all pairs.  Photons are numbered by their
    modes.  The state of the input is normalized: photons of one mode that are not alike have the norm per(Gram matrix of
    the mode).  4^n n steps (Tichy, Physical Review A 91, 022316, 2015, with Ryser's formula over the output).

    exchanged: only the permutations that move at most so many photons (Renema et al., Physical Review Letters 120,
    220502, 2018); this sum may be below 0.  For one overlap x of all pairs, `error` is sqrt(x^(2k + 2) / (1 - x^2)); else
    it is unknown: inf.  lossy: as in probabilities().
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    count = int(photons.sum())
    gram = gram_matrix(overlaps, count)
    pattern = patterns_of(output, len(matrix), "photon numbers")
    if len(pattern) != 1:
        raise InputError("one output is expected")
    stack, _ = stack_of(matrix[numpy.newaxis], pattern, photons, None, False)
    most = count if exchanged is None else whole("exchanged", exchanged, 0, 2**31 - 1)
    found = ask("partly", 1, stack, gram, most, rtol=rtol, seconds=seconds, threads=threads)
    _check(found, rtol, strict)
    error = 0.0
    if most < count:
        x = abs(complex(numpy.asarray(overlaps).item())) if numpy.ndim(overlaps) == 0 else math.inf
        error = math.sqrt(x ** (2 * most + 2) / (1 - x * x)) if x < 1 else math.inf
    return Truncated(float(found.values[0]), error, float(found.bounds[0]))


# ------------------------------------------------------------------ Gaussian states

def _of_state(name: str, what: str, covariance: ArrayLike, patterns: ArrayLike, means: Optional[ArrayLike], hbar: float, order: str,
              log: bool, rtol: Optional[float], strict: bool, **options: Any) -> Batch:
    """pm_photons_NAME() of a Gaussian state."""
    state = Gaussian(covariance, means, hbar, order)
    counts = patterns_of(patterns, state.modes, what)
    found = ask(name, len(counts), *state.described(), counts, len(counts), rtol=rtol, log=log, **options)
    return _check(found, rtol, strict, log)


def gaussian_probabilities(covariance: ArrayLike, patterns: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0,
                           order: str = "xxpp", log: bool = False, threads: int = 0, seconds: Optional[float] = None,
                           rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities of photon numbers, count x m, in a Gaussian state, by loop hafnians (Bjorklund, Gupt and
    Quesada, ACM Journal of Experimental Algorithmics 24, 2019).  Bounds include the inverse of the covariance matrix."""
    return _of_state("gaussian", "photon numbers", covariance, patterns, means, hbar, order, log, rtol, strict, threads=threads,
                     seconds=seconds)


def threshold_probabilities(covariance: ArrayLike, clicks: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0,
                            order: str = "xxpp", log: bool = False, threads: int = 0, seconds: Optional[float] = None,
                            rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities that exactly these threshold detectors click, count x m of 0 and 1, in a Gaussian state, by
    sums over the sets of modes that click.  Bounds are those of gaussian_probabilities()."""
    detectors = array_of(clicks)
    detectors = detectors.astype(int) if detectors.dtype == bool else detectors
    if not numpy.isin(detectors, (0, 1)).all():
        raise InputError("a detector clicks, 1, or does not, 0")
    return _of_state("clicks", "clicks", covariance, detectors, means, hbar, order, log, rtol, strict, threads=threads,
                     seconds=seconds)
