#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Automorphism groups of known order.
. "${srcdir:-.}/tests/tap.sh"

data=$here/data
if [[ $(countmatch --symmetry "$data/petersen.el" 2>&1) == *"built without igraph"* ]]; then
    skip "BUILT WITHOUT IGRAPH: no automorphisms"
    finish
fi

for bad in '--symmetry --pattern' '--symmetry --total' '--symmetry --mod=7' '--symmetry --svg'; do
    read -ra words <<< "$bad"
    refuses 2 countmatch "${words[@]}" "$data/petersen.el"
done

# group ORDER WHAT COMMAND...: the automorphism group of the printed graph has this order.
group() {
    is "$("${@:3}" | countmatch --symmetry | head -n 1)" "$1" "the group of $2 has order $1"
}

group 120 "the Petersen graph (Holton and Sheehan, The Petersen Graph, 1993)" cat "$data/petersen.el"
group 120 "C60, the icosahedral group (Fowler and Manolopoulos, An Atlas of Fullerenes, 1995)" \
    cat "$data/buckyball.el"
for d in 2 3 4 5 6; do # Harary, The automorphism group of a hypercube, 2000
    group "$((2 ** d * (d == 2 ? 2 : d == 3 ? 6 : d == 4 ? 24 : d == 5 ? 120 : 720)))" "the $d-cube: 2^n n!" \
        dimer hypercube "$d"
done
group 8 "the king's graph on 7 x 7: that of the square" dimer king 7 7
group 4 "the king's graph on 6 x 7: that of the rectangle" dimer king 6 7
group 140 "the torus 5 x 7: 4 m n" dimer torus 5 7
group 288 "the torus 6 x 6: 8 n^2" dimer torus 6 6
group 48 "the box 4 x 4 x 4: that of the cube" dimer box 4 4 4
group 16 "the box 3 x 3 x 5: that of the square prism" dimer box 3 3 5
# An order that does not fit into 64 bits.
group 51090942171709440000 "K21: 21!" awk 'BEGIN { for (v = 1; v <= 21; v++) for (w = 1; w < v; w++) print v, w }'
group 4 "a square with weights 1, 2 in turn" printf 'a b\nb c 2\nc d\nd a 2\n'
group 2 "a square with weights 1, 1, 1, 2" printf 'a b\nb c\nc d\nd a 2\n'
group 8 "... where two edges come to 2, and all are the same" printf 'a b 2\nb c 2\nc d 2\nd a\nd a\n'
group 2 "a square with a loop" printf 'a b\nb c\nc d\nd a\na a\n'
group 1 "no vertices" printf '# none\n'
is "$(dimer grid 2 3 --weights=2,3 | countmatch --symmetry | sort | tr '\n' ';')" \
    '(1,1 1,3)(2,1 2,3);(1,1 2,1)(1,2 2,2)(1,3 2,3);4;' "generators are cycles of names"
is "$(printf 'C~\nC]\n' | countmatch --symmetry | grep -v '(' | tr '\t\n' ': ')" "1:24 2:8 " \
    "several graphs: each line has the number of its graph"
try countmatch --symmetry --json "$data/petersen.el"
for part in '"order":"120"' '"names":["12",' '"generators":[['; do
    has "$part" "$out" "--json has $part"
done
finish
