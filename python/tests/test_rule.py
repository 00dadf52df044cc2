# SPDX-License-Identifier: GPL-3.0-or-later
"""One rule for all functions: a relative error of at most rtol, or a warning, or with strict an error."""

import warnings

import numpy
import pytest

import permatch
from permatch import photonics

RANDOM = numpy.random.default_rng(3)
A = RANDOM.normal(size=(10, 10))
A[:5, 0], A[5:, 0] = A[:5, 1], -A[5:, 1]
A *= 1 + 2.0**-45 * RANDOM.integers(-4, 5, size=A.shape)  # terms nearly cancel
H = numpy.block([[numpy.zeros((10, 10)), A], [A.T, numpy.zeros((10, 10))]])
LARGE = RANDOM.normal(size=(23, 23))  # is planned
UNITARY = numpy.linalg.qr(RANDOM.normal(size=(6, 6)) + 1j * RANDOM.normal(size=(6, 6)))[0]
COVARIANCE = numpy.diag([2.0, 1, 0.5, 0.5, 1, 2])
O = 0.3 * numpy.eye(6) + 0.1

WITH_PRECISION = {
    "permanent": lambda **more: permatch.permanent(A, **more),
    "permanent, planned": lambda **more: permatch.permanent(LARGE, **more),
    "permanent with copies": lambda **more: permatch.permanent(A[3:7, 3:7], rows=[3, 2, 3, 2], cols=[3, 2, 3, 2], **more),
    "permanents": lambda **more: permatch.permanents(A[None], **more),
    "products": lambda **more: permatch.permanent_of_product(A[:, :2], A[:2], **more),
    "minors": lambda **more: permatch.minors(A, **more),
    "gradient": lambda **more: permatch.gradient(A[3:7, 3:7], rows=[3, 2, 3, 2], cols=[3, 2, 3, 2], **more),
    "hafnian": lambda **more: permatch.hafnian(H, **more),
    "hafnian with copies": lambda **more: permatch.hafnian(H[8:12, 8:12], repeats=[3, 2, 3, 2], **more),
    "loop hafnian": lambda **more: permatch.loop_hafnian(H, **more),
    "hafnians": lambda **more: permatch.hafnians(H[None], **more),
    "all patterns": lambda **more: permatch.hafnian_patterns(H[8:12, 8:12], 4, **more),
    "torontonian": lambda **more: permatch.torontonian(O, **more),
    "loop torontonian": lambda **more: permatch.loop_torontonian(O, numpy.full(6, 0.3), **more),
    "marginals": lambda **more: permatch.marginals(abs(A[None]), **more),
    "marginals of logarithms": lambda **more: permatch.marginals(100 * A[None], log=True, **more),
}
WITHOUT = {
    "joint marginals": lambda **more: permatch.joint_marginals(A, [0, 1], signed=True, **more),
    "probabilities": lambda **more: photonics.probabilities(UNITARY, [2, 2, 1, 1, 0, 0], [[1] * 6, [6] + [0] * 5], **more),
    "all outputs": lambda **more: photonics.all_outputs(UNITARY, [1, 1, 1, 1, 0, 0], **more),
    "Gaussian": lambda **more: photonics.gaussian_probabilities(COVARIANCE, [[2, 1, 2], [4, 0, 4]], **more),
    "threshold": lambda **more: photonics.threshold_probabilities(COVARIANCE, [[1, 0, 1], [1, 1, 1]], **more),
}
LEAST = {"marginals": 1e-12, "marginals of logarithms": 1e-12, "joint marginals": 1e-12, "all outputs": 1.0}


def error(found, name):
    """The largest relative error that the bounds allow."""
    values, bounds = (found.values, found.bounds) if hasattr(found, "values") else (found, found.bound)
    sizes = numpy.maximum(abs(numpy.asarray(values, dtype=complex)), LEAST.get(name, 0))
    return float(numpy.where(bounds == 0, 0, bounds / numpy.where(sizes == 0, 1e-300, sizes)).max())


@pytest.mark.parametrize("name", [*WITH_PRECISION, *WITHOUT])
def test_rule(name):
    function = {**WITH_PRECISION, **WITHOUT}[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert error(function(), name) <= 1e-12 and error(function(strict=True), name) <= 1e-12
        assert error(function(rtol=1e-3), name) <= 1e-3
        try:
            assert error(function(rtol=1e-15), name) <= 1e-15
        except permatch.PrecisionWarning:
            with pytest.raises(permatch.PrecisionError):
                function(rtol=1e-15, strict=True)


@pytest.mark.parametrize("name", WITH_PRECISION)
def test_less(name):
    """precision="double" is silent, unless its bound is larger than rtol."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        WITH_PRECISION[name](precision="double")
        with pytest.raises(permatch.PrecisionError):
            WITH_PRECISION[name](precision="double", rtol=1e-17, strict=True)
    with pytest.warns(permatch.PrecisionWarning) as seen:
        WITH_PRECISION[name](precision="double", rtol=1e-17)
    assert seen[0].filename == __file__


def test_matrices_that_are_nearly_symmetric():
    """One tolerance for all functions, apart from rtol."""
    ones, off = numpy.ones((4, 4)), numpy.eye(4, k=1)
    for of in (permatch.hafnian, permatch.loop_hafnian, lambda a, **more: permatch.hafnians(a[None], **more).values[0],
               lambda a, **more: permatch.hafnian(a, repeats=[1, 1, 2, 2], **more),
               lambda a, **more: permatch.torontonian(0.2 * a, **more)):
        for size, error in ((1e-16, 1e-12), (1e-15, 1e-12), (1e-8, 1e-6)):
            for more in ({}, {"rtol": 1e-14}):
                assert abs(of(ones + size * off, **more) - of(ones)) < error
        with pytest.raises(permatch.InputError, match="not symmetric|not Hermitian"):
            of(ones + 1e-3 * off)


def test_photons_that_are_not_alike():
    half = numpy.array([[1, 1], [1, -1]]) / 2**0.5
    with pytest.raises(permatch.PrecisionError):
        photonics.partly_distinguishable(half, [1, 1], [1, 1], 0.5, rtol=1e-30, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert abs(photonics.partly_distinguishable(half, [1, 1], [1, 1], (1 - 2.5e-13)**0.5).value - 1.25e-13) < 1e-16
        assert photonics.partly_distinguishable(half, [1, 1], [1, 1], 1.0, strict=True).value == 0
        assert abs(photonics.partly_distinguishable(half, [1, 1], [1, 1], 0.5).value - 0.375) < 1e-14


def test_small_integers_are_exact():
    """Multiples of a power of two: where terms cancel, the nearest multiple is the answer."""
    random = numpy.random.default_rng(1)
    for m, n, imaginary in ((6, 6, False), (4, 7, True), (7, 4, False), (10, 10, False), (9, 9, True), (14, 14, False)):
        a = random.integers(-5, 6, size=(2, m, n)) if m < 9 else (-1.0) ** random.integers(2, size=(2, m, n))
        a = 2.0**-30 * (a + 1j * a[:, ::-1] if imaginary else a)
        a[:, 0, 0], a[:, 1] = 0, a[:, 0]
        a[:, :, 1], a[:, :, 2] = a[:, :, 3], -a[:, :, 3]
        a[0, :, n - 2:] = a[0, :, :1]
        for found, exact in ((permatch.minors(a), permatch.minors(a, precision=100)),
                             (permatch.permanents(a), permatch.permanents(a, precision=100))):
            assert (abs(found.values - exact.values) <= found.bounds + exact.bounds).all()
            assert (found.bounds <= 1e-12 * abs(found.values)).all()
