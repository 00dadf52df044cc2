# SPDX-License-Identifier: GPL-3.0-or-later
"""The permanent as a function that torch differentiates: minors are its derivatives."""
# Prints: slopes 4, 3, 2, 1

import torch

import permatch


class Permanent(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return torch.tensor(permatch.permanents(a.detach().numpy()[None]).values[0], dtype=a.dtype)

    @staticmethod
    def backward(ctx, slope):
        (a,) = ctx.saved_tensors
        return slope * torch.from_numpy(permatch.gradient(a.detach().numpy()).values).conj()


a = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64, requires_grad=True)
Permanent.apply(a).backward()
print("slopes " + ", ".join(f"{x:g}" for x in a.grad.flatten().tolist()))
assert torch.autograd.gradcheck(Permanent.apply, (torch.rand(4, 4, dtype=torch.float64, requires_grad=True),))
