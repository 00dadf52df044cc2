#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# All tests that need a GPU.  Run it by hand in the folder of a build; make check does not run it.  It
# tests the bits of every kernel, whole answers with and without a GPU, options, and rates.  It ends with
# a table and a list of what was not done.  Without a GPU it prints SKIPPED and exits with status 77.
#
#     tests/gpu.sh [SECONDS]
#
# takes at most SECONDS (450 if not given; on 16 threads; with fewer, more comparisons with the CPU are
# left out).  Each step has its own limit.  If a GPU takes longer, the step has failed.  If a CPU takes
# longer, or if too little time is left to begin, the step is "not done".
. "${srcdir:-$(dirname "$0")/..}/tests/tap.sh"

limit=${1:-450}
begun=$SECONDS
table=$scratch/table
undone=$scratch/undone
: > "$table"
: > "$undone"
export XDG_CACHE_HOME=$scratch/cache

# left: prints the seconds that are left.
left() {
    echo $((limit - SECONDS + begun))
}

# fits SECONDS NAME: succeeds if a step that may take so long can begin.
fits() {
    [ "$(left)" -ge "$1" ] && return
    echo "$2: no time" >> "$undone"
    return 1
}

# The program for `try`: perm-mtx for at most $most seconds; after that, status 124.
most=60
bounded() {
    timeout -k 5 "$most" perm-mtx "$@"
}
program=bounded

# matrix KIND ORDER: prints a random matrix.
matrix() {
    awk -v kind="$1" -v n="$2" 'BEGIN {
        field = kind == "complex" ? "complex" : kind == "real" ? "real" : "integer"
        print "%%MatrixMarket matrix array " field " general"
        print n, n
        s = 12345
        for (k = 0; k < n * n; k++) {
            s = (s * 16807) % 2147483647
            if (kind == "real") print s % 999 / 1000 + 0.001
            else if (kind == "complex") { print s % 99 - 49, s % 997 / 500 - 1 }
            else print kind == "pattern" ? s % 2 : s % 19 - 9
        } }'
}

# seconds ARGUMENT...: `try`, and the seconds that it took in $seconds.
seconds() {
    local start=$EPOCHREALTIME
    try "$@" < /dev/null
    seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }')
}

# same KIND ORDER OPTION...: a GPU without cached kernels, with cached kernels, and threads give the same
# digits.
same() {
    local file=$scratch/$1$2 cold warm kind=$1 order=$2 got name
    shift 2
    name="$kind, order $order, $*"
    fits 30 "$name" || return
    most=$(left)
    [ "$most" -le 60 ] || most=60
    [ -e "$file" ] || matrix "$kind" "$order" > "$file"
    try --plan=full "$@" --gpus=1 "$file"
    has "on 1 GPU" "$out" "$name: a GPU is planned for"
    rm -rf "$XDG_CACHE_HOME"
    seconds --digits=17 --gpus=1 "$@" "$file"
    cold=$seconds
    seconds --digits=17 --gpus=1 "$@" "$file"
    warm=$seconds got="$status: $out"
    seconds --digits=17 --gpus=none "$@" "$file"
    if [ "${got%%:*}" -eq 124 ]; then
        ok 1 "$name: the GPU takes no more than $most s"
    elif [ "$status" -eq 124 ]; then
        echo "$name: the CPU took more than $most s" >> "$undone"
        seconds="> $most"
    else
        is "$got" "$status: $out" "$name: the digits of the CPU"
    fi
    printf '%-8s %5d %8s %8s %8s  %s\n' "$kind" "$order" "$cold" "$warm" "$seconds" \
        "${PM_GPU_FAIL:+PM_GPU_FAIL=$PM_GPU_FAIL }$*" >> "$table"
}

# The same if a device fails after some launches: threads compute the rest.
failing() {
    PM_GPU_FAIL=0:2 same "$@"
}

# rates: the output of pm-bench rates, in $scratch/rates.
rates() {
    : > "$scratch/rates"
    fits 40 "pm-bench rates" || return
    most=$(left)
    [ "$most" -le 120 ] || most=120
    timeout -k 5 "$most" pm-bench rates --gpus=1 --time=0.5 dense sparse graded sweep > "$scratch/rates"
    ok $? "pm-bench rates ends in time"
}

# bits NAME LOG STATUS: a test point for a program of test points, and its failures.
bits() {
    if [ "$3" -eq 124 ]; then
        echo "$1: stopped after $(grep -c '^ok' "$2") test points" >> "$undone"
    else
        grep -A 8 '^not ok\|^Bail' "$2"
        grep 'SKIP' "$2" >> "$undone"
        ok "$3" "$1: $(grep -c '^ok' "$2") test points, status $3"
    fi
}

# Runs programs of test points side by side.  They compile most of the time, each in one thread.
all_bits() {
    local shares=12 k job=() most=$(($(left) / 2))
    for ((k = 0; k < shares; k++)); do
        timeout -k 5 "$most" ./tests/gpu -n "$k/$shares" > "$scratch/bits$k" 2>&1 &
        job+=($!)
    done
    for ((k = 0; k < shares; k++)); do
        wait "${job[k]}"
        bits "tests/gpu, share $k of $shares" "$scratch/bits$k" $?
    done
    echo "# bits: $((SECONDS - begun)) s"
}

if ! perm-mtx --gpus=1 "$here/data/benzene.mtx" > "$scratch/out" 2>&1; then
    printf '\n*** SKIPPED: %s ***\n\n' "$(< "$scratch/out")"
    exit 77
fi

all_bits
# In double with every sign vector (--epsilon=0).  Otherwise a plan without a GPU may skip some, and a
# plan with a GPU may have time for a more precise result.
same real 35 --precision=double --epsilon=0 --audit=0.01
same pattern 33 --engine=dense --audit=0.01
failing real 35 --precision=double --epsilon=0
failing pattern 34 --engine=dense
refuses 4 --gpus=64 "$scratch/real35"
PM_NVRTC=/nonexistent refuses 4 --gpus=1 "$scratch/real35"
XDG_CACHE_HOME=/nonexistent same real 35 --precision=double --epsilon=0
same integer 34
same complex 34 --precision=double --engine=dense
same real 35 --engine=graded --epsilon=1e-11
same real 36 --engine=graded --epsilon=1e-8
same integer 34 --engine=dense --mod=281474976710597
same real 34 --precision=dd --engine=dense
same complex 30 --precision=dd --engine=dense
same real 32 --precision=100 --engine=dense
rates
same real 36 --precision=double --engine=dense --no-reduce
same real 38 --engine=graded --epsilon=1e-6
same real 40 --engine=graded --epsilon=1e-3

printf '\n%-8s %5s %8s %8s %8s\n' numbers n "cold s" "warm s" "CPU s"
cat "$table"
echo
cat "$scratch/rates"
if [ -s "$undone" ]; then
    printf '\n*** NOT DONE, %d s in all:\n' "$((SECONDS - begun))"
    cat "$undone"
else
    printf '\nall done, %d s\n' "$((SECONDS - begun))"
fi
finish
