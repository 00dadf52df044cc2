# SPDX-License-Identifier: GPL-3.0-or-later
"""Permanents, hafnians, Pfaffians and torontonians for jax: jit, vmap, grad, jacfwd and hessian work.

They take arrays (..., m, n) of float32, float64, complex64 or complex128 and give arrays (...) of the same type.
Hafnians are those of (A + A') / 2, Pfaffians those of (A - A') / 2.  Multiplicities are one list for all matrices.
Derivatives are such functions with fewer copies of rows and columns; third derivatives are refused, and all of
torontonians.  The library computes on the CPU (jax.pure_callback).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Callable, Optional, Sequence, cast

import jax
import jax.numpy as jnp
import numpy

from ._derivatives import (LOOP_TORONTONIAN, PFAFFIAN, TORONTONIAN, Rule, amplitude_rule, checked, copies_of, hafnian_rule,
                           permanent_rule, photons_of, refused)

__all__ = ["permanent", "amplitudes", "hafnian", "loop_hafnian", "pfaffian", "torontonian", "loop_torontonian"]

_Function = Callable[[jax.Array], jax.Array]
Copies = Optional[Sequence[int]]


def _derived(rule: Rule, work: Callable[[numpy.ndarray], numpy.ndarray], axes: str, following: _Function) -> _Function:
    """work() of arrays; `axes` are those of its result, and `following` is its derivative."""
    def value(a: jax.Array) -> Any:
        whole = a.shape[:-2] + rule.more + a.shape[-2:] * (len(axes) // 2)
        kind = jnp.finfo(a.dtype).dtype if rule.real else a.dtype  # type: ignore[no-untyped-call, unused-ignore]
        shape = jax.ShapeDtypeStruct(whole, kind)  # type: ignore[no-untyped-call, unused-ignore]
        return jax.pure_callback(lambda x: work(numpy.asarray(x)), shape, a, vmap_method="broadcast_all")

    def slope(primals: Any, tangents: Any) -> Any:
        (a,), (along,) = primals, tangents
        return derived(a), jnp.einsum(f"...{axes}kl,...kl->...{axes}", following(a), along)

    derived: Any = jax.custom_jvp(value)
    derived.defjvp(slope)
    return cast(_Function, derived)


def _with_column(a: jax.Array, column: Any) -> jax.Array:
    return jnp.concatenate([a, jnp.broadcast_to(column, a.shape[:-1])[..., None]], -1)


@lru_cache(maxsize=1024)
def _function(rule: Rule) -> _Function:
    def none(order: int) -> _Function:
        def following(a: jax.Array) -> jax.Array:
            raise refused(rule, order)
        return following

    first, axes = none(1), "p" * len(rule.more)
    if rule.firsts is not None and rule.seconds is not None:
        first = _derived(rule, rule.firsts, axes + "ij", _derived(rule, rule.seconds, axes + "ijmn", none(3)))
    return _derived(rule, rule.values, axes, first)


def permanent(a: jax.Array, *, rows: Copies = None, cols: Copies = None) -> jax.Array:
    """The permanents of the matrices in the last two axes; rows, cols: multiplicities."""
    a = checked(jnp.asarray(a))
    return _function(permanent_rule(copies_of(rows), copies_of(cols), *a.shape[-2:]))(a)


def amplitudes(unitary: jax.Array, inputs: Any, outputs: Any) -> jax.Array:
    """The amplitudes of outputs for photons of a Fock state (photonics.amplitudes()), with one more axis for a list of
    outputs.  The matrix need not be unitary."""
    a = checked(jnp.asarray(unitary))
    return _function(amplitude_rule(*photons_of(inputs, outputs), *a.shape[-2:]))(a)


def hafnian(a: jax.Array, *, repeats: Copies = None) -> jax.Array:
    """The hafnians of the symmetric matrices in the last two axes; repeats: copies of the vertices."""
    a = checked(jnp.asarray(a))
    return _function(hafnian_rule(copies_of(repeats), a.shape[-2], False))(a)


def loop_hafnian(a: jax.Array, loops: Optional[jax.Array] = None, *, repeats: Copies = None) -> jax.Array:
    """The loop hafnians: loops are vectors in the last axis; None: the diagonals."""
    a = checked(jnp.asarray(a))
    loops = jnp.diagonal(a, axis1=-2, axis2=-1) if loops is None else loops
    return _function(hafnian_rule(copies_of(repeats), a.shape[-2], True))(_with_column(a, loops))


def pfaffian(a: jax.Array) -> jax.Array:
    """The Pfaffians of the skew-symmetric matrices in the last two axes."""
    return _function(PFAFFIAN)(checked(jnp.asarray(a)))


def torontonian(o: jax.Array) -> jax.Array:
    """The torontonians, real numbers.  Derivatives are refused."""
    return _function(TORONTONIAN)(checked(jnp.asarray(o)))


def loop_torontonian(o: jax.Array, gamma: jax.Array) -> jax.Array:
    """The loop torontonians: gamma are vectors in the last axis.  Derivatives are refused."""
    return _function(LOOP_TORONTONIAN)(_with_column(checked(jnp.asarray(o)), gamma))
