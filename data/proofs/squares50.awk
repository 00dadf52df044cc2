# SPDX-License-Identifier: GPL-3.0-or-later
# The graph on 1 ... 100 whose edges have square sums (OEIS A252897, n = 50).
BEGIN { for (i = 1; i <= 100; i++) for (j = i + 1; j <= 100; j++) { r = int(sqrt(i + j) + .5); if (r * r == i + j) print i, j } }
