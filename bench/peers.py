#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Milliseconds a matrix, here and by the peers that are installed (thewalrus, piquasso, qc-permanent), on one
thread.

    bench/peers.py [SECONDS] [WORDS...]

Only rows whose name has all WORDS.  A time is the least processor time of repetitions within SECONDS (0.5), of many
calls together where they are short; the first call, which may compile, does not count.  "wrong": the answer is not that
of our exact arithmetic to 1e-9.  "-": there is no such function.  "ratio" is the time of the fastest peer that is right
divided by ours; "goal" is what it should be at least.
"bound" is the largest proved bound of a relative error.  NumPy's own settings for a machine (OPENBLAS_CORETYPE) slow
peers down: they are removed.
"""

import os
import sys
import time

for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS"):  # before the peers are loaded
    os.environ[name] = "1"
for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)

import numpy

import permatch

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5
WORDS = sys.argv[2:]
try:
    import thewalrus
except ImportError:
    thewalrus = None
try:
    import piquasso._math.hafnian
    import piquasso._math.permanent
    import piquasso._math.torontonian
    piquasso = piquasso._math
except ImportError:
    piquasso = None
try:
    from permanent import glynn  # qc-permanent
except ImportError:
    glynn = None


def expanded(a, times):
    return numpy.repeat(numpy.repeat(a, times, axis=0), times, axis=1)


# ------------------------------------------------------------------ questions: ours, the peers

def permanents_here(stack, times):
    if len(stack) == 1 and times is None:
        number = permatch.permanent(stack[0], threads=1)
        return [number], [number.bound]
    return permatch.permanents(stack, rows=times, cols=times, threads=1)


def permanents_walrus(stack, times):
    return [thewalrus.perm(a if times is None else expanded(a, times)) for a in stack]


def permanents_piquasso(stack, times):
    ones = numpy.array(times or [1] * stack.shape[1])
    return [piquasso.permanent.permanent(a.astype(complex), ones, ones) for a in stack]


def permanents_glynn(stack, times):
    return [glynn(a if times is None else expanded(a, times)) for a in stack]


def hafnians_here(loops):
    def answer(stack, times):
        if len(stack) > 1:
            return permatch.hafnians(stack, loops=loops, threads=1)
        function = permatch.loop_hafnian if loops else permatch.hafnian
        number = function(stack[0], threads=1, **({} if times is None else {"repeats": times}))
        return [number], [number.bound]
    return answer


def hafnians_walrus(loops):
    def answer(stack, times):
        function = thewalrus.loop_hafnian if loops else thewalrus.hafnian
        if times is None:
            return [function(a) for a in stack]
        return [thewalrus.hafnian_repeated(a, times, mu=a.diagonal() if loops else None, loop=loops) for a in stack]
    return answer


def hafnians_piquasso(loops):
    def answer(stack, times):
        ones = numpy.array(times or [1] * stack.shape[1], dtype=numpy.int32)
        if loops:
            return [piquasso.hafnian.loop_hafnian_with_reduction(a, a.diagonal().copy(), ones) for a in stack]
        return [piquasso.hafnian.hafnian_with_reduction(a, ones) for a in stack]
    return answer


def patterns_here(stack, cutoff):
    return permatch.hafnian_patterns(stack[0], cutoff, threads=1)


def patterns_walrus(stack, cutoff):
    return thewalrus.hafnian_batched(stack[0], cutoff)


def torontonians_here(stack, gamma):
    number = permatch.torontonian(stack[0], threads=1) if gamma is None else permatch.loop_torontonian(stack[0], gamma, threads=1)
    return [number], [number.bound]


def torontonians_walrus(stack, gamma):
    return [thewalrus.tor(stack[0]) if gamma is None else thewalrus.ltor(stack[0], gamma)]


def torontonians_piquasso(stack, gamma):
    """Piquasso takes the state in quadratures, x and p of each mode in turn: real numbers."""
    one = numpy.eye(stack.shape[1] // 2)
    w = numpy.block([[one, 1j * one], [one, -1j * one]]) / numpy.sqrt(2)
    order = numpy.arange(stack.shape[1]).reshape(2, -1).T.ravel()
    real = (w.conj().T @ stack[0] @ w).real[numpy.ix_(order, order)].copy()
    if gamma is None:
        return [piquasso.torontonian.torontonian(real)]
    return [piquasso.torontonian.loop_torontonian(real, (w.conj().T @ gamma.conj()).real[order].copy())]


# ------------------------------------------------------------------ rows

def installed(**functions):
    """Of {peer: function} those whose peer is here."""
    modules = {"walrus": thewalrus, "piquasso": piquasso, "glynn": glynn}
    return {name: function for name, function in functions.items() if modules[name]}


def drawn(random, count, order, imaginary, symmetric):
    z = random.normal(size=(2, count, order, order))
    a = z[0] + 1j * z[1] if imaginary else z[0]
    return a + numpy.swapaxes(a, 1, 2) if symmetric else a


ONE, STACK = ((1, 1), (8, 2)), ((1, 2), (12, 5), (16, 8), (20, 12))  # goals from these orders on


def goal_of(order, steps=ONE):
    """The goal of the largest of the orders that is not above this one."""
    return [goal for least, goal in steps if least <= order][-1]


def rows():
    """Name, goal, ours, {peer: function}, matrices, what else the functions take."""
    random = numpy.random.default_rng(1)
    peers = installed(walrus=permanents_walrus, piquasso=permanents_piquasso, glynn=permanents_glynn)
    for order in (4, 8, 12, 14, 16, 20, 22):
        for imaginary in (False, True):
            yield (f"permanent(A) {'complex' if imaginary else 'real'} {order}", goal_of(order),
                   permanents_here, peers, drawn(random, 1, order, imaginary, False), None)
    for order, count in ((8, 1000), (12, 200), (16, 20), (20, 2)):
        for imaginary in (False, True):
            yield (f"permanents {count} {'complex' if imaginary else 'real'} {order}", goal_of(order, STACK),
                   permanents_here, peers, drawn(random, count, order, imaginary, False), None)
    peers.pop("glynn", None)  # its time would be that of the expanded matrix
    for times in ([10, 10, 10], [3] * 6, [3] * 8):
        yield (f"permanent {times[0]} times {len(times)} lines", 2, permanents_here, peers,
               drawn(random, 1, len(times), False, False), times)
    for loops in (False, True):
        name = "loop_hafnian" if loops else "hafnian"
        peers = installed(walrus=hafnians_walrus(loops), piquasso=hafnians_piquasso(loops))
        for order in (4, 8, 12, 16, 20, 24, 28):
            for imaginary in (False, True):
                yield (f"{name} {'complex' if imaginary else 'real'} {order}", goal_of(order),
                       hafnians_here(loops), peers, drawn(random, 1, order, imaginary, True), None)
        for order in (8, 16):
            yield (f"1000 {name}s complex {order}", goal_of(order, STACK), hafnians_here(loops), peers,
                   drawn(random, 1000, order, True, True), None)
        for times in ([3] * 8, [2] * 12):
            yield (f"{name} {times[0]} times {len(times)} vertices", 2, hafnians_here(loops), peers,
                   drawn(random, 1, len(times), True, True), times)
    for order, cutoff in ((3, 8), (4, 6), (6, 4)):
        yield (f"all patterns of {order} below {cutoff}", 2, patterns_here,
               installed(walrus=patterns_walrus), drawn(random, 1, order, True, True), cutoff)
    peers = installed(walrus=torontonians_walrus, piquasso=torontonians_piquasso)
    for modes in (4, 6, 8, 10, 12):
        o = state(random, modes)
        gamma = drawn(random, 1, modes, True, False)[0, 0]
        for name, loops in (("torontonian", None), ("loop_torontonian", numpy.concatenate([gamma, gamma.conj()]))):
            yield f"{name} {modes} modes", goal_of(modes), torontonians_here, peers, o, loops


def state(random, modes):
    """O of a Gaussian state."""
    z = drawn(random, 1, 2 * modes, True, False)[0]
    z = z @ z.conj().T
    x, y = z[:modes, :modes], z[:modes, modes:]
    o = numpy.block([[x + x.conj().T, y + y.T], [(y + y.T).conj(), x.conj() + x.T]])
    return (o / (1.25 * numpy.abs(numpy.linalg.eigvalsh(o)).max()))[numpy.newaxis]


# ------------------------------------------------------------------ measuring

def least_time(function, *arguments):
    answer, best, calls, end = function(*arguments), numpy.inf, 1, time.process_time() + SECONDS
    while best == numpy.inf or time.process_time() < end:
        begin = time.process_time()
        for _ in range(calls):
            answer = function(*arguments)
        spent = time.process_time() - begin
        best = min(best, spent / calls)
        calls *= 2 if spent < 1e-4 else 1  # the clock itself takes a microsecond
    return 1e3 * best, answer


def agree(found, values):
    found, values = numpy.ravel(found), numpy.ravel(values)
    return bool(numpy.all(numpy.abs(found - values) <= 1e-9 * numpy.abs(values).max()))


NAMES = ("walrus", "piquasso", "glynn")
print(f"{'ms a matrix':34}{'here':>10}" + "".join(f"{name:>10}" for name in NAMES) + f"{'ratio':>8}{'goal':>6}{'bound':>9}")
for name, goal, here, peers, stack, more in rows():
    if not all(word in name for word in WORDS):
        continue
    ours, (values, bounds) = least_time(here, stack, more)
    texts, best = [], numpy.inf
    for peer in NAMES:
        if peers.get(peer) is None:
            texts.append("-")
            continue
        few = stack[:max(1, min(len(stack), 20))]
        spent, found = least_time(peers[peer], few, more)
        right = agree(found, numpy.asarray(values)[:len(few)] if more is None or len(stack) > 1 else values)
        texts.append(f"{spent / len(few):.4g}" if right else "wrong")
        best = min(best, spent / len(few)) if right else best
    ours /= len(stack)
    sizes = numpy.abs(numpy.ravel(values))
    bound = (numpy.ravel(bounds)[sizes > 0] / sizes[sizes > 0]).max()
    print(f"{name:34}{ours:10.4g}" + "".join(f"{text:>10}" for text in texts) + (f"{best / ours:8.3g}" if best < numpy.inf else f"{'-':>8}")
          + f"{goal:>6}{bound:9.1g}", flush=True)
