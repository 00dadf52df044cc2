# SPDX-License-Identifier: GPL-3.0-or-later
# awk -v n=50 -f dense.awk: a real matrix of order n without zeros or structure, to try and to plan.
BEGIN {
    print "%%MatrixMarket matrix array real general"
    print n, n
    for (i = 0; i < n * n; i++)
        print (i * i + 7 * i + 1) % 997 / 997
}
