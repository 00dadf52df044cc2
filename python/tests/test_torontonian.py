# SPDX-License-Identifier: GPL-3.0-or-later
"""Torontonians against the sum over sets of modes, by determinants of numpy."""

import itertools

import numpy
import pytest

import permatch


def state(modes, seed, scale=0.8):
    """I - Q^-1 of a mixed Gaussian state, and g."""
    random = numpy.random.default_rng(seed)
    a = random.normal(size=(2 * modes, 2 * modes)) * scale
    quadratures = numpy.eye(2 * modes) + a @ a.T  # covariance matrix and half of the vacuum, xxpp
    change = numpy.block([[numpy.eye(modes), 1j * numpy.eye(modes)], [numpy.eye(modes), -1j * numpy.eye(modes)]]) / 2**0.5
    alpha = random.normal(size=modes) + 1j * random.normal(size=modes)
    inverse = numpy.linalg.inv(change @ quadratures @ change.conj().T)
    return numpy.eye(2 * modes) - inverse, numpy.concatenate([alpha, alpha.conj()]).conj() @ inverse * 0.5


def by_sets(o, gamma):
    modes, total = len(o) // 2, 0
    for size in range(modes + 1):
        for chosen in itertools.combinations(range(modes), size):
            rows = list(chosen) + [k + modes for k in chosen]
            m, g = numpy.eye(2 * size) - o[numpy.ix_(rows, rows)], gamma[rows]
            form = g @ numpy.linalg.solve(m, g.conj()) if size else 0
            total += (-1) ** (modes - size) * numpy.exp(form / 2) / numpy.sqrt(numpy.linalg.det(m))
    return total


@pytest.mark.parametrize("modes", range(6))
def test_sum_over_sets(modes):
    o, gamma = state(modes, modes)
    for got, want in ((permatch.torontonian(o), by_sets(o, 0 * gamma)),
                      (permatch.loop_torontonian(o, gamma), by_sets(o, gamma))):
        assert abs(got - want) <= 1e-9 * abs(want)
        assert 0 <= got.bound <= 1e-12 * abs(got)


def test_stack_has_the_same_bits():
    matrices, loops = zip(*(state(3, seed) for seed in range(5)))
    found = permatch.loop_torontonian(numpy.array(matrices), numpy.array(loops), threads=2)
    assert found.values.tolist() == [float(permatch.loop_torontonian(o, g)) for o, g in zip(matrices, loops)]
    assert permatch.torontonian(numpy.zeros((0, 4, 4))).values.shape == (0,)


def test_known():
    assert permatch.torontonian(numpy.eye(4) * 0.75) == 9
    assert permatch.torontonian(numpy.zeros((4, 4))) == 0 == permatch.torontonian(numpy.zeros((4, 4))).bound


def test_refused():
    with pytest.raises(permatch.DomainError):
        permatch.torontonian(numpy.eye(2) * 2)
    with pytest.raises(permatch.InputError, match="Hermitian"):
        permatch.torontonian([[0.5, 0.1], [0.2, 0.5]])
    assert permatch.torontonian([[0.5, 0.1], [0.2, 0.5]], rtol=0.5) == permatch.torontonian([[0.5, 0.15], [0.15, 0.5]])
    with pytest.raises(permatch.InputError, match="gamma has shape"):
        permatch.loop_torontonian(numpy.zeros((4, 4)), [0, 0])
    with pytest.raises(permatch.InputError):
        permatch.torontonian(numpy.zeros((3, 3)))
    with pytest.raises(permatch.InputError):
        permatch.torontonian(numpy.zeros((2, 2)), threads=-1)
