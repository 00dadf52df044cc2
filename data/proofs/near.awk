# SPDX-License-Identifier: GPL-3.0-or-later
# The king's or the knight's graph n x n with one more vertex, next to all others: a perfect matching of it is a
# matching of the board that leaves out one square.  awk -v board=king -v n=17 -f near.awk
BEGIN {
    for (i = 1; i <= n; i++)
        for (j = 1; j <= n; j++) {
            for (k = -2; k <= 2; k++)
                for (l = -2; l <= 2; l++)
                    if ((k > 0 || (k == 0 && l > 0)) && (board == "king" ? k < 2 && l * l < 2 : k * l == 2 || k * l == -2) \
                        && i + k <= n && j + l >= 1 && j + l <= n)
                        print i "," j, i + k "," j + l
            if (board == "king" || (i + j) % 2 == 0)
                print i "," j, "out"
        }
}
