#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Graded precision in the programs: its promise, and the same bits however the work is divided.
. "${srcdir:-.}/tests/tap.sh"

# matrix ORDER SEED LEAST: random integers from LEAST to 9, dense.
matrix() {
    awk -v n="$1" -v seed="$2" -v least="$3" 'BEGIN {
        srand(seed)
        print "%%MatrixMarket matrix array integer general"
        print n, n
        for (k = 0; k < n * n; k++) print least + int(rand() * (10 - least))
    }'
}

# within X Y E: succeeds if |X - Y| <= E |Y|.
within() {
    awk -v x="$1" -v y="$2" -v e="$3" 'BEGIN {
        d = x - y
        exit !(x != "" && y != "" && (d < 0 ? -d : d) <= e * (y < 0 ? -y : y))
    }'
}

order=30
if ldd tools/perm-mtx 2> /dev/null | grep -q libasan; then
    order=26
fi
matrix $order 5 1 > "$scratch/positive.mtx"
matrix 20 6 1 > "$scratch/small.mtx"
matrix 20 7 -9 > "$scratch/signed.mtx"
awk 'BEGIN {
    print "%%MatrixMarket matrix array integer general\n24 24"
    for (k = 0; k < 576; k++) print 1
}' > "$scratch/ones.mtx"
graded=(--engine=graded --no-reduce --precision=double --digits=17)
program=perm-mtx

# --- the promise
exact=$(perm-mtx "$scratch/small.mtx")
for epsilon in 0.3 1e-3 1e-6 1e-9 1e-12; do
    try "${graded[@]}" --epsilon=$epsilon --strict "$scratch/small.mtx"
    [ $status -eq 0 ] && within "$out" "$exact" $epsilon
    ok $? "epsilon $epsilon: $out"
done
try "${graded[@]}" --epsilon=1e-6 "$scratch/ones.mtx" # 24!
within "$out" 620448401733239439360000 1e-6
ok $? "all ones: $out"

# --- what it cannot promise
try --precision=double --no-reduce --engine=dense --epsilon=1e-25 "$scratch/signed.mtx"
[ $status -eq 0 ] && [ -n "$out" ] && [ -n "$err" ]
ok $? "a bound above epsilon: the answer, and a message"
answers 4 "" --precision=double --no-reduce --engine=dense --epsilon=1e-25 --strict "$scratch/signed.mtx"
try --precision=double --no-reduce --engine=dense --epsilon=1e-3 --strict "$scratch/signed.mtx"
[ $status -eq 0 ] && within "$out" "$(perm-mtx "$scratch/signed.mtx")" 1e-3
ok $? "--strict: a bound below epsilon"
try "${graded[@]}" --epsilon=1e-6 "$scratch/signed.mtx"
[ $status -ne 0 ] && [[ $err == *negative* ]]
ok $? "the graded engine refuses negative entries: $err"

# The answer is 10^20; its two terms are 10^40.
printf '%s\n' '100000000000000000001 100000000000000000000' '-100000000000000000000 100000000000000000000' \
    > "$scratch/cancel.txt"
try --precision=double --no-reduce --engine=dense "$scratch/cancel.txt"
has 'no digit is proved' "$status $out $err" "a line on standard error if the bound leaves no digit"
printf '%s\n' '100000000000001000000 100000000000000000000' '-100000000000000000000 100000000000000000000' \
    > "$scratch/halved.txt" # 10^26, with an error of 1.8 times it, and a larger number in double
try --precision=double --no-reduce --engine=dense "$scratch/halved.txt"
has 'no digit is proved' "$status $out $err" "... also if 0 is printed for a number above its bound"
try --precision=200 --no-reduce --engine=dense "$scratch/cancel.txt"
is "$status $out$err" "0 100000000000000000000" "... and none with enough bits"
# What falls below the range of doubles is part of the bound: 59 columns of ones and a large one.
for large in 2e50 3.3e50 3.5e50 1e52; do
    awk -v x=$large 'BEGIN { for (i = 0; i < 12; i++) { for (j = 0; j < 59; j++) printf "1 "; print x } }' \
        > "$scratch/low.txt"
    try --precision=double --no-reduce --engine=table --digits=17 -v "$scratch/low.txt"
    awk -v x=$large '/ [+]\/- / { y = 12 * x; for (j = 0; j < 11; j++) y *= 59 - j
                                  d = $1 - y; if ((d < 0 ? -d : d) > $3) exit 1 }' <<< "$err"
    ok $? "12 x 60, a column of $large: ${err##*$'\n'}"
done

# --- the plan
try --plan "${graded[@]}" --epsilon=1e-6 "$scratch/positive.mtx"
for words in "of the terms in single" "in double" compensated "skips blocks below" \
    "the core's permanent is at least 10^"; do
    has "$words" "$out" "the plan has: $words"
done

# --- the same bits however the work is done
positive=("${graded[@]}" --epsilon=1e-9 "$scratch/positive.mtx")
wanted=$(perm-mtx --threads=1 "${positive[@]}")
is "$(perm-mtx --threads=3 "${positive[@]}")" "$wanted" "three threads"
for set in portable avx2; do
    is "$(PM_ISA=$set perm-mtx --threads=2 "${graded[@]}" --epsilon=1e-4 "$scratch/small.mtx")" \
        "$(perm-mtx "${graded[@]}" --epsilon=1e-4 "$scratch/small.mtx")" "PM_ISA=$set"
done
for k in 1 2 3; do
    perm-mtx --part=$k/3 --memory=1G "${positive[@]}" > "$scratch/part$k"
done
is "$(pm-sum --digits=17 "$scratch"/part[123])" "$wanted" "three parts and pm-sum"

state=$scratch/state
timeout -s TERM 0.3 perm-mtx --threads=1 --checkpoint="$state" --checkpoint-every=20ms \
    "${positive[@]}" > "$scratch/out" 2> "$scratch/err"
is "$(perm-mtx --threads=2 --checkpoint="$state" "${positive[@]}")" "$wanted" \
    "stopped, and continued from the checkpoint"

for_ranks
if command -v mpirun > /dev/null &&
    "${guard[@]}" mpirun -n 2 perm-mtx "$here/data/chessboard.mtx" > /dev/null 2>&1; then
    is "$("${guard[@]}" mpirun -n 3 perm-mtx --threads=1 "${positive[@]}" 2> "$scratch/err")" \
        "$wanted" "three ranks"
else
    echo "# NO MPI: RANKS ARE NOT TESTED" >&2
    skip "no MPI in this build, or mpirun does not start: ranks are not tested"
fi

finish
