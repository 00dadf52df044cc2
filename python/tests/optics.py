# SPDX-License-Identifier: GPL-3.0-or-later
"""States of photons, and what is measured in them in exact arithmetic, slowly: creation operators as polynomials, and
Gaussian states over the rational numbers."""

import functools
import itertools
import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy


SPLITTER = numpy.array([[1, 1j], [1j, 1]]) / 2**0.5


def unitary(modes, seed):
    random = numpy.random.default_rng(seed)
    q, _ = numpy.linalg.qr(random.normal(size=(modes, modes)) + 1j * random.normal(size=(modes, modes)))
    return q


def squeezed(modes, seed, hbar=2.0, mixed=0.0, displaced=0.5):
    """Squeezed modes in a random interferometer: covariance matrix and means, xxpp."""
    u, random = unitary(modes, seed), numpy.random.default_rng(seed)
    r = random.uniform(0.2, 0.5, modes)
    turn = numpy.block([[u.real, -u.imag], [u.imag, u.real]])
    covariance = turn @ numpy.diag(numpy.exp(numpy.concatenate([-2 * r, 2 * r]))) @ turn.T + mixed * numpy.eye(2 * modes)
    return covariance * hbar / 2, random.normal(size=2 * modes) * displaced * hbar**0.5


def patterns_below(modes, most):
    return numpy.array(list(itertools.product(range(most + 1), repeat=modes)))


def chi_square(samples, patterns, probabilities):
    """Chi-square per degree of freedom, all rare patterns as one, and the total variation."""
    kinds, counts = numpy.unique(samples, axis=0, return_counts=True)
    seen = {tuple(kind): count for kind, count in zip(kinds.tolist(), counts)}
    observed = numpy.array([seen.get(tuple(p), 0) for p in patterns.tolist()], dtype=float)
    expected = probabilities * len(samples)
    often = expected >= 5
    pairs = [*zip(observed[often], expected[often]), (len(samples) - observed[often].sum(), len(samples) - expected[often].sum())]
    distance = 0.5 * (abs(observed - expected).sum() + len(samples) - observed.sum()) / len(samples)
    chi = sum((o - e) ** 2 / e for o, e in pairs if e > 0)
    print(f"chi-square {chi:.1f} of {len(pairs) - 1} degrees of freedom, total variation {distance:.4f}")
    return chi / (len(pairs) - 1), distance


class Rational:
    """re + i im, rational."""

    def __init__(self, re, im=0):
        self.re, self.im = Fraction(re), Fraction(im)

    @classmethod
    def of(cls, z):
        return z if isinstance(z, cls) else cls(z.real, z.imag)

    def __add__(self, other):
        return Rational(self.re + other.re, self.im + other.im)

    def __mul__(self, other):
        return Rational(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)

    def conjugate(self):
        return Rational(self.re, -self.im)

    def square(self):
        return self.re**2 + self.im**2


ZERO, ONE = Rational(0), Rational(1)


def times(polynomial, form):
    """A polynomial in creation operators, {numbers of photons: coefficient}, times a linear form."""
    found = {}
    for numbers, coefficient in polynomial.items():
        for mode, factor in enumerate(form):
            more = numbers[:mode] + (numbers[mode] + 1,) + numbers[mode + 1:]
            found[more] = found.get(more, ZERO) + coefficient * factor
    return found


def norm(numbers):
    return math.prod(map(math.factorial, numbers))


def fock_outputs(matrix, inputs):
    """The exact probabilities of all outputs, {pattern: probability}."""
    rows = [[Rational.of(complex(z)) for z in row] for row in matrix]
    state = {(0,) * len(rows): ONE}
    for mode, count in enumerate(inputs):
        for _ in range(count):
            state = times(state, [row[mode] for row in rows])
    return {numbers: z.square() * norm(numbers) / norm(inputs) for numbers, z in state.items()}


def partly_outputs(matrix, inputs, states):
    """The same for photons with inner states, vectors of exact numbers: each mode has an operator for each component."""
    inner, modes = len(states[0]), len(matrix)
    rows = [[Rational.of(complex(z)) for z in row] for row in matrix]
    columns = [mode for mode, count in enumerate(inputs) for _ in range(count)]
    leave, enter = {(0,) * (modes * inner): ONE}, {(0,) * (len(inputs) * inner): ONE}
    for column, state in zip(columns, states):
        leave = times(leave, [rows[i][column] * state[k] for i in range(modes) for k in range(inner)])
        enter = times(enter, [state[k] if mode == column else ZERO for mode in range(len(inputs)) for k in range(inner)])
    whole = sum(z.square() * norm(numbers) for numbers, z in enter.items())
    found = {}
    for numbers, z in leave.items():
        pattern = tuple(sum(numbers[i * inner:(i + 1) * inner]) for i in range(modes))
        found[pattern] = found.get(pattern, 0) + z.square() * norm(numbers) / whole
    return found


def partly_sum(matrix, inputs, output, gram):
    """The definition: a sum over two permutations, divided by the norm."""
    columns = [mode for mode, count in enumerate(inputs) for _ in range(count)]
    rows = [mode for mode, count in enumerate(output) for _ in range(count)]
    n = len(columns)
    u = [[Rational.of(complex(matrix[i][j])) for j in columns] for i in rows]
    g = [[Rational.of(complex(z)) for z in row] for row in gram]
    total, whole = ZERO, ZERO
    for t in itertools.permutations(range(n)):
        if all(columns[i] == columns[t[i]] for i in range(n)):
            term = ONE
            for i in range(n):
                term = term * g[i][t[i]]
            whole = whole + term
        for s in itertools.permutations(range(n)):
            term = ONE
            for i in range(n):
                term = term * u[s[i]][i].conjugate() * u[s[i]][t[i]] * g[i][t[i]]
            total = total + term
    return total.re / norm(output) / whole.re


# ------------------------------------------------------------------ Gaussian states

def inverse_and_determinant(matrix):
    n = len(matrix)
    rows = [list(row) + [Fraction(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    determinant = Fraction(1)
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k] != 0)
        if pivot != k:
            rows[k], rows[pivot], determinant = rows[pivot], rows[k], -determinant
        determinant *= rows[k][k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                rows[i] = [x - rows[i][k] * y for x, y in zip(rows[i], rows[k])]
    return [row[n:] for row in rows], determinant


def q_matrix(covariance):
    """Of hbar = 2: covariance / 2 + 1/2, exactly."""
    size = len(covariance)
    return [[(Fraction(float(covariance[i][j])) + Fraction(float(covariance[j][i]))) / 4 + Fraction(int(i == j), 2) for j in range(size)]
            for i in range(size)]


def vacuum(exponent, determinant):
    """exp(exponent) / sqrt(determinant) with 100 digits."""
    with localcontext() as context:
        context.prec = 100
        quotient = Decimal(exponent.numerator) / Decimal(exponent.denominator)
        return Fraction(quotient.exp() / (Decimal(determinant.numerator) / Decimal(determinant.denominator)).sqrt())


def loop_hafnian(a, loops, rows):
    """Of the matrix with these rows and columns: rows of the same numbers have the same loop hafnian, computed once."""
    @functools.cache
    def of(rows):
        if not rows:
            return ONE
        first, rest = rows[0], rows[1:]
        total = loops[first] * of(rest)
        for k, other in enumerate(rest):
            total = total + a[first][other] * of(rest[:k] + rest[k + 1:])
        return total
    return of(tuple(rows))


def half_means(means, modes):
    """Of hbar = 2, divided by sqrt 2 twice."""
    return [Fraction(float(x)) / 2 for x in (means if means is not None else [0] * (2 * modes))]


def ladder(matrix, sign):
    """`sign` times the matrix of x and p between rows of a* and a, plus 1 between a* and a of a mode for sign -1, less 1 for
    sign 1."""
    m = len(matrix) // 2
    a = [[ZERO] * (2 * m) for _ in range(2 * m)]
    for i in range(m):
        for j in range(m):
            x, y, z, p = matrix[i][j], matrix[i][j + m], matrix[i + m][j], matrix[i + m][j + m]
            a[m + i][j] = Rational(sign * ((x + p) / 2 - int(i == j)), sign * (z - y) / 2)
            a[i][m + j] = a[m + i][j].conjugate()
            a[m + i][m + j] = Rational(sign * (x - p) / 2, sign * (y + z) / 2)
            a[i][j] = a[m + i][m + j].conjugate()
    return a


def loops_of(vector):
    m = len(vector) // 2
    return [Rational(x, -p) for x, p in zip(vector[:m], vector[m:])] + [Rational(x, p) for x, p in zip(vector[:m], vector[m:])]


def density_element(covariance, left, right, means=None):
    """hbar = 2, xxpp: exact up to 100 digits.  Coefficients of exp(a quadratic form in alpha and its conjugate)."""
    m = len(left)
    mean = half_means(means, m)
    k, determinant = inverse_and_determinant(q_matrix(covariance))
    linear = [sum(k[i][j] * mean[j] for j in range(2 * m)) for i in range(2 * m)]
    exponent = -sum(x * y for x, y in zip(mean, linear))
    rows = [i for i in range(m) for _ in range(right[i])] + [m + i for i in range(m) for _ in range(left[i])]
    with localcontext() as context:
        context.prec = 100
        factor = vacuum(exponent, determinant) / Fraction(Decimal(norm(left) * norm(right)).sqrt())
    return loop_hafnian(ladder(k, -1), loops_of(linear), rows) * Rational(factor)


def gaussian_probability(covariance, pattern, means=None):
    return density_element(covariance, pattern, pattern, means).re


def photon_moment(covariance, powers, means=None):
    """The factorial moment, exactly: all pairs of normally ordered operators."""
    m = len(powers)
    rows = [i for i in range(2 * m) for _ in range(powers[i % m])]
    return loop_hafnian(ladder(q_matrix(covariance), 1), loops_of(half_means(means, m)), rows).re


def partitions(items):
    """All ways to divide a list into blocks."""
    if not items:
        yield []
        return
    for blocks in partitions(items[1:]):
        yield [[items[0]]] + blocks
        for k in range(len(blocks)):
            yield blocks[:k] + [[items[0]] + blocks[k]] + blocks[k + 1:]


def cumulant(covariance, powers, means=None):
    """The factorial cumulant by its definition, from moments of all blocks."""
    modes = [i for i, power in enumerate(powers) for _ in range(power)]
    moment = functools.lru_cache(None)(lambda block: photon_moment(covariance, [block.count(i) for i in range(len(powers))], means))
    return sum((-1) ** (len(blocks) - 1) * math.factorial(len(blocks) - 1) * math.prod(moment(tuple(sorted(b))) for b in blocks)
               for blocks in partitions(modes)) if modes else Fraction(0)


def click_probability(covariance, clicks, means=None):
    """By inclusion and exclusion of the detectors that click."""
    m = len(clicks)
    q = q_matrix(covariance)
    mean = [Fraction(float(x)) for x in (means if means is not None else [0] * (2 * m))]
    total = Fraction(0)
    for chosen in itertools.product(*([0, 1] if click else [1] for click in clicks)):
        rows = [i for i in range(2 * m) if chosen[i % m]]
        inverse, determinant = inverse_and_determinant([[q[i][j] for j in rows] for i in rows])
        form = sum(mean[i] * inverse[a][b] * mean[j] for a, i in enumerate(rows) for b, j in enumerate(rows))
        total += (-1) ** sum(c and x for c, x in zip(clicks, chosen)) * vacuum(Fraction(-form) / 4, determinant)
    return total


def holds(value, bound, exact):
    """Whether the proved bound holds for the exact number."""
    return numpy.isfinite(bound) and abs(Fraction(float(value)) - exact) <= Fraction(float(bound))


def check(values, bounds, exact, rtol=1e-12):
    for value, bound, want in zip(values, bounds, exact):
        assert holds(value, bound, want), (value, bound, float(want))
        if want > 0:
            assert bound <= rtol * value or want < Fraction(1, 10**250), (value, bound)
        else:  # the numbers are rounded
            assert value == 0 and bound <= abs(want) * (1 + Fraction(1, 10**7)) + Fraction(1, 10**250)
