# SPDX-License-Identifier: GPL-3.0-or-later
"""The matching polynomial of a graph of networkx, sum of (-1)^k m_k x^(n - 2k).  Its roots are real (Heilmann and
Lieb, Communications in Mathematical Physics 25, 1972).
"""
# Prints: x^10 - 15x^8 + 75x^6 - 145x^4 + 90x^2 - 6

import networkx
import numpy

import permatch

graph = networkx.petersen_graph()
counts = permatch.matching_polynomial(graph)
n = len(graph)
coefficients = numpy.zeros(n + 1)
for k, count in enumerate(counts):
    coefficients[2 * k] = (-1) ** k * count
assert numpy.abs(numpy.roots(coefficients).imag).max() < 1e-6
terms = [f"{'+-'[k % 2]} {'' if c == 1 else c}{f'x^{n - 2 * k}' if n > 2 * k else ''}" for k, c in enumerate(counts)]
print(" ".join(terms)[2:])
