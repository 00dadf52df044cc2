#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Lattices on Klein bottles, Moebius strips, twisted tori and surfaces of genus 2, with an embedding that is
# given by %seam or %rotation or found.  Counts are compared with closed formulas, and with another engine that
# knows no embedding.
. "${srcdir:-.}/tests/tap.sh"

# Lu and Wu, Dimer statistics on the Moebius strip and the Klein bottle, Physics Letters A 259 (1999) 108, and, for odd COLS,
# Close-packed dimers on nonorientable surfaces, Physics Letters A 293 (2002) 235: of ROWS x COLS squares, whose columns
# close to their mirror images; on the Klein bottle for even ROWS.
formula() {
    python3 -c '
import cmath, math, sys
rows, cols = int(sys.argv[2]), int(sys.argv[3])
p = 1
for m in range(1, (cols + 1) // 2 + 1):
    x = math.sin((2 * m - 1) * math.pi / cols) if sys.argv[1] == "klein" else math.cos(m * math.pi / (cols + 1))
    for n in range(1, rows + 1):
        p *= 2j * (-1) ** (cols // 2 + m + 1) * math.sin((4 * n - 1) * math.pi / (2 * rows)) + 2 * x
print(round(((1 - 1j) * p).real))' "$@"
}

for lattice in "klein 2 4" "klein 4 4" "klein 6 4" "klein 4 6" "klein 6 6" "klein 8 6" "moebius 2 4" "moebius 3 4" \
    "moebius 5 6" "moebius 7 4" "moebius 8 8" "moebius 2 3" "moebius 4 5" "moebius 6 7" "moebius 8 3" "klein 2 3" "klein 4 5" \
    "klein 6 3" "klein 8 5" "klein 6 7"; do
    read -ra words <<< "$lattice"
    is "$(dimer "${words[@]}" | countmatch 2> "$scratch/err")" "$(formula "${words[@]}")" "$lattice: Lu and Wu"
done

# two LATTICE...: the engine planar on the given embedding, and the engine tree without it.
two() {
    dimer "$@" > "$scratch/lattice.el" || { ok 1 "dimer $*"; return; }
    is "$(countmatch --engine=planar "$scratch/lattice.el" 2> "$scratch/err")" \
        "$(sed '/^%/d' "$scratch/lattice.el" | countmatch --engine=tree --no-reduce 2> "$scratch/err")" "dimer $* by two engines"
}

while read -r lattice surface; do
    read -ra words <<< "${lattice//_/ }"
    two "${words[@]}"
    has "${surface//_/ }" "$(countmatch --engine=planar --plan "$scratch/lattice.el")" "... on a ${surface//_/ }"
done << 'END'
klein_6_5 Klein_bottle,_4
klein_5_8_--weights=2,3 Klein_bottle,_4
moebius_6_7 projective_plane,_2
torus_6_6_--twist=2 torus,_4
torus_5_8_--twist=5_--weights=3,1/2 torus,_4
torus_6_5_--mirror_--twist=1 Klein_bottle,_4
triangular_5_6_--periodic_--mirror Klein_bottle,_4
triangular_6_5_--periodic_--twist=2 torus,_4
honeycomb_5_5_--mirror Klein_bottle,_4
honeycomb_5_4_--twist=1 torus,_4
kagome_4_4_--periodic_--mirror Klein_bottle,_4
kagome_4_4_--periodic_--twist=1 torus,_4
square-octagon_4_4_--periodic_--mirror Klein_bottle,_4
square-octagon_4_3_--periodic_--twist=1 torus,_4
END
is "$(dimer grid 4 6 --periodic --mirror)" "$(dimer klein 4 6)" "grid --periodic --mirror is klein"
is "$(dimer torus 6 6 --twist=6)" "$(dimer torus 6 6)" "a whole twist is none"
for bad in "grid 4 4 --mirror" "aztec 3 --mirror" "box 3 3 3 --periodic --mirror" "cylinder 4 4 --twist=1" \
    "hexagon 2 2 2 --twist=1"; do
    read -ra words <<< "$bad"
    refuses 2 dimer "${words[@]}"
done

# ------------------------------------------------------------------ all questions
dimer klein 6 6 --weights=2,3 > "$scratch/klein.el"
sed '/^%/d' "$scratch/klein.el" > "$scratch/bare.el"
is "$(countmatch --engine=planar --marginals --exact "$scratch/klein.el")" \
    "$(countmatch --engine=tree --marginals --exact "$scratch/klein.el")" "shares on a Klein bottle"
is "$(countmatch --engine=planar --log10 --digits=12 "$scratch/klein.el")" \
    "$(countmatch --engine=tree --log10 --digits=12 "$scratch/bare.el")" "the logarithm"
is "$(countmatch --engine=planar --mod=13 "$scratch/klein.el")" \
    "$(countmatch --engine=tree --mod=13 "$scratch/bare.el")" "modulo 13, which has a root of -1"
is "$(countmatch --mod=11 "$scratch/klein.el")" "$(countmatch --engine=tree --mod=11 "$scratch/bare.el")" \
    "modulo 11, which has none"
is "$(countmatch --engine=planar --digits=30 "$scratch/klein.el")" \
    "$(countmatch --engine=tree --digits=30 "$scratch/bare.el")" "30 digits"
is "$(dimer klein 8 8 | countmatch --sample=3 --seed=2 | tr ' -' '\n' | sort | uniq -c | awk '$1 == 3' | wc -l)" 64 \
    "each of three random matchings has each vertex once"
has "on a Klein bottle" "$(countmatch --structure "$scratch/klein.el" 2> "$scratch/err")" "--structure names the surface"

# ------------------------------------------------------------------ embeddings that are found
# Two tori of N x N squares, joined by a tube of four edges: genus 2.
double() {
    for side in a b; do
        dimer torus "$1" "$1" | tr , . | awk -v side=$side '!/^%/ { print side $1, side $2 }'
    done
    for v in 1.1 1.2 2.2 2.1; do echo "a$v b$v"; done
}
double 6 > "$scratch/double.el"
is "$(countmatch --engine=planar "$scratch/double.el")" "$(countmatch --engine=tree "$scratch/double.el")" \
    "two tori joined by a tube, by two engines"
has "surface of genus 2, 16 " "$(countmatch --engine=planar --plan=full "$scratch/double.el")" "... of genus 2"
dimer klein 12 12 | sed '/^%/d' > "$scratch/bare.el"
has "Klein bottle, 4 " "$(countmatch --engine=planar --plan=full "$scratch/bare.el")" "a Klein bottle is found"
is "$(countmatch --engine=planar "$scratch/bare.el")" "$(dimer klein 12 12 | countmatch --engine=planar)" \
    "... with the same count"

# ------------------------------------------------------------------ %rotation
# rotated ROWS COLS MARK: the Klein bottle by lines %rotation; MARK is '~', without which it is another surface.
rotated() {
    awk -v m="$1" -v n="$2" -v mark="$3" 'BEGIN {
        for (i = 1; i <= m; i++) for (j = 1; j <= n; j++) {
            right = i "." j % n + 1; left = i "." (j + n - 2) % n + 1
            down = i < m ? i + 1 "." j : mark "1." n + 1 - j
            up = i > 1 ? i - 1 "." j : mark m "." n + 1 - j
            print "%rotation v" i "." j, "v" right, down ~ /^~/ ? "~v" substr(down, 2) : "v" down, "v" left,
                up ~ /^~/ ? "~v" substr(up, 2) : "v" up
            print "v" i "." j, "v" right
            print "v" i "." j, "v" (i < m ? i + 1 "." j : "1." n + 1 - j)
        } }'
}
# projective ROWS COLS: both pairs of sides of the grid are joined to their mirror images, by lines %rotation (Tesler,
# Matchings in graphs on non-orientable surfaces, Journal of Combinatorial Theory B 78, 2000, has the strip and the theorem).
projective() {
    awk -v m="$1" -v n="$2" 'function name(i, j) { return "v" i "." j }
    BEGIN {
        for (i = 1; i <= m; i++) for (j = 1; j <= n; j++) {
            right = j < n ? name(i, j + 1) : "~" name(m + 1 - i, 1)
            left = j > 1 ? name(i, j - 1) : "~" name(m + 1 - i, n)
            down = i < m ? name(i + 1, j) : "~" name(1, n + 1 - j)
            up = i > 1 ? name(i - 1, j) : "~" name(m, n + 1 - j)
            corner = j == 1 || j == n # its two edges out of the grid have the same ends
            print "%rotation", name(i, j), right, corner && i == m ? "" : down, left, corner && i == 1 ? "" : up
            sub("~", "", right)
            sub("~", "", down)
            print name(i, j), right
            print name(i, j), down
        } }'
}

# slit ROWS COLS CUT: two tori of squares, cut open along CUT edges and joined crosswise: all vertices have four
# neighbours, and all faces four edges, but for one face with eight at each end of the cut, as on the surfaces of genus
# 2 of Costa-Santos and McCoy, Dimers and the critical Ising model on lattices of genus > 1, Nuclear Physics B 623 (2002)
# 439.
slit() {
    awk -v m="$1" -v n="$2" -v cut="$3" 'function name(t, i, j) { return t i "." j }
    BEGIN {
        for (t = 0; t < 2; t++) for (i = 1; i <= m; i++) for (j = 1; j <= n; j++) {
            here = t ? "b" : "a"
            other = j <= cut ? (t ? "a" : "b") : here
            right = name(here, i, j % n + 1)
            down = name(i == m ? other : here, i % m + 1, j)
            up = name(i == 1 ? other : here, (i + m - 2) % m + 1, j)
            print "%rotation", name(here, i, j), right, down, name(here, i, (j + n - 2) % n + 1), up
            print name(here, i, j), right
            print name(here, i, j), down
        } }'
}

while read -r lattice surface; do
    read -ra words <<< "${lattice//_/ }"
    "${words[@]}" > "$scratch/lattice.el"
    is "$(countmatch --engine=planar "$scratch/lattice.el")" \
        "$(sed '/^%/d' "$scratch/lattice.el" | countmatch --engine=tree --no-reduce 2> "$scratch/err")" \
        "${words[*]} by two engines"
    has "${surface//_/ } " "$(countmatch --engine=planar --plan=full "$scratch/lattice.el")" "... on a ${surface//_/ }"
done << 'END'
projective_4_4 projective_plane,_2
projective_5_6 projective_plane,_2
projective_4_7 projective_plane,_2
projective_6_6 projective_plane,_2
slit_3_4_2 surface_of_genus_2,_16
slit_4_4_2 surface_of_genus_2,_16
slit_4_5_3 surface_of_genus_2,_16
slit_4_6_3 surface_of_genus_2,_16
END

rotated 6 6 '~' > "$scratch/rotated.el"
is "$(countmatch --engine=planar "$scratch/rotated.el")" "$(dimer klein 6 6 | countmatch)" "a Klein bottle by %rotation"
has "Klein bottle, 4 " "$(countmatch --engine=planar --plan=full "$scratch/rotated.el")" "... is one"
is "$(rotated 4 4 '' | countmatch --engine=tree)" "$(rotated 4 4 '~' | countmatch --engine=planar)" \
    "the count does not depend on the embedding"

# bad TEXT LINE...: the message of a list that is refused.
bad() {
    local text=$1
    shift
    printf '%s\n' "$@" > "$scratch/bad.el"
    countmatch "$scratch/bad.el" > "$scratch/out" 2> "$scratch/err"
    is "$?" 1 "refused: $text"
    has "$text" "$(< "$scratch/err")" "... with that reason"
}
k4=("a b" "a c" "a d" "b c" "b d" "c d" "%rotation b a c d" "%rotation c a b d" "%rotation d a b c")
is "$(printf '%s\n' "${k4[@]}" "%rotation a b ~c d" | sed 's/c a b d/c ~a b d/' | countmatch)" 3 "K4 with a twisted edge"
bad "'%rotation' in line 10: there is no edge to 'e'" "${k4[@]}" "%rotation a b c e"
bad "'%rotation' in line 10: the neighbour 'd' is missing" "${k4[@]}" "%rotation a b c"
bad "'%rotation' in line 10: the neighbour 'c' stands twice" "${k4[@]}" "%rotation a b c c d"
bad "'%rotation' in line 11: there is another such line for the vertex 'a'" "${k4[@]}" "%rotation a b c d" "%rotation a b c d"
bad "a line '%rotation' for the vertex 'a' is missing" "${k4[@]}"
bad "an edge has '~' at one end, and not in the line of 'c'" "${k4[@]}" "%rotation a b ~c d"
bad "'~' stands before the name of a neighbour" "${k4[@]}" "%rotation a b ~ c d"
bad "'%rotation vertex neighbour ...' is expected" "%rotation " "a b"
bad "two embeddings" "%place 0,1 1,0" "%period 2,2" "%rotation 1,1 1,2" "1,1 1,2"
bad "'%seam A,B,... C,D,... ...' is expected" "%place 0,1 1,0" "%seam 1,1" "1,1 1,2"
bad "'%seam A,B,... C,D,... ...' is expected" "%place 0,1 1,0" "%seam 1,1 1,0 0,1 1" "1,1 1,2"
bad "goes with a line '%place'" "%seam 1,1 1,0 0,1" "1,1 1,2"
bad "are not those of a plane" "%place 0,1 1,0" "%seam 1,1 1,0 2,0" "1,1 1,2"

finish
