#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How wide the bounds of precision="double" are: bound / error, geometric means over random matrices.

    bench/bounds.py [MOST] [WORDS...]

Only functions whose name has all WORDS, orders 8, 12, ... up to MOST (20).  The error is that against exact values, or above order 10 against those with bounds
below 2^-50; it counts as 2^-54 of the value, the rounding of the value itself, where it is less.
"""

import sys
import time
import warnings

import numpy

import permatch

MOST = int(sys.argv[1]) if len(sys.argv) > 1 else 20


def matrices(kind, random, count, n):
    z = random.normal(size=(2, count, n, n))
    if kind == "real":
        return z[0]
    if kind == "complex":
        return z[0] + 1j * z[1]
    if kind == "unitary":  # the first lines of a unitary matrix of twice the order
        z = random.normal(size=(2, count, 2 * n, 2 * n))
        return numpy.linalg.qr(z[0] + 1j * z[1])[0][:, :n, :n].copy()
    return numpy.abs(z[0]) if kind == "positive" else (z[0] > 0).astype(float)


def symmetric(a):
    return a + numpy.swapaxes(a, 1, 2)


FUNCTIONS = {
    "permanents": lambda a, **more: permatch.permanents(a, threads=1, **more),
    "minors": lambda a, **more: permatch.minors(a, threads=1, **more),
    "hafnians": lambda a, **more: permatch.hafnians(symmetric(a), threads=1, **more),
    "loop hafnians": lambda a, **more: permatch.hafnians(symmetric(a), loops=True, threads=1, **more),
}


def width(function, a):
    better = {"precision": "exact"} if a.shape[1] <= 10 else {"rtol": 2.0**-50}
    found, right = function(a, precision="double"), function(a, **better)
    sizes = numpy.abs(right.values)
    kept = (sizes > 0) & (found.bounds > 0) & numpy.isfinite(found.bounds)
    error = numpy.maximum(numpy.abs(found.values - right.values), sizes * 2.0**-54)
    return numpy.log(found.bounds[kept] / error[kept]).mean()


warnings.simplefilter("ignore")
random = numpy.random.default_rng(1)
for name, function in FUNCTIONS.items():
    if not all(word in name for word in sys.argv[2:]):
        continue
    logs = []
    for kind in ("real", "complex", "unitary", "positive", "0/1"):
        by_order = [width(function, matrices(kind, random, 2**max(2, 14 - n), n)) for n in range(8, MOST + 1, 4)]
        logs += by_order
        print(f"{name:14} {kind:9}" + "".join(f"{numpy.exp(x):10.3g}" for x in by_order), flush=True)
    print(f"{name:14} all      {numpy.exp(numpy.mean(logs)):10.3g}", flush=True)
