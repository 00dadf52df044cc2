# SPDX-License-Identifier: GPL-3.0-or-later
"""Photons in interferometers: single outputs against all outputs, exact arithmetic, and samples against exact
distributions.  Samples have fixed seeds: a test fails only if the code changes."""

import itertools
import math
import subprocess
import sys
from fractions import Fraction

import numpy
import optics
import pytest

import permatch
from permatch import photonics


def test_all_outputs_are_the_single_ones():
    u, photons = optics.unitary(4, 1), [2, 0, 1, 1]
    found = photonics.all_outputs(u, photons)
    assert len(found.patterns) == math.comb(7, 4) and abs(found.values.sum() - 1) < 1e-13
    single = photonics.probabilities(u, photons, found.patterns)
    assert (abs(single.values - found.values) <= single.bounds + found.bounds).all()
    assert found.bounds.max() < 1e-13
    assert photonics.probabilities(u, photons, [4, 4, 4, 4]).values == 0


def test_rows_are_outputs():
    u, photons = optics.unitary(4, 11), [2, 0, 1, 0]
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
    u = optics.unitary(3, 2)
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
    kept = found.patterns.sum(axis=1) == 3
    single = photonics.probabilities(lossy, [1, 1, 1], found.patterns[kept], lossy=True).values
    assert abs(single - found.values[kept]).max() < 1e-14
    for of in (photonics.probabilities, lambda *given, **more: photonics.partly_distinguishable(*given, 1, **more)):
        with pytest.raises(permatch.InputError, match="has 2 of 3 photons.*sample_photons|has 2 of 3 photons.*all_outputs"):
            of(lossy, [1, 1, 1], [1, 0, 1], lossy=True)
        of(u, [1, 1, 1], [1, 0, 1])  # without losses it is impossible
    assert abs(photonics.partly_distinguishable(lossy, [1, 1, 1], [1, 0, 2], 1, lossy=True).value - want[1, 0, 2]) < 1e-14


def test_interferometers_are_checked():
    u, photons = optics.unitary(3, 2), [1, 1, 0]
    calls = [photonics.all_outputs, lambda u, n, **more: photonics.probabilities(u, n, n, **more),
             lambda u, n, **more: photonics.partly_distinguishable(u, n, n, 0.5, **more)]
    for of in [*calls, photonics.sample_photons]:
        of(u + 1e-11, photons)
        of(u * [1, 1, 2], photons)  # no photon enters the third mode
        for wrong, message in ((u * 1.1, "above 1, 1.1: it makes"), (u * (1 + 1e-5), "makes photons"),
                               (u * [0.9, 1, 1], "below 1, 0.9: it loses photons; " + (
                                   "numpy.vstack" if of == photonics.sample_photons else "lossy=True")), (u * numpy.nan, "not a finite number")):
            with pytest.raises(permatch.InputError, match=message):
                of(wrong, photons)
    for of in calls:
        of(u * 0.9, photons, lossy=True)
        with pytest.raises(permatch.InputError, match="makes photons"):
            of(u * [1, 1.1, 1], photons, lossy=True)
    lossy = photonics.all_outputs(u * [0.9, 0.8, 1], photons, lossy=True)  # the unused column changes nothing
    assert (photonics.all_outputs(u * [0.9, 0.8, 5], photons, lossy=True).values == lossy.values).all()


def test_samples_with_losses():
    """Modes for the lost photons, as the message says: the frequencies are the probabilities of the lossy matrix."""
    lossy, count = optics.unitary(3, 2) * [[0.9], [0.8], [0.7]], 40000
    rows = numpy.linalg.cholesky(numpy.eye(3) - lossy.conj().T @ lossy).conj().T
    drawn = photonics.sample_photons(numpy.vstack([lossy, rows]), [1, 1, 0], count, seed=3)[:, :3]
    for pattern, value in zip(*photonics.all_outputs(lossy, [1, 1, 0], lossy=True)[:2]):
        seen = (drawn == pattern).all(axis=1).mean()
        assert abs(seen - value) < 6 * (value / count) ** 0.5 + 1e-12


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
    u, photons = optics.unitary(3, 3), [1, 1, 1]
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


def test_photon_samples():
    u, photons = optics.unitary(3, 5), [1, 2, 0]
    found = photonics.all_outputs(u, photons)
    samples = photonics.sample_photons(u, photons, 20000, seed=6)
    chi, distance = optics.chi_square(samples, found.patterns, found.values)
    assert 0.2 < chi < 2 and distance < 0.02
    few = photonics.sample_photons(u, photons, 50, seed=6, threads=3)
    assert (few == samples[:50]).all() and (samples.sum(axis=1) == 3).all()


def test_photon_numbers_may_be_floats():
    u = optics.unitary(3, 4)
    want = photonics.probabilities(u, [1, 1, 0], [[0, 2, 0]]).values
    assert (photonics.probabilities(u, numpy.array([1.0, 1.0, 0.0]), numpy.array([[0.0, 2.0, 0.0]])).values == want).all()
    with pytest.raises(permatch.InputError, match="3 photon numbers"):
        photonics.probabilities(u, [1, 1], [[0, 2, 0]])


@pytest.mark.parametrize("inputs", [[0, 0, 0], [1, 1, 1], [2, 0, 1], [3, 1, 0], [0, 5, 0]])
def test_probabilities_are_exact(inputs):
    u = optics.unitary(3, 21)
    exact = optics.fock_outputs(u, inputs)
    patterns = sorted(exact)
    found = photonics.probabilities(u, inputs, patterns)
    optics.check(found.values, found.bounds, [exact[p] for p in patterns])
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
        found = photonics.all_outputs(optics.SPLITTER, [count, 0])
        want = [Fraction(math.comb(count, k), 2**count) for k in range(count, -1, -1)]
        weight = Fraction(float(optics.SPLITTER[0, 0].real)) ** (2 * count) * 2**count  # the splitter is rounded
        assert found.patterns[:, 0].tolist() == list(range(count, -1, -1))
        for value, bound, exact in zip(found.values, found.bounds, want):
            assert optics.holds(value, bound, exact * weight)
        single = photonics.probabilities(optics.SPLITTER, [count, 0], found.patterns[::40])
        optics.check(single.values, single.bounds, [w * weight for w in want[::40]])
    pairs = photonics.probabilities(optics.SPLITTER, [20, 20], [[20, 20], [40, 0]])  # only even numbers leave
    exact = optics.fock_outputs(optics.SPLITTER, [20, 20])
    optics.check(pairs.values, pairs.bounds, [exact[20, 20], exact[40, 0]])


def test_no_photons():
    nothing = [[0, 0]]
    assert photonics.all_outputs(optics.SPLITTER, [0, 0]).values.tolist() == [1.0]
    assert photonics.probabilities(optics.SPLITTER, [0, 0], nothing).values.tolist() == [1.0]
    assert photonics.sample_photons(optics.SPLITTER, [0, 0], 2).tolist() == nothing * 2
    assert photonics.partly_distinguishable(optics.SPLITTER, [0, 0], [0, 0], 1.0) == (1.0, 0.0, 0.0)
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
    u, gram = optics.unitary(3, 3), overlaps_of(STATES)
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
    found = [photonics.partly_distinguishable(optics.SPLITTER, [2, 0], output, overlap).value for output in ([2, 0], [1, 1], [0, 2])]
    assert numpy.allclose(found, [0.25, 0.5, 0.25], atol=1e-14)
    u = optics.unitary(3, 8)
    outputs = photonics.all_outputs(u, [2, 1, 1])
    some = [photonics.partly_distinguishable(u, [2, 1, 1], p, overlap).value for p in outputs.patterns]
    assert abs(sum(some) - 1) < 1e-13
    if overlap == 1:
        assert abs(some - outputs.values).max() < 1e-13


def test_overlaps_are_checked():
    for wrong in (1.5, -0.7, 0.5j, numpy.nan, [[1, 0.5], [0.4, 1]], [[1, 0.5j], [0.5j, 1]], [[2, 0], [0, 1]], numpy.ones((3, 3))):
        with pytest.raises(permatch.InputError, match="overlaps|Gram"):
            photonics.partly_distinguishable(optics.unitary(3, 1), [1, 1, 1] if numpy.ndim(wrong) == 0 else [1, 1, 0], [1, 1, 1], wrong)
    close = [[1, 0.5 + 1e-16], [0.5, 1 - 1e-9]]
    assert abs(photonics.partly_distinguishable(optics.SPLITTER, [1, 1], [1, 1], close).value - 0.375) < 1e-9


def test_exchanges():
    u, photons = optics.unitary(4, 13), [1, 1, 1, 1]
    gram = numpy.full((4, 4), 0.4) + 0.6 * numpy.eye(4)
    whole = [photonics.partly_distinguishable(u, photons, photons, gram, exchanged=k) for k in range(5)]
    for most, found in enumerate(whole):
        want = 0
        for t in itertools.permutations(range(4)):
            if sum(i != j for i, j in enumerate(t)) <= most:
                want += numpy.prod(gram[range(4), t]) * permatch.permanent(u.conj() * u[:, t])
        assert abs(found.value - want.real) < 1e-13
    assert whole[4].error == 0 and whole[4] == photonics.partly_distinguishable(u, photons, photons, gram)


# ------------------------------------------------------------------ threshold detectors

def of_clicks(outputs, clicks):
    return sum((value for pattern, value in outputs.items() if tuple(int(n > 0) for n in pattern) == tuple(clicks)), Fraction(0))


@pytest.mark.parametrize("inputs", [[1, 1, 1], [2, 0, 1], [0, 4, 0], [0, 0, 0]])
def test_clicks_of_fock_states(inputs):
    """Exact sums over all outputs; with losses and with overlaps, sums of the other functions."""
    u, clicks = optics.unitary(3, 5), optics.patterns_below(3, 1)
    exact = optics.fock_outputs(u, inputs)
    found = photonics.fock_threshold_probabilities(u, inputs, clicks)
    optics.check(found.values, found.bounds, [of_clicks(exact, c) for c in clicks])
    logs = photonics.fock_threshold_probabilities(u, inputs, clicks, log=True)
    assert numpy.allclose(numpy.exp(logs.values), found.values, rtol=1e-12) and logs.bounds.max() < 1e-12
    for lossy in (numpy.diag([0.9, 0.5, 0.7]) @ u, u[:2], 0 * u):  # less light, a mode without a detector, none
        of_rows = optics.patterns_below(len(lossy), 1)
        found = photonics.fock_threshold_probabilities(lossy, inputs, of_rows, lossy=True)
        outputs = photonics.all_outputs(lossy, inputs, lossy=True)
        for pattern, value, bound in zip(of_rows, *found):
            same = ((outputs.patterns > 0) == pattern).all(axis=1)
            assert abs(outputs.values[same].sum() - value) <= outputs.bounds[same].sum() + bound + 1e-15
    n = sum(inputs)
    gram = overlaps_of(STATES) if n == 3 else 0.4
    some = photonics.fock_threshold_probabilities(u, inputs, clicks, gram)
    single = {pattern: Fraction(photonics.partly_distinguishable(u, inputs, pattern, gram).value) for pattern in exact}
    assert numpy.allclose(some.values, [float(of_clicks(single, c)) for c in clicks], rtol=1e-13, atol=1e-15)


def test_clicks_that_cannot_be():
    none = photonics.fock_threshold_probabilities(numpy.eye(3), [1, 1, 0], [[1, 1, 1], [0, 0, 0], [1, 1, 0]])
    assert none.values.tolist() == [0, 0, 1] and none.bounds.tolist() == [0, 0, 0]
    assert photonics.fock_threshold_probabilities(numpy.zeros((0, 0)), [], numpy.zeros((1, 0), int)).values.tolist() == [1]
    assert photonics.fock_threshold_probabilities(numpy.eye(2), [1, 0], numpy.zeros((0, 2), int)).values.shape == (0,)
    never = photonics.fock_threshold_probabilities(optics.SPLITTER, [1, 1], [1, 1])  # photons leave together
    assert never.values[0] < 1e-30 and never.bounds[0] < 1e-15
    for clicks, message in (([2, 0], "clicks, 1"), ([1], "clicks of 2 modes")):
        with pytest.raises(permatch.InputError, match=message):
            photonics.fock_threshold_probabilities(numpy.eye(2), [1, 0], clicks)
    with pytest.raises(permatch.UnableError, match="predicted to take"):
        photonics.fock_threshold_probabilities(optics.unitary(24, 1), [1] * 24, [1] * 24)
    with pytest.raises(permatch.UnableError, match="3000 photons and threshold detectors: predicted to take"):
        photonics.fock_threshold_probabilities(numpy.eye(2), [3000, 0], [1, 0])


def test_clicks_of_many_patterns_take_little_memory():
    code = ("import numpy, resource; from permatch import photonics\n"
            "with open('/proc/self/statm') as now:\n"
            "    most = int(now.read().split()[0]) * resource.getpagesize() + 2**31\n"
            "resource.setrlimit(resource.RLIMIT_AS, (most, most))\n"
            "clicks = numpy.broadcast_to([1, 1], (10**6, 2))\n"
            "print(photonics.fock_threshold_probabilities(numpy.eye(2), [1, 0], clicks, threads=1).values.any())")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False).stdout == "False\n"


# ------------------------------------------------------------------ draws

def test_few_modes_and_many_photons():
    samples = photonics.sample_photons(optics.SPLITTER, [60, 0], 4000, seed=3)
    assert (samples.sum(axis=1) == 60).all()
    chi, _ = optics.chi_square(samples, *photonics.all_outputs(optics.SPLITTER, [60, 0])[:2])
    assert 0.3 < chi < 2
    assert (photonics.sample_photons(optics.SPLITTER, [60, 0], 30, seed=3, threads=2) == samples[:30]).all()


def test_draws_that_take_too_long():
    u = optics.unitary(30, 2)
    with pytest.raises(permatch.UnableError, match="predicted to take"):
        photonics.sample_photons(u, [1] * 30, seconds=1)
    with pytest.raises(permatch.UnableError, match="predicted to take"):
        photonics.all_outputs(u, [1] * 6 + [0] * 24, seconds=0.01)
    with pytest.raises(permatch.UnableError, match="predicted to take"):
        photonics.partly_distinguishable(u, [1] * 20 + [0] * 10, [1] * 20 + [0] * 10, 0.5)


def test_probabilities_that_take_too_long():
    u = optics.unitary(34, 2)
    with pytest.raises(permatch.UnableError, match="time limit"):
        photonics.probabilities(u, [1] * 34, [1] * 34, seconds=0.2)
    with pytest.raises(permatch.UnableError, match="terms"):
        photonics.gaussian_probabilities(optics.squeezed(26, 3, mixed=0.1)[0], [1] * 26, seconds=0.2)


def test_photons_one_by_one():
    """Too many outputs for all of them: marginals of the draws against the exact ones."""
    u = optics.unitary(40, 3)
    inputs = [1, 1, 1, 1] + [0] * 36
    samples = photonics.sample_photons(u, inputs, 2000, seed=5)
    mean = (abs(u[:, :4]) ** 2).sum(axis=1)  # photons that leave in each mode
    assert abs(samples.mean(axis=0) - mean).max() < 0.06 and (samples.sum(axis=1) == 4).all()
    found = photonics.all_outputs(u, inputs)  # together: how many photons leave in the first 20 modes
    halves = numpy.array([[n] for n in range(5)])
    exact = numpy.bincount(found.patterns[:, :20].sum(axis=1), found.values, 5)
    chi, _ = optics.chi_square(samples[:, :20].sum(axis=1)[:, None], halves, exact)
    assert chi < 3
    assert (photonics.sample_photons(u, inputs, 30, seed=5, threads=2) == samples[:30]).all()
    bunched = photonics.sample_photons(u, [2, 1] + [0] * 38, 2000, seed=6)  # two of a mode
    pairs = photonics.all_outputs(u, [2, 1] + [0] * 38)
    exact = numpy.bincount((pairs.patterns > 0).sum(axis=1), pairs.values, 4)  # different modes
    chi, _ = optics.chi_square((bunched > 0).sum(axis=1)[:, None], numpy.array([[n] for n in range(4)]), exact)
    assert chi < 5
