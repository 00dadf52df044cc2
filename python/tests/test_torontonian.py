# SPDX-License-Identifier: GPL-3.0-or-later
"""Torontonians of modes without correlations, by their formula.  tests/torontonian.c has the sums over sets of modes."""

import cmath
import math

import numpy
import pytest

import permatch


def state(x, g):
    """O = x in each mode, and the loops."""
    return numpy.diag([*x, *x]), numpy.array([*g, *numpy.conj(g)])


def by_modes(x, g):
    """The product of exp(|g|^2 / (1 - x)) / (1 - x) - 1, since each mode is excluded or included."""
    return math.prod(math.exp(abs(b) ** 2 / (1 - a)) / (1 - a) - 1 for a, b in zip(x, g))


@pytest.mark.parametrize("modes", range(6))
def test_modes(modes):
    x, g = numpy.arange(1, modes + 1) / 8, [cmath.rect(k / 4, k) for k in range(modes)]
    o, gamma = state(x, g)
    for got, want in ((permatch.torontonian(o), by_modes(x, 0 * x)), (permatch.loop_torontonian(o, gamma), by_modes(x, g))):
        assert abs(got - want) <= 1e-13 * abs(want)
        assert 0 <= got.bound <= 1e-12 * abs(got)


def test_stack_has_the_same_bits():
    matrices, loops = zip(*(state([k / 7, 0.5, 0.25], [0.1 * k, 1j, 0.5 + 0.5j]) for k in range(5)))
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
