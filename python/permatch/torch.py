# SPDX-License-Identifier: GPL-3.0-or-later
"""Permanents and hafnians for torch: first and second derivatives, forward mode, and torch.func.vmap.

Both take tensors (..., m, n) of float32, float64, complex64 or complex128 on any device, and give tensors (...) of the
same type there; the library computes on the CPU.  The hafnian is that of (A + A') / 2.  Derivatives are those of minors
and of minors of minors; third derivatives are refused.
"""

from __future__ import annotations

from typing import Callable, cast

import numpy
import torch

from ._derivatives import HAFNIAN, PERMANENT, Rule

__all__ = ["permanent", "hafnian"]


def _computed(work: Callable[[numpy.ndarray], numpy.ndarray], a: torch.Tensor) -> torch.Tensor:
    found = numpy.asarray(work(a.detach().resolve_conj().cpu().numpy()))
    return torch.from_numpy(found.copy()).to(a.device)


def _function(rule: Rule, name: str) -> Callable[[torch.Tensor], torch.Tensor]:
    class Computed(torch.autograd.Function):
        """One array computed from another, which is kept."""

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)
            ctx.save_for_forward(*inputs)

    class Seconds(Computed):
        @staticmethod
        def forward(a):
            return _computed(rule.seconds, a)

        @staticmethod
        def backward(ctx, slope):
            raise NotImplementedError(f"third derivatives of the {name}")

        @staticmethod
        def vmap(info, in_dims, a):
            return Seconds.apply(a.movedim(in_dims[0], 0)), 0

    class Firsts(Computed):
        @staticmethod
        def forward(a):
            return _computed(rule.firsts, a)

        @staticmethod
        def backward(ctx, slope):
            return torch.einsum("...ijkl,...ij->...kl", Seconds.apply(ctx.saved_tensors[0]).conj(), slope)

        @staticmethod
        def jvp(ctx, along):
            return torch.einsum("...ijkl,...kl->...ij", Seconds.apply(ctx.saved_tensors[0]), along)

        @staticmethod
        def vmap(info, in_dims, a):
            return Firsts.apply(a.movedim(in_dims[0], 0)), 0

    class Values(Computed):
        @staticmethod
        def forward(a):
            return _computed(rule.values, a)

        @staticmethod
        def backward(ctx, slope):
            return slope[..., None, None] * Firsts.apply(ctx.saved_tensors[0]).conj()

        @staticmethod
        def jvp(ctx, along):
            return (Firsts.apply(ctx.saved_tensors[0]) * along).sum((-2, -1))

        @staticmethod
        def vmap(info, in_dims, a):
            return Values.apply(a.movedim(in_dims[0], 0)), 0

    return cast(Callable[[torch.Tensor], torch.Tensor], Values.apply)


_PERMANENT, _HAFNIAN = _function(PERMANENT, "permanent"), _function(HAFNIAN, "hafnian")


def permanent(a: torch.Tensor) -> torch.Tensor:
    """The permanents of the matrices in the last two axes."""
    return _PERMANENT(a)


def hafnian(a: torch.Tensor) -> torch.Tensor:
    """The hafnians of the symmetric matrices in the last two axes."""
    return _HAFNIAN(a)
