#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Input as users have it: programs recognise it, or refuse it with a message that shows what was found
# and says what is right.
. "${srcdir:-.}/tests/tap.sh"

corpus=$here/tests/corpus

# reads OUTPUT PROGRAM TEXT [ARGUMENT...]: the answer to TEXT, a printf format, on standard input.
reads() {
    local wanted=$1 tool=$2 text=$3
    shift 3
    # shellcheck disable=SC2059
    printf "$text" | "$tool" "$@" > "$scratch/out" 2> "$scratch/err"
    is "$? $(tr '\n' ' ' < "$scratch/out")" "0 $wanted " "$tool $* of '${text:0:40}' prints $wanted"
    err=$(cat "$scratch/err")
}

# blames WORDS PROGRAM TEXT [ARGUMENT...]: exit status 1, no output, and a message with these words.
blames() {
    local words=$1 tool=$2 text=$3
    shift 3
    # shellcheck disable=SC2059
    printf "$text" | "$tool" "$@" > "$scratch/out" 2> "$scratch/err"
    local status=$?
    err=$(cat "$scratch/err")
    [ $status -eq 1 ] && [ ! -s "$scratch/out" ] && [[ $err == *"$words"* ]]
    ok $? "$tool $* of '${text:0:40}' says '$words'"
}

# says WORDS: the last run said so on standard error.
says() {
    has "$1" "$err" "... and says '$1'"
}
silent() {
    is "$err" "" "... and says nothing"
}

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
reads 1 countmatch 'a b\na a\n'
says '1 loop is ignored'

# ------------------------------------------------------------------ nothing at all
for tool in countmatch cyclecover perm-mtx; do
    blames 'the input is empty' "$tool" ''
    blames 'the input is empty' "$tool" ' \n\t\n\n'
    refuses 1 "$tool" /dev/null
done
blames 'the input is empty' countmatch '' --format=el
is "$(cat "$scratch/err")" "countmatch: standard input: the input is empty" "... and nothing else"
reads 1 perm-mtx '# no rows\n' --format=table
printf '' | countmatch --format=graph6 > "$scratch/out"
is "$? $(cat "$scratch/out")" "0 " "an empty stream of graphs has no answers"

# ------------------------------------------------------------------ a bad line in a stream
# One edge, three vertices without edges, a line that is cut off, K_4, the same in sparse6 and as changes.
printf 'A_\nB?\nE~\nC~\n' > "$scratch/bad.g6"
try countmatch "$scratch/bad.g6"
is "$status $out" $'1 1\n0\n3' "a bad line of graph6 fails alone"
is "$err" "countmatch: $scratch/bad.g6: line 3: the line is too short for 6 vertices" "... with its number"
is "$(countmatch --bfile "$scratch/bad.g6" 2> "$scratch/none" | tr '\n' ' ')" '1 1 2 0 4 3 ' "... and is counted"
is "$(countmatch --json "$scratch/bad.g6" 2> "$scratch/none" | grep -c '"error"')" 1 "... in JSON, too"
try countmatch --format=graph6 <(printf ':CcKI\n:Cc\001\n;b\n:CcKI\n')
is "$status $out" $'1 3\n3' "... and a line of changes to it"
says 'line 2: character 4'
says "line 3: incremental sparse6 (';') needs an undirected graph before it"
try cyclecover --format=graph6 <(printf '&AW\n&A\n&AW\n')
is "$status $out" $'1 1\n1' "... of digraph6"
says 'line 2: the line is too short for 2 vertices'

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
    refuses 1 countmatch "$scratch/$name"
    says 'its name is that of '
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
refuses 1 perm-mtx "$scratch/graph.el"
has "$scratch/graph.el: no matrix, but the format el" "$err" "... which names the file"
has "countmatch" "$err" "... and countmatch"
file odd.gml 'a b' 'b c'
refuses 1 countmatch "$scratch/odd.gml"
has "--format=el" "$err" "a file name that contradicts the content is an error"

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
reads 6.5 countmatch 'a b 1\nb c 3\nc d 1/2\nd a 2\n' -v
says 'countmatch: standard input: edge list, 4 vertices, 4 edges, weights 1/2 to 3'
reads 3 cyclecover 'a b 1\nb c 3\nc d 1/2\nd a 2\n' -v
says 'cyclecover: standard input: edge list, 4 vertices, 4 arcs, weights 1/2 to 3'
reads 0 countmatch '1 2\n2 3\n' -v --pattern
says 'standard input: edge list, 3 vertices, 2 edges'
reads 13.5 perm-mtx '1 2 0\n3 4.5 1\n' -v --format=table
says 'perm-mtx: standard input: table of numbers, 2 x 3, decimals or fractions, 5 not 0'
reads 10 perm-mtx ',a,b\nx,1,2\ny,3,4\n' -v
says 'table of numbers, 2 x 2, integers, names of rows and columns'
reads 10 perm-mtx '1 2\n3 4\n'
silent
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
answers 0 60 countmatch "$scratch/petersen.mtx"
says 'is read as the biadjacency matrix of a graph of 10 + 10 vertices; --as=adjacency'
answers 0 6 countmatch --as=adjacency "$scratch/petersen.mtx"
silent
answers 0 60 countmatch --as=biadjacency "$scratch/petersen.mtx"
silent
answers 0 2 countmatch "$here/data/benzene.mtx"
silent
reads 8 countmatch 'a b\nb c\nc d\nd a\nb a\nc b\nd c\na d\n'
says '4 edges are listed again'
says '--pattern'
reads 2 countmatch 'a b\nb c\nc d\nd a\nb a\nc b\nd c\na d\n' --pattern
silent

# ------------------------------------------------------------------ matrices
answers 0 $'2\n20\n408.86586146952' perm-mtx <(cat "$here"/data/{benzene,coronene,decimal}.mtx)
answers 0 $'2\n20' countmatch <(cat "$here"/data/{benzene,coronene}.mtx)
# Matrices in a pipe that have arrived are answered together, in their order.
stream=$(for k in {1..40}; do cat "$here"/data/{benzene,coronene,decimal}.mtx; done | perm-mtx)
is "$stream" "$(for k in {1..40}; do printf '2\n20\n408.86586146952\n'; done)" "120 matrices through a pipe"
stream=$( (cat "$here"/data/benzene.mtx; sleep 0.1; cat "$here"/data/coronene.mtx) | perm-mtx)
is "$stream" $'2\n20' "... also if the pipe is slow"
has '"matrix":2,"value":"20"' "$(cat "$here"/data/{benzene,coronene}.mtx | perm-mtx --json)" \
    "JSON numbers the matrices of a stream"
(cat "$here/data/benzene.mtx" && echo 7) > "$scratch/more.mtx"
answers 1 '' perm-mtx "$scratch/more.mtx"
has 'the file should end here' "$err" "after a matrix only another matrix may follow"
# Missing entries, and columns of edges with other titles.
answers 0 6 perm-mtx --missing=0 --exact <(printf '2,NaN\n,3\n')
answers 0 10 perm-mtx --missing=2 --exact <(printf ',a,b\nx,1,\ny,3,4\n')
answers 0 6 perm-mtx --missing=0 --format=table --exact <(printf '2 nan\n1 3\n')
answers 0 6 perm-mtx --missing=0 --exact <(printf '[[2, null], [1, 3]]')
answers 0 13/2 perm-mtx --missing=1/2 --exact <(printf '%%%%MatrixMarket matrix array real general\n2 2\n2\n1\nnan\n3\n')
answers 0 5 perm-mtx --missing=-inf --log-weights --digits=1 <(printf '0.7,1\n,0.9\n')
answers 0 4+0i perm-mtx --missing=2 <(printf '%%%%MatrixMarket matrix coordinate complex general\n2 2 2\n1 1 3 nan\n2 2 -nan 1\n')
answers 0 10 perm-mtx --missing=2 <(printf '# name: a\n# type: matrix\n# rows: 2\n# columns: 2\n NA 4\n 1 3\n')
answers 0 11 perm-mtx --missing=5 <(printf '3,\n1,2\n')
answers 0 20 perm-mtx --missing=5 <(printf '3,\n1,\n')
answers 0 66 perm-mtx --missing=5 <(printf '1,2,\n3,,5,\n')
refuses 1 perm-mtx --missing=5 <(printf '1,2,3\n4,5,6\n7,8\n')
refuses 1 perm-mtx --missing=0 <(printf '2,inf\n1,3\n')
refuses 1 perm-mtx --missing=none <(printf '2,3\n1,3\n')
refuses 1 perm-mtx <(printf '2,NaN\n1,3\n')
file costs.csv 'when,b,w,a' '1,x,2,u' '2,y,3,u' '3,x,5,v' '4,y,7,v'
answers 0 29 countmatch --columns=a,b,w "$scratch/costs.csv"
answers 0 2 countmatch --columns=b,a "$scratch/costs.csv"
answers 0 1 countmatch --columns=w,c <(printf 'w,c,d\nx,y,2\n')
is "$err" "" "... without a note on a column that is passed over"
answers 0 2 countmatch --columns=a,b <(printf ',a,b\n0,u,x\n3,v,y\n7,u,y\n9,v,x\n')
for columns in a,a a,b,b ,a a,b, ; do
    refuses 1 countmatch --columns=$columns "$scratch/costs.csv"
done
refuses 1 countmatch --columns=a,c "$scratch/costs.csv"
has "does not have the titles 'a,c'" "$err" "which says so"
refuses 1 countmatch --columns=a,b,w,when "$scratch/costs.csv"
refuses 1 countmatch --columns=a "$scratch/costs.csv"
refuses 1 countmatch --columns=a,b --format=el "$scratch/costs.csv"

# Computed by hand: 5 - 6 + 8 - 12 + 12 + 15; 4 + 6, 405 + 600; -4 + 6; (1 + 2i) / 2 + 3i.
answers 0 22 perm-mtx "$corpus/npy/integers.npy"
answers 0 $'10\n1005' perm-mtx --exact "$corpus/npy/stack.npy"
answers 0 2 perm-mtx "$corpus/npy/short.npy"
answers 0 '1/2+4i' perm-mtx --exact "$corpus/npy/complex.npy"
answers 0 3 perm-mtx "$corpus/npy/bool.npy"
answers 0 '' perm-mtx "$corpus/npy/none.npy"
is "$(cat "$corpus"/npy/{short,bool}.npy | perm-mtx | tr '\n' ' ')" '2 3 ' "arrays one after the other"
refuses 1 countmatch "$corpus/npy/bool.npy"
says '--as=biadjacency or --as=adjacency'
answers 0 3 countmatch --as=biadjacency "$corpus/npy/bool.npy"
answers 0 3 cyclecover "$corpus/npy/bool.npy"
LC_ALL=C sed "s/'|b1'/'<f2'/" "$corpus/npy/bool.npy" > "$scratch/half.npy"
try perm-mtx "$scratch/half.npy"
has "float64 and complex ones are: numpy.save(" "$err" "a type that is not read can be written as another"
has "the type '<f2' is not read" "$status $err" "the type of an array is in quotes once"
for bad in one nan object cut large empty key; do
    refuses 1 perm-mtx "$corpus/npy/bad-$bad.npy"
done
reads 2 perm-mtx '1 0 1\n0 1 1\n1 1 0\n'
reads 450 perm-mtx '1, 2, 3\n4, 5, 6\n7, 8, 9\n'
reads 7 perm-mtx '1 1 0 0\n1 1 1 0\n0 1 1 1\n1 1 1 1\n'
reads -2.75 perm-mtx '# numpy\n1.0000000000000000e+00 2.5000000000000000e-01\n1.0000000000000000e+00 -3.0000000000000000e+00\n'
reads 10 perm-mtx '1 2\n3 4\n'
blames 'can be two formats: --format=el' perm-mtx '1 2 3\n4 5 0\n'
reads 40 perm-mtx '1 2 3\n4 5 0\n' --format=table
reads 5 perm-mtx '0.5 1\n1 2\n1 0\n'
reads 6 perm-mtx '1\n2\n3\n'
reads 25 perm-mtx '1 2\n2 3\n3 1\n' --format=table
# Two columns of 0 and 1: as edges, they would be loops and repeated edges of two vertices.
blames '--format=el' perm-mtx '0 1\n1 1\n1 0\n'
says '--format=table'
blames '--as=biadjacency' countmatch '0 1\n1 1\n1 0\n'
reads 5 perm-mtx '0 1\n1 1\n1 0\n1 0\n' --format=table
reads 1 perm-mtx '0 1\n1 1\n'
blames '--format=table' countmatch '0 1\n1 0\n'
reads 1 countmatch '0 1\n'
blames '--format=table' countmatch '1 0 1\n0 1 1\n1 1 0\n'
blames '--as=biadjacency' countmatch '1 0 1 0\n0 1 1 0\n1 1 0 1\n'
reads 2 countmatch '1 0 1\n0 1 1\n1 1 0\n' --as=biadjacency
# Digits without blanks; a column of numbers has no leading zeros. The values are computed by hand.
reads 2 perm-mtx '110\n011\n101\n'
reads 0 countmatch '011\n101\n110\n' --as=adjacency
blames '--format=digits' perm-mtx '111\n101\n110\n'
says '--format=digits'
reads 3 perm-mtx '111\n101\n110\n' --format=digits
reads 322 perm-mtx '111\n101\n110\n' --format=table
reads '1 2' perm-mtx '001\n100\n010\n\n0011\n1001\n1100\n0110\n'
reads '1 2 0' perm-mtx '1\n\n011\n101\n110\n\n0\n'
reads '2 3' perm-mtx '0 1\n2 0\n\n3\n'
for bad in '1\n\n11\n10\n' '1\n\n1\n'; do
    blames '--format=digits' perm-mtx "$bad"
    reads "1 1" perm-mtx "$bad" --format=digits
done
for bad in '1 2\n3 4\n\n5 6\n' '1\n2\n\n3\n'; do
    # shellcheck disable=SC2059
    try perm-mtx --format=table <(printf "$bad")
    is "$status" 1 "'$bad' ends with a row that stands alone"
    says 'a row stands alone'
done
blames '--format=digits' perm-mtx '10\n11\n\n101\n110\n111\n'
# Blank lines separate matrices.
reads '10 82' perm-mtx '\n1 2\n3 4\n\n# two\n5 6\n7 8\n\n\n' --format=table
reads '60 1' perm-mtx '1 2 3 4\n1 1 1 1\n1 1 1 1\n1 1 1 1\n\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n'
blames 'a row stands alone between blank lines' perm-mtx '1 2\n\n3 4\n' --format=table
blames 'a row stands alone between blank lines' perm-mtx '1 2 3\n\n3 4\n'
# Where matrices are unlike, and one has two rows, a row alone is a matrix: a scan of one track.
reads '1.2 0.8 10' perm-mtx '0.5,0.2\n1,2\n\n0.5,0.2,0.1\n\n1,2\n3,4\n'
reads '0.8 10' perm-mtx '0.5,0.2,0.1\n\n1,2\n3,4\n'
reads '10 7' perm-mtx 'a,b\n1,2\n3,4\n\na,b\n3,4\n'
# A square with a diagonal, as GRAPE and Magma print it: 2 matchings, 4 covers.  As JSON, without the diagonal, and
# one weight 2: 2 + 1.
for name in grape.txt magma-vertices.txt; do
    answers 0 2 countmatch "$corpus/brackets/$name"
    answers 0 4 cyclecover "$corpus/brackets/$name"
done
answers 0 1 cyclecover "$corpus/brackets/gap.txt"
reads 1 countmatch 'Digraph( [ [ 2 ], [ 1 ] ] )\n'
blames 'a neighbour stands twice' cyclecover 'G := Digraph( [ [ 2, 2 ], [ 1 ] ] );\n'
answers 0 3 countmatch "$corpus/brackets/node-link.json"
is "$(countmatch --list=1 "$corpus/brackets/node-link.json")" 'a-é c-d' "... with names"
reads '1 1' cyclecover 'Digraph\nVertex Neighbours\n1 2 ;\n2 1 ;\nDigraph\nVertex Neighbours\n1 1 ;\n'
for bad in "node-link.json:an edge leads to '1', and there is no such node" 'grape.txt:its neighbours are not listed'; do
    try countmatch "$corpus/brackets/bad-${bad%%:*}"
    is "$status $out" '1 ' "$bad"
    says "${bad#*:}"
done
blames "an edge leads to '3', and there is no such node" cyclecover 'Digraph( [ [ 3 ], [ 1 ] ] )\n'
blames 'stands twice in a list' countmatch '{0: [1, 1], 1: [0, 0]}\n'
blames 'no such node' cyclecover 'Graph\nVertex Neighbours\n1 2 ;\n'
# Calls: 1/2 + 6, and 10 twice.
answers 0 $'13/2\n10\n10' perm-mtx --exact "$corpus/lists/calls.txt"
reads 10 perm-mtx 'matrix(2, 2, {(0,0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4})\n'
reads 10 perm-mtx 'array([[1, 2],\n       [3, 4]], dtype=int8)\n'
reads 9+1i perm-mtx 'array([[1.+2.j, 3.+0.j],\n       [2.+0.j, 1.-1.j]])\n'
try perm-mtx "$corpus/lists/bad-call.txt"
is "$status $out" '1 ' "a symmetric matrix of Maple, of which half is printed"
for bad in 'GF(2), [[1, 1], [0, 1]]:over ZZ, QQ, RR or RDF' '[[1, 2], [3]]:rows of a matrix are equally long' \
    '2, 2, [1, 2, 3]:more or fewer entries' '[1, 2]:a list of lists' '2, 2, {(0, 2) = 1}:outside 2 x 2'; do
    blames "${bad#*:}" perm-mtx "matrix(${bad%%:*})\n"
done
# A list may follow a list; rows in brackets are a matrix, as Sage prints it.
reads '10 11 3' perm-mtx '[[1,2],[3,4]]\n[[1,2],\n [3,5]]\n[[1,2]]\n'
reads '2 16' perm-mtx '[0 1 1]\n[1 0 1]\n[1 1 0]\n\n[1 2]\n[3 10]\n'
blames "a bracket ']' is missing" perm-mtx '[0 1]\n[1 0\n' --format=lists
# A bad matrix fails alone.
for stream in '1,2\n3,4\n\n1,nan\n3,4\n\n5,6\n7,8\n' '[[1,2],[3,4]]\n[[1,x],[3,4]]\n[[5,6],[7,8]]\n' \
    'a,b\n1,2\n3,4\n\na,b\n1\n3,4\n\na,b\n5,6\n7,8\n'; do
    # shellcheck disable=SC2059
    printf "$stream" > "$scratch/stream"
    for tool in 'perm-mtx --format' 'countmatch --as=biadjacency --format'; do
        # shellcheck disable=SC2086
        try $tool="$([ "${stream:0:1}" = [ ] && echo lists || echo table)" --bfile "$scratch/stream"
        is "$status $out" $'1 1 10\n3 82' "$tool: a bad matrix fails alone"
    done
done
# An array of three matrices of one float32: 1, not a number, 3.
{
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 1, 1), }"
    printf '\x00\x00\x80\x3f\x00\x00\xc0\x7f\x00\x00\x40\x40'
} > "$scratch/nan.npy"
try perm-mtx --bfile "$scratch/nan.npy"
is "$status $out" $'1 1 1\n3 3' "a bad matrix of an array fails alone"
has 'matrix 2: entry [0, 0]: it is not a finite number' "$err" "... with its number"
try perm-mtx --json --format=table "$scratch/stream"
is "$(sed 's/.*"matrix":\([0-9]*\).*"\(value\|error\)".*/\1 \2/' <<< "$out" | tr '\n' ' ')" '1 value 2 error 3 value ' \
    "JSON has the number of every matrix, in their order"
blames "'1,5;2,5'" perm-mtx '1,5;2,5\n3,5;4,5\n'
blames "',' and ';' both separate numbers" perm-mtx '1,5;2,5\n3,5;4,5\n' --format=table
blames "';' and ' ' both separate numbers; a row is a line" perm-mtx '1;1 1;0\n' --format=table
blames 'equally long, and no line has its size' perm-mtx '3 3\n0 1 1\n1 0 1\n1 1 0\n' --format=table
blames "'C1=C2'" countmatch 'C1=C2\nC2-C3\nC3=C4\n'
blames "it begins with 'benzene'" countmatch 'benzene\n1 2\n2 3\n3 1\n'
reads 0 countmatch 'benzene\n1 2\n2 3\n3 1\n' --format=el
is "$err" "countmatch: standard input: 'benzene', alone on its line, is a vertex without edges; a title needs a # before it" \
    "... a title is said to be a vertex"
reads 1 countmatch 'a\na b\n' --format=el
is "$err" "" "... but no vertex that has an edge"
blames "',' and ' ' both separate numbers" perm-mtx '1,5 2,5\n' --format=table
blames "line 2: '4 5': the row has 2 numbers, and the one before 3" perm-mtx '1 2 3\n4 5\n7 8 9\n'
# Other files of graphs and matrices that could be read as edges.
# Neighbours after a colon: an edge stands at both ends, or at one.  Every vertex has a line.
reads 2 countmatch '0: 1 2\n1: 0 3\n2: 0 3\n3: 1 2\n'
reads 2 countmatch 'a: b c\nb: d\nc: d\nd:\n'
blames "an edge leads to '3', and there is no such node; so these are no adjacency lists" countmatch '1: 2 3\n2: 1\n'
blames '--format=adjlist' countmatch '1: 2\n2: 1\n2: 3\n3: 2\n'
reads 0 countmatch '1: 2 3\n' --format=adjlist
reads 2 countmatch '0 1 2\n1 0 3\n2 0 3\n3 1 2\n' --format=adjlist --pattern
is "$(printf '1 1\n1 1\n' | perm-mtx)" 2 "a matrix of ones is no graph of METIS, which has no loops"
# Lists of METIS: with as many edges as lines they are also lists of edges below their sizes.
blames '--format=el' countmatch '4 4\n2 4\n1 3\n2 4\n1 3\n'
blames '--format=' countmatch '4 3\n2 3 4\n1\n1\n1\n'
blames '--format=el' countmatch '6 9 0\n2 3 4\n1 3 5\n1 2 6\n1 5 6\n2 4 6\n3 4 5\n'
# What other programs print.
for shown in '     [,1] [,2]\n[1,]    1    2\n[2,]    3    4\n' '   V1 V2\n1   1  2\n2   3  4\n' '1 2; 3 5\n' '1 2;3 5\n' \
    '1 2;\n3 5;\n' 'Graph 1, order 4.\n  0 : 3;\n  1 : 3;\n' 'Graph 1, order 4.\n0001\n0001\n0001\n1110\n' \
    'Graph 1, order 4.\n4 3\n0 3  1 3  2 3\n' '!Graph 1.\nn=4 $=0 g\n  0 : 3;\n' '[1,2]\n[3,4]\n'; do
    blames 'rows of equally many numbers' perm-mtx "$shown"
    blames '--format=' countmatch "$shown"
done
reads 17 perm-mtx '1;2\n3;11\n'
reads 6 perm-mtx '1; 2; 3\n'
reads 1 countmatch 'source,target,capacity\na,b,3\n'
says "'capacity' of the edges is not read; weights are called 'weight'"
reads 1 countmatch 'graph [\n node [ id 1 ]\n node [ id 2 ]\n edge [ source 1 target 2 value 3 ]\n]\n'
says "'value' of the edges is not read"
reads '1 0' countmatch 'graph [\n node [ id 0 ] node [ id 1 ]\n edge [ source 0 target 1 ] ]\ngraph [\n node [ id 0 ] node [ id 1 ]\n]\n'
reads '1 0' countmatch '<graphml><graph><node id="a"/><node id="b"/><edge source="a" target="b"/></graph><graph><node id="c"/><node id="d"/></graph></graphml>'
reads '1 2' cyclecover 'digraph { a -> b -> a }\n// next\ngraph { a -- b -- c -- a }\n'
reads 3 countmatch 'source,target,weight,cost\na,b,3,4\n'
silent
blames 'a carriage return alone' perm-mtx '1 2\r3 5\r'
reads 11 perm-mtx '1 2\r\n3 5\r\r\n'
blames '--format=el' countmatch '1.5 2.5\n3.5 4.5\n5.5 6.5\n'
reads 1 countmatch '1.5 2.5\n3.5 4.5\n5.5 6.5\n' --format=el
reads 15 countmatch '1.5 2.5 3\n3.5 4.5 5\n' --format=el
blames '--as=biadjacency' countmatch '1.5 2.5 3.0\n3.5 4.5 5.0\n'
reads 1 countmatch '[1] [2]\n[3] [4]\n' --format=el
# A first line that may be the numbers of vertices and of edges.
for sizes in '4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n' '4 5\n0 1\n1 2\n2 3\n3 0\n0 2\n' '4 3\n3 2\n2 1\n1 4\n'; do
    for tool in countmatch cyclecover; do
        blames 'may be an edge, or the numbers of vertices and of edges' $tool "$sizes"
    done
done
reads 0 countmatch '4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n' --format=el
says "the first line, '4 5', is read as an edge"
reads 2 countmatch '4 3\n3 2\n2 1\n1 4\n' --format=el
says "the first line, '4 3', is read as an edge"
reads 1 cyclecover '2 1\n1 2\n' --format=el
reads 0 countmatch '9 3\n3 2\n2 1\n1 4\n'
says "the first line, '9 3', is read as an edge"
# Blanks around a line of graph6 (K4 and the square), and its names; what nauty-showg makes of it.
reads '3 2' countmatch '  C~  \nCr\t\n'
reads '3 2' countmatch 'C~\nCr\n' --format=sparse6
printf 'C~\nC?x\nCr\n' > "$scratch/bad.g6"
is "$(countmatch --json "$scratch/bad.g6" 2> "$scratch/err" | sed 's/.*"graph":\([0-9]*\).*"\(value\|error\)".*/\1 \2/' |
    tr '\n' ' ')" '1 value 2 error 3 value ' "JSON has the number of a bad line"
# Unequal sides of named objects: .5 (.5 + 1) + .2 (.5 + 1) = 1.05 for the smaller side.
sides='from,to,weight\nT1,m1,0.5\nT1,m2,0.2\nT2,m3,0.5\nT2,m4,1\n'
reads 0 countmatch "$sides"
says 'the sides have 2 and 4 vertices, so that no matching is perfect; --saturating'
reads 1.05 countmatch "$sides" --saturating
silent
reads 1.05 countmatch "$sides" --unmatched=least
silent
reads 0 countmatch '1.5,2,3\n0.5,2,3.5\n' --as=biadjacency
says 'the sides have 2 and 3 vertices'
reads 0 countmatch 'Bo\n'
silent
reads 1 countmatch '1 2\n2 3\n3 4\n'
silent
# Lists of rows, as Python, JSON and NumPy print them.
reads 10 perm-mtx '[[1,2],[3,4]]\n'
reads 10 perm-mtx '[[1 2]\n [3 4]]\n'
reads 10 perm-mtx '{{1, 2},\n {3, 4}}\n'
for bad in '{0,1},{1,0}\n' '[0,1],[1,0]\n' '{0,1}\n{1,0}\n'; do
    blames '' perm-mtx "$bad"
done
blames "a bracket '}' is missing" perm-mtx '{{1,2},{3,4}\n'
blames 'one list of lists of numbers' perm-mtx '{{1,2},[3,4]}\n'
reads 10.5 perm-mtx '[\n[\n1,\n2\n],\n[3,4.5]\n]\n'
reads 10 countmatch '[[1,2],[3,4]]' --as=biadjacency
blames 'the row has 1 number' perm-mtx '[[1,2],[3]]\n'
blames "a bracket ']' is missing" perm-mtx '[[1,2],[3,4]\n'
for bad in '[[1,2],[3,4]]x' '[[1,2],[3,4]] [[1]]' '[[1,[2]]]' '[[1],2]'; do
    blames 'one list of lists' perm-mtx "$bad\n"
done
blames 'an adjacency matrix is square, not 2 x 4' countmatch '0 1 1 0\n1 0 1 0\n' --as=adjacency
reads 2 cyclecover '0 1 1\n1 0 1\n1 1 0\n' --as=adjacency
reads 2 cyclecover '0 1 1\n1 0 1\n1 1 0\n' --format=table
reads 1 cyclecover '0 1 1\n1 0 1\n1 1 0\n' --format=el
blames 'can be two formats: --format=el' cyclecover '0 1 1\n1 0 1\n1 1 0\n'
reads 5 cyclecover '1 2\n2 1\n' --as=adjacency
reads 1 cyclecover '1 2\n2 1\n' --format=el
blames 'an adjacency matrix is square, not 2 x 4' cyclecover '0 1 1 0\n1 0 1 0\n' --as=adjacency
blames '--as=biadjacency is for matrices' countmatch 'p edge 2 1\ne 1 2\n' --as=biadjacency
blames '--format=el' countmatch '1 2 3\n4 5 6\n7 8 9\n'
reads 162 countmatch '1 2 3\n4 5 6\n7 8 9\n' --format=el
# Names of rows and columns, as spreadsheets, pandas and R write them.
for named in 'x,y\n1,2\n3,4\n' 'a;b\n1;2\n3;4\n' ',a,b\nx,1,2\ny,3,4\n' ',0,1\n0,1,2\n1,3,4\n' ',0,1\nx,1,2\ny,3,4\n' \
    'id,a,b\nx,1,2\ny,3,4\n' 'a,b\nx,1,2\ny,3,4\n' '"","V1","V2"\n"1",1,2\n"2",3,4\n' '"V1" "V2"\n"1" 1 2\n"2" 3 4\n' \
    '\ta\tb\nx\t1\t2\ny\t3\t4\n' '"a","b"\n"x",1,2\n"y",3,4\n' '"a b",c\n1,2\n3,4\n' 'i,k\n1,2\n3,4\n'; do
    reads 10 perm-mtx "$named"
    blames '--as=biadjacency or --as=adjacency' countmatch "$named"
done
# Whole numbers in the first row or column beside decimals may be names.  The permanent of the rows
# .5 .2 .1 and 1 2 .3 is .5 2 + .5 .3 + .2 1 + .2 .3 + .1 1 + .1 2 = 1.71; with the row 0 1 2 it is 2.65,
# with 101 102 103 it is 175.36.
ids='0.5,0.2,0.1\n1.0,2.0,0.3\n'
for first in '0,1,2\n' '1,2,3\n'; do
    blames 'the first row may have names of columns' perm-mtx "$first$ids"
    blames 'the first row may have names of columns' countmatch "$first$ids" --as=biadjacency
done
blames 'the first column may have names of rows' perm-mtx '0,0.5,0.2\n1,1.0,2.0\n2,0.5,0.3\n'
reads 2.65 perm-mtx "0,1,2\n$ids" --format=table
silent
reads 175.36 perm-mtx "101,102,103\n$ids"
reads 175.36 countmatch "101,102,103\n$ids" --as=biadjacency
# The numbers 0, 1, 2, ... may be names in a table of whole numbers, too.
blames 'the first row may have names of columns' perm-mtx '0 1 2\n3 4 5\n6 7 8\n'
blames 'the first column may have names of rows' perm-mtx '0 3 2 3\n1 4 5 6\n2 7 8 9\n'
reads 450 perm-mtx '1 2 3\n4 5 6\n7 8 9\n'
reads 4.1 perm-mtx '1.5 2\n0.7 1.8\n'
silent
# Missing numbers have a place, under titles, too.
for gap in "3: '3,nan': row 2, column 2: 'nan' is not a number; 0 stands for no entry|a,b\n1,2\n3,nan\n" \
    "2: ',2': row 1, column 1: the number is missing|a,b\n,2\n3,4\n" \
    "3: '3,': row 2, column 2: the number is missing|a,b\n1,2\n3,\n" \
    "2: 'x,1,': the first line has 2 names, and the row 1 numbers|,a,b\nx,1,\ny,3,4\n" \
    "2: '3,': row 2, column 2: the number is missing|1,2\n3,\n"; do
    blames "line ${gap%%|*}" perm-mtx "${gap#*|}"
done
reads 10 perm-mtx '1,2,\n3,4,\n'
reads 10 perm-mtx 'a,b,\n1,2,\n3,4,\n'
# Below an empty corner, they are names if the table differs in kind from them.
reads 1.71 perm-mtx ',101,102,103\n17,0.5,0.2,0.1\n42,1,2,0.3\n'
silent
blames 'reads them as names' perm-mtx ',101,102,103\n17,5,2,1\n42,1,2,3\n'
reads 36 perm-mtx ',101,102,103\n17,5,2,1\n42,1,2,3\n' --format=table
reads '58 10' perm-mtx 'a,b,c\n1,2,3\n4,5,6\n\nx,y\n1,2\n3,4\n' --format=table
reads 46 perm-mtx 'x,1,2,3\ny,3,4,5\n'
reads 10 perm-mtx 'x,1,2\ny,3,4\n' --format=table
reads 10 countmatch ',a,b\nx,1,2\ny,3,4\n' --as=biadjacency
# These may be values, edges, or a matrix with an empty field.
for other in 'x,1,2\ny,3,4\n' 'NaN,NaN\n1,2\n' 'i,j\n1,2\n' 'True,False\n1,0\n' '"1,5","2,5"\n3,4\n' '1,5;2,5\n3;4\n' \
    'a,b\n1,2\nx,3\n' 'x,a,b\nx,1,2\n3,4,5\n' ',1,1\n1,0,1\n1,1,0\n' ',1,2\n1,0,1\n3,1,0\n' 'a,b\n' '\ta\tb\n\t1\t2\n' \
    'a,b\n1,\n' 'a,1\nb,2\n' '1,a\n2,3\n'; do
    blames '' perm-mtx "$other"
done
blames 'the first line has 2 names, and the row 3 numbers' perm-mtx 'a,b\n1,2,3\n4,5,6\n'
blames 'delete it, or the first line' perm-mtx 'id,a,b\n1,1,2\n2,3,4\n'
blames 'says that it has names' perm-mtx 'track,measurement,weight\n1,1,0.5\n1,2,0.25\n2,1,0.1\n2,2,1\n'
blames 'says that it has names' perm-mtx 'track_id,M1,M2\n101,5,2\n102,3,4\n'
blames 'names of rows, or ends of edges' perm-mtx 'a,b,c\n1,0.5,2\n2,0.25,3\n3,1,1\n'
blames 'may be a list of edges' perm-mtx 'a,b,c\n1,1,5\n2,2,5\n'
try countmatch <(printf 'C~\nC]\nhello world\nC~\n')
is "$status $out" $'1 3\n2\n3' "a line of words among graphs fails alone"
blames 'no numbers follow the line of names' perm-mtx 'a,b\n' --format=table
blames 'a name is expected before the numbers' perm-mtx ',a,b\nx,1,2\n,3,4\n' --format=table
blames 'names of columns need commas' perm-mtx 'a b c d\n1 2 3 4\n5 6 7 8\n'
printf 'a b\n1 2\n3 4\n' > "$scratch/blanks.csv"
refuses 1 perm-mtx "$scratch/blanks.csv"
# With a name in every row, too, they are a table, and not edges: .5 2 + .2 1 = 1.2.
reads 1.2 perm-mtx 'm1 m2\nT1 0.5 0.2\nT2 1.0 2.0\n'
blames '--as=biadjacency or --as=adjacency' countmatch 'm1 m2\nT1 0.5 0.2\nT2 1.0 2.0\n'
reads 1.2 countmatch 'm1 m2\nT1 0.5 0.2\nT2 1.0 2.0\n' --as=biadjacency
reads 70 perm-mtx 'a b c\nx 1 2 3\ny 5 6 7\n'
reads 12 perm-mtx 'm1 m2\nT1 5 2\nT2 1 2\n'
# Each matrix of a stream may have names, or none.
reads '10 190 38' perm-mtx 'm1,m2\n1,2\n3,4\n\na,b,c,d\n1,2,3,4\n5,6,7,8\n\n4,5\n2,7\n'
reads 190 perm-mtx 'a b c d\n1 2 3 4\n5 6 7 8\n' --format=table
for edges in 'source,target\n1,2\n3,4\n' 'from;to;weight\n1;2;3\n3;4;5\n' '"from","to"\n1,2\n3,4\n'; do
    blames 'no matrix, but the format csv' perm-mtx "$edges"
done
blames '--as=' countmatch 'a\tb\nx\t1\t2\n'
blames "row 2, column 2: 'z' is not a number" perm-mtx 'x,y\n1,2\n3,z\n'
reads 10+8i perm-mtx '1+2i,2\n3,4\n'
reads 10+8i perm-mtx '(1+2j) (2+0j)\n3 4\n'
reads 10-8i perm-mtx '(1.0e+00+-2.0e+00j),2\n3,4\n'
reads -2+0i perm-mtx '0,1i\n2i,0\n'
reads 7/6+1i perm-mtx '1/2+3/5i 1/3\n1 5/3\n' --exact
blames "'1+i' is not a number" perm-mtx '1+i,2\n3,4\n' --format=table
blames "'2i+1' is not a number" perm-mtx '2i+1,2\n3,4\n' --format=table
blames "'i' is not a number" perm-mtx 'i,2\n3,4\n' --format=table
reads 1 countmatch '1i 2j\n' --format=el
blames 'there is no graph in it' countmatch '<graphml></graphml>'
blames '--format=table' perm-mtx '1 2\n2 3\n3 1\n'
blames 'no matrix, but the format el' perm-mtx '1,1 1,2\n1,2 2,2\n'
reads 1 countmatch '1 2\n3 4\n'
blames 'can be two formats' countmatch '1 2\n1 2\n'
reads 1 countmatch '1 2\n3 4\n5 6\n'
blames "line 2: '1 2 3': the row has 3 numbers, and the one before 4" perm-mtx '1 2 3 4\n1 2 3\n'

# ------------------------------------------------------------------ logarithms of weights
# e: OEIS A001113.  By awk: 2 exp(-3000.3), 20! exp(-30006), and exp(1.5) + exp(2.5) of a square.  The shares are
# 1 / (1 + e) and the rest.
reads 2.7182818284590452 perm-mtx '1\n' --log-weights --format=table
reads 2.71828182845904523536028747135266249775725 perm-mtx '1\n' --log-weights --format=table --exact
reads 2 perm-mtx '0 0\n0 0\n' --log-weights
reads 1 perm-mtx '0 -inf\n1 0\n' --log-weights
blames "--log-weights reads it as the logarithm of 0" perm-mtx '0 -inf\n1 0\n'
reads "$(awk 'BEGIN { printf "%.12g", (log(2) - 3000.3) / log(10) }')" perm-mtx \
    ' -1500.3 -1500\n-1500.3 -1500\n' --log-weights --log10 --digits=12
reads "$(awk 'BEGIN { for (k = 2; k < 21; k++) s += log(k); printf "%.12g", (s - 30006) / log(10) }')" perm-mtx \
    "$(yes "$(yes ' -1500.3' | head -n 20 | tr -d '\n')" | head -n 20)\n" --log-weights --log10 --digits=12
reads '1 1 0.268941 1 2 0.731059 2 1 0.731059 2 2 0.268941' perm-mtx ' -1500 -1499.5\n-1500 -1500.5\n' \
    --log-weights --marginals --digits=6
reads '1 1 0.268941 1 2 0.731059 2 1 0.731059 2 2 0.268941' perm-mtx ' -1500 -1499.5\n-1500 -1500.5\n' \
    --log-weights --marginals --exact --digits=6
reads '1 1 0.268941 2 2 0.268941 joint 0.268941 covariance 0.196612 correlation 1' perm-mtx ' -1500 -1499.5\n-1500 -1500.5\n' \
    --log-weights --marginals=1-1,2-2 --digits=6
reads '2 1 2 1' perm-mtx ' -5000 -1499\n-1500 -5000\n' --log-weights --sample=2
sum=$(awk 'BEGIN { printf "%.11g", exp(1.5) + exp(2.5) }')
square='a b 1\nc d .5\na c 3\nb d -0.5\n'
reads "$sum" countmatch "$square" --log-weights --digits=11
reads "$sum" countmatch "source,target,weight\n${square// /,}" --log-weights --digits=11
reads "$sum" countmatch 'p max 4 4\na 1 2 1\na 3 4 .5\na 1 3 3\na 2 4 -0.5\n' --log-weights --digits=11
reads "$sum" countmatch '*Vertices 4\n*Edges\n1 2 1\n3 4 .5\n1 3 3\n2 4 -0.5\n' --log-weights --digits=11
reads "$sum" perm-mtx '%%%%MatrixMarket matrix array real general\n2 2\n1\n3\n-.5\n.5\n' --log-weights --digits=11
reads "$sum" perm-mtx '[[1,3],[-0.5,0.5]]\n' --log-weights --digits=11
reads "$sum" cyclecover '1 1 1\n2 2 .5\n1 2 3\n2 1 -0.5\n' --log-weights --digits=11
reads 2 countmatch "$square" --log-weights --pattern
for bad in '1+2i 0\n0 0\n' '%%%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2\n' \
    '%%%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1\n'; do
    blames 'logarithms of weights are real' perm-mtx "$bad" --log-weights
done
blames 'beyond +-46051' perm-mtx '1e5 0\n0 0\n' --log-weights
for bad in --mod=7 --prove="$scratch/none"; do
    refuses 2 perm-mtx --log-weights "$bad" "$here/data/decimal.mtx"
done

# ------------------------------------------------------------------ packed files
# The matrix has the rows 1 0 and 1 1. suite/suite_b.mtx is another matrix, and suite/README is a text.
for packed in one.mtx.xz one.mtx.bz2 one.mtx.zst one.zip suite.tar.gz renamed.tar.xz; do
    answers 0 1 perm-mtx "$corpus/archive/$packed"
    is "$(perm-mtx < "$corpus/archive/$packed")" 1 "... from standard input"
done
answers 0 1 countmatch "$corpus/archive/alone.tar"
refuses 1 perm-mtx "$corpus/archive/alone.tar"
has 'alone.tar (g.el): no matrix' "$err" "the message names archive and file"
refuses 1 perm-mtx "$corpus/archive/bad-several.tar.gz"
has 'the archive holds 2 files' "$err" "... and gives their number"
has 'unpack it and name the file, or all of them' "$err" "... and says what to do"
refuses 1 perm-mtx "$corpus/archive/bad-cut.xz"
mkdir "$scratch/bomb"
head -c 40000000 /dev/zero | tr '\0' '\n' > "$scratch/bomb/lines"
tar -C "$scratch" -czf "$scratch/bomb.tar.gz" bomb/lines
rm "$scratch/bomb/lines"
refuses 1 perm-mtx --memory=16M "$scratch/bomb.tar.gz"
has "'lines' in it: what is read up to here needs more than the memory of 16 MiB" "$err" "--memory limits unpacked data"
refuses 1 perm-mtx --memory=1K "$here/data/chessboard.mtx"
has 'memory of 1 KiB' "$err" "... and entries, and says the limit"

# Cells without a number, where a matrix is wanted.
blames "line 1: '1 2 nan': row 1, column 3: 'nan' is not a number" perm-mtx '1 2 nan\n3 4 5\n1 2 3\n'
blames "row 1, column 2: 'n/a' is not a number" perm-mtx '1 n/a 2\n3 4 5\n6 7 8\n'
blames "line 3: '-Inf,nan,5': row 2, column 1: '-Inf' is not a finite number" perm-mtx '# costs\n1,2,3\n-Inf,nan,5\n'
blames "row 1, column 3: 'inf' is not a number" perm-mtx '1,2,inf\ninf,4,nan\n6,inf,8\n'
blames "row 2, column 2: the number is missing; 0 stands for no entry" perm-mtx '1,1,2\n3,,5\n6,7,8\n'
blames "line 1: ',1': row 1, column 1: the number is missing" perm-mtx ',1\n2,3\n'
blames "line 3: '6,7,': row 3, column 3: the number is missing" perm-mtx '1,2,3\n3,4,5\n6,7,\n'
blames "line 3: row 3, column 3: the number is missing" perm-mtx '1,2,3\n3,4,5\n6,7,\n' --format=table
blames "row 3, column 3: 'j' is not a number" perm-mtx '1 2j 3\n4 5 5\n1 2 j\n'
blames "row 2, column 4: 'NA' is not a number" perm-mtx '1 2 3 4\n1 2 3 NA\n1 2 3 4\n1 2 3 4\n'
blames "no matrix, but the format el" perm-mtx 'i j 1\nj k 2\nk nan 3\n'
blames "--format=" perm-mtx 'T1 5 0.9\nT1 6 nan\n'
reads 2 countmatch 'a nan\nnan b\nb i\ni a\n'
# Of logarithms, -inf is no entry.  The format's name is a hint only where it helps.
blames "'nan' is not a number; -inf stands for no entry" perm-mtx 'a,b\n1,nan\n2,3\n' --log-weights
blames "the number is missing; -inf stands for no entry" perm-mtx '1,1,2\n3,,5\n6,7,8\n' --log-weights
is "${err##*; }" 'so these are no rows of equally many numbers' "... and --format=table would not help"
blames "--format=table is less strict" perm-mtx '1,"1",2\n3,4,5\n6,7,8\n'
blames "a decimal number has a point" perm-mtx '0,5;512,0\n2,5;0,25\n'
# Names alone are no edges.
reads '0' countmatch 'A1,B1,11.2\nA1,B2,3\n' --format=el
says "each line names a vertex, and none is an edge, 'u v [weight]'; above edges with commas are titles, 'source,target,weight'"
# The first line of a spin glass may have its sizes.
blames "the first line may be the numbers of vertices and of edges: delete it" countmatch '4 3\n0 1 -1\n1 2 1\n2 3 -1\n'
blames "another form than the first line" countmatch '4 7\n0 1 -1\n1 2 1\n2 3 -1\n'

# ------------------------------------------------------- files of Octave, MATLAB, SciPy, Harwell-Boeing
# The permanents of 1 2 0; 0 3 4.5; 5 0 6 (63), of its pattern (2), of 1 2; 3 4 (10), by hand.
for name in mat/full.mat mat/packed.mat npz/csr.npz npz/csc.npz npz/coo.npz; do
    is "$(perm-mtx --precision=exact "$corpus/$name" | tr '\n' ' ')" "63 $([ $name != mat/packed.mat ] || echo '10 ')" "$name"
done
is "$(perm-mtx "$corpus/mat/bool.mat")" 2 "a sparse logical matrix of MATLAB"
is "$(perm-mtx --precision=exact "$corpus/npz/complex.npz")" -126+126i "the same times 1 + i, cubed"
is "$(perm-mtx --precision=exact "$corpus/octave/two.txt" | tr '\n' ' ')" '21/2 151/50+599/100i ' "variables of Octave"
is "$(perm-mtx --precision=exact "$corpus/octave/kinds.txt" | tr '\n' ' ')" '1 1 -2+2i ' "bool, permutation, diagonal"
# Ranges: 1 + 2 + 3 + 4; the last number of 0:0.1:1 misses the limit; two numbers 5; counted down.
range='# name: r\n# type: range\n# base, limit, increment\n'
reads 10 perm-mtx "${range}1 4 1\n"
reads 5.5 perm-mtx "${range/range/double_range}0 1 0.10000000000000001\n" --digits=6
reads 10 perm-mtx "${range/limit/length}5 2 0\n"
reads '3/2 3' perm-mtx "${range}2 -1 -1.5\n${range}1 2.9 1\n" --exact
blames 'a base, a limit and an increment are expected' perm-mtx "${range}1 4\n"
try perm-mtx "$corpus/octave/bad-struct.txt"
is "$status $out" '1 3' "the variable after a structure is read"
says "line 2: variable 'x' of the type 'scalar struct': only matrices and numbers are read"
is "$(perm-mtx "$corpus/boeing/symmetric.rsa")" 7 "Harwell-Boeing, one triangle: 1 * 3 + 2 * 2"
is "$(countmatch "$corpus/boeing/symmetric.rsa" 2> "$scratch/err")" 2 "... is an adjacency matrix"
is "$(perm-mtx "$corpus/boeing/complex.rb")" 14+44i "Rutherford-Boeing: (1+2i)(7-8i) + (3+4i)(5+6i)"
is "$(perm-mtx "$corpus/boeing/pattern.hb")" 2 "a pattern with right-hand sides"
for bad in 'boeing/bad-triangles.rb:line 6: row 1, column 2' 'boeing/bad-index.rb:line 6: 3 is not one of 1 to 2' \
    'boeing/bad-elements.hb:line 3: a matrix of the type PUE is not read' 'npz/bad-bsr.npz:in the format bsr' \
    'npz/bad-index.npz:is outside 3 x 3' 'npz/bad-part.npz:indptr.npy of a sparse matrix of SciPy is missing' \
    "mat/bad-struct.mat:variable 's': a structure is no matrix" 'mat/bad-cut.mat:ends within a variable' \
    'mat/bad-packed.mat:damaged or cut off' 'octave/bad-cut.txt:the file ends within it' \
    'octave/bad-cube.txt:two dimensions are a matrix'; do
    try perm-mtx "$corpus/${bad%%:*}"
    is "$status" 1 "$bad"
    says "${bad#*:}"
done
# planar_code without its header, K4, by the name of the file.
printf '\4\2\3\4\0\1\4\3\0\1\2\4\0\1\3\2\0' > "$scratch/k4.plc"
answers 0 3 countmatch "$scratch/k4.plc"

# ------------------------------------------------------------------ molecules, planar graphs
answers 0 2 countmatch "$corpus/mol/benzene.mol"
says '6 of 12 atoms are hydrogens and left out'
is "$(countmatch < "$corpus/mol/benzene.mol" 2> "$scratch/err")" 2 "a .mol file is known by its content"
# The Pauling bond orders of benzene are 1/2.
is "$(countmatch --marginals "$corpus/mol/benzene.mol" 2> "$scratch/err" | cut -d ' ' -f 3 | uniq -c |
    tr -d ' ')" 61/2 "bond orders of benzene"
# Benzene 2, naphthalene 3, furan 1 (butadiene's), pyridine 2, pyrrole 1, quinone 1, allyl 0, phenyl
# sulfone 2, cyclohexane 1; anthracene 4 (Cyvin & Gutman 1988).
# Cyclohexane is asked about: its six bonds, without hydrogens, are single.
titled=$'benzene\t2\nnaphthalene\t3\nfuran\t1\npyridine\t2\npyrrole\t1\nquinone\t1\nallyl\t0\nphenyl sulfone\t2'
try countmatch "$corpus/mol/bad-skeleton.sdf"
is "$status $out" "1 $titled" "a stream of molecules: titles, and a bad record fails alone"
says 'every bond is single: --as=skeleton'
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
# molecule TITLE ATOMS BOND...: a record; ATOMS are symbols, a BOND is 'atom atom type'.
molecule() {
    local title=$1 atoms
    read -ra atoms <<< "$2"
    shift 2
    printf '%s\n\n\n%3d%3d  0  0  0  0  0  0  0  0999 V2000\n' "$title" ${#atoms[@]} $#
    printf '    0.0000    0.0000    0.0000 %-3s 0  0  0  0  0  0\n' "${atoms[@]}"
    # shellcheck disable=SC2048,SC2086
    [ $# = 0 ] || printf '%3d%3d%3d\n' $*
    printf 'M  END\n$$$$\n'
}
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
err=$(cat "$scratch/err")
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
try countmatch "$scratch/five.sdf"
is "$status $out" $'1 charged\t2\naromatic\t2\nkekule\t2\nnitrobenzene\t2\niron\t2' "an N with five bonds, dative bonds"
says 'atom 1 is an aromatic N with five bonds; four and the charges of N and C7 are expected'
molecule x 'C C' '1 2 2' | sed 1d > "$scratch/lost"
molecule x 'C C' '1 2 2' | sed '1p' > "$scratch/doubled"
for line in lost doubled; do
    refuses 1 countmatch "$scratch/$line"
    says 'the line of counts is the fourth of a molecule and here'
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
answers 0 $'TMM\t0' countmatch "$scratch/tmm.sdf"
says '4 atoms take part, and every structure leaves 2 or more free: --unmatched=2 counts'
answers 0 $'TMM\t4' countmatch --total "$scratch/tmm.sdf"
silent
answers 0 $'TMM\t3' countmatch --unmatched=2 "$scratch/tmm.sdf"
silent
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
    refuses 1 countmatch "$scratch/short.sdf"
    says "short.sdf: line 11: atom 7: '$symbol' is no element"
done
molecule biphenyl 'C C C C C C C C C C C C' "${ring[@]}" "${other[@]}" '1 7 1' > "$scratch/long.sdf"
answers 0 $'biphenyl\t4' countmatch "$scratch/long.sdf"
molecule 'isotopes, salt' 'C C C C C C D T Og Na' "${ring[@]}" '1 7 1' '2 8 1' > "$scratch/elements.sdf"
answers 0 $'isotopes, salt\t2' countmatch "$scratch/elements.sdf"
says '2 of 10 atoms are hydrogens'
sed '/M  V30 30 C/s/ C / Ph /' "$corpus/mol/anthracene.sdf" > "$scratch/edited.sdf"
refuses 1 countmatch "$scratch/edited.sdf"
says "atom 30: 'Ph' is no element"
# Messages on one of several matrices or graphs have its number.
printf '1 1\n0 0\n\n1 1\n1 0\n\n0 0\n1 1\n' > "$scratch/several.txt"
try perm-mtx --format=table --marginals "$scratch/several.txt"
says "several.txt: matrix 1: the permanent is 0: row 2"
says "several.txt: matrix 3: the permanent is 0: row 1"
head -n 2 "$scratch/several.txt" > "$scratch/single.txt"
refuses 1 perm-mtx --format=table --marginals "$scratch/single.txt"
says "single.txt: the permanent is 0"
printf '%%graph 4\na b\na a\n%%graph 7\nb c\nb b\n' > "$scratch/several.el"
try countmatch "$scratch/several.el"
says "several.el: graph 2: 1 loop is ignored"
# The second record of three has a bond type that no molecule has; the last one has no title.
for k in 1 2 3; do
    sed "1s/.*/$([ $k = 3 ] || echo "number $k")/; $([ $k = 2 ] && echo '17s/^\(......\)  ./\1  6/')" \
        "$corpus/mol/benzene.mol"
    echo '$$$$'
done > "$scratch/three.sdf"
try countmatch --format=sdf "$scratch/three.sdf"
is "$status $out" $'1 number 1\t2\n3\t2' "a bad record in the middle"
says 'bond type 6'
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
answers 0 0 countmatch "$scratch/benzyl.mol"
says '7 atoms take part, an odd number'
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
answers 0 0 countmatch "$scratch/pyrrole.mol"
says 'N1 is in a ring of five without a hydrogen'
answers 0 0 countmatch --as=skeleton "$scratch/single.mol"
says 'N1 is in a ring of five without a hydrogen'
sed '7s/C/N/' "$scratch/pyrrole.mol" > "$scratch/imidazole.mol"
answers 0 0 countmatch "$scratch/imidazole.mol"
says 'N1 and others are in a ring of five'
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
refuses 1 countmatch "$scratch/valence.mol"
says 'the valence 3 of atom 1 (N)'
sed '5s/  0$/  0  0  0  0 16/' "$scratch/pyrrole.mol" > "$scratch/valence.mol"
refuses 1 countmatch "$scratch/valence.mol"
says 'the valence one from 0 to 15'
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
refuses 1 countmatch --as=skeleton "$here/data/petersen.el"
says 'no molecule (el'
answers 0 $'anthracene\t4' countmatch "$corpus/mol/anthracene.sdf"
head -n -1 "$corpus/mol/benzene.mol" > "$scratch/no-end.mol"
refuses 1 countmatch "$scratch/no-end.mol"
says "the file ends before 'M  END'"
refuses 1 countmatch "$corpus/mol/bad-type.mol"
says 'line 17: bond type 6'
# mol EDIT: the file of benzene as sed changes it.
mol() {
    sed "$1" "$corpus/mol/benzene.mol" > "$scratch/edited.mol"
}
while IFS='|' read -r edit wanted; do
    mol "$edit"
    refuses 1 countmatch "$scratch/edited.mol"
    says "edited.mol: line $wanted"
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
refuses 1 countmatch "$scratch/edited.mol"
says 'atoms 2 and 1 have two lines of bonds'
cat "$corpus/mol/benzene.mol" "$corpus/mol/benzene.mol" > "$scratch/edited.mol"
refuses 1 countmatch "$scratch/edited.mol"
says 'line 30: after a molecule'
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
refuses 1 perm-mtx "$corpus/mol/benzene.mol"
says 'no matrix, but the format mol'

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
    is "$? $(cat "$scratch/out")" '1 10' "a stream goes on beside ${names//%s/...}"
    has 'no numbers follow the line of names' "$(cat "$scratch/err")" "... with a message"
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
