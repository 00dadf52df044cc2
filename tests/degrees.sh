#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# countmatch --degree: published numbers of subgraphs with given degrees, and files of degrees.
. "${srcdir:-.}/tests/tap.sh"

# Subgraphs with given degrees, by OEIS: 2-regular and cubic graphs on labelled vertices, A001205 and A002829;
# square matrices of 0 and 1 with two ones in each line, A001499; bipartite cubic, A001501.
k=3
for wanted in 1 3 12 70 465 3507 30016 286884; do
    is "$(complete $k | countmatch --degree=2)" $wanted "2-regular graphs"
    k=$((k + 1))
done
is "$(complete 10 | countmatch --degree=3)" 11180820 "cubic graphs"
is "$(complete 8 | countmatch --degree=4)" 19355 "their complements"
is "$(bipartite 7 | countmatch --degree=2)" 3110940 "matrices with two ones in each line"
is "$(bipartite 6 | countmatch --degree=3)" 297200 "with three"
is "$(dimer named heawood | countmatch --degree=2)" 24 "2-factors of a cubic graph leave out perfect matchings"
is "$(complete 6 | countmatch --degree=1)" 15 "perfect matchings"
is "$(complete 5 | countmatch --degree=3)" 0 "no graph has an odd number of odd vertices"
for asked in --marginals --sample=2 "--sample=2 --plan" "--sample=2 --plan --no-reduce"; do
    saying "no subgraph has these degrees" refuses 1 countmatch --degree=3 $asked <(printf '%s\n' 'a b' 'b c' 'c d' 'd a' 'b d')
done
# The only such subgraph of K_4 is the path v1 v2 v4.
printf '# ends\nv1 1\nv4 1\n\nv3 0\nv2 2\n' > "$scratch/degrees"
is "$(complete 4 | countmatch --degree="$scratch/degrees" --marginals | tr '\n' ' ')" \
    "v2 v1 1 v3 v1 0 v3 v2 0 v4 v1 0 v4 v2 1 v4 v3 0 " "degrees of a file"
saying "edges of their own" answers 0 25 countmatch --degree=2 <(printf '%s\n' '1 2 3' '2 3 5' '3 1 1/2' '1 2 7')
while IFS='|' read -r line wanted; do
    printf 'v1 1\nv2 1\n%s\n' "$line" > "$scratch/degrees"
    saying "$wanted" refuses 1 countmatch --degree="$scratch/degrees" <(complete 3)
done << 'EOF'
v3 -1|line 3: a vertex and its degree are expected, as in 'v3' 2
v3|line 3: a vertex and its degree
v3 1 2|line 3: a vertex and its degree
v4 1|line 3: the graph has no vertex 'v4'
v2 2|line 3: vertex 'v2' has a degree already
# v3 2|no line gives the degree of vertex 'v3'
EOF

finish
