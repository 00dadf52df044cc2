# SPDX-License-Identifier: GPL-3.0-or-later
"""Random matrices of many kinds: the values lie within their bounds of those by balls.

PM_CASES matrices for each function (PM_TESTS=long: 100,000), from the seed PM_SEED.  They are random, of low rank, with
equal or opposite or zero lines, with terms that cancel, with entries of one sign, 0 or 1, and with lines multiplied by
powers of two up to the ends of the range of double.
"""

import os
import warnings

import numpy
import pytest

import permatch
from permatch._stacks import batch_of

CASES = int(os.environ.get("PM_CASES", {"long": 100_000}.get(os.environ.get("PM_TESTS", ""), 40)))
SEED = int(os.environ.get("PM_SEED", "1"))
STACK = min(CASES, 100)  # matrices of one shape


def numbers(random, shape, imaginary):
    z = random.normal(size=(2, *shape))
    return z[0] + 1j * z[1] if imaginary else z[0]


def line_powers(random, n):
    """Exponents of the lines of a matrix: none, some, or up to the ends of the range."""
    most = random.choice([0, 0, 3, 30, 200, 500])
    return random.integers(-most, most + 1, size=n)


def times_powers(a, exponents):
    real = numpy.ldexp(a.real, exponents)
    return real + 1j * numpy.ldexp(a.imag, exponents) if a.dtype.kind == "c" else real


def matrix(random, m, n, imaginary):
    kind = random.integers(9)
    a = numbers(random, (m, n), imaginary)
    if kind == 1:
        a = numbers(random, (m, 1), imaginary) * numbers(random, (1, n), imaginary)
    elif kind == 2:
        a[random.integers(m)] = a[random.integers(m)]
    elif kind == 3:
        a[random.integers(m)] = 0
    elif kind == 4:  # the terms of two columns nearly cancel
        i, j = random.integers(n, size=2)
        a[:m // 2, i], a[m // 2:, i] = a[:m // 2, j], -a[m // 2:, j]
        a *= 1 + 2.0**-50 * random.integers(-4, 5, size=a.shape)
    elif kind == 5:
        a = abs(a) + 0 * a
    elif kind == 6:
        a = (a.real > 0) + 0 * a
    elif kind == 7:
        a = numpy.where(random.random(a.shape) < 0.5, 0, a)
    elif kind == 8:
        a = numpy.rint(4 * a.real) + 0 * a
    return a


def general(random, m, n, imaginary):
    a = matrix(random, m, n, imaginary)
    return times_powers(times_powers(a, line_powers(random, m)[:, None]), line_powers(random, n))


def symmetric(random, n, imaginary):
    a = matrix(random, n, n, imaginary)
    a = numpy.tril(a) + numpy.tril(a, -1).T
    powers = line_powers(random, n)
    return times_powers(times_powers(a, powers[:, None]), powers)


def permanents(random, precision):
    n, imaginary = random.integers(1, 14), random.random() < 0.5
    m = n if random.random() < 0.7 else random.integers(1, n + 1)
    a = numpy.array([general(random, m, n, imaginary) for _ in range(STACK)])
    return lambda precision: permatch.permanents(a, precision=precision), precision


def copies(random, precision, function):
    n, imaginary = random.integers(1, 5), random.random() < 0.5
    a = numpy.array([general(random, n, n, imaginary) for _ in range(STACK)])
    rows = random.integers(0, 4, size=n)
    cols = random.permutation(rows)
    return lambda precision: function(a, rows=rows, cols=cols, precision=precision), precision


def minors(random, precision):
    n, imaginary = random.integers(1, 14), random.random() < 0.5
    a = numpy.array([general(random, n, n, imaginary) for _ in range(STACK if n < 8 else STACK // 10)])
    return lambda precision: permatch.minors(a, precision=precision), precision


def hafnians(random, precision, loops=False, repeated=False):
    n, imaginary = random.integers(1, 4 if repeated else 13), random.random() < 0.5
    a = numpy.array([symmetric(random, n, imaginary) for _ in range(STACK)])
    repeats = random.integers(0, 4, size=n) if repeated else None
    return lambda precision: permatch.hafnians(a, loops=loops, repeats=repeats, precision=precision), precision


def hafnian_gradients(random, precision):
    n, imaginary = random.integers(1, 7), random.random() < 0.5
    a = numpy.array([symmetric(random, 2 * n, imaginary) for _ in range(STACK)])
    return lambda precision: batch_of("hafnian_gradient", a, lambda k, m, n: (k, m, n), None, None, precision, False,
                                      0), precision


def products(random, precision):
    n, rank, imaginary = random.integers(1, 6), random.integers(1, 4), random.random() < 0.5
    left = numpy.array([general(random, n, rank, imaginary) for _ in range(STACK)])
    right = numpy.array([general(random, rank, n, imaginary) for _ in range(STACK)])
    return lambda precision: permatch.permanent_of_product(left, right, precision=precision), precision


def marginals(random, precision):
    m, imaginary = random.integers(1, 8), random.random() < 0.5
    a = numpy.array([general(random, m, random.integers(m, 9), imaginary)])
    a = numpy.concatenate([a, [general(random, *a.shape[1:], imaginary) for _ in range(STACK - 1)]])
    return lambda precision: permatch.marginals(a, precision=precision, signed=True), precision


def patterns(random, precision):
    n, imaginary, cutoff = random.integers(1, 4), random.random() < 0.5, random.integers(1, 5)
    a = symmetric(random, n, imaginary)
    return lambda precision: permatch.hafnian_patterns(a, int(cutoff), loops=True, precision=precision), precision


def torontonians(random, precision, loops=False):
    n = random.integers(1, 6)
    o = []
    for _ in range(STACK):
        z = numbers(random, (2 * n, 2 * n), True)
        z = z @ z.conj().T
        o.append(z * (random.choice([0.1, 0.9, 1 - 1e-6]) / numpy.linalg.eigvalsh(z)[-1]))
    gamma = numbers(random, (STACK, n), True) * random.choice([0, 1e-3, 1])
    gamma = numpy.concatenate([gamma, gamma.conj()], axis=1)
    if loops:
        return lambda precision: permatch.loop_torontonian(numpy.array(o), gamma, precision=precision), precision
    return lambda precision: permatch.torontonian(numpy.array(o), precision=precision), precision


QUESTIONS = {
    "permanents, double": (permanents, ["double"]),
    "permanents": (permanents, [None]),
    "permanents with copies": (copies, [None, permatch.permanents]),
    "minors, double": (minors, ["double"]),
    "minors": (minors, [None]),
    "gradients with copies": (copies, [None, permatch.gradient]),
    "products, double": (products, ["double"]),
    "marginals, double": (marginals, ["double"]),
    "marginals": (marginals, [None]),
    "hafnian gradients, double": (hafnian_gradients, ["double"]),
    "hafnian gradients": (hafnian_gradients, [None]),
    "hafnians, double": (hafnians, ["double"]),
    "hafnians": (hafnians, [None]),
    "loop hafnians": (hafnians, [None, True]),
    "loop hafnians, double": (hafnians, ["double", True]),
    "hafnians with copies": (hafnians, [None, False, True]),
    "loop hafnians with copies": (hafnians, [None, True, True]),
    "loop hafnians with copies, double": (hafnians, ["double", True, True]),
    "all patterns": (patterns, ["double"]),
    "all patterns, default": (patterns, [None]),
    "torontonians": (torontonians, [None]),
    "loop torontonians": (torontonians, [None, True]),
}


def compared(name, cases, seed):
    """The numbers of matrices, of values, and of values or bounds beyond the range of double; the values that are
    outside their bounds, each beside its bound and the exact value."""
    question, more = QUESTIONS[name]
    random = numpy.random.default_rng([seed, *name.encode()])
    done = values = without = 0
    outside = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", permatch.PrecisionWarning)
        while done < cases:
            answer, precision = question(random, *more)
            found, exact = answer(precision), answer("exact")
            ends = numpy.isfinite(exact.values) & numpy.isfinite(exact.bounds)
            finite = numpy.isfinite(found.values) & numpy.isfinite(found.bounds) & ends
            with numpy.errstate(all="ignore"):
                off = abs(found.values / 4 - exact.values / 4)
                allowed = (found.bounds / 4 + exact.bounds / 4) * (1 + 1e-12) + 5e-324
            wrong = finite & ~(off <= allowed)
            outside += zip(found.values[wrong], found.bounds[wrong], exact.values[wrong])
            done += len(found.values)
            values += found.values.size
            without += int((~finite).sum())
    return done, values, without, outside


@pytest.mark.parametrize("name", QUESTIONS)
def test_bounds(name):
    done, values, without, outside = compared(name, CASES, SEED)
    assert not outside
    assert without < values / 2  # most cases are within the range of double


def test_small_integers_are_exact():
    """Multiples of a power of two: where terms cancel, the nearest multiple is the answer."""
    random = numpy.random.default_rng(1)
    for m, n, imaginary in ((6, 6, False), (4, 7, True), (7, 4, False), (10, 10, False), (9, 9, True), (14, 14, False)):
        a = numpy.rint(2 * numbers(random, (2, m, n), imaginary)) if m < 9 else (-1.0) ** random.integers(2, size=(2, m, n))
        a = numpy.ldexp(1.0, -30) * (a if not imaginary else a + 1j * a[:, ::-1])
        a[:, 0, 0], a[:, 1] = 0, a[:, 0]
        a[:, :, 1], a[:, :, 2] = a[:, :, 3], -a[:, :, 3]
        a[0, :, n - 2:] = a[0, :, :1]
        for found, exact in ((permatch.minors(a), permatch.minors(a, precision=100)),
                             (permatch.permanents(a), permatch.permanents(a, precision=100))):
            assert (abs(found.values - exact.values) <= found.bounds + exact.bounds).all()
            assert (found.bounds <= 1e-12 * abs(found.values)).all()
