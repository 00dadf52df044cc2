#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --error: ends of small matrices by hand, the corners of the interval, and refusals.  python/tests/test_interval.py
# has random matrices.
. "${srcdir:-.}/tests/tap.sh"

file small '1 2' '3 4'
answers 0 "2 22" perm-mtx --error=1 "$scratch/small"
answers 0 "19/2 21/2" perm-mtx --error=<(printf '%s\n' '1/8 0' '0 0') --exact "$scratch/small"
answers 0 "10 10" perm-mtx --error=<(printf '%s\n' '0 0' '0 0') "$scratch/small"
for error in nan inf -1 0 ''; do
    saying "a number above 0 is expected, as 2, 0.5 or 1/3, or the file" refuses 2 perm-mtx --error="$error" "$scratch/small"
done
is "$(printf '1/8 0\n0 0\n' | perm-mtx --error=- --exact "$scratch/small")" "19/2 21/2" "errors from standard input"
is "$(perm-mtx --json --error=1 "$scratch/small" | grep -o '"interval":[^]]*]')" '"interval":["2","22"]' "as JSON"

# per = ad + bc at all corners; the interval has the derivatives, 4 + 3 + 2 + 1, and two products of errors.
file signed '1 -2' '3 4'
read -r low high < <(perm-mtx --error=1 "$scratch/signed")
corners=$(for a in 0 2; do for b in -3 -1; do for c in 2 4; do for d in 3 5; do
    echo $((a * d + b * c)); done; done; done; done | sort -n | sed -n '1p;$p' | xargs)
is "$((low <= ${corners% *} && high >= ${corners#* }))" 1 "all corners are inside"
answers 0 "-14 10" perm-mtx --error=1 "$scratch/signed"

# The three matchings of K4, and the two of a square, at all corners.
file k4.el 'a b 1' 'a c -2' 'a d 3' 'b c 2' 'b d 5' 'c d -1'
file square.el 'a b 1' 'b c 2' 'c d 3' 'd a 4'
ends() {
    awk '{ w[NR] = $3 } END { for (k = 0; k < 2 ^ NR; k++) {
        for (e = 1; e <= NR; e++) x[e] = w[e] + (int(k / 2 ^ (e - 1)) % 2 ? 0.5 : -0.5)
        s = NR == 6 ? x[1] * x[6] + x[2] * x[5] + x[3] * x[4] : x[1] * x[3] + x[2] * x[4]
        if (k == 0 || s < low) low = s
        if (k == 0 || s > high) high = s } print low, high }' "$scratch/$1"
}
is "$(countmatch --exact --error=1/2 "$scratch/square.el" | awk -F'[/ ]' '{ print $1 / $2, $3 / $4 }')" \
    "$(ends square.el)" "a square"
read -r low high < <(countmatch --error=0.5 "$scratch/k4.el")
is "$(ends k4.el | awk -v l="$low" -v h="$high" '{ print (l <= $1 && h >= $2 && h - l < 1.2 * ($2 - $1)) }')" 1 "K4"
refuses 2 countmatch --error=1 --loops "$scratch/k4.el"
answers 0 "0 12" countmatch --error=<(printf '%s\n' '1 1 1 1' '1 1 1 1' '1 1 1 1' '1 1 1 1') <(awk '{ print $1, $2, 1 }' "$scratch/k4.el")

saying "the errors are 1 x 3, and the matrix is 2 x 2" refuses 1 perm-mtx --error=<(printf '%s\n' '1 2 3') "$scratch/small"
saying "negative" refuses 1 perm-mtx --error="$scratch/signed" "$scratch/small"
saying "several matrices" refuses 1 perm-mtx --error=<(printf '%s\n' '1 1' '1 1' '' '2 2' '2 2') "$scratch/small"
file named ,x,y a,1,2 b,3,4
answers 0 "15/2 25/2" perm-mtx --exact --error=<(printf ',x,y\na,0,0\nb,0,2.5\n') "$scratch/named"
saying "not those of the matrix" refuses 1 perm-mtx --error=<(printf ',y,x\nb,0,0.5\na,0,0\n') "$scratch/named"
file five '1 2 3' '4 5 6' '7 8 9' '1 2 3' '4 5 6'
refuses 1 perm-mtx --format=table --error=<(printf '%%%%MatrixMarket matrix coordinate real general\n5 3 4\n1 1 1\n1 2 1\n1 3 1\n2 1 1\n') "$scratch/five"
has "its format is 'mtx'" "$err" "the errors of a table are a table"
refuses 2 perm-mtx --error=1 --mod=7 "$scratch/small"
refuses 2 perm-mtx --error=1 --marginals "$scratch/small"

finish
