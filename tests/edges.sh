#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Queries of graphs: shares of edges, random matchings and cycle covers, lists, matchings of every size,
# pictures.
. "${srcdir:-.}/tests/tap.sh"

data=$here/data

# covers GRAPH: succeeds if each line of standard input is a perfect matching of the edges in GRAPH.
covers() {
    awk 'NR == FNR { if ($0 !~ /^[#%]/ && NF > 1) { edge[$1 "-" $2] = edge[$2 "-" $1] = 1
                     vertex[$1] = vertex[$2] = 1 } next }
        { split("", seen); bad = 0
          for (k = 1; k <= NF; k++) { split($k, end, "-"); bad += !($k in edge)
              bad += seen[end[1]]++ + seen[end[2]]++ }
          for (v in vertex) bad += !(v in seen)
          if (bad) exit 1 }' "$1" -
}

# ------------------------------------------------------------------ matchings with some edges
# All matchings, of which those with the edges are kept, and shares as relative frequencies.
dimer king 3 4 > "$scratch/king.el"
dimer hexagon 2 2 2 > "$scratch/flake.el"
for graph in king flake; do
    countmatch --list "$scratch/$graph.el" | tr ' ' '\n' | sort -u | sed -n '2p;7p;11p' > "$scratch/edges"
    while read -r edge; do
        countmatch --list "$scratch/$graph.el" | awk -v edge="$edge" '{ for (k = 1; k <= NF; k++) if ($k == edge) print }' |
            sort > "$scratch/having"
        is "$(countmatch --list --with="$edge" "$scratch/$graph.el" | sort)" "$(< "$scratch/having")" "matchings with $edge"
        answers 0 "$(wc -l < "$scratch/having")" countmatch --with="$edge" "$scratch/$graph.el"
        is "$(countmatch --marginals --digits=6 --with="$edge" "$scratch/$graph.el" | awk '$3 > 0 { print $1 "-" $2, $3 + 0 }' | sort)" \
            "$(awk '{ for (k = 1; k <= NF; k++) n[$k]++ } END { for (e in n) printf "%s %.6g\n", e, n[e] / NR }' "$scratch/having" | sort)" \
            "... and their shares"
        is "$(countmatch --sample=5 --with="$edge" "$scratch/$graph.el" | grep -cF -- "$edge")" 5 "... and draws"
    done < "$scratch/edges"
done
file square.mtx '%%MatrixMarket matrix array integer general' '3 3' 1 2 3 4 5 6 7 8 10
answers 0 $((5 * (1 * 10 + 7 * 3))) perm-mtx --with=2-2 "$scratch/square.mtx"
answers 0 50 perm-mtx --with=1-1,2-2 "$scratch/square.mtx"
answers 0 $((2 * (4 * 10 + 7 * 6))) cyclecover --with='2->1' --format=mtx "$scratch/square.mtx"
saying "two of them share a line" refuses 1 perm-mtx --with=1-1,1-2 "$scratch/square.mtx"
saying "--with: entry 1" refuses 1 perm-mtx --with=4-1 "$scratch/square.mtx"
for asked in total unmatched=2 monomer=2 matchings; do
    refuses 2 countmatch --with=1-2 "--$asked" "$scratch/king.el"
done
refuses 2 perm-mtx --with=1-2 --minors "$scratch/square.mtx"
refuses 4 cyclecover --with='2->1' --min-length=3 --format=mtx "$scratch/square.mtx"

# ------------------------------------------------------------------ shares of edges
file square.el 'a b 0.1' 'c d 3' 'a c 1' 'b d 2'
answers 0 $'a b 3/23\nc d 3/23\na c 20/23\nb d 20/23' countmatch --exact --marginals "$scratch/square.el"
answers 0 $'a b 1/2\nc d 1/2\na c 1/2\nb d 1/2' countmatch --pattern --marginals "$scratch/square.el"
file d.txt 'a b 2' 'b a 3' 'a a 5' 'b b 7'
answers 0 $'a b 6/41\nb a 6/41\na a 35/41\nb b 35/41' cyclecover --marginals "$scratch/d.txt"
# All edges of the Petersen graph are equivalent.  The Pauling bond orders of C60 are known: 0.44 and
# 0.28.
is "$(countmatch --marginals "$data/petersen.el" | cut -d ' ' -f 3 | uniq -c | tr -s ' ')" " 15 1/3" \
    "every edge of the Petersen graph has the share 1/3"
is "$(countmatch --marginals "$data/buckyball.el" | cut -d ' ' -f 3 | sort | uniq -c | tr -s ' \n' ' ')" \
    " 30 11/25 60 7/25 " "edges of C60 have the shares 11/25 and 7/25"
# The share of an edge in a graph that is not bipartite is also the quotient of two counts.
dimer triangular 3 4 --weights=1,2,3 > "$scratch/t.el"
whole=$(countmatch "$scratch/t.el")
without=$(awk '$1 != "2,2" && $2 != "2,2" && $1 != "3,3" && $2 != "3,3"' "$scratch/t.el" | countmatch)
is "$(countmatch --marginals "$scratch/t.el" | awk -v whole="$whole" \
    '$1 == "2,2" && $2 == "3,3" { split($3, share, "/"); print share[1] * whole / share[2] }')" \
    $((3 * without)) "a share in a triangular grid is a quotient of two counts"
refuses 1 countmatch --marginals <(printf 'a b\nb c\nc a\n')

# Edges have the order and the direction of the input.  Parallel edges are listed once; loops and edges
# of weight 0 are not listed.
file listed.el 'd c 1' 'a b 1' 'b a 2' 'd d 1' 'c b 1' 'd b 0' 'd a 1'
is "$(countmatch --as=adjacency --marginals "$scratch/listed.el" 2> "$scratch/err")" $'d c 3/4\na b 3/4\nc b 1/4\nd a 1/4' \
    "edges are listed as the input lists them"
# The order is the same for graphs that are not bipartite, for arcs in both directions, and for an
# undirected format.
file odd.el 'z y' 'x z' 'w x' 'y w' 'x y'
is "$(countmatch --marginals "$scratch/odd.el")" $'z y 1/2\nx z 1/2\nw x 1/2\ny w 1/2\nx y 0' \
    "... where the graph is not bipartite"
is "$(countmatch --sample=8 "$scratch/odd.el" | sort -u)" $'x-z y-w\nz-y w-x' "samples list edges as the input does"
is "$(countmatch --sample=1 --json --seed=2 "$scratch/odd.el" | grep -o '\[\[.*\]\]')" \
    '[[["z","y"],["w","x"]]]' "... as JSON"
file arcs.txt 'b a' 'a b' 'c c' 'a a' 'b b'
is "$(cyclecover --marginals "$scratch/arcs.txt")" $'b a 1/2\na b 1/2\nc c 1\na a 1/2\nb b 1/2' \
    "arcs are listed as the input lists them"
is "$(printf '>>graph6<<A_\n' | cyclecover --marginals)" $'1 2 1\n2 1 1' "an edge is two arcs"

# In the answers for a stream, each line begins with the number of its graph.  With several files it
# begins with the name of the file.
file one.g6 'C]'
file two.g6 'A_' 'C]'
is "$(countmatch --sample=1 "$scratch/two.g6" | cut -f 1 | tr '\n' ' ')" "1 2 " "samples of a stream begin with the number of the graph"
is "$(countmatch --marginals "$scratch/two.g6" | head -n 2)" $'1\t1 2 1\n2\t1 3 1/2' "shares of a stream begin with the number of the graph"
is "$(countmatch --matchings "$scratch/one.g6" "$scratch/two.g6" | sed "s|$scratch/||" | sed -n '1p;4p;$p')" \
    $'one.g6\t0 1\ntwo.g6\t1\t0 1\ntwo.g6\t2\t2 2' "with several files, lines begin with file and graph"
is "$(cat "$data/benzene.mtx" "$data/benzene.mtx" | perm-mtx --sample=1 | cut -f 1 | tr '\n' ' ')" "1 2 " \
    "samples of matrices begin with the number of the matrix"
printf 'A_\nC!!\n' > "$scratch/broken.g6"
try countmatch --matchings "$scratch/broken.g6"
is "$status: $(tr '\n' ';' <<< "$out")" "1: 0 1;1 1;" "graphs before a broken one are answered"

# ------------------------------------------------------------------ random matchings
for lattice in "grid 4 6" "triangular 4 4" "torus 4 4"; do
    read -ra list <<< "$lattice"
    dimer "${list[@]}" > "$scratch/l.el"
    countmatch --sample=20 --seed=7 "$scratch/l.el" > "$scratch/samples"
    covers "$scratch/l.el" < "$scratch/samples"
    ok $? "samples of $lattice are perfect matchings"
    is "$(wc -l < "$scratch/samples")" 20 "... 20 of them"
done
for graph in petersen icosahedron; do
    wanted=$(countmatch "$data/$graph.el")
    is "$(countmatch --sample=3000 "$data/$graph.el" | sort -u | wc -l)" "$wanted" \
        "all $wanted matchings of $graph are drawn"
done
# A matching of a hundred times the weight is drawn about a hundred times as often.  In 10000 draws the
# light one appears 99 +- 50 times (five standard deviations).
file heavy.el 'a b 100' 'c d 1' 'a c 1' 'b d 1' 'x y 1' 'y z 1' 'z x 1' 'x t 1'
light=$(countmatch --sample=10000 "$scratch/heavy.el" | grep -c a-c)
[ "$light" -gt 49 ] && [ "$light" -lt 149 ]
ok $? "matchings are drawn by their weights: $light of about 99"
is "$(cyclecover --sample=500 "$scratch/d.txt" | sort -u | tr '\n' ';')" "a->a b->b;a->b b->a;" \
    "cyclecover --sample prints arcs"
refuses 1 countmatch --sample=1 <(printf 'a b -1\nb c 1\nc a 1\na d 1\n')

refuses 4 countmatch --sample=1 --time=1ms <(dimer grid 40 40)
# Searches for an order end long before the time limit.
awk 'BEGIN { x = 1; for (i = 0; i < 58; i++) for (j = 0; j < i; j++) { x = x * 16807 % 2147483647
             if (x % 2) print "v" i, "v" j } }' > "$scratch/dense.el"
saying "more than the 100 s allowed" refuses 4 countmatch --sample=3 --time=100 --threads=1 --gpus=none "$scratch/dense.el"
# Where no rest is looked at, their time is supposed; where the limit allows it, they are looked at.
slow=(countmatch --sample=3 --engine=hafnian --threads=1 "$scratch/dense.el")
looked=$("${slow[@]}" --plan --time=10000h | sed -n 's/^predicted: \([^ ]*\) s .*/\1/p')
for supposed in "$("${slow[@]}" --time=100 2>&1 | sed -n 's/.* predicted to take \([^ ]*\) s .*/\1/p')" \
    "$("${slow[@]}" --plan | sed -n 's/^predicted: \([^ ]*\) s .*/\1/p')"; do
    ok "$(awk "BEGIN { print !($supposed > $looked / 2 && $supposed < $looked * 2) }")" \
        "a long sample is predicted without its rests: $supposed s, with them $looked s"
done
# Sweeps need three times this memory, and trees more slices than there may be (long: no engine is named).
saying "sweep: needs " refuses 4 countmatch --sample=1 --memory=512K --gpus=none --engine=sweep <(dimer king 16 16)
saying "more than the memory of 2 MiB" refuses 4 countmatch --sample=1 --memory=2M --engine=tree <(dimer king 40 40)
[ "${PM_TESTS-}" != long ] || refuses 4 countmatch --sample=1 --memory=2M <(dimer king 40 40)
is "$(dimer complete 16 | countmatch --sample=1 --memory=256K | tr ' -' '\n\n' | sort -u | wc -l)" 16 \
    "a draw by hafnians, where memory is short"

# There is no time for any search.
dimer king 60 60 > "$scratch/king.el"
refuses 4 countmatch --gpus=none --threads=1 --time=1ms "$scratch/king.el"
# The graph needs more time than the limit, whether planning ends before it or not.
refuses 4 countmatch --time=1 <(dimer grid 300 300)

for lattice in "grid 12 12" "torus 8 6"; do
    read -ra list <<< "$lattice"
    dimer "${list[@]}" > "$scratch/threads.el"
    is "$(countmatch --sample=5 --threads=3 "$scratch/threads.el")" "$(countmatch --sample=5 --threads=1 "$scratch/threads.el")" \
        "$lattice: the draws are the same on three threads and on one"
done
is "$(countmatch --log10 --threads=4 "$scratch/threads.el")" "$(countmatch --log10 --threads=1 "$scratch/threads.el")" \
    "... and the four determinants of a torus"

# ------------------------------------------------------------------ lists
# --list prints each matching once: all are perfect and different, and there are as many as are counted.
for lattice in "grid 4 6" "triangular 4 4" "torus 4 4" "grid 3 3"; do
    read -ra list <<< "$lattice"
    dimer "${list[@]}" > "$scratch/l.el"
    countmatch --list "$scratch/l.el" > "$scratch/listed"
    covers "$scratch/l.el" < "$scratch/listed"
    is "$? $(sort -u "$scratch/listed" | wc -l) $(wc -l < "$scratch/listed")" \
        "0 $(countmatch "$scratch/l.el") $(countmatch "$scratch/l.el")" "all matchings of $lattice are listed"
done
is "$(countmatch --list "$data/petersen.el" | sort -u | wc -l)" 6 "all matchings of the Petersen graph are listed"
is "$(countmatch --list=5 "$data/buckyball.el" | sort -u | wc -l)" 5 "--list=5 lists five of 12500 matchings"
is "$(countmatch --list "$data/buckyball.el" | sort -u | wc -l)" 12500 "--list lists all 12500"
is "$(dimer grid 40 40 | countmatch --list=3 | sort -u | wc -l)" 3 "--list=3 lists three matchings of a large graph"
is "$(cyclecover --list "$scratch/d.txt")" $'a->a b->b\na->b b->a' "cycle covers are listed"
is "$(printf '1 1 1\n1 1 1\n' | perm-mtx --format=table --list | tr '\n' ' ')" "1 2 1 3 2 1 2 3 3 1 3 2 " \
    "injections of two rows are listed"
is "$(printf '1 1\n1 0\n1 1\n' | perm-mtx --format=table --list | tr '\n' ' ')" "1 3 2 1 2 3 3 1 " \
    "injections of two columns are listed"
for seed in 1 2 3; do
    awk -v seed="$seed" 'BEGIN { srand(seed); for (k = 0; k < 22; k++) print int(9 * rand()), 20 + int(9 * rand()) }' |
        sort -u > "$scratch/random.el"
    awk -v seed="$seed" 'BEGIN { srand(seed); for (k = 0; k < 16; k++) print int(8 * rand()), int(8 * rand()) }' |
        awk '$1 < $2' | sort -u > "$scratch/general.el"
    for graph in random general; do
        for option in "" $([ $graph = general ] || echo --saturating); do
            is "$(countmatch $option --list "$scratch/$graph.el" | sort -u | wc -l)" \
                "$(countmatch $option "$scratch/$graph.el")" "as many as are counted: $graph $seed $option"
        done
    done
done
is "$(countmatch --json --list=1 "$scratch/heavy.el" | grep -o '"matching":.*"version"')" \
    '"matching":[["a","b"],["c","d"],["y","z"],["x","t"]],"version"' "--json --list has an object for each matching"
refuses 4 cyclecover --min-length=3 --list "$scratch/d.txt"

# ------------------------------------------------------------------ matchings of every size
# The matching polynomial of a ring of six: 1, 6, 9, 2.
dimer grid 1 6 | sed '$a 1,6 1,1' > "$scratch/ring.el"
answers 0 $'0 1\n1 6\n2 9\n3 2' countmatch --matchings "$scratch/ring.el"
# The Petersen graph: 15 edges, 15 14 / 2 - 10 3 pairs of disjoint edges, 6 perfect matchings.
answers 0 $'0 1\n1 15\n2 75\n3 145\n4 90\n5 6' countmatch --matchings "$data/petersen.el"
is "$(printf 'C~\nBw\n' | countmatch --matchings=line)" $'1\t1 6 3\n2\t1 3' "--matchings=line: a line a graph"
refuses 2 countmatch --matchings=row "$scratch/ring.el"
# Full matrices have C(n, k)^2 k! matchings of size k: 20!, 20^2 19! and C(20, 2)^2 18!.
awk 'BEGIN { for (i = 0; i < 20; i++) print "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1" }' > "$scratch/full.txt"
is "$(perm-mtx --matchings "$scratch/full.txt" | tail -n 3 | tr '\n' ' ')" \
    "18 231125690776780800000 19 48658040163532800000 20 2432902008176640000 " "a full matrix of order 20"
is "$(sed 's/1/-3/g' "$scratch/full.txt" | perm-mtx --matchings | sed -n '2p;20,21p' | tr '\n' ' ')" \
    "1 -1200 19 -56553365141812552030617600000 20 8483004771271882804592640000 " "... of -3: times (-3)^k"
# A single vertex, a loop, and an edge of weight 2/3, beside a triangle.
printf 'a b 1\nb c 1\nc a 1\nd d 1\ne f 2/3\n' > "$scratch/odd.el"
answers 0 $'0 1\n1 11/3\n2 2' countmatch --exact --matchings "$scratch/odd.el"

# In two ways: an engine's sums, and one number for pm_solve(), which --engine and --checkpoint choose.
dimer king 6 6 > "$scratch/king.el"
dimer triangular 5 7 --weights=2,-1,1/3 > "$scratch/signs.el"
for file in "$scratch/king.el" "$scratch/signs.el" "$data/petersen.el"; do
    for way in --engine=sweep --engine=tree --checkpoint="$scratch/sizes"; do
        is "$(countmatch --exact --matchings "$way" "$file")" "$(countmatch --exact --matchings "$file")" \
            "--matchings $way, ${file##*/}"
    done
    has " spent" "$(pm-status "$scratch/sizes")" "... and pm-status reads the checkpoint"
    rm "$scratch/sizes"
done
head -n 5 "$scratch/full.txt" > "$scratch/rook.txt" # C(5, k) C(20, k) k!
is "$(perm-mtx --matchings=line --engine=sweep "$scratch/rook.txt")" "1 100 3800 68400 581400 1860480" "rook numbers of 5 x 20"
try countmatch --matchings --checkpoint="$scratch/sizes" "$scratch/king.el"
try countmatch --matchings --checkpoint="$scratch/sizes" "$scratch/ring.el"
has "another problem" "$status $err" "a checkpoint of another graph is refused"
has "engine table: sums over the matchings of each size" "$(countmatch --matchings --plan "$scratch/ring.el")" \
    "--matchings --plan of a small graph"
dimer grid 10 10 | countmatch --matchings --engine=tree --plan > "$scratch/out"
has "=> " "$(< "$scratch/out")" "--matchings --plan of a large one has the way"
has "predicted: " "$(< "$scratch/out")" "... and its time"
has '"engine":"table"' "$(countmatch --matchings --plan --json "$scratch/ring.el")" "... and as JSON"
refuses 4 countmatch --matchings --time=1ms --engine=sweep "$scratch/king.el"

# ----------------------------------------------------------------------- JSON, usage
is "$(countmatch --json --sample=1 "$scratch/heavy.el" | grep -o '"sample":.*"seed"')" \
    '"sample":[[["a","b"],["c","d"],["y","z"],["x","t"]]],"seed"' "--json --sample has pairs of names"
is "$(cyclecover --json --marginals "$scratch/d.txt" | grep -o '{"u[^}]*}' | head -n 1)" \
    '{"u":"a","v":"b","share":"6/41","decimal":0.14634146341463414}' "--json --marginals has names"
# ----------------------------------------------------------------------- pictures
# lines FILE: how many lines the paths of dominoes have; the thin grey edges do not count.
lines() {
    grep '<path' "$1" | grep -v '#bbb\|#fff" stroke-width="0.34' | tr -cd M | wc -c
}
# covered FILE: a test point: the white background is as large as the view.
covered() {
    local view ground
    view=$(sed -n 's/.* viewBox="\([^"]*\)".*/\1/p' "$1")
    ground=$(sed -n 's/^<rect x="\([^"]*\)" y="\([^"]*\)" width="\([^"]*\)" height="\([^"]*\)" fill="#fff".*/\1 \2 \3 \4/p' "$1")
    is "$ground" "${view:-none}" "the background of ${1##*/} covers the view"
}
dimer aztec 6 > "$scratch/aztec.el"
countmatch --sample=1 --seed=5 --svg "$scratch/aztec.el" > "$scratch/a.svg"
is "$(lines "$scratch/a.svg")" 42 "the picture of an Aztec diamond of order 6 has 42 dominoes"
is "$(dimer aztec 6 --svg --seed=5 | cksum)" "$(cksum < "$scratch/a.svg")" "dimer --svg draws the same"
is "$(grep -c '<path' "$scratch/a.svg")" 5 "... of four kinds"
dimer hexagon 3 3 3 --svg > "$scratch/h.svg"
is "$(grep -c '<path' "$scratch/h.svg") $(lines "$scratch/h.svg")" "4 27" "27 lozenges of three kinds"
is "$(grep '<path fill' "$scratch/h.svg" | tr -cd z | wc -c)" 27 "... each a filled polygon"
# A lozenge of sides a = b = sqrt 3 with angles of 60 degrees has the area 3 sin 60.  All 27 have the
# area of the hexagon.
is "$(grep -o 'M[^z]*z' "$scratch/h.svg" | sed 's/[MlLz]/ /g; s/\([0-9]\)-/\1 -/g' | awk '
    { x1 = $1; y1 = $2; x2 = $3; y2 = $4; x3 = $5; y3 = $6; x4 = $7; y4 = $8
      a = x1 * y2 - x2 * y1 + x2 * y3 - x3 * y2 + x3 * y4 - x4 * y3 + x4 * y1 - x1 * y4
      sum += (a < 0 ? -a : a) / 2 } END { printf "%.1f", sum }')" \
    "$(awk 'BEGIN { printf "%.1f", 27 * 3 * sqrt(3) / 2 }')" "... whose areas add up to the hexagon"
for lattice in "king 6 6" "box 2 3 4" "hypercube 4" "kagome 4 4" "square-octagon 3 3"; do
    read -ra list <<< "$lattice"
    dimer "${list[@]}" --svg > "$scratch/${list[0]}.svg"
    is "$(lines "$scratch/${list[0]}.svg")" \
        "$(dimer "${list[@]}" | awk '!/^%/ { v[$1]; v[$2] } END { print length(v) / 2 }')" "dimer $lattice: strokes"
    is "$(grep -c '#fff" stroke-width="0.34' "$scratch/${list[0]}.svg")" "$(lines "$scratch/${list[0]}.svg")" \
        "... each with an outline"
    covered "$scratch/${list[0]}.svg"
done
covered "$scratch/a.svg"
covered "$scratch/h.svg"
dimer grid 2 3 --svg --marginals > "$scratch/m.svg"
is "$(lines "$scratch/m.svg")" 7 "all edges of a grid of 2 x 3 have a share"
covered "$scratch/m.svg"
is "$(grep -c '<rect.*fill="#[0-9a-f]\{6\}"' "$scratch/m.svg") $(grep -o '>[^<]*</text>' "$scratch/m.svg" | tr -d '\n')" \
    "20 >0</text>>0.5</text>>1</text>>share of the matchings</text>" "... and there is a scale of shades"
# There are three matchings, so the shares are 1/3 and 2/3.
is "$(grep -o 'stroke="#[0-9a-f]*"' "$scratch/m.svg" | sort -u | wc -l)" 3 "... of two shades"
awk 'BEGIN { for (v = 0; v < 2000; v++) { print "v" v, "v" (7 * v + 1) % 2000; print "v" v, "v" (v * v + 3) % 2000 } }' \
    > "$scratch/springs.el"
try countmatch --structure --svg --time=0.2 --pattern "$scratch/springs.el"
has "the layout was stopped after " "$status $err" "--time ends a layout of springs"
countmatch --sample=1 --svg "$data/petersen.el" > "$scratch/p.svg"
is "$(lines "$scratch/p.svg")" 5 "a graph without positions is laid out"
if needs xmllint "XML of pictures"; then
    xmllint --noout "$scratch"/*.svg
    ok $? "the pictures are XML"
fi
file hints.el '%place 1,0 0,1' '1,1 1,2' 'a b'
refuses 1 countmatch "$scratch/hints.el"
file hints.el '%place 1,0 0' '1,1 1,2'
refuses 1 countmatch "$scratch/hints.el"
file hints.el '%period 3,3' '1,1 1,2'
refuses 1 countmatch "$scratch/hints.el"
file hints.el '%place 1,0 0,1' '%period 3,x' '1,1 1,2'
refuses 1 countmatch "$scratch/hints.el"
refuses 2 countmatch --svg "$scratch/aztec.el"
refuses 2 countmatch --sample=2 --svg "$scratch/aztec.el"
refuses 2 countmatch --sample=1 --svg "$scratch/aztec.el" "$scratch/aztec.el"
refuses 2 dimer grid 2 2 --seed=1
refuses 2 dimer grid 2 2 --marginals
refuses 2 countmatch --marginals --log10 "$scratch/ring.el"
refuses 2 countmatch --sample=1 --matchings "$scratch/ring.el"
# A matrix without entries costs no walk over all sets of columns.
printf '%%%%MatrixMarket matrix coordinate real symmetric\n38 38 0\n' > "$scratch/empty.mtx"
is "$(timeout 60 countmatch --as=adjacency --no-reduce "$scratch/empty.mtx")" 0 "38 vertices without edges"
finish
