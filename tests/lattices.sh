#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lattices on a torus, kagome and square-octagon lattices, rings of one and two, ranges of sizes.  Counts
# are compared with published values and formulas, and with a second engine that does not use embeddings.
. "${srcdir:-.}/tests/tap.sh"

# counts WANTED LATTICE...: the count by the planner's engine with the embedding, and by another engine
# without it.
counts() {
    local wanted=$1
    shift
    dimer "$@" > "$scratch/lattice.el" || { ok 1 "dimer $*"; return; }
    is "$(countmatch "$scratch/lattice.el" 2> "$scratch/err")" "$wanted" "dimer $* has $wanted"
    is "$(sed '/^%/d' "$scratch/lattice.el" | countmatch --engine=tree --no-reduce 2> "$scratch/err")" \
        "$wanted" "... by engine tree, without the embedding"
}

# four M N FORMULA POWER FIRST: half the sum of four products over M x N wave numbers s, t, each to a
# power.  The first product has the sign FIRST (Kasteleyn, Physica 27, 1961, section 5).
four() {
    awk -v m="$1" -v n="$2" -v power="$4" -v first="$5" '
        function product(a, b,   k, l, p, s, t) {
            p = 1
            for (k = 0; k < m; k++) for (l = 0; l < n; l++) {
                s = 2 * pi * (k + a) / m; t = 2 * pi * (l + b) / n
                p *= '"$3"'
            }
            return p > 0 ? p ^ power : 0 }
        BEGIN { pi = atan2(0, -1)
            printf "%.0f\n", (first * product(0, 0) + product(.5, 0) + product(0, .5) + product(.5, .5)) / 2 }'
}

# ------------------------------------------------------------------ kagome
# Wu and Wang, Physica A 387 (2008): 2^(MN + 1) on a torus with an even number of vertices.
for size in "2 1" "2 2" "2 3" "4 3" "4 4" "3 6"; do
    read -r m n <<< "$size"
    counts $((1 << m * n + 1)) kagome "$m" "$n" --periodic
done
is "$(dimer kagome 12 12 --periodic | countmatch)" 44601490397061246283071436545296723011960832 \
    "kagome 12 12 --periodic has 2^145"
is "$(dimer kagome 3 3 --periodic | countmatch)" 0 "an odd number of vertices has no perfect matching"
# Every vertex has four neighbours, and edges of three directions.
is "$(dimer kagome 5 4 --periodic --weights=1,2,3 | awk '!/^%/ { degree[$1]++; degree[$2]++; kind[$3]++ }
    END { for (v in degree) vertices[degree[v]]++; print vertices[4], kind[1], kind[2], kind[3] }')" \
    "60 40 40 40" "kagome 5 4 --periodic: 60 vertices of degree 4, 120 edges"
counts "$(dimer kagome 3 2 | countmatch --engine=hafnian --no-reduce)" kagome 3 2

# ------------------------------------------------------------------ square-octagon
# Wu, Int. J. Modern Physics B 20 (2006): the sum of ln(5 - 4 cos s cos t) over wave numbers, 0.376996 a dimer.
for size in "2 2" "3 3" "4 4" "3 4" "5 3"; do
    read -r m n <<< "$size"
    counts "$(four "$m" "$n" "5 - 4 * cos(s) * cos(t)" .5 -1)" square-octagon "$m" "$n" --periodic
done
is "$(dimer square-octagon 24 24 --periodic | countmatch --per-vertex | awk '{ printf "%.6f\n", 2 * $1 }')" \
    0.376996 "square-octagon: the entropy of a dimer"
counts 2 square-octagon 1 1
counts "$(dimer square-octagon 3 3 | countmatch --to-mtx | perm-mtx --engine=ryser --no-reduce)" square-octagon 3 3

# ------------------------------------------------------------------ triangular, king, box
# Fendley, Moessner and Sondhi, Phys. Rev. B 66 (2002) 214513, section II.
for size in "3 4" "4 4" "4 6" "6 6" "5 6"; do
    read -r m n <<< "$size"
    counts "$(four "$m" "$n" "4 * (sin(s) ^ 2 + sin(t) ^ 2 + cos(s + t) ^ 2)" .25 1)" triangular "$m" "$n" --periodic
done
is "$(dimer triangular 24 24 --periodic | countmatch --per-vertex | awk '{ printf "%.4f\n", $1 - log(2) / 576 }')" \
    0.4286 "triangular: the entropy of a vertex"
# A torus of 3 x 3 with both diagonals is a complete graph: 7!! and 5!!.
counts 105 king 3 3 --periodic --holes=2,2
counts 15 king 3 3 --periodic --holes=1,1:2,2:3,3
for size in "3 4" "4 4" "4 5"; do
    read -ra list <<< "$size"
    counts "$(dimer king "${list[@]}" --periodic | countmatch --engine=hafnian --no-reduce)" \
        king "${list[@]}" --periodic
done
# A ring of four is a square, so this is the hypercube of 6 dimensions (OEIS A005271).
is "$(dimer box 4 4 4 --periodic | countmatch)" 16332454526976 "box 4 4 4 --periodic"
is "$(dimer hypercube 0 | countmatch)" 0 "hypercube 0 is a vertex"
is "$(dimer grid 5 6 --periodic)" "$(dimer torus 5 6)" "grid --periodic is a torus"
refuses 2 dimer aztec 3 --periodic

# ------------------------------------------------------------------ rings of one and two
# OEIS A162484, the 2 x n torus, and the row of A341741 for C_4 x C_n.
is "$(dimer torus 2 1..8 | countmatch 2> "$scratch/err" | tr '\n' ' ')" "2 8 14 36 82 200 478 1156 " \
    "torus 2 n: A162484"
has "listed again" "$(< "$scratch/err")" "... with a note about doubled edges"
is "$(dimer torus 4 1..6 | countmatch 2> "$scratch/err" | tr '\n' ' ')" "2 36 50 272 722 3108 " \
    "torus 4 n: A341741"
for n in 2 3 5; do # a ring of two is an edge of weight 2
    is "$(dimer torus 2 $n $n | countmatch 2> "$scratch/err")" \
        "$(dimer torus 2 $n $n | sed '/^%/d' | awk '{ print $1, $2, 1 }' | countmatch --engine=tree 2> "$scratch/err")" \
        "torus 2 $n $n by two engines"
done
is "$(dimer honeycomb 1 1 | countmatch 2> "$scratch/err")" 3 "honeycomb 1 1: three edges between two vertices"
is "$(dimer torus 1 1 | countmatch)" 0 "a single vertex"
is "$(dimer king 2 2 --periodic | countmatch 2> "$scratch/err")" 24 "king 2 2 --periodic: 2 2 + 2 2 + 4 4"

# ------------------------------------------------------------------ random tilings of a torus
# Each vertex has one partner, which is a neighbour.  tests/torus_draws has the distribution.
for args in "torus 32 32" "honeycomb 16 16" "triangular 12 12 --periodic" "kagome 4 6 --periodic"; do
    read -ra list <<< "$args"
    dimer "${list[@]}" > "$scratch/torus.el"
    is "$(countmatch --sample=1 "$scratch/torus.el" | tr ' -' '\n ' | awk '
            NR == FNR && !/^%/ { edge[$1 " " $2]; edge[$2 " " $1]; vertex[$1]; vertex[$2] }
            NR > FNR { if (!($0 in edge)) bad++; seen[$1]++; seen[$2]++ }
            END { for (v in vertex) if (seen[v] != 1) bad++; print bad + 0 }' "$scratch/torus.el" -)" 0 \
        "dimer $args | countmatch --sample=1 is a perfect matching"
done

# ------------------------------------------------------------------ known sequences
# The terms that the sequences in `dimer --list` begin with.
while IFS='|' read -r name sequence sizes terms; do
    has "$sequence" "$(dimer --list "$name" | tr -d '\n ')" "dimer --list $name names $sequence"
    # shellcheck disable=SC2086
    is "$(dimer "$name" $sizes | countmatch | tr '\n' ' ')" "$terms " "... and these are its terms"
done << END
grid|A004003|2..6..2 2..6..2|2 36 6728
grid|A000045|2 1..5|1 2 3 5 8
aztec|A006125|1..4|2 8 64 1024
hexagon|A008793|1..3 1..3 1..3|2 20 980
box|A028446|2..4..2 2..4..2 2..4..2|9 5051532105
hypercube|A005271|1..4|1 2 9 272
king|A239273|2..4..2 2..4..2|3 280
complete|A001147|2..10..2|1 3 15 105 945
complete-bipartite|A000142|1..6 1..6|1 2 6 24 120 720
END
is "$(dimer complete 7 | grep -c '^[^%]') $(dimer complete 3 --holes=2 | tr '\n' ' ')" "21 %graph undirected 1 3 " "complete 7 has 21 edges"
is "$(dimer complete-bipartite 2 3 --weights=5 | countmatch --matchings=line)" "1 30 150" "the rook numbers of 2 x 3, times 5^k"
is "$(dimer --list | grep -c 'sizes')" 18 "dimer --list describes every lattice"
refuses 2 dimer --list kind
saying "did you mean 'grid'" refuses 2 dimer squares 3 3

# ------------------------------------------------------------------ ranges of sizes
# OEIS A004003, domino tilings of the 2n x 2n square.
is "$(dimer grid 2..10..2 2..10..2 | countmatch | tr '\n' ' ')" "2 36 6728 12988816 258584046368 " \
    "dimer grid 2..10..2 2..10..2"
is "$(dimer grid 2..10 2..10 | countmatch | wc -l)" 9 "dimer grid 2..10 2..10: nine answers"
is "$(dimer grid 2 0..6 | countmatch --bfile | tr '\n' ' ')" "0 1 1 1 2 2 3 3 4 5 5 8 6 13 " \
    "--bfile: Fibonacci's numbers, A000045"
is "$(dimer aztec 1..4 --weights=2,1/2 | countmatch --exact --bfile | tail -n 1)" \
    "4 $(dimer aztec 4 --weights=2,1/2 | countmatch --exact)" "weights go with every size"
is "$(printf 'a b\n%%graph 7\nc d\n%%graph 9\n' | countmatch --bfile | tr '\n' ' ')" "1 1 7 1 9 1 " \
    "an edge list of three graphs, the first without a number, the last without a vertex"
# Lattices one after the other are several graphs: 4 x 4 and 6 x 6 of A335586, 3 and 15 pairings, and loops
# over weights as one by one.  The reader also separates them by their positions alone.
streams() { dimer torus 4 4 && dimer complete 4 && dimer grid 0 0 && dimer complete 6 && dimer torus 6 6; }
is "$(streams | countmatch | tr '\n' ' ')" "272 3 1 15 90176 " "a stream of lattices is a stream of graphs"
is "$(streams | countmatch --to-graph=el | countmatch | tr '\n' ' ')" "272 3 1 15 90176 " "... also written again"
is "$( (dimer grid 2 2 && dimer grid 4 4 && dimer torus 4 4 && dimer torus 6 6) | sed '/^%graph/d' | countmatch |
    tr '\n' ' ')" "2 36 272 90176 " "... and where only positions separate them"
is "$( (dimer grid 2 2 --to-graph=el && dimer grid 4 4 --to-graph=el) | countmatch | tr '\n' ' ')" "2 36 " \
    "... and as --to-graph=el"
for w in 1 1/2 3; do dimer torus 4 4 --weights=1,$w > "$scratch/$((++weights)).el"; done
is "$(cat "$scratch"/[123].el | countmatch --per-vertex)" \
    "$(for k in 1 2 3; do countmatch --per-vertex "$scratch/$k.el"; done)" "... and a loop over weights"
is "$(dimer grid 2 2 | countmatch --bfile)" "1 2" "a single lattice has no number"
is "$(printf '# a comment\n%%graph 7\na b\n' | countmatch --bfile)" "7 1" "a comment before %graph is no graph"
is "$(printf '1,1 1,2\n%%place 0,1 1,0\n1,3 1,4\n' | countmatch)" 1 "positions after the first edges are of the same graph"
(dimer grid 2 2 && dimer grid 4 4) | sed 's/%.*//' | countmatch --format=el > "$scratch/out" 2> "$scratch/err"
has "a line %graph separates two graphs" "$(< "$scratch/err")" "lists without any marks are one graph, with a note"
printf 'A_\nC~\n' > "$scratch/two.g6"
is "$(for n in 2 3 4 5; do
    echo "%graph $n"
    for ((u = 1; u <= n; u++)); do for ((v = 1; v <= n; v++)); do [ "$u" = "$v" ] || echo "$u $v"; done; done
done | cyclecover --bfile | tr '\n' ' ')" "2 1 3 2 4 9 5 44 " "--bfile: derangements, A000166"
is "$(countmatch --bfile "$scratch/two.g6" | tr '\n' ' ')" "1 1 2 3 " "--bfile of graph6 counts graphs"
is "$(dimer grid 2..4 2..4 | countmatch --json | grep -o '"graph":[0-9]*' | tr '\n' ' ')" '"graph":2 "graph":3 "graph":4 ' \
    "--json has an object for each graph, with its number"
refuses 2 dimer grid 2..4 2..5
refuses 2 dimer grid 4..2 3
refuses 2 dimer grid 2..4..0 3
refuses 2 dimer grid 2.. 3
refuses 2 dimer grid 2..3..1..1 3
refuses 2 dimer grid 2..3 2..3 --svg
refuses 2 dimer grid 2..4 3 --holes=3,1
refuses 1 countmatch <(printf '%%graph x\na b\n')
refuses 2 countmatch --bfile --json "$scratch/two.g6"
refuses 2 dimer torus 0 4
# --mask
awk 'BEGIN { for (i = -5; i <= 5; i += 2) { for (j = -5; j <= 5; j += 2)
    printf "%s", (i < 0 ? -i : i) + (j < 0 ? -j : j) <= 6 ? "o" : (i < 0 ? "." : " "); print "" } }' > "$scratch/mask"
is "$(dimer grid --mask="$scratch/mask" | countmatch)" 64 "--mask: the Aztec diamond of order 3"
is "$(dimer grid --mask=- < "$scratch/mask" --holes=3,1:3,2 | countmatch)" \
    "$(dimer grid 6 6 --holes=1,1:1,2:2,1:1,5:1,6:2,6:5,1:6,1:6,2:5,6:6,6:6,5:3,1:3,2 | countmatch)" "... with more holes"
printf '####\r\n#..#\r\n####\r\n' > "$scratch/crlf"
for lattice in cylinder torus klein moebius triangular king knight; do
    is "$(dimer $lattice --mask="$scratch/crlf")" "$(dimer $lattice 3 4 --holes=2,2:2,3)" "--mask: $lattice"
done
mask() { # MESSAGE TEXT
    printf "$2" > "$scratch/bad"
    dimer grid --mask="$scratch/bad" > "$scratch/out" 2> "$scratch/err"
    is "$? $(< "$scratch/out")" "1 " "--mask is refused: $1"
    has "$1" "$(< "$scratch/err")" "... with this message"
}
mask 'bad: line 2: 3 cells, but the first line has 4' '####\n###\n'
mask 'bad: line 1: it is empty' '\n##\n'
mask 'bad: the picture has no lines' ''
mask 'bad: line 2: character 2 is not printable' '##\n#\t\n'
refuses 1 dimer grid --mask="$scratch/missing"
refuses 2 dimer aztec --mask="$scratch/crlf"
refuses 2 dimer box --mask="$scratch/crlf"
refuses 2 dimer complete 3 --mask="$scratch/crlf"
# A picture covers given sizes again and again.  Edges have the weights of their first cell's letter: of the
# Aztec diamond of order n with these letters, each cell of four edges has the sum 2 3 + 1 5, and so each step
# of shuffling (Propp, 2003) gives a factor 11.
is "$(dimer grid 6 8 --mask="$scratch/crlf")" "$(dimer grid 6 8 --holes=2,2:2,3:2,6:2,7:5,2:5,3:5,6:5,7)" "--mask repeated"
file letters ab ba
is "$(dimer aztec 4 --mask="$scratch/letters" --letters=a:2,b:3:5 | countmatch)" 25937424601 "--letters: 11^10"
is "$(dimer aztec 4 --mask="$scratch/letters" --letters=a:2,b:3:5 | countmatch --engine=tree --no-reduce)" 25937424601 \
    "... by engine tree"
is "$(dimer triangular 3 4 --mask="$scratch/letters" --letters=a:2:3,b:2:3 --weights=7,7,5)" \
    "$(dimer triangular 3 4 --weights=2,3,5)" "letters with equal weights"
saying "letters: line 1: cell 2 is 'b'" refuses 2 dimer grid 4 4 --mask="$scratch/letters" --letters=a:2
refuses 2 dimer grid 4 4 --mask="$scratch/letters" --letters=a2
refuses 2 dimer grid 4 4 --mask="$scratch/letters" --letters=a:2:3:9,b:3
refuses 2 dimer grid 4 4 --mask="$scratch/letters" --letters=a:2::3,b:3
refuses 2 dimer grid 4 4 --mask="$scratch/letters" --letters=a:2,b:3,.:2
refuses 2 dimer grid 4 4 --letters=a:2
# Ranges of weights: one lattice for each, with a title, which all outputs have.
dimer grid 4 4 --weights=2,1..2..0.5 > "$scratch/swept"
is "$(countmatch --bfile "$scratch/swept" | tr '\n' ' ')" "$(k=1; for w in 1 1.5 2; do
    echo "# weights 2,$w $k $(dimer grid 4 4 --weights=2,$w | countmatch)"; k=$((k + 1)); done | tr '\n' ' ')" "a sweep over weights"
is "$(countmatch --json "$scratch/swept" | grep -o '"title":"[^"]*"' | tr '\n' ' ')" \
    '"title":"weights 2,1" "title":"weights 2,1.5" "title":"weights 2,2" ' "... with titles in JSON"
is "$(countmatch --marginals --csv "$scratch/swept" | cut -d, -f1-3 | sort -u | tr '\n' ' ')" \
    '1,"weights 2,1" 2,"weights 2,1.5" 3,"weights 2,2" graph,title,u ' "... in CSV"
is "$(countmatch --to-graph=el "$scratch/swept" | grep -c '^%graph.* undirected "weights 2,')" 3 "... and in edge lists"
refuses 2 dimer grid 2..4 4 --weights=1..2
refuses 2 dimer grid 4 4 --weights=1..
refuses 2 dimer grid 4 4 --weights=1..2..x
for title in '"a' '"a" b' '1 "a" undirected'; do
    refuses 1 countmatch <(printf '%%graph %s\na b\n' "$title")
done
has "the first graph has no title" "$(printf '%%graph\na b\n%%graph "b"\na b\n' | countmatch 2>&1)" "a title after none"
# --q: Elkies et al., 1992: the sum over tilings is the product of (1 + q^(2k + 1))^(n - k); MacMahon, 1916: that of
# (q^(i + j + k - 1) - 1) / (q^(i + j + k - 2) - 1); both up to a power of q.
is "$(dimer aztec 3 --q=2 | countmatch --digits=30)" "$(awk 'BEGIN { printf "%.14f", 72171 / 2 ^ 14 }')" "--q: Aztec diamond of order 3"
is "$(dimer aztec 2 --q=1/2 | countmatch)" 2.53125 "... of order 2, a fraction"
is "$(dimer hexagon 2 3 2 --q=3 | countmatch) $(dimer hexagon 3 2 4 --q=2 | countmatch)" "$((729 * 1024870)) $((8 * 76499847))" "... plane partitions"
is "$(dimer aztec 3 --q=x | countmatch --powers | head -n 1)" "-14 1" "... the constant of an odd order"
refuses 2 dimer torus 4 4 --q=2
refuses 2 dimer grid 4 4 --q=-2
refuses 2 dimer grid 4 4 --q=1234567890
refuses 2 dimer grid 4 4 --q=2/
refuses 2 dimer grid 4 4 --q=2 --weights=2
# --points, and positions of GML, which dimer writes, Pajek and GraphML: all give the same picture.
awk 'BEGIN { for (i = 1; i <= 4; i++) for (j = 1; j <= 5; j++) print i * .5 ", " j * .5 " # point" }' > "$scratch/points"
is "$(dimer --points="$scratch/points" | countmatch)" 95 "--points: the nearest ones of a 4 x 5 grid"
is "$(dimer --points="$scratch/points" --distance=1 | countmatch) $(dimer --points=- --distance=1 < "$scratch/points" --to-graph=el | grep -c ,)" \
    "$(dimer --points="$scratch/points" --distance=1 | countmatch --engine=tree) 0" "--distance"
awk 'BEGIN { for (k = 0; k < 8; k++) print k % 2, int(k / 2) % 2, int(k / 4) }' > "$scratch/space"
is "$(dimer --points="$scratch/space" | countmatch)" 9 "... points of a cube"
points() { # MESSAGE TEXT
    printf "$2" > "$scratch/bad"
    saying "bad: $1" refuses 1 dimer --points="$scratch/bad"
}
points 'line 2: two or three numbers' '1 2\nx 3\n'
points 'line 1: two or three numbers' '1 2 3 4\n'
points 'lines 1 and 3 are the same point' '1 2\n0 0\n1.0 2\n'
refuses 2 dimer --points="$scratch/space" --distance=0
refuses 2 dimer --points=/dev/null --distance=x
refuses 2 dimer grid --points="$scratch/space"
refuses 2 dimer --points="$scratch/space" --weights=2
picture() { countmatch --marginals --svg "$1" | grep -m 1 "<path"; }
printf '0 0\n10 0\n10 7.5\n0 7.5\n' > "$scratch/four"
dimer --points="$scratch/four" --distance=7.5 | sed 's/^]$/edge [ source 1 target 2 ] edge [ source 3 target 4 ] ]/' > "$scratch/four.gml"
{
    printf '*Vertices 4\n1 "one of four" 0 0 0.5\n2 b 10 0\n3 c 10 7.5 0 ic Red\n4 d 0 7.5\n*Edges\n'
    printf '%s\n' '1 4' '2 3' '1 2' '3 4'
} > "$scratch/four.net"
{
    echo '<graphml><key id="a" for="node" attr.name="x"/><key id="b" for="node" attr.name="y"/><graph edgedefault="undirected">'
    awk '{ print "<node id=\"" NR "\"><data key=\"b\">" $2 "</data><data key=\"a\"> " $1 "</data></node>" }' "$scratch/four"
    for edge in '1 4' '2 3' '1 2' '3 4'; do echo "<edge source=\"${edge% *}\" target=\"${edge#* }\"/>"; done
    echo '</graph></graphml>'
} > "$scratch/four.graphml"
sed 's|<data key="b">\(.*\)</data><data key="a">\(.*\)</data>|<data key="d"><y:Geometry height="1" x="\2" y="\1"/></data>|; s/<graphml>/<graphml xmlns:y="y">/' \
    "$scratch/four.graphml" > "$scratch/yed.graphml"
has 'h1.333' "$(picture "$scratch/four.gml")" "a picture by positions of GML"
for file in four.net four.graphml yed.graphml; do
    is "$(picture "$scratch/$file")" "$(picture "$scratch/four.gml")" "... of $file"
done
# ------------------------------------------------------------------ embeddings that are not given
# --list describes each lattice of --help=lattices: its sizes, and the sequences of its counts.
dimer --list > "$scratch/list"
is "$(grep -o '^  [a-z-]*' "$scratch/list" | sort)" "$(dimer --help=lattices | grep -o '^  [a-z-]*' | sort)" \
    "--list has all lattices"
has "aztec N Aztec diamond of order N; weights x, y; sizes from 0 to 250000; counts: A006125(n + 1)" \
    "$(tr -s ' \n' ' ' < "$scratch/list")" "... of aztec the sizes and the sequence"

# shuffled SEED: an edge list with integers as names and edges in another order, without comment lines.
shuffled() {
    awk -v seed="$1" 'BEGIN { srand(seed) }
        /^%/ { next }
        { for (k = 1; k <= 2; k++) if (!($k in number)) { number[$k] = ++n; name[n] = n } u[++m] = $1; v[m] = $2; w[m] = $3 }
        END {
            for (i = n; i > 1; i--) { j = int(rand() * i) + 1; t = name[i]; name[i] = name[j]; name[j] = t }
            for (i = m; i > 0; i--) {
                j = int(rand() * i) + 1
                print name[number[u[j]]], name[number[v[j]]], w[j]
                u[j] = u[i]; v[j] = v[i]; w[j] = w[i]
            } }'
}

# The count is that with the embedding; small ones are also counted by the engine tree.
while read -r lattice; do
    read -ra words <<< "$lattice"
    dimer "${words[@]}" > "$scratch/lattice.el"
    shuffled 36 < "$scratch/lattice.el" > "$scratch/shuffled.el"
    is "$(countmatch --engine=planar "$scratch/shuffled.el")" "$(countmatch "$scratch/lattice.el")" \
        "dimer $lattice: the embedding in the torus is found"
done << 'END'
torus 16 16
torus 5 6
torus 4 10
torus 8 10 --weights=2/3,5
honeycomb 6 6
kagome 6 4 --periodic
triangular 6 8 --periodic --weights=1,2,3
square-octagon 4 4 --periodic
END
for seed in 1 2 3; do
    dimer torus 10 10 | awk -v seed="$seed" '
        function any() { return 2 * int(5 * rand()) }
        BEGIN { srand(seed); for (k = 0; k < 3; k++) { gone[1 + any() "," 1 + any()]; gone[2 + any() "," 1 + any()] } }
        !/^%/ && !($1 in gone) && !($2 in gone)' | shuffled "$seed" > "$scratch/shuffled.el"
    is "$(countmatch --engine=planar "$scratch/shuffled.el")" \
        "$(countmatch --engine=sweep --no-reduce "$scratch/shuffled.el")" "a torus without six vertices, $seed"
done
# The four eliminations share what is the same; modulo small primes, many rows have no pivot in their front.
for lattice in "torus 50 6" "honeycomb 10 6" "triangular 8 9 --periodic" "kagome 5 6 --periodic"; do
    read -ra words <<< "$lattice"
    dimer "${words[@]}" > "$scratch/lattice.el"
    for number in --exact --mod={2,3,5,7}; do
        is "$(countmatch --engine=planar "$number" "$scratch/lattice.el")" \
            "$(countmatch --engine=sweep "$number" "$scratch/lattice.el")" "dimer $lattice, $number, by two engines"
    done
done
dimer torus 16 16 | shuffled 5 > "$scratch/shuffled.el"
is "$(countmatch --sample=2 --seed=1 "$scratch/shuffled.el" | tr ' -' '\n' | sort -n | uniq -c | awk '$1 == 2' | wc -l)" \
    256 "a torus without embedding: each sample has each vertex once"
is "$(countmatch --marginals "$scratch/shuffled.el" | awk '{ print $3 }' | sort -u)" 1/4 \
    "... and each edge has the share 1/4"
dimer torus 4 4 | shuffled 7 > "$scratch/shuffled.el"
is "$(countmatch "$scratch/shuffled.el")" 272 "torus 4 4 has 272"
has "far edges" "$(countmatch --engine=planar --plan "$scratch/shuffled.el")" "... cycles do not tell its embedding, but it is nearly planar"
is "$(countmatch --engine=planar "$scratch/shuffled.el")" 272 "... 272 again"
# Far edges are looked for when another way is known that takes long.
{
    dimer grid 30 30
    printf '%s\n' '4,5 25,20' '3,26 22,9' '15,3 16,28' '8,15 27,14' '10,10 20,21'
} > "$scratch/near.el"
has "far edges" "$(countmatch --plan "$scratch/near.el")" "a grid with five far edges is nearly planar"
# Far edges that lead through a vertex with two edges stay; corners of the grid go.
{
    dimer grid 30 30 | grep -v '^%'
    printf '%s\n' '4,5 0,1' '0,1 25,20' '3,26 0,2' '0,2 22,9' '15,3 0,3' '0,3 16,28' '8,14 0,4' '0,4 27,13'
} > "$scratch/through.el"
has "4 far edges" "$(countmatch --plan "$scratch/through.el")" "a grid with far edges through vertices with two edges"
is "$(countmatch "$scratch/through.el")" "$(countmatch --no-reduce "$scratch/through.el")" "... and the same number as without rules"

# Sparse pieces on three vertices that are not planar: K3,3 with subdivided edges.
{
    dimer grid 12 12 | grep -v '^%'
    awk 'BEGIN { for (k = 1; k <= 3; k++) { i = 3 * k; split(i "," i " " i "," i + 1 " " i + 1 "," i, end, " ")
        n = split("0,4 0,5 1,3 1,5 2,3 2,4 0,6 6,3 1,7 7,4 2,8 8,5 9,0 9,4", edge, " ")
        for (e = 1; e <= n; e++) { split(edge[e], v, ","); print "0," k v[1], "0," k v[2] }
        for (e = 1; e <= 3; e++) print end[e], "0," k e + 5 } }'
} > "$scratch/sparse.el"
has "planar (determinant of order 68" "$(countmatch --plan "$scratch/sparse.el")" "sparse pieces on three vertices are replaced"
is "$(countmatch "$scratch/sparse.el")" "$(countmatch --no-reduce "$scratch/sparse.el")" "... and the same number as without rules"

# named FILE OPTION...: the far edges that the plan names, one on each line, as in the file.
named() {
    countmatch --engine=planar --plan "${@:2}" "$1" | sed -n 's/.* far edges*: \(.*\)): Kasteleyn.*/\1/p' |
        sed 's/, \([^ ]* - \)/\n\1/g; s/ - / /g'
}
is "$(named "$scratch/near.el" | awk '{ print $1 "|" $2; print $2 "|" $1 }' | sort | comm -12 - \
    <(tail -n 5 "$scratch/near.el" | tr ' ' '|' | sort) | wc -l)" 5 "the plan names its far edges by the names in the file"
# Without the edges that it names, which are edges of the file, a graph is planar: any other is chosen as well.
{
    dimer grid 9 9 | grep -v '^%'
    for v in 1,1 3,3 5,5 7,7 2,8 8,2 9,9 1,7; do echo "0,0 $v"; done
} | sed 's/\([0-9]*\),\([0-9]*\)/v\1_\2/g' > "$scratch/apex.el"
named "$scratch/apex.el" --no-reduce | tee "$scratch/far" |
    awk 'NR == FNR { far[$1 " " $2]; far[$2 " " $1]; next } !($0 in far)' - "$scratch/apex.el" > "$scratch/rest.el"
is "$(($(wc -l < "$scratch/rest.el") + $(wc -l < "$scratch/far")))" "$(wc -l < "$scratch/apex.el")" \
    "the far edges of a vertex with eight edges are edges of the file"
is "$(countmatch --engine=planar --plan --no-reduce "$scratch/rest.el" | grep -c 'planar (determinant')" 1 \
    "... without them the graph is planar"
has "made by the rule degree" "$(countmatch --engine=planar --plan "$scratch/apex.el")" "a vertex that a rule made has no name"
has "far edges: an added vertex with 41 edges)" "$(dimer grid 9 9 | countmatch --engine=planar --plan --unmatched=1)" \
    "the partner of a free vertex has none, either"
sed "/^%place/d; s/[0-9]*,[0-9]*/$(printf 'x%.0s' {1..100})&/g" "$scratch/near.el" > "$scratch/long.el"
is "$(countmatch --engine=planar --plan "$scratch/long.el" | grep -c '5 far edges: x[^ ]* - x[^ ]* and 4 more)')" 1 \
    "where names are long, one edge is named"
sed 's/xx*/&&&/g' "$scratch/long.el" > "$scratch/longer.el"
has "5 far edges)" "$(countmatch --engine=planar --plan "$scratch/longer.el")" "... or none"
has "3 far edges: 2,2 - 7,5, 1,8 - 4,4, 3,6 - 7,2)" "$({
    dimer grid 8 8 --couplings=pm1 --seed=1
    printf '%s 1\n' '2,2 7,5' '3,6 7,2' '4,4 1,8'
} | ising --beta=1 --engine=planar --plan)" "the far edges of spins"

# A random cubic graph, which is not on a torus.
awk 'BEGIN { srand(3); n = 400; for (i = 0; i < n; i++) { print i, (i + 1) % n; p[i] = i }
    for (i = n - 1; i > 0; i--) { j = int(rand() * (i + 1)); t = p[i]; p[i] = p[j]; p[j] = t }
    for (i = 0; i < n; i += 2) print p[i], p[i + 1] }' > "$scratch/cubic.el"
countmatch --pattern --time=1 "$scratch/cubic.el" 2> "$scratch/err"
is $? 4 "a random cubic graph of 400 vertices is refused"
countmatch --engine=planar "$scratch/cubic.el" 2> "$scratch/planar_err"
has "no embedding in a torus or a similar surface was found" "$(< "$scratch/planar_err")" "... the engine says how to give it"
has "; too many edges would be far" "$(< "$scratch/planar_err")" "... and why there are no far edges"
has "if the graph lies on a torus, lines %place and %period help" "$(head -n 1 "$scratch/err")" "... and the message names %period"

finish
