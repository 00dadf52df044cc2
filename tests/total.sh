#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --total: against published Hosoya indices and sums over --matchings; tests/differential.c has small graphs.
. "${srcdir:-.}/tests/tap.sh"

data=$here/data

# Involutions (OEIS A000085), Lucas numbers (A000032) and matchings of square grids (A028420).
involutions=(1 2 4 10 26 76 232 764 2620 9496)
lucas=(4 7 11 18 29 47 76 123)
grids=(1 7 131 10012 2810694 2989126727 11945257052321 179788343101980135)
for n in {2..10}; do
    got=$(awk -v n="$n" 'BEGIN { for (i = 2; i <= n; i++) for (j = 1; j < i; j++) print i, j }' |
        countmatch --total)
    is "$got" "${involutions[n - 1]}" "matchings of the complete graph with $n vertices"
done
for n in {3..10}; do
    got=$(awk -v n="$n" 'BEGIN { for (i = 1; i <= n; i++) print i, i % n + 1 }' | countmatch --total)
    is "$got" "${lucas[n - 3]}" "matchings of the cycle with $n vertices"
done
for n in {2..8}; do
    is "$(dimer grid "$n" "$n" | countmatch --total)" "${grids[n - 1]}" "matchings of the grid $n x $n"
done

# sum: adds up the counts of standard input.
sum() {
    awk '{ sum += $2 } END { printf "%.17g\n", sum }'
}
for file in "$data"/{benzene,coronene,rectangular,singular,wide}.mtx; do
    is "$(perm-mtx --total --pattern "$file")" "$(perm-mtx --matchings --pattern "$file" | sum)" \
        "total and counts agree: ${file##*/}"
done
is "$(dimer king 5 5 | countmatch --total)" "$(dimer king 5 5 | countmatch --matchings | sum)" \
    "total and counts agree: king's graph"
printf '3 1\n2 5\n1 1\n' > "$scratch/tall"
is "$(perm-mtx --format=table --total "$scratch/tall")" \
    "$(perm-mtx --format=table --matchings "$scratch/tall" | sum)" "more rows than columns"
is "$(cyclecover --total "$data/feedback.txt")" "$(cyclecover --matchings "$data/feedback.txt" | sum)" \
    "sets of arcs that form disjoint cycles and paths"
refuses 4 cyclecover --total --min-length=3 "$data/feedback.txt"

# Sweeps with removed slots in all high places.  The right numbers come from elimination along a tree.
while read -r right lattice; do
    # shellcheck disable=SC2086
    dimer $lattice > "$scratch/lattice"
    for engine in "" sweep tree; do
        is "$(countmatch --total ${engine:+"--engine=$engine"} "$scratch/lattice")" "$right" "$lattice, engine ${engine:-by default}"
    done
done << 'END'
60953421285412135689567940992 torus 10 10
65146261730656227552 knight 8 8
37321372218925732017727 knight 9 8
END
# Cliques of five and seven vertices with weights of 10^330, joined by edges of weight 1: every matching has one of
# these.  A sweep that finds the size of the answer first scales the cliques to about 1, and then the edges are below the
# range of doubles.
awk 'BEGIN { for (n = 5; n <= 7; n += 2) for (i = 1; i <= n; i++) for (j = 1; j < i; j++)
                 printf "%d.%d %d.%d 1%0330d\n", n, i, n, j, ++k
             for (i = 1; i <= 3; i++) print "5." i, "7." i, 1 }' > "$scratch/cliques"
is "$(countmatch --engine=sweep --exact "$scratch/cliques")" "$(countmatch --engine=tree --exact "$scratch/cliques")" \
    "an exact answer that a size in single precision must not contradict"
totals=${PM_DATA:+$PM_DATA/../totals}
if [ -n "$totals" ] && [ -r "$totals/README" ]; then
    while read -r file right _; do
        is "$(countmatch --total --engine=sweep "$totals/$file")" "$right" "total of $file"
    done < <(grep '^g[0-9]*\.el ' "$totals/README")
else
    skip "NO GRAPHS IN ${PM_DATA:-PM_DATA}/../totals: THEIR TOTALS ARE NOT TESTED"
fi

# Exactly K free vertices: the count of one size.
is "$(dimer king 15 15 | countmatch --unmatched=1)" 1059767841183923692631628531272698546633884810617472 \
    "near-perfect matchings of the king's graph 15 x 15"
for graph in "grid 5 5" "king 4 5" "knight 5 5" "triangular 3 4"; do
    # shellcheck disable=SC2086
    dimer $graph > "$scratch/lattice"
    n=$(countmatch --json "$scratch/lattice" | grep -o '"vertices":[0-9]*' | grep -o '[0-9]*')
    for k in 0 1 2 3 $((n - 2)) "$n" $((n + 2)); do
        right=$(countmatch --matchings "$scratch/lattice" | awk -v n="$n" -v k="$k" '2 * $1 + k == n { print $2 }')
        is "$(countmatch --unmatched="$k" "$scratch/lattice")" "${right:-0}" "$graph with $k free vertices"
    done
done
printf '3 1 0\n2 5 7\n' > "$scratch/wide"
is "$(for k in {0..5}; do perm-mtx --format=table --unmatched="$k" "$scratch/wide"; done | tr '\n' ' ')" "0 45 0 18 0 1 " \
    "rows and columns that stay free"
is "$(perm-mtx --format=table --unmatched=3 --rows=2,0 "$scratch/wide")" 8 "repeated rows"
is "$(printf '.5 .25\n.5 1\n' | perm-mtx --unmatched=2 --exact)" 9/4 "free lines beside fractions"

# One size of pm_matchings(), where K new vertices are too many.  A path with n vertices has C(n - k, k)
# matchings with k edges, and a cycle has n / (n - k) C(n - k, k) of them.
seq 159 | awk '{ print $1, $1 + 1, 1.5 }' > "$scratch/path"
seq 201 | awk '{ print $1, $1 % 201 + 1 }' > "$scratch/cycle"
answers 0 114556848244965165743109806892471 \
    countmatch --pattern --unmatched=80 "$scratch/path"
answers 0 517551 countmatch --pattern --unmatched=80 --mod=1000003 "$scratch/path"
is "$(countmatch --unmatched=80 --log10 --digits=12 "$scratch/path")" 39.1026714188 "C(120, 40) 1.5^40"
is "$(countmatch --unmatched=80 --digits=12 "$scratch/path")" 1.26669314068e+39 "... as a number"
has '/1099511627776' "$(countmatch --unmatched=80 --exact "$scratch/path")" "... as a fraction over 2^40"
answers 0 40058028147090281100418684263037549162140 countmatch --unmatched=101 "$scratch/cycle"
answers 0 0 countmatch --unmatched=100 "$scratch/cycle"
answers 0 0 countmatch --unmatched=203 "$scratch/cycle"
has '"plan":{"steps":[],"zero":false,"cores":[{"engine":"' "$(countmatch --unmatched=101 --plan --json "$scratch/cycle")" \
    "its plan is that of all sizes"
is "$(countmatch --unmatched=101 --plan --json "$scratch/cycle" | grep -c '"seconds":[0-9.e-]*,"text"')" 1 \
    "... and has a prediction"
dimer grid 14 14 > "$scratch/lattice"
is "$(countmatch --unmatched=20 --time=60 "$scratch/lattice")" "$(countmatch --matchings "$scratch/lattice" | sed -n 's/^88 //p')" \
    "20 free vertices of the grid 14 x 14"
countmatch --unmatched=20 --verbose "$scratch/lattice" 2>&1 > "$scratch/out" | grep unable > "$scratch/err"
is "$(< "$scratch/err")" '' "a plan that is declined is not shown"
refuses 4 countmatch --unmatched=80 --time=1e-9 "$scratch/path"
has 'all sizes at once: ' "$err" "a refusal says what one way needs"
has '; this size alone: ' "$err" "... and the other one"

# The way out for loops: over all K, the scaled sums give the sum with loops, and for one K that of the list.
printf 'a a 2\nb b 3\nc c 5\nd d 7\na b 1\nb c 4\nc d 6\nd a 8\na c 9\n' > "$scratch/loops"
awk '$1 == $2 { loop[$1] = $3; next } { print $1, $2, $3 "/" loop[$1] * loop[$2] }' "$scratch/loops" > "$scratch/scaled"
has 'divide the weight of each edge by the loops of its two ends' "$(countmatch --loops --unmatched=2 "$scratch/loops" 2>&1)" \
    "loops and free vertices: the message says the way out"
is "$(countmatch --exact --matchings "$scratch/scaled" | awk '{ split($2 "/1", part, "/"); sum += part[1] / part[2] }
    END { print 210 * sum }')" "$(countmatch --loops "$scratch/loops")" "... which gives the sum over all K"
# One edge and the loops of the two other vertices: 1 5 7 + 4 2 7 + 6 2 3 + 8 3 5 + 9 3 7.
is "$(countmatch --exact --unmatched=2 "$scratch/scaled" | awk -F/ '{ print 210 * $1 / $2 }')" 436 "... and that of K = 2"

# Shares of edges and of free vertices, from the list of these matchings with their weights.
cat > "$scratch/shares.awk" << 'END'
# shares.awk EDGES MATCHINGS SHARES: prints the shares that differ, and the number of all.  Z: the weight of free vertices.
FNR == 1 { file++ }
file == 1 { weight[$1 "-" $2] = weight[$2 "-" $1] = $3; vertex[$1] = vertex[$2] = 1 }
file == 2 {
    product = Z "" == "" ? 1 : Z ^ (length(vertex) - 2 * NF)
    for (k = 1; k <= NF; k++) product *= weight[$k]
    total += product
    for (v in vertex) used[v] = 0
    for (k = 1; k <= NF; k++) {
        split($k, end, "-")
        share[end[1] " " end[2]] += product
        used[end[1]] = used[end[2]] = 1
    }
    for (v in vertex) if (!used[v]) share[v " -"] += product
}
file == 3 {
    split($3 "/1", part, "/")
    if (part[1] * total != part[2] * (share[$1 " " $2] + share[$2 " " $1])) print "wrong:", $0
    count++
}
END { print count }
END
for graph in "grid 3 3" "king 3 3" "triangular 2 3" "complete 6"; do
    # shellcheck disable=SC2086
    dimer $graph | sed '/^[#%]/d' | awk '{ gsub(/,/, "."); gsub(/[0-9.]+/, "v&"); print $1, $2, 1 + NR % 3 }' > "$scratch/weighted.el"
    n=$(tr ' ' '\n' < <(cut -d ' ' -f 1,2 "$scratch/weighted.el") | sort -u | wc -l)
    for ((k = n % 2; k < n; k += 2)); do
        countmatch --unmatched="$k" --list "$scratch/weighted.el" > "$scratch/listed"
        is "$(sort -u "$scratch/listed" | wc -l)" "$(countmatch --pattern --unmatched="$k" "$scratch/weighted.el")" \
            "$graph: all matchings with $k free vertices are listed"
        is "$(wc -l < "$scratch/listed")" "$(sort -u "$scratch/listed" | wc -l)" "... once"
        countmatch --unmatched="$k" --marginals --exact "$scratch/weighted.el" > "$scratch/shares"
        is "$(awk -f "$scratch/shares.awk" "$scratch/weighted.el" "$scratch/listed" "$scratch/shares")" \
            $(($(wc -l < "$scratch/weighted.el") + n)) "... and give the shares"
    done
    # Monomers and dimers: matchings of all sizes.
    for z in 1 3; do
        countmatch --monomer="$z" --list "$scratch/weighted.el" > "$scratch/listed"
        is "$(sort "$scratch/listed" | uniq -c | awk '{ sum += $1; most = $1 > most ? $1 : most } END { print sum, most }')" \
            "$(countmatch --pattern --total "$scratch/weighted.el") 1" "$graph: all coverings by monomers and dimers are listed once"
        countmatch --monomer="$z" --marginals --exact "$scratch/weighted.el" > "$scratch/shares"
        is "$(awk -v Z="$z" -f "$scratch/shares.awk" "$scratch/weighted.el" "$scratch/listed" "$scratch/shares")" \
            $(($(wc -l < "$scratch/weighted.el") + n)) "... and give the shares for monomers of weight $z"
        total=$(countmatch --monomer="$z" "$scratch/weighted.el")
        is "$(countmatch --matchings "$scratch/weighted.el" | awk -v z="$z" -v n="$n" '{ sum += $2 * z ^ (n - 2 * $1) } END { print sum }')" \
            "$total" "... and the sum"
        is "$(countmatch --monomer="$z" --bounds "$scratch/weighted.el" | awk -v t="$total" '{ print ($1 <= t), ($2 >= t), ($2 < 1.001 * $1) }')" \
            "1 1 1" "... with its bounds"
        is "$(countmatch --monomer="$z" --sample=50 "$scratch/weighted.el" | sort -u | comm -23 - <(sort "$scratch/listed"))" \
            "" "... of which some are drawn"
    done
    # Weights by vertex: the sum over all coverings, and as many edges have the first and the last edge together.
    awk '{ for (k = 1; k <= 2; k++) if (!($k in w)) { w[$k] = ++n % 4 + 1; print $k, w[$k] (n % 3 ? "" : "/2") } }' \
        "$scratch/weighted.el" > "$scratch/free"
    read -r first last < <(awk '{ e = $1 "-" $2 } NR == 1 { printf "%s ", e } END { print e }' "$scratch/weighted.el")
    awk -v first="$first" -v last="$last" 'FILENAME ~ /free$/ { split($2 "/1", part, "/"); z[$1] = part[1] / part[2]; next }
        FILENAME ~ /weighted.el$/ { weight[$1 "-" $2] = $3; next }
        { product = 1
          split("", used)
          for (k = 1; k <= NF; k++) { product *= weight[$k]; split($k, end, "-"); used[end[1]]; used[end[2]] }
          for (v in z) if (!(v in used)) product *= z[v]
          sum += product
          if (index(" " $0 " ", " " first " ") && index(" " $0 " ", " " last " ")) both += product }
        END { printf "%.6g %.6g\n", sum, both / sum }' "$scratch/free" "$scratch/weighted.el" "$scratch/listed" > "$scratch/sums"
    is "$(countmatch --monomer="$scratch/free" "$scratch/weighted.el" | awk '{ printf "%.6g", $1 }') $(
        countmatch --monomer="$scratch/free" --marginals="$first $last" "$scratch/weighted.el" | awk '/^joint/ { split($2 "/1", p, "/"); printf "%.6g", p[1] / p[2] }')" \
        "$(< "$scratch/sums")" "$graph: monomers with weights by vertex, and joint shares"
    is "$(countmatch --monomer="$scratch/free" --engine=tree --no-reduce "$scratch/weighted.el" | awk '{ printf "%.6g", $1 }')" \
        "$(cut -d ' ' -f 1 "$scratch/sums")" "... by engine tree"
    is "$(countmatch --monomer="$scratch/free" --bounds "$scratch/weighted.el" | awk -v t="$(cut -d ' ' -f 1 "$scratch/sums")" '{ print ($1 < 1.0001 * t), (1.0001 * $2 > t), ($2 < 1.01 * $1) }')" \
        "1 1 1" "... with their bounds"
    # The largest matchings of this graph, and of a star joined to it, are those of the largest size.
    { cat "$scratch/weighted.el"; printf '%s\n' "hub a 2" "hub b 3" "hub c 1" "hub ${first%%-*} 1"; } > "$scratch/star.el"
    for file in weighted star; do
        is "$(countmatch --unmatched=least "$scratch/$file.el")" "$(countmatch --matchings "$scratch/$file.el" | awk '$2 != 0 { last = $2 } END { print last }')" \
            "$graph, $file: the largest matchings"
        k=$(countmatch --matchings "$scratch/$file.el" | awk -v n="$(cut -d ' ' -f 1,2 "$scratch/$file.el" | tr ' ' '\n' | sort -u | wc -l)" '$2 != 0 { last = n - 2 * $1 } END { print last }')
        for question in --marginals --list '--sample=5 --seed=3' '--marginals --svg'; do
            # shellcheck disable=SC2086
            is "$(countmatch --unmatched=least $question "$scratch/$file.el")" "$(countmatch --unmatched="$k" $question "$scratch/$file.el")" \
                "... $question, with $k free vertices"
        done
    done
    countmatch --monomer=5 --sample=1 --svg "$scratch/weighted.el" > "$scratch/svg"
    is "$(($(grep -o 'h0' "$scratch/svg" | wc -l) + 2 * $(grep -c '#fff" stroke-width="0.34\|^' <(countmatch --monomer=5 --sample=1 "$scratch/weighted.el" | tr ' ' '\n' | grep .))))" \
        "$n" "... and a picture, with dots for free vertices"
done
printf '0 3\n0 0\n2 0\n' > "$scratch/tall"
is "$(perm-mtx --format=table --unmatched=least "$scratch/tall")" 6 "the largest matchings of a matrix"
is "$(countmatch --unmatched=least --json <(printf 'a b\na c\n') | grep -o '"unmatched":"least"')" '"unmatched":"least"' "... in JSON"
refuses 2 countmatch --unmatched=leas "$scratch/weighted.el"
printf 'a b\nb c\n' > "$scratch/path.el"
while IFS='|' read -r line wanted; do
    printf 'a 1\nb 1/2\n%s\n' "$line" > "$scratch/free"
    refuses 1 countmatch --monomer="$scratch/free" "$scratch/path.el"
    has "free$wanted" "$(< "$scratch/err")" "weights of vertices:$wanted"
done << 'END'
c -1|: line 3: a vertex and its weight are expected, as in 'c' 1/2, above 0
c 0|: line 3: a vertex and its weight
c|: line 3: a vertex and its weight
d 1|: line 3: the graph has no vertex 'd'
b 1|: line 3: vertex 'b' has a weight already
# c 1|: line 3: no line gives the weight of vertex 'c'
END
refuses 2 perm-mtx --monomer="$scratch/free" --format=table "$scratch/tall"
is "$(countmatch --unmatched=2 --sample=300 --seed=2 <(printf 'a b\nb c\nc d\n') | sort -u | tr '\n' ' ')" 'a-b b-c c-d ' \
    "random matchings with free vertices"
# The empty matching and the edge of a path, where monomers have the weight 1/2: 1/4 and 1.
is "$(countmatch --format=el --monomer=0.5 --sample=20000 <(printf 'a b\n') | awk 'NF { edges++ } END { print (edges > 15600 && edges < 16400) }')" 1 \
    "four of five random coverings have the edge"
refuses 1 countmatch --monomer="$scratch/missing" "$scratch/weighted.el"
for option in 'ising --beta=2,1/0' 'ising --field=1/0' 'cyclecover --cycle-weight=-1/0' 'perm-mtx --missing=0/0' \
    'countmatch --monomer=1/0' 'countmatch --monomer=' 'countmatch --monomer=0' 'perm-mtx --monomer=-0/3' 'countmatch --monomer=nan' 'countmatch --degree=-1' 'perm-mtx --rows=1,3000000000' 'cyclecover --cycle-weight=nan' 'perm-mtx --monomer=1/0' 'dimer grid 2 2 --weights=1,1/0' \
    'dimer grid 2 2 --weights=1..2..inf' 'dimer grid 2 2 --weights=1..2..1e999' 'ising --beta=0..1..1e999' 'ising --beta=0x1..2'; do
    # shellcheck disable=SC2086
    refuses 2 $option
done
is "$(printf 'a 1\nb 2\n' | countmatch --monomer=- --format=el <(printf 'a b 3\n')) $(printf 'a 1\nb 1\n' |
    countmatch --degree=- --format=el <(printf 'a b 3\n'))" "5 3" "weights and degrees from standard input"
saying 'or the file of weights' refuses 2 countmatch --monomer=0
saying 'from 0 to 2147483647, or a file' refuses 2 countmatch --degree=2147483648
has 'matchings has the polynomial' "$(perm-mtx --monomer=x <(echo 1) 2>&1)" "a weight that is no number"
for other in --prove="$scratch/proof" --unmatched=2 --matchings --saturating; do
    refuses 2 countmatch --monomer=2 "$other" "$scratch/weighted.el"
done
# Rows and columns that stay free, of a tall and a wide matrix: the permanent of (A | 4 I), with 2 for each more line.
printf '1 2\n3 4\n5 6\n' > "$scratch/three"
is "$(perm-mtx --monomer=2 --format=table "$scratch/three")" "$(perm-mtx --matchings --format=table "$scratch/three" |
    awk '{ sum += $2 * 2 ^ (5 - 2 * $1) } END { print sum }')" "monomers of a matrix with more rows"
is "$(perm-mtx --monomer=2 --marginals --exact --format=table "$scratch/three" | awk '{ print $2, $1, $3 }' | sort)" \
    "$(printf '1 3 5\n2 4 6\n' | perm-mtx --format=table --monomer=2 --marginals --exact | sort)" "... the same for the transposed matrix"
is "$(perm-mtx --total --list --format=table "$scratch/three" | sort)" "$(printf '1 3 5\n2 4 6\n' | perm-mtx --format=table --total --list | sort)" \
    "... and its list"
is "$(perm-mtx --total --marginals --format=table --exact "$scratch/three" | awk '$2 == "-" { split($3 "/1", p, "/"); sum += p[1] / p[2] }
    $1 != "-" && $2 != "-" { split($3 "/1", p, "/"); sum += p[1] / p[2] } END { print sum }')" 3 "... and rows are matched or free"
# Rows and columns: the 18 of three free lines, above; of their list, the shares.
answers 0 $'1 -\n2 -\n- 1\n- 2\n- 3' perm-mtx --format=table --unmatched=3 --list "$scratch/wide"
answers 0 $'1 1 1/6\n1 2 1/18\n2 1 1/9\n2 2 5/18\n2 3 7/18\n1 - 7/9\n2 - 2/9\n- 1 13/18\n- 2 2/3\n- 3 11/18' \
    perm-mtx --format=table --unmatched=3 --marginals --exact "$scratch/wide"
printf '3 2\n1 5\n0 7\n' > "$scratch/tall"
is "$(perm-mtx --unmatched=3 --marginals --exact --format=table "$scratch/tall" | awk '{ print $2, $1, $3 }' | sort)" \
    "$(perm-mtx --format=table --unmatched=3 --marginals --exact "$scratch/wide" | sort)" "... the same for the transposed matrix"
is "$(perm-mtx --unmatched=3 --list --format=table "$scratch/tall" | sort)" \
    "$(perm-mtx --format=table --unmatched=3 --list "$scratch/wide" | sort)" "... and its list"
answers 0 $'a - 1\nb - 1\na b 0' bash -c "printf 'a b\n' | countmatch --format=el --unmatched=2 --marginals | sort -k 3,3r -k 1,1"
refuses 1 countmatch --format=el --unmatched=1 --marginals <(printf 'a b\n')
has 'with exactly 1 free vertices is 0' "$err" "no matching, no shares"
answers 0 '' countmatch --format=el --unmatched=1 --list <(printf 'a b\n')

# Nearly full matrices and graphs, by the matchings of what is missing: derangements (OEIS A000166),
# menages (A000179), and the complete graph of order 10 without two edges of a path: 945 - 2 105.
forbidden() { # forbidden N PLACES: N x N, 0 in places j - i = 0 .. PLACES - 1 modulo N
    awk -v n="$1" -v places="$2" 'BEGIN { for (i = 0; i < n; i++) { line = ""
        for (j = 0; j < n; j++) line = line (((j - i + n) % n < places) ? "0 " : "1 "); print line } }'
}
is "$(forbidden 60 1 | perm-mtx)" 3061120089030075932414107959955432155359786926462466522532734900460828338404172761 \
    "derangements of 60"
is "$(forbidden 60 2 | perm-mtx --engine=complement)" \
    1107199898411058413191320482067594487313111975193291004613429917114325564512957442 "menages of 60"
is "$(awk 'BEGIN { for (i = 0; i < 10; i++) for (j = 0; j < i; j++) if (i - j != 1 || i > 2) print i, j }' |
    countmatch --engine=complement --no-reduce)" 735 "a complete graph without two edges"
is "$(printf '3 2 2 2\n2 2 2 2\n2 2 5 2\n' | perm-mtx --engine=complement --no-reduce --mod=7)" $((300 % 7)) \
    "... of a rectangle, modulo a prime"
# Rows and columns may be multiplied by numbers; other entries are any sums.
products() { # products N MORE: (i + 1) (j + 2) / 3 at (i, j), and more in two of the places j - i = 0, 1, 3 modulo N
    awk -v n="$1" -v more="$2" 'BEGIN { for (i = 0; i < n; i++) { line = ""; for (j = 0; j < n; j++) { d = (j - i + n) % n
        line = line (i + 1) * (j + 2) + more * (d == 0) - (d == 1) - 5 * (d == 3 && i % 2) "/3 " } print line } }'
}
for more in 0 1 -7; do
    products 13 $more > "$scratch/products"
    is "$(perm-mtx --format=table --engine=complement --reduce=none "$scratch/products")" \
        "$(perm-mtx --format=table --engine=ryser --reduce=none "$scratch/products")" "products and other entries, $more"
done
has '=> complement' "$(products 60 1 | perm-mtx --format=table --plan=full)" "60 x 60 by the other entries"
forbidden 60 2 | awk '{ for (j = 1; j <= NF; j++) $j *= NR * (j + 1); print }' > "$scratch/products"
weighted=$(perm-mtx --mod=1000003 --engine=complement <(forbidden 60 2))
for i in {1..60}; do weighted=$((weighted * i % 1000003 * (i + 1) % 1000003)); done
is "$(perm-mtx --format=table --engine=complement --reduce=none --mod=1000003 "$scratch/products")" $weighted "menages with weights"
printf '7 7 15 7\n1 1 2 1\n1 1 2 1\n2 2 4 0\n' > "$scratch/products"
refuses 4 perm-mtx --format=table --engine=complement --reduce=none --mod=7 "$scratch/products"
has 'divisible by the prime 7' "$err" "a factor that is 0 modulo the prime"
# Then another engine is chosen, also if the prime is that of a ring of an exact answer: row 1 has the factor p.
for p in 101 2147483629; do
    awk -v p=$p 'BEGIN { for (i = 0; i < 32; i++) { line = ""; for (j = 0; j < 32; j++) {
        x = (i == 1 ? p : i % 3 + 1) * (j % 3 + 1) + (i == j && i < 18)
        line = line sprintf("%.0f ", j == (3 * i + 1) % 32 && i < 16 ? i % 5 + 1 : x) } print line } }' > "$scratch/products"
    residue=$(awk -v p=$p '{ for (j = 1; j <= NF; j++) $j = sprintf("%.0f", $j % p); print }' "$scratch/products" |
        perm-mtx --format=table --mod=$p)
    is "$(perm-mtx --format=table --mod=$p "$scratch/products")" "${residue:?}" "a factor $p, modulo $p"
    is "$(perm-mtx --format=table --exact "$scratch/products" | awk -v p=$p '{
        for (k = 1; k <= length($0); k++) r = (10 * r + substr($0, k, 1)) % p; printf "%.0f\n", r }')" "$residue" "... and exactly"
done

# Options for answers work with --total.
is "$(countmatch --total --mod=1000003 "$data/buckyball.el")" $((1417036634543488 % 1000003)) \
    "the Hosoya index of C60 modulo a prime"
is "$(countmatch --total --json "$data/buckyball.el" | grep -o '"total":true\|"value":"[0-9]*"\|"rows":[0-9]*' | tr '\n' ' ')" \
    '"total":true "value":"1417036634543488" "rows":60 ' "--json says so, and has the shape of the input"
# 10012 and 179788343101980135: A028420.
while read -r total command; do
    between=$(bash -c "$command --total --bounds")
    is "$(awk -v t="$total" '{ print ($1 <= t), ($2 >= t) }' <<< "$between")" '1 1' \
        "$total lies between the bounds $between"
done << EOF
10012 dimer grid 4 4 | countmatch
179788343101980135 dimer grid 8 8 | countmatch
$(countmatch --total "$data/petersen.el") countmatch $data/petersen.el
$(perm-mtx --total "$data/rectangular.mtx") perm-mtx $data/rectangular.mtx
$(cyclecover --total "$data/feedback.txt") cyclecover $data/feedback.txt
EOF

# Entropies, from the shares by awk, also of lines of the longer side that stay free; and log 3 where three partners are equally likely.
file star 'a x' 'a y' 'a z'
file tall.mtx '%%MatrixMarket matrix coordinate real general' '3 2 5' '1 1 2' '2 1 1' '2 2 3' '3 2 1' '1 2 .5'
for command in "dimer grid 4 5 | countmatch --monomer=2/3" "dimer king 3 4 | countmatch" "dimer grid 3 3 | countmatch --unmatched=least" \
    "countmatch --saturating $scratch/star" "countmatch --saturating --format=mtx --as=biadjacency $scratch/tall.mtx"; do
    bash -c "$command --marginals" | awk '{ split($3, f, "/"); p = f[2] != "" ? f[1] / f[2] : f[1]
        if (p > 0) { h[$1] -= p * log(p); h[$2] -= p * log(p); used[$1] += p; used[$2] += p } else { h[$1] += 0; h[$2] += 0 } }
        END { delete h["-"]; for (v in h) { p = 1 - used[v]; if (p > 1e-9) h[v] -= p * log(p); printf "%s %.9f\n", v, h[v] } }' | sed 's/-0\.0*$/0.000000000/' | sort > "$scratch/entropies"
    is "$(bash -c "$command --entropies" | awk '{ printf "%s %.9f\n", $1, $2 }' | sort)" "$(< "$scratch/entropies")" "entropies of $command"
done
is "$(dimer grid 2 3 | countmatch --entropies --digits=12 --csv | sed -n 3p)" '"1,2",1.09861228867' "... with --csv"
# The logarithm of 3 (A002391), with the digits that are proved.
log3=1.09861228866810969139524523692252570464749055782274945173469433363749429
for asked in --digits=60 "--exact --digits=60" --precision=dd "--precision=300 --digits=70"; do
    read -ra options <<< "$asked"
    digits=$(dimer grid 2 3 | countmatch --entropies "${options[@]}" | sed -n 's/^1,2 //p')
    [ "${#digits}" -gt 26 ] && [[ $log3 = "${digits:0:-3}"* ]]
    ok $? "entropies with $asked: $digits"
done
refuses 2 countmatch --entropies --bounds "$scratch/lattice"
refuses 2 countmatch --entropies --mod=7 "$scratch/lattice"

# The intervals of shares, of free lines and of the mean: the exact values are inside, and they are narrow.
for command in "dimer grid 4 5 | countmatch --total" "dimer triangular 4 4 | countmatch --monomer=2/3" \
    "perm-mtx --total <(printf '1 2 0\n.5 0 7\n')" "cyclecover --total <(printf 'a b 3\nb a 1/7\nb c 4\n')"; do
    bash -c "$command --marginals --bounds" > "$scratch/intervals"
    bash -c "$command --marginals --precision=double" > "$scratch/shares"
    is "$(paste -d ' ' <(sed '$d' "$scratch/intervals") "$scratch/shares" | awk '
        $1 != $5 || $2 != $6 || $3 > $7 + 1e-14 || $4 < $7 - 1e-14 || $4 > $3 + 1e-6 { print "line " NR }')" "" \
        "intervals of $command"
    is "$(tail -n 1 "$scratch/intervals" | awk -v m="$(awk '$1 != "-" && $2 != "-" { m += $3 } END { printf "%.15g", m }' "$scratch/shares")" \
        '{ print $1, ($2 <= m + 1e-11), ($3 >= m - 1e-11), ($3 < $2 + 1e-4) }')" "mean 1 1 1" "... and of their mean number"
done
is "$(countmatch --total --marginals --bounds --log-weights <(printf 'a b 0\nb c 0\n') | tail -n 1)" \
    "mean 0.666666666666 0.666666666667" "... of weights by their logarithms"
refuses 4 countmatch --marginals --bounds "$scratch/lattice"
refuses 2 countmatch --total --marginals --bounds --json "$scratch/lattice"
refuses 2 countmatch --total --marginals --bounds --svg "$scratch/lattice"
refuses 2 countmatch --total --marginals=1,1-1,2 --bounds "$scratch/lattice"
has '"total":true,"lower":' "$(dimer grid 4 4 | countmatch --total --bounds --json | sed 's/"type":"bounds",//')" \
    "--json says of what they are"
# Bounds of a graph that is not bipartite, from a bipartite part of it.
dimer king 8 8 > "$scratch/lattice"
is "$(countmatch --bounds "$scratch/lattice" | awk -v n="$(countmatch "$scratch/lattice")" '{ print ($1 > 1e6 && $1 <= n && n <= $2) }')" 1 \
    "the lower bound of a king's graph is more than one matching"
is "$(countmatch --bounds --unmatched=2 --json "$data/petersen.el" | grep -o "\"unmatched\":2")" "\"unmatched\":2" "--json says of how many free vertices"
# Too large: the fastest way that was found, bounds of the sum, and what else is possible.
for asked in --total --matchings; do
    dimer grid 60 60 | countmatch "$asked" --time=1000 > "$scratch/out" 2> "$scratch/err"
    is "$? $(< "$scratch/out")" '4 ' "$asked of the grid 60 x 60 is refused"
    has 'sweep: a frontier of 60 vertices, ' "$(< "$scratch/err")" "... with the fastest way"
    has 'e+1027 and 9.' "$(< "$scratch/err")" "... and with bounds"
done
has ': --unmatched=K computes one size, which may be possible' "$(< "$scratch/err")" "... and with what may be possible"
for other in --matchings --to-mtx --saturating; do
    refuses 2 countmatch --total "$other" "$data/petersen.el"
done
finish
