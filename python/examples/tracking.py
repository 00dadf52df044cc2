# SPDX-License-Identifier: GPL-3.0-or-later
"""Tracking: 12 targets, 15 measurements; a target causes one measurement or is missed, and the weights of a joint
assignment are products.  The shares are the association probabilities of joint probabilistic data association (Bar-Shalom,
Daum and Huang, IEEE Control Systems Magazine 29(6), 2009).  Checked: every row sums to 1, and a target's share by
definition, as a quotient of permanents; that column j of the 12 x 27 matrix is measurement j, and column 15 + i says that
target i is missed.
"""
# Prints: 12 targets; most certain: target 0 from measurement 0, 0.786

import numpy

import permatch

TARGETS, MEASUREMENTS, MISSED = 12, 15, 0.1

far = numpy.arange(MEASUREMENTS) - 1.06 * numpy.arange(TARGETS)[:, None]
gate = abs(numpy.arange(MEASUREMENTS) - numpy.arange(TARGETS)[:, None]) <= 2
weights = numpy.where(gate, numpy.exp(-0.5 * (far / 0.7) ** 2), 0)

shares = permatch.jpda(weights, MISSED)
assert not shares[:, 1:][~gate].any() and numpy.allclose(shares.sum(axis=1), 1, rtol=0, atol=1e-12)
i, j = (int(k) for k in numpy.unravel_index(shares[:, 1:].argmax(), weights.shape))
whole = numpy.hstack([weights, MISSED * numpy.eye(TARGETS)])
without = numpy.delete(numpy.delete(whole, i, axis=0), j, axis=1)
share = weights[i, j] * permatch.permanent(without) / permatch.permanent(whole)
assert abs(shares[i, j + 1] - share) < 1e-12
print(f"{TARGETS} targets; most certain: target {i} from measurement {j}, {shares[i, j + 1]:.3f}")
