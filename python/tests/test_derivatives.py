# SPDX-License-Identifier: GPL-3.0-or-later
"""Derivatives for jax and torch: against differences of numpy, and where they are 0 or degenerate.  What needs jax or
torch is skipped without them; make check-long runs it (tests/pip.sh)."""

import numpy
import pytest

import permatch
from permatch import photonics
from permatch._derivatives import LOOP_TORONTONIAN, PERMANENT, PFAFFIAN, TORONTONIAN, amplitude_rule, checked, hafnian_rule, permanent_rule


def rules(n):
    """Of n x n matrices, of order 2 in an entry and its transpose."""
    return [PERMANENT, hafnian_rule(None, n, False), PFAFFIAN]


def degenerate(count, order, seed=1):
    """Zeros, equal rows, equal eigenvalues, rank 1, projections, permutations."""
    random = numpy.random.default_rng(seed)
    for k in range(count):
        a = random.integers(-2, 3, (order, order)).astype(float)
        kind = k % 6
        if kind == 0:
            a *= random.random((order, order)) < 0.3
        elif kind == 1:
            a[order // 2:] = a[0]
        elif kind == 2:
            a = numpy.eye(order) * random.integers(0, 3)
        elif kind == 3:
            a = numpy.outer(a[0], a[1])
        elif kind == 4:
            q, _ = numpy.linalg.qr(random.normal(size=(order, order)))
            a = q[:, :order // 2] @ q[:, :order // 2].T
        else:
            a = numpy.eye(order)[random.permutation(order)]
        yield a


@pytest.mark.parametrize("rule, shape", [(rule, (n, n)) for n in (1, 2, 4) for rule in rules(n)]
                         + [(PERMANENT, shape) for shape in ((2, 3), (3, 2), (1, 3))]
                         + [(hafnian_rule(None, n, True), (n, n + 1)) for n in (1, 2, 3, 4)])
def test_differences(rule, shape):
    random = numpy.random.default_rng(2)
    a = random.normal(size=(2, *shape)) + 1j * random.normal(size=(2, *shape))
    firsts, seconds = rule.firsts(a), rule.seconds(a)
    assert firsts.shape == a.shape and seconds.shape == (2, *shape, *shape)
    for place in numpy.ndindex(shape):
        step = numpy.zeros(shape)
        step[place] = 0.5  # polynomials of degree at most 2 in one entry and its transpose
        slope = rule.values(a + step) - rule.values(a - step)
        assert abs(slope - firsts[(..., *place)]).max() < 1e-12
        slope = rule.firsts(a + step) - rule.firsts(a - step)
        assert abs(slope - seconds[(..., *place)]).max() < 1e-12


def test_empty_and_types():
    assert PERMANENT.values(numpy.ones((0, 2, 2))).shape == (0,)
    for rule in rules(0):
        for shape in ((0, 0), (2, 0, 0)):
            a = numpy.ones(shape)
            assert (rule.values(a) == 1).all() and numpy.shape(rule.values(a)) == shape[:-2]
            assert rule.firsts(a).shape == shape and rule.seconds(a).shape == shape + (0, 0)
    single = PERMANENT.firsts(numpy.ones((3, 3), dtype=numpy.complex64))
    assert single.dtype == numpy.complex64 and (single == 2).all()
    for rule in (hafnian_rule(None, 2, False), PFAFFIAN):
        with pytest.raises(permatch.InputError):
            rule.values(numpy.ones((2, 3)))
    for make in (lambda: permanent_rule((1, 1, 1), None, 2, 2), lambda: amplitude_rule((1, 1, 1), ((3, 0, 0),), True, 2, 2),
                 lambda: hafnian_rule((1, 1, 1), 2, False), lambda: amplitude_rule((1, 1), ((3, 0),), True, 2, 2),
                 lambda: checked(numpy.ones(2))):  # before jax computes, which has no such errors
        with pytest.raises(permatch.InputError):
            make()
    none = amplitude_rule((1, 1), (), False, 2, 2)
    assert none.values(numpy.ones((2, 2))).shape == (0,) and none.seconds(numpy.ones((2, 2))).shape == (0, 2, 2, 2, 2)
    for kind in (int, bool, numpy.float16):
        with pytest.raises(TypeError, match=f"{numpy.dtype(kind).name} .*float64"):
            checked(numpy.ones((2, 2), dtype=kind))


def copied(rule, a, rows, cols):
    """Values and derivatives of a rule, by those of the matrix that has these rows and columns."""
    large = a[..., rows, :][..., cols]
    firsts, seconds = numpy.zeros(a.shape, complex), numpy.zeros(a.shape + a.shape[-2:], complex)
    ones, twos = rule.firsts(large), rule.seconds(large)
    for i, j in numpy.ndindex(large.shape[-2:]):
        firsts[..., rows[i], cols[j]] += ones[..., i, j]
        for k, m in numpy.ndindex(large.shape[-2:]):
            seconds[..., rows[i], cols[j], rows[k], cols[m]] += twos[..., i, j, k, m]
    return rule.values(large), firsts, seconds


def agrees(rule, a, wanted, factor=1.0):
    got = rule.values(a), rule.firsts(a), rule.seconds(a)
    return all(numpy.allclose(x, y * factor, rtol=1e-12, atol=1e-12) for x, y in zip(got, wanted))


TIMES = [(2, 1, 0), (0, 0, 0), (1, 1, 1), (3, 0, 0), (2, 0, 2), (1, 0, 0)]


@pytest.mark.parametrize("times", TIMES)
def test_copies(times):
    random = numpy.random.default_rng(5)
    a = random.normal(size=(2, 3, 4)) + 1j * random.normal(size=(2, 3, 4))
    rows = numpy.repeat(range(3), times)
    for cols_times in ((1, 1, 1, 1), (2, 0, 1, 0)):
        cols = numpy.repeat(range(4), cols_times)
        assert agrees(permanent_rule(times, cols_times, 3, 4), a, copied(PERMANENT, a, rows, cols))
    for looped in (False, True):
        whole = hafnian_rule(None, len(rows), looped)
        cols = numpy.append(rows, 3) if looped else rows
        matrices = a if looped else a[..., :3]
        assert agrees(hafnian_rule(times, 3, looped), matrices, copied(whole, matrices, rows, cols))


def test_amplitudes():
    """Each output is the permanent of repeated lines over the root of all factorials."""
    random = numpy.random.default_rng(6)
    a = random.normal(size=(2, 3, 3)) + 1j * random.normal(size=(2, 3, 3))
    inputs, outputs = (2, 0, 1), ((3, 0, 0), (1, 1, 1), (0, 2, 1))
    unitary, _ = numpy.linalg.qr(a[0])
    ours = photonics.amplitudes(unitary, inputs, outputs)
    assert numpy.allclose(ours.values, amplitude_rule(inputs, outputs, False, 3, 3).values(unitary)) and (ours.bounds < 1e-12).all()
    rule = amplitude_rule(inputs, outputs, False, 3, 3)
    values, firsts, seconds = rule.values(a), rule.firsts(a), rule.seconds(a)
    assert values.shape == (2, 3) and firsts.shape == (2, 3, 3, 3) and seconds.shape == (2, 3, 3, 3, 3, 3)
    for k, (output, squared) in enumerate(zip(outputs, (12, 2, 4))):
        wanted = copied(PERMANENT, a, numpy.repeat(range(3), output), numpy.repeat(range(3), inputs))
        assert agrees(amplitude_rule(inputs, (output,), True, 3, 3), a, wanted, squared**-0.5)
        got = values[:, k], firsts[:, k], seconds[:, k]
        assert all(numpy.allclose(x, y * squared**-0.5, rtol=1e-12) for x, y in zip(got, wanted))
    rule = amplitude_rule((100,), ((100,),), True, 1, 1)  # x^100: its terms cancel
    x = numpy.array([[0.9 + 0.4j]])
    assert numpy.allclose(rule.firsts(x), 100 * x**99) and numpy.allclose(rule.seconds(x), 9900 * x**98)


def test_torontonians():
    o, gamma = numpy.full((2, 2, 2), 0.1) + 0.3 * numpy.eye(2), numpy.array([[0.1, 0.1], [0.2, 0.2]])
    both = numpy.concatenate([o, gamma[:, :, None]], axis=2)
    assert TORONTONIAN.values(o).tolist() == permatch.torontonian(o).values.tolist()
    assert LOOP_TORONTONIAN.values(both + 0j).tolist() == permatch.loop_torontonian(o + 0j, gamma + 0j).values.tolist()


def test_jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    from permatch import jax as ours
    random = numpy.random.default_rng(3)
    for function, rule in zip((ours.permanent, ours.hafnian, ours.pfaffian), rules(4)):
        a = random.normal(size=(5, 4, 4))
        assert numpy.allclose(jax.jit(jax.vmap(jax.grad(function)))(a), rule.firsts(a), rtol=1e-13)
        hessian = jax.jit(jax.vmap(jax.hessian(function)))(a)
        assert numpy.allclose(hessian, rule.seconds(a), rtol=1e-13)
        assert jax.grad(function)(a[0].astype(numpy.float32)).dtype == numpy.float32
        for kind in (numpy.int64, jax.numpy.bfloat16):
            with pytest.raises(TypeError, match="float64"):
                function(jax.numpy.ones((2, 2), dtype=kind))
        z = a[0] + 1j * a[1]
        assert numpy.allclose(jax.grad(function, holomorphic=True)(z), rule.firsts(z))
        with pytest.raises(NotImplementedError):
            jax.grad(lambda t: jax.hessian(function)(t * a[0]).sum())(1.0)
        slopes = jax.jit(jax.grad(lambda x: (jax.grad(function)(x) ** 2).sum()))
        for one in degenerate(1000, 8):
            assert numpy.isfinite(slopes(one)).all()
    a, loops = random.normal(size=(5, 3, 3)), random.normal(size=(5, 3))
    looped, packed = hafnian_rule((2, 1, 0), 3, True), numpy.concatenate([a, loops[:, :, None]], axis=2)
    slope = jax.jit(jax.vmap(jax.grad(lambda x, y: ours.loop_hafnian(x, y, repeats=[2, 1, 0]), argnums=(0, 1))))(a, loops)
    assert numpy.allclose(numpy.concatenate([slope[0], slope[1][:, :, None]], axis=2), looped.firsts(packed))
    assert numpy.allclose(ours.loop_hafnian(a), ours.loop_hafnian(a, numpy.diagonal(a, axis1=1, axis2=2)))
    probability = jax.hessian(lambda x: (abs(ours.amplitudes(x + 0j, [1, 1, 0], [[0, 1, 1], [2, 0, 0]])) ** 2).sum())
    again = jax.hessian(lambda x: abs(ours.permanent(x[1:, :2])) ** 2 + abs(ours.permanent(x[:1, :2], rows=[2])) ** 2 / 2)
    assert numpy.allclose(probability(a[0]), again(a[0]))
    o = numpy.full((2, 2, 2), 0.1j) * [[0, 1], [-1, 0]] + 0.3 * numpy.eye(2)
    assert numpy.allclose(jax.jit(jax.vmap(ours.torontonian))(o), permatch.torontonian(o).values)
    with pytest.raises(NotImplementedError, match="derivatives of the loop torontonian"):
        jax.grad(ours.loop_torontonian)(o[0].real, numpy.zeros(2))


def test_torch():
    torch = pytest.importorskip("torch")
    from permatch import torch as ours
    assert ours.permanent(torch.ones(2, 0, 0)).tolist() == [1, 1] and ours.hafnian(torch.ones(0, 0)).item() == 1
    random = numpy.random.default_rng(4)

    def tensor(*shape, dtype=torch.float64):
        return torch.from_numpy(random.normal(size=shape)).to(dtype).requires_grad_()

    for function, rule in zip((ours.permanent, ours.hafnian, ours.pfaffian), rules(4)):
        for dtype in (torch.int64, torch.bfloat16):
            with pytest.raises(TypeError, match="float64"):
                function(torch.ones(2, 2, dtype=dtype))
        a = tensor(3, 4, 4).detach()
        slopes = torch.func.vmap(torch.func.grad(function))(a)
        assert numpy.allclose(slopes, rule.firsts(a.numpy()))
        assert numpy.allclose(torch.func.hessian(function)(a[0]), rule.seconds(a[0].numpy()))
        assert function(a.float()).dtype == torch.float32
        for degenerate_one in degenerate(1000, 8):
            x = torch.from_numpy(degenerate_one).requires_grad_()
            (slope,) = torch.autograd.grad(function(x), x, create_graph=True)
            (slope**2).sum().backward()
            assert torch.isfinite(x.grad).all()
    for dtype in (torch.float64, torch.complex128):
        for function, given in (
                (ours.permanent, [tensor(3, 4, 4, dtype=dtype)]), (ours.hafnian, [tensor(3, 4, 4, dtype=dtype)]),
                (ours.pfaffian, [tensor(3, 4, 4, dtype=dtype)]), (ours.loop_hafnian, [tensor(3, 3, dtype=dtype)]),
                (lambda x: ours.permanent(x, rows=[2, 1], cols=[0, 2, 1]), [tensor(2, 3, dtype=dtype)]),
                (lambda x, y: ours.loop_hafnian(x, y, repeats=[2, 0, 3]), [tensor(2, 3, 3, dtype=dtype), tensor(3, dtype=dtype)]),
                (lambda x: ours.amplitudes(x, [2, 1], [[1, 2], [3, 0]]), [tensor(2, 2, 2, dtype=dtype)])):
            assert torch.autograd.gradcheck(function, given, check_forward_ad=True)
            assert torch.autograd.gradgradcheck(function, given)
    o = torch.eye(2, dtype=torch.complex128)[None] / 3
    assert ours.torontonian(o).tolist() == permatch.torontonian(o.numpy()).values.tolist()
    with pytest.raises(NotImplementedError, match="derivatives of the loop torontonian"):
        ours.loop_torontonian(o.requires_grad_(), torch.zeros(2)).sum().backward()


def test_halves_of_large_numbers():
    """(A + A') / 2 and (A - A') / 2 are in the range of floats where A is."""
    large = numpy.array([[0, 1.5e308], [1.5e308, 0]])
    assert hafnian_rule(None, 2, False).values(large) == 1.5e308
    assert PFAFFIAN.values(large * [[1], [-1]]) == 1.5e308


def test_hafnian_gradient():
    """Each derivative is the exact hafnian without two rows and columns, within its bound; a stack is its matrices."""
    random = numpy.random.default_rng(7)
    for order in (2, 3, 4, 6, 8):
        for complex_too in (False, True):
            stack = random.normal(size=(3, order, order)) + (1j * random.normal(size=(3, order, order)) if complex_too else 0)
            stack = stack + stack.transpose(0, 2, 1)
            values, bounds = permatch.hafnian_gradient(stack)
            assert numpy.array_equal(permatch.hafnian_gradient(stack[1]).values, values[1])
            for k, i, j in numpy.ndindex(*stack.shape):
                rest = [v for v in range(order) if v not in (i, j)]
                wanted = permatch.hafnian(stack[k][numpy.ix_(rest, rest)], precision="exact") if i != j else 0
                assert abs(complex(wanted) - values[k, i, j]) <= bounds[k, i, j] + 1e-15 * abs(complex(wanted))
                assert bounds[k, i, j] <= 1e-12 * abs(values[k, i, j])


@pytest.mark.parametrize("order", (9, 12))
def test_hafnian_gradient_of_loops(order):
    """Vertices of sizes from 1e-20 to 1e20: each derivative is a loop hafnian without one or two vertices."""
    random = numpy.random.default_rng(order)
    sizes = 10 ** random.uniform(-20, 20, order)
    a, loops = numpy.outer(sizes, sizes) * random.normal(size=(order, order)), sizes * random.normal(size=order) * 1j
    a = a + a.T
    values, bounds = permatch.hafnian_gradient(a + 0j, loops=loops)
    for i, j in numpy.ndindex(order, order + 1):
        rest = [v for v in range(order) if v not in (i, j)]
        wanted = complex(permatch.loop_hafnian(a[numpy.ix_(rest, rest)] + 0j, loops[rest], precision="exact")) if i != j else 0
        assert abs(wanted - values[i, j]) <= bounds[i, j] + 1e-15 * abs(wanted)
        assert bounds[i, j] <= 1e-12 * abs(values[i, j])


def test_hafnian_gradient_on_threads():
    """Euler: the sum of all entries times their derivatives is the hafnian n times.  Threads leave the bits as they are."""
    a = numpy.random.default_rng(9).normal(size=(26, 26))
    a = a + a.T
    values, bounds = permatch.hafnian_gradient(a, threads=1)
    assert numpy.array_equal(permatch.hafnian_gradient(a, threads=3).values, values)
    error = 26 * 1e-12 * abs(permatch.hafnian(a)) + 1e-12 * numpy.sum(abs(a * values))
    assert abs(numpy.sum(numpy.triu(a * values, 1)) - 13 * permatch.hafnian(a)) <= error


@pytest.mark.parametrize("times", TIMES)
def test_hafnian_gradient_of_copies(times):
    """Against differences of exact loop hafnians, which are polynomials of degree at most 3 in an entry."""
    random = numpy.random.default_rng(8)
    a, loops = random.integers(-3, 4, (3, 3)), random.integers(-3, 4, 3)
    a = a + a.T

    def value(i, j, step):
        b, weights = a.copy(), loops.copy()
        if j == 3:
            weights[i] += step
        else:
            b[i, j], b[j, i] = a[i, j] + step, a[i, j] + step
        return int(permatch.loop_hafnian(b, weights, repeats=times))

    for precision in (None, "exact"):
        values, bounds = permatch.hafnian_gradient(a.astype(float), loops=loops.astype(float), repeats=times, precision=precision)
        assert values.shape == (3, 4)
        for i, j in numpy.ndindex(3, 4):
            wanted = 8 * (value(i, j, 1) - value(i, j, -1)) - value(i, j, 2) + value(i, j, -2)
            assert abs(values[i, j] - wanted / 12) <= bounds[i, j] <= 1e-12 * abs(wanted)
    ones = permatch.hafnian_gradient(numpy.ones((8, 8), dtype=int), loops=True).values  # involutions: OEIS A000085
    assert numpy.array_equal(ones, numpy.hstack([76 - 76 * numpy.eye(8), numpy.full((8, 1), 232)]))
    plain = permatch.hafnian_gradient(numpy.array([a, a]) + 0j, repeats=[times, (1, 1, 2)])
    assert plain.values.shape == (2, 3, 3)
    assert numpy.allclose(plain.values[0], permatch.hafnian_gradient(a, loops=0 * loops, repeats=times).values[:, :3])
    assert permatch.hafnian_gradient(numpy.zeros((0, 3, 3)), loops=numpy.zeros((0, 3))).values.shape == (0, 3, 4)
    for misshapen in (numpy.ones((3, 2)), numpy.ones(6)):
        with pytest.raises(permatch.InputError, match="have the shape"):
            permatch.hafnian_gradient(numpy.ones((2, 3, 3)), loops=misshapen)
    diagonal = permatch.hafnian_gradient(a, loops=True, repeats=times).values
    assert numpy.array_equal(diagonal, permatch.hafnian_gradient(a, loops=numpy.diagonal(a), repeats=times).values)
