#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Kekule structures as molecules (--sdf), and streams of ions and neutral molecules (--unmatched=least).
. "${srcdir:-.}/tests/reading.sh"

data=${srcdir:-.}/data

# pairs: the double bonds of each record of V2000, as atoms with their symbols, sorted; one line for each.
pairs() {
    awk '/V2000/ { atoms = substr($0, 1, 3) + 0; bonds = substr($0, 4, 3) + 0; line = NR; text = "" }
        NR > line && NR <= line + atoms { symbol[NR - line] = $4 }
        NR > line + atoms && NR <= line + atoms + bonds && substr($0, 7, 3) + 0 == 2 {
            u = substr($0, 1, 3) + 0; v = substr($0, 4, 3) + 0
            text = text " " symbol[u] u "-" symbol[v] v }
        /^[$][$]/ { print substr(text, 2) }'
}

# The double bonds are those of --list, the atoms those of the file, and each structure is read again.
countmatch --list --sdf "$data/naphthalene.mol" > "$scratch/all.sdf" 2> "$scratch/err"
is "$(pairs < "$scratch/all.sdf")" "$(countmatch --list "$data/naphthalene.mol" 2> "$scratch/err")" "the structures of naphthalene"
is "$(head -n 22 "$scratch/all.sdf" | tail -n 18)" "$(head -n 22 "$data/naphthalene.mol" | tail -n 18)" "... with its atoms and places"
answers 0 $'naphthalene\t3\nnaphthalene\t3\nnaphthalene\t3' countmatch "$scratch/all.sdf"
is "$(countmatch --sample=4 --seed=3 --sdf "$data/naphthalene.mol" 2> "$scratch/err" | pairs)" \
    "$(countmatch --sample=4 --seed=3 "$data/naphthalene.mol" 2> "$scratch/err")" "... at random"

# Aromatic bonds are resolved, bonds of atoms that do not take part stay: methyl benzoate, whose C=O is one of the pairs.
ring=('1 2 4' '2 3 4' '3 4 4' '4 5 4' '5 6 4' '6 1 4')
molecule benzoate 'C C C C C C C O O C' "${ring[@]}" '1 7 1' '7 8 2' '7 9 1' '9 10 1' > "$scratch/benzoate.sdf"
is "$(countmatch --list --sdf "$scratch/benzoate.sdf" 2> "$scratch/err" | pairs | sort)" \
    $'C1-C2 C3-C4 C5-C6 C7-O8\nC2-C3 C4-C5 C6-C1 C7-O8' "methyl benzoate"
molecule pyrrole 'N C C C C H' '1 2 4' '2 3 4' '3 4 4' '4 5 4' '5 1 4' '1 6 1' > "$scratch/pyrrole.sdf"
is "$(countmatch --list --sdf "$scratch/pyrrole.sdf" 2> "$scratch/err" | pairs)" "C2-C3 C4-C5" "pyrrole"
# The second bond of a triple one stays: but-1-en-3-yne.
molecule enyne 'C C C C' '1 2 2' '2 3 1' '3 4 3' > "$scratch/enyne.sdf"
is "$(countmatch --list --sdf "$scratch/enyne.sdf" 2> "$scratch/err" | grep -c '^  3  4  3')" 1 "a triple bond"

# The charge of an allyl cation goes to the atom that is free, and so does the electron of a radical.
MARK='M  CHG  1   1   1' molecule cation 'C C C' '1 2 1' '2 3 2' > "$scratch/ions.sdf"
MARK='M  RAD  1   1   2' molecule radical 'C C C' '1 2 1' '2 3 2' >> "$scratch/ions.sdf"
molecule allyl 'C C C' '1 2 4' '2 3 4' >> "$scratch/ions.sdf"
is "$(countmatch --unmatched=least --list --sdf "$scratch/ions.sdf" 2> "$scratch/err" | grep '^M  [CR]' | sort | uniq -c | tr -s ' ' | tr '\n' ';')" \
    " 1 M CHG 1 1 1; 1 M CHG 1 3 1; 2 M RAD 1 1 2; 2 M RAD 1 3 2;" "charges and unpaired electrons are at the free atoms"
# Ions, radicals and neutral molecules in one stream: each leaves as few atoms free as it can.
cat "$scratch/benzoate.sdf" >> "$scratch/ions.sdf"
answers 0 $'cation\t2\nradical\t2\nallyl\t2\nbenzoate\t2' countmatch --unmatched=least "$scratch/ions.sdf"
# A dication cannot lose a charge.
MARK=$'M  CHG  2   1   1   2   1' molecule dication 'C C' '1 2 1' > "$scratch/dication.sdf"
try countmatch --list --sdf "$scratch/dication.sdf"
is "$status" 1 "charges are not lost"
has "no atom free for a charge of +2" "$err" "... which is said"

# The charge of a molecule says how many atoms are free.  The para-xylylene dication and radical cation have
# benzene's bonds 1-2, ..., 6-1 and arms 1-7, 4-8: the pairs of atoms that a structure can leave free are counted.
arms=('1 2 1' '2 3 2' '3 4 1' '4 5 2' '5 6 1' '6 1 2' '1 7 1' '4 8 1')
xylylene='C C C C C C C C'
MARK='M  CHG  2   7   1   8   1' molecule twice "$xylylene" "${arms[@]}" > "$scratch/twice.sdf"
MARK=$'M  CHG  1   7   1\nM  RAD  1   8   2' molecule both "$xylylene" "${arms[@]}" > "$scratch/both.sdf"
MARK='M  RAD  2   7   2   8   2' molecule neither "$xylylene" "${arms[@]}" > "$scratch/neither.sdf"
MARK='M  CHG  2   7   1   8  -1' molecule cancelled "$xylylene" "${arms[@]}" > "$scratch/cancelled.sdf"
matched=$(printf '%s\n' "${arms[@]}" | cut -d ' ' -f 1,2 | countmatch --format=el --matchings | awk '$1 == 3 { print $2 }')
for ion in 'twice +2 0' 'both +1 1'; do
    read -r name charge notes <<< "$ion"
    answers 0 "$name"$'\t1' countmatch "$scratch/$name.sdf"
    has "the charge of $charge leaves 2 or more of the 8 atoms that take part free: --unmatched=2 counts" "$err" "... with a note"
    try countmatch --unmatched=2 --list --sdf "$scratch/$name.sdf"
    is "$(grep -c '^[$]' <<< "$out") $(grep -c 'structures that exchange them are not written' <<< "$err")" "$matched $notes" \
        "structures of the ion: $ion"
done
for neutral in neither cancelled; do
    saying '' answers 0 "$neutral"$'\t1' countmatch "$scratch/$neutral.sdf"
done

# More than 999 atoms: a polyene of 1000, in V3000.
{
    printf 'polyene\n\n\n  0  0  0     0  0            999 V3000\nM  V30 BEGIN CTAB\nM  V30 COUNTS 1000 999 0 0 0\nM  V30 BEGIN ATOM\n'
    for k in $(seq 1000); do echo "M  V30 $k C $k.0000 0.0000 0.0000 0"; done
    printf 'M  V30 END ATOM\nM  V30 BEGIN BOND\n'
    for k in $(seq 999); do echo "M  V30 $k 4 $k $((k + 1))"; done
    printf 'M  V30 END BOND\nM  V30 END CTAB\nM  END\n$$$$\n'
} > "$scratch/polyene.sdf"
countmatch --list --sdf "$scratch/polyene.sdf" > "$scratch/long.sdf" 2> "$scratch/err"
is "$(awk '/BEGIN BOND/ { bonds = 1; next } /END BOND/ { bonds = 0 } bonds && $4 == 2 { n++; odd += $5 % 2 } END { print n, odd }' "$scratch/long.sdf")" \
    "500 500" "500 double bonds"
is "$(sed -n '8,1007p' "$scratch/long.sdf")" "$(sed -n '8,1007p' "$scratch/polyene.sdf")" "... with the places of the atoms"
answers 0 $'polyene\t1' countmatch "$scratch/long.sdf"

# Places that the columns of V2000 cannot hold.
printf '%s\n' ethene '' '' '  0  0  0     0  0            999 V3000' 'M  V30 BEGIN CTAB' 'M  V30 COUNTS 2 1 0 0 0' \
    'M  V30 BEGIN ATOM' 'M  V30 1 C 123456 -123456 0 0' 'M  V30 2 C 0 0 0 0' 'M  V30 END ATOM' 'M  V30 BEGIN BOND' \
    'M  V30 1 2 1 2' 'M  V30 END BOND' 'M  V30 END CTAB' 'M  END' '$$$$' > "$scratch/places.sdf"
countmatch --list --sdf "$scratch/places.sdf" > "$scratch/places"
answers 0 $'ethene\t1' countmatch "$scratch/places"
is "$(grep -c '123456.0000 -123456.0000' "$scratch/places")" 1 "places far away"

saying "the graph is no molecule" answers 1 "" countmatch --list --sdf "$data/petersen.el"
refuses 2 countmatch --sdf "$data/naphthalene.mol"
refuses 2 countmatch --list --sdf --json "$data/naphthalene.mol"

# Pictures: a double bond is a dark line with a white one inside; other atoms than carbon have symbols.
picture() { countmatch --svg --sample=1 "$1"; }
is "$(picture "$data/naphthalene.mol" | grep -c 'stroke="#333" stroke-width="0.22" stroke-linecap="butt"')" 5 "five double bonds"
is "$(picture "$data/naphthalene.mol" | grep -c '<text')" 0 "... and no symbols of carbon"
printf '%s\n' '' '' '' '  2  1  0  0  0  0            999 V2000' '    0.0000    0.0000    0.0000 C   0  0' \
    '    1.0000    0.0000    0.0000 O   0  0' '  1  2  2  0' 'M  END' > "$scratch/aldehyde.mol"
is "$(picture "$scratch/aldehyde.mol" | sed -n 's/.* y="[^"]*" \([^ ]*\).*>O<.text>/\1/p')" $'stroke="#fff"\nfill="#000"' \
    "the symbol of oxygen, in front of a white rim"
molecule imine 'H N H C H' '1 2 1' '2 4 2' '3 4 1' '4 5 1' > "$scratch/imine.sdf"
is "$(picture "$scratch/imine.sdf" | grep -o '>[A-Z]</text>' | uniq)" '>N</text>' "... of nitrogen between hydrogens"
MARK='M  CHG  2   1  -1   3   2' molecule charged 'C C C' '1 2 1' '2 3 2' > "$scratch/charged.sdf"
is "$(countmatch --svg --structure "$scratch/charged.sdf" 2> "$scratch/err" | grep -o '>C[^<]*</text>' | uniq | tr '\n' ' ')" \
    '>C-</text> >C+2</text> ' "charges"
# A line of charges replaces all charges of the lines of atoms.
sed 's/ C   0  0/ C   0  5/' "$scratch/charged.sdf" > "$scratch/replaced.sdf"
is "$(grep -c ' C   0  5' "$scratch/replaced.sdf")" 3 "three atoms with a charge"
is "$(countmatch --svg --structure "$scratch/replaced.sdf" 2> "$scratch/err" | grep -o '>C[^<]*</text>' | uniq | tr '\n' ' ')" \
    '>C-</text> >C+2</text> ' "... which are replaced"
# Without a matching, edges are grey: those of benzoate outside the ring and the carbonyl group are forbidden.
for question in --structure --marginals; do
    is "$(countmatch --svg $question "$scratch/benzoate.sdf" | sed -n '3s/ stroke-width.*//p; s/.*>O<.*/O/p' | uniq | tr '\n' ';')" \
        '<path stroke="#bbb";O;' "$question of a molecule: grey edges, and oxygen"
done

# Planar graphs without positions are drawn without crossings: no two edges without a common end meet.
crossings() {
    countmatch --svg --structure "$1" | sed -n '3s/.* d="\([^"]*\)".*/\1/p' | sed 's/M/\n/g; s/-/ -/g; s/[hvl]/ & /g' | awk '
        NF { x[n] = $1; y[n] = $2; u[n] = $1; v[n] = $2
            if ($3 == "h") u[n] += $4; else if ($3 == "v") v[n] += $4; else { u[n] += $4; v[n] += $5 } n++ }
        function side(i, a, b) { return (u[i] - x[i]) * (b - y[i]) - (v[i] - y[i]) * (a - x[i]) }
        function inside(i, j, p, q) { p = side(i, x[j], y[j]); q = side(i, u[j], v[j]); return p * q < 0 && p / (p - q) > .01 && p / (p - q) < .99 }
        END { for (i = 0; i < n; i++) for (j = 0; j < i; j++) bad += inside(i, j) && inside(j, i)
            print n, bad + 0 }'
}
dimer named dodecahedron > "$scratch/dodecahedron.el"
is "$(crossings "$scratch/dodecahedron.el")" "30 0" "the dodecahedron"
is "$(crossings "$data/buckyball.el")" "90 0" "C60"
dimer triangular 5 6 | sed '/^%/d; s/\([0-9]*\),/v\1_/g' > "$scratch/triangular.el"
is "$(crossings "$scratch/triangular.el")" "69 0" "a grid with diagonals and without places"
is "$(crossings "$data/petersen.el" | awk '{ print $1, ($2 > 0) }')" "15 1" "Petersen's graph has crossings"
# Large faces: three paths of 20 and of 400 vertices between two ends.  No two vertices are at the same place.
for inner in 20 400; do
    for path in 1 2 3; do
        { echo begin; seq -f "v${path}_%g" "$inner" | sed p; echo end; } | paste -d ' ' - -
    done > "$scratch/paths.el"
    is "$(countmatch --svg --structure "$scratch/paths.el" | grep -o 'M[^Mh]*h0' | sort -u | wc -l)" $((3 * inner + 2)) "three paths of $inner"
done
seq 3001 | awk '{ print $1, $1 + 1 }' > "$scratch/path.el"
answers 4 "" countmatch --svg --structure "$scratch/path.el"
has "more than 3000 vertices gets positions only if it is planar and has no cut vertices (at most 5000)" "$err" "... which is said"

finish
