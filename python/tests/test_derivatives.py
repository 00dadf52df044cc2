# SPDX-License-Identifier: GPL-3.0-or-later
"""Derivatives for jax and torch: against differences of numpy, and where they are 0 or degenerate.  What needs jax or
torch is skipped without them; make check-long runs it (tests/pip.sh)."""

import numpy
import pytest

import permatch
from permatch._derivatives import HAFNIAN, PERMANENT, PFAFFIAN, checked

RULES = [PERMANENT, HAFNIAN, PFAFFIAN]


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


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (4, 4), (2, 3), (3, 2), (1, 3)])
def test_differences(rule, shape):
    if rule is not PERMANENT and shape[0] != shape[1]:
        pytest.skip("only permanents are of matrices that are not square")
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
    for rule in RULES:
        for shape in ((0, 0), (2, 0, 0)):
            a = numpy.ones(shape)
            assert (rule.values(a) == 1).all() and numpy.shape(rule.values(a)) == shape[:-2]
            assert rule.firsts(a).shape == shape and rule.seconds(a).shape == shape + (0, 0)
    single = PERMANENT.firsts(numpy.ones((3, 3), dtype=numpy.complex64))
    assert single.dtype == numpy.complex64 and (single == 2).all()
    for rule in (HAFNIAN, PFAFFIAN):
        with pytest.raises(permatch.InputError):
            rule.values(numpy.ones((2, 3)))
    for kind in (int, bool, numpy.float16):
        with pytest.raises(TypeError, match=f"{numpy.dtype(kind).name} .*float64"):
            checked(numpy.ones((2, 2), dtype=kind))


def test_jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    from permatch.jax import hafnian, permanent, pfaffian
    random = numpy.random.default_rng(3)
    for function, rule in ((permanent, PERMANENT), (hafnian, HAFNIAN), (pfaffian, PFAFFIAN)):
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
        for a in degenerate(1000, 8):
            assert numpy.isfinite(slopes(a)).all()


def test_torch():
    torch = pytest.importorskip("torch")
    from permatch.torch import hafnian, permanent, pfaffian
    assert permanent(torch.ones(2, 0, 0)).tolist() == [1, 1] and hafnian(torch.ones(0, 0)).item() == 1
    random = numpy.random.default_rng(4)
    for function, rule in ((permanent, PERMANENT), (hafnian, HAFNIAN), (pfaffian, PFAFFIAN)):
        for dtype in (torch.int64, torch.bfloat16):
            with pytest.raises(TypeError, match="float64"):
                function(torch.ones(2, 2, dtype=dtype))
        for dtype in (torch.float64, torch.complex128):
            a = torch.from_numpy(random.normal(size=(3, 4, 4))).to(dtype).requires_grad_()
            assert torch.autograd.gradcheck(function, (a,), check_forward_ad=True)
            assert torch.autograd.gradgradcheck(function, (a,))
        slopes = torch.func.vmap(torch.func.grad(function))(a.detach().real.contiguous())
        assert numpy.allclose(slopes, rule.firsts(a.detach().real.numpy()))
        hessian = torch.func.hessian(function)(a.detach().real[0].contiguous())
        assert numpy.allclose(hessian, rule.seconds(a.detach().real[0].numpy()))
        assert function(a.detach().real.float()).dtype == torch.float32
        for degenerate_one in degenerate(1000, 8):
            x = torch.from_numpy(degenerate_one).requires_grad_()
            (slope,) = torch.autograd.grad(function(x), x, create_graph=True)
            (slope**2).sum().backward()
            assert torch.isfinite(x.grad).all()


def test_halves_of_large_numbers():
    """(A + A') / 2 and (A - A') / 2 are in the range of floats where A is."""
    large = numpy.array([[0, 1.5e308], [1.5e308, 0]])
    assert HAFNIAN.values(large) == 1.5e308
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
