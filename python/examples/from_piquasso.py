# SPDX-License-Identifier: GPL-3.0-or-later
"""A Gaussian state and an interferometer of Piquasso: probabilities and samples by permatch."""
# Prints: 4 probabilities agree

import numpy
import piquasso

from permatch import photonics

with piquasso.Program() as program:
    piquasso.Q(0) | piquasso.Squeezing(r=0.4)
    piquasso.Q(1) | piquasso.Squeezing(r=-0.3) | piquasso.Displacement(r=0.2, phi=0.5)
    piquasso.Q(0, 1) | piquasso.Beamsplitter(theta=0.7, phi=0.3)
state = piquasso.GaussianSimulator(d=2).execute(program).state
hbar = piquasso.Config().hbar
patterns = [[0, 0], [1, 0], [1, 1], [2, 1]]
covariance = state.xpxp_covariance_matrix / 2  # that of the vacuum is hbar in Piquasso, hbar / 2 here
ours = photonics.gaussian_probabilities(covariance, patterns, state.xpxp_mean_vector, hbar=hbar,
                                        order="xpxp")
theirs = [state.get_particle_detection_probability(tuple(pattern)) for pattern in patterns]
assert numpy.allclose(ours.values, theirs, rtol=1e-10)
samples = photonics.sample_gaussian(covariance, state.xpxp_mean_vector, 10, hbar=hbar, order="xpxp", seed=1)
assert samples.shape == (10, 2)
print(f"{len(patterns)} probabilities agree")
