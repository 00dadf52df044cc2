#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --estimate: the same answer however the work is divided, its forms, and what is refused.
. "${srcdir:-.}/tests/tap.sh"

# matrix ORDER PERCENT: random ones.
matrix() {
    awk -v n="$1" -v percent="$2" 'BEGIN {
        srand(7)
        print "%%MatrixMarket matrix array integer general"
        print n, n
        for (k = 0; k < n * n; k++) print rand() < percent / 100
    }'
}
matrix 22 50 > "$scratch/large.mtx"
matrix 10 60 > "$scratch/small.mtx"
matrix 38 50 > "$scratch/dense.mtx"
forced=(--engine=estimate --no-reduce)

try perm-mtx "${forced[@]}" --estimate=0.02 --threads=1 "$scratch/large.mtx"
is "$status" 0 "an estimate"
one=$out
[[ $one =~ ^[0-9.]+e\+[0-9]+\ 0.02\ 0.05$ ]]
ok $? "three numbers: $one"
is "$(perm-mtx "${forced[@]}" --estimate=0.02 --threads=3 "$scratch/large.mtx")" "$one" "the same on three threads"
[ "$(perm-mtx "${forced[@]}" --estimate=0.02 --seed=2 "$scratch/large.mtx")" != "$one" ]
ok $? "another seed, another value"
# parts PROGRAM OPTION...: the answer of three parts.
parts() {
    for part in 1 2 3; do
        "$@" --part=$part/3 --memory=1G > "$scratch/part$part"
    done
    pm-sum "$scratch/part3" "$scratch/part1" "$scratch/part2"
}
is "$(parts perm-mtx "${forced[@]}" --estimate=0.02 "$scratch/large.mtx")" "$one" "three parts"
exact=$(perm-mtx --exact "$scratch/large.mtx")
awk -v x="${one%% *}" -v y="$exact" 'BEGIN { exit !(x > 0.98 * y && x < 1.02 * y) }'
ok $? "near the exact value"
try perm-mtx "${forced[@]}" --estimate=0.02,0.1 --json "$scratch/large.mtx"
for member in '"type":"estimate"' '"epsilon":0.02' '"delta":0.1' '"proved":true' '"engines":["estimate"]'; do
    has "$member" "$out" "JSON: $member"
done
is "$(perm-mtx --estimate=0.1 "$scratch/small.mtx")" "$(perm-mtx "$scratch/small.mtx")" "a small matrix: exact"
has "draws" "$(perm-mtx --plan "${forced[@]}" --estimate=0.02 "$scratch/large.mtx")" "--plan says how many draws"
perm-mtx "${forced[@]}" --estimate=0.00001 --time=1 "$scratch/large.mtx" > "$scratch/out" 2> "$scratch/err"
is $? 4 "too many draws for --time"
has "draws are needed" "$(< "$scratch/err")" "... with their number"
printf '1 -2\n3 4\n' > "$scratch/signed"
try perm-mtx "${forced[@]}" --estimate=0.1 "$scratch/signed"
awk -v e="$(cut -d' ' -f2 <<< "$out")" '{ exit !(NF == 4 && $4 == "additive" && $3 == 0.05 && e < 2.8 && $1 > -2 - e && $1 < -2 + e) }' <<< "$out"
ok $? "negative entries: an error in units of the norm: $out"
has "--exact or a smaller EPS helps" "$(perm-mtx "${forced[@]}" --estimate=0.1 "$scratch/signed" 2>&1)" "... and what makes it smaller"
printf '1+1i 2\n3 1i\n' > "$scratch/complex"
try perm-mtx "${forced[@]}" --estimate=0.1 --json "$scratch/complex"
has '"type":"additive"' "$out" "complex entries: JSON"
signs=(perm-mtx "${forced[@]}" --estimate=0.01 "$scratch/complex")
is "$(parts "${signs[@]}")" "$("${signs[@]}")" "... in three parts"
try perm-mtx "${forced[@]}" --estimate=0.02 --unproved "$scratch/large.mtx"
[[ $out == *" 0.02 0.05 unproved" ]]
ok $? "--unproved says so"
awk -v x="${out%% *}" -v y="$exact" 'BEGIN { exit !(x > 0.95 * y && x < 1.05 * y) }'
ok $? "... and is near the exact value"

# Guided draws of graphs that are not bipartite.  King 6 x 6 has 3037561 perfect matchings.
dimer king 6 6 > "$scratch/king"
guided=(countmatch "${forced[@]}" --estimate=0.05)
"${guided[@]}" "$scratch/king" 2> "$scratch/err"
is $? 4 "a graph that is not bipartite: no proved estimate"
has "only --unproved" "$(< "$scratch/err")" "... and the message says what there is"
try "${guided[@]}" --unproved --threads=1 "$scratch/king"
one=$out
is "$(awk '{ print ($1 > 2.7e6 && $1 < 3.4e6), $2, $3, $4 }' <<< "$one")" "1 0.05 0.05 unproved" "... an unproved one: $one"
is "$("${guided[@]}" --unproved --threads=3 "$scratch/king")" "$one" "... the same on three threads"
is "$(parts "${guided[@]}" --unproved "$scratch/king")" "$one" "... and in three parts"
json=$("${guided[@]}" --unproved --json "$scratch/king")
for member in '"proved":false' '"empirical_log10":[6.4' '"likely_lower_log10":6.' '"lower_log10":' '"upper_log10":'; do
    has "$member" "$json" "... JSON: $member"
done
has "belief propagation" "$("${guided[@]}" --unproved --plan "$scratch/king")" "--plan names the draws"
for graph in '0 1\n1 2\n2 0\n2 3' '0 1\n1 2\n2 3'; do
    is "$(printf "$graph" | countmatch --estimate=0.1 2>&1)" $'countmatch: standard input: no estimate is needed: the value is exact\n1' \
        "what is exact anyway is not called an estimate"
done

perm-mtx --unproved "$scratch/large.mtx" 2> "$scratch/err"
is $? 2 "--unproved needs --estimate"
for bad in 0 1 x 0.1,1 0.1,; do
    try perm-mtx --estimate=$bad "$scratch/small.mtx"
    is "$status" 2 "--estimate=$bad"
done
try perm-mtx "${forced[@]}" --estimate=0.1 "$scratch/small.mtx"
awk -v x="${out%% *}" -v y="$(perm-mtx "$scratch/small.mtx")" 'BEGIN { exit !(x > 0.9 * y && x < 1.1 * y) }'
ok $? "forced on a small matrix"
awk 'BEGIN { for (i = 0; i < 6; i++) { for (j = 0; j < 9; j++) printf "%d ", 1 + (i * j) % 3; print "" } }' > "$scratch/wide"
try perm-mtx "${forced[@]}" --estimate=0.1 "$scratch/wide"
awk -v x="${out%% *}" -v y="$(perm-mtx "$scratch/wide")" 'BEGIN { exit !(x > 0.9 * y && x < 1.1 * y) }'
ok $? "a wide matrix"

perm-mtx --time=100 --threads=1 --gpus=none "$scratch/dense.mtx" > "$scratch/out" 2> "$scratch/err"
is $? 4 "a refusal"
has "the answer lies between" "$(< "$scratch/err")" "... with bounds"
has "--estimate=0.1 takes about" "$(< "$scratch/err")" "... and with what an estimate takes"
has "--estimate=0.05 --unproved takes about" "$(< "$scratch/err")" "... and one without proof"
perm-mtx --plan --time=100 --threads=1 --gpus=none "$scratch/dense.mtx" > "$scratch/out" 2> "$scratch/err"
is $? 4 "the plan of what is refused"
has "the answer lies between" "$(< "$scratch/err")" "... has them, too"

# No draw of this hexagon has a weight that a pilot could see: it ends before the time limit.
dimer hexagon 10 10 10 > "$scratch/hexagon"
# On a busy machine planning may pass this limit; then it is tried again.
# sparse OPTION...: the estimate of the hexagon; $status is its status.
sparse() {
    for ((k = 0; k < 100; k++)); do
        countmatch "${forced[@]}" --estimate=0.1 --time=5 --threads=1 "$@" "$scratch/hexagon" \
            > "$scratch/out" 2> "$scratch/err"
        status=$?
        grep -q 'planning was stopped' "$scratch/out" "$scratch/err" || break
    done
}
sparse
is "$status $(grep -c 'found too few matchings' "$scratch/err")" "4 1" "no estimate with proof"
has "--estimate=0.05 --unproved" "$(< "$scratch/err")" "... which the refusal names"
sparse --plan
has "would help: --unproved; --bounds" "$(< "$scratch/out")" "... and so does its plan"

# The rook's graph of a 6 x 8 board has no estimate with proof, and the first exact way is not the best.
awk 'BEGIN { for (i = 0; i < 48; i++) for (j = 0; j < i; j++)
                 if (i % 8 == j % 8 || int(i / 8) == int(j / 8)) print i, j }' > "$scratch/rook"
countmatch --plan --estimate=0.1 --memory=16M --gpus=none "$scratch/rook" > "$scratch/out" 2> "$scratch/err"
awk '/^second best/ { second = $(NF - 1) } /^predicted/ { first = $2 }
     END { exit !(first > 0 && first < second) }' "$scratch/out"
ok $? "if an estimate is refused, the best exact way is taken"

# Planning, which is predicted, too, takes at most 10 ms for each of two searches where an estimate takes less.
matrix 60 100 | awk 'NR > 2 { $0 = 1 + NR * NR % 997 } 1' > "$scratch/positive"
try perm-mtx --plan --estimate=0.1 --threads=1 --gpus=none "$scratch/positive"
awk '/^predicted/ { bad = !($2 > 0.005 && $2 < 0.04); print; exit bad }' <<< "$out" > "$scratch/predicted"
ok $? "planning of an estimate: $(< "$scratch/predicted")"

# Its logarithm has as many decimals as its error, and is no proved number.
try perm-mtx --log10 --estimate=0.1 "$scratch/positive"
awk -v log10="$(perm-mtx --estimate=0.1 --json "$scratch/positive" | sed 's/.*"log10":\([0-9.]*\).*/\1/')" \
    '{ exit !(NF == 3 && $1 ~ /^[0-9]+[.][0-9][0-9]$/ && $1 - log10 < 0.006 && log10 - $1 < 0.006 && $2 == 0.1 && $3 == 0.05) }' <<< "$out"
ok $? "--log10: $out"

# Shares that take no time are exact; others come from random matchings.  Of ones in 36 rows of 40 all are 1 / 40.
is "$(perm-mtx --marginals --estimate=0.05,0.01 "$scratch/small.mtx")" "$(perm-mtx --marginals "$scratch/small.mtx")" \
    "with --estimate, shares that take no time are exact"
awk 'BEGIN { for (i = 0; i < 36; i++) { for (j = 0; j < 40; j++) printf "1 "; print "" } }' > "$scratch/ones"
try perm-mtx --marginals --estimate=0.05,0.01 --memory=100M --json "$scratch/ones"
has '"type":"estimate"' "$out" "estimated shares"
has "random matchings are counted" "$(perm-mtx --marginals --plan --estimate=0.05,0.01 --memory=100M "$scratch/ones")" "... and their plan"
is "$status $(tr '{' '\n' <<< "$out" | awk -F'"share":"' 'NF > 1 { n++; bad += !($2 + 0 < 0.075) } END { print n, bad + 0 }')" "0 1440 0" \
    "... and all errors are below 0.05"
perm-mtx --marginals --estimate=0.05 --unproved "$scratch/small.mtx" 2> "$scratch/err"
is $? 2 "... not without proof"

# No exact engine can draw from 40 x 40 ones with holes.
matrix 40 60 > "$scratch/holes.mtx"
try perm-mtx --sample=3 --time=200 --threads=1 "$scratch/holes.mtx"
is "$status $(wc -l <<< "$out")" "0 3" "random matchings by acceptance"
is "$(tr ' ' '\n' <<< "$(head -1 <<< "$out")" | sort -n | uniq | wc -l)" "$(head -1 <<< "$out" | wc -w)" \
    "... with different columns"
is "$(perm-mtx --sample=3 --time=200 --threads=3 "$scratch/holes.mtx")" "$out" "... the same on three threads"
# A complete graph: 22 vertices after another get a partner, each by as many hafnians as it has neighbours.
awk 'BEGIN { for (i = 1; i < 44; i++) for (j = i + 1; j <= 44; j++) print i, j }' > "$scratch/complete.el"
countmatch --sample=1000 --time=10 "$scratch/complete.el" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'the sample is predicted to take' "$scratch/err")" "4 1" \
    "random matchings that take too long for --time, with the forecast"

# The same matrix as a digraph and as a graph.
awk 'NR > 2 { k = NR - 3; if ($1) print k % 22 + 1, int(k / 22) + 1 }' "$scratch/large.mtx" > "$scratch/arcs.el"
awk '{ print "r" $1, "c" $2 }' "$scratch/arcs.el" > "$scratch/edges.el"
# between TEXT...: the exact answer lies between two bounds.
between() { awk -v x="$exact" '{ exit !(NF == 2 && $1 <= x && x <= $2 && $2 < 4 * $1) }' <<< "$*"; }
# pairs FILE: the ends of each pair in a line "a->b c->d ..." are an arc of the file, and all differ.
pairs() {
    tr ' ' '\n' | sed 's/->/ /; s/-/ /' | awk 'NR == FNR { arc[$1, $2] = 1; next }
        { n++; bad += !(($1, $2) in arc) + left[$1]++ + right[$2]++ } END { exit !(n == 22 && bad == 0) }' "$1" -
}
for both in "cyclecover $scratch/arcs.el" "countmatch $scratch/edges.el"; do
    read -r door input <<< "$both"
    between $($door --bounds "$input")
    ok $? "$door --bounds"
    try "$door" "${forced[@]}" --estimate=0.02 "$input"
    awk -v x="$exact" '{ exit !(NF == 3 && $1 > 0.98 * x && $1 < 1.02 * x && $2 == 0.02 && $3 == 0.05) }' <<< "$out"
    ok $? "$door --estimate: $out"
    $door --sample=1 "$input" | pairs "$input"
    ok $? "$door --sample"
done
awk 'NR > 2 { k = NR - 3; if ($1) print k % 40 + 1, int(k / 40) + 1 }' "$scratch/holes.mtx" > "$scratch/many.el"
cyclecover --sample=1 --time=200 "$scratch/many.el" > "$scratch/out" # no exact engine can draw from it
is "$(tr ' ' '\n' < "$scratch/out" | sed 's/.*>//' | sort -u | wc -l)" 40 "cyclecover --sample by acceptance"
finish
