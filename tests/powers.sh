#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --powers: published polynomials, sums over --list, and values of the polynomial at x = 2.
. "${srcdir:-.}/tests/tap.sh"

# Permutations of 5 by their total displacement, OEIS A062869; exponents that are 0 count, too.
awk 'BEGIN { for (i = 1; i <= 5; i++) for (j = 1; j <= 5; j++) print "u" i, "v" j, i < j ? j - i : i - j }' \
    > "$scratch/moves.el"
answers 0 $'0 1\n2 4\n4 12\n6 24\n8 35\n10 24\n12 20' countmatch --powers "$scratch/moves.el"
answers 0 "1 + 4*x^2 + 12*x^4 + 24*x^6 + 35*x^8 + 24*x^(10) + 20*x^(12)" cyclecover --powers=sage <(sed 's/[uv]//g' "$scratch/moves.el")
is "$(countmatch --powers=magma "$scratch/moves.el")" "$out" "Magma reads the same"

# Dominoes of the chessboard, by those that stand: the sum is 12988816 (Kasteleyn 1961).
dimer grid 8 8 --weights=1,2 > "$scratch/board.el"
is "$(countmatch --powers "$scratch/board.el" | awk '{ n += $2 } END { print n }')" 12988816 "all tilings"

# The matchings of a list, or the covers, by the sum of their weights.
by_list() {
    local mark=$1 program=$2
    shift 2 # the list has no weights, since an edge of weight 0 is none
    cut -d' ' -f 1,2 "${@: -1}" | "$program" --list | awk -v mark="$mark" '
        NR == FNR { w[$1 mark $2] = w[$2 mark $1] = $3; next }
        { sum = 0; for (k = 1; k <= NF; k++) sum += w[$k]; count[sum]++ }
        END { for (s in count) print s, count[s] }' "${@: -1}" - | sort -n
}
for seed in 1 2 3 4 5; do
    awk -v seed="$seed" 'BEGIN { srand(seed); for (i = 1; i <= 8; i++) for (j = 1; j < i; j++)
        if (rand() < 0.7) print "v" i, "v" j, int(13 * rand() - 4) }' > "$scratch/general.el"
    answers 0 "$(by_list - countmatch "$scratch/general.el")" countmatch --powers "$scratch/general.el"
    sed 's/v/u/' "$scratch/general.el" > "$scratch/sides.el"
    answers 0 "$(by_list - countmatch "$scratch/sides.el")" countmatch --powers "$scratch/sides.el"
    awk -v seed="$seed" 'BEGIN { srand(seed); for (i = 1; i <= 6; i++) for (j = 1; j <= 6; j++)
        if (rand() < 0.6 && (j > i || rand() < 0.3)) print i, j, int(13 * rand() - 4) }' > "$scratch/digraph.el"
    answers 0 "$(by_list '->' cyclecover "$scratch/digraph.el")" cyclecover --powers "$scratch/digraph.el"
done

# Subgraphs with two edges at each vertex: the polynomial at x = 2, and its text.
printf '%s\n' 'a b 1' 'b c 2' 'c a 0' 'c d 3' 'd a 1' 'b d 2' > "$scratch/k4.el"
answers 0 "x^5 + x^6 + x^7" countmatch --degree=2 --powers=sage "$scratch/k4.el"
answers 0 $((32 + 64 + 128)) countmatch --degree=2 <(awk '{ $3 = 2 ^ $3; print }' "$scratch/k4.el")
answers 0 "x^{1/2} + x" countmatch --powers=latex <(printf 'a b 1/2\na b 1\n')
answers 0 "x^{-1} + 2" countmatch --powers=latex <(printf 'a b -1\na b 0\na b 0\n')
answers 0 "0" countmatch --powers=sage <(printf 'a b 1\nb c 1\n')
answers 0 $'exponent,coefficient\n3,1\n5,2' countmatch --powers --csv <(printf 'a b 5\na b 3\na b 5\n')
is "$(countmatch --powers --json <(printf 'a b 5\na b 3\n') | grep -o '"powers.*]')" \
    '"powers":[{"exponent":"3","coefficient":"1"},{"exponent":"5","coefficient":"1"}]' "... and as JSON"

# Terms: as many edges as a coefficient says, and two polynomials by hand.
printf '%s\n' 'a b 3*x^2' 'b c x' 'c d 2' 'd a x^-1' 'a c -x^(10)' 'b d 2*x' > "$scratch/terms.el"
answers 0 "2 + 6*x^2 - 2*x^(11)" sed -n 1p <(countmatch --powers=sage <(sed 's/d a x^-1/d a 2*x^-1/' "$scratch/terms.el"))
answers 0 $'0 1\n2 6\n11 -2' countmatch --powers "$scratch/terms.el"
answers 0 "1 + 6*x^2 - 2*x^(11)" countmatch --powers=sage <(sed '1i source,target,weight' "$scratch/terms.el" | tr ' ' ,)
answers 0 $'0 6\n1 4' countmatch --powers <(printf 'a b x\nb c 3\nc d 4\nd a 2\n')
for seed in 1 2 3; do
    awk -v seed="$seed" 'BEGIN { srand(seed); for (i = 1; i <= 6; i++) for (j = 1; j < i; j++)
        print i, j, int(3 * rand()) + 1, int(9 * rand() - 3) }' > "$scratch/counted"
    awk '{ print $1, $2, $3 "*x^" $4 }' "$scratch/counted" > "$scratch/terms.el"
    awk '{ for (k = 0; k < $3; k++) print $1, $2, $4 }' "$scratch/counted" > "$scratch/parallel.el"
    for asked in --threads=1 --loops; do
        is "$(countmatch $asked --powers "$scratch/terms.el")" \
            "$(countmatch $asked --powers "$scratch/parallel.el" 2> "$scratch/err")" "parallel edges $asked"
    done
    is "$(countmatch --degree=2 --powers "$scratch/terms.el" | awk '{ n += $2 * 2 ^ ($1 + 18) } END { printf "%.0f", n }')" \
        "$(awk '{ print $1, $2, $3 * 2 ^ ($4 + 3) }' "$scratch/counted" | countmatch --degree=2)" "the value at 2"
    awk '{ print $2, $1, "x" }' "$scratch/counted" >> "$scratch/terms.el"
    awk '{ print $2, $1, 1 }' "$scratch/counted" >> "$scratch/parallel.el"
    covers=$(cyclecover --powers "$scratch/terms.el")
    is "${covers:-none}" "$(cyclecover --powers "$scratch/parallel.el" 2> "$scratch/err")" "parallel arcs"
done
# Lattices: the polynomial at 2 is the answer for the weight 2; plane partitions by MacMahon's formula.
is "$(dimer grid 4 6 --weights=x,1 | countmatch --powers)" \
    "$(dimer grid 4 6 --weights=2,3 | awk '!/%/ { $3 = 3 - $3; print }' | countmatch --powers)" "dimer --weights=x,1"
for asked in "grid 8 8 --weights=1,W" "honeycomb 3 3 --weights=W,2,3" "king 4 4 --weights=3,W,W,2" "complete 8 --weights=W" \
    "grid 2 4 --mask=$scratch/mask --letters=a:W:3" "hexagon 3 2 4 --q=W" "grid 4 4 --q=W" "aztec 3 --q=W"; do
    printf 'a##a\n####\n' > "$scratch/mask"
    is "$(dimer ${asked//W/x} | countmatch --powers | awk '{ n += $2 * 2 ^ $1 } END { print n }')" \
        "$(dimer ${asked//W/2} | countmatch --exact | awk -F/ '{ print $1 / (NF > 1 ? $2 : 1) }')" "dimer $asked at 2"
done
# partitions A B C: the product of (1 - x^(i+j+k-1)) / (1 - x^(i+j+k-2)) (MacMahon, Combinatory Analysis II, 1916).
partitions() {
    awk -v a="$1" -v b="$2" -v c="$3" 'BEGIN { p[0] = 1; n = a * b * c + 99
        for (i = 1; i <= a; i++) for (j = 1; j <= b; j++) for (k = 1; k <= c; k++) {
            for (m = n; m >= i + j + k - 1; m--) p[m] -= p[m - i - j - k + 1]
            for (m = i + j + k - 2; m <= n; m++) p[m] += p[m - i - j - k + 2] }
        for (m = 0; m <= a * b * c; m++) print m + a * b * (b - 1) / 2, p[m] }'
}
for box in "1 1 1" "2 2 2" "3 2 4" "2 4 1" "4 3 3"; do
    # shellcheck disable=SC2086 # three numbers
    is "$(dimer hexagon $box --q=x | countmatch --powers)" "$(partitions $box)" "plane partitions in a box $box"
done
answers 0 "1 + 9*x^2 + 16*x^4 + 9*x^6 + x^8" countmatch <(dimer grid 4 4 --weights=x,1)
answers 0 $'1 + x^2\n1 + 2*x^2' countmatch <(dimer grid 2 2..3 --weights=x)
answers 0 $'exponent,coefficient\n0,1\n2,1' countmatch --csv --powers <(dimer grid 2 2 --weights=x)
printf '%%graph\na b 3\n%%graph\na b 2*x\n%%graph\na b 5\n' > "$scratch/mixed.el"
answers 0 $'graph,value\n1,3\n2,2*x\n3,5' countmatch --csv "$scratch/mixed.el" # every row has as many fields as the first one
answers 0 $'graph,value\n1,x^3\n2,2 x\n3,x^5' countmatch --csv --powers=latex "$scratch/mixed.el"
answers 0 "2*x^4" countmatch --format=pajek <(printf '*Vertices 4\n*Edges\n1 2 x\n3 4 2*x^3 c Blue\n') # no words about a drawing
answers 0 "2" countmatch --format=pajek <(printf '*Vertices 4\n*Edges\n1 2 c Blue\n3 4 2\n')
answers 0 "4*x^2" countmatch --degree=2 <(printf 'a b x\nb c 2*x\nc a 2\n')
refuses 2 dimer grid 2 2 --weights=x --svg
refuses 2 dimer grid 2 2 --q=x --to-graph=dot
for weight in y x+1 x^2.5 x^1/2 3x x^ 2* 2*x^3x "x^()" "x^(" "*x" ""; do
    refuses 2 dimer grid 2 2 --weights="$weight,1"
done
answers 0 "x^(-4) + 4*x^6" countmatch <(dimer grid 2 2 --weights="-x^+3,x^(-2)" | sed s/-x/2*x/)
saying "--matchings has the polynomial in x" refuses 2 countmatch --monomer=x <(dimer named petersen)
refuses 2 dimer hexagon 1 1 1 --q=y
saying "are for the sum as a polynomial, --powers" refuses 1 countmatch --marginals <(dimer grid 2 2 --weights=x)
refuses 1 countmatch --marginals --format=el "$scratch/terms.el"
saying "coefficients and exponents are integers" refuses 1 countmatch --powers <(printf 'a b 1/2\nc d 2*x^3\n')
for weight in 2.5*x x^1/2 x^2.5; do
    saying "coefficients and exponents are integers" refuses 1 countmatch <(echo "1 2 $weight")
done
refuses 1 countmatch --powers <(printf 'a b 2*x^\nc d 2*x^3\n')
saying "at most 255 bits" refuses 1 countmatch --powers --format=el <(printf 'a b %d%077d*x^2\n' 1 0 )

file complex.mtx '%%MatrixMarket matrix coordinate complex general' '2 2 2' '1 2 1 1' '2 1 1 0'
saying "exponents are real" refuses 1 countmatch --powers "$scratch/complex.mtx"
file apart.el 'a b 1' 'c d 1e-9'
refuses 4 countmatch --powers "$scratch/apart.el"
refuses 2 countmatch --powers=maple "$scratch/k4.el"
refuses 2 countmatch --powers --marginals "$scratch/k4.el"
refuses 2 perm-mtx --powers "$scratch/k4.el"
printf 'a b 1\na b 16000000\n' > "$scratch/apart.el"
saying 'needs more than the memory of 60 MiB' refuses 4 countmatch --powers --memory=60M "$scratch/apart.el"

finish
