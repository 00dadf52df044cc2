#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Processor seconds of queries and of refusals, on one thread.  bench/default.py measures the same and more;
# here, a machine that is in use may take twice as long as was asked.
. "${srcdir:-.}/tests/tap.sh"

if [ "${PM_TESTS:-usual}" = short ]; then
    skip "SECONDS WITH SANITIZERS SAY NOTHING"
    finish
fi
export OMP_NUM_THREADS=1
TIMEFORMAT=%U

# within SECONDS STATUS WHAT COMMAND...: the command ends with the status, within twice the seconds.
within() {
    local allowed=$1 wanted=$2 what=$3
    shift 3
    { time "$@" > "$scratch/out" 2> "$scratch/err"; } 2> "$scratch/time"
    is $? "$wanted" "$what: the status"
    awk -v a="$allowed" '{ exit !($1 <= 2 * a) }' "$scratch/time"
    ok $? "$what: $(< "$scratch/time") of $allowed processor seconds"
}

# table ORDER EXPRESSION: the matrix of the values of an expression of i and j.
table() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) for (j = 0; j < n; j++)
        printf "%d%s", '"$2"', j + 1 < n ? " " : "\n" }'
}

table 20 1 > "$scratch/ones"
table 20 '(7 * i * i + 11 * i * j + 5 * j) % 19 - 9' > "$scratch/digits"
table 60 'i != j' > "$scratch/derangements"
within .2 0 "matchings of every size, 20 x 20 ones" perm-mtx --threads=1 --matchings "$scratch/ones"
is "$(tail -n 1 "$scratch/out")" "20 2432902008176640000" "... 20!"
within .2 0 "matchings of every size, 20 x 20 integers" perm-mtx --threads=1 --matchings "$scratch/digits"
within .1 0 "J - I of order 60" perm-mtx --threads=1 "$scratch/derangements"

dimer grid 60 60 > "$scratch/grid"
within 1 0 "30 random matchings of 60 x 60" countmatch --threads=1 --sample=30 "$scratch/grid"
is "$(sort -u "$scratch/out" | wc -l)" 30 "... all different"
dimer torus 100 100 > "$scratch/torus"
within 1 0 "the plan of a torus 100 x 100" countmatch --threads=1 --plan "$scratch/torus"
awk 'BEGIN { for (g = 0; g < 1000; g++) { printf "H"; for (k = 0; k < 6; k++) {
    s = (s * 16807 + 12345) % 2147483647; printf "%c", 63 + int(s / 33554432) % 64 } print "" } }' > "$scratch/small.g6"
within .2 0 "1000 small graphs" countmatch --threads=1 --matchings=line "$scratch/small.g6"
is "$(wc -l < "$scratch/out")" 1000 "... a line each"

awk -v n=70 -f "$here/data/dense.awk" > "$scratch/hard"
within 2.5 4 "a refusal with bounds" perm-mtx --threads=1 "$scratch/hard"
has "the answer lies between" "$(< "$scratch/err")" "... which are there"
if [ -e "${PM_DATA:-}/gre_115.mtx" ]; then
    within .1 0 "gre_115 by default" perm-mtx --threads=1 "$PM_DATA/gre_115.mtx"
else
    skip "NO ${PM_DATA:-folder of matrices}/gre_115.mtx: ITS TIME IS NOT TESTED"
fi
finish
