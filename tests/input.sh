#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Input as users have it: programs recognise it, or refuse it with a message that shows what was found
# and says what is right.  Matrices, tables and molecules have tests of their own, input_*.sh.
. "${srcdir:-.}/tests/reading.sh"

# ------------------------------------------------------------------ what it is, by its content
# All connected graphs of 6 vertices (112: OEIS A001349), one in each line, as geng of nauty writes them.
countmatch < "$corpus/graph6/connected6.g6" > "$scratch/six"
is "$(wc -l < "$scratch/six")" 112 "graph6 on standard input has an answer for each line"
is "$(countmatch --no-reduce --format=graph6 "$corpus/graph6/connected6.g6" | cksum)" \
    "$(cksum < "$scratch/six")" "... the same without reductions"
is "$(tail -n 1 "$scratch/six")" 15 "the last one is K_6"
reads 3 countmatch ':CcKI\n'
square='a b\nb c\nc d\nd a\n'
reads 2 countmatch "$square"
reads 7 countmatch 'a b 2\nb c 1\nc d 3\nd a 1\n'
reads 2 countmatch '0 1 {}\n1 2 {}\n2 3 {}\n3 0 {}\n'
reads 7 countmatch "0 1 {'weight': 2.0}\n1 2 {}\n2 3 {'color': 'red', 'weight': 3}\n3 0 {}\n" --exact
reads 7 countmatch 'source,target,weight\na,b,2\nb,c,1\nc,d,3\nd,a,1\n'
reads 2 countmatch 'c DIMACS\np edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1\n'
reads 2 countmatch '*Vertices 4\n*Edges\n1 2\n2 3\n3 4\n4 1\n'
reads 2 countmatch '# GMT Sun Nov 22 14:00:00 2026\n# square\n0 1 3\n1 2\n2 3\n3\n'
reads 2 countmatch "\357\273\277$square"
reads 15 countmatch '1 2 3\n3 4 5\n2 3 1\n' --format=el
for name in list.txt list.el list.dat list; do
    printf '1 2 3\n3 4 5\n2 3 1\n1 4 0\n' > "$scratch/$name"
    answers 0 15 countmatch "$scratch/$name"
done
# Three rows of three numbers are edges, or a matrix; the name of a file decides between these.
file three.el '1 2 3' '3 4 5' '2 3 1'
answers 0 15 countmatch "$scratch/three.el"
blames 'can be two formats: --format=el' countmatch '1 2 3\n3 4 5\n2 3 1\n'
# Names of vertices that look like other formats are still names.
reads 1 countmatch 'C1 C2\nC2 C3\nC3 O\n'
reads 2 countmatch 'C(1) CO\nCO N#N\nN#N a@b.c\na@b.c C(1)\n'
reads 2 countmatch 'C(1) C=O\nC=O N#N\nN#N [2]\n[2] C(1)\n' --format=el
reads 1 countmatch '1,1 1,2\n'
reads 1 countmatch '{a} {b}\n' --format=el
reads 6 perm-mtx '\357\273\277%%%%MatrixMarket matrix array integer general\n1 1\n6\n'
# Below a title 'weight', every edge has one.
for blank in 'T1,m1,' 'T1,m1'; do
    blames "line 2: '$blank': the weight of the edge is missing: column 3 is empty" countmatch "from,to,weight\n$blank\nT2,m2,2\n"
done
# Edges with marks.
for mark in '1 -> 2\n2 -> 3\n3 -> 4\n4->1\n' '1--2\n2--3\n3--4\n4--1\n' '(1,2)\n(2,3)\n(3,4)\n(4, 1)\n' \
    'a -- b\nb -- c\nc -- d\nd -- a # last\n'; do
    reads 2 countmatch "$mark"
done
reads 7 countmatch 'a -> b 2\nb -> c 1\nc -> d 3\nd -> a 1\n'
reads 1 cyclecover '1->2\n2->1\n'
blames 'an edge with a mark is expected' countmatch '1--2\n2 3\n' --format=el
reads 1 countmatch '(1,1) (1,2)\n'
# Points as Python prints them: a square with weights, 2 5 + 3 7.
for square in '(0, 0) (0, 1) 2\n(0, 1) (1, 1) 3\n(1, 1) (1, 0) 5\n(1, 0) (0, 0) 7\n' \
    '((0, 0), (0, 1), 2)\n((0, 1), (1, 1), 3)\n((1, 1), (1, 0), 5)\n((1, 0), (0, 0), 7)\r\n' \
    "(0,0) (0,1) 2\n( 0, 1 ), (1,1), 3 # a comment\n(1, 1)(1, 0) 5\n(1,0) (0,0) 7\n" \
    "((0, 0), (0, 1), {'weight': 2})\n((0, 1), (1, 1), {'weight': 3})\n0,0 1,0 {'weight': 7}\n(1, 1) (1, 0) {'weight': 5}\n"; do
    reads 31 countmatch "$square"
done
is "$(printf '(0, -1) (0, 12)\n((3, 4, 5), (6, 7, 8))\n' | countmatch --marginals)" $'0,-1 0,12 1\n3,4,5 6,7,8 1' \
    "... and their names"
blames "line 2: '(5, 5)': it has another form than the first line" countmatch '(0, 0) (0, 1)\n(5, 5)\n'
blames "another form" countmatch '(5, 5)\n(0, 0) (0, 1)\n'
blames "an edge with a mark is expected" countmatch '(5, 5)\n(0, 0) (0, 1)\n' --format=el
reads 0 countmatch '(0, 0) (0, 1)\n5,5\n' --format=el
blames "'(0, 1, 2)'" countmatch '(0, 1, 2)\n(1, 2, 3)\n'
blames "points in it have commas, as in '0,0 0,1'" countmatch '0 0 0 1\n0 1 1 1\n'
blames "points have commas, as in '0,0 0,1'" countmatch '0 0 0 1\n0 1 1 1\n' --format=el
# An edge list may have loops and single vertices.
blames "line 2: 'c': it has another form" countmatch 'a b\nc\n'
reads 0 countmatch 'a b\nc\n' --format=el
saying '1 loop is ignored' reads 1 countmatch 'a b\na a\n'

# ------------------------------------------------------------------ nothing at all
for tool in countmatch cyclecover perm-mtx; do
    blames 'the input is empty' "$tool" ''
    blames 'the input is empty' "$tool" ' \n\t\n\n'
    refuses 1 "$tool" /dev/null
done
blames 'the input is empty' countmatch '' --format=el
is "$(< "$scratch/err")" "countmatch: standard input: the input is empty" "... and nothing else"
reads 1 perm-mtx '# no rows\n' --format=table
printf '' | countmatch --format=graph6 > "$scratch/out"
is "$? $(< "$scratch/out")" "0 " "an empty stream of graphs has no answers"

# ------------------------------------------------------------------ a bad line in a stream
# One edge, three vertices without edges, a line that is cut off, K_4, the same in sparse6 and as changes.
printf 'A_\nB?\nE~\nC~\n' > "$scratch/bad.g6"
answers 1 $'1\n0\n3' countmatch "$scratch/bad.g6"
is "$err" "countmatch: $scratch/bad.g6: line 3: the line is too short for 6 vertices" "... with its number"
is "$(countmatch --bfile "$scratch/bad.g6" 2> "$scratch/none" | tr '\n' ' ')" '1 1 2 0 4 3 ' "... and is counted"
is "$(countmatch --json "$scratch/bad.g6" 2> "$scratch/none" | grep -c '"error"')" 1 "... in JSON, too"
saying 'line 2: character 4' answers 1 $'3\n3' countmatch --format=graph6 <(printf ':CcKI\n:Cc\001\n;b\n:CcKI\n')
says "line 3: incremental sparse6 (';') needs an undirected graph before it"
saying 'line 2: the line is too short for 2 vertices' answers 1 $'1\n1' cyclecover --format=graph6 <(printf '&AW\n&A\n&AW\n')

# ------------------------------------------------------------------ what is something else
for other in 'c1ccccc1\nCCO\n' 'c1ccccc1 benzene\nCCO ethanol\n' 'ID SMILES\n1 c1ccccc1\n2 CCO\n' \
    '2\nethene\nC 0.0 0.67 0.0\nC 0.0 -0.67 0.0\n' '1\n\nC 0.0 0.67 0.0\n'; do
    blames '--format=' countmatch "$other"
done
blames 'no name stands on two lines' countmatch 'smiles miles\n'
reads 1 countmatch 'smiles miles\n' --format=el
blames "'obabel IN -osdf'" countmatch '@<TRIPOS>MOLECULE\nethene\n 2 1\n'
for other in 'HEADER    ethene\nATOM      1  C   ETH     1       0.0     0.67     0.0\n' 'ATOM      1  C   ETH     1     0.0   0.67   0.0\n' \
    'data_ethene\n_cell_length_a 5\n' '<molecule id="m1"/>\n' '$RXN\n\n' 'c1ccccc1\nCCO\n' '2\nethene\nC 0.0 0.67 0.0\nC 0.0 -0.67 0.0\n'; do
    blames "'obabel IN -osdf'" countmatch "$other"
done
# Lines of two atoms might be edges, but not in a file of this name.
for name in m.smi m.xyz m.mol2 m.smi.gz; do
    file "$name" 'CC' 'CO'
    saying 'its name is that of ' refuses 1 countmatch "$scratch/$name"
    answers 0 0 countmatch --format=el "$scratch/$name"
done
blames 'looks like molecules as InChI' countmatch 'InChI=1S/CH4/h1H4\n'
blames "--format=" countmatch '0 2\n1 {}\n2 {}\n1 0\n2 0\n'
reads 0 countmatch '0 1 2\n1 2\n2\n'
blames "'a,b,1'" countmatch 'a,b,1\nb,c,2\n'
blames 'UTF-16' countmatch '\377\376a\000 \000b\000\n\000'
blames 'UTF-16' perm-mtx 'a\000 \000b\000\n\000'
blames "one '%'" countmatch '%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1\n'
blames "one '%'" perm-mtx '%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 1\n'
blames 'bytes 89 50 4e 47' countmatch '\211PNG\r\n\032\n'
blames 'looks like JSON' countmatch '{\n"name": [\n'
reads 1 countmatch 'graph {\na -- b\n}\n'
blames 'fits none of the formats' countmatch 'one two three four\n'
blames "line 2: 'a b c': it has another form" countmatch 'a b\na b c\n'
blames 'countmatch' perm-mtx 'a b\nb c\n'
blames 'countmatch' perm-mtx 'C~\n'
file graph.el 'a b' 'b c'
saying "$scratch/graph.el: no matrix, but the format el" refuses 1 perm-mtx "$scratch/graph.el"
has "countmatch" "$err" "... and countmatch"
file odd.gml 'a b' 'b c'
saying "--format=el" refuses 1 countmatch "$scratch/odd.gml"

# What may be dates or entries is asked about; the user decides.
reads 80800404 countmatch '1 2 20200101\n2 3 2\n3 4 4\n' --format=el
reads 94 perm-mtx '1 1 5\n2 2 3\n3 3 4\n' --format=table
blames 'entries '"'row column value'"' of a diagonal matrix' perm-mtx '1 1 5\n2 2 3\n3 3 4\n'
blames 'the weights may be dates' countmatch '1 2 20200101\n2 3 20200102\n'
blames 'a column of dates or times' countmatch '# u v date\n1 2 5\n2 3 6\n'
blames 'a column has dates or times, by its title' perm-mtx 'a,date\n1,20200101\n2,20200102\n'
blames 'a matrix has rows of equally many numbers' perm-mtx 'S =\n 1 2\n'
# A name that says another format than the lines: both are named.
printf 'a b\nb c\n' > "$scratch/odd.gml"
try countmatch "$scratch/odd.gml"
says 'its name says gml (GML'
says '--format=gml or --format=el'

# ------------------------------------------------------------------ what was read is said
saying 'countmatch: standard input: edge list, 4 vertices, 4 edges, weights 1/2 to 3' reads 6.5 countmatch 'a b 1\nb c 3\nc d 1/2\nd a 2\n' -v
saying 'cyclecover: standard input: edge list, 4 vertices, 4 arcs, weights 1/2 to 3' reads 3 cyclecover 'a b 1\nb c 3\nc d 1/2\nd a 2\n' -v
saying 'standard input: edge list, 3 vertices, 2 edges' reads 0 countmatch '1 2\n2 3\n' -v --pattern
saying 'perm-mtx: standard input: table of numbers, 2 x 3, decimals or fractions, 5 not 0' reads 13.5 perm-mtx '1 2 0\n3 4.5 1\n' -v --format=table
saying 'table of numbers, 2 x 2, integers, names of rows and columns' reads 10 perm-mtx ',a,b\nx,1,2\ny,3,4\n' -v
saying '' reads 10 perm-mtx '1 2\n3 4\n'
has '"read":"graph6, sparse6 or digraph6, 4 vertices, 6 edges"' "$(printf 'C~\n' | countmatch --format=graph6 --json)" \
    "JSON says what was read"
has '"read":"list of rows, 2 x 2, integers"' "$(printf '[[1,2],[3,4]]' | perm-mtx --json)" "... of a matrix"
# On a terminal, without an option.
printf 'a b 1\nb c 3\nc d 1/2\nd a 2\n' > "$scratch/x.el"
has 'x.el: edge list, 4 vertices, 4 edges, weights 1/2 to 3' "$(python3 - "$scratch/x.el" << 'END'
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp("countmatch", ["countmatch", sys.argv[1]])
try:
    while text := os.read(terminal, 1000):
        os.write(1, text)
except OSError:
    pass
END
)" "a terminal is told what was read"

# ------------------------------------------------------------------ what needs a word
# The Petersen graph as scipy.io.mmwrite() writes it: both entries of every edge, "general".
{
    echo '%%MatrixMarket matrix coordinate pattern general'
    echo '10 10 30'
    awk '/^[#%]/ { next } { for (k = 1; k < 3; k++) if (!($k in at)) at[$k] = ++n
                            print at[$1], at[$2]; print at[$2], at[$1] }' "$here/data/petersen.el"
} > "$scratch/petersen.mtx"
saying 'is read as the biadjacency matrix of a graph of 10 + 10 vertices; --as=adjacency' answers 0 60 countmatch "$scratch/petersen.mtx"
saying '' answers 0 6 countmatch --as=adjacency "$scratch/petersen.mtx"
saying '' answers 0 60 countmatch --as=biadjacency "$scratch/petersen.mtx"
saying '' answers 0 2 countmatch "$here/data/benzene.mtx"
saying '4 edges are listed again' reads 8 countmatch 'a b\nb c\nc d\nd a\nb a\nc b\nd c\na d\n'
says '--pattern'
saying '' reads 2 countmatch 'a b\nb c\nc d\nd a\nb a\nc b\nd c\na d\n' --pattern

# ------------------------------------------------------------------ packed files
# The matrix has the rows 1 0 and 1 1. suite/suite_b.mtx is another matrix, and suite/README is a text.
for packed in one.mtx.xz one.mtx.bz2 one.mtx.zst one.zip suite.tar.gz renamed.tar.xz; do
    answers 0 1 perm-mtx "$corpus/archive/$packed"
    is "$(perm-mtx < "$corpus/archive/$packed")" 1 "... from standard input"
done
answers 0 1 countmatch "$corpus/archive/alone.tar"
saying 'alone.tar (g.el): no matrix' refuses 1 perm-mtx "$corpus/archive/alone.tar"
saying 'the archive holds 2 files' refuses 1 perm-mtx "$corpus/archive/bad-several.tar.gz"
has 'unpack it and name the file, or all of them' "$err" "... and says what to do"
refuses 1 perm-mtx "$corpus/archive/bad-cut.xz"
saying "the zip archive is cut off" refuses 1 perm-mtx "$corpus/archive/bad-cut.zip"
head -c -1 "$corpus/archive/one.zip" > "$scratch/one.zip"
refuses 1 perm-mtx "$scratch/one.zip"
LC_ALL=C sed 's/one.mtx/PK\x05\x06one/g' "$corpus/archive/one.zip" > "$scratch/name.zip"
answers 0 1 perm-mtx "$scratch/name.zip"
mkdir "$scratch/bomb"
head -c 40000000 /dev/zero | tr '\0' '\n' > "$scratch/bomb/lines"
tar -C "$scratch" -czf "$scratch/bomb.tar.gz" bomb/lines
rm "$scratch/bomb/lines"
saying "'lines' in it: what is read up to here needs more than the memory of 16 MiB" refuses 1 perm-mtx --memory=16M "$scratch/bomb.tar.gz"
saying 'memory of 1 KiB' refuses 1 perm-mtx --memory=1K "$here/data/chessboard.mtx"

# ------------------------------------------------------------------ what means something else
# A cubic graph of 8 vertices; its 5 perfect matchings are those of its lists with names.
cubic='4 6 7\n3 4 5\n2 5 6\n1 2 7\n2 3 8\n1 3 8\n1 4 8\n5 6 7\n'
blames 'with those of vertex k in line k (awk' countmatch "$cubic"
# shellcheck disable=SC2059
advised=$(printf "$cubic" | awk '{ print NR, $0 }' | sed 's/$/\\n/' | tr -d '\n')
reads 5 countmatch "$advised" --format=adjlist --pattern
reads 1029 countmatch "$cubic" --format=el
# shellcheck disable=SC2059
blames 'with those of vertex k in line k (awk' countmatch \
    "$(printf "$cubic" | awk '{ print $1 - 1, $2 - 1, $3 - 1 }' | sed 's/$/\\n/' | tr -d '\n')"
blames 'lists of neighbours' cyclecover '2 4\n1 3\n2 4\n1 3\n'
blames 'lists of neighbours' countmatch '1 3\n0 2\n1 3\n0 2\n'
# Edges that differ from such lists: a loop, no way back, a vertex without a line, a triangle.
reads 2 countmatch '1 2\n2 3\n3 4\n4 1\n'
reads 4 countmatch '2 4\n1 3\n2 4\n3 5\n' --saturating
reads 0 countmatch '2 3\n1 3\n1 2\n'

# Rows of digits that look like a column of numbers.  K_4 without loops has 9 derangements.
derangements='0111\n1011\n1101\n1110\n'
reads 9 perm-mtx "$derangements"
blames '--format=' perm-mtx "4\n$derangements"
blames '--format=' perm-mtx '3\n110\n011\n101\n'
blames 'rows of digits' perm-mtx '2\n12\n21\n'
reads 5 perm-mtx '12\n21\n' --format=digits
blames '--format=digits' perm-mtx '12\n21\n'
reads 33 perm-mtx '12\n21\n' --format=table
blames '--format=digits' perm-mtx '1234\n2143\n3412\n4321\n'
blames '--format=digits' perm-mtx '12\n21\n\n34\n43\n'
blames '--format=' perm-mtx '3\n011\n101\n'
reads 6 perm-mtx '1\n2\n3\n'
reads 36 perm-mtx '11\n12\n13\n' --format=table
blames '--format=digits' perm-mtx '11\n12\n13\n'
blames 'with points for 0' perm-mtx '11.\n.11\n1.1\n'
blames 'with points for 0' perm-mtx '1.\n.1\n'
blames '--format=' countmatch '1.\n.1\n'
reads 2 perm-mtx '110\n011\n101\n' --format=digits
reads 1.1 perm-mtx '0.1\n1.0\n'

# graph6 with another column: the Petersen graph has 6 perfect matchings, K_4 has 3.
reads '6 3' countmatch 'IsP@OkWHG\nC~\n'
for more in 'IsP@OkWHG 6\nC~ 3\n' 'IsP@OkWHG\t6\nC~\t3\n' '1 IsP@OkWHG\n2 C~\n' 'IsP@OkWHG\nfoo bar\n' \
    'Dan 1\nEvan 2\n' 'Dan\nEvan 2\n'; do
    blames '--format=' countmatch "$more"
done
reads 1 countmatch 'IsP@OkWHG 6\nC~ 3\n' --format=el
# Names may look like graph6: Dan, Evan and others do.
reads 2 countmatch 'C~ Dan\nDan A_\nA_ Bw\nBw C~\n'

# Square matrices between blank lines look like edges with weights: 2 derangements of 3, and 3!.
matrices='0 1 1\n1 0 1\n1 1 0\n\n1 1 1\n1 1 1\n1 1 1\n'
reads '2 6' perm-mtx "$matrices"
blames 'can be two formats' countmatch "$matrices"
reads '2 6' countmatch "$matrices" --as=biadjacency
reads '10 52' perm-mtx '1 2\n3 4\n\n5 6\n2 8\n'
reads '1 2' perm-mtx '1 0\n0 1\n\n1 1\n1 1\n'
blames 'can be two formats' perm-mtx '1 2 1\n2 3 1\n\n3 4 1\n4 1 1\n'

# A matrix of a stream has a line of names and no row: 1 * 4 + 2 * 3 of the other one.
# shellcheck disable=SC2059
for names in ',a,b,c\n\n%s' '%s\n,a,b,c\n' ',a,b,c\n\n,d,e\n\n%s'; do
    printf "$names" $',a,b\nx,1,2\ny,3,4\n' | perm-mtx > "$scratch/out" 2> "$scratch/err"
    is "$? $(< "$scratch/out")" '1 10' "a stream goes on beside ${names//%s/...}"
    has 'no numbers follow the line of names' "$(< "$scratch/err")" "... with a message"
done
reads 10 perm-mtx 'a,b\n\n1,2\n3,4\n'
# Blank lines between edges: as if they were not there, unless there may be several graphs.
reads 1 countmatch 'a b\nb c\n\nc d\n'
blames 'other vertices than those before' countmatch '1 2\n2 3\n3 1\n\n4 5\n5 6\n'
blames 'on both sides of a blank line' countmatch '1 2\n2 3\n1 3\n\n3 4\n2 1\n'
reads 1 countmatch 'a b\n\nc d\n' --format=el

# Files of old collections: SciPy's Fortran formats, and a name without the content.
boeing='A title                                                                 KEY\n'
boeing+='             3             1             1             1             0\n'
boeing+='RUA                        2             2             2             0\n'
boeing+='(26I3)          (26I3)          (3E26.18)\n  1  2  3\n  1  2\n  1.0E+00 -2.0E+00\n'
reads -2 perm-mtx "$boeing"
printf 'x\n' > "$scratch/old.rua"
refuses 1 perm-mtx "$scratch/old.rua"

# ------------------------------------------------------------------ sizes without content
file long.mtx '%%MatrixMarket matrix coordinate pattern general' '2147483647 0 0'
start=$SECONDS
refuses 1 perm-mtx "$scratch/long.mtx"
[ $((SECONDS - start)) -le 5 ]
ok $? "... at once"
has '2147483647 rows' "$err" "... and names the sizes"
refuses 1 countmatch "$scratch/long.mtx"
finish
