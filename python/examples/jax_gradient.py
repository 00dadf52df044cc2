# SPDX-License-Identifier: GPL-3.0-or-later
"""The permanent as a function that jax differentiates: minors are its derivatives."""
# Prints: slope 7.0 along the diagonal

import jax

import numpy

import permatch

jax.config.update("jax_enable_x64", True)


@jax.custom_vjp
def permanent(a):
    shape = jax.ShapeDtypeStruct((), a.dtype)
    return jax.pure_callback(lambda x: numpy.asarray(permatch.permanents(numpy.asarray(x)[None]).values[0]), shape, a)


def forward(a):
    return permanent(a), a


def backward(a, slope):
    shape = jax.ShapeDtypeStruct(a.shape, a.dtype)
    return (slope * jax.pure_callback(lambda x: permatch.gradient(numpy.asarray(x)).values, shape, a),)


permanent.defvjp(forward, backward)
a = jax.numpy.array([[1.0, 2.0], [3.0, 4.0]])
along = jax.grad(lambda t: permanent(a + t * jax.numpy.eye(2)))(1.0)
print(f"slope {along} along the diagonal")
