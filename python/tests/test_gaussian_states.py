# SPDX-License-Identifier: GPL-3.0-or-later
"""Gaussian states: sums of probabilities, known states, exact arithmetic, and samples against exact distributions.
Samples have fixed seeds."""

import itertools
import math
import warnings
from fractions import Fraction

import numpy
import optics
import pytest

import permatch
from permatch import photonics


@pytest.mark.parametrize("hbar", [1.0, 2.0])
def test_gaussian_states(hbar):
    covariance, means = optics.squeezed(2, 4, hbar, mixed=0.2)
    patterns = optics.patterns_below(2, 11)
    found = photonics.gaussian_probabilities(covariance, patterns, means, hbar=hbar)
    assert abs(found.values.sum() - 1) < 1e-3 and found.values.min() > 0
    vacuum = photonics.threshold_probabilities(numpy.eye(4) * hbar / 2, [[0, 0], [0, 1], [1, 1]], hbar=hbar)
    assert vacuum.values.min() >= 0 and (abs(vacuum.values - [1, 0, 0]) <= vacuum.bounds).all()
    order = [0, 2, 1, 3]
    turned = photonics.gaussian_probabilities(covariance[numpy.ix_(order, order)], patterns, means[order], hbar=hbar, order="xpxp")
    assert abs(turned.values - found.values).max() < 1e-14
    clicks = photonics.threshold_probabilities(covariance, optics.patterns_below(2, 1), means, hbar=hbar)
    assert abs(clicks.values.sum() - 1) < 1e-12
    for pattern, value in zip(optics.patterns_below(2, 1), clicks.values):
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


POWERS = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [2, 1], [0, 3], [2, 2]]


@pytest.mark.parametrize("order", ["xxpp", "xpxp"])
def test_moments_are_sums_over_photon_numbers(order):
    """Factorial moments against sums over all patterns, in a displaced mixed state."""
    covariance, means = optics.squeezed(2, 5, hbar=1.0, mixed=0.05, displaced=0.3)
    patterns = optics.patterns_below(2, 13)
    found = photonics.gaussian_probabilities(covariance, patterns, means, hbar=1.0).values
    assert abs(found.sum() - 1) < 1e-4
    places = [0, 2, 1, 3] if order == "xpxp" else range(4)
    moments = photonics.photon_moments(covariance[numpy.ix_(places, places)], POWERS[:6], means[places], hbar=1.0, order=order)
    for power, moment in zip(POWERS, moments.values):
        falling = [math.prod(math.perm(int(n), k) for n, k in zip(pattern, power)) for pattern in patterns]
        assert moment == pytest.approx(found @ falling, rel=5e-3)


STATES = {"vacuum": (numpy.eye(4), None), "pure": optics.squeezed(2, 5), "mixed": optics.squeezed(2, 6, mixed=0.3, displaced=0.0),
          "displaced": optics.squeezed(2, 8, mixed=0.1, displaced=2.0), "coherent": (numpy.eye(4), numpy.array([1.5, 0, -2, 0.25])),
          **{f"squeezed by {r}": (numpy.diag(numpy.exp([2.0 * r, 0.5, -2 * r, -0.5])), None) for r in (1, 4, 8)},
          "two modes squeezed by 8": (numpy.array([[math.cosh(16), s, 0, 0], [s, math.cosh(16), 0, 0], [0, 0, math.cosh(16), -s],
                                                   [0, 0, -s, math.cosh(16)]]) if (s := math.sinh(16)) else None, numpy.ones(4))}


@pytest.mark.parametrize("name", STATES)
def test_elements_moments_and_cumulants_are_exact(name):
    covariance, means = STATES[name]
    elements = photonics.density_elements(covariance, POWERS, POWERS[::-1], means)
    for left, right, value, bound in zip(POWERS, POWERS[::-1], elements.values, elements.bounds):
        want = optics.density_element(covariance, left, right, means)
        error = optics.Rational.of(value) + optics.Rational(-want.re, -want.im)
        assert error.square() <= Fraction(float(bound)) ** 2 and bound <= 1e-12 * abs(value) + 1e-250
    moments = photonics.photon_moments(covariance, POWERS, means)
    optics.check(moments.values, moments.bounds, [optics.photon_moment(covariance, k, means) for k in POWERS])
    logs = photonics.photon_moments(covariance, POWERS, means, log=True)
    some = moments.values > 1e-200
    assert (abs(numpy.exp(logs.values[some]) / moments.values[some] - 1) < 1e-11).all()
    cumulants = photonics.photon_cumulants(covariance, POWERS, means)
    for power, value, bound in zip(POWERS, *cumulants):
        assert optics.holds(value, bound, optics.cumulant(covariance, power, means)) and bound <= 1e-12 * abs(value) + 1e-250


def test_one_mode_and_none():
    none = numpy.zeros((0, 0)), numpy.zeros((1, 0), int)
    for of, want in ((photonics.photon_moments, 1), (photonics.photon_cumulants, 0), (lambda v, n: photonics.density_elements(v, n, n), 1)):
        assert of(*none).values.tolist() == [want] and of(*none).bounds.tolist() == [0]
    r = 8  # a squeezed vacuum: amplitudes sqrt(2 choose 1) (-tanh(r) / 2) / sqrt(cosh r), moments sinh^2
    covariance = numpy.diag([math.exp(-2 * r), math.exp(2 * r)])
    found = photonics.density_elements(covariance, [[0], [1], [2]], [0]).values
    assert numpy.allclose(found, [1 / math.cosh(r), 0, -math.tanh(r) / 2**0.5 / math.cosh(r)], rtol=1e-7)
    assert numpy.allclose(photonics.photon_moments(covariance, [[1], [2]]).values,
                          [math.sinh(r) ** 2, 3 * math.sinh(r) ** 4 + math.sinh(r) ** 2], rtol=1e-7)
    with pytest.raises(permatch.UnableError, match="19 modes"):
        photonics.photon_cumulants(covariance, [[19]])
    with pytest.warns(permatch.PrecisionWarning):  # 1000 copies of a and of a* have too many terms for balls
        photonics.photon_moments(covariance, [[1000]], seconds=60)


def test_numbers_whose_squares_are_beyond_floats():
    found = photonics.photon_moments(numpy.eye(2), [[1], [3]], [1e303, 0], log=True)
    assert numpy.allclose(found.values, (2 * math.log(1e303) - math.log(4)) * numpy.array([1, 3]), rtol=1e-14)
    assert photonics.gaussian_probabilities(numpy.eye(2), [[0]], [1e303, 0]).values[0] == 0


@pytest.mark.parametrize("name", ["vacuum", "pure", "displaced", "coherent", "squeezed by 1"])
def test_beyond_the_cutoff(name):
    """Exact sums for each mode alone, in both orders."""
    covariance, means = STATES[name]
    places = [0, 2, 1, 3]
    for cutoff in (0, 1, 4):
        found = photonics.beyond_cutoff(covariance, cutoff, means)
        turned = photonics.beyond_cutoff(covariance[numpy.ix_(places, places)], cutoff, None if means is None else means[places], order="xpxp")
        assert (found.values == turned.values).all() and found.bounds.max() < 1e-11
        for mode, (value, bound) in enumerate(zip(*found)):
            alone = covariance[mode::2, mode::2], None if means is None else means[mode::2]
            assert optics.holds(value, bound, 1 - sum(optics.gaussian_probability(alone[0], [n], alone[1]) for n in range(cutoff)))
    r, n = 1.0, numpy.arange(0, 400, 2)  # the tail of a squeezed vacuum as its series
    terms = numpy.cumprod(numpy.concatenate([[1 / math.cosh(r)], math.tanh(r) ** 2 * (n[1:] - 1) / n[1:]]))
    assert abs(photonics.beyond_cutoff(numpy.diag([math.exp(2 * r), math.exp(-2 * r)]), 6).values[0] - terms[3:].sum()) < 1e-12
    assert photonics.beyond_cutoff(numpy.zeros((0, 0)), 3).values.shape == (0,)


@pytest.mark.parametrize("order, places", [("xxpp", [0, 1, 2, 3]), ("xpxp", [0, 2, 1, 3])])
def test_density_elements(order, places):
    """Of a pure state with amplitudes from its squeezing B and displacement, N exp(a* B a* / 2 + z a*) |0>; of one of its
    modes alone, by a partial trace; and probabilities on the diagonal."""
    u, r = optics.unitary(2, 7), numpy.random.default_rng(7).uniform(0.2, 0.5, 2)
    covariance, means = optics.squeezed(2, 7, hbar=1.0)
    alpha = (means[:2] + 1j * means[2:]) / 2**0.5
    b = -u @ numpy.diag(numpy.tanh(r)) @ u.T
    z = alpha - b @ alpha.conj()
    amplitudes = permatch.hafnian_patterns(b, 24, loops=z, normalized=True).values
    amplitudes = amplitudes * numpy.exp(-alpha.conj() @ z / 2) / numpy.sqrt(numpy.prod(numpy.cosh(r)))
    patterns = optics.patterns_below(2, 2)
    left, right = numpy.repeat(patterns, 9, axis=0), numpy.tile(patterns, (9, 1))
    given = {"means": means[places], "hbar": 1.0, "order": order}
    found = photonics.density_elements(covariance[numpy.ix_(places, places)], left, right, **given)
    wanted = amplitudes[tuple(left.T)] * amplitudes[tuple(right.T)].conj()
    assert abs(found.values - wanted).max() < 1e-13 and found.bounds.max() < 1e-12
    probabilities = photonics.gaussian_probabilities(covariance[numpy.ix_(places, places)], patterns, **given)
    assert (abs(found.values.reshape(9, 9).diagonal() - probabilities.values) <= found.bounds[::10] + probabilities.bounds).all()
    alone = photonics.density_elements(covariance[::2, ::2], left[:, :1], right[:, :1], means[::2], hbar=1.0).values
    traced = amplitudes @ amplitudes.conj().T
    assert abs(alone - traced[left[:, 0], right[:, 0]]).max() < 1e-9
    with pytest.raises(permatch.InputError, match="3 photon numbers on the left and 2 on the right"):
        photonics.density_elements(numpy.eye(2), [[0], [1], [2]], [[0], [1]])
    with pytest.raises(permatch.InputError, match="photon numbers of 1 modes"):
        photonics.density_elements(numpy.eye(2), [[1, 0]], [0])


@pytest.mark.parametrize("covariance, hbar, message", [
    (numpy.eye(2) / 2, 2.0, "uncertainty"), ([[1, 0.5], [0, 2]], 2.0, "symmetric"), (numpy.eye(2), 0.0, "hbar"), (numpy.eye(2), -2.0, "hbar")])
def test_quantities_are_those_of_states(covariance, hbar, message):
    for of in (photonics.photon_moments, photonics.photon_cumulants, lambda v, n, hbar: photonics.density_elements(v, n, n, hbar=hbar)):
        with pytest.raises(permatch.InputError, match=message):
            of(covariance, [[1]], hbar=hbar)


def two_mode_squeezing(r):
    c, s = math.cosh(2 * r), math.sinh(2 * r)
    return numpy.array([[c, s, 0, 0], [s, c, 0, 0], [0, 0, c, -s], [0, 0, -s, c]])


@pytest.mark.parametrize("r", [1e-9, 0.1, 1.0, 3.0])
def test_two_mode_squeezing(r):
    covariance, patterns = two_mode_squeezing(r), [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [0, 3]]
    found = photonics.gaussian_probabilities(covariance, patterns)
    optics.check(found.values, found.bounds, [optics.gaussian_probability(covariance, p) for p in patterns])
    clicks = [[0, 0], [1, 0], [1, 1]]
    found = photonics.threshold_probabilities(covariance, clicks)
    optics.check(found.values, found.bounds, [optics.click_probability(covariance, c) for c in clicks])


def test_pairs_are_where_they_should_be():
    c, s = math.cosh(1), math.sinh(1)
    squeezer = numpy.array([[c, s, 0, 0], [s, c, 0, 0], [0, 0, c, -s], [0, 0, -s, c]])
    covariance = squeezer @ squeezer.T
    found = photonics.gaussian_probabilities(covariance, [[1, 0], [5, 5]])
    optics.check(found.values[:1], found.bounds, [optics.gaussian_probability(covariance, [1, 0])])
    assert found.values[0] < 1e-15 and abs(found.values[1] - math.tanh(1) ** 10 / math.cosh(1) ** 2) < 1e-14


@pytest.mark.parametrize("mixed,displaced", [(0, 0), (0, 0.5), (0.2, 0), (0.3, 1.0)])
def test_gaussian_states_are_exact(mixed, displaced):
    covariance, means = optics.squeezed(2, 5, mixed=mixed, displaced=displaced)
    patterns = [[0, 0], [1, 0], [1, 1], [0, 2], [2, 1], [2, 2], [4, 0]]
    found = photonics.gaussian_probabilities(covariance, patterns, means)
    optics.check(found.values, found.bounds, [optics.gaussian_probability(covariance, p, means) for p in patterns])
    clicks = [[0, 0], [1, 0], [0, 1], [1, 1]]
    found = photonics.threshold_probabilities(covariance, clicks, means)
    optics.check(found.values, found.bounds, [optics.click_probability(covariance, c, means) for c in clicks])


def test_squeezed_photons_in_an_interferometer():
    """Amplitudes of pairs, e^(-2r) = 1/4, through the interferometer in second quantization."""
    u = optics.unitary(2, 31)
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


@pytest.mark.parametrize("means", [None, [0.5, 0, 0, 0]])
def test_logarithms_of_impossible_patterns(means):
    """Exact fractions tell which patterns are impossible: the others have finite logarithms."""
    turn = numpy.kron(numpy.eye(2), [[0.5, 0.5], [0.5, -0.5]])
    for spectrum in ([0.5, 8, 8, 0.5], [0.5, 2, 8, 2], [2, 2, 2, 2], [3, 2.5, 3, 2.5]):
        covariance = turn @ numpy.diag(spectrum) @ turn.T
        patterns = optics.patterns_below(2, 3)
        exact = [optics.gaussian_probability(covariance, pattern, means) for pattern in patterns]
        for x, value, bound in zip(exact, *photonics.gaussian_probabilities(covariance, patterns, means, log=True)):
            assert (value, bound) == (-math.inf, 0) if x == 0 else abs(value - math.log(x)) <= bound + 1e-14


def test_numbers_of_eight_digits():
    """What is printed with eight digits, or made symmetric up to roundings, is taken."""
    covariance, means = optics.squeezed(3, 9)
    rounded = numpy.array([[float(f"{x:.8g}") for x in row] for row in 12 * covariance]) / 12
    uneven = covariance + 1e-16 * numpy.triu(numpy.ones((6, 6)), 1)
    want = photonics.gaussian_probabilities(covariance, [[1, 1, 0]], means).values
    for given in (rounded, uneven):
        for of in (photonics.gaussian_probabilities, photonics.threshold_probabilities):
            of(given, [[1, 1, 0]], means)
        for of in (photonics.sample_gaussian, photonics.sample_threshold):
            of(given, means, 2)
        assert abs(photonics.gaussian_probabilities(given, [[1, 1, 0]], means).values - want) < 1e-7
    u = optics.unitary(3, 4).round(8)
    photonics.probabilities(u, [1, 1, 1], [1, 1, 1])
    photonics.sample_photons(u, [1, 1, 1], 2)
    with pytest.raises(permatch.InputError, match="symmetric"):
        photonics.gaussian_probabilities(covariance + numpy.triu(numpy.ones((6, 6)), 1) * 1e-3, [[1, 1, 0]])


def test_no_patterns():
    """Without patterns there is nothing to compute, also in a displaced state."""
    assert photonics.gaussian_probabilities(numpy.eye(4), numpy.zeros((0, 2), int), [1.0, 2, 3, 4]).values.shape == (0,)


# ------------------------------------------------------------------ draws

def test_gaussian_samples():
    covariance, means = optics.squeezed(2, 7, mixed=0.1)
    samples = photonics.sample_gaussian(covariance, means, 1500, seed=8, cutoff=9)
    patterns = optics.patterns_below(2, 9)
    chi, distance = optics.chi_square(samples, patterns, photonics.gaussian_probabilities(covariance, patterns, means).values)
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


def test_threshold_samples():
    covariance, means = optics.squeezed(3, 9, mixed=0.1)
    samples = photonics.sample_threshold(covariance, means, 20000, seed=10)
    patterns = optics.patterns_below(3, 1)
    chi, distance = optics.chi_square(samples, patterns, photonics.threshold_probabilities(covariance, patterns, means).values)
    assert 0.2 < chi < 2 and distance < 0.02
    assert (photonics.sample_threshold(covariance, means, 50, seed=10, threads=3) == samples[:50]).all()


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
