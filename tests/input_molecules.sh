#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Molecules as files of mol and sdf have them, and planar graphs of planar_code.
. "${srcdir:-.}/tests/reading.sh"

saying '6 of 12 atoms are hydrogens and left out' answers 0 2 countmatch "$corpus/mol/benzene.mol"
is "$(countmatch < "$corpus/mol/benzene.mol" 2> "$scratch/err")" 2 "a .mol file is known by its content"
# The Pauling bond orders of benzene are 1/2.
is "$(countmatch --marginals "$corpus/mol/benzene.mol" 2> "$scratch/err" | cut -d ' ' -f 3 | uniq -c |
    tr -d ' ')" 61/2 "bond orders of benzene"
# Benzene 2, naphthalene 3, furan 1 (butadiene's), pyridine 2, pyrrole 1, quinone 1, allyl 0, phenyl
# sulfone 2, cyclohexane 1; anthracene 4 (Cyvin & Gutman 1988).
# Cyclohexane is asked about: its six bonds, without hydrogens, are single.
titled=$'benzene\t2\nnaphthalene\t3\nfuran\t1\npyridine\t2\npyrrole\t1\nquinone\t1\nallyl\t0\nphenyl sulfone\t2'
saying 'every bond is single: --as=skeleton' answers 1 "$titled" countmatch "$corpus/mol/bad-skeleton.sdf"
says 'bad-skeleton.sdf: molecule 7 (allyl): 3 atoms take part, an odd number'
says 'bad-skeleton.sdf: molecule 8 (phenyl sulfone): atom 7 (S) has two double bonds'
answers 0 "$titled"$'\ncyclohexane\t1' countmatch --as=molecule "$corpus/mol/bad-skeleton.sdf"
is "$(countmatch --as=skeleton "$corpus/mol/bad-skeleton.sdf" 2> "$scratch/err" | tail -n 1)" $'cyclohexane\t2' \
    "a ring of six bonds has two Kekule structures"
# A skeleton has all heavy atoms and all bonds, whatever they are: the ring of furan is odd, the oxygens of
# quinone leave 2 + 2 carbons, the methyl of toluene has one partner.
is "$(countmatch --as=skeleton "$corpus/mol/bad-skeleton.sdf" 2> "$scratch/err" | tr '\t\n' ' ;')" \
    'benzene 2;naphthalene 3;furan 0;pyridine 2;pyrrole 0;quinone 1;allyl 0;phenyl sulfone 0;cyclohexane 2;' \
    "--as=skeleton takes all heavy atoms"
ring=('1 2 2' '2 3 1' '3 4 2' '4 5 1' '5 6 2' '6 1 1')
{
    molecule toluene 'C C C C C C C' "${ring[@]}" '1 7 1'
    molecule methane C
    molecule NaCl 'Na Cl' '1 2 1'
    molecule cyclobutane 'C C C C' '1 2 1' '2 3 1' '3 4 1' '4 1 1'
} > "$scratch/mixed.sdf"
answers 0 $'toluene\t0\nmethane\t0\nNaCl\t1\ncyclobutane\t2' countmatch --as=skeleton "$scratch/mixed.sdf"
answers 0 $'toluene\t2\nmethane\t1\nNaCl\t1\ncyclobutane\t1' countmatch --as=molecule "$scratch/mixed.sdf"
# --total is the Hosoya index of the atoms that take part: of toluene the ring's, 18 (Hosoya 1971: L(6)); of
# all carbons 26, since the bond to the methyl leaves the path of five, whose index is 8.
is "$(countmatch --total "$scratch/mixed.sdf" 2> "$scratch/err" | head -n 1)" $'toluene\t18' "the ring of toluene"
err=$(< "$scratch/err")
says '1 of 7 atoms has no double bond that could move, and is left out of all that is counted'
is "$(countmatch --total --as=skeleton "$scratch/mixed.sdf" | head -n 1)" $'toluene\t26' "all carbons of toluene"
# Pyridine N-oxide with five bonds at N is that with charges, in both notations; nitrobenzene has the two
# structures of benzene.  A dative bond (9) is none: pyridine at iron has two structures.
{
    molecule charged 'N C C C C C O' '1 2 4' '2 3 4' '3 4 4' '4 5 4' '5 6 4' '6 1 4' '1 7 1' |
        sed 's/^M  END/M  CHG  2   1   1   7  -1\n&/'
    molecule aromatic 'N C C C C C O' '1 2 4' '2 3 4' '3 4 4' '4 5 4' '5 6 4' '6 1 4' '1 7 2'
    molecule kekule 'N C C C C C O' "${ring[@]}" '1 7 2'
    molecule nitrobenzene 'C C C C C C N O O' "${ring[@]}" '1 7 1' '7 8 2' '7 9 2'
    molecule iron 'N C C C C C Fe' '1 2 4' '2 3 4' '3 4 4' '4 5 4' '5 6 4' '6 1 4' '1 7 9'
    molecule ylide 'N C C C C C C' '1 2 4' '2 3 4' '3 4 4' '4 5 4' '5 6 4' '6 1 4' '1 7 2'
} > "$scratch/five.sdf"
answers 1 $'charged\t2\naromatic\t2\nkekule\t2\nnitrobenzene\t2\niron\t2' countmatch "$scratch/five.sdf"
says 'atom 1 is an aromatic N with five bonds; four and the charges of N and C7 are expected'
molecule x 'C C' '1 2 2' | sed 1d > "$scratch/lost"
molecule x 'C C' '1 2 2' | sed '1p' > "$scratch/doubled"
for line in lost doubled; do
    saying 'the line of counts is the fourth of a molecule and here' refuses 1 countmatch "$scratch/$line"
done
# Every answer of a stream has the title of its record, or its number; JSON of a failure too.  The last
# record needs no '$$$$', and a file of one record is a stream by '$$$$' or its name.
long=$(printf 'InChI=1S/%0100d/c' 0)
{
    molecule "${long}1" 'C C' '1 2 2'
    molecule 'Ph, bad' 'C Ph' '1 2 2'
    molecule $'a\ttab, "quoted"' 'C C C C' '1 2 2' '2 3 1' '3 4 2'
    molecule '' 'C C' '1 2 2'
    molecule "${long}2" 'C C' '1 2 2' | head -n -1
} > "$scratch/titles.sdf"
try countmatch "$scratch/titles.sdf"
says "atom 2: 'Ph' is no element"
[[ $err == *"must be replaced by atoms (molecule 'Ph, bad')"* ]]
ok $? "... of which molecule"
is "$status $out" "1 ${long}1"$'\t1\na tab, "quoted"\t1\n4\t1\n'"${long}2"$'\t1' "titles are complete, without tabs"
for option in --marginals --matchings=line --sample=1 --structure --list; do
    is "$(countmatch $option "$scratch/titles.sdf" 2> "$scratch/err" | cut -f 1 | uniq)" \
        "${long}1"$'\na tab, "quoted"\n4\n'"${long}2" "titles with $option"
done
is "$(countmatch --csv --marginals "$scratch/titles.sdf" 2> "$scratch/err" | cut -c 1-40 | sed -n '1p; 3,5p')" \
    'graph,title,u,v,share
3,"a tab, ""quoted""",C1,C2,1
3,"a tab, ""quoted""",C2,C3,0
3,"a tab, ""quoted""",C3,C4,1' "titles in tables"
is "$(countmatch --json "$scratch/titles.sdf" 2> "$scratch/err" | sed -n '2s/,"error":"[^"]*"/,/p')" \
    "{\"file\":\"$scratch/titles.sdf\",\"title\":\"Ph, bad\",\"graph\":2,,\"status\":\"INPUT\",\"version\":\"$(
        countmatch --version | sed -n '1s/.* //p')\"}" "a failure has the number and the title"
# The header of a table comes before the first graph that can be answered.
printf 'B_\n~\nA_\n' > "$scratch/first.g6"
is "$(countmatch --csv --matchings "$scratch/first.g6" 2> "$scratch/err")" 'graph,k,count
1,0,1
1,1,1
3,0,1
3,1,1' "a bad line among tables"
tail -n +2 "$scratch/first.g6" > "$scratch/second.g6"
is "$(countmatch --csv --matchings "$scratch/second.g6" 2> "$scratch/err" | head -n 1)" graph,k,count \
    "... also the first one"
molecule single 'C C' '1 2 2' > "$scratch/ended.sdf"
head -n -1 "$scratch/ended.sdf" | tee "$scratch/open.sdf" > "$scratch/open.mol"
answers 0 "$scratch/ended.sdf"$'\tsingle\t1\n'"$scratch/open.sdf"$'\tsingle\t1\n'"$scratch/open.mol"$'\t1' \
    countmatch "$scratch/ended.sdf" "$scratch/open.sdf" "$scratch/open.mol"
answers 0 $'single\tC1 C2 1' countmatch --marginals "$scratch/open.sdf"
# Of notes that differ in numbers only, three are said, and how many more; an advice that is followed is not.
for k in 1 2 3 4 5; do
    molecule "allyl $k" 'C C C H' '1 2 4' '2 3 4' '3 4 1'
done > "$scratch/allyls.sdf"
try countmatch "$scratch/allyls.sdf"
is "$status $(wc -l <<< "$err") $(grep -c 'odd number' <<< "$err")" '0 8 4' "notes of one kind are said three times"
says 'allyls.sdf: 2 more have such a note, the last: 1 of 4 atoms are hydrogens'
is "$(countmatch --verbose "$scratch/allyls.sdf" 2>&1 | grep -c 'are hydrogens')" 5 "... with --verbose always"
is "$(countmatch --unmatched=1 "$scratch/allyls.sdf" 2>&1 | grep -c 'unmatched=1')" 0 "... and --unmatched=1 is not advised to who gives it"
is "$(countmatch --json "$scratch/allyls.sdf" 2> "$scratch/err" | grep -c '"notes":\["1 of 4 atoms are hydrogens and left out","3 atoms')" 5 \
    "... as JSON all"
# Trimethylenemethane: an even number, but no structure; of its 3 with two free atoms, each has one of the 3
# bonds.
molecule TMM 'C C C C' '1 2 4' '1 3 4' '1 4 4' > "$scratch/tmm.sdf"
saying '4 atoms take part, and every structure leaves 2 or more free: --unmatched=2 counts' answers 0 $'TMM\t0' countmatch "$scratch/tmm.sdf"
saying '' answers 0 $'TMM\t4' countmatch --total "$scratch/tmm.sdf"
saying '' answers 0 $'TMM\t3' countmatch --unmatched=2 "$scratch/tmm.sdf"
# What is for one graph is refused once.
printf 'C~\n%.0s' 1 2 3 4 5 > "$scratch/five.g6"
for option in '--svg --sample=1' --to-mtx "--prove=$scratch/proof"; do
    # shellcheck disable=SC2086
    countmatch $option "$scratch/five.g6" > "$scratch/out" 2> "$scratch/err"
    is "$? $(wc -l < "$scratch/err")" '1 1' "countmatch ${option%=*} of many graphs fails once"
done
printf '1 1\n1 1\n\n1 1\n1 1\n\n1 1\n1 1\n' | perm-mtx --format=table --prove="$scratch/proof" > "$scratch/out" 2> "$scratch/err"
is "$? $(wc -l < "$scratch/err")" '1 1' "perm-mtx --prove of many matrices fails once"
# Atoms that are no elements: C6H5 as Ph would lose two structures, biphenyl has 2 * 2.
other=('7 8 2' '8 9 1' '9 10 2' '10 11 1' '11 12 2' '12 7 1')
for symbol in Ph Xx LP 'R#' '*' A Q L X CL c Me R1 C1 @@; do
    molecule short "C C C C C C $symbol" "${ring[@]}" '1 7 1' > "$scratch/short.sdf"
    saying "short.sdf: line 11: atom 7: '$symbol' is no element" refuses 1 countmatch "$scratch/short.sdf"
done
molecule biphenyl 'C C C C C C C C C C C C' "${ring[@]}" "${other[@]}" '1 7 1' > "$scratch/long.sdf"
answers 0 $'biphenyl\t4' countmatch "$scratch/long.sdf"
molecule 'isotopes, salt' 'C C C C C C D T Og Na' "${ring[@]}" '1 7 1' '2 8 1' > "$scratch/elements.sdf"
saying '2 of 10 atoms are hydrogens' answers 0 $'isotopes, salt\t2' countmatch "$scratch/elements.sdf"
sed '/M  V30 30 C/s/ C / Ph /' "$corpus/mol/anthracene.sdf" > "$scratch/edited.sdf"
saying "atom 30: 'Ph' is no element" refuses 1 countmatch "$scratch/edited.sdf"
# Messages on one of several matrices or graphs have its number.
printf '1 1\n0 0\n\n1 1\n1 0\n\n0 0\n1 1\n' > "$scratch/several.txt"
try perm-mtx --format=table --marginals "$scratch/several.txt"
says "several.txt: matrix 1: the permanent is 0: row 2"
says "several.txt: matrix 3: the permanent is 0: row 1"
head -n 2 "$scratch/several.txt" > "$scratch/single.txt"
saying "single.txt: the permanent is 0" refuses 1 perm-mtx --format=table --marginals "$scratch/single.txt"
printf '%%graph 4\na b\na a\n%%graph 7\nb c\nb b\n' > "$scratch/several.el"
try countmatch "$scratch/several.el"
says "several.el: graph 7: 1 loop is ignored" # as in its answers: countmatch --csv
# The second record of three has a bond type that no molecule has; the last one has no title.
for k in 1 2 3; do
    sed "1s/.*/$([ $k = 3 ] || echo "number $k")/; $([ $k = 2 ] && echo '17s/^\(......\)  ./\1  6/')" \
        "$corpus/mol/benzene.mol"
    echo '$$$$'
done > "$scratch/three.sdf"
saying 'bond type 6' answers 1 $'number 1\t2\n3\t2' countmatch --format=sdf "$scratch/three.sdf"
is "$(countmatch --json "$scratch/three.sdf" 2> "$scratch/err" | sed -n 's/.*"title":"\([^"]*\)","graph":\([0-9]*\).*/\1 \2/p')" \
    $'number 1 1\nnumber 2 2' "JSON has the title and the number of the record"
is "$(countmatch --json "$scratch/three.sdf" 2> "$scratch/err" | sed -n 's/.*"graph":\([0-9]*\).*"value":"2".*/\1/p' | tr '\n' ' ')" \
    "1 3 " "... and counts the bad one"
# The cation of benzyl: of its five structures, two have the charge at C1, outside the ring, and one
# each at C3, C5, C7.
# (The nonbonding orbital has the coefficients 2, -1, 1, -1 there: Longuet-Higgins, J. Chem. Phys. 18, 1950.)
printf '\n\n\n%3d%3d  0  0  0  0  0  0  0  0999 V2000\n' 7 7 > "$scratch/benzyl.mol"
for charge in 3 0 0 0 0 0 0; do
    printf '%10.4f%10.4f%10.4f C   0%3d\n' 0 0 0 $charge
done >> "$scratch/benzyl.mol"
printf '%3d%3d%3d\n' 1 2 1 2 3 4 3 4 4 4 5 4 5 6 4 6 7 4 7 2 4 >> "$scratch/benzyl.mol"
echo 'M  END' >> "$scratch/benzyl.mol"
saying '7 atoms take part, an odd number' answers 0 0 countmatch "$scratch/benzyl.mol"
answers 0 5 countmatch --unmatched=1 "$scratch/benzyl.mol"
is "$(countmatch --unmatched=1 --marginals "$scratch/benzyl.mol" 2> "$scratch/err" | sed -n 's/ - / /p' | tr '\n' ' ')" \
    "C1 2/5 C2 0 C3 1/5 C4 0 C5 1/5 C6 0 C7 1/5 " "... and where its charge is"
# Phenoxyl, anilinyl and thiophenoxyl have the five structures of benzyl: the graph is the same.  The lone
# pairs of phenoxide stay at its oxygen.
for atom in O N S; do
    molecule radical "C C C C C C $atom" "${ring[@]}" '1 7 1' |
        sed 's/^M  END/M  RAD  1   7   2\n&/' > "$scratch/radical.sdf"
    answers 0 $'radical\t5' countmatch --unmatched=1 "$scratch/radical.sdf"
done
molecule phenoxide 'C C C C C C O' "${ring[@]}" '1 7 1' |
    sed 's/^M  END/M  CHG  1   7  -1\n&/' > "$scratch/anion.sdf"
answers 0 $'phenoxide\t2' countmatch "$scratch/anion.sdf"
# Pyrrole without its hydrogen: N1 takes part, and nothing is left for one carbon.  The oxygen of
# oxazole does not, so that its N has a double bond; pyridine is a ring of six.
for type in 4 1; do
    printf '\n\n\n%3d%3d  0  0  0  0  0  0  0  0999 V2000\n' 5 5
    for atom in N C C C C; do
        printf '%10.4f%10.4f%10.4f %-3s 0  0\n' 0 0 0 $atom
    done
    printf '%3d%3d%3d\n' 1 2 $type 2 3 $type 3 4 $type 4 5 $type 5 1 $type
    echo 'M  END'
done > "$scratch/both.mol"
head -n 15 "$scratch/both.mol" > "$scratch/pyrrole.mol"
tail -n 15 "$scratch/both.mol" > "$scratch/single.mol"
saying 'N1 is in a ring of five without a hydrogen' answers 0 0 countmatch "$scratch/pyrrole.mol"
saying 'N1 is in a ring of five without a hydrogen' answers 0 0 countmatch --as=skeleton "$scratch/single.mol"
sed '7s/C/N/' "$scratch/pyrrole.mol" > "$scratch/imidazole.mol"
saying 'N1 and others are in a ring of five' answers 0 0 countmatch "$scratch/imidazole.mol"
sed '5s/  0$/  0  0  2/' "$scratch/imidazole.mol" > "$scratch/hydrogen.mol"
answers 0 1 countmatch "$scratch/hydrogen.mol"
[[ $err != *'ring of five'* ]]
ok $? "... but not if the file has the hydrogen"
# The same by the valence (columns 49 to 51, VAL), unless the number of hydrogens is given.  The valence 4
# of aromatic C counts the double bond: benzene keeps its 2.  With both, N is as in pyrrole or pyridine.
sed '5s/  0$/  0  0  0  0  3/' "$scratch/pyrrole.mol" > "$scratch/valence.mol"
answers 0 1 countmatch "$scratch/valence.mol"
sed '5s/  0$/  0  0  0  0  2/' "$scratch/imidazole.mol" > "$scratch/valence.mol"
answers 0 0 countmatch "$scratch/valence.mol"
sed '5s/  0$/  0  0  1  0  3/' "$scratch/pyrrole.mol" > "$scratch/valence.mol"
answers 0 0 countmatch "$scratch/valence.mol"
sed '5s/  0$/  0  0  0  0 15/' "$scratch/pyrrole.mol" > "$scratch/valence.mol"
answers 0 0 countmatch "$scratch/valence.mol"
sed '5s/  0$/  0  0  0  0  3/; 6s/  0$/  0  0  0  0  4/' "$scratch/pyrrole.mol" > "$scratch/valence.mol"
saying 'the valence 3 of atom 1 (N)' refuses 1 countmatch "$scratch/valence.mol"
sed '5s/  0$/  0  0  0  0 16/' "$scratch/pyrrole.mol" > "$scratch/valence.mol"
saying 'the valence one from 0 to 15' refuses 1 countmatch "$scratch/valence.mol"
molecule benzene 'C C C C C C' '1 2 4' '2 3 4' '3 4 4' '4 5 4' '5 6 4' '6 1 4' |
    sed 's/C   0  0  0  0  0  0$/C   0  0  0  0  0  4/' > "$scratch/valence.sdf"
answers 0 $'benzene\t2' countmatch "$scratch/valence.sdf"
pyrrole() {
    printf '\n\n\n  0  0  0     0  0              0 V3000\n'
    printf 'M  V30 %s\n' 'BEGIN CTAB' 'COUNTS 5 5 0 0 0' 'BEGIN ATOM' "1 N 0 0 0 0 $1" '2 C 0 0 0 0' \
        '3 C 0 0 0 0' '4 C 0 0 0 0' '5 C 0 0 0 0' 'END ATOM' 'BEGIN BOND' '1 4 1 2' '2 4 2 3' '3 4 3 4' \
        '4 4 4 5' '5 4 5 1' 'END BOND' 'END CTAB'
    echo 'M  END'
}
while read -r wanted attribute; do
    is "$(pyrrole "$attribute" | countmatch 2> "$scratch/err")" "$wanted" "pyrrole with $attribute"
done << 'END'
1 VAL=3
0 VAL=2
0 VAL=-1
1 HCOUNT=1
0 HCOUNT=-1 VAL=3
END
sed '7s/C/O/' "$scratch/pyrrole.mol" > "$scratch/oxazole.mol"
answers 0 1 countmatch "$scratch/oxazole.mol"
[[ $err != *'ring of five'* ]]
ok $? "... or the ring has an oxygen"
saying 'no molecule (el' refuses 1 countmatch --as=skeleton "$here/data/petersen.el"
answers 0 $'anthracene\t4' countmatch "$corpus/mol/anthracene.sdf"
head -n -1 "$corpus/mol/benzene.mol" > "$scratch/no-end.mol"
saying "the file ends before 'M  END'" refuses 1 countmatch "$scratch/no-end.mol"
saying 'line 17: bond type 6' refuses 1 countmatch "$corpus/mol/bad-type.mol"
# mol EDIT: the file of benzene as sed changes it.
mol() {
    sed "$1" "$corpus/mol/benzene.mol" > "$scratch/edited.mol"
}
while IFS='|' read -r edit wanted; do
    mol "$edit"
    saying "edited.mol: line $wanted" refuses 1 countmatch "$scratch/edited.mol"
done << 'END'
4s/^ 12 12/ 12  6/|23: the line of counts announces 12 atoms and 6 bonds
4s/^ 12 12/ 12  0/|17: the line of counts announces 12 atoms and 0 bonds
4s/^ 12 12/ 12 13/|29: a bond is expected
4s/^ 12 12/8801279/|4: the numbers of atoms and bonds are expected, in 3 columns each; more than 999 of them need V3000
4s/^ 12 12/10001000/|4: the numbers of atoms and bonds
4s/^ 12 12  0/ 12 12  1/|29: a list of elements is expected
29i hello world|29: the line of counts
29i Music|29: the line of counts
29a hello world|30: after a molecule
END
awk 'NR == 4 { sub(/^ 12 12/, " 12 13") } { print } NR == 17 { print "  2  1  4  0" }' \
    "$corpus/mol/benzene.mol" > "$scratch/edited.mol"
saying 'atoms 2 and 1 have two lines of bonds' refuses 1 countmatch "$scratch/edited.mol"
cat "$corpus/mol/benzene.mol" "$corpus/mol/benzene.mol" > "$scratch/edited.mol"
saying 'line 30: after a molecule' refuses 1 countmatch "$scratch/edited.mol"
# Forms of old files: 'A', 'G' and 'S  SKP' have lines of text, 'V' has none; lists of elements.
while IFS= read -r edit; do
    mol "$edit"$'\n1s/.*//'
    answers 0 "$([[ $edit != *'$$$$'* ]] || printf '1\t')2" countmatch "$scratch/edited.mol"
done << 'END'
29i A    1\nhello world\nV    2 M  CHG\nG    1  2\nPh\nS  SKP  2\n1\n2\nM  ISO  1   1  13
4s/^ 12 12  0/ 12 12  2/;29i \  1 F    2   6   7\n  2 T    1   6
4s/V2000//;29d
4s/V2000//;29c > <ID>\nhello world
4s/ 0.*//;29c $$$$
29s/$/  /
29a > <ID>\nhello world\n\n$$$$  \n\n
29a $$$$
END
mol '29a $$$$   '
cat "$scratch/edited.mol" "$scratch/edited.mol" > "$scratch/two.sdf"
answers 0 $'benzene\t2\nbenzene\t2' countmatch "$scratch/two.sdf"
for edit in '/BEGIN BOND/i M  V30 BEGIN COLLECTION\nM  V30 END COLLECTION' '/COUNTS/s/16/0/' \
    '/^M  END/i hello world'; do
    sed "$edit" "$corpus/mol/anthracene.sdf" > "$scratch/edited.sdf"
    refuses 1 countmatch "$scratch/edited.sdf"
done
sed '/COUNTS/s/16/0/; /BEGIN BOND/,/END BOND/ { / [1-9]/d }' "$corpus/mol/anthracene.sdf" > "$scratch/none.sdf"
answers 0 $'anthracene\t1' countmatch "$scratch/none.sdf"
answers 0 12500 countmatch "$corpus/planar_code/buckyball.plc"
is "$(countmatch < "$corpus/planar_code/two.plc" | tr '\n' ' ')" '3 9 ' "planar_code is a stream"
answers 0 $'2\n9' countmatch "$corpus/planar_code/ring-high.plc"
answers 0 2 countmatch "$corpus/planar_code/ring-low.plc"
answers 0 2 countmatch "$corpus/planar_code/parallel.plc"
refuses 1 countmatch "$corpus/planar_code/bad-one-end.plc"
saying 'no matrix, but the format mol' refuses 1 perm-mtx "$corpus/mol/benzene.mol"

finish
