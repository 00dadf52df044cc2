#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# perm-mtx as a user sees it: options, exit statuses, standard output and standard error.
. "${srcdir:-.}/tests/tap.sh"

program=perm-mtx
data=$here/data

general='%%MatrixMarket matrix coordinate'

# ------------------------------------------------------------------ help and usage
try --help=options
is "$status" 0 "--help=options exits 0"
for word in --exact --precision --pattern --mod --engine --reduce --no-reduce --plan --plan-rule \
    --verbose --json --threads --gpus --memory --time --digits; do
    has "$word" "$out" "--help=options names $word"
done
try --version
is "$status" 0 "--version exits 0"
has "perm-mtx (permatch) " "$out" "--version names program and package"

for bad in --frobnicate --precision=quad --precision= --mod=1 --mod=0 --mod=-7 --mod=x --mod= \
    --engine=warp --engine= --reduce= --reduce=dm,what --no-reduce=what --plan-rule=mine \
    --threads=0 --threads=two --threads=-1 --threads=99999999999 --memory=0 --memory=12Q \
    --gpus=x --gpus=0 --gpus=65 --gpus= \
    --memory=-1G --memory= --memory=1e30 --time=0 --time=-3 --time=soon --time=inf --digits=-1 \
    --digits=1e3 --digits= --exact=yes --precision=1 --precision=53b --precision=-64; do
    refuses 2 "$bad" "$data/benzene.mtx"
done
refuses 2 --mod=7 --precision=double "$data/benzene.mtx"
refuses 2 --mod=7 --precision=200 "$data/benzene.mtx"
refuses 2 --plan-rule=paper --engine=ryser "$data/benzene.mtx"
refuses 2 --plan-file="$scratch/plan" "$data/benzene.mtx" "$data/benzene.mtx"
refuses 1 --plan-file="$scratch/plan" "$data/benzene.mtx"
refuses 2 "$data/benzene.mtx" --reduce
for good in --memory=64M --memory=1.5GiB --time=10 --time=1.5h --time=500ms --threads=2 --digits=3 \
    --gpus=none --gpus=all \
    --no-reduce=split --no-reduce=dm,split --reduce=all --reduce=none --reduce=dm --no-reduce \
    --exact --precision=auto --precision=exact --engine=ryser --plan-rule=paper; do
    answers 0 20 "$good" "$data/coronene.mtx"
done

# ------------------------------------------------------------------ multiplicities
# k! (N - k)! times the coefficient of x^k in (1 + x)^p (1 - x)^q (Krawtchouk polynomials); for
# p = q = k = 20: 20!^2 C(20, 10).
printf '1,1\n1,-1\n' > "$scratch/splitter.csv"
answers 0 0 --rows=1,1 --cols=1,1 "$scratch/splitter.csv"
answers 0 -8 --rows=2,2 --cols=2,2 "$scratch/splitter.csv"
answers 0 1093573014584877479446984856803737600000000 --rows=20,20 --cols=20,20 "$scratch/splitter.csv"
answers 0 2 --rows=2,0 "$scratch/splitter.csv"
try --rows=1,2,3 --json "$scratch/splitter.csv"
has '"error":"--rows and --cols want a multiplicity' "$status $out" "too many multiplicities, as JSON"
has 'splitter.csv: --rows and --cols' "$err" "... and on standard error"
try --rows=500,500 --cols=500,500 --json "$scratch/splitter.csv" # 500!^2 C(500, 250)
has '"engines":["multiplicity"]' "$out" "1000 lines are not copied"
has '"n":1000,"rows":1000,"cols":1000,"nnz":1000000,' "$out" "... but their number is printed"
refuses 1 --rows=1,1,1 "$scratch/splitter.csv"
refuses 1 --cols=1 "$scratch/splitter.csv"
for unequal in '--rows=1,1 --cols=2,1' --cols=1,0; do
    # shellcheck disable=SC2086
    try $unequal "$scratch/splitter.csv"
    has "a rectangular matrix; for photons, --rows (out) and --cols (in) have the same sum" "$status $err" \
        "$unequal: a note"
done
try --rows=2,0 --cols=1,1 "$scratch/splitter.csv"
is "$status$err" 0 "as many photons on both sides: no note"
for bad in --rows=1,-1 --rows=1,x --rows= --cols=1,; do
    refuses 2 "$bad" "$scratch/splitter.csv"
done

# ------------------------------------------------------------------ input
refuses 1 "$scratch/none"
refuses 1 "$scratch"
: > "$scratch/empty"
refuses 1 "$scratch/empty"
refuses 1 <(echo hello)
refuses 1 <(printf '%s\n' "$general real general" '2 2 3' '1 1 1' '2 2 1')
refuses 1 <(printf '%s\n' "$general real general" '2 2 1' '1 1 1' '2 2 1')
file outside "$general real general" '2 2 1' '3 1 1'
saying 'outside: line 3' refuses 1 "$scratch/outside"
refuses 1 <(printf '%s\n' "$general real general" '1 1 1' '1 1 nan')
refuses 1 <(printf '%s\n' '%%MatrixMarket matrix array real general' '2000000000 2000000000')
refuses 1 --mod=10 <(printf '%s\n' "$general real general" '1 1 1' '1 1 0.5')

try < "$data/benzene.mtx"
is "$status: $out" "0: 2" "no FILE is standard input"
try - < "$data/benzene.mtx"
is "$status: $out" "0: 2" "- is standard input"
gzip -c "$data/coronene.mtx" > "$scratch/coronene.gz"
answers 0 20 "$scratch/coronene.gz"
try - < "$scratch/coronene.gz"
is "$status: $out" "0: 20" "gzip is recognised on standard input"
head -c 60 "$scratch/coronene.gz" > "$scratch/cut.gz"
refuses 1 "$scratch/cut.gz"

cp "$data/benzene.mtx" "$data/coronene.mtx" "$scratch"
answers 0 "$scratch/benzene.mtx"$'\t2\n'"$scratch/coronene.mtx"$'\t20' \
    "$scratch/benzene.mtx" "$scratch/coronene.mtx"
answers 1 "$scratch/benzene.mtx"$'\t2\n'"$scratch/coronene.mtx"$'\t20' \
    "$scratch/benzene.mtx" "$scratch/none" "$scratch/coronene.mtx"
has none "$err" "the failing file is named on stderr"
try "$scratch/benzene.mtx" - < "$data/coronene.mtx"
is "$out" "$scratch/benzene.mtx"$'\t2\n-\t20' "- stands for standard input among files"

# ------------------------------------------------------------------ output
try --json "$data/rectangular.mtx"
is "$(wc -l < "$scratch/out")" 1 "--json: one line"
for part in '"value":"76"' '"type":"integer"' '"error_bound":"0"' '"n":3' '"rows":3' '"cols":5' \
    '"nnz":10' '"reductions":[' '"precision":"exact"' '"engines":[' '"seconds":' '"threads":' '"version":"'; do
    has "$part" "$out" "--json has $part"
done
# The permanent is 0.5 (0.0125 + 3) + 0.25 (0.2 + 0.75) + 1.5 (6 + 0.09375) = 10.884375; 10.88 is 0.004375
# away from it, and 1e+01 is 0.884375.
printf '0.5 0.25 1.5\n2 0.125 1\n0.75 3 0.1\n' > "$scratch/three.txt"
for row in 4:53:4.4e-03 1:53:8.9e-01 4:200:4.4e-03 0:200:0; do
    IFS=: read -r digits precision bound <<< "$row"
    try --json --digits="$digits" --precision="$precision" "$scratch/three.txt"
    has "\"error_bound\":\"$bound\"" "$out" "$digits digits, $precision bits: the bound covers the printed value"
done
if needs python3 JSON; then
    python3 -m json.tool < "$scratch/out" > "$scratch/json"
    ok $? "--json is JSON"
    printf -v odd 'a"b\\c\x01\xff.mtx'
    cp "$data/benzene.mtx" "$scratch/$odd"
    try --json "$scratch/$odd"
    python3 -m json.tool < "$scratch/out" > "$scratch/json"
    ok $? "--json is JSON for any file name"
fi
try --json "$scratch/benzene.mtx" "$scratch/none" "$scratch/coronene.mtx"
is "$status: $(grep -c '^{.*}$' "$scratch/out")" "1: 3" "--json: an object for each answer and for each failure"

# --bounds: 10! and 2^10 lie between them, 0 is known, and a refusal says them.
printf '1 1 1 1 1 1 1 1 1 1\n%.0s' {1..10} > "$scratch/ones"
is "$(perm-mtx --bounds "$scratch/ones" | awk '{print ($1 <= 3628800), ($2 >= 3628800), ($2 / $1 < 1.001)}')" \
    "1 1 1" "--bounds of 10 x 10 ones"
answers 0 "0 0" --bounds <(printf '1 1\n0 0\n')
is "$(perm-mtx --bounds --json "$scratch/ones" | grep -c '"type":"bounds","lower":"3.6.*lower_log10":6.5')" 1 "--bounds --json"
for scale in --log10 --per-vertex; do
    is "$(perm-mtx "$scale" "$data/chessboard.mtx")" "$(dimer grid 8 8 | countmatch "$scale")" "$scale of a matrix and of its graph"
done
is "$(cat "$data/chessboard.mtx" "$data/benzene.mtx" | perm-mtx --bfile)" $'1 12988816\n2 2' "--bfile: a line a matrix"
refuses 2 --bfile --list=2 "$data/benzene.mtx"
answers 4 '' --time=1 <(awk -v n=60 -f "$data/dense.awk")
is "$(grep -c 'the answer lies between [0-9.]*e+[0-9]* and' "$scratch/err")" 1 "a refusal says bounds"

answers 0 -96+96j --exact --complex=j "$data/complex.mtx"
answers 0 -96+96i --exact --complex=i "$data/complex.mtx"
refuses 2 --complex=k "$data/complex.mtx"
file parts.mtx "$general complex general" '2 2 3' '1 1 0.25 -1.5' '2 2 1e-9 2' '1 2 1 1'
is "$(perm-mtx --exact --complex=j "$scratch/parts.mtx")" "12000000001/4000000000+999999997/2000000000*1j" \
    "an exact quotient times 1j"
# A band of 1000 rows is one pass of a sweep, within which numbers must be scaled.
band() {
    awk -v n="$1" 'BEGIN { print "%%MatrixMarket matrix coordinate real general"; print n, n, 5 * n - 6
        for (i = 1; i <= n; i++) for (j = i - 2; j <= i + 2; j++)
            if (j >= 1 && j <= n) printf "%d %d %.3f\n", i, j, (1 + i * j * 7919 % 997) / 1000 }'
}
band 1000 > "$scratch/band.mtx"
is "$(perm-mtx --precision=double --digits=10 "$scratch/band.mtx")" "$(perm-mtx --exact --digits=10 "$scratch/band.mtx")" \
    "a band of 1000 rows in double, and exactly"
is "$(perm-mtx --marginals --precision=double "$scratch/band.mtx" | awk '$1 == 500 { sum += $3 } END { printf "%.9f", sum }')" 1.000000000 \
    "... and the shares of a row"
band 500 > "$scratch/band500.mtx"
is "$(perm-mtx --marginals "$scratch/band500.mtx" | awk '$1 == 250 { sum += $3 } END { printf "%.9f", sum }')" 1.000000000 \
    "... which are exact by default"
# Long chains of fractions: a tridiagonal matrix by its recurrence, and a cycle, which has two perfect matchings.
awk -v n=3000 -v file="$scratch/chain.mtx" 'BEGIN {
    print "%%MatrixMarket matrix coordinate real general" > file; print n, n, 3 * n - 2 > file
    s = 1; before = 0; last = 1; log10 = 0
    for (i = 1; i <= n; i++) {
        for (k = 0; k < 3; k++) { s = (s * 16807) % 2147483647; x[k] = (1 + s % 99991) / 100000 }
        if (i > 1) printf "%d %d %.5f\n%d %d %.5f\n", i - 1, i, x[0], i, i - 1, x[1] > file
        printf "%d %d %.5f\n", i, i, x[2] > file
        next_one = x[2] * last + (i > 1 ? x[0] * x[1] * before : 0)
        before = last / next_one; last = 1; log10 += log(next_one) / log(10)
    }
    printf "%.6f\n", log10 }' > "$scratch/recurrence"
is "$(perm-mtx --log10 "$scratch/chain.mtx" | awk '{ printf "%.6f", $1 }')" "$(< "$scratch/recurrence")" \
    "a tridiagonal matrix of order 3000"
awk -v n=300 -v file="$scratch/cycle.el" 'BEGIN { s = 1; p[0] = p[1] = 1
    for (i = 0; i < n; i++) { s = (s * 16807) % 2147483647; x = (50000 + s % 99991) / 100000
        printf "%d %d %.5f\n", i, (i + 1) % n, x > file; p[i % 2] *= x }
    printf "%.9e\n", p[0] + p[1] }' > "$scratch/products"
is "$(countmatch "$scratch/cycle.el" | awk '{ printf "%.9e", $1 }')" "$(< "$scratch/products")" "a cycle of 300 vertices"

# What is not proved at all has no logarithm.
printf '%s\n' 1e-297,1e-100,1e13,1e-243,1e-165,1e-135 1e-167,1e-7,1e-266,1e-59,1e-232,1e-168 \
    1e-238,1e6,1e-195,1e-199,1e-94,1e-40 1e4,1e-183,1e92,1e-48,1e-278,1e-71 > "$scratch/range.csv"
refuses 4 --log10 --precision=dd "$scratch/range.csv"
answers 0 -29.9999995657057 --log10 "$scratch/range.csv"
printf '%s\n' '-3,1' '2,5' > "$scratch/minus.csv" # -13
refuses 1 --log10 "$scratch/minus.csv"
answers 0 '-1 1.11394335230684' --log10 --signed "$scratch/minus.csv"
if needs python3 --complex=j; then
    for options in --exact --precision=double --precision=100 "--marginals --signed --exact"; do
        # shellcheck disable=SC2086
        perm-mtx $options --complex=j "$scratch/parts.mtx" > "$scratch/j"
        # shellcheck disable=SC2086
        perm-mtx $options "$scratch/parts.mtx" > "$scratch/i"
        python3 - "$scratch/i" "$scratch/j" << 'END'
import re, sys
from fractions import Fraction
pairs = list(zip(open(sys.argv[1]), open(sys.argv[2])))
for i, j in pairs:
    re_part, im_part = re.fullmatch(r'(.*[0-9])([+-].*)i', re.sub('e-', 'e_', i.split()[-1])).groups()
    wanted = complex(Fraction(re_part.replace('e_', 'e-')), Fraction(im_part.replace('e_', 'e-')))
    assert abs(eval(j.split()[-1]) - wanted) <= 1e-15 * abs(wanted), (i, j)
assert pairs
END
        ok $? "Python reads --complex=j $options"
    done
fi

try --plan "$data/chessboard.mtx"
[ "$status" -eq 0 ] && [ -n "$out" ] && [ "$out" != 12988816 ]
ok $? "--plan prints a plan"
try --plan=full --engine=dense "$data/chessboard.mtx"
has '  => dense' "$out" "--plan=full has the choice for each core"
saying 'Engine planar computes it' answers 0 "12988816" --explain "$data/chessboard.mtx"
has 'the second best, dense, would take' "$err" "... and what would take longer"
refuses 2 --plan=short "$data/chessboard.mtx"
try --plan "$data/singular.mtx"
has 'meet only' "$out" "--plan names the Hall violator of a singular matrix"
try -v "$data/decimal.mtx"
has 'nested: 6 x 6' "$err" "-v prints the plan on stderr"
has '408.86586146952 exactly' "$err" "-v says that an answer is exact"
has '408.86586146' "$out" "-v prints the answer on stdout"
answers 0 408.9 --digits=4 "$data/decimal.mtx"
answers 0 409 --exact --digits=3 "$data/decimal.mtx"
answers 0 1.3e+07 --digits=2 "$data/chessboard.mtx"
# A misspelt word gets the nearest word as a hint; a word that is near nothing gets none.
for slip in '--enginee=ryser engine' '--engine=ryzer ryser' '--reduce=dm,degre degree' '--no-reduec no-reduce'; do
    try "${slip% *}" "$data/decimal.mtx"
    has "did you mean '" "$err" "${slip% *}: there is a hint"
    has "${slip#* }'?" "$err" "... which is ${slip#* }"
done
refuses 2 --elephant "$data/decimal.mtx"
[[ $err != *'did you mean'* ]]
ok $? "--elephant gets no hint"
answers 0 12988816 --digits=8 "$data/chessboard.mtx"
answers 0 816 --digits=2 --mod=1000 "$data/chessboard.mtx"

# Modulo 2, a determinant is enough, for any order; an entry with an even denominator needs the exact answer.
random_integers() {
    awk -v n="$1" -v s="$2" 'BEGIN { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) {
        s = (s * 16807) % 2147483647; printf "%d%s", s % 13 - 6, j < n ? " " : "\n" } }'
}
for seed in 1 2 3 4 5 6; do
    random_integers 7 $seed > "$scratch/seven"
    exact=$(perm-mtx --format=table "$scratch/seven")
    answers 0 $((exact & 1)) --format=table --mod=2 "$scratch/seven"
    answers 0 $((exact & 1)) --format=table --mod=2 --reduce=none "$scratch/seven"
    answers 0 $((exact & 3)) --format=table --mod=4 "$scratch/seven"
    answers 0 $((exact & 3)) --format=table --mod=4 --engine=ryser "$scratch/seven"
done
random_integers 100 1 > "$scratch/hundred"
has 'reductions: parity' "$(perm-mtx --mod=2 --plan "$scratch/hundred")" "the parity of order 100 needs no engine"
[[ $(perm-mtx --mod=2 "$scratch/hundred") == [01] ]]
ok $? "... and is 0 or 1"
has 'reductions: modulo4' "$(perm-mtx --mod=4 --plan "$scratch/hundred")" "neither does the residue modulo 4"
is $(($(perm-mtx --mod=4 "$scratch/hundred") & 1)) "$(perm-mtx --mod=2 "$scratch/hundred")" "... whose parity is the same"
for seed in 1 2 3; do
    random_integers 26 $seed > "$scratch/many"
    answers 0 "$(perm-mtx --format=table --mod=8 --reduce=none "$scratch/many")" --format=table --mod=8 "$scratch/many"
    awk '{ row[NR] = $0; for (j = 1; j <= NF; j++) a[NR, j] = $j } END {
        for (i = 1; i <= NR; i++) for (j = 1; j <= NR; j++) printf "%d%s", a[i < j ? i : j, i < j ? j : i], j < NR ? " " : "\n" }' \
        "$scratch/many" > "$scratch/graph"
    is "$(countmatch --as=adjacency --mod=8 "$scratch/graph" 2> "$scratch/notes")" \
        "$(countmatch --as=adjacency --mod=8 --reduce=none "$scratch/graph" 2> "$scratch/notes")" "a hafnian modulo 8"
done
has 'reductions: modulo8' "$(perm-mtx --format=table --mod=8 --plan "$scratch/many")" "neither does the residue modulo 8"
# A sixth of the entries; multiples of 8 in the place of zeros change nothing.
random_integers 36 5 | awk 'BEGIN { s = 9 } { for (j = 1; j <= NF; j++) {
    s = (s * 16807) % 2147483647; printf "%d ", s % 6 ? 0 : 2 * $j + 1 }; print "" }' > "$scratch/thin"
has ', modulo8' "$(perm-mtx --format=table --mod=8 --plan "$scratch/thin")" "a sparse matrix modulo 8"
is "$(perm-mtx --format=table --mod=8 "$scratch/thin")" "$(perm-mtx --format=table --mod=8 --no-reduce=modulo8 "$scratch/thin")" "... exactly"
is "$(awk '{ for (j = 1; j <= NF; j++) printf "%d ", $j + 8 * (j * NR % 11); print "" }' "$scratch/thin" | perm-mtx --format=table --mod=8)" \
    "$(perm-mtx --format=table --mod=8 "$scratch/thin")" "... and with multiples of 8 added"
# A band is swept; with multiples of 8 in the place of zeros, it is eliminated.
random_integers 40 7 | awk '{ for (j = 1; j <= NF; j++)
    printf "%d ", j - NR < 5 && NR - j < 5 ? 2 * $j + j % 2 : 0; print "" }' > "$scratch/band"
awk '{ for (j = 1; j <= NF; j++) printf "%d ", $j + 8 * (j * NR % 11); print "" }' "$scratch/band" > "$scratch/eights"
[[ $(perm-mtx --format=table --mod=8 --plan "$scratch/band") != *modulo8* ]]
ok $? "a band modulo 8 is computed exactly"
has 'modulo8' "$(perm-mtx --format=table --mod=8 --plan "$scratch/eights")" "... unlike a full matrix"
is "$(perm-mtx --format=table --mod=8 "$scratch/eights")" "$(perm-mtx --format=table --mod=8 "$scratch/band")" "... with the same answer"
printf '1/2 1\n1 2\n' > "$scratch/half"
answers 0 0 --format=table --mod=2 "$scratch/half"
answers 0 2 --format=table --mod=4 "$scratch/half"
# Blocks are answered one by one, and others than squares exactly; a half is taken with all blocks.
blocks() { # FILE...: the block diagonal matrix of these tables
    cat "$@" | awk -v widths="$(for file; do awk 'NR == 1 { print NF }' "$file"; done | tr '\n' ' ')" '
        BEGIN { count = split(widths, width); for (k = 1; k <= count; k++) total += width[k] }
        NF > 0 { if (NF != width[at + 1] && NF == width[at + 2]) before += width[++at]
            line = ""; for (j = 1; j <= before; j++) line = line "0 "; line = line $0; last = before + NF
            for (j = last + 1; j <= total; j++) line = line " 0"; print line }'
}
random_integers 100 4 > "$scratch/hundred" # all parts are odd
random_integers 40 4 > "$scratch/forty"
printf '1 2 3\n5 7 8\n' > "$scratch/wide"
printf '1 2 3 1/3 5\n1 2 4 7 9\n7 3 1 1 5\n1/5 9 1 4 7\n3 1 6 1 2/7\n' > "$scratch/five"
blocks "$scratch/hundred" "$scratch/wide" "$scratch/forty" "$scratch/five" > "$scratch/parts"
for modulus in 2 4; do
    product=1
    for part in hundred wide forty five; do
        product=$((product * $(perm-mtx --format=table --mod=$modulus "$scratch/$part") % modulus))
    done
    answers 0 $product --format=table --mod=$modulus "$scratch/parts"
done
blocks "$scratch/hundred" "$scratch/wide" > "$scratch/parts"
perm-mtx --format=table --mod=4 --plan-file="$scratch/parts.plan" --plan "$scratch/parts" > /dev/null
answers 0 $(($(perm-mtx --mod=4 "$scratch/hundred") * 77 % 4)) --format=table --mod=4 \
    --plan-file="$scratch/parts.plan" "$scratch/parts"
printf '1/2 0 0\n0 3 1\n0 1 1\n' > "$scratch/half"
answers 0 2 --format=table --mod=4 "$scratch/half"
{ echo '1/2' && random_integers 60 1; } | awk 'NR == 1 { x = $1; next } NR == 2 { $1 = x } { print }' > "$scratch/sixty"
has 'would help: --mod=4 of entries with odd denominators' "$(perm-mtx --format=table --mod=4 --plan "$scratch/sixty")" \
    "one half among many entries"
printf '1/2\n' > "$scratch/half"
perm-mtx --format=table --mod=4 "$scratch/half" > "$scratch/out" 2>&1
is $? 1 "a half has no residue modulo 4"
for lattice in 'king 4 5' 'king 6 6' 'king 5 8' 'triangular 5 8' 'grid 7 8' 'triangular 6 6'; do
    # shellcheck disable=SC2086
    dimer $lattice > "$scratch/lattice"
    is "$(countmatch --mod=2 "$scratch/lattice")" $(($(countmatch "$scratch/lattice") & 1)) "the parity of $lattice"
    is "$(countmatch --mod=4 "$scratch/lattice")" $(($(countmatch "$scratch/lattice") & 3)) "... and modulo 4"
done
# The permanent of a Hermitian matrix is real: its imaginary part is rounding only.
for seed in 1 2 3 4 5 6; do
    awk -v seed=$seed 'BEGIN {
        srand(seed); n = 7; print "%%MatrixMarket matrix array complex hermitian"; print n, n
        for (j = 1; j <= n; j++) for (i = j; i <= n; i++)
            printf "%.5f %.5f\n", rand() * 2 - 1, i == j ? 0 : rand() * 2 - 1 }' \
        > "$scratch/hermitian$seed"
done
try --precision=double --engine=ryser "$scratch"/hermitian[1-6]
is "$(printf '%s\n' "$out" | grep -c '[[:space:]]-\{0,1\}[0-9.]*+0i$')" 6 \
    "an imaginary part without digits is +0i"
is "$(perm-mtx --threads=1 "$data/decimal.mtx")" "$(perm-mtx --threads=2 "$data/decimal.mtx")" \
    "the thread count changes no digit"

if [ -w /dev/full ]; then
    for arguments in "$data/benzene.mtx" --help --version "--plan $data/benzene.mtx" \
        "--json $data/benzene.mtx"; do
        # shellcheck disable=SC2086
        perm-mtx $arguments > /dev/full 2> "$scratch/err"
        is "$?" 1 "a failed write is an error: ${arguments//"$here/"/}"
    done
else
    skip "there is no /dev/full"
fi
perm-mtx "$data/benzene.mtx" >&- 2> "$scratch/err"
is "$?" 1 "a closed stdout is an error"

# ------------------------------------------------------------------ answers
awk 'BEGIN { print "%%MatrixMarket matrix coordinate pattern general"; n = 1000; print n, n, n
             for (i = 1; i <= n; i++) print i, i }' > "$scratch/identity"
answers 0 1 "$scratch/identity"
answers 0 1 --no-reduce=dm,split "$scratch/identity"
awk 'BEGIN { print "%%MatrixMarket matrix coordinate pattern general"; n = 70; print n, n, n * n
             for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) print i, j }' > "$scratch/ones"
answers 0 11978571669969891796072783721689098736458938142546425857555362864628009582789845319680000000000000000 \
    "$scratch/ones"
awk 'BEGIN { print "%%MatrixMarket matrix array real general"; n = 80; print n, n
             for (i = 1; i <= n * n; i++) print "1e10" }' > "$scratch/large"
answers 0 "7.1569457e+918" --digits=9 "$scratch/large"
# 14! 0.91^14, to 20 and to 40 digits.
awk 'BEGIN { print "%%MatrixMarket matrix array real general"; print 14, 14
             for (i = 1; i <= 14 * 14; i++) print "0.91" }' > "$scratch/n91"
for engine in dense ryser sparyser tree; do
    answers 0 23280260977.983743418 --digits=20 --no-reduce --precision=dd --engine="$engine" "$scratch/n91"
    answers 0 23280260977.98374341759001512949279232 \
        --digits=40 --no-reduce --precision=200 --engine="$engine" "$scratch/n91"
done
file none "$general pattern general" '0 0 0'
answers 0 1 "$scratch/none"
file one "$general integer general" '1 1 1' '1 1 -5'
answers 0 -5 "$scratch/one"
answers 0 0 <(printf '%s\n' "$general integer general" '2 2 0')

# A matrix that no engine can solve is refused at once, with bounds.
awk -v n=500 'BEGIN { print "%%MatrixMarket matrix coordinate integer general"; print n, n, n * n / 10
             s = 1
             for (i = 1; i <= n; i++) for (k = 0; k < n / 10; k++) {
                 s = (s * 16807) % 2147483647
                 print i, k * 10 + 1 + s % 10, 1 + s % 97 } }' > "$scratch/hopeless"
saying 'the answer lies between' refuses 4 --time=10 "$scratch/hopeless"
try --estimate=0.1 <(awk -v n=200 -f "$data/dense.awk")
has 'e+312 0.1' "$out" "an estimate beyond the range of double"
dense() {
    awk -v n="$1" 'BEGIN { print "%%MatrixMarket matrix array integer general"; print n, n; s = 1
        for (i = 1; i <= n * n; i++) { s = (s * 16807) % 2147483647; print 1 + s % 97 } }'
}
dense 40 > "$scratch/dense40"
saying 'predicted' refuses 4 --time=10s --threads=64 "$scratch/dense40"
is "$(grep -c 'predicted to take' <<< "$err")" 1 "a refusal for time is said once"
has 'lies between' "$err" "... with bounds"
order=31
[ "${PM_TESTS-}" != long ] || order=34
dense $order > "$scratch/planned"
try --plan --threads=1 --gpus=none "$scratch/planned"
[ "$(wc -l <<< "$out")" -le 12 ]
ok $? "--plan has at most twelve lines"
for words in "matrix: $order x $order" 'reductions: none' '=> ' 'second best: ' 'would help: '; do
    has "$words" "$out" "... with $words"
done
try --plan --time=10 "$scratch/hopeless"
[ "$status" -eq 4 ] && [[ $out == *'no way within these limits'* && $err == *'no engine'* ]]
ok $? "--plan shows why no engine can solve it"
# The exact way takes too long, so the answer is floating and has a bound.
awk 'BEGIN { print "%%MatrixMarket matrix array real general"; n = 25; print n, n; s = 1
             for (i = 1; i <= n * n; i++) { s = (s * 16807) % 2147483647; print s / 2147483647 } }' \
    > "$scratch/dense25"
try -v "$scratch/dense25"
has ' +/- ' "$err" "-v prints the bound on stderr"
try --plan --threads=1 "$scratch/dense25"
has '; dense, exact, ' "$out" "a plan names the next way if the bound leaves too few digits"
try --plan --threads=1 --time=0.5 "$scratch/dense25"
[[ $status -eq 0 && $out != *'; dense, exact, '* ]]
ok $? "... but not if that way takes longer than the time limit"

# ------------------------------------------------------------------ real matrices
suitesparse=${PM_DATA:-}
if [ -n "$suitesparse" ] && [ -r "$suitesparse/d_ss.mtx" ]; then
    answers 0 17339123388 --pattern "$suitesparse/bcspwr02.mtx"
    answers 0 292788 --pattern "$suitesparse/d_ss.mtx"
    answers 0 111294760 --pattern "$suitesparse/impcol_b.mtx"
    answers 0 -1.20067270875e+23 --digits=12 "$suitesparse/d_ss.mtx"
    try --plan --threads=1 "$suitesparse/west0497.mtx"
    has "numbers: exact" "$out" "terms may cancel: an exact way is taken if it takes at most twice the time"
    try --plan --engine=tree --threads=1 --pattern "$suitesparse/west0497.mtx"
    [ "$(sed -n 's/.*(width \([0-9]*\),.*/\1/p' <<< "$out")" -le 22 ]
    ok $? "the tree of an elimination is annealed before sweeps, whose trees here have 24 vertices"
    # Elbek et al., the table of sparse experiments.  will57 has 6834 leaves there: where several lines have the
    # smallest degree, the paper does not say which one is split.
    while read -r name leaves; do
        try --plan-rule=paper --reduce=split --pattern --plan "$suitesparse/$name.mtx"
        has " $leaves leaves" "$out" "$name: $leaves leaves"
    done <<< $'steam3 88\nbcspwr02 1\nwill57 2524'
else
    skip "THE REAL MATRICES ARE NOT HERE: set PM_DATA to a folder with bcspwr02.mtx, d_ss.mtx, ..."
fi
finish
