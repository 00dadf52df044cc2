#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Milliseconds a permanent, here and by the peers that are installed (thewalrus, piquasso), on one thread.

    OMP_NUM_THREADS=1 bench/peers.py [SECONDS]

Each cell is the least of what repetitions within SECONDS (2) took; "wrong" where the answer is not that of exact
arithmetic to 1e-9; "-" where a peer has no such function or refuses.
"""

import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before the peers are loaded
os.environ.setdefault("NUMBA_NUM_THREADS", "1")

import numpy

import permatch

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0


def expanded(a, rows):
    return a if rows is None else numpy.repeat(numpy.repeat(a, rows, axis=0), rows, axis=1)


def peers():
    """Name and function of (matrices, multiplicities of rows and columns) of each; a list of numbers."""
    yield "permatch", lambda stack, times: permatch.permanents(stack, rows=times, cols=times, threads=1).values
    try:
        import thewalrus
        yield "thewalrus", lambda stack, times: [thewalrus.perm(expanded(a, times)) for a in stack]
    except ImportError:
        pass
    try:
        from piquasso._math.permanent import permanent
        yield "piquasso", lambda stack, times: [
            permanent(a.astype(complex), *(numpy.array(times or [1] * len(a)),) * 2) for a in stack]
    except ImportError:
        pass


def cases():
    random = numpy.random.default_rng(1)
    for order, count in ((8, 1000), (12, 200), (16, 20), (20, 1)):
        yield f"{count} real, order {order}", random.normal(size=(count, order, order)), None
        z = random.normal(size=(2, count, order, order))
        yield f"{count} complex, order {order}", z[0] + 1j * z[1], None
    for times in ([10, 10, 10], [3] * 6):
        yield f"{times[0]} times each of {len(times)} lines", random.normal(size=(1, len(times), len(times))), times


def measure(function, stack, times):
    """Milliseconds a matrix; the first call, which may compile, does not count."""
    try:
        function(stack[:1], times)
        best, end = numpy.inf, time.perf_counter() + SECONDS
        while best == numpy.inf or time.perf_counter() < end:
            begin = time.perf_counter()
            values = function(stack, times)
            best = min(best, time.perf_counter() - begin)
    except Exception:  # whatever a peer raises, it has no answer
        return "-"
    truth = permatch.permanents(stack[:1], rows=times, cols=times, precision="exact").values[0]
    return f"{1e3 * best / len(stack):.4g}" if abs(values[0] - truth) <= 1e-9 * abs(truth) else "wrong"


found = list(peers())
print(f"{'ms a matrix':28}" + "".join(f"{name:>12}" for name, _ in found))
for name, stack, times in cases():
    print(f"{name:28}" + "".join(f"{measure(function, stack, times):>12}" for _, function in found), flush=True)
