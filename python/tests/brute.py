# SPDX-License-Identifier: GPL-3.0-or-later
"""Definitions, as sums over permutations and matchings in rational numbers, and random matrices for tests."""

from fractions import Fraction
from itertools import permutations

import numpy

from permatch import Gaussian

RANDOM = numpy.random.default_rng(20)


class Exact:
    """Gaussian rationals for the definition."""

    def __init__(self, re, im=0):
        self.re, self.im = Fraction(re), Fraction(im)

    def __add__(self, other):
        return Exact(self.re + other.re, self.im + other.im)

    def __mul__(self, other):
        return Exact(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)


def exact(x):
    x = x.item() if isinstance(x, numpy.generic) else x
    return Exact(x.real, x.imag)


def brute_permanent(a):
    m, n = a.shape
    if m > n:
        return brute_permanent(a.T)
    total = Exact(0)
    for chosen in permutations(range(n), m):
        product = Exact(1)
        for i, j in enumerate(chosen):
            product = product * exact(a[i, j])
        total = total + product
    return total


def brute_hafnian(a):
    if len(a) == 0:
        return Exact(1)
    total = Exact(0)
    for j in range(1, len(a)):
        rest = [k for k in range(1, len(a)) if k != j]
        total = total + exact(a[0, j]) * brute_hafnian(a[numpy.ix_(rest, rest)])
    return total


def integers(*shape):
    return RANDOM.integers(-9, 10, shape)


def objects(m, n, kind):
    a = numpy.empty((m, n), dtype=object)
    for i, j in numpy.ndindex(m, n):
        p, q, r = (int(k) for k in RANDOM.integers(1, 10, 3))
        a[i, j] = {"int": p * 10**30, "fraction": Fraction(p, q), "gaussian": Gaussian(Fraction(p, q), r - 5)}[kind]
    return a


KINDS = {
    "int64": lambda m, n: integers(m, n),
    "int8": lambda m, n: integers(m, n).astype(numpy.int8),
    "uint16": lambda m, n: abs(integers(m, n)).astype(numpy.uint16),
    "bool": lambda m, n: integers(m, n) > 0,
    "float64": lambda m, n: RANDOM.normal(size=(m, n)),
    "float32": lambda m, n: RANDOM.normal(size=(m, n)).astype(numpy.float32),
    "complex128": lambda m, n: RANDOM.normal(size=(m, n)) + 1j * RANDOM.normal(size=(m, n)),
    "complex64": lambda m, n: (RANDOM.normal(size=(m, n)) * (1 + 2j)).astype(numpy.complex64),
    "big-endian": lambda m, n: RANDOM.normal(size=(m, n)).astype(">f8"),
    "one number": lambda m, n: numpy.broadcast_to(RANDOM.normal(), (m, n)),
    "one complex number": lambda m, n: numpy.broadcast_to(numpy.array(1 + 2j), (m, n)),
    "equal rows": lambda m, n: numpy.broadcast_to(integers(n), (m, n)),
    "columns first": lambda m, n: numpy.asfortranarray(RANDOM.normal(size=(m, n))),
    "every other": lambda m, n: RANDOM.normal(size=(2 * m, 3 * n))[::2, ::3],
    "backwards": lambda m, n: RANDOM.normal(size=(m, n))[::-1, ::-1],
    "a field": lambda m, n: numpy.rec.fromarrays([RANDOM.normal(size=(m, n)), integers(m, n) == 0], names="x,b").x,
    "int": lambda m, n: objects(m, n, "int"),
    "fraction": lambda m, n: objects(m, n, "fraction"),
    "gaussian": lambda m, n: objects(m, n, "gaussian"),
}


def agrees(got, truth):
    """True where a number is as near to the truth as it says."""
    z = exact(got) if not isinstance(got, Gaussian) else Exact(got.real, got.imag)
    return (z.re - truth.re) ** 2 + (z.im - truth.im) ** 2 <= Fraction(got.bound) ** 2
