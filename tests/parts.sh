#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a single run answers, its parts answer, with the same bits: also if the first pass has too few digits,
# so that a second one is needed, of which every part computes a share.
. "${srcdir:-.}/tests/tap.sh"

data=$(cd "$here" && pwd)/data
cd "$scratch" || exit 99

# table ORDER SIGNED COMPLEX: a dense matrix like that of data/dense.awk.
table() {
    awk -v n="$1" -v signed="$2" -v both="$3" 'BEGIN {
        print "%%MatrixMarket matrix array", both ? "complex" : "real", "general"
        print n, n
        for (i = 0; i < n * n; i++) {
            x = (i * i + 7 * i + 1) % 997 / 997
            y = (3 * i * i + i + 5) % 991 / 991
            if (signed && (i * 5 + int(i / 7)) % 3 == 0) x = -x
            print both ? x " " (signed ? -y : y) : x
        }
    }'
}

# added N OPTION...: the parts of m, added up.
added() {
    local i
    rm -f part.*
    local files=()
    for ((i = 1; i <= $1; i++)); do
        perm-mtx --part="$i/$1" --memory=1G --checkpoint="part.$i" "${@:2}" m || return
        files+=("part.$i")
    done
    pm-sum "${files[@]}"
}
second=0
while read -r order signed both parts; do
    table "$order" "$signed" "$both" > m
    wanted=$(perm-mtx --memory=1G m)
    got=$(added "$parts" 2> err)
    is "$? $got" "0 $wanted" "order $order, signed $signed, complex $both: $parts parts"
    second=$((second + $(grep -c '^records 1r' part.1)))
done << 'END'
20 0 0 2
24 0 0 2
25 0 0 3
24 1 0 2
22 0 1 2
22 1 1 3
END
[ $second -ge 3 ]
ok $? "$second of them needed a second pass"
if [ "${PM_TESTS:-usual}" = long ]; then
    table 30 1 0 > m
    is "$(added 3)" "$(perm-mtx --memory=1G m)" "order 30, signed"
fi

# A first pass that is dealt out, and whose value no part knows.  With another sign in one column, it is positive.
table 24 1 0 | awk 'NR > 2 && NR < 27 { $1 = -$1 } { print }' > m
wanted=$(perm-mtx --memory=1G m)
is "$(added 2)" "$wanted" "order 24"
is "$(pm-status part.1 | grep -c '100.00 %')" 1 "a part that is done has 100 %"
cp part.2 two && rm part.2
pm-sum part.1 > out 2> err
is "$? $(< out)" "1 " "a part is missing"
has "part 2 of 2 is not among the files" "$(< err)" "... which is named"
perm-mtx --part=2/2 --memory=1G --checkpoint=part.2 m
is "$(pm-sum part.1 part.2)" "$wanted" "... and computed again alone"

# The answer of parts as JSON, and its logarithm.
json=$(pm-sum --json part.1 part.2)
for member in '"file":"part.1"' '"files":["part.1","part.2"]' "\"value\":\"$wanted\"" '"error_bound":"' '"engines":["dense"]'; do
    has "$member" "$json" "--json: $member"
done
awk -v a="$(pm-sum --log10 part.1 part.2)" -v b="$(perm-mtx --memory=1G --log10 m)" 'BEGIN { exit !(a == b || a - b < 1e-9 && b - a < 1e-9) }'
ok $? "--log10 is that of a single run"
has '"scale":"log10"' "$(pm-sum --json --log10 part.1 part.2)" "--json --log10"
has '"status":"INPUT"' "$(pm-sum --json part.1 2> err)" "--json of a failure"
perm-mtx --part=1/1 --memory=1G --checkpoint=whole "$data/rectangular.mtx" > out
is "$(< out) $(pm-sum whole)" "$(perm-mtx "$data/rectangular.mtx") $(< out)" "one part is a whole run"
# Each part of a small matrix has the whole answer.
table 6 1 0 > m
perm-mtx --part=2/4 --memory=1G m > part.2
is "$(pm-sum part.2 2> err)" "$(perm-mtx m)" "a part of a small matrix is the answer"
has "1 of 4 parts are the whole answer" "$(< err)" "... and a note says so"
perm-mtx --json --part=2/4 --memory=1G m > out 2> err
is "$? $(< out)" "2 " "a part that is printed is no JSON"
has "pm-sum --json has the answer" "$(< err)" "... which is said"
# What a part takes, without the planning that the other line includes: of a short pass, it computes all.
table 20 1 0 > m
is "$(perm-mtx --threads=1 --part=2/4 --memory=1G --plan m | awk '/^predicted:/ { all = $2 } /^one part:/ { part = $3 }
    END { print (part > 0.2 * all && part < 1.01 * all) }')" 1 "the plan predicts a part"
# The answer is not known to a part, which so computes its share of every pass.
table 26 1 0 > m
is "$(perm-mtx --threads=1 --part=2/4 --memory=1G --plan m | awk '/^predicted:/ { all = $(NF - 5) } /^one part:/ { part = $3 }
    END { print (4 * part > 0.9 * all && 4 * part < 1.01 * all) }')" 1 "... with the passes of too few digits"
has " s on one thread" "$(perm-mtx --part=2/4 --memory=1G --plan m | grep '^one part:')" "... on one thread"
perm-mtx --part=1/3 --plan --plan-file=kept m > out 2> err
is "$? $(< out)" "1 " "a plan that is written needs a limit of the memory"
has "as by --memory=1G" "$(< err)" "... which is named"
has "kept is written and not read" "$(< err)" "... and so is the file"
is "$(perm-mtx --plan m | grep -c '^one part')" 0 "... and only parts"

finish
