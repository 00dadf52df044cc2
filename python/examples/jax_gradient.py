# SPDX-License-Identifier: GPL-3.0-or-later
"""The permanent as a function that jax differentiates twice."""
# Prints: slope 7.0, curvature 2.0

import jax

from permatch.jax import permanent

jax.config.update("jax_enable_x64", True)
a = jax.numpy.array([[1.0, 2.0], [3.0, 4.0]])


def along(t):
    return permanent(a + t * jax.numpy.eye(2))


print(f"slope {jax.grad(along)(1.0)}, curvature {jax.jit(jax.grad(jax.grad(along)))(1.0)}")
