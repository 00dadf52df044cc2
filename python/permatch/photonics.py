# SPDX-License-Identifier: GPL-3.0-or-later
"""Photons in linear interferometers: probabilities of outputs, and random outputs.

An interferometer is an m x m matrix U: a photon of input mode j leaves in mode i with amplitude U[i, j].  Inputs and
outputs are lists of photon numbers: multiplicities of columns and of rows of permanents().  The columns of the inputs
must be orthonormal up to 1e-9, else there is an InputError.  With lossy=True they may also lose photons: their
singular values are at most 1.

A Gaussian state has the covariance matrix and the means of x_1 ... x_m, p_1 ... p_m (order="xxpp") or of
x_1, p_1, x_2, ... (order="xpxp"); the vacuum has the covariance matrix hbar / 2.  Both are as in The Walrus and
Strawberry Fields; Piquasso orders xpxp.  Bounds are those of rounding after the matrix (of a Gaussian state: after its
inverse, which numpy computes).
"""

from __future__ import annotations

import itertools
import math
from typing import Iterator, NamedTuple, Optional, Sequence

import numpy
from numpy.typing import ArrayLike

from ._library import InputError
from ._samplers import click_probabilities, interferometer, sample_gaussian, sample_photons, sample_threshold
from ._stacks import Batch, batch_of, check_bounds, epsilon_of
from ._states import Gaussian

__all__ = ["probabilities", "all_outputs", "partly_distinguishable", "gaussian_probabilities", "threshold_probabilities",
           "sample_photons", "sample_gaussian", "sample_threshold", "Outputs", "Truncated"]

_ROUND = 2.0**-53


class Outputs(NamedTuple):
    """Patterns of photon numbers, count x m, with probabilities and bounds of their errors."""

    patterns: numpy.ndarray
    values: numpy.ndarray
    bounds: numpy.ndarray


class Truncated(NamedTuple):
    """A probability whose terms with more than some exchanged photons are left out.  error: what this changes, in the
    mean over random interferometers and summed over all outputs; 0 if nothing is left out."""

    value: float
    error: float


def _squares(batch: Batch) -> Batch:
    """Squares of moduli, with bounds."""
    size = numpy.abs(batch.values)
    return Batch(size**2, batch.bounds * (2 * size + batch.bounds) * (1 + 8 * _ROUND) + 8 * _ROUND * size**2)


def probabilities(unitary: ArrayLike, inputs: Sequence[int], outputs: ArrayLike, *, lossy: bool = False,
                  threads: int = 0, rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities of outputs, count x m, for photons of a Fock state: |permanent|^2 of the repeated rows and
    columns over all factorials (Scheel, arXiv:quant-ph/0406127).  lossy: these are the probabilities that no photon
    is lost and that they leave so.
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    patterns = numpy.atleast_2d(numpy.asarray(outputs))
    if patterns.ndim != 2 or patterns.shape[1] != len(matrix):
        raise InputError(f"outputs have {len(matrix)} photon numbers each, not shape {patterns.shape}")
    same = patterns.sum(axis=1) == photons.sum()
    found = Batch(numpy.zeros(len(patterns)), numpy.zeros(len(patterns)))
    if same.any():
        stack = numpy.broadcast_to(matrix, (int(same.sum()), *matrix.shape))
        some = batch_of("batch", stack, lambda k, m, n: k, patterns[same], photons, None, True, threads,
                        rtol=(epsilon_of(rtol) or 1e-12) / 4)
        found.values[same], found.bounds[same] = _squares(some)
    check_bounds(found, None, rtol, strict)
    return found


# ------------------------------------------------------------------ all outputs

def _lists(count: int, modes: int) -> Iterator[numpy.ndarray]:
    """For 0, 1, ... count photons, their modes in ascending order: all lists, so that list k has rank k."""
    lists = numpy.zeros((1, 0), dtype=numpy.intp)
    yield lists
    for size in range(count):
        heads = [math.comb(top + size, size) for top in range(modes)]
        last = numpy.repeat(numpy.arange(modes), heads)
        lists = numpy.hstack([numpy.concatenate([lists[:head] for head in heads]), last[:, numpy.newaxis]])
        yield lists


def _ranks(lists: numpy.ndarray, modes: int) -> numpy.ndarray:
    """Ranks in colexicographic order: of combinations a_0 < a_1 + 1 < a_2 + 2 < ..."""
    count = lists.shape[1]
    table = numpy.array([[math.comb(a + j, j + 1) for a in range(modes)] for j in range(count)])
    ranks: numpy.ndarray = table[numpy.arange(count), lists].sum(axis=1)
    return ranks


def _amplitudes(columns: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """One photon for each column: lists of modes, coefficients, and sums of moduli of their terms."""
    modes, count = columns.shape
    values, sizes = numpy.ones(1, dtype=complex), numpy.ones(1)
    basis = _lists(count, modes)
    lists = next(basis)
    for photon in range(count):
        following = next(basis)
        next_values, next_sizes = numpy.zeros(len(following), dtype=complex), numpy.zeros(len(following))
        for mode in range(modes):
            longer = numpy.sort(numpy.hstack([lists, numpy.full((len(lists), 1), mode)]), axis=1)
            rank = _ranks(longer, modes)  # different for different lists
            next_values[rank] += columns[mode, photon] * values
            next_sizes[rank] += abs(columns[mode, photon]) * sizes
        lists, values, sizes = following, next_values, next_sizes
    return lists, values, sizes


def _factorials(patterns: numpy.ndarray) -> numpy.ndarray:
    table = numpy.array([math.factorial(k) for k in range(int(patterns.max(initial=0)) + 1)], dtype=float)
    products: numpy.ndarray = table[patterns].prod(axis=-1)
    return products


def all_outputs(unitary: ArrayLike, inputs: Sequence[int], *, lossy: bool = False, rtol: Optional[float] = None,
                strict: bool = False) -> Outputs:
    """The probabilities of all outputs at once: C(n + m - 1, n) patterns for n photons.  Photons enter one after
    another, and outputs share their sums (SLOS: Heurtel, Mansfield, Senellart and Valiron, Computer Physics
    Communications 291, 108848, 2023): n m C(n + m - 1, n) steps.

    lossy: lost photons go to other modes, which are not seen; the patterns have all numbers of photons from 0 to n.
    rtol (1e-12) is the absolute error here, since the sum is 1; probabilities() has small ones with a relative error.
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    columns = numpy.repeat(matrix, photons, axis=1)
    modes, count = len(matrix), columns.shape[1]
    if lossy:
        weights, vectors = numpy.linalg.eigh(numpy.eye(matrix.shape[1]) - matrix.conj().T @ matrix)
        kept = weights > 1e-12
        losses = numpy.sqrt(weights[kept])[:, numpy.newaxis] * vectors[:, kept].conj().T
        columns = numpy.vstack([columns, numpy.repeat(losses, photons, axis=1)])
    lists, values, sizes = _amplitudes(columns)
    patterns = numpy.zeros((len(lists), len(columns)), dtype=numpy.intp)
    numpy.add.at(patterns, (numpy.arange(len(lists))[:, numpy.newaxis], lists), 1)
    weight = _factorials(patterns) / math.prod(map(math.factorial, photons.tolist()))
    roundings = 2 * count * (min(count, len(columns)) + 4) * _ROUND  # of an amplitude, relative to its size
    found = _squares(Batch(values, roundings * sizes))
    values, bounds = found.values * weight, found.bounds * weight * (1 + 64 * _ROUND) + 64 * _ROUND * found.values * weight
    if lossy:
        patterns, where = numpy.unique(patterns[:, :modes], axis=0, return_inverse=True)
        bounds = numpy.bincount(where.ravel(), bounds + len(values) * _ROUND * values, len(patterns)).astype(float)
        values = numpy.bincount(where.ravel(), values, len(patterns)).astype(float)
    check_bounds(Batch(values, bounds), None, rtol, strict, 1.0)
    return Outputs(patterns, values, bounds)


# ------------------------------------------------------------------ partly distinguishable photons

def _exchanges(count: int, most: int) -> Iterator[tuple[int, ...]]:
    """Permutations that move at most `most` elements."""
    for moved in range(most + 1):
        for chosen in itertools.combinations(range(count), moved):
            for images in itertools.permutations(chosen):
                if all(a != b for a, b in zip(chosen, images)):
                    permutation = list(range(count))
                    for a, b in zip(chosen, images):
                        permutation[a] = b
                    yield tuple(permutation)


def partly_distinguishable(unitary: ArrayLike, inputs: Sequence[int], output: Sequence[int], overlaps: ArrayLike, *,
                           exchanged: Optional[int] = None, lossy: bool = False, threads: int = 0,
                           rtol: Optional[float] = None, strict: bool = False) -> Truncated:
    """The probability of an output of n photons that are not quite alike.  overlaps: the n x n Gram matrix of their
    inner states (1 on the diagonal), or one number for all pairs.  Photons are numbered by their modes.  It is the sum
    over all permutations s of prod_i overlaps[i, s(i)] per(M_i conj(M_s(i))) (Tichy, Physical Review A 91, 022316,
    2015): n! permanents.

    exchanged: only the permutations that move at most so many photons (Renema et al., Physical Review Letters 120,
    220502, 2018).  For one overlap x of all pairs, `error` is sqrt(x^(2k + 2) / (1 - x^2)); else it is unknown: inf.
    lossy: as in probabilities().  rtol: relative to the value, but an absolute error if the value may be 0.
    """
    matrix, photons = interferometer(unitary, inputs, lossy)
    count = int(photons.sum())
    gram = numpy.asarray(overlaps, dtype=complex)
    if gram.ndim == 0:
        gram = numpy.where(numpy.eye(count, dtype=bool), 1, gram)
    if gram.shape != (count, count) or not numpy.allclose(gram, gram.conj().T) or not numpy.allclose(gram.diagonal(), 1):
        raise InputError(f"overlaps: a number or the Gram matrix of {count} normalized states is expected")
    rows = numpy.repeat(numpy.repeat(matrix, photons, axis=1), numpy.asarray(output), axis=0)
    if len(rows) != count:
        return Truncated(0.0, 0.0)
    most = count if exchanged is None else min(exchanged, count)
    orders = numpy.array(list(_exchanges(count, most)), dtype=numpy.intp).reshape(-1, count)
    asked = epsilon_of(rtol) or 1e-12
    for each in (asked / 4, 2 * _ROUND):  # the second for sums that cancel
        total, off = 0j, 0.0
        for some in numpy.array_split(orders, len(orders) // 4096 + 1):
            weights = gram[numpy.arange(count), some].prod(axis=1)
            stack = rows[numpy.newaxis] * rows.conj().T[some].transpose(0, 2, 1)
            parts = batch_of("batch", stack, lambda k, m, n: k, None, None, None, False, threads, rtol=each)
            total += (weights * parts.values).sum()
            sizes = batch_of("batch", numpy.abs(stack), lambda k, m, n: k, None, None, "double", False, threads).values
            lost = sizes * (8 * count + 64) * _ROUND  # entries, weights and products are rounded, and numpy adds pairs
            off += float((numpy.abs(weights) * (parts.bounds + lost)).sum()) * (1 + 1e-9)
        if off <= asked * abs(total.real):
            break
    factor = 1 / float(_factorials(numpy.asarray(output)) * _factorials(photons))
    value = float(total.real) * factor
    if abs(total.real) <= off:  # it may be 0
        value = max(value, 0.0)
        check_bounds(Batch(numpy.array([value]), numpy.array([off * factor])), None, rtol, strict, 1.0)
    else:
        check_bounds(Batch(numpy.array([total.real]), numpy.array([off])), None, rtol, strict)
    error = 0.0
    if most < count:
        x = abs(complex(numpy.asarray(overlaps).item())) if numpy.ndim(overlaps) == 0 else math.inf
        error = math.sqrt(x ** (2 * most + 2) / (1 - x * x)) if x < 1 else math.inf
    return Truncated(value, error)


# ------------------------------------------------------------------ Gaussian states

def _at_least_zero(batch: Batch) -> Batch:
    """Roundings may lead below 0, where no probability is: the bounds hold for 0, too."""
    return Batch(numpy.maximum(batch.values, 0), batch.bounds)


def gaussian_probabilities(covariance: ArrayLike, patterns: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0, order: str = "xxpp",
                           threads: int = 0, rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities of photon numbers, count x m, in a Gaussian state, by loop hafnians (Bjorklund, Gupt and
    Quesada, ACM Journal of Experimental Algorithmics 24, 2019)."""
    state = Gaussian(covariance, means, hbar, order)
    counts = numpy.atleast_2d(numpy.asarray(patterns))
    if counts.ndim != 2 or counts.shape[1] != state.modes:
        raise InputError(f"patterns have {state.modes} photon numbers each, not shape {counts.shape}")
    a, loops = state.hafnian_form()
    stack = numpy.broadcast_to(a, (len(counts), *a.shape))
    means_of_all = numpy.ascontiguousarray(numpy.broadcast_to(loops, (len(counts), len(loops))))
    repeats = numpy.hstack([counts, counts])
    found = batch_of("loop_hafnian", stack, lambda k, m, n: k, repeats, repeats, None, True, threads,
                     means_of_all.ctypes.data, rtol=(epsilon_of(rtol) or 1e-12) / 2)
    values = found.values.real * state.vacuum
    batch = Batch(values, found.bounds * state.vacuum * (1 + 4 * _ROUND) + 4 * _ROUND * abs(values))
    check_bounds(batch, None, rtol, strict)
    return _at_least_zero(batch)


def threshold_probabilities(covariance: ArrayLike, clicks: ArrayLike, means: Optional[ArrayLike] = None, *, hbar: float = 2.0, order: str = "xxpp",
                            threads: int = 0, rtol: Optional[float] = None, strict: bool = False) -> Batch:
    """The probabilities that exactly these threshold detectors click, count x m of 0 and 1, in a Gaussian state, by
    loop torontonians."""
    state = Gaussian(covariance, means, hbar, order)
    wanted = numpy.atleast_2d(numpy.asarray(clicks)).astype(bool)
    if wanted.ndim != 2 or wanted.shape[1] != state.modes:
        raise InputError(f"clicks of {state.modes} detectors are expected, not shape {wanted.shape}")
    found = click_probabilities(state, wanted, threads, epsilon_of(rtol) / 2 or None)
    check_bounds(found, None, rtol, strict)
    return _at_least_zero(found)
