#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Many matrices in a file or a pipe.  Small ones are answered without plans.  The text is the same with
# --time, which plans each matrix, and with an engine.
. "${srcdir:-.}/tests/tap.sh"

# matrices COUNT SEED: prints matrices of all shapes and fields.  Some are too large to be answered
# without plans.
matrices() {
    awk -v count="$1" -v seed="$2" '
    function whole(low, high) {
        return low + int(rand() * (high - low + 1))
    }
    function decimal(digits,    text) {
        text = rand() < .5 ? "-" : ""
        for (text = text whole(0, 2) "."; digits > 0; digits--)
            text = text whole(0, 9)
        return text (rand() < .05 ? "e" whole(-30, 30) : "")
    }
    function number() {
        if (kind == "integer")
            return rand() < .3 ? 0 : big ? "9007199254740993" : whole(-9, 9)
        if (quotients)
            return whole(-9, 9) "/" whole(1, 12)
        return rand() < .2 ? 0 : decimal(digits)
    }
    BEGIN {
        srand(seed)
        for (k = 0; k < count; k++) {
            m = k > 0 && k % 5 == 0 ? m : whole(0, 5)
            n = k > 0 && k % 5 == 0 ? n : whole(0, 5)
            if (k % 97 == 96) m = n = 13
            if (k % 89 == 88) { m = whole(6, 12); n = whole(6, 14) }
            kind = k % 3 == 0 ? "integer" : k % 7 == 1 ? "complex" : k % 11 == 0 ? "pattern" : "real"
            big = k % 60 == 9
            quotients = k % 4 == 1
            digits = k % 2 ? 3 : 17
            if (kind == "pattern") {
                print "%%MatrixMarket matrix coordinate pattern general"
                print m, n, m * n
                for (e = 0; e < m * n; e++)
                    print int(e / n) + 1, e % n + 1
                continue
            }
            print "%%MatrixMarket matrix array", kind, "general"
            print m, n
            for (e = 0; e < m * n; e++)
                print number(), kind == "complex" ? number() : ""
        }
    }'
}

# agree OPTION...: the text for the stream is the same, answered without plans and planned.  In JSON the
# members that tell how an answer was computed may differ.
agree() {
    local how='"reductions":\[[^]]*\],"engines":\[[^]]*\],"seconds":[^,]*,"threads":[0-9]*,"checks":\[[^]]*\],'

    perm-mtx "$@" "$scratch/many.mtx" > "$scratch/unplanned" 2> "$scratch/err.unplanned"
    echo $? >> "$scratch/unplanned"
    perm-mtx --gpus=none --time=1000 "$@" "$scratch/many.mtx" > "$scratch/planned" 2> "$scratch/err.planned"
    echo $? >> "$scratch/planned"
    sed -i "s|$how||" "$scratch/unplanned" "$scratch/planned"
    cmp "$scratch/unplanned" "$scratch/planned" >&2 && cmp "$scratch/err.unplanned" "$scratch/err.planned" >&2
    ok $? "the same text as planned: ${*:-no options}"
}

matrices 1100 1 > "$scratch/many.mtx"
agree --json
is "$(wc -l < "$scratch/unplanned")" 1101 "an answer for each matrix"
agree
cat "$scratch/many.mtx" | perm-mtx > "$scratch/apart"
cmp -s <(sed '$d' "$scratch/unplanned") "$scratch/apart"
ok $? "a file and a pipe: the same answers"
perm-mtx --engine=ryser --reduce=none "$scratch/many.mtx" > "$scratch/brute" 2> "$scratch/err"
sed '$d' "$scratch/unplanned" | paste - "$scratch/brute" | awk '$1 != $2' > "$scratch/other"
is "$(wc -l < "$scratch/brute") $(wc -l < "$scratch/other")" "1100 0" "... and by Ryser's formula"
agree --exact
agree --pattern --digits=3
agree --precision=double
agree --strict --epsilon=1e-9 --complex=j
is "$(perm-mtx --json "$scratch/many.mtx" | grep -c '"engines":\["table"\]')" 1087 \
    "answered by the table: all but 13 x 13"
is "$(perm-mtx "$scratch/many.mtx" "$scratch/many.mtx" | cut -f 1 | sort | uniq -c | tr -s ' ')" \
    " 2200 $scratch/many.mtx" "two files: each answer after the name of its file"

# Matrices before a damaged one are answered.
{ matrices 30 2 && echo nonsense; } > "$scratch/many.mtx"
agree
agree --json
is "$(tail -n 1 "$scratch/unplanned") $(wc -l < "$scratch/unplanned")" "1 31" "a stream with a damaged end"
cat "$scratch/many.mtx" | perm-mtx > "$scratch/apart" 2> "$scratch/err"
is "$? $(wc -l < "$scratch/apart")" "1 29" "... from a pipe"
# What is read ahead fails, and the answer before it, too: each has its message.
real='%%MatrixMarket matrix array real general'
printf '%s\n' "$real" '2 2' .1 .2 0 0 "$real" '2 2' .1 .2 .3 nonsense > "$scratch/two.mtx"
for form in "" --json; do
    try perm-mtx $form --marginals "$scratch/two.mtx"
    is "$status $(grep -c 'the permanent is 0' <<< "$err") $(grep -c "line 12: 'nonsense'" <<< "$err")" "1 1 1" "two messages"
done
printf '%%graph\n1 2\n2 3\n%%graph\n1 x y z\n' > "$scratch/two.el"
try countmatch --marginals --format=el "$scratch/two.el"
is "$status $(grep -c 'no perfect matching' <<< "$err") $(grep -c "line 5: 'y'" <<< "$err")" "1 1 1" "... also of graphs"
finish
