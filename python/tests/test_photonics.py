# SPDX-License-Identifier: GPL-3.0-or-later
"""Photons: single outputs against all outputs, sums of probabilities, known states, and samples against exact
distributions.  Samples have fixed seeds: a test fails only if the code changes."""

import itertools
import math
import warnings
from fractions import Fraction

import numpy
import optics
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
        for wrong, message in ((u * 1.1, "above 1, 1.1: it makes"), (u * (1 + 1e-5), "makes photons"),
                               (u * [0.9, 1, 1], "below 1, 0.9; with lossy=True"), (u * numpy.nan, "not a finite number")):
            with pytest.raises(permatch.InputError, match=message):
                of(wrong, photons)
    for of in calls:
        of(u * 0.9, photons, lossy=True)
        with pytest.raises(permatch.InputError, match="makes photons"):
            of(u * [1, 1.1, 1], photons, lossy=True)
    lossy = photonics.all_outputs(u * [0.9, 0.8, 1], photons, lossy=True)  # the unused column changes nothing
    assert (photonics.all_outputs(u * [0.9, 0.8, 5], photons, lossy=True).values == lossy.values).all()


def test_numbers_out_of_range():
    """Squares that overflow, imaginary parts, and clicks that are neither 0 nor 1."""
    with pytest.raises(permatch.InputError, match="makes photons"):
        photonics.probabilities(numpy.full((4, 4), 1e154), [1, 1, 0, 0], [1, 1, 0, 0])
    for state in (([[1, 0.5j], [0.5j, 1]], None), (numpy.eye(2), [1j, 0])):
        with pytest.raises(permatch.InputError, match="real numbers"):
            photonics.gaussian_probabilities(numpy.array(state[0]), [1], state[1])
    for clicks in ([2, 0], [numpy.nan, 1], [-1, 0.5], ["0", "0"]):
        with pytest.raises((permatch.InputError, TypeError)):
            photonics.threshold_probabilities(numpy.eye(4) * 2, clicks)
    assert (photonics.threshold_probabilities(numpy.eye(4) * 2, [True, False]).values
            == photonics.threshold_probabilities(numpy.eye(4) * 2, [1, 0]).values).all()


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


@pytest.mark.parametrize("order", ["xxpp", "xpxp"])
def test_moments_are_sums_over_photon_numbers(order):
    """Factorial moments against sums over all patterns, in a displaced mixed state."""
    covariance, means = squeezed(2, 5, hbar=1.0, mixed=0.05, displaced=0.3)
    patterns = numpy.array(list(itertools.product(range(14), repeat=2)))
    found = photonics.gaussian_probabilities(covariance, patterns, means, hbar=1.0).values
    assert abs(found.sum() - 1) < 1e-4
    places = [0, 2, 1, 3] if order == "xpxp" else range(4)
    powers = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [2, 1]]
    moments = photonics.photon_moments(covariance[numpy.ix_(places, places)], powers, means[places], hbar=1.0, order=order)
    for power, moment in zip(powers, moments):
        falling = [math.prod(math.perm(int(n), k) for n, k in zip(pattern, power)) for pattern in patterns]
        assert moment == pytest.approx(found @ falling, rel=5e-3)


@pytest.mark.parametrize("order, places", [("xxpp", [0, 1, 2, 3]), ("xpxp", [0, 2, 1, 3])])
def test_density_elements(order, places):
    """Of a pure state with amplitudes from its squeezing B and displacement, N exp(a* B a* / 2 + z a*) |0>; of one of its
    modes alone, by a partial trace; and probabilities on the diagonal."""
    u, r = unitary(2, 7), numpy.random.default_rng(7).uniform(0.2, 0.5, 2)
    covariance, means = squeezed(2, 7, hbar=1.0)
    alpha = (means[:2] + 1j * means[2:]) / 2**0.5
    b = -u @ numpy.diag(numpy.tanh(r)) @ u.T
    z = alpha - b @ alpha.conj()
    amplitudes = permatch.hafnian_patterns(b, 24, loops=z, normalized=True).values
    amplitudes = amplitudes * numpy.exp(-alpha.conj() @ z / 2) / numpy.sqrt(numpy.prod(numpy.cosh(r)))
    patterns = patterns_below(2, 2)
    left, right = numpy.repeat(patterns, 9, axis=0), numpy.tile(patterns, (9, 1))
    given = {"means": means[places], "hbar": 1.0, "order": order}
    found = photonics.density_elements(covariance[numpy.ix_(places, places)], left, right, **given)
    wanted = amplitudes[tuple(left.T)] * amplitudes[tuple(right.T)].conj()
    assert abs(found - wanted).max() < 1e-13
    probabilities = photonics.gaussian_probabilities(covariance[numpy.ix_(places, places)], patterns, **given).values
    assert numpy.allclose(found.reshape(9, 9).diagonal(), probabilities, rtol=1e-12)
    alone = photonics.density_elements(covariance[::2, ::2], left[:, :1], right[:, :1], means[::2], hbar=1.0)
    traced = amplitudes @ amplitudes.conj().T
    assert abs(alone - traced[left[:, 0], right[:, 0]]).max() < 1e-9
    assert photonics.density_elements(numpy.zeros((0, 0)), numpy.zeros((1, 0), int), numpy.zeros((1, 0), int)).tolist() == [1]
    with pytest.raises(permatch.InputError, match="3 photon numbers on the left and 2 on the right"):
        photonics.density_elements(numpy.eye(2), [[0], [1], [2]], [[0], [1]])
    with pytest.raises(permatch.InputError, match="photon numbers of 1 modes"):
        photonics.density_elements(numpy.eye(2), [[1, 0]], [0])
    for small in (1e-12, 1e-160):  # inverses in floats have no digits, or are refused
        with pytest.raises(permatch.UnableError, match="singular"):
            photonics.density_elements(numpy.diag([small, 1 / small]), [[2]], [2])


@pytest.mark.parametrize("covariance, hbar, message", [
    (numpy.eye(2) / 2, 2.0, "uncertainty"), ([[1, 0.5], [0, 2]], 2.0, "symmetric"), (numpy.eye(2), 0.0, "hbar"), (numpy.eye(2), -2.0, "hbar")])
def test_moments_are_those_of_states(covariance, hbar, message):
    with pytest.raises(permatch.InputError, match=message):
        photonics.photon_moments(covariance, [[1]], hbar=hbar)


def test_photon_samples():
    u, photons = unitary(3, 5), [1, 2, 0]
    found = photonics.all_outputs(u, photons)
    samples = photonics.sample_photons(u, photons, 20000, seed=6)
    chi, distance = chi_square(samples, found.patterns, found.values)
    assert 0.2 < chi < 2 and distance < 0.02
    few = photonics.sample_photons(u, photons, 50, seed=6, threads=3)
    assert (few == samples[:50]).all() and (samples.sum(axis=1) == 3).all()


def test_gaussian_samples():
    covariance, means = squeezed(2, 7, mixed=0.1)
    samples = photonics.sample_gaussian(covariance, means, 1500, seed=8, cutoff=9)
    patterns = patterns_below(2, 9)
    chi, distance = chi_square(samples, patterns, photonics.gaussian_probabilities(covariance, patterns, means).values)
    assert 0.3 < chi < 2 and distance < 0.07
    assert (photonics.sample_gaussian(covariance, means, 20, seed=8, cutoff=9, threads=3) == samples[:20]).all()


@pytest.mark.parametrize("order", ["xxpp", "xpxp"])
def test_cutoffs_that_leave_much_out(order):
    covariance, means = numpy.eye(4), numpy.array([0.0, 6.0, 0.0, 0.0])  # a coherent state, alpha = 3, in one mode
    with pytest.warns(permatch.PrecisionWarning, match=f"mode {1 if order == 'xxpp' else 0} .*cutoff of 8 .*probability 0.54"):
        photonics.sample_gaussian(covariance, means, 5, order=order, seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        photonics.sample_gaussian(covariance, means, 5, order=order, cutoff=25, seed=1)
        photonics.sample_gaussian(numpy.diag([0.5, 0.5, 2.0, 2.0]), count=5, order="xxpp", seed=1)  # no odd numbers of photons


def test_a_count_is_no_mean():
    with pytest.raises(permatch.InputError, match="number of samples is count="):
        photonics.sample_gaussian(numpy.eye(4), 10)
    with pytest.raises(permatch.InputError, match="means for a covariance matrix of shape .*[)]$"):
        photonics.photon_moments(numpy.eye(4), [[1, 0]], 10)


def test_photon_numbers_may_be_floats():
    u = unitary(3, 4)
    want = photonics.probabilities(u, [1, 1, 0], [[0, 2, 0]]).values
    assert (photonics.probabilities(u, numpy.array([1.0, 1.0, 0.0]), numpy.array([[0.0, 2.0, 0.0]])).values == want).all()
    with pytest.raises(permatch.InputError, match="3 photon numbers"):
        photonics.probabilities(u, [1, 1], [[0, 2, 0]])


def test_threshold_samples():
    covariance, means = squeezed(3, 9, mixed=0.1)
    samples = photonics.sample_threshold(covariance, means, 20000, seed=10)
    patterns = patterns_below(3, 1)
    chi, distance = chi_square(samples, patterns, photonics.threshold_probabilities(covariance, patterns, means).values)
    assert 0.2 < chi < 2 and distance < 0.02
    assert (photonics.sample_threshold(covariance, means, 50, seed=10, threads=3) == samples[:50]).all()


# ------------------------------------------------------------------ against exact arithmetic

SPLITTER = numpy.array([[1, 1j], [1j, 1]]) / 2**0.5


def check(values, bounds, exact, rtol=1e-12):
    for value, bound, want in zip(values, bounds, exact):
        assert optics.holds(value, bound, want), (value, bound, float(want))
        if want > 0:
            assert bound <= rtol * value or want < Fraction(1, 10**250), (value, bound)
        else:  # the numbers are rounded
            assert value == 0 and bound <= abs(want) * (1 + Fraction(1, 10**7)) + Fraction(1, 10**250)


@pytest.mark.parametrize("inputs", [[0, 0, 0], [1, 1, 1], [2, 0, 1], [3, 1, 0], [0, 5, 0]])
def test_probabilities_are_exact(inputs):
    u = unitary(3, 21)
    exact = optics.fock_outputs(u, inputs)
    patterns = sorted(exact)
    found = photonics.probabilities(u, inputs, patterns)
    check(found.values, found.bounds, [exact[p] for p in patterns])
    everything = photonics.all_outputs(u, inputs)
    assert sorted(map(tuple, everything.patterns.tolist())) == patterns
    for pattern, value, bound in zip(everything.patterns.tolist(), everything.values, everything.bounds):
        assert optics.holds(value, bound, exact[tuple(pattern)]) and bound < 1e-13
    logs = photonics.probabilities(u, inputs, patterns, log=True)
    assert numpy.allclose(logs.values, [math.log(exact[p]) for p in patterns], rtol=1e-14, atol=1e-14) and logs.bounds.max() < 1e-12


def test_identity_moves_nothing():
    for inputs in ([0, 0], [20, 0], [3, 17]):
        found = photonics.all_outputs(numpy.eye(2), inputs)
        assert found.values.tolist() == [float(p == inputs) for p in found.patterns.tolist()]
        assert photonics.probabilities(numpy.eye(2), inputs, [inputs, inputs[::-1]]).values.tolist() == [1, float(inputs == inputs[::-1])]


def test_many_photons_in_a_mode():
    """Binomial distributions, up to 400 photons: no factorial is a float."""
    for count in (170, 171, 400):
        found = photonics.all_outputs(SPLITTER, [count, 0])
        want = [Fraction(math.comb(count, k), 2**count) for k in range(count, -1, -1)]
        weight = Fraction(float(SPLITTER[0, 0].real)) ** (2 * count) * 2**count  # the splitter is rounded
        assert found.patterns[:, 0].tolist() == list(range(count, -1, -1))
        for value, bound, exact in zip(found.values, found.bounds, want):
            assert optics.holds(value, bound, exact * weight)
        single = photonics.probabilities(SPLITTER, [count, 0], found.patterns[::40])
        check(single.values, single.bounds, [w * weight for w in want[::40]])
    pairs = photonics.probabilities(SPLITTER, [20, 20], [[20, 20], [40, 0]])  # only even numbers leave
    exact = optics.fock_outputs(SPLITTER, [20, 20])
    check(pairs.values, pairs.bounds, [exact[20, 20], exact[40, 0]])


def test_no_photons():
    nothing = [[0, 0]]
    assert photonics.all_outputs(SPLITTER, [0, 0]).values.tolist() == [1.0]
    assert photonics.probabilities(SPLITTER, [0, 0], nothing).values.tolist() == [1.0]
    assert photonics.sample_photons(SPLITTER, [0, 0], 2).tolist() == nothing * 2
    assert photonics.partly_distinguishable(SPLITTER, [0, 0], [0, 0], 1.0) == (1.0, 0.0, 0.0)
    assert photonics.sample_photons(numpy.zeros((0, 0)), [], 2).shape == (2, 0)


def test_probabilities_below_the_range_of_floats():
    lossy = numpy.diag([1e-170, 1.0])
    found = photonics.probabilities(lossy, [1, 0], [1, 0], lossy=True)
    assert found.values[0] == 0 and 0 < found.bounds[0] < 1e-300
    log = photonics.probabilities(lossy, [1, 0], [[1, 0], [0, 1]], lossy=True, log=True)
    assert abs(log.values[0] - 2 * math.log(1e-170)) <= log.bounds[0] < 1e-9
    assert log.values[1] == -math.inf and log.bounds[1] == 0


# ------------------------------------------------------------------ partly distinguishable

STATES = [[optics.Rational(Fraction(3, 5)), optics.Rational(0, Fraction(4, 5)), optics.ZERO],
          [optics.Rational(0, Fraction(5, 13)), optics.ZERO, optics.Rational(Fraction(12, 13))],
          [optics.Rational(Fraction(2, 3)), optics.Rational(Fraction(1, 3)), optics.Rational(0, Fraction(2, 3))]]


def overlaps_of(states):
    found = numpy.array([[complex(sum((x.conjugate() * y).re for x, y in zip(a, b)), sum((x.conjugate() * y).im for x, y in zip(a, b)))
                          for b in states] for a in states])
    assert numpy.iscomplexobj(found)
    return found


@pytest.mark.parametrize("inputs", [[1, 1, 1], [2, 1, 0], [0, 3, 0]])
def test_complex_overlaps(inputs):
    u, gram = unitary(3, 3), overlaps_of(STATES)
    exact = optics.partly_outputs(u, inputs, STATES)
    assert abs(sum(exact.values()) - 1) < 1e-14
    turned = 0.0
    for pattern, want in exact.items():
        found = photonics.partly_distinguishable(u, inputs, pattern, gram)
        assert abs(found.value - want) < 1e-14
        assert optics.holds(found.value, found.bound, optics.partly_sum(u, inputs, pattern, gram)) and found.bound < 1e-13
        turned = max(turned, abs(photonics.partly_distinguishable(u, inputs, pattern, gram.T).value - want))
    assert turned > 1e-3 or inputs != [1, 1, 1]  # the conjugates are other states


@pytest.mark.parametrize("overlap", [0.0, 0.3, 1.0])
def test_photons_of_one_mode_that_are_not_alike(overlap):
    found = [photonics.partly_distinguishable(SPLITTER, [2, 0], output, overlap).value for output in ([2, 0], [1, 1], [0, 2])]
    assert numpy.allclose(found, [0.25, 0.5, 0.25], atol=1e-14)
    u = unitary(3, 8)
    outputs = photonics.all_outputs(u, [2, 1, 1])
    some = [photonics.partly_distinguishable(u, [2, 1, 1], p, overlap).value for p in outputs.patterns]
    assert abs(sum(some) - 1) < 1e-13
    if overlap == 1:
        assert abs(some - outputs.values).max() < 1e-13


def test_overlaps_are_checked():
    for wrong in (1.5, -0.7, 0.5j, numpy.nan, [[1, 0.5], [0.4, 1]], [[1, 0.5j], [0.5j, 1]], [[2, 0], [0, 1]], numpy.ones((3, 3))):
        with pytest.raises(permatch.InputError, match="overlaps|Gram"):
            photonics.partly_distinguishable(unitary(3, 1), [1, 1, 1] if numpy.ndim(wrong) == 0 else [1, 1, 0], [1, 1, 1], wrong)
    close = [[1, 0.5 + 1e-16], [0.5, 1 - 1e-9]]
    assert abs(photonics.partly_distinguishable(SPLITTER, [1, 1], [1, 1], close).value - 0.375) < 1e-9


def test_exchanges():
    u, photons = unitary(4, 13), [1, 1, 1, 1]
    gram = numpy.full((4, 4), 0.4) + 0.6 * numpy.eye(4)
    whole = [photonics.partly_distinguishable(u, photons, photons, gram, exchanged=k) for k in range(5)]
    for most, found in enumerate(whole):
        want = 0
        for t in itertools.permutations(range(4)):
            if sum(i != j for i, j in enumerate(t)) <= most:
                want += numpy.prod(gram[range(4), t]) * permatch.permanent(u.conj() * u[:, t])
        assert abs(found.value - want.real) < 1e-13
    assert whole[4].error == 0 and whole[4] == photonics.partly_distinguishable(u, photons, photons, gram)


# ------------------------------------------------------------------ Gaussian states

def two_mode_squeezing(r):
    c, s = math.cosh(2 * r), math.sinh(2 * r)
    return numpy.array([[c, s, 0, 0], [s, c, 0, 0], [0, 0, c, -s], [0, 0, -s, c]])


@pytest.mark.parametrize("r", [1e-9, 0.1, 1.0, 3.0])
def test_two_mode_squeezing(r):
    covariance, patterns = two_mode_squeezing(r), [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [0, 3]]
    found = photonics.gaussian_probabilities(covariance, patterns)
    check(found.values, found.bounds, [optics.gaussian_probability(covariance, p) for p in patterns])
    clicks = [[0, 0], [1, 0], [1, 1]]
    found = photonics.threshold_probabilities(covariance, clicks)
    check(found.values, found.bounds, [optics.click_probability(covariance, c) for c in clicks])


def test_pairs_are_where_they_should_be():
    c, s = math.cosh(1), math.sinh(1)
    squeezer = numpy.array([[c, s, 0, 0], [s, c, 0, 0], [0, 0, c, -s], [0, 0, -s, c]])
    covariance = squeezer @ squeezer.T
    found = photonics.gaussian_probabilities(covariance, [[1, 0], [5, 5]])
    check(found.values[:1], found.bounds, [optics.gaussian_probability(covariance, [1, 0])])
    assert found.values[0] < 1e-15 and abs(found.values[1] - math.tanh(1) ** 10 / math.cosh(1) ** 2) < 1e-14


@pytest.mark.parametrize("mixed,displaced", [(0, 0), (0, 0.5), (0.2, 0), (0.3, 1.0)])
def test_gaussian_states_are_exact(mixed, displaced):
    covariance, means = squeezed(2, 5, mixed=mixed, displaced=displaced)
    patterns = [[0, 0], [1, 0], [1, 1], [0, 2], [2, 1], [2, 2], [4, 0]]
    found = photonics.gaussian_probabilities(covariance, patterns, means)
    check(found.values, found.bounds, [optics.gaussian_probability(covariance, p, means) for p in patterns])
    clicks = [[0, 0], [1, 0], [0, 1], [1, 1]]
    found = photonics.threshold_probabilities(covariance, clicks, means)
    check(found.values, found.bounds, [optics.click_probability(covariance, c, means) for c in clicks])


def test_squeezed_photons_in_an_interferometer():
    """Amplitudes of pairs, e^(-2r) = 1/4, through the interferometer in second quantization."""
    u = unitary(2, 31)
    turn = numpy.block([[u.real, -u.imag], [u.imag, u.real]])
    covariance = turn @ numpy.diag([0.25, 4, 4, 0.25]) @ turn.T  # r = log 2, and -log 2
    pair = {0: 1, 2: -0.6 / 2, 4: 0.36 / 8}  # of exp(-tanh r a'^2 / 2)
    rows = [[optics.Rational.of(complex(z)) for z in row] for row in u]
    total = {}
    for first, second in itertools.product(pair, pair):
        state = {(0, 0): optics.Rational(pair[first] * pair[second] * (-1) ** (second // 2))}
        for mode, count in ((0, first), (1, second)):
            for _ in range(count):
                state = optics.times(state, [row[mode] for row in rows])
        for numbers, z in state.items():
            total[numbers] = total.get(numbers, optics.ZERO) + z
    for numbers, z in total.items():
        if sum(numbers) <= 4:
            want = float(z.square()) * optics.norm(numbers) * 0.64
            assert abs(photonics.gaussian_probabilities(covariance, numbers).values[0] - want) < 1e-14


def test_extremes_of_gaussian_states():
    tiny = photonics.gaussian_probabilities(two_mode_squeezing(1e-9), [20, 20])  # tanh(1e-9)^40 is below the range of floats
    assert tiny.values[0] == 0 and 0 < tiny.bounds[0] < 1e-300
    covariance = numpy.diag([4.0, 0.25])
    logs = photonics.gaussian_probabilities(covariance, [[0], [20], [40]], log=True)
    want = [math.log(math.comb(n, n // 2)) + n * math.log(0.3) - math.log(1.25) for n in (0, 20, 40)]
    assert (abs(logs.values - want) < 1e-12).all() and logs.bounds.max() < 1e-12
    assert photonics.gaussian_probabilities(numpy.eye(4), [[0, 0], [1, 0]]).values.tolist() == [1, 0]
    assert photonics.threshold_probabilities(numpy.eye(4), [[0, 0], [1, 0]]).values.tolist() == [1, 0]
    assert photonics.gaussian_probabilities(numpy.zeros((0, 0)), numpy.zeros((1, 0), int)).values.tolist() == [1]


def test_numbers_of_eight_digits():
    """What is printed with eight digits, or made symmetric up to roundings, is taken."""
    covariance, means = squeezed(3, 9)
    rounded = numpy.array([[float(f"{x:.8g}") for x in row] for row in 12 * covariance]) / 12
    uneven = covariance + 1e-16 * numpy.triu(numpy.ones((6, 6)), 1)
    want = photonics.gaussian_probabilities(covariance, [[1, 1, 0]], means).values
    for given in (rounded, uneven):
        for of in (photonics.gaussian_probabilities, photonics.threshold_probabilities):
            of(given, [[1, 1, 0]], means)
        for of in (photonics.sample_gaussian, photonics.sample_threshold):
            of(given, means, 2)
        assert abs(photonics.gaussian_probabilities(given, [[1, 1, 0]], means).values - want) < 1e-7
    u = unitary(3, 4).round(8)
    photonics.probabilities(u, [1, 1, 1], [1, 1, 1])
    photonics.sample_photons(u, [1, 1, 1], 2)
    with pytest.raises(permatch.InputError, match="symmetric"):
        photonics.gaussian_probabilities(covariance + numpy.triu(numpy.ones((6, 6)), 1) * 1e-3, [[1, 1, 0]])


# ------------------------------------------------------------------ draws

def test_few_modes_and_many_photons():
    samples = photonics.sample_photons(SPLITTER, [60, 0], 4000, seed=3)
    assert (samples.sum(axis=1) == 60).all()
    chi, _ = chi_square(samples, *photonics.all_outputs(SPLITTER, [60, 0])[:2])
    assert 0.3 < chi < 2
    assert (photonics.sample_photons(SPLITTER, [60, 0], 30, seed=3, threads=2) == samples[:30]).all()


def test_draws_that_take_too_long():
    u = unitary(30, 2)
    with pytest.raises(permatch.UnableError, match="predicted to take"):
        photonics.sample_photons(u, [1] * 30, seconds=1)
    with pytest.raises(permatch.UnableError, match="predicted to take"):
        photonics.all_outputs(u, [1] * 6 + [0] * 24, seconds=0.01)
    with pytest.raises(permatch.UnableError, match="predicted to take"):
        photonics.partly_distinguishable(u, [1] * 20 + [0] * 10, [1] * 20 + [0] * 10, 0.5)


def test_probabilities_that_take_too_long():
    u = unitary(34, 2)
    with pytest.raises(permatch.UnableError, match="time limit"):
        photonics.probabilities(u, [1] * 34, [1] * 34, seconds=0.2)
    with pytest.raises(permatch.UnableError, match="terms"):
        photonics.gaussian_probabilities(squeezed(26, 3, mixed=0.1)[0], [1] * 26, seconds=0.2)


def test_photons_one_by_one():
    """Too many outputs for all of them: marginals of the draws against the exact ones."""
    u = unitary(40, 3)
    inputs = [1, 1, 1, 1] + [0] * 36
    samples = photonics.sample_photons(u, inputs, 2000, seed=5)
    mean = (abs(u[:, :4]) ** 2).sum(axis=1)  # photons that leave in each mode
    assert abs(samples.mean(axis=0) - mean).max() < 0.06 and (samples.sum(axis=1) == 4).all()
    found = photonics.all_outputs(u, inputs)  # together: how many photons leave in the first 20 modes
    halves = numpy.array([[n] for n in range(5)])
    exact = numpy.bincount(found.patterns[:, :20].sum(axis=1), found.values, 5)
    chi, _ = chi_square(samples[:, :20].sum(axis=1)[:, None], halves, exact)
    assert chi < 3
    assert (photonics.sample_photons(u, inputs, 30, seed=5, threads=2) == samples[:30]).all()
    bunched = photonics.sample_photons(u, [2, 1] + [0] * 38, 2000, seed=6)  # two of a mode
    pairs = photonics.all_outputs(u, [2, 1] + [0] * 38)
    exact = numpy.bincount((pairs.patterns > 0).sum(axis=1), pairs.values, 4)  # different modes
    chi, _ = chi_square((bunched > 0).sum(axis=1)[:, None], numpy.array([[n] for n in range(4)]), exact)
    assert chi < 5


@pytest.mark.parametrize("order", ["xxpp", "xpxp"])
def test_draws_of_displaced_states(order):
    """Both orders of the numbers; means that are not 0 and no squeezing: every mode has Poisson's distribution."""
    means = numpy.array([1.5, 0.0, -1.0, 0.8])  # of |alpha|^2 = (x^2 + p^2) / 4
    mean = (means[:2] ** 2 + means[2:] ** 2 if order == "xxpp" else means[::2] ** 2 + means[1::2] ** 2) / 4
    photons = photonics.sample_gaussian(numpy.eye(4), means, 4000, order=order, seed=2)
    clicks = photonics.sample_threshold(numpy.eye(4), means, 4000, order=order, seed=2)
    assert abs(photons.mean(axis=0) - mean).max() < 0.06
    assert abs(clicks.mean(axis=0) - (1 - numpy.exp(-mean))).max() < 0.03


def test_draws_of_many_clicks_are_refused():
    with pytest.raises(permatch.UnableError, match="more than 2 clicks"):
        photonics.sample_threshold(numpy.eye(8), numpy.full(8, 6.0), most=2)
    with pytest.warns(permatch.PrecisionWarning, match="cutoff"), pytest.raises(permatch.UnableError, match="more than 3 photons"):
        photonics.sample_gaussian(numpy.eye(8), numpy.full(8, 3.0), most=3)
    assert photonics.sample_gaussian(numpy.zeros((0, 0)), count=2).shape == (2, 0)
    assert photonics.sample_threshold(numpy.eye(4), count=0).shape == (0, 2)
    assert photonics.sample_photons(numpy.eye(2), [0, 0], 2).tolist() == [[0, 0], [0, 0]]


def test_no_patterns():
    """Without patterns there is nothing to compute, also in a displaced state."""
    assert photonics.gaussian_probabilities(numpy.eye(4), numpy.zeros((0, 2), int), [1.0, 2, 3, 4]).values.shape == (0,)
