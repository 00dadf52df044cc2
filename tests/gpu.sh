#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Everything that needs a GPU, to be run by hand in the folder of a build (not by make check): the
# bits of every kernel, whole answers with and without a GPU, what options do, and the rates.  Ends
# in a table; without a GPU it says SKIPPED and exits with status 77.
. "${srcdir:-$(dirname "$0")/..}/tests/tap.sh"
program=perm-mtx

# matrix KIND ORDER: a random matrix on stdout.
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

if ! perm-mtx --gpus=1 "$here/data/benzene.mtx" > "$scratch/out" 2>&1; then
    printf '\n*** SKIPPED: %s ***\n\n' "$(cat "$scratch/out")"
    exit 77
fi
table=$scratch/table
export XDG_CACHE_HOME=$scratch/cache

# seconds ARGUMENT...: $seconds that a run took, besides what `try` sets.
seconds() {
    local start=$EPOCHREALTIME
    try "$@" < /dev/null
    seconds=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.2f", b - a }')
}

# same KIND ORDER OPTION...: an answer on the GPU, cold and warm, and on threads, digit by digit.
same() {
    local file=$scratch/$1$2 cold warm kind=$1 order=$2 got
    shift 2
    [ -e "$file" ] || matrix "$kind" "$order" > "$file"
    try --plan "$@" --gpus=1 "$file"
    has "on 1 GPU" "$out" "$kind, order $order, $*: a GPU is planned for"
    rm -rf "$XDG_CACHE_HOME"
    seconds --digits=17 --gpus=1 "$@" "$file"
    cold=$seconds
    seconds --digits=17 --gpus=1 "$@" "$file"
    warm=$seconds got="$status: $out"
    seconds --digits=17 --gpus=none "$@" "$file"
    is "$got" "$status: $out" "$kind, order $order, $*: the digits of the CPU"
    printf '%-8s %5d %8s %8s %8s  %s\n' "$kind" "$order" "$cold" "$warm" "$seconds" "$*" >> "$table"
}

./tests/gpu -n > "$scratch/bits"
ok $? "tests/gpu: $(grep -c '^ok' "$scratch/bits") test points"
./tests/graded_gpu bits > "$scratch/bits"
ok $? "tests/graded_gpu: $(grep -c '^ok' "$scratch/bits") test points"
# In double, every sign vector: else a plan without a GPU may skip some, and one with a GPU has time
# for a finer result where the bound is too wide.
same real 36 --precision=double --epsilon=0
same real 36 --precision=double --engine=dense --no-reduce
same real 34 --engine=graded --epsilon=1e-11
same real 36 --engine=graded --epsilon=1e-8
same real 38 --engine=graded --epsilon=1e-6
same real 40 --engine=graded --epsilon=1e-3
same real 34 --engine=graded --epsilon=1e-11
same real 36 --engine=graded --epsilon=1e-8
same real 38 --engine=graded --epsilon=1e-6
same real 40 --engine=graded --epsilon=1e-3
same complex 35
same real 34 --precision=dd --engine=dense
same pattern 35
same integer 34
same integer 34 --engine=dense --mod=281474976710597
same real 34 --precision=100 --engine=dense
same complex 30 --precision=dd --engine=dense
same real 33 --precision=double --epsilon=0 --audit=0.01
same pattern 33 --engine=dense --audit=0.01
# A device that fails after some launches: threads do the rest.
export PM_GPU_FAIL=0:2
same real 36 --precision=double --epsilon=0
same pattern 34 --engine=dense
unset PM_GPU_FAIL
refuses 4 --gpus=64 "$scratch/real36"
PM_NVRTC=/nonexistent refuses 4 --gpus=1 "$scratch/real36"
XDG_CACHE_HOME=/nonexistent same real 35 --precision=double --epsilon=0

printf '\n%-8s %5s %8s %8s %8s\n' numbers n "cold s" "warm s" "CPU s"
cat "$table"
echo
pm-bench cuda
finish
