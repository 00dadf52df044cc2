#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Many matrices in a file: small ones with integer entries are answered together, without plans.  A
# pipe, whose matrices are planned one by one, and --precision=exact with an engine give the same.
. "${srcdir:-.}/tests/tap.sh"

# matrices COUNT SEED: of all shapes and fields, some beyond what the small way takes.
matrices() {
    awk -v count="$1" -v seed="$2" 'BEGIN {
        srand(seed)
        for (k = 0; k < count; k++) {
            m = k > 0 && k % 5 == 0 ? m : int(rand() * 6)
            n = k > 0 && k % 5 == 0 ? n : int(rand() * 6)
            if (k % 97 == 96) m = n = 13
            real = k % 50 == 7
            big = k % 60 == 9
            print "%%MatrixMarket matrix array", (real ? "real" : "integer"), "general"
            print m, n
            for (e = 0; e < m * n; e++)
                print (rand() < .3 ? 0 : big ? "9007199254740993" : int(rand() * 19) - 9) (real ? ".5" : "")
        }
    }'
}

matrices 1100 1 > "$scratch/many.mtx"
perm-mtx "$scratch/many.mtx" > "$scratch/together"
is "$? $(wc -l < "$scratch/together")" "0 1100" "an answer for each matrix"
cat "$scratch/many.mtx" | perm-mtx > "$scratch/apart"
cmp -s "$scratch/together" "$scratch/apart"
ok $? "a file and a pipe: the same answers"
perm-mtx --engine=ryser --reduce=none "$scratch/many.mtx" > "$scratch/brute" 2> "$scratch/err"
paste "$scratch/together" "$scratch/brute" | awk '$1 != $2' > "$scratch/other"
is "$(wc -l < "$scratch/other")" 0 "... and by Ryser's formula"
perm-mtx --pattern - < "$scratch/many.mtx" > "$scratch/together"
cat "$scratch/many.mtx" | perm-mtx --pattern > "$scratch/apart"
cmp -s "$scratch/together" "$scratch/apart"
ok $? "patterns"
is "$(perm-mtx "$scratch/many.mtx" "$scratch/many.mtx" | cut -f 1 | sort | uniq -c | tr -s ' ')" \
    " 2200 $scratch/many.mtx" "two files: each answer behind its name"

# What comes before a defect is answered.
{ matrices 3 2 && echo nonsense; } > "$scratch/cut.mtx"
wanted=$(cat "$scratch/cut.mtx" | perm-mtx 2> "$scratch/err")
try perm-mtx "$scratch/cut.mtx"
is "$status $out" "1 $wanted" "a stream that breaks off"
finish
