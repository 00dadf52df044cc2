#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Bounds, the bounds beside a refusal, and estimates are those of the question: of the matrix with its copies,
# of the sum over all sizes, of logarithms, of arcs.  Each is compared with the exact value.
. "${srcdir:-.}/tests/tap.sh"

file two '1 2' '3 4'
file signed '1 -2' '3 4'
file complex '1+1i 2' '3 1i'
file wide '1 2 3' '4 5 6'
file logs '0 0.6931471805599453' '1.0986122886681098 1.3862943611198906'
file weighted.el 'a b 2' 'b c 3' 'c d 5' 'd a 7' 'a c 1'
file loops.el 'a b 2' 'b c 3' 'c a 5' 'a a 2' 'b b 1' 'c c 4'
file arcs.el '1 2' '2 1' '2 3' '3 1' '1 3' '3 3' '1 1'
file sides.el 'r1 c1 2' 'r1 c2 3' 'r2 c1 1' 'r2 c3 1' 'r2 c2 1'
file dense "$(awk -v n=9 -f "$here/data/dense.awk")"

# inside LOW HIGH X: the modulus of X lies between the two.
inside() {
    awk -v low="$1" -v high="$2" -v x="$3" 'BEGIN {
        im = x ~ /i$/ ? x : 0; re = im ? x : x + 0
        if (im) { match(substr(x, 2), /[-+]/); re = substr(x, 1, RSTART) + 0; im = substr(x, RSTART + 1) + 0 }
        m = sqrt(re * re + im * im); exit !(low != "" && high != "" && low <= m && m <= high) }'
}

# A time that nothing keeps: what the rules do not solve is refused, and then come the bounds.
refused=0
while read -r line; do
    read -r -a asked <<< "$line"
    value=$(cd "$scratch" && "${asked[@]}" 2> err)
    [ -n "$value" ] || value=none
    read -r low high < <(cd "$scratch" && "${asked[@]}" --bounds 2> err)
    inside "$low" "$high" "$value"
    ok $? "$line: $value is between the bounds $low and $high"
    hint=$(cd "$scratch" && "${asked[@]}" --time=1e-9 2>&1 > out | sed -n 's/.* lies between \(.*\) and \(.*\) (.*/\1 \2/p')
    if [ -n "$hint" ]; then
        refused=$((refused + 1))
        is "$hint" "$low $high" "... which the refusal says"
    else
        is "$(< "$scratch/out")" "${value#none}" "... which is not refused"
    fi
    case $line in
    *signed* | *complex* | *logs* | *countmatch* | "perm-mtx --unmatched=1"* | *"--unmatched=1 wide") ;;
    *)
        drawn=$(cd "$scratch" && "${asked[@]}" --estimate=0.1 --engine=estimate 2> err)
        awk -v x="${drawn%% *}" -v y="$value" 'BEGIN { exit !(x >= 0.9 * y && x <= 1.1 * y && x > 0) }'
        ok $? "... and an estimate is near it: $drawn"
        ;;
    esac
done << 'END'
perm-mtx two
perm-mtx --rows=2,3 --cols=3,2 two
perm-mtx --rows=30,30 --cols=30,30 two
perm-mtx --rows=2,2 two
perm-mtx --rows=0,1 two
perm-mtx --pattern --rows=3,2 --cols=2,3 two
perm-mtx --total two
perm-mtx --rows=2,2 --total two
perm-mtx --rows=2,2 --cols=3,1 --total two
perm-mtx --unmatched=2 two
perm-mtx --unmatched=1 two
perm-mtx --rows=2,1 --unmatched=1 two
perm-mtx --pattern --total two
perm-mtx --format=table --total wide
perm-mtx --format=table --unmatched=1 wide
perm-mtx --format=table --unmatched=3 wide
perm-mtx --format=table --cols=2,1,1 wide
perm-mtx signed
perm-mtx --rows=2,2 --cols=2,2 signed
perm-mtx --total signed
perm-mtx complex
perm-mtx --rows=2,2 --cols=2,2 complex
perm-mtx --log-weights --exact logs
perm-mtx --log-weights --exact --rows=2,2 --cols=2,2 logs
perm-mtx dense
perm-mtx --total dense
countmatch weighted.el
countmatch --pattern weighted.el
countmatch --total weighted.el
countmatch --unmatched=2 weighted.el
countmatch --unmatched=4 weighted.el
countmatch --loops loops.el
countmatch --unmatched=1 loops.el
countmatch sides.el
countmatch --saturating sides.el
countmatch --total sides.el
countmatch --as=biadjacency arcs.el
cyclecover arcs.el
cyclecover --total arcs.el
cyclecover --no-loops arcs.el
END
[ $refused -ge 20 ]
ok $? "$refused are refused"
# What a residue is of has bounds, too, and no estimate.
perm-mtx --mod=7 --time=1e-9 --engine=ryser --no-reduce "$scratch/two" 2> "$scratch/err"
has "the number itself lies between 9.89897e+00 and 1.00001e+01" "$(< "$scratch/err")" "--mod"
is "$(grep -c -e --estimate "$scratch/err")" 0 "... excludes --estimate"
perm-mtx --time=1e-9 --engine=ryser --no-reduce "$scratch/signed" 2> "$scratch/err"
has "the modulus of the answer lies between 0 and " "$(< "$scratch/err")" "-2 has a modulus"
# The blocks of a matrix with copies.
has "4 x 4, 16 entries" "$(perm-mtx --structure --rows=2,2 --cols=2,2 "$scratch/two")" "--structure of copies"
# The interval of an unproved estimate and the bounds beside it.
for asked in --total --rows=1,1,1,1,1,1,2,1,0 --unmatched=2; do
    # shellcheck disable=SC2086
    bounds=$(perm-mtx $asked --bounds --json "$scratch/dense" | grep -o '"\(lower\|upper\)_log10":[0-9.]*')
    # shellcheck disable=SC2086
    is "$(perm-mtx $asked --estimate=0.1 --unproved --engine=estimate --json "$scratch/dense" |
        grep -o '"\(lower\|upper\)_log10":[0-9.]*' | grep -v likely | cut -c 1-19)" "$(cut -c 1-19 <<< "$bounds")" \
        "bounds in the JSON of an estimate with $asked"
done
finish
