#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --error: ends of small matrices by hand, the corners of the interval, and refusals.  python/tests/test_interval.py
# has random matrices.
. "${srcdir:-.}/tests/tap.sh"

file small '1 2' '3 4'
answers 0 "2 22" perm-mtx --error=1 "$scratch/small"
file row '1/8 0' '0 0'
answers 0 "19/2 21/2" perm-mtx --error="$scratch/row" --exact "$scratch/small"
file empty '0 0' '0 0'
answers 0 "10 10" perm-mtx --error="$scratch/empty" "$scratch/small"
is "$(perm-mtx --json --error=1 "$scratch/small" | grep -o '"interval":[^]]*]')" '"interval":["2","22"]' "as JSON"

# per = ad + bc at all corners; the interval has the derivatives, 4 + 3 + 2 + 1, and two products of errors.
file signed '1 -2' '3 4'
read -r low high < <(perm-mtx --error=1 "$scratch/signed")
corners=$(for a in 0 2; do for b in -3 -1; do for c in 2 4; do for d in 3 5; do
    echo $((a * d + b * c)); done; done; done; done | sort -n | sed -n '1p;$p' | xargs)
is "$((low <= ${corners% *} && high >= ${corners#* }))" 1 "all corners are inside"
answers 0 "-14 10" perm-mtx --error=1 "$scratch/signed"

file wide '1 2 3'
refuses 1 perm-mtx --error="$scratch/wide" "$scratch/small"
has "the errors are 1 x 3, and the matrix is 2 x 2" "$err" "the sizes differ"
refuses 1 perm-mtx --error="$scratch/signed" "$scratch/small"
has "negative" "$err" "a negative error"
refuses 1 perm-mtx --error=-1 "$scratch/small"
refuses 2 perm-mtx --error=1 --mod=7 "$scratch/small"
refuses 2 perm-mtx --error=1 --marginals "$scratch/small"

finish
