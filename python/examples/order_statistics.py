# SPDX-License-Identifier: GPL-3.0-or-later
"""Order statistics of independent variables with different distributions: the r-th smallest of n is at most x with
probability sum over k = r..n of per(A_k) / (k! (n - k)!), where A_k has F_i(x) in k columns of row i, and 1 - F_i(x)
in n - k (Bapat and Beg, Sankhya A 51, 1989).  Here X_i is uniform on 0..i, i = 1..8; checked by the distribution of
the number of variables at most x, which a polynomial gives.
"""
# Prints: P(the third smallest of 8 <= 1) = 617/1120

from fractions import Fraction
from math import factorial

import permatch

N, RANK, X = 8, 3, 1

below = [Fraction(X, i) if i > X else Fraction(1) for i in range(1, N + 1)]
matrix = [[p, 1 - p] for p in below]
chance = sum(
    Fraction(permatch.permanent(matrix, cols=[k, N - k])) / (factorial(k) * factorial(N - k))
    for k in range(RANK, N + 1))

count = [Fraction(1)]  # of variables at most x: its distribution, one variable after the other
for p in below:
    count = [a * (1 - p) + b * p for a, b in zip(count + [Fraction(0)], [Fraction(0)] + count)]
assert chance == sum(count[RANK:])
print(f"P(the third smallest of {N} <= {X}) = {chance}")
