# SPDX-License-Identifier: GPL-3.0-or-later
"""Tracking: 12 targets, 15 measurements; a target causes one measurement or is missed, and the weights of a joint
assignment are products.  Column j < 15 of the 12 x 27 matrix is measurement j, column 15 + i says that target i is
missed.  The marginals are the association probabilities of joint probabilistic data association (Bar-Shalom,
Daum and Huang, IEEE Control Systems Magazine 29(6), 2009).  Checked: every row sums to 1, and a target's share by
definition, as a quotient of permanents.
"""
# Prints: 12 targets; most certain: target 0 from measurement 0, 0.786

import numpy

import permatch

TARGETS, MEASUREMENTS = 12, 15

weights = numpy.zeros((TARGETS, MEASUREMENTS + TARGETS))
for i in range(TARGETS):
    weights[i, MEASUREMENTS + i] = 0.1  # missed
    for j in range(max(0, i - 2), min(MEASUREMENTS, i + 3)):  # within the gate
        weights[i, j] = numpy.exp(-0.5 * ((j - 1.06 * i) / 0.7) ** 2)

shares = permatch.marginals(weights)
assert shares.shape == weights.shape and not shares[weights == 0].any()
assert numpy.allclose(shares.sum(axis=1), 1, rtol=0, atol=1e-12)
i, j = (int(k) for k in numpy.unravel_index(shares.argmax(), shares.shape))
without = numpy.delete(numpy.delete(weights, i, axis=0), j, axis=1)
share = weights[i, j] * permatch.permanent(without) / permatch.permanent(weights)
assert abs(shares[i, j] - share) < 1e-12
print(f"{TARGETS} targets; most certain: target {i} from measurement {j}, {shares[i, j]:.3f}")
