# SPDX-License-Identifier: GPL-3.0-or-later
"""Permanents, hafnians, Pfaffians and torontonians for torch: first and second derivatives, forward mode, and torch.func.vmap.

They take tensors (..., m, n) of float32, float64, complex64 or complex128 on any device, and give tensors (...) of the
same type there; the library computes on the CPU.  Hafnians are those of (A + A') / 2, Pfaffians those of (A - A') / 2.
Multiplicities are one list for all matrices.  Derivatives are such functions with fewer copies of rows and columns;
third derivatives are refused, and all of torontonians.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Callable, Optional, Sequence, cast

import numpy
import torch

from ._arrays import array_of
from ._derivatives import (LOOP_TORONTONIAN, PFAFFIAN, TORONTONIAN, Rule, amplitude_rule, checked, copies_of, hafnian_rule,
                           permanent_rule, photons_of, refused)

__all__ = ["permanent", "amplitudes", "hafnian", "loop_hafnian", "pfaffian", "torontonian", "loop_torontonian"]

_Function = Callable[[torch.Tensor], torch.Tensor]
Copies = Optional[Sequence[int]]


def _derived(work: Callable[[numpy.ndarray], numpy.ndarray], axes: str, following: _Function) -> _Function:
    """work() of tensors; `axes` are those of its result, and `following` is its derivative."""
    class Derived(torch.autograd.Function):  # type: ignore[misc, unused-ignore]
        @staticmethod
        def forward(a: torch.Tensor) -> torch.Tensor:
            found = numpy.asarray(work(array_of(a.detach())))
            return torch.from_numpy(found.copy()).to(a.device)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: torch.Tensor) -> None:
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

        @staticmethod
        def backward(ctx: Any, slope: torch.Tensor) -> torch.Tensor:
            return torch.einsum(f"...{axes}kl,...{axes}->...kl", following(ctx.saved_tensors[0]).conj(), slope)

        @staticmethod
        def jvp(ctx: Any, along: torch.Tensor) -> torch.Tensor:
            return torch.einsum(f"...{axes}kl,...kl->...{axes}", following(ctx.saved_tensors[0]), along)

        @staticmethod
        def vmap(info: Any, in_dims: Any, a: torch.Tensor) -> tuple[torch.Tensor, int]:
            return Derived.apply(a.movedim(in_dims[0], 0)), 0  # type: ignore[no-untyped-call, unused-ignore]

    return cast(_Function, Derived.apply)


def _with_column(a: torch.Tensor, column: torch.Tensor) -> torch.Tensor:
    return torch.cat([a, column.expand(a.shape[:-1]).unsqueeze(-1)], -1)


@lru_cache(maxsize=1024)
def _function(rule: Rule) -> _Function:
    def none(order: int) -> _Function:
        def following(a: torch.Tensor) -> torch.Tensor:
            raise refused(rule, order)
        return following

    first, axes = none(1), "p" * len(rule.more)
    if rule.firsts is not None and rule.seconds is not None:
        first = _derived(rule.firsts, axes + "ij", _derived(rule.seconds, axes + "ijmn", none(3)))
    return _derived(rule.values, axes, first)


def permanent(a: torch.Tensor, *, rows: Copies = None, cols: Copies = None) -> torch.Tensor:
    """The permanents of the matrices in the last two axes; rows, cols: multiplicities."""
    a = checked(a)
    return _function(permanent_rule(copies_of(rows), copies_of(cols), *a.shape[-2:]))(a)


def amplitudes(unitary: torch.Tensor, inputs: Any, outputs: Any) -> torch.Tensor:
    """The amplitudes of outputs for photons of a Fock state (photonics.amplitudes()), with one more axis for a list of
    outputs.  The matrix need not be unitary."""
    a = checked(unitary)
    return _function(amplitude_rule(*photons_of(inputs, outputs), *a.shape[-2:]))(a)


def hafnian(a: torch.Tensor, *, repeats: Copies = None) -> torch.Tensor:
    """The hafnians of the symmetric matrices in the last two axes; repeats: copies of the vertices."""
    a = checked(a)
    return _function(hafnian_rule(copies_of(repeats), a.shape[-2], False))(a)


def loop_hafnian(a: torch.Tensor, loops: Optional[torch.Tensor] = None, *, repeats: Copies = None) -> torch.Tensor:
    """The loop hafnians: loops are vectors in the last axis; None: the diagonals."""
    a = checked(a)
    loops = torch.diagonal(a, dim1=-2, dim2=-1) if loops is None else loops
    return _function(hafnian_rule(copies_of(repeats), a.shape[-2], True))(_with_column(a, loops))


def pfaffian(a: torch.Tensor) -> torch.Tensor:
    """The Pfaffians of the skew-symmetric matrices in the last two axes."""
    return _function(PFAFFIAN)(checked(a))


def torontonian(o: torch.Tensor) -> torch.Tensor:
    """The torontonians, real numbers.  Derivatives are refused."""
    return _function(TORONTONIAN)(checked(o))


def loop_torontonian(o: torch.Tensor, gamma: torch.Tensor) -> torch.Tensor:
    """The loop torontonians: gamma are vectors in the last axis.  Derivatives are refused."""
    return _function(LOOP_TORONTONIAN)(_with_column(checked(o), gamma))
