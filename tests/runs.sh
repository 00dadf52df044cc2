#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Common parts of the tests of long runs; source it after tap.sh.  Three problems that take about half a second,
# and runs with a checkpoint.  PM_TESTS=long kills 50 times.
kills=2
[ "${PM_TESTS-}" != long ] || kills=50

# matrix ROWS SEED: prints a dense matrix of small random integers.
matrix() {
    awk -v n="$1" -v seed="$2" 'BEGIN {
        srand(seed)
        print "%%MatrixMarket matrix array integer general"
        print n, n
        for (k = 0; k < n * n; k++) print int(rand() * 19) - 9
    }'
}

# About half a second of work by a slow engine, exact, and by a fast engine, floating.
exact_order=22 floating_order=29
case ${PM_TESTS-} in
short) floating_order=26 ;;
long) exact_order=23 ;;
esac
matrix $exact_order 1 > "$scratch/exact.mtx"
matrix $exact_order 2 > "$scratch/other.mtx"
matrix $floating_order 3 > "$scratch/floating.mtx"
exact=("$scratch/exact.mtx" --engine=ryser --no-reduce)
floating=(--precision=double --no-reduce --engine=dense --digits=17 "$scratch/floating.mtx")
# Draws: 297 units, so that a unit too few or too many changes the third of five digits.
awk 'BEGIN { srand(7); print "%%MatrixMarket matrix array integer general"; print 24, 24
    for (k = 0; k < 576; k++) print rand() < 0.5 }' > "$scratch/half.mtx"
draws=(--engine=estimate --no-reduce --estimate=0.003 "$scratch/half.mtx")
wanted=$(perm-mtx "${exact[@]}")
digits=$(perm-mtx "${floating[@]}")
drawn=$(perm-mtx "${draws[@]}")
state=$scratch/state

# run OPTION...: a run with a checkpoint that is written all the time.
run() {
    perm-mtx --checkpoint="$state" --checkpoint-every=20ms "$@"
}

# start OPTION...: the same in the background, as process $pid.
start() {
    touch "$scratch/mark"
    perm-mtx --checkpoint="$state" --checkpoint-every=20ms "$@" > "$scratch/out" \
        2> "$scratch/err" &
    pid=$!
}

# wait_for_state [DONE]: waits until the run has written its checkpoint, with some units done.
wait_for_state() {
    local k
    for ((k = 0; k < 6000; k++)); do
        [ "$state" -nt "$scratch/mark" ] && grep -qE "^records [^ ]* ${1-[1-9]}[0-9]* " "$state" &&
            return
        sleep 0.01
    done
    return 1
}
