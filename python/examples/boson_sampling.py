# SPDX-License-Identifier: GPL-3.0-or-later
"""Boson sampling: 4 photons enter the first four of 6 modes of an interferometer.  The probability of an outcome
with s_i photons in mode i is |per(U_s)|^2 / prod s_i!, where row i of the first four columns of the unitary U
stands s_i times (Scheel, arXiv:quant-ph/0406127, 2004).  U is exact: Cayley's transform (1 - iH) / (1 + iH) of a
Hermitian matrix H of integers; so the probabilities of all outcomes add up to 1 exactly.
"""
# Prints: 126 outcomes, probabilities sum to 1

from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import permatch

N, PHOTONS = 6, 4


def multiply(x, y):
    """The product of two complex numbers (re, im)."""
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]


def divide(x, y):
    norm = y[0] ** 2 + y[1] ** 2
    re, im = multiply(x, (y[0], -y[1]))
    return re / norm, im / norm


def subtract(x, y):
    return x[0] - y[0], x[1] - y[1]


def cayley(h):
    """The solution U of (1 + iH) U = 1 - iH, by Gauss and Jordan."""
    rows = []
    for i in range(N):
        left = [(Fraction(int(i == j)) - h[i][j][1], Fraction(h[i][j][0])) for j in range(N)]
        rows.append(left + [(2 * int(i == j) - z[0], -z[1]) for j, z in enumerate(left)])
    for k in range(N):
        pivot = next(i for i in range(k, N) if rows[i][k] != (0, 0))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [divide(z, rows[k][k]) for z in rows[k]]
        for i in range(N):
            if i != k:
                factor = rows[i][k]
                rows[i] = [subtract(z, multiply(factor, w)) for z, w in zip(rows[i], rows[k])]
    return [[permatch.Gaussian(*z) for z in row[N:]] for row in rows]


def hermitian():
    return [[((i * j) % 3 - 1, (i > j) - (i < j)) for j in range(N)] for i in range(N)]


u = cayley(hermitian())
total, outcomes = Fraction(0), 0
for places in combinations_with_replacement(range(N), PHOTONS):
    photons = [places.count(i) for i in range(N)]
    amplitude = permatch.permanent([row[:PHOTONS] for row in u], rows=photons)
    total += Fraction(amplitude.real**2 + amplitude.imag**2) / prod(map(factorial, photons))
    outcomes += 1
print(f"{outcomes} outcomes, probabilities sum to {total}")
