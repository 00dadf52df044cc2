#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Graphs are written in other formats and read again: nothing is lost, or the format is refused.
# Automorphism groups of known order.
. "${srcdir:-.}/tests/tap.sh"

data=$here/data
if [[ $(countmatch --symmetry "$data/petersen.el" 2>&1) == *"built without igraph"* ]]; then
    skip "BUILT WITHOUT IGRAPH: no automorphisms, few formats"
    finish
fi

# ------------------------------------------------------------------ formats
# same FORMAT FORMAT WANTED: the graph of $scratch/g in the first format and back has this edge list.
turned() { # igraph writes the ends of an edge in any order
    awk '$1 > $2 { t = $1; $1 = $2; $2 = t } { print }' | sort
}
same() {
    # igraph 0.10.2 leaks the names of vertices when it writes LGL (igraph issue 2499).
    [ "$1" != lgl ] || local -x ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0
    countmatch --to-graph="$1" "$scratch/g" > "$scratch/written" 2> "$scratch/err"
    is "$(countmatch --format="${2:-$1}" --to-graph=el "$scratch/written" | sed '/^%graph/d' | turned)" "$(turned <<< "$3")" "$1 and back"
}

dimer grid 3 4 | sed '/^%/d' > "$scratch/g"
for format in el graphml gml pajek lgl; do
    same "$format" "$format" "$(sort "$scratch/g")"
done
for format in graph6 sparse6; do # without names
    is "$(countmatch --to-graph="$format" "$scratch/g" | countmatch --matchings)" \
        "$(countmatch --matchings "$scratch/g")" "$format and back"
done
printf 'a b 1/3\nb c -2.5\nc d 123456789012345678901234567890\na d 1\n' > "$scratch/g"
for format in el graphml gml; do
    same "$format" "$format" "$(sort "$scratch/g")"
done
for format in pajek lgl graph6 sparse6; do
    refuses 4 countmatch --to-graph="$format" "$scratch/g"
done
printf 'a b 2\nb c -2.5\nc d 1e-3\n' > "$scratch/g"
for format in el graphml gml pajek lgl; do
    same "$format" "$format" $'a b 2\nb c -2.5\nc d 0.001'
done
# A parallel edge, a loop, a single vertex.
printf '%%graph\n1 2\n2 1\n3 3\n4\n5 6\n' > "$scratch/g"
is "$(countmatch --to-graph=sparse6 "$scratch/g" | countmatch --to-graph=el | LC_ALL=C sort | tr '\n' ';')" \
    '%graph undirected;1 2;1 2;3 3;4;5 6;' "sparse6 has loops and parallel edges"
refuses 4 countmatch --to-graph=graph6 "$scratch/g"
printf 'b c\nc b\na a\n' > "$scratch/g"
is "$(cyclecover --to-graph=graph6 "$scratch/g" | cyclecover --to-graph=el | LC_ALL=C sort | tr '\n' ';')" \
    '%graph directed;1 2;2 1;3 3;' "arcs in digraph6"
is "$(cyclecover --to-graph=graphml "$scratch/g" | cyclecover --to-graph=el | tr '\n' ';')" '%graph directed;b c;c b;a a;' \
    "arcs in GraphML"
refuses 4 cyclecover --to-graph=sparse6 "$scratch/g"
printf 'source,target\n"b c",d\n' > "$scratch/g"
refuses 4 countmatch --to-graph=el "$scratch/g"
refuses 4 countmatch --to-graph=lgl "$scratch/g"
is "$(countmatch --to-graph=gml "$scratch/g" | countmatch --format=gml --symmetry | tail -n 1)" '(b c d)' \
    "a name of two words in GML"
printf '%%%%MatrixMarket matrix coordinate complex symmetric\n2 2 1\n2 1 1 1\n' > "$scratch/g"
for format in el graphml; do
    refuses 4 countmatch --to-graph="$format" "$scratch/g"
done
has 'label="' "$(dimer grid 2 2 --to-graph=dot | sed 's/name=/label=/')" "DOT has the names"
is "$(dimer grid 2 2 --weights=3,4 --to-graph=leda | grep -c '|{[34]}|')" 4 "LEDA has the weights"

# many graphs
is "$(dimer grid 2..6..2 2..6..2 --to-graph=graph6 | countmatch | tr '\n' ' ')" '2 36 6728 ' \
    "lattices of three sizes in graph6 (OEIS A004003)"
is "$(dimer grid 2..6..2 2..6..2 --to-graph=el | countmatch --bfile | tr '\n' ' ')" '2 2 4 36 6 6728 ' \
    "... as edge lists that are numbered"
is "$(dimer grid 2..6..2 2..6..2 --to-graph=graph6 | countmatch --to-graph=el | countmatch | tr '\n' ' ')" \
    '2 36 6728 ' "... and from one to the other"
try dimer grid 2..4 2..4 --to-graph=gml
is "$status" 4 "a file in GML has one graph"
for bad in '--to-graph=gexf' '--to-graph=el --svg' '--to-graph=el --to-mtx' '--to-graph=el --json' \
    '--to-graph=el --marginals' '--symmetry --pattern' '--symmetry --total' '--symmetry --mod=7'; do
    read -ra words <<< "$bad"
    refuses 2 countmatch "${words[@]}" "$data/petersen.el"
done

# ------------------------------------------------------------------ automorphisms
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
group 4 "a square with weights 1, 2 in turn" printf 'a b 1\nb c 2\nc d 1\nd a 2\n'
group 2 "a square with weights 1, 1, 1, 2" printf 'a b 1\nb c 1\nc d 1\nd a 2\n'
group 8 "... where two edges come to 2, and all are the same" printf 'a b 2\nb c 2\nc d 2\nd a 1\nd a 1\n'
group 2 "a square with a loop" printf 'a b\nb c\nc d\nd a\na a\n'
group 1 "no vertices" printf '%%graph\n'
is "$(dimer grid 2 3 --weights=2,3 | countmatch --symmetry | sort | tr '\n' ';')" \
    '(1,1 1,3)(2,1 2,3);(1,1 2,1)(1,2 2,2)(1,3 2,3);4;' "generators are cycles of names"
is "$(printf 'C~\nC]\n' | countmatch --symmetry | grep -v '(' | tr '\t\n' ': ')" "1:24 2:8 " \
    "several graphs: each line has the number of its graph"
try countmatch --symmetry --json "$data/petersen.el"
for part in '"order":"120"' '"names":["12",' '"generators":[['; do
    has "$part" "$out" "--json has $part"
done
# ------------------------------------------------------------------ graphs with names
# Vertices, edges, and the order of the group.  The symmetric cubic graphs: The Foster Census (Bouwer, Chernoff,
# Monson and Star, 1988); Gray's graph: Bouwer, J. Combin. Theory B 12 (1972); the cage of girth 12: Benson, Canad. J.
# Math. 18 (1966); the others: Read and Wilson, An Atlas of Graphs (1998); Frucht's graph has no symmetry (Frucht 1939).
while read -r name vertices edges order; do
    dimer named "$name" > "$scratch/named.el"
    is "$(awk '!/%/ { edges++; for (k = 1; k <= 2; k++) n = $k > n ? $k : n } END { print n, edges }' "$scratch/named.el") \
$(countmatch --symmetry "$scratch/named.el" | head -n 1)" "$vertices $edges $order" "dimer named $name"
done << 'END'
tetrahedron 4 6 24
k33 6 9 72
cube 8 12 48
octahedron 6 12 48
icosahedron 12 30 120
wagner 8 12 16
petersen 10 15 120
duerer 12 18 12
franklin 12 18 48
frucht 12 18 1
truncated-tetrahedron 12 18 24
heawood 14 21 336
moebius-kantor 16 24 96
pappus 18 27 216
desargues 20 30 240
dodecahedron 20 30 120
mcgee 24 36 32
nauru 24 36 144
f26a 26 39 78
tutte-coxeter 30 45 1440
dyck 32 48 192
gray 54 81 1296
foster 90 135 4320
tutte-12-cage 126 189 12096
END
is "$(dimer named petersen | countmatch --to-graph=graph6 | countmatch --matchings=line)" "$(countmatch --matchings=line "$data/petersen.el")" \
    "... and the matchings of Petersen's graph"
is "$(dimer named icosahedron | countmatch --degree=3)" "$(dimer named icosahedron | countmatch --degree=2)" "the rest of a factor is one, too"
is "$(for name in octahedron icosahedron; do dimer named $name | awk '!/%/ { n = a[$1]++ ; b[$2]++; e[$1, $2] = e[$2, $1] = 1 }
    END { for (u = 1; u < 13; u++) for (v = u + 1; v < 13; v++) for (w = v + 1; w < 13; w++) t += (u, v) in e && (u, w) in e && (v, w) in e
          print t }'; done)" $'8\n20' "... and these have 8 and 20 triangles"
is "$(dimer named heawood --to-graph=graph6 | countmatch)" 24 "... in another format"
refuses 2 dimer named
refuses 2 dimer named peterson
refuses 2 dimer named petersen 5
refuses 2 dimer named petersen --periodic
finish
