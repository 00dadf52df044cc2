# SPDX-License-Identifier: GPL-3.0-or-later
"""Photons: single outputs against all outputs, sums of probabilities, known states, and samples against exact
distributions.  Samples have fixed seeds: a test fails only if the code changes."""

import itertools
import math

import numpy
import pytest

import permatch
from permatch import photonics


def unitary(modes, seed):
    random = numpy.random.default_rng(seed)
    q, _ = numpy.linalg.qr(random.normal(size=(modes, modes)) + 1j * random.normal(size=(modes, modes)))
    return q


def squeezed(modes, seed, hbar=2.0, mixed=0.0, displaced=0.5):
    """Squeezed modes in a random interferometer: covariance matrix and means, xxpp."""
    u, random = unitary(modes, seed), numpy.random.default_rng(seed)
    r = random.uniform(0.2, 0.5, modes)
    turn = numpy.block([[u.real, -u.imag], [u.imag, u.real]])
    covariance = turn @ numpy.diag(numpy.exp(numpy.concatenate([-2 * r, 2 * r]))) @ turn.T + mixed * numpy.eye(2 * modes)
    return covariance * hbar / 2, random.normal(size=2 * modes) * displaced * hbar**0.5


def patterns_below(modes, most):
    return numpy.array(list(itertools.product(range(most + 1), repeat=modes)))


def chi_square(samples, patterns, probabilities):
    """Chi-square per degree of freedom, all rare patterns as one, and the total variation."""
    kinds, counts = numpy.unique(samples, axis=0, return_counts=True)
    seen = {tuple(kind): count for kind, count in zip(kinds.tolist(), counts)}
    observed = numpy.array([seen.get(tuple(p), 0) for p in patterns.tolist()], dtype=float)
    expected = probabilities * len(samples)
    often = expected >= 5
    pairs = [*zip(observed[often], expected[often]), (len(samples) - observed[often].sum(), len(samples) - expected[often].sum())]
    distance = 0.5 * (abs(observed - expected).sum() + len(samples) - observed.sum()) / len(samples)
    chi = sum((o - e) ** 2 / e for o, e in pairs if e > 0)
    print(f"chi-square {chi:.1f} of {len(pairs) - 1} degrees of freedom, total variation {distance:.4f}")
    return chi / (len(pairs) - 1), distance


def test_all_outputs_are_the_single_ones():
    u, photons = unitary(4, 1), [2, 0, 1, 1]
    found = photonics.all_outputs(u, photons)
    assert len(found.patterns) == math.comb(7, 4) and abs(found.values.sum() - 1) < 1e-13
    single = photonics.probabilities(u, photons, found.patterns)
    assert (abs(single.values - found.values) <= single.bounds + found.bounds).all()
    assert found.bounds.max() < 1e-13
    assert photonics.probabilities(u, photons, [4, 4, 4, 4]).values == 0


def test_rows_are_outputs():
    u, photons = unitary(4, 11), [2, 0, 1, 0]
    found = photonics.all_outputs(u, photons)
    stack = numpy.broadcast_to(u, (len(found.patterns), 4, 4))
    amplitudes = permatch.permanents(stack, rows=found.patterns, cols=photons, normalized=True).values
    assert abs(abs(amplitudes) ** 2 - found.values).max() < 1e-14
    swapped = permatch.permanents(stack, rows=photons, cols=found.patterns, normalized=True).values
    assert abs(abs(swapped) ** 2 - found.values).max() > 0.01  # u is not symmetric
    shift = numpy.eye(3)[[1, 2, 0]]
    assert photonics.sample_photons(shift, [1, 0, 0], 2, seed=1).tolist() == [[0, 0, 1]] * 2


def test_hong_ou_mandel():
    half = numpy.array([[1, 1], [1, -1]]) / 2**0.5
    found = photonics.all_outputs(half, [1, 1])
    assert dict(zip(map(tuple, found.patterns.tolist()), found.values.round(12).tolist())) == {(2, 0): 0.5, (1, 1): 0.0, (0, 2): 0.5}
    for overlap in (0, 0.3, 1):  # |overlap|^2 lowers the coincidences
        assert abs(photonics.partly_distinguishable(half, [1, 1], [1, 1], overlap).value - (1 - overlap**2) / 2) < 1e-14


def test_losses():
    u = unitary(3, 2)
    lossy = numpy.diag([0.9, 0.5, 0.7]) @ u
    found = photonics.all_outputs(lossy, [1, 1, 1], lossy=True)
    assert abs(found.values.sum() - 1) < 1e-13
    whole = photonics.all_outputs(u, [1, 1, 1])
    survive = numpy.array([0.81, 0.25, 0.49])
    want = {}  # every photon of an output is kept with the probability of its mode
    for pattern, value in zip(whole.patterns, whole.values):
        for kept in itertools.product(*(range(k + 1) for k in pattern)):
            chance = math.prod(math.comb(n, k) * p**k * (1 - p) ** (n - k) for n, k, p in zip(pattern.tolist(), kept, survive))
            want[kept] = want.get(kept, 0) + value * chance
    assert max(abs(want[tuple(p)] - v) for p, v in zip(found.patterns.tolist(), found.values)) < 1e-13
    single = photonics.probabilities(lossy, [1, 1, 1], found.patterns, lossy=True).values  # 0 unless all are kept
    assert abs(single - found.values)[found.patterns.sum(axis=1) == 3].max() < 1e-14
    assert abs(photonics.partly_distinguishable(lossy, [1, 1, 1], [1, 0, 2], 1, lossy=True).value - want[1, 0, 2]) < 1e-14


def test_interferometers_are_checked():
    u, photons = unitary(3, 2), [1, 1, 0]
    calls = [photonics.all_outputs, lambda u, n, **more: photonics.probabilities(u, n, n, **more),
             lambda u, n, **more: photonics.partly_distinguishable(u, n, n, 0.5, **more)]
    for of in [*calls, photonics.sample_photons]:
        of(u + 1e-11, photons)
        of(u * [1, 1, 2], photons)  # no photon enters the third mode
        for wrong, message in ((u * 1.1, "above 1, 1.1: it makes"), (u * (1 + 1e-8), "makes photons"),
                               (u * [0.9, 1, 1], "below 1, 0.9; with lossy=True"), (u * numpy.nan, "not finite")):
            with pytest.raises(permatch.InputError, match=message):
                of(wrong, photons)
    for of in calls:
        of(u * 0.9, photons, lossy=True)
        with pytest.raises(permatch.InputError, match="makes photons"):
            of(u * [1, 1.1, 1], photons, lossy=True)
    lossy = photonics.all_outputs(u * [0.9, 0.8, 1], photons, lossy=True)  # the unused column changes nothing
    assert (photonics.all_outputs(u * [0.9, 0.8, 5], photons, lossy=True).values == lossy.values).all()


def test_partly_distinguishable():
    u, photons = unitary(3, 3), [1, 1, 1]
    outputs = photonics.all_outputs(u, photons)
    alike = [photonics.partly_distinguishable(u, photons, p, 1).value for p in outputs.patterns]
    assert abs(alike - outputs.values).max() < 1e-13
    overlaps = numpy.full((3, 3), 0.4) + 0.6 * numpy.eye(3)
    some = [photonics.partly_distinguishable(u, photons, p, overlaps).value for p in outputs.patterns]
    assert abs(sum(some) - 1) < 1e-12 and min(some) > 0
    apart = photonics.partly_distinguishable(u, photons, [1, 1, 1], 0).value
    assert abs(apart - permatch.permanent(abs(u) ** 2)) < 1e-14
    cut = [photonics.partly_distinguishable(u, photons, p, 0.4, exchanged=2) for p in outputs.patterns]
    assert sum(abs(c.value - s) for c, s in zip(cut, some)) < 2 * cut[0].error


@pytest.mark.parametrize("hbar", [1.0, 2.0])
def test_gaussian_states(hbar):
    covariance, means = squeezed(2, 4, hbar, mixed=0.2)
    patterns = patterns_below(2, 11)
    found = photonics.gaussian_probabilities(covariance, patterns, means, hbar=hbar)
    assert abs(found.values.sum() - 1) < 1e-3 and found.values.min() > 0
    vacuum = photonics.threshold_probabilities(numpy.eye(4) * hbar / 2, [[0, 0], [0, 1], [1, 1]], hbar=hbar)
    assert vacuum.values.min() >= 0 and (abs(vacuum.values - [1, 0, 0]) <= vacuum.bounds).all()
    order = [0, 2, 1, 3]
    turned = photonics.gaussian_probabilities(covariance[numpy.ix_(order, order)], patterns, means[order], hbar=hbar, order="xpxp")
    assert abs(turned.values - found.values).max() < 1e-14
    clicks = photonics.threshold_probabilities(covariance, patterns_below(2, 1), means, hbar=hbar)
    assert abs(clicks.values.sum() - 1) < 1e-12
    for pattern, value in zip(patterns_below(2, 1), clicks.values):
        same = ((patterns > 0) == pattern).all(axis=1)
        assert abs(found.values[same].sum() - value) < 1e-3


def test_known_states():
    alpha = 0.7 - 0.4j  # a coherent state has Poisson's distribution
    means = numpy.array([alpha.real, alpha.imag]) * 2
    found = photonics.gaussian_probabilities(numpy.eye(2), [[n] for n in range(6)], means)
    mean = abs(alpha) ** 2
    assert abs(found.values - [math.exp(-mean) * mean**n / math.factorial(n) for n in range(6)]).max() < 1e-14
    r = 0.6  # a squeezed vacuum
    found = photonics.gaussian_probabilities(numpy.diag([math.exp(-2 * r), math.exp(2 * r)]), [[n] for n in range(7)])
    want = [math.comb(n, n // 2) * (math.tanh(r) / 2) ** n / math.cosh(r) if n % 2 == 0 else 0 for n in range(7)]
    assert abs(found.values - want).max() < 1e-14
    with pytest.raises(permatch.InputError, match="uncertainty"):
        photonics.gaussian_probabilities(numpy.eye(2) / 2, [[0]])
    with pytest.raises(permatch.InputError, match="order"):
        photonics.gaussian_probabilities(numpy.eye(2), [[0]], order="ppxx")


def test_photon_samples():
    u, photons = unitary(3, 5), [1, 2, 0]
    found = photonics.all_outputs(u, photons)
    samples = photonics.sample_photons(u, photons, 20000, seed=6)
    chi, distance = chi_square(samples, found.patterns, found.values)
    assert 0.3 < chi < 2 and distance < 0.02
    few = photonics.sample_photons(u, photons, 50, seed=6, threads=3)
    assert (few == samples[:50]).all() and (samples.sum(axis=1) == 3).all()


def test_gaussian_samples():
    covariance, means = squeezed(2, 7, mixed=0.1)
    samples = photonics.sample_gaussian(covariance, means, 1500, seed=8, cutoff=9)
    patterns = patterns_below(2, 9)
    chi, distance = chi_square(samples, patterns, photonics.gaussian_probabilities(covariance, patterns, means).values)
    assert 0.3 < chi < 2 and distance < 0.07
    assert (photonics.sample_gaussian(covariance, means, 20, seed=8, cutoff=9, threads=3) == samples[:20]).all()


def test_threshold_samples():
    covariance, means = squeezed(3, 9, mixed=0.1)
    samples = photonics.sample_threshold(covariance, means, 20000, seed=10)
    patterns = patterns_below(3, 1)
    chi, distance = chi_square(samples, patterns, photonics.threshold_probabilities(covariance, patterns, means).values)
    assert 0.2 < chi < 2 and distance < 0.02
    assert (photonics.sample_threshold(covariance, means, 50, seed=10, threads=3) == samples[:50]).all()
