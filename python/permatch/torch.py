# SPDX-License-Identifier: GPL-3.0-or-later
"""Permanents, hafnians and Pfaffians for torch: first and second derivatives, forward mode, and torch.func.vmap.

They take tensors (..., m, n) of float32, float64, complex64 or complex128 on any device, and give tensors (...) of the
same type there; the library computes on the CPU.  The hafnian is that of (A + A') / 2, the Pfaffian that of
(A - A') / 2.  Derivatives are those of minors and of minors of minors; third derivatives are refused.
"""

from __future__ import annotations

from typing import Any, Callable, cast

import numpy
import torch

from ._arrays import array_of
from ._derivatives import HAFNIAN, PERMANENT, PFAFFIAN, Rule, checked

__all__ = ["permanent", "hafnian", "pfaffian"]

_Function = Callable[[torch.Tensor], torch.Tensor]


def _derived(work: Callable[[numpy.ndarray], numpy.ndarray], axes: str, following: _Function) -> _Function:
    """work() of tensors; `axes` are those of its result, and `following` is its derivative."""
    class Derived(torch.autograd.Function):  # type: ignore[misc, unused-ignore]
        @staticmethod
        def forward(a: torch.Tensor) -> torch.Tensor:
            found = numpy.asarray(work(array_of(a)))
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
            return Derived.apply(a.movedim(in_dims[0], 0)), 0

    return cast(_Function, Derived.apply)


def _function(rule: Rule, name: str) -> _Function:
    def thirds(a: torch.Tensor) -> torch.Tensor:
        raise NotImplementedError(f"third derivatives of the {name}")

    return _derived(rule.values, "", _derived(rule.firsts, "ij", _derived(rule.seconds, "ijmn", thirds)))


_PERMANENT, _HAFNIAN = _function(PERMANENT, "permanent"), _function(HAFNIAN, "hafnian")
_PFAFFIAN = _function(PFAFFIAN, "Pfaffian")


def permanent(a: torch.Tensor) -> torch.Tensor:
    """The permanents of the matrices in the last two axes."""
    return _PERMANENT(checked(a))


def hafnian(a: torch.Tensor) -> torch.Tensor:
    """The hafnians of the symmetric matrices in the last two axes."""
    return _HAFNIAN(checked(a))


def pfaffian(a: torch.Tensor) -> torch.Tensor:
    """The Pfaffians of the skew-symmetric matrices in the last two axes."""
    return _PFAFFIAN(checked(a))
