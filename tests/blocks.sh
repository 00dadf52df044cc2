#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --structure as text, as JSON and as a picture, on matrices and graphs whose structure is known; --explain.
. "${srcdir:-.}/tests/tap.sh"

data=$here/data

# said TEXT DESCRIPTION: the last answer has this line.
said() {
    grep -qxF -- "$1" <<< "$out"
    ok $? "$2"
    grep -qxF -- "$1" <<< "$out" || printf '# wanted: %s\n# got:    %s\n' "$1" "$out" >&2
}

# ------------------------------------------------------------------ matrices
# Two irreducible blocks of order 2 and one entry between them; entries above the blocks are forbidden.
printf '1 1 0 1 0\n1 1 0 0 0\n0 0 1 1 1\n0 0 0 1 1\n0 0 0 1 1\n' > "$scratch/blocks"
try perm-mtx --structure "$scratch/blocks"
said '5 x 5, 12 entries; structural rank 5' "a block triangular matrix has full rank"
said '3 blocks, 1 of one row and one column' "... three blocks"
said '3 forbidden entries: 1,4 3,4 3,5' "... forbidden entries"
said '1 forced entry: 3,3' "... a forced one"
is "$(grep -c '^block .* 2 x 2: ' <<< "$out")" 2 "... and two blocks of order 2"

# Rows 2 and 4 meet only column 3, and rows 1, 2, 4, 5 only columns 1, 2, 3.
printf '1 1 1 0 0\n0 0 1 0 0\n0 0 1 1 1\n0 0 1 0 0\n1 1 0 0 0\n' > "$scratch/hall"
try perm-mtx --structure "$scratch/hall"
said '5 x 5, 10 entries; structural rank 4: the permanent is 0' "the rank of a matrix with permanent 0"
said 'rows 2, 4 meet only column 3' "... and the smaller of its violators of Hall's condition"
try perm-mtx --structure --json "$scratch/hall"
has '"unmatched":[2,4],"partners":[3],"unmatched_are":"rows"' "$out" "... as JSON"

printf '1 1 1 0\n0 0 0 1\n' > "$scratch/wide"
try perm-mtx --structure "$scratch/wide"
said 'block 1, horizontal, 1 x 3: rows 1; columns 1 2 3' "a wide matrix has a horizontal block"
said '1 forced entry: 2,4' "... and a forced entry"
try perm-mtx --structure --format=table <(printf '1 0\n1 0\n1 0\n0 1\n')
has 'vertical, 3 x 1: rows ' "$out" "a tall matrix has a vertical block"
try perm-mtx --structure <(printf '%%%%MatrixMarket matrix coordinate pattern general\n0 0 0\n')
said '0 x 0, 0 entries; structural rank 0' "the matrix without rows"
try perm-mtx --structure <(printf '%%%%MatrixMarket matrix coordinate pattern general\n2 3 0\n')
said 'row 1 is empty' "a matrix without entries"

# ------------------------------------------------------------------ graphs
try countmatch --structure "$data/petersen.el"
said '10 vertices, 15 edges; the largest matchings have 5 edges' "the graph of Petersen"
said '10 other vertices (C): 12 34 35 45 13 24 25 14 23 15' "... all vertices are in C"
said '0 forbidden edges' "... every edge is in a perfect matching, as in all cubic graphs without bridges"
said '1 component of edges that are not forbidden' "... and it is elementary"
has 'not found to be planar' "$out" "... and not planar"
# The pathwidth of a grid is its smaller side (Ellis & Warren, Discrete Appl. Math. 156, 2008): short
# searches find it.
for sides in '4 5' '6 6' '6 9' '8 8'; do
    # shellcheck disable=SC2086
    try countmatch --structure --no-reduce <(dimer grid $sides)
    is "${out##* }" "${sides% *}" "the frontier of the grid $sides"
done
try countmatch --structure <(printf 'a b\na c\na d\nd e\n') # a tree: b and c compete for a
said "no perfect matching: vertices b, c have only a as neighbour; 'countmatch --saturating' matches the smaller side" \
    "a tree without a perfect matching"
said '2 vertices that some largest matching leaves free (D): b c' "... the part D"
said '1 vertices beside them (A): a' "... the part A"
said '1 forbidden edge: a-d' "... the forbidden edge"
said '1 forced edge: e-d' "... and the forced one"
try countmatch --structure <(printf 'a b\nb c\nc a\nc d\nd e\ne f\nf d\n') # two triangles and a bridge
said '3 forced edges: a-b c-d e-f' "two triangles and a bridge have one perfect matching"
said '4 forbidden edges: a-c b-c d-e d-f' "... and its neighbours are forbidden"
try countmatch --structure <(dimer torus 6 6)
has 'on a torus; reductions: ' "$out" "a torus is found by its embedding"
try countmatch --structure <(dimer torus 6 6 | grep -v '^%')
has 'on a torus; reductions: ' "$out" "... and without one, by its short cycles"
try countmatch --structure <(dimer grid 6 6)
has $'planar; reductions: ' "$out" "a grid is planar"

# ------------------------------------------------------------------ JSON
for file in blocks hall wide; do
    perm-mtx --structure --json "$scratch/$file"
done > "$scratch/lines"
countmatch --structure --json "$data/petersen.el" >> "$scratch/lines"
dimer grid 3 3 | countmatch --structure --json >> "$scratch/lines"
if needs python3 "JSON of structures"; then
    is "$(python3 -c '
import json, sys
for line in open(sys.argv[1]):
    o = json.loads(line)
    assert o["type"] == "structure" and o["perfect"] == ("why" not in o)
    b = o["blocks"]
    print(o["rank"], len(b), len(o["forbidden"]), len(o["forced"]), o["surface"], len(o.get("parts", {}).get("D", [])))
' "$scratch/lines")" '5 3 3 1 plane 0
4 3 2 0 plane 0
2 2 0 1 plane 0
5 1 0 0 None 0
4 1 0 0 plane 5' "structures as JSON"
fi

# ------------------------------------------------------------------ pictures
# paths COLOUR FILE: the number of lines or squares in this colour.
paths() {
    sed -n "s/.*stroke=\"$1\".* d=\"//p" "$2" | tr -cd M | wc -c
}
perm-mtx --structure --svg "$scratch/blocks" > "$scratch/b.svg"
is "$(paths '#000000' "$scratch/b.svg") $(paths '#bbbbbb' "$scratch/b.svg") $(paths '#d62728' "$scratch/b.svg")" \
    "4 2 1" "the rows of two blocks, two groups of forbidden entries, a forced entry"
is "$(paths '#0072b2' "$scratch/b.svg")" 2 "... and the outlines of two blocks"
perm-mtx --marginals --svg "$scratch/blocks" > "$scratch/m.svg"
is "$(paths '#[0-9a-f]*' "$scratch/m.svg")" 9 "shares instead of black"
is "$(grep -c '<path' "$scratch/m.svg")" 4 "... all 1/2, in one path"
# A band of 2000 rows: no entry has an element of its own.
awk 'BEGIN { n = 2000
    print "%%MatrixMarket matrix coordinate pattern general\n" n, n, 3 * n - 3
    for (i = 1; i <= n; i++) for (j = i; j <= n && j < i + 3; j++) print i, j }' > "$scratch/band.mtx"
perm-mtx --structure --svg "$scratch/band.mtx" > "$scratch/band.svg"
[ "$(wc -c < "$scratch/band.svg")" -lt 200000 ] && [ "$(grep -c '' "$scratch/band.svg")" -lt 30 ]
ok $? "the picture of 2000 rows is small"
perm-mtx --structure "$scratch/band.mtx" > "$scratch/text"
[ "$(grep -c '' "$scratch/text")" -lt 30 ] && [ "$(wc -c < "$scratch/text")" -lt 2000 ]
ok $? "... and so is the text"
perm-mtx --structure --svg <(printf '%%%%MatrixMarket matrix coordinate pattern general\n0 0 0\n') > "$scratch/e.svg"
dimer grid 3 4 | countmatch --structure --svg > "$scratch/g.svg"
is "$(paths '#333' "$scratch/g.svg") $(paths '#0072b2' "$scratch/g.svg")" "17 12" "17 edges and 12 vertices of a grid"
dimer grid 3 3 | countmatch --structure --svg > "$scratch/d.svg"
is "$(paths '#e69f00' "$scratch/d.svg") $(paths '#009e73' "$scratch/d.svg")" "5 4" "the parts D and A of an odd grid"
dimer grid 3 4 | countmatch --structure --marginals --svg > "$scratch/s.svg"
is "$(paths '#0072b2' "$scratch/s.svg") $(grep -c 'share of the matchings' "$scratch/s.svg")" "12 1" "a structure with shares"
if needs xmllint "pictures are well-formed"; then
    xmllint --noout "$scratch"/*.svg
    ok $? "the pictures are well-formed"
fi

# ------------------------------------------------------------------ refused
program=perm-mtx
for bad in '--structure --minors' '--structure --marginals' '--structure --log10' '--svg' '--sample=1 --svg' \
    '--structure --svg --json' '--structure --plan'; do
    read -ra list <<< "$bad"
    refuses 2 "${list[@]}" "$scratch/blocks"
done

# ------------------------------------------------------------------ --explain
program=
dimer king 6 6 > "$scratch/king"
try countmatch --explain "$scratch/king"
is "$out" "$(countmatch "$scratch/king")" "--explain changes no answer"
for words in 'The answer is the hafnian of a 36 x 36 matrix' 'One core is left' 'Engine ' ' s on ' 'The value is exact'; do
    has "$words" "$err" "--explain says: $words"
done
try perm-mtx --explain <(printf '0.5 0.25\n0.125 0.75\n')
has 'error' "$err" "--explain names the bound of decimals"
try perm-mtx --explain "$scratch/hall"
has 'So the answer is 0.' "$err" "--explain of an answer 0"
finish
