# SPDX-License-Identifier: GPL-3.0-or-later
"""The permanent as a function that torch differentiates twice."""
# Prints: slopes 4, 3, 2, 1

import torch

from permatch.torch import permanent

a = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64, requires_grad=True)
permanent(a).backward()
print("slopes " + ", ".join(f"{x:g}" for x in a.grad.flatten().tolist()))
assert torch.autograd.gradgradcheck(permanent, (torch.rand(4, 4, dtype=torch.float64, requires_grad=True),))
