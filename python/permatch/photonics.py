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
logarithms, with bounds of their absolute errors: of 0 it is -inf with the bound 0, of what may be 0 the bound is inf.
Where rounded numbers lead to a probability below 0, it is 0.0 with a bound of that size.  For 0.0, rtol is an absolute error.  seconds: UnableError if it takes longer than that.

Samples: the same seed gives the same samples, also beside more samples and for any number of threads; None: a new seed.
Machines whose log() and cos() differ in the last bit may give other ones.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple, Optional, Sequence

import numpy
from numpy.typing import ArrayLike

from . import _door
from ._arrays import array_of, whole
from ._door import InputError, PrecisionWarning, UnableError
from ._permanents import permanents
from ._photons import asked, clicks_of, drawn, gaussian_state, gram_matrix, interferometer, one, outputs_of, patterns_of
from ._stacks import Batch, stack_of

__all__ = ["probabilities", "amplitudes", "all_outputs", "partly_distinguishable", "fock_threshold_probabilities",
           "gaussian_probabilities", "threshold_probabilities", "density_elements", "photon_moments", "photon_cumulants", "beyond_cutoff",
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


def probabilities(unitary: ArrayLike, inputs: Sequence[int], outputs: ArrayLike, *, lossy: bool = False, log: bool = False,
                  threads: int = 0, seconds: Optional[float] = None, rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities of outputs, count x m, for photons of a Fock state: |permanent|^2 of the repeated rows and
    columns over all factorials (Scheel, arXiv:quant-ph/0406127).  lossy: these are the probabilities that no photon
    is lost and that they leave so; an output with fewer photons is refused, since all_outputs() has those.
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    patterns = outputs_of(outputs, len(matrix), photons, lossy, "all_outputs(..., lossy=True) has the probabilities of the others")
    stack, _ = stack_of(numpy.broadcast_to(matrix, (len(patterns), *matrix.shape)), patterns, photons, None, True)
    return asked("probabilities", len(patterns), stack, rtol=rtol, strict=strict, log=log, seconds=seconds, threads=threads)


def amplitudes(unitary: ArrayLike, inputs: Sequence[int], outputs: ArrayLike, *, lossy: bool = False, threads: int = 0,
               rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The amplitudes of outputs, count x m, for photons of a Fock state: permanents of repeated rows and columns over the
    roots of all factorials, complex numbers.  As many photons leave as enter.  permatch.torch and permatch.jax have them
    with derivatives.

    >>> amplitudes(numpy.array([[1, 1], [1, -1]]) / 2**0.5, [1, 1], [[2, 0], [1, 1]]).values.round(12).real.tolist()
    [0.707106781187, 0.0]
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    patterns = patterns_of(outputs, len(matrix), "photon numbers")
    return permanents(numpy.broadcast_to(matrix, (len(patterns), *matrix.shape)), rows=patterns, cols=photons,  # type: ignore[no-any-return]
                      normalized=True, threads=threads, rtol=rtol, strict=strict)


def all_outputs(unitary: ArrayLike, inputs: Sequence[int], *, lossy: bool = False, seconds: Optional[float] = None,
                rtol: Optional[float] = None, strict: bool = False) -> Outputs:
    """The probabilities of all outputs at once: C(n + m - 1, n) patterns for n photons.  Photons enter one after
    another, and outputs share their sums (SLOS: Heurtel, Mansfield, Senellart and Valiron, Computer Physics
    Communications 291, 108848, 2023): n m C(n + m - 1, n) steps.

    lossy: lost photons go to other modes, which are not seen; the patterns have all numbers of photons from 0 to n.
    rtol (1e-12) is the absolute error here, since the sum is 1; probabilities() has small ones with a relative error.
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    stack = one(matrix, photons)
    count = _door.photons_count(stack, lossy)
    if count > 2**31:
        raise UnableError(f"{int(photons.sum())} photons in {len(matrix)} modes have more than 2^31 outputs")
    patterns = numpy.empty((count, len(matrix)), dtype=numpy.intc)
    found = asked("outputs", count, stack, patterns, lossy, rtol=rtol, strict=strict, least=1.0, seconds=seconds)
    return Outputs(patterns.astype(numpy.intp), *found)


def partly_distinguishable(unitary: ArrayLike, inputs: Sequence[int], output: Sequence[int], overlaps: ArrayLike, *,
                           exchanged: Optional[int] = None, lossy: bool = False, threads: int = 0,
                           seconds: Optional[float] = None, rtol: Optional[float] = None, strict: bool = False) -> Truncated:
    """The probability of an output of n photons that are not quite alike.  overlaps: the n x n Gram matrix of their
    inner states, entry (i, j) = <state i|state j>, or one real number for all pairs.  Photons are numbered by their
    modes.  The state of the input is normalized: photons of one mode that are not alike have the norm per(Gram matrix of
    the mode).  4^n n steps (Tichy, Physical Review A 91, 022316, 2015, with Ryser's formula over the output).

    exchanged: only the permutations that move at most so many photons (Renema et al., Physical Review Letters 120,
    220502, 2018); this sum may be below 0.  For one real overlap x of all pairs, `error` is sqrt(x^(2k + 2) / (1 - x^2));
    else it is unknown: inf.  lossy: as in probabilities().
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    gram, error = gram_matrix(overlaps, int(photons.sum())), numpy.empty(1)
    pattern = outputs_of(output, len(matrix), photons, lossy, "that of the others is a sum over modes for lost photons, which are "
                         "those of sample_photons(); of photons that are alike all_outputs(..., lossy=True) has it")
    if len(pattern) != 1:
        raise InputError("one output is expected")
    most = -1 if exchanged is None else whole("exchanged", exchanged, 0, 2**31 - 1)
    found = asked("partly", 1, error, one(matrix, photons, pattern), gram, most, rtol=rtol, strict=strict, seconds=seconds,
                  threads=threads)
    return Truncated(float(found.values[0]), float(error[0]), float(found.bounds[0]))


def fock_threshold_probabilities(unitary: ArrayLike, inputs: Sequence[int], clicks: ArrayLike, overlaps: ArrayLike = 1.0, *,
                                 lossy: bool = False, log: bool = False, threads: int = 0, seconds: Optional[float] = None,
                                 rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities that exactly these threshold detectors click, count x m of 0 and 1, for photons of a Fock state,
    which are alike unless `overlaps` says otherwise, as in partly_distinguishable().  They are Bristolians over the norm of
    the input (Bulmer, Paesani, Chadwick and Quesada, Physical Review A 106, 043712, 2022): 2^(clicks + n) n steps.
    lossy: photons that the interferometer loses make no clicks; a mode without a detector is a row that is left out.

    >>> fock_threshold_probabilities(numpy.array([[1, 1], [1, -1]]) / 2**0.5, [1, 1], [[1, 0], [1, 1]]).values.round(12).tolist()
    [0.5, 0.0]
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    detectors = clicks_of(clicks, len(matrix))
    gram = gram_matrix(overlaps, int(photons.sum()))
    return asked("partly_clicks", len(detectors), one(matrix, photons), gram, lossy, detectors, len(detectors), rtol=rtol,
                 strict=strict, log=log, seconds=seconds, threads=threads)


# ------------------------------------------------------------------ Gaussian states

def _of_state(name: str, what: str, state: tuple[Any, ...], patterns: ArrayLike, **options: Any) -> Batch:
    """pm_photons_NAME() of a Gaussian state."""
    counts = patterns_of(patterns, state[0], what)
    return asked(name, len(counts), state, counts, len(counts), **options)


def gaussian_probabilities(covariance: ArrayLike, patterns: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0,
                           order: str = "xxpp", log: bool = False, threads: int = 0, seconds: Optional[float] = None,
                           rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities of photon numbers, count x m, in a Gaussian state, by loop hafnians (Bjorklund, Gupt and
    Quesada, ACM Journal of Experimental Algorithmics 24, 2019).  Bounds include the inverse of the covariance matrix.
    Of a pure state, |<n|rho|0>|^2 / <0|rho|0> by density_elements() is found far sooner."""
    return _of_state("gaussian", "photon numbers", gaussian_state(covariance, means, hbar, order), patterns, log=log, rtol=rtol,
                     strict=strict, threads=threads, seconds=seconds)


def threshold_probabilities(covariance: ArrayLike, clicks: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0,
                            order: str = "xxpp", log: bool = False, threads: int = 0, seconds: Optional[float] = None,
                            rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities that exactly these threshold detectors click, count x m of 0 and 1, in a Gaussian state, by
    sums over the sets of modes that click.  Bounds are those of gaussian_probabilities()."""
    state = gaussian_state(covariance, means, hbar, order)
    detectors = clicks_of(clicks, state[0])
    return asked("clicks", len(detectors), state, detectors, len(detectors), log=log, rtol=rtol, strict=strict, threads=threads,
                 seconds=seconds)


def density_elements(covariance: ArrayLike, left: ArrayLike, right: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0,
                     order: str = "xxpp", threads: int = 0, seconds: Optional[float] = None, rtol: Optional[float] = None,
                     strict: bool = False) -> Batch:
    """The elements <left[k]|rho|right[k]> of the density matrix of a Gaussian state, for photon numbers count x m; one list
    serves all.  With right = 0, they are the amplitudes of a pure state times the conjugate amplitude of no photons.  They
    are complex loop hafnians (Quesada et al., Physical Review A 100, 022341, 2019).

    >>> density_elements(numpy.eye(2), [[0], [1]], [0], means=[2.0, 0.0]).values.round(9).real.tolist()  # coherent, alpha = 1
    [0.367879441, 0.367879441]
    """
    state = gaussian_state(covariance, means, hbar, order)
    counts = [patterns_of(side, state[0], "photon numbers") for side in (left, right)]
    if 1 not in map(len, counts) and len(counts[0]) != len(counts[1]):
        raise InputError(f"{len(counts[0])} photon numbers on the left and {len(counts[1])} on the right; as many, or one, are expected")
    both = [numpy.ascontiguousarray(side) for side in numpy.broadcast_arrays(*counts)]
    return asked("density", len(both[0]), state, *both, len(both[0]), rtol=rtol, strict=strict, threads=threads, seconds=seconds)


def photon_moments(covariance: ArrayLike, powers: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0,
                   order: str = "xxpp", log: bool = False, threads: int = 0, seconds: Optional[float] = None,
                   rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The factorial moments of photon numbers in a Gaussian state: for each row of `powers`, count x m, the mean of
    the product of all n_i (n_i - 1) ... (n_i - powers[i] + 1).  They are loop hafnians of the covariances of normally
    ordered operators (Cardin and Quesada, arXiv:2212.06067).

    >>> photon_moments(numpy.diag([0.5, 2.0]), [[1], [2]]).values.round(12).tolist()  # n, n (n - 1)
    [0.125, 0.171875]
    """
    return _of_state("moments", "powers", gaussian_state(covariance, means, hbar, order), powers, log=log, rtol=rtol,
                     strict=strict, threads=threads, seconds=seconds)


def photon_cumulants(covariance: ArrayLike, powers: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0,
                     order: str = "xxpp", threads: int = 0, seconds: Optional[float] = None, rtol: Optional[float] = None,
                     strict: bool = False) -> Batch:
    """The factorial cumulants of photon numbers in a Gaussian state, for powers count x m as in photon_moments(): those of
    powers 0 and 1 are the cumulants of these photon numbers, such as covariances.  That of power 2 is the variance minus
    the mean.  They are montrealers of the same covariances; powers add up to at most 18, which take 0.9 GB for each thread.

    >>> photon_cumulants(numpy.diag([0.5, 2.0]), [[1], [2]]).values.round(12).tolist()  # mean, variance - mean
    [0.125, 0.15625]
    """
    return _of_state("cumulants", "powers", gaussian_state(covariance, means, hbar, order), powers, rtol=rtol, strict=strict,
                     threads=threads, seconds=seconds)


def beyond_cutoff(covariance: ArrayLike, cutoff: int, means: Optional[ArrayLike] = None, *, hbar: float = 2.0, order: str = "xxpp",
                  threads: int = 0, seconds: Optional[float] = None, rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """For each mode of a Gaussian state, the probability that it has at least `cutoff` photons.  Their sum is at least the
    total variation between the photon numbers of the state and those below the cutoff (Quesada and Arrazola, Physical
    Review Research 2, 023005, 2020, Appendix B).  rtol (1e-12) is an absolute error here.

    >>> beyond_cutoff(numpy.diag([0.5, 0.5, 2.0, 2.0]), 4).values.round(12).tolist()
    [0.00481267833, 0.00481267833]
    """
    state = gaussian_state(covariance, means, hbar, order)
    return asked("beyond", state[0], state, whole("cutoff", cutoff, 0, 2**20), rtol=rtol, strict=strict, least=1.0, threads=threads,
                 seconds=seconds)


# ------------------------------------------------------------------ random outputs

def sample_photons(unitary: ArrayLike, inputs: Sequence[int], count: int = 1, *, seed: Optional[int] = None,
                   threads: int = 0, seconds: Optional[float] = None) -> numpy.ndarray:
    """`count` outputs of n photons of a Fock state in an m x m interferometer, an array count x m of photon numbers.
    If there are few outputs, they are drawn by their probabilities.  Else a photon is added to the output at a time
    (Clifford and Clifford, SODA 2018 and arXiv:2005.04214): about n 2^n steps for a sample.
    InputError: the columns of the inputs are not orthonormal; lost photons need modes of their own.  UnableError: predicted to take longer than `seconds`.

    >>> sample_photons([[1, 0], [0, 1]], [1, 2], 2, seed=1)
    array([[1, 2],
           [1, 2]])
    """
    matrix, photons = interferometer(unitary, inputs, losses="numpy.vstack([U, R]) with R* R = 1 - U* U has modes for lost photons, "
                                                             "which are left out of the samples")
    return drawn("sample", count, len(matrix), seed, one(matrix, photons), threads=threads, seconds=seconds)


def _warn_of_cutoff(state: tuple[Any, ...], cutoff: int, **options: Any) -> None:
    """Warns where more than 1e-3 of the probability of one mode is above the cutoff."""
    if cutoff > 64:  # more photons take long, and need no warning
        return
    for mode, outside in enumerate(asked("beyond", state[0], state, cutoff + 1, rtol=1e-4, least=1.0, **options).values):
        if outside > 0.001:
            warnings.warn(f"mode {mode} has more photons than the cutoff of {cutoff} with the probability {outside:.2g}, and these are "
                          "left out; cutoff= takes more", PrecisionWarning, stacklevel=3)
            return


def sample_gaussian(covariance: ArrayLike, means: Optional[ArrayLike] = None, count: int = 1, *, hbar: float = 2.0, order: str = "xxpp",
                    cutoff: int = 8, most: int = 60, seed: Optional[int] = None, threads: int = 0,
                    seconds: Optional[float] = None) -> numpy.ndarray:
    """`count` random photon numbers of all modes of a Gaussian state, an array count x m, by loop hafnians as large as the
    number of photons (Quesada et al., PRX Quantum 3, 010306, 2022; Bulmer et al., Science Advances 8, eabl9236, 2022).

    cutoff: no mode has more photons than this; the probabilities of 0 to cutoff photons are divided by their sum.  A
    PrecisionWarning where more than 1e-3 of the probability of a mode is left out so.
    UnableError: a sample has more than `most` photons.
    """
    state = gaussian_state(covariance, means, hbar, order, drawn_from=True)
    cutoff = whole("cutoff", cutoff, 0, 2**20)
    _warn_of_cutoff(state, cutoff, threads=threads, seconds=seconds)
    return drawn("gaussian_sample", count, state[0], seed, state, cutoff, whole("most", most, 0, 2**20), threads=threads,
                 seconds=seconds)


def sample_threshold(covariance: ArrayLike, means: Optional[ArrayLike] = None, count: int = 1, *, hbar: float = 2.0, order: str = "xxpp",
                     most: int = 30, seed: Optional[int] = None, threads: int = 0, seconds: Optional[float] = None) -> numpy.ndarray:
    """`count` random results of threshold detectors in all modes of a Gaussian state, an array count x m of 0 and 1, by
    loop torontonians (Quesada, Arrazola and Killoran, Physical Review A 98, 062322, 2018).
    UnableError: a sample has more than `most` clicks.
    """
    state = gaussian_state(covariance, means, hbar, order, drawn_from=True)
    return drawn("clicks_sample", count, state[0], seed, state, whole("most", most, 0, 2**20), threads=threads, seconds=seconds)
