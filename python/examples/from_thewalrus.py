# SPDX-License-Identifier: GPL-3.0-or-later
"""The names of The Walrus and ours give the same numbers (the table of docs/python.md)."""
# Prints: 18 names agree

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiling The Walrus takes a minute and more

import numpy
import thewalrus
from thewalrus import quantum, samples
from thewalrus._permanent import fock_threshold_prob

import permatch
from permatch import photonics

random = numpy.random.default_rng(1)
a = random.normal(size=(6, 6)) + 1j * random.normal(size=(6, 6))
s, mu = a + a.T, random.normal(size=6) + 0j
counts = [2, 1, 1, 0, 2, 1]
covariance = thewalrus.random.random_covariance(3, hbar=2)
means = random.normal(size=6)
o = numpy.eye(6) - numpy.linalg.inv(quantum.Qmat(covariance, hbar=2))
gamma = 0.1 * (random.normal(size=3) + 1j * random.normal(size=3))
gamma = numpy.concatenate([gamma, gamma.conj()])
pattern, clicks = [1, 0, 2], [1, 0, 1]
looped = s.copy()
numpy.fill_diagonal(looped, mu)
u = thewalrus.random.random_interferometer(4)
cut = quantum.probabilities(means, covariance, 4, hbar=2)

same = [
    (thewalrus.perm(a), permatch.permanent(a)),
    (thewalrus.hafnian(s), permatch.hafnian(s)),
    (thewalrus.hafnian(s, loop=True), permatch.loop_hafnian(s)),
    (thewalrus.hafnian_repeated(s, counts), permatch.hafnian(s, repeats=counts)),
    (thewalrus.hafnian_repeated(s, counts, mu=mu, loop=True), permatch.loop_hafnian(s, mu, repeats=counts)),
    (thewalrus.tor(o), permatch.torontonian(o)),
    (thewalrus.ltor(o, gamma), permatch.loop_torontonian(o, gamma)),
    (quantum.density_matrix_element(means, covariance, pattern, pattern, hbar=2),
     photonics.gaussian_probabilities(covariance, pattern, means, hbar=2).values[0]),
    (cut[1, 2, 0], photonics.gaussian_probabilities(covariance, [1, 2, 0], means, hbar=2).values[0]),
    (thewalrus.threshold_detection_prob(means, covariance, clicks, hbar=2),
     photonics.threshold_probabilities(covariance, clicks, means, hbar=2).values[0]),
    (numpy.abs(thewalrus.perm(u[numpy.ix_([0, 1], [2, 3])])) ** 2, photonics.probabilities(u, [0, 0, 1, 1], [1, 1, 0, 0]).values[0]),
    (quantum.density_matrix_element(means, covariance, pattern, [0, 1, 1], hbar=2),
     photonics.density_elements(covariance, [0, 1, 1], pattern, means).values[0]),
    (quantum.photon_number_expectation(means, covariance, [0, 2], hbar=2), photonics.photon_moments(covariance, clicks, means).values[0]),
    (quantum.photon_number_cumulant(means, covariance, [0, 2], hbar=2), photonics.photon_cumulants(covariance, clicks, means).values[0]),
    (fock_threshold_prob([0, 2, 1, 0], [1, 0, 1, 0], u), photonics.fock_threshold_probabilities(u, [0, 2, 1, 0], [1, 0, 1, 0]).values[0]),
    (fock_threshold_prob([1, 0, 1, 1], [0, 1], 0.8 * u[:2]), photonics.fock_threshold_probabilities(0.8 * u[:2], [1, 0, 1, 1], [0, 1], lossy=True).values[0]),
    # hafnian_sample_state() and torontonian_sample_state() take the same; not compiled, they and mtl() read beyond an array
    (numpy.shape(samples.hafnian_sample_classical_state(numpy.eye(4), 3, hbar=2)), photonics.sample_gaussian(numpy.eye(4), count=3, seed=1).shape),
    (numpy.shape(samples.torontonian_sample_classical_state(numpy.eye(4), 3, hbar=2)), photonics.sample_threshold(numpy.eye(4), count=3, seed=1).shape),
]
for theirs, ours in same:
    assert numpy.allclose(ours, theirs, rtol=1e-8), (ours, theirs)
print(f"{len(same)} names agree")
