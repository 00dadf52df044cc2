#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# pm-bench.  Words choose cases.
. "${srcdir:-.}/tests/tap.sh"

program=pm-bench
try --csv --threads=1 --gpus=none accuracy 6 9
is "$(awk -F, 'NR > 1 && $5 > 0 && $6 < 1e-14 && ($7 == "" || $6 <= $7) { print $2 }' <<< "$out" | uniq -c | tr -s ' \n' ' ')" \
    " 10 6 10 9 " "accuracy: in all modes of the paper and in ours an error within the bound"
refuses 2 accuracy 6 unlikely
refuses 2 accuracy 99
try --csv --gpus=none --threads=1 --time=0.013 rates dense planar tree
is "$(cut -d, -f 1,2,3 <<< "$out" | grep 'exact')" $'dense,exact,full\nplanar,exact,grid\ntree,exact,king' \
    "rates: an engine computes the largest matrix that it can"
awk -F, 'NR > 1 { good += $6 > 0 && $6 <= 0.013 && $7 > 0 && $8 > 0 } END { exit good != NR - 1 || NR < 10 }' <<< "$out"
ok $? "... in every number type, within the limit"
try --csv --gpus=none --threads=1 estimate B2_40
has 'B2_40,0.1,' "$out" "estimate: a line for a case"
if needs python3 "bench/paper.py and bench/default.py"; then
    mkdir "$scratch/matrices"
    cp "$here/data/wide.mtx" "$here/data/chessboard.mtx" "$scratch/matrices"
    PERM_MTX=perm-mtx python3 "$here/bench/default.py" --time=8e-6 "$scratch/matrices" > "$scratch/out"
    is "$(awk '$NF == "-" { none++ } $1 ~ /mtx/ { files++ } END { print (none > 40), files }' "$scratch/out")" \
        "1 2" "default.py: dashes if every engine is predicted to take longer than the limit"
    has ' within 1.2 times' "$(< "$scratch/out")" "... and the number of choices near the best"
    python3 "$here/bench/paper.py" page "$here"/docs/lab/paper/*/ > "$scratch/page"
    is "$? $(grep -c '^| west0067 | own |' "$scratch/page")" "0 1" "measurements of several machines become one page"
    is "$(diff "$scratch/page" "$here/docs/lab/paper.md" | grep '^<')" "" "... which is docs/lab/paper.md"
fi
refuses 2 estimate B2 unlikely
refuses 2 sparse one two
refuses 2 rates word
finish
