# SPDX-License-Identifier: GPL-3.0-or-later
"""Permanents and hafnians for jax: jit, vmap, grad, jacfwd and hessian work; third derivatives are refused.

Both take arrays (..., m, n) of float32, float64, complex64 or complex128 and give arrays (...) of the same type.  The
hafnian is that of (A + A') / 2.  Derivatives are those of minors and of minors of minors.  The library computes on
the CPU (jax.pure_callback).
"""

from __future__ import annotations

from typing import Callable

import jax
import jax.numpy as jnp
import numpy

from ._derivatives import HAFNIAN, PERMANENT, Rule

__all__ = ["permanent", "hafnian"]


def _function(rule: Rule, name: str) -> Callable[[jax.Array], jax.Array]:
    def called(work: Callable[[numpy.ndarray], numpy.ndarray], a: jax.Array, more: tuple[int, ...]) -> jax.Array:
        shape = jax.ShapeDtypeStruct(a.shape[:-2] + more, a.dtype)
        return jax.pure_callback(lambda x: work(numpy.asarray(x)), shape, a, vmap_method="broadcast_all")

    @jax.custom_jvp
    def seconds(a: jax.Array) -> jax.Array:
        return called(rule.seconds, a, a.shape[-2:] * 2)

    @seconds.defjvp
    def seconds_jvp(primals, tangents):
        raise NotImplementedError(f"third derivatives of the {name}")

    @jax.custom_jvp
    def firsts(a: jax.Array) -> jax.Array:
        return called(rule.firsts, a, a.shape[-2:])

    @firsts.defjvp
    def firsts_jvp(primals, tangents):
        (a,), (along,) = primals, tangents
        return firsts(a), jnp.einsum("...ijkl,...kl->...ij", seconds(a), along)

    @jax.custom_jvp
    def values(a: jax.Array) -> jax.Array:
        return called(rule.values, a, ())

    @values.defjvp
    def values_jvp(primals, tangents):
        (a,), (along,) = primals, tangents
        return values(a), jnp.einsum("...ij,...ij->...", firsts(a), along)

    return values


_PERMANENT, _HAFNIAN = _function(PERMANENT, "permanent"), _function(HAFNIAN, "hafnian")


def permanent(a: jax.Array) -> jax.Array:
    """The permanents of the matrices in the last two axes."""
    return _PERMANENT(jnp.asarray(a))


def hafnian(a: jax.Array) -> jax.Array:
    """The hafnians of the symmetric matrices in the last two axes."""
    return _HAFNIAN(jnp.asarray(a))
