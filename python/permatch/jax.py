# SPDX-License-Identifier: GPL-3.0-or-later
"""Permanents, hafnians and Pfaffians for jax: jit, vmap, grad, jacfwd and hessian work; third derivatives are refused.

They take arrays (..., m, n) of float32, float64, complex64 or complex128 and give arrays (...) of the same type.  The
hafnian is that of (A + A') / 2, the Pfaffian that of (A - A') / 2.  Derivatives are those of minors and of minors of
minors.  The library computes on the CPU (jax.pure_callback).
"""

from __future__ import annotations

from typing import Any, Callable, cast

import jax
import jax.numpy as jnp
import numpy

from ._derivatives import HAFNIAN, PERMANENT, PFAFFIAN, Rule, checked

__all__ = ["permanent", "hafnian", "pfaffian"]


_Function = Callable[[jax.Array], jax.Array]


def _derived(work: Callable[[numpy.ndarray], numpy.ndarray], axes: str, following: _Function) -> _Function:
    """work() of arrays; `axes` are those of its result, and `following` is its derivative."""
    def value(a: jax.Array) -> Any:
        whole = a.shape[:-2] + a.shape[-2:] * (len(axes) // 2)
        shape = jax.ShapeDtypeStruct(whole, a.dtype)  # type: ignore[no-untyped-call, unused-ignore]
        return jax.pure_callback(lambda x: work(numpy.asarray(x)), shape, a, vmap_method="broadcast_all")

    def slope(primals: Any, tangents: Any) -> Any:
        (a,), (along,) = primals, tangents
        return derived(a), jnp.einsum(f"...{axes}kl,...kl->...{axes}", following(a), along)

    derived: Any = jax.custom_jvp(value)
    derived.defjvp(slope)
    return cast(_Function, derived)


def _function(rule: Rule, name: str) -> _Function:
    def thirds(a: jax.Array) -> jax.Array:
        raise NotImplementedError(f"third derivatives of the {name}")

    return _derived(rule.values, "", _derived(rule.firsts, "ij", _derived(rule.seconds, "ijmn", thirds)))


_PERMANENT, _HAFNIAN = _function(PERMANENT, "permanent"), _function(HAFNIAN, "hafnian")
_PFAFFIAN = _function(PFAFFIAN, "Pfaffian")


def permanent(a: jax.Array) -> jax.Array:
    """The permanents of the matrices in the last two axes."""
    return _PERMANENT(checked(jnp.asarray(a)))


def hafnian(a: jax.Array) -> jax.Array:
    """The hafnians of the symmetric matrices in the last two axes."""
    return _HAFNIAN(checked(jnp.asarray(a)))


def pfaffian(a: jax.Array) -> jax.Array:
    """The Pfaffians of the skew-symmetric matrices in the last two axes."""
    return _PFAFFIAN(checked(jnp.asarray(a)))
