# SPDX-License-Identifier: GPL-3.0-or-later
"""Random outputs of interferometers.  The numbers of sample k come from streams of Philox (Salmon et al., SC 2011) at
place k, and probabilities have the same bits for any number of threads.  So the same seed gives the same samples, also
beside more samples.  numpy's matrix products may differ in the last bit between machines.
"""

from __future__ import annotations

import math
from typing import Optional, Sequence

import numpy
from numpy.typing import ArrayLike

from ._arrays import whole
from ._hafnians import loop_torontonian
from ._interferometers import all_outputs, interferometer
from ._door import UnableError
from ._permanents import minors
from ._stacks import Batch, batch_of
from ._states import Gaussian


class _Random:
    """Streams of random numbers: numbers(j)[k] is number j of sample k."""

    def __init__(self, seed: Optional[int], count: int) -> None:
        if seed is None:
            seed = int(numpy.random.SeedSequence().generate_state(1, numpy.uint64)[0])
        self._seed, self._count = whole("seed", seed, 0, 2**64 - 1), whole("count", count, 0, 2**40)

    def uniform(self, stream: int) -> numpy.ndarray:
        return self._stream(stream).random(self._count)

    def _stream(self, stream: int) -> numpy.random.Generator:
        return numpy.random.Generator(numpy.random.Philox(key=self._seed + (stream << 64)))

    def normal(self, stream: int, size: int) -> numpy.ndarray:
        """count x size, by Box and Muller, so that a number takes two uniform ones."""
        drawn = self._stream(stream).random((self._count, size, 2))
        found: numpy.ndarray = numpy.sqrt(-2 * numpy.log1p(-drawn[..., 0])) * numpy.cos(2 * math.pi * drawn[..., 1])
        return found


def _chosen(weights: numpy.ndarray, uniform: numpy.ndarray) -> numpy.ndarray:
    """For each row, a column with a probability proportional to its weight."""
    sums = numpy.cumsum(weights, axis=1)
    found = (sums <= (uniform * sums[:, -1])[:, numpy.newaxis]).sum(axis=1)
    chosen: numpy.ndarray = numpy.minimum(found, weights.shape[1] - 1)
    return chosen


_FEW_OUTPUTS = 2**18  # numbers of steps for all outputs, which take less than a second
_STEP_SECONDS = 2e-9  # of the minors of one matrix in n 2^n steps, measured


def sample_photons(unitary: ArrayLike, inputs: Sequence[int], count: int = 1, *, seed: Optional[int] = None,
                   threads: int = 0, seconds: Optional[float] = None) -> numpy.ndarray:
    """`count` outputs of n photons of a Fock state in an m x m interferometer, an array count x m of photon numbers.
    If there are few outputs, they are drawn by their probabilities.  Else a photon is added to the output at a time;
    all its probabilities need the minors of one matrix (Clifford and Clifford, SODA 2018 and arXiv:2005.04214): about
    n 2^n steps for a sample.
    InputError: the columns of the inputs are not orthonormal.  UnableError: predicted to take longer than `seconds`.

    >>> sample_photons([[1, 0], [0, 1]], [1, 2], 2, seed=1)
    array([[1, 2],
           [1, 2]])
    """
    matrix, photons = interferometer(unitary, inputs)
    random, total = _Random(seed, count), int(photons.sum())
    one_by_one = total * 2**total
    if math.comb(max(total + len(matrix) - 1, 0), total) * min(total, len(matrix)) <= max(_FEW_OUTPUTS, one_by_one):
        patterns, found = all_outputs(matrix, photons, False, None, seconds)
        return patterns[_of_cumulated(found.values, random.uniform(0))]
    predicted = one_by_one * count * _STEP_SECONDS
    if seconds is not None and predicted > seconds:
        raise UnableError(f"{count} samples of {total} photons are predicted to take {predicted:.3g} s, more than the "
                          f"{seconds:.3g} s allowed")
    return _photon_by_photon(matrix, numpy.repeat(numpy.arange(len(photons)), photons), random, count, threads)


def _of_cumulated(weights: numpy.ndarray, uniform: numpy.ndarray) -> numpy.ndarray:
    """For each uniform number, an index with a probability proportional to its weight, which is not 0."""
    sums = numpy.cumsum(weights)
    found: numpy.ndarray = numpy.searchsorted(sums, numpy.minimum(uniform * sums[-1], numpy.nextafter(sums[-1], 0)), "right")
    return found


def _photon_by_photon(matrix: numpy.ndarray, columns: numpy.ndarray, random: _Random, count: int, threads: int) -> numpy.ndarray:
    total, modes = len(columns), len(matrix)
    # the photons in a random order: that of as many random numbers
    keys = numpy.array([random.uniform(stream) for stream in range(total)]).reshape(total, -1).T
    order = columns[numpy.argsort(keys, axis=1, kind="stable")]
    outputs = numpy.zeros((count, modes), dtype=numpy.intp)
    rows = numpy.zeros((count, total), dtype=numpy.intp)
    each = numpy.arange(count)
    for step in range(total):
        used_columns = order[:, :step + 1]
        stack = numpy.ones((count, step + 1, step + 1), dtype=complex)
        if step:
            stack[:, :step] = matrix[rows[:, :step, numpy.newaxis], used_columns[:, numpy.newaxis]]
            factors = minors(stack, precision="double", threads=threads).values[:, step]
        else:
            factors = numpy.ones((count, 1))
        amplitudes = numpy.einsum("kjl,kl->kj", matrix[:, used_columns].transpose(1, 0, 2), factors)
        rows[:, step] = _chosen(numpy.abs(amplitudes)**2, random.uniform(total + step))
        outputs[each, rows[:, step]] += 1
    return outputs


def sample_gaussian(covariance: ArrayLike, means: Optional[ArrayLike] = None, count: int = 1, *, hbar: float = 2.0, order: str = "xxpp",
                    cutoff: int = 8, most: int = 60, seed: Optional[int] = None, threads: int = 0) -> numpy.ndarray:
    """`count` random photon numbers of all modes of a Gaussian state, an array count x m.  The state becomes a pure one
    with random means; the modes that have not been counted are measured by heterodyne detection, so that a mode
    takes loop hafnians as large as the number of photons, not twice as large (Quesada et al., PRX Quantum 3, 010306,
    2022; Bulmer et al., Science Advances 8, eabl9236, 2022).

    cutoff: no mode has more photons than this; the probabilities of 0 to cutoff photons are divided by their sum.
    UnableError: a sample has more than `most` photons.
    """
    state, spread = Gaussian(covariance, means, hbar, order).pure()
    random, modes = _Random(seed, count), state.modes
    values, vectors = numpy.linalg.eigh(spread)
    shift = random.normal(0, 2 * modes) @ (vectors * numpy.sqrt(numpy.maximum(values, 0))).T + state.means
    seen = numpy.linalg.cholesky(state.covariance + numpy.eye(2 * modes) / 2) if modes else numpy.zeros((0, 0))
    measured = random.normal(1, 2 * modes) @ seen.T + shift
    alpha = (measured[:, :modes] + 1j * measured[:, modes:]) / 2**0.5
    o, _ = state.complex_form()
    matrix = o[:modes, modes:]  # the state is exp(a' B a' / 2 + z a') |0>
    matrix = (matrix + matrix.T) / 2
    inverse = shift @ state.inverse
    linear = (inverse[:, :modes] + 1j * inverse[:, modes:]) / 2**0.5
    photons = numpy.zeros((count, modes), dtype=numpy.intp)
    factorials = numpy.array([math.factorial(k) for k in range(cutoff + 1)], dtype=float)
    for mode in range(modes):
        size, tried = mode + 1, numpy.arange(cutoff + 1)
        loops = linear[:, :size] + alpha[:, size:].conj() @ matrix[size:, :size]
        repeats = numpy.repeat(photons[:, numpy.newaxis, :size], cutoff + 1, axis=1)
        repeats[:, :, mode] = tried
        if repeats.sum(axis=2).max(initial=0) > most + cutoff:
            raise UnableError(f"a sample has more than {most} photons")
        found = numpy.abs(_loop_hafnians(matrix[:size, :size], loops, repeats, threads))**2
        photons[:, mode] = _chosen(found / factorials, random.uniform(2 + mode))
    return photons


def _loop_hafnians(matrix: numpy.ndarray, loops: numpy.ndarray, repeats: numpy.ndarray, threads: int) -> numpy.ndarray:
    """Of one matrix with the loops of each sample, for all its numbers of copies."""
    count, tried, size = repeats.shape
    stack = numpy.broadcast_to(matrix, (count * tried, size, size))
    each = numpy.ascontiguousarray(numpy.repeat(loops, tried, axis=0))
    found: numpy.ndarray = batch_of("loop_hafnian", stack, lambda k, m, n: k, repeats.reshape(-1, size), None, "double",
                                    False, threads, each).values
    return found.reshape(count, tried)


def click_probabilities(state: Gaussian, clicks: numpy.ndarray, threads: int, rtol: Optional[float] = None) -> Batch:
    """The probabilities of rows of 0 and 1; different rows with as many clicks are one stack of torontonians."""
    rows, where = numpy.unique(clicks.astype(bool), axis=0, return_inverse=True)
    values, bounds = numpy.empty((2, len(rows)))
    sizes = rows.sum(axis=1)
    for size in numpy.unique(sizes):
        same = sizes == size
        forms = [state.torontonian_form(row) for row in rows[same]]
        found = loop_torontonian(numpy.array([o for o, _ in forms]), numpy.array([g for _, g in forms]), threads=threads,
                                 rtol=rtol)
        values[same], bounds[same] = found
    values, bounds = values * state.vacuum, bounds * state.vacuum
    return Batch(values[where.ravel()], (bounds * (1 + 2.0**-50) + numpy.abs(values) * 2.0**-51)[where.ravel()])


def sample_threshold(covariance: ArrayLike, means: Optional[ArrayLike] = None, count: int = 1, *, hbar: float = 2.0, order: str = "xxpp",
                     most: int = 30, seed: Optional[int] = None, threads: int = 0) -> numpy.ndarray:
    """`count` random results of threshold detectors in all modes of a Gaussian state, an array count x m of 0 and 1.
    The probability that detector k does not click, given those before, is the ratio of two loop torontonians (Quesada,
    Arrazola and Killoran, Physical Review A 98, 062322, 2018).
    UnableError: a sample has more than `most` clicks.
    """
    state = Gaussian(covariance, means, hbar, order)
    random, modes = _Random(seed, count), state.modes
    clicks = numpy.zeros((count, modes), dtype=numpy.intp)
    before = numpy.ones(count)
    for mode in range(modes):
        part = state.reduced(mode + 1)
        if clicks.sum(axis=1).max(initial=0) > most:
            raise UnableError(f"a sample has more than {most} clicks")
        silent = click_probabilities(part, clicks[:, :mode + 1], threads).values
        click = random.uniform(modes + mode) * before >= silent
        clicks[click, mode] = 1
        before = numpy.where(click, before - silent, silent)
    return clicks
