#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --clar: published Clar covering polynomials, and all coverings of small graphs one by one.
. "${srcdir:-.}/tests/tap.sh"

data=${srcdir:-.}/data

# Benzene z + 2 and polyacenes of h hexagons h z + h + 1 (Zhang and Zhang, Discrete Applied Mathematics 69, 1996).
answers 0 $'0 2\n1 1' countmatch --clar <(dimer hexagon 1 1 1)
answers 0 $'0 3\n1 2' countmatch --clar "$data/naphthalene.mol"
answers 0 $'0 6\n1 5' countmatch --clar <(dimer hexagon 1 1 5)

# C60, and the hexagonal flake of 5 hexagons on each side: the answers that the program ZZPolyCalc keeps as its
# tests (Podeszwa, Witek and Chou, github.com/solccp/zzpolycalc, test/C60Ih.out and circumcircumcoronene.out).
# C60 has 5 Clar structures of 8 sextets (El-Basil, J. Mol. Struct. THEOCHEM 531, 2000).
one_line() { awk '{ printf "%s%s", (NR > 1 ? " " : ""), $2 }'; }
is "$(countmatch --clar "$data/buckyball.el" | one_line)" "12500 41580 67650 66900 42000 16352 3620 360 5" "C60"
is "$(dimer hexagon 5 5 5 | countmatch --clar | one_line)" "267227532 2389804604 9865265424 24946185302 \
43244524658 54500920980 51684194860 37663193263 21358371744 9490314264 3312396458 907310265 194327374 32357890 \
4158672 408889 30314 1635 58 1" "a flake of 61 hexagons"

# All coverings, vertex after vertex; a hexagon is a set of six vertices with two neighbours each, in one piece.
by_hand() {
    awk '{ near[$1, $2] = near[$2, $1] = 1; n = $1 > n ? $1 : n; n = $2 > n ? $2 : n }
        function degree(v, set, w, d) { for (w in set) d += (v, set[w]) in near; return d }
        function reach(set, v, seen, w) { seen[v] = 1; for (w in set) if (!(set[w] in seen) && (v, set[w]) in near) reach(set, set[w], seen) }
        function choose(from, size, set, k, seen, w) {
            if (size == 6) {
                for (k = 1; k <= 6; k++) if (degree(set[k], set) != 2) return
                delete seen; seen[set[1]] = 1; reach(set, set[1], seen)
                if (length(seen) < 6) return
                hexagons++; for (k = 1; k <= 6; k++) member[hexagons, k] = set[k]
                return
            }
            for (k = from; k <= n; k++) { set[size + 1] = k; choose(k + 1, size + 1, set); delete set[size + 1] }
        }
        function cover(v, sextets, w, h, k, free) {
            while (v <= n && covered[v]) v++
            if (v > n) { count[sextets]++; most = sextets > most ? sextets : most; return }
            covered[v] = 1
            for (w = v + 1; w <= n; w++) if (!covered[w] && (v, w) in near) { covered[w] = 1; cover(v, sextets); covered[w] = 0 }
            covered[v] = 0
            for (h = 1; h <= hexagons; h++) {
                free = member[h, 1] == v
                for (k = 1; k <= 6; k++) free = free && !covered[member[h, k]]
                if (!free) continue
                for (k = 1; k <= 6; k++) covered[member[h, k]] = 1
                cover(v, sextets + 1)
                for (k = 1; k <= 6; k++) covered[member[h, k]] = 0
            }
        }
        END { split("", set); choose(1, 0, set); cover(1, 0); for (k = 0; k <= most; k++) print k, count[k] + 0 }' "$1"
}
for seed in 1 2 3 4 5 6 7 8; do # bipartite and others
    awk -v seed="$seed" 'BEGIN { srand(seed); for (i = 1; i <= 12; i++) for (j = 1; j < i; j++)
        if ((seed % 2 || (i + j) % 2) && rand() < (seed % 2 ? 0.3 : 0.5)) print i, j; print 12, 1 }' | sort -u > "$scratch/g.el"
    answers 0 "$(by_hand "$scratch/g.el")" countmatch --clar --pattern "$scratch/g.el"
done
# coronene, numbered by rows
dimer hexagon 2 2 2 | awk '!/^%/ { for (k = 1; k <= 2; k++) if (!($k in id)) id[$k] = ++n; print id[$1], id[$2] }' > "$scratch/coronene.el"
is "$(countmatch --clar "$scratch/coronene.el" | one_line)" "20 32 15 2" "coronene"

# Fullerenes C20 to C32 (C40), C60 and C70: all coverings by recursion, with the hexagons of the spiral's faces.
# Isomers of 20, 22, ... atoms: 1, 0, 1, 1, 2, 3, 6, 6, 15, 17, 40 (Fowler and Manolopoulos, An Atlas of Fullerenes,
# 1995).
if needs python3 'FULLERENES'; then
    most=32 isomers=14
    [ "${PM_TESTS:-usual}" != long ] || most=40 isomers=92
    python3 "$here/tests/fullerenes.py" "$scratch/fullerenes.el" $most '60 1 7 9 11 13 15 18 20 22 24 26 32' \
        '70 1 7 9 11 13 15 27 29 31 33 35 37' > "$scratch/fullerenes.csv"
    is "$(grep -c ',0,' "$scratch/fullerenes.csv")" $((isomers + 2)) "all fullerenes are there"
    is "$(countmatch --clar --csv "$scratch/fullerenes.el")" "$(< "$scratch/fullerenes.csv")" "their Clar coverings"
    is "$(countmatch --csv "$scratch/fullerenes.el" | tail -n +2)" \
        "$(awk -F, '$2 == "0" { print $1 "," $3 }' "$scratch/fullerenes.csv")" "their Kekule structures"
fi

answers 0 "0 0" countmatch --clar <(printf 'a b\nb c\n')
answers 0 $'k,count\n0,2\n1,1' countmatch --clar --csv <(dimer hexagon 1 1 1)
is "$(dimer hexagon 1 1 1 | countmatch --clar --json | grep -o '"clar.*}]')" \
    '"clar":[{"k":0,"count":"2"},{"k":1,"count":"1"}]' "... and as JSON"
saying "without weights" refuses 4 countmatch --clar <(printf 'a b 2\nb c 1\nc d 1\n')
answers 0 "0 1" countmatch --clar <(printf '%%graph\n')
refuses 4 countmatch --clar --memory=16M <(dimer grid 40 40)
for wide in 'grid 200 200' 'hexagon 40 40 40'; do
    # shellcheck disable=SC2086
    saying "too wide" refuses 4 countmatch --clar <(dimer $wide)
done
refuses 2 countmatch --clar --unmatched=1 "$scratch/g.el"
refuses 2 countmatch --clar --matchings "$scratch/g.el"
finish
