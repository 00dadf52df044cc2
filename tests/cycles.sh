#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# cyclecover --cycle-weight: against all permutations, published numbers, and the number of covers.
. "${srcdir:-.}/tests/tap.sh"

# all N: the arcs between all vertices, and their loops.
all() {
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) print i, j }'
}
# Permutations of 8 by their cycles, the rising factorial (Stirling numbers, OEIS A130534): 3 4 ... 10.
is "$(all 8 | cyclecover --cycle-weight=3)" 1814400 "all permutations of 8, each cycle three times"
is "$(all 12 | cyclecover --cycle-weight=1/2 --exact)" 316234143225/4096 "1/2 3/2 ... 23/2"
is "$(all 12 | cyclecover --cycle-weight=1)" 479001600 "12!"
is "$(all 5 | cyclecover --cycle-weight=-1)" 0 "the determinant of ones"
is "$(all 1 | cyclecover --cycle-weight=-1/3 --exact)" -1/3 "one loop"

# by_permutations: for the covers of a list, lines 'cycles weight'.
by_permutations() {
    cyclecover --list "$scratch/d.el" | awk '
        NR == FNR { w[$1 "->" $2] = $3; next }
        { delete to; product = 1; cycles = 0
          for (k = 1; k <= NF; k++) { split($k, e, "->"); to[e[1]] = e[2]; product *= w[$k] }
          for (v in to) if (!(v in seen)) { cycles++; for (u = v; !(u in seen); u = to[u]) seen[u] }
          delete seen; sum[cycles] += product }
        END { for (k = 0; k < 9; k++) if (sum[k] != 0) print k, sum[k] }' "$scratch/d.el" -
}
# at A: the value of the polynomial at A.
at() {
    awk -v a="$1" '{ sum += $2 * a ^ $1 } END { printf "%.0f", sum }'
}
for seed in 1 2 3 4 5 6; do
    awk -v seed="$seed" 'BEGIN { srand(seed); n = 2 + seed; for (i = 1; i <= n; i++) for (j = 1; j <= n; j++)
        if (rand() < 0.7) { w = int(9 * rand() - 4); if (w != 0) print i, j, w } }' > "$scratch/d.el"
    by_permutations > "$scratch/by_cycles"
    for a in 2 -1 3 -2 0; do
        answers 0 "$(at $a < "$scratch/by_cycles")" cyclecover --cycle-weight=$a "$scratch/d.el"
    done
    answers 0 "$(< "$scratch/by_cycles")" cyclecover --cycle-weight=x --powers "$scratch/d.el"
    answers 0 "$(cyclecover "$scratch/d.el")" cyclecover --cycle-weight=1 "$scratch/d.el"
done
answers 0 3/16 cyclecover --exact --cycle-weight=1/2 <(printf '1 2 1/2\n2 1 3/4\n')
answers 0 2 cyclecover --no-loops --cycle-weight=2 <(printf '1 1\n1 2\n2 1\n2 2\n')

# Stirling numbers of the first kind by their recurrence (OEIS A130534).
for n in 1 2 3 7 10; do
    is "$(all $n | cyclecover --cycle-weight=x --powers)" "$(awk -v n=$n 'BEGIN { s[0] = 1
        for (m = 0; m < n; m++) for (k = m + 1; k >= 0; k--) s[k] = m * s[k] + (k > 0 ? s[k - 1] : 0)
        for (k = 1; k <= n; k++) print k, s[k] }')" "permutations of $n by their cycles"
done
# A ring, then with its loops.
printf '1 2\n2 3\n3 4\n4 5\n5 1\n' > "$scratch/ring.el"
answers 0 x cyclecover --cycle-weight=x "$scratch/ring.el"
printf '%d %d\n' 1 1 2 2 3 3 4 4 5 5 >> "$scratch/ring.el"
answers 0 "x + x^5" cyclecover --cycle-weight=x "$scratch/ring.el"
answers 0 0 cyclecover --cycle-weight=x <(printf '1 2\n')
answers 0 "-10000000000000000000000*x^2" cyclecover --cycle-weight=x <(printf '1 1 -100000000000\n2 2 100000000000\n')
for weight in -x '2*x' x^2; do
    saying "a number is expected, as 2, 0.5 or 1/3, or x" refuses 2 cyclecover --cycle-weight="$weight" "$scratch/d.el"
done
answers 0 "2000*x" cyclecover --cycle-weight=x <(printf '1 1 2e3\n')
saying "other weights are integers" refuses 1 cyclecover --cycle-weight=x <(printf '1 1 1/2\n')
saying "beside x in weights of arcs" refuses 4 cyclecover --cycle-weight=x <(printf '1 1 2*x\n')
for weight in 2 1000000 -1 1/2; do # its powers would be digits of the polynomial in x
    refuses 4 cyclecover --cycle-weight=$weight <(printf '1 1 2*x\n1 2 1\n2 1 3\n2 2 1\n')
done
refuses 2 cyclecover --cycle-weight=2 --powers "$scratch/d.el"
refuses 2 cyclecover --cycle-weight=x --mod=5 "$scratch/d.el"
refuses 4 cyclecover --cycle-weight=x <(all 25)
all 25 > "$scratch/large.el"
refuses 4 cyclecover --cycle-weight=2 "$scratch/large.el"
refuses 4 cyclecover --min-length=3 --cycle-weight=2 "$scratch/large.el"
refuses 2 cyclecover --marginals --cycle-weight=2 "$scratch/d.el"
file complex.mtx '%%MatrixMarket matrix coordinate complex general' '2 2 2' '1 2 1 1' '2 1 1 0'
saying "real matrix" refuses 4 cyclecover --cycle-weight=2 "$scratch/complex.mtx"
finish
