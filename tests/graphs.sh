#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# countmatch, cyclecover and dimer as a user sees them: published counts, pipelines, formats, options,
# refusals.
. "${srcdir:-.}/tests/tap.sh"

data=$here/data

# count ARGUMENT...: countmatch of the lattice that dimer makes from the arguments.
count() {
    dimer "$@" | countmatch 2>&1
}

# lattice ANSWER DIMER-ARGUMENT...
lattice() {
    local wanted=$1
    shift
    is "$(count "$@")" "$wanted" "dimer $* | countmatch prints $wanted"
}

# ------------------------------------------------------------------ published counts
# lattices.sh has the first terms of the sequences.
# Kasteleyn, The statistics of dimers on a lattice, Physica 27, 1961; OEIS A004003, A143659.
lattice 1 grid 0 0
lattice 0 grid 1 1
lattice 0 grid 3 5
lattice 1292697 grid 7 8
lattice 53060477521960000 grid 12 12
lattice 2 grid 3 3 --holes=2,2
lattice 196 grid 5 5 --holes=3,3
lattice 75272 grid 7 7 --holes=4,4
# The board without two opposite corners.
lattice 0 grid 8 8 --holes=1,1:8,8
# OEIS A335586, A005271 (a ring of 4 is a square), A028447, A028452, A008793 (MacMahon), A239273,
# A289202.
lattice 311853312 torus 8 8
lattice 589185 hypercube 5
lattice 16332454526976 hypercube 6
lattice 229 box 2 3 3
lattice 1845 box 4 2 3
lattice 117805 box 3 4 3
lattice 232848 hexagon 4 4 4
lattice 116424 hexagon 3 4 5
lattice 9265037718181937012241727284450000 hexagon 10 10 10
lattice 3037561 king 6 6
lattice 110398330187352570951589120 knight 12 12 # docs/lab/results.md
lattice 16 knight 4 4
lattice 10304 knight 6 6
lattice 2849759680 knight 8 8
lattice 2 triangular 2 2
lattice 56 triangular 4 4
lattice 56568 triangular 6 6
# Elkies, Kuperberg, Larsen, Propp 1992: 2^(n(n + 1) / 2).
for n in 0 1 2 3 4 5 6 7 8; do
    lattice $((1 << n * (n + 1) / 2)) aztec $n
done
is "$(dimer aztec 50 | countmatch --log10)" 383.813244471576 \
    "dimer aztec 50 | countmatch --log10 prints 1275 log10(2)"

# (2n - 1)!! and n!
is "$(complete 16 | countmatch)" 2027025 "K_16 has 2027025"
is "$(complete 7 | countmatch)" 0 "K_7 has no perfect matching"
is "$(bipartite 6 | countmatch)" 720 "K_6,6 has 720"
is "$(bipartite 20 | countmatch)" 2432902008176640000 "K_20,20 has 20!"
is "$(dimer named heawood | countmatch)" 24 "the Heawood graph has 24 perfect matchings"

# Monomers and dimers: every vertex has a loop.  OEIS A028420 (squares), A000085 (complete graphs).
alone() {
    awk '!/^%/ { print; seen[$1] = seen[$2] = 1 } END { for (v in seen) print v, v }' |
        countmatch --loops 2>&1
}
is "$(dimer grid 4 4 | alone)" 10012 "matchings of a 4 x 4 grid with loops"
is "$(dimer grid 5 5 | alone)" 2810694 "matchings of a 5 x 5 grid with loops"
is "$(complete 7 | alone)" 232 "matchings of a complete graph with loops"
is "$(printf '1 1\n' | countmatch --loops)" 1 "a single vertex with a loop"
is "$(printf 'a b\na a\n' | countmatch --loops)" 1 "a loop that no matching can use"

while IFS=$'\t' read -r tool name options wanted; do
    [[ $tool == \#* ]] && continue
    read -ra list <<< "$options"
    answers 0 "$wanted" "$tool" "${list[@]}" "$data/$name"
done < <(sed 's/\t\t/\t \t/' "$data/graph-answers")

# ------------------------------------------------------------------ two ways
# The matrix of the graph has the same answer.
for args in "torus 4 6" "hexagon 1 2 3" "grid 3 4 --weights=2,1/3" "grid 3 3"; do
    read -ra list <<< "$args"
    wanted=$(dimer "${list[@]}" | countmatch --exact)
    dimer "${list[@]}" | countmatch --to-mtx > "$scratch/m.mtx"
    is "$(perm-mtx --exact "$scratch/m.mtx")" "$wanted" "dimer $args: --to-mtx | perm-mtx"
    is "$(countmatch --exact "$scratch/m.mtx")" "$wanted" "dimer $args: --to-mtx | countmatch"
done
for args in "king 4 4" "king 2 4 --weights=1,-1,1/3,5"; do
    read -ra list <<< "$args"
    is "$(dimer "${list[@]}" | countmatch --to-mtx | countmatch --exact)" \
        "$(dimer "${list[@]}" | countmatch --exact)" "dimer $args: --to-mtx | countmatch of a symmetric matrix"
done
# y^3 + 2 x^2 y with x = 2, y = 1/3.
for engine in sweep tree; do
    sizes=$(dimer grid 10 10 | countmatch --matchings --engine=$engine --threads=3)
    is "$sizes" "$(dimer grid 10 10 | countmatch --matchings --engine=$engine --threads=1)" \
        "sizes of a 10 x 10 grid by $engine on three threads and on one"
    is "$(tail -n 1 <<< "$sizes" | cut -d ' ' -f 2)" 258584046368 "... the last is OEIS A004003(5)"
done
is "$(dimer grid 2 3 --weights=2,1/3 | countmatch --exact)" 73/27 "grid 2 3 with weights"
is "$(dimer box 1 2 1 --weights=2,3,5 | countmatch)" 3 "box 1 2 1 has weight y"
is "$(dimer hypercube 2 --weights=3,5 | countmatch)" 34 "a square: x^2 + y^2"
is "$(dimer knight 3 3 --holes=2,2 --weights=2,3,5,7 | countmatch)" 541 \
    "a ring of eight moves: (2 5)^2 + (3 7)^2"
is "$(dimer torus 3 3 4 --weights=1,2,3 | countmatch)" \
    "$(dimer torus 4 3 3 --weights=3,2,1 | countmatch)" "torus 3 3 4 from the other side"

# ------------------------------------------------------------------ the torus
# torus M N: log10 of the count for even sizes (Kasteleyn 1961, section 5).
torus() {
    awk -v m="$1" -v n="$2" 'function product(a, b,   k, l, sum) {
            for (k = 0; k < m; k++) for (l = 0; l < n; l++)
                sum += log(4 * sin(2 * pi * (k + a) / m) ^ 2 + 4 * sin(2 * pi * (l + b) / n) ^ 2)
            return exp(sum / 4) }
        BEGIN { pi = atan2(0, -1)
                printf "%.9f\n", log((product(.5, 0) + product(0, .5) + product(.5, .5)) / 2) / log(10) }'
}
for size in "4 6" "8 8" "12 20" "24 16"; do
    read -ra list <<< "$size"
    is "$(dimer torus "${list[@]}" | countmatch --log10 --digits=15 --no-reduce --engine=planar |
        awk '{ printf "%.9f\n", $1 }')" "$(torus "${list[@]}")" "torus $size by four Pfaffians"
done
for args in "torus 6 7" "torus 6 8 --weights=2,1/3" "torus 6 6 --holes=1,1:4,5" "honeycomb 3 4" \
    "honeycomb 4 4 --weights=1,2,3" "torus 3 8" "torus 8 8"; do
    read -ra list <<< "$args"
    dimer "${list[@]}" > "$scratch/torus.el"
    is "$(countmatch --exact --no-reduce --engine=planar "$scratch/torus.el")" \
        "$(sed '/^%/d' "$scratch/torus.el" | countmatch --exact)" "$args with and without its embedding"
done
# Shares with the embedding, which come from up to four inverses, and without it.
for args in "torus 4 8" "torus 4 5" "torus 6 6 --weights=2,3" "honeycomb 3 3" \
    "honeycomb 4 4 --weights=1,1,2"; do
    read -ra list <<< "$args"
    dimer "${list[@]}" > "$scratch/torus.el"
    for how in --exact --precision=double; do
        is "$(countmatch --marginals $how --digits=12 "$scratch/torus.el" | cksum)" \
            "$(sed '/^%/d' "$scratch/torus.el" | countmatch --marginals $how --digits=12 | cksum)" \
            "shares of $args, $how, with and without its embedding"
    done
done
is "$(dimer torus 24 24 | countmatch --marginals | awk '{ print $3 }' | sort | uniq -c)" \
    "   1152 1/4" "all edges of a square torus are alike"
# An Aztec diamond of order n has 2^(n (n + 1) / 2) tilings.  Those without the domino in its top have
# two sides of forced dominoes, so there are 2^(n (n - 1) / 2) of them.
is "$(dimer aztec 30 | countmatch --marginals | grep '^1,30 1,31\|^1,31 1,30' | cut -d' ' -f3)" \
    1073741823/1073741824 "the domino in the top of an Aztec diamond"
# A wrong embedding is refused.
for periods in 8,7 7,8 8,16 3,3 0,8; do
    dimer torus 8 8 | sed "s/^%period.*/%period $periods/" > "$scratch/torus.el"
    refuses 4 countmatch --engine=planar "$scratch/torus.el"
done
answers 0 311853312 countmatch "$scratch/torus.el"

# Of a graph that is not bipartite, doubles come from double-double, and double-double from balls.
dimer triangular 8 8 | awk '/^%/ { next } { print $1, $2, NR * 37 % 101 + NR / 1000 }' > "$scratch/triangular.el"
for arithmetic in double dd; do
    countmatch --no-reduce --engine=planar --precision=$arithmetic --json "$scratch/triangular.el" |
        sed 's/.*"value":"\([^"]*\)".*"error_bound":"\([^"]*\)".*/\1 \2/'
done > "$scratch/accuracy"
awk '{ error[NR] = $2 / $1 } END { exit !(error[1] > 0 && error[1] < 1e-12 && error[2] > 0 && error[2] < 1e-28) }' "$scratch/accuracy"
ok $? "errors in double and in double-double"

# Any precision: balls, where exact entries would take minutes (tests/planar_known has the values).
dimer grid 60 60 --weights=0.5,1/3 > "$scratch/weights.el"
try countmatch --plan --precision=200 "$scratch/weights.el"
has "=> planar (determinant" "$out" "200 bits of a grid with weights: planar"
has "200-bit real with error bound" "$out" "... in balls"
wanted=$(countmatch --precision=200 "$scratch/weights.el")
for again in 1 2; do
    is "$(countmatch --precision=200 --checkpoint="$scratch/balls" "$scratch/weights.el")" "$wanted" \
        "balls with a checkpoint, run $again"
done
for part in 1 2; do
    countmatch --precision=200 --part=$part/2 --memory=1G "$scratch/weights.el" > "$scratch/balls$part"
done
is "$(pm-sum "$scratch"/balls[12])" "$wanted" "balls in parts"

# ------------------------------------------------------------------ formats
geng=$(command -v geng || command -v nauty-geng)
if [ -n "$geng" ]; then
    "$geng" -qb 8 > "$scratch/b8.g6"
    countmatch "$scratch/b8.g6" > "$scratch/graph6"
    is "$(wc -l < "$scratch/graph6")" "$(wc -l < "$scratch/b8.g6")" "geng -b 8 | countmatch: a line for each graph"
    is "$("$geng" -qbs 8 | countmatch --format=graph6 | sort | cksum)" \
        "$(sort "$scratch/graph6" | cksum)" "sparse6 gives the same counts as graph6"
    copyg=$(command -v nauty-copyg || command -v copyg)
    if needs "${copyg:-copyg}" "incremental sparse6"; then
        "$geng" -q 6 | "$copyg" -q -I9 > "$scratch/i6"
        is "$(countmatch --format=graph6 "$scratch/i6" | cksum)" \
            "$("$geng" -q 6 | countmatch --format=graph6 | cksum)" "incremental sparse6 gives the same"
    fi
else
    skip "NO geng (nauty) IS INSTALLED: its graphs are not tested"
fi
file square.net '*Vertices 4' '*Edges' '1 2 0.1' '3 4 3' '1 3' '2 4 2'
file square.col 'c a square' 'p edge 4 4' 'e 1 2' 'e 3 4' 'e 1 3' 'e 2 4'
file square.ncol 'a b 0.1' 'c d 3' 'a c 1' 'b d 2'
file square.lgl '# a' 'b 0.1' 'c 1' '# d' 'c 3' 'b 2'
file square.el '% a square' 'a b 0.1' 'c d 3' '# and' 'a c 1' 'b d 2'
file square.gml 'graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] node [ id 4 ]' \
    'edge [ source 1 target 2 weight 0.1 ] edge [ source 3 target 4 weight 3 ]' \
    'edge [ source 1 target 3 weight 1 ] edge [ source 2 target 4 weight 2 ] ]'
for format in el ncol lgl gml; do
    answers 0 23/10 countmatch --exact "$scratch/square.$format"
    answers 0 2 countmatch --pattern "$scratch/square.$format"
    gzip -c "$scratch/square.$format" > "$scratch/square.$format.gz"
    answers 0 23/10 countmatch --exact "$scratch/square.$format.gz"
    is "$(countmatch --exact --format=$format < "$scratch/square.$format")" 23/10 \
        "--format=$format from standard input"
done
answers 0 2 countmatch "$scratch/square.col"
answers 0 81 perm-mtx "$data/cube.mtx"
answers 0 9 countmatch "$data/cube.mtx"
answers 0 81 countmatch --as=biadjacency "$data/cube.mtx"
answers 0 81 cyclecover "$data/cube.mtx"
answers 0 2 countmatch "$data/benzene.mtx"
answers 0 0 countmatch "$data/rectangular.mtx"
answers 0 76 countmatch --saturating "$data/rectangular.mtx"
is "$(countmatch < "$data/benzene.mtx")" 2 "a Matrix Market file is known by its header"

# ------------------------------------------------------------------ graphs that need a word
file parallel.el 'a b 1' 'a b 4' 'b a 1'
answers 0 6 countmatch "$scratch/parallel.el"
answers 0 1 countmatch --pattern "$scratch/parallel.el"
file loops.el 'a b 1' 'a a 1' 'b b 7'
saying "2 loops are ignored" answers 0 1 countmatch "$scratch/loops.el"
# Two sides whose vertices have the same names: a 5 x 4 matrix as lists of its entries, in a mixed
# order, against the permanent of the table.
awk 'BEGIN { for (i = 1; i <= 5; i++) { for (j = 1; j <= 4; j++) printf "%d ", (7 * i + 3 * j * j) % 11; print "" } }' \
    > "$scratch/sided.txt"
awk '{ for (j = 1; j <= NF; j++) print NR * 13 * j % 17, NR, j, $j }' "$scratch/sided.txt" | sort -n |
    cut -d ' ' -f 2- > "$scratch/sided.el"
(echo source,target,weight && tr ' ' , < "$scratch/sided.el") > "$scratch/sided.csv"
for list in sided.el sided.csv; do
    answers 0 "$(perm-mtx "$scratch/sided.txt")" countmatch --as=biadjacency --saturating "$scratch/$list"
    saying 'as=biadjacency' refuses 1 countmatch "$scratch/$list"
    answers 0 "$(countmatch --pattern --as=adjacency "$scratch/$list" 2> "$scratch/err")" \
        countmatch --pattern --format=el <(awk '$1 < $2 { print } $2 < $1 { print $2, $1, 1 }' "$scratch/sided.el")
done
# A square with weights, each bond in both directions: 2 5 + 3 7, and each bond twice 4 times as much.
file bonds.el 'a b 2' 'b c 3' 'c b 3' 'b a 2' 'd c 5' 'c d 5' 'a d 7' 'd a 7.0'
saying '' answers 0 31 countmatch --exact --as=adjacency "$scratch/bonds.el"
saying "4 edges are listed again" answers 0 124 countmatch --exact "$scratch/bonds.el"
has "as=adjacency takes an edge once" "$err" "... which names the option"
is "$(countmatch --exact --marginals --as=adjacency "$scratch/bonds.el" | cut -d' ' -f 1,2 | tr '\n' ,)" \
    "a b,b c,d c,a d," "... in the direction that comes first"
(echo u,v,weight && tr ' ' , < "$scratch/bonds.el") > "$scratch/bonds.csv"
answers 0 31 countmatch --exact --as=adjacency "$scratch/bonds.csv"
# Different weights are added: (2 + 1) 5 + 3 7.  Parallel edges stay: (2 + 2) 5 + 3 7, also in both directions.
answers 0 36 countmatch --exact --as=adjacency <(sed 's/b a 2/b a 1/' "$scratch/bonds.el")
has "1 edge has different weights in both directions, which are added" "$err" "... and a note says so"
answers 0 41 countmatch --exact --as=adjacency <(cat "$scratch/bonds.el" && printf 'b a 2\na b 2\n')
is "$(countmatch --log-weights --as=adjacency <(printf 'a b 0.5\nb a 0.5\n') 2> "$scratch/err")" \
    "$(countmatch --log-weights <(printf 'a b 0.5\n') --format=el 2> "$scratch/err")" "... logarithms, too"
answers 0 16 cyclecover --exact --as=adjacency <(printf 'a b 4\nb a 4\n')
answers 0 0 countmatch --format=el <(printf '1 2\n3 3\n')
answers 0 2 countmatch --format=el <(printf '1 2\n3 3\n1 2\n3 4\n')
refuses 1 countmatch --format=el <(printf '1 2\n3 3\n2 1\n3 4\n')
answers 0 $'1 1 4/7\n1 2 3/7\n2 1 3/7\n2 2 4/7' countmatch --exact --marginals --as=biadjacency \
    --format=el <(printf '1 1 2\n1 2 3\n2 1 1\n2 2 2\n')
saying "line 2: --as=biadjacency: an edge" refuses 1 countmatch --as=biadjacency --format=el <(printf '1 1\n2\n')
refuses 1 countmatch --as=biadjacency "$scratch/square.col"
answers 0 0 countmatch --format=el <(printf '%s\n' 'a b' 'c')
file star.el 'm a 1' 'm b 1' 'm c 5'
answers 0 0 countmatch "$scratch/star.el"
answers 0 7 countmatch --saturating "$scratch/star.el"
try countmatch --marginals "$scratch/star.el"
has "have only m as neighbour; 'countmatch --saturating'" "$err" "... says how to match them"
try countmatch --plan "$scratch/star.el"
has "sides of 1 and 3: unequal" "$out" "the plan says that the sides are unequal"
file odd.el 'a b' 'b c' 'c a'
try countmatch --plan "$scratch/odd.el"
has "the component of vertices a, b, c has an odd number of vertices" "$out" "the plan says that the order is odd"
refuses 1 countmatch --saturating "$scratch/odd.el"
is "$(countmatch --format=el <<< "# no edges")" 1 "no vertices: the empty matching"

answers 0 "$(printf '%s\t6\n%s\t125' "$data/petersen.el" "$data/icosahedron.el")" \
    countmatch "$data/petersen.el" "$data/icosahedron.el"
answers 1 "$(printf '%s\t6' "$data/petersen.el")" countmatch "$data/petersen.el" "$scratch/none.el"
answers 0 0.255931238085257 countmatch --per-vertex <(dimer grid 8 8)
answers 0 -inf countmatch --log10 "$scratch/star.el"
# If there is no perfect matching, the programs give the reason with the names of vertices.
# blames WORDS PROGRAM [OPTION...]: the plan, --marginals and --sample of the graph on standard input say
# so.
blames() {
    local words=$1
    shift
    cat > "$scratch/none.el"
    has "$words" "$("$@" --plan "$scratch/none.el")" "the plan says: $words"
    has "$words" "$("$@" --marginals "$scratch/none.el" 2>&1)" "... and so does --marginals"
    has "$words" "$("$@" --sample=1 "$scratch/none.el" 2>&1)" "... and --sample"
}
blames "have only d as neighbour" countmatch < <(printf 'a d\nb d\nc d\nd e\n')
blames "no perfect matching: vertices a, b have only d as neighbour" countmatch < <(printf 'a d\nb d\nd e\ne f\n')
blames "no perfect matching: the component of vertices a, b, c has an odd number" countmatch < <(printf 'a b\nb c\nc a\n')
blames "no perfect matching: without h at least 2 components with an odd number of vertices are left" countmatch < <(printf 'h a\nh d\nh g\na b\nb c\nc a\nd e\ne f\nf d\ng i\ni j\nj g\n')
blames "no perfect matching: vertices p, q have only x as neighbour" countmatch < <(printf 'x y\ny z\nz x\nx p\nx q\nz u\n')
blames "no cycle cover: arcs from a, b lead only to c" cyclecover < <(printf 'a c\nb c\nc a\nc b\n')
blames "no cycle cover: no arc leads from b" cyclecover < <(printf 'a a\na b\n')
# --log10 and --per-vertex are computed in floating arithmetic if that gives the digits of the exact
# number, and exactly if not.
for lattice in "grid 30 30" "king 8 8" "triangular 9 8" "box 3 4 4"; do
    read -ra list <<< "$lattice"
    dimer "${list[@]}" > "$scratch/lattice.el"
    for option in --log10 --per-vertex; do
        try countmatch $option --json "$scratch/lattice.el"
        is "$(grep -o '"type":"real"' <<< "$out")" '"type":"real"' "$option of $lattice is computed in floating arithmetic"
        awk -v bound="$(sed 's/.*"error_bound":"\([^"]*\)".*/\1/' <<< "$out")" \
            -v value="$(sed 's/.*"value":"\([^"]*\)".*/\1/' <<< "$out")" \
            -v exact="$(countmatch $option --exact --digits=17 "$scratch/lattice.el")" \
            'BEGIN { d = value - exact; exit !(bound < 1e-11 && (d < 0 ? -d : d) < 1e-12 * value + 2 * bound) }'
        ok $? "... and agrees with the exact answer"
    done
done
printf 'a b 100000001\nb c 100000001\nc d 100000001\nd a -99999999\na c 1\nb d -3\n' > "$scratch/cancel.el"
is "$(countmatch "$scratch/cancel.el") $(countmatch --log10 "$scratch/cancel.el")" \
    '199999999 8.30102999349251' "the logarithm of a sum that cancels has all digits"
answers 0 8.5737897871636224e+25 countmatch <(dimer box 2 8 8 --weights=1,0.5,2) # 2^-64 times the count with doubled weights, as --exact
answers 0 0.301 countmatch --log10 --digits=3 "$scratch/square.col"
answers 0 6 countmatch --mod=7 "$data/petersen.el"
file minus.el 'a b -2'
answers 0 -2 countmatch "$scratch/minus.el"
refuses 1 countmatch --log10 "$scratch/minus.el"
try countmatch --json "$data/petersen.el"
for member in '"graph":1,' '"vertices":10,' '"edges":15,' '"value":"6"'; do
    has "$member" "$out" "--json has $member"
done

# ------------------------------------------------------------------ cycle covers
file d.txt 'a b 2' 'b a 3' 'a a 5' 'b b 7'
answers 0 41 cyclecover "$scratch/d.txt"
answers 0 6 cyclecover --no-loops "$scratch/d.txt"
answers 0 6 cyclecover --min-length=2 "$scratch/d.txt"
answers 0 2 cyclecover --pattern "$scratch/d.txt"
answers 0 0 cyclecover --min-length=3 "$scratch/d.txt"
refuses 4 cyclecover --min-length=3 --marginals "$scratch/d.txt"
refuses 4 cyclecover --min-length=3 --sample=1 "$scratch/d.txt"
is "$(cyclecover --to-mtx "$scratch/d.txt" | perm-mtx)" 41 \
    "cyclecover --to-mtx | perm-mtx prints the same"
file rings.txt 'a b' 'b c' 'c a' 'd e' 'e f' 'f d' 'c d' 'd d'
answers 0 1 cyclecover --min-length=3 "$scratch/rings.txt"
refuses 4 cyclecover --min-length=4 "$scratch/rings.txt"
# All arcs, without loops: derangements (OEIS A000166); loops too: n!.
arcs() {
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) print i, j }'
}
is "$(arcs 20 | cyclecover --no-loops)" 895014631192902121 "derangements of 20"
is "$(arcs 12 | cyclecover)" 479001600 "permutations of 12"
# An undirected edge is two arcs, so the cycle covers of a bipartite graph are pairs of matchings.
is "$(dimer hypercube 4 | awk '!/^%/ { print; print $2, $1 }' | cyclecover)" $((272 * 272)) \
    "the covers of the hypercube, both ways, are pairs of matchings"
printf '&AO\n&A_\n&AW\n' > "$scratch/d6"
is "$(cyclecover --format=graph6 "$scratch/d6" | tr '\n' ' ')" "0 0 1 " "digraph6 is read"
printf '&Ag\n' > "$scratch/d6" # the bits 10 10
is "$(cyclecover --to-mtx --format=graph6 "$scratch/d6" | tail -n +4 | tr '\n' ' ')" \
    "1 1 2 1 " "digraph6 lists rows"

# ------------------------------------------------------------------ what is refused
file bad.el 'a b' 'a b c'
saying "$scratch/bad.el: line 2: 'a b c': it has another form" refuses 1 countmatch "$scratch/bad.el"
refuses 1 countmatch "$scratch"
refuses 1 countmatch --format=graphml "$scratch/square.el"
refuses 1 countmatch --format=el "$data/cube.mtx"
refuses 1 countmatch --as=adjacency "$data/rectangular.mtx"
refuses 1 cyclecover "$data/rectangular.mtx"
refuses 2 countmatch --loops --list "$scratch/loops.el"
for bad in --format=dott --as=incidence --frobnicate --weights=1,2 --no-loops; do
    refuses 2 countmatch "$bad" "$data/petersen.el"
done
saying "did you mean 'honeycomb'?" refuses 2 dimer honeycom 3 3
saying "did you mean 'named petersen'?" refuses 2 dimer petersen
refuses 2 countmatch --log10 --per-vertex "$data/petersen.el"
refuses 2 countmatch --to-mtx "$data/petersen.el" "$data/petersen.el"
refuses 2 cyclecover --min-length=0 "$scratch/d.txt"
refuses 2 cyclecover --saturating "$scratch/d.txt"
refuses 2 dimer
refuses 2 dimer penrose 3 3
refuses 2 dimer grid 3
refuses 2 dimer grid 3 x
refuses 2 dimer grid 3 -1
refuses 2 dimer torus 3
refuses 2 dimer torus 3 3 0
refuses 2 dimer grid 3 3 --weights=1,2,3
refuses 2 dimer grid 3 3 --weights=1,
refuses 2 dimer grid 3 3 --weights=1.2.3
refuses 2 dimer grid 3 3 --holes=4,1
refuses 2 dimer grid 3 3 --holes=1
refuses 2 dimer aztec 2 --holes=1,1
for tool in countmatch cyclecover dimer; do
    try $tool --help
    is "$status" 0 "$tool --help exits 0"
    has "Usage: $tool" "$out" "$tool --help shows the usage"
    try $tool --version
    has "$tool (permatch) " "$out" "$tool --version"
done
# ------------------------------------------------------------------ joint shares
# of U-V W-X of every matching in --list, counted by hand.
joint() {
    countmatch --list "$1" | awk -v e="$2" -v f="$3" '{ n++; a = " " $0 " "; i = index(a, " " e " ") > 0
        j = index(a, " " f " ") > 0; p += i; q += j; both += i && j }
        END { printf "%.9f %.9f %.9f %.9f", p / n, q / n, both / n, both / n - p * q / n / n }'
}
# The values of the program as decimals, in the order of joint().
decimals() { awk 'NF { split($NF, x, "/"); if ($1 != "correlation") printf("%s%.9f", NR == 1 ? "" : " ", x[2] ? x[1] / x[2] : x[1]) }'; }
dimer grid 4 6 > "$scratch/grid.el"
for pair in "1,1-1,2 4,5-4,6" "1,1-1,2 2,1-2,2" "2,3-3,3 2,4-3,4" "1,1-1,2 1,2-1,3"; do
    read -r e f <<< "$pair"
    is "$(countmatch --marginals="$e,$f" "$scratch/grid.el" | decimals)" "$(joint "$scratch/grid.el" "$e" "$f")" \
        "the joint share of $e and $f"
done
first=$(countmatch --list=1 "$here/data/petersen.el" | cut -d' ' -f1)
second=$(countmatch --list=1 "$here/data/petersen.el" | cut -d' ' -f2)
is "$(countmatch --marginals="$first,$second" "$here/data/petersen.el" | decimals)" \
    "$(joint "$here/data/petersen.el" "$first" "$second")" "... of a graph that is not bipartite"
is "$(dimer torus 16 16 | countmatch --marginals=1,1-1,2,2,2-2,1,9,9-9,10 | tail -n 2 | cut -d' ' -f1 | tr '\n' ' ')" \
    "joint covariance " "three edges of a torus: no correlation"
is "$(printf '1 2 3\n4 5 6\n7 8 10\n' | perm-mtx --marginals=1-1,2-3)" $'1 1 98/463\n2 3 132/463\njoint 48/463\ncovariance 9288/214369\ncorrelation 0.2349426019' \
    "joint shares of two entries of a matrix"
is "$(printf '1 2 3\n4 0 6\n7 8 10\n' | perm-mtx --marginals=2-2,3-3)" $'2 2 0\n3 3 20/77\njoint 0\ncovariance 0' \
    "... an entry that is 0 has no share"
while read -r bad what; do
    printf '1 2 3\n4 0 6\n7 8 10\n' | perm-mtx --marginals=$bad > "$scratch/out" 2> "$scratch/err"
    is "$? $(grep -c -- "--marginals: entry $what" "$scratch/err")" "1 1" "... and not --marginals=$bad"
done << END
2-2,2-2 2, where '2-2' begins, is there for the second time
1-1:3-3,2-2,3-3 4, where '3-3' begins, is there for the second time
2-4 1: '2-4' begins with no entry of the matrix
1-1,0-2 2: '0-2' begins with no entry of the matrix
2- 1: '2-' begins with no entry of the matrix
2-2x 1: '2-2x' begins with no entry of the matrix
1-1,:2-2 2: ':2-2' begins with no entry of the matrix
END
# Edges as stdout and --sample separate them, by blanks, and by colons.
dimer grid 3 6 > "$scratch/grid.el"
for list in '2,3-2,4 2,5-2,6' '2,3-2,4:2,5-2,6' ' 2,4-2,3 , 2,5-2,6 '; do
    is "$(countmatch --marginals="$list" "$scratch/grid.el" | tail -n 3)" \
        "$(countmatch --marginals=2,3-2,4,2,5-2,6 "$scratch/grid.el" | tail -n 3)" "--marginals='$list'"
done
is "$(printf 'u,v,weight\na,b,2\nb,c d,1\nc d,a b,3\na b,a,1\n' | countmatch --marginals='a-b c d-a b' | grep joint)" \
    "joint 6/7" "... names with blanks: 2 3 of 2 3 + 1 1"
is "$(printf 'a b 2\nb a 3\na a 5\nb b 7\n' | cyclecover '--marginals=a->b,b->b' | tail -n 3 | head -n 1)" "joint 0" \
    "two arcs to one vertex"
is "$(dimer grid 2 2 | countmatch --json --marginals=1,1-1,2,2,1-2,2 | grep -o '"joint":"1/2","covariance":"1/4","correlation":1.0')" \
    '"joint":"1/2","covariance":"1/4","correlation":1.0' "joint shares as JSON"
refuses 1 countmatch --marginals=1-99 "$here/data/petersen.el"
has "edge 1: '1-99' begins with no edge of the graph, or these two vertices have none; write edges as U-V" "$err" "... with the reason"
saying 'C~: a graph in graph6 is read from a file or standard input' refuses 1 countmatch 'C~'
refuses 2 countmatch --degree=2 --list "$here/data/petersen.el"
has 'only perfect matchings are listed; --sample draws subgraphs with these degrees' "$err" "... with the reason"
saying 'no atom of a Clar covering is free' refuses 2 countmatch --clar --unmatched=1 "$here/data/naphthalene.mol"
refuses 1 countmatch --marginals="$first,$first" "$here/data/petersen.el"
answers 0 "u,v,share
${first/-/,},1/3" countmatch --marginals="$first" --csv "$here/data/petersen.el"

finish
