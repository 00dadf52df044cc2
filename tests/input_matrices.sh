#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Matrices as users and programs write them: rows, lists, streams, arrays of NumPy, and the files of Octave,
# MATLAB, SciPy and old collections; and graphs that could be read as matrices.
. "${srcdir:-.}/tests/reading.sh"

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
saying 'the file should end here' answers 1 '' perm-mtx "$scratch/more.mtx"
# Missing entries, and columns of edges with other titles.
answers 0 6 perm-mtx --missing=0 --exact <(printf '2,NaN\n,3\n')
answers 0 10 perm-mtx --missing=2 --exact <(printf ',a,b\nx,1,\ny,3,4\n')
answers 0 6 perm-mtx --missing=0 --format=table --exact <(printf '2 nan\n1 3\n')
answers 0 6 perm-mtx --missing=0 --exact <(printf '[[2, null], [1, 3]]')
answers 0 13/2 perm-mtx --missing=1/2 --exact <(printf '%%%%MatrixMarket matrix array real general\n2 2\n2\n1\nnan\n3\n')
answers 0 5 perm-mtx --missing=-inf --log-weights --digits=1 <(printf '0.7,1\n,0.9\n')
saying "needs --log-weights" refuses 2 perm-mtx --missing=-inf <(printf '0.7,1\n,0.9\n')
answers 0 4+0i perm-mtx --missing=2 <(printf '%%%%MatrixMarket matrix coordinate complex general\n2 2 2\n1 1 3 nan\n2 2 -nan 1\n')
answers 0 10 perm-mtx --missing=2 <(printf '# name: a\n# type: matrix\n# rows: 2\n# columns: 2\n NA 4\n 1 3\n')
answers 0 11 perm-mtx --missing=5 <(printf '3,\n1,2\n')
answers 0 20 perm-mtx --missing=5 <(printf '3,\n1,\n')
answers 0 66 perm-mtx --missing=5 <(printf '1,2,\n3,,5,\n')
refuses 1 perm-mtx --missing=5 <(printf '1,2,3\n4,5,6\n7,8\n')
refuses 1 perm-mtx --missing=0 <(printf '2,inf\n1,3\n')
refuses 2 perm-mtx --missing=none <(printf '2,3\n1,3\n')
refuses 1 perm-mtx <(printf '2,NaN\n1,3\n')
file costs.csv 'when,b,w,a' '1,x,2,u' '2,y,3,u' '3,x,5,v' '4,y,7,v'
answers 0 29 countmatch --columns=a,b,w "$scratch/costs.csv"
answers 0 2 countmatch --columns=b,a "$scratch/costs.csv"
saying '' answers 0 1 countmatch --columns=w,c <(printf 'w,c,d\nx,y,2\n')
answers 0 2 countmatch --columns=a,b <(printf ',a,b\n0,u,x\n3,v,y\n7,u,y\n9,v,x\n')
for columns in a,a a,b,b ,a a,b, ; do
    refuses 1 countmatch --columns=$columns "$scratch/costs.csv"
done
saying "does not have the titles 'a,c'" refuses 1 countmatch --columns=a,c "$scratch/costs.csv"
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
saying '--as=biadjacency or --as=adjacency' refuses 1 countmatch "$corpus/npy/bool.npy"
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
    saying "${bad#*:}" answers 1 '' countmatch "$corpus/brackets/bad-${bad%%:*}"
done
blames "an edge leads to '3', and there is no such node" cyclecover 'Digraph( [ [ 3 ], [ 1 ] ] )\n'
blames 'stands twice in a list' countmatch '{0: [1, 1], 1: [0, 0]}\n'
blames 'no such node' cyclecover 'Graph\nVertex Neighbours\n1 2 ;\n'
# Calls: 1/2 + 6, and 10 twice.
answers 0 $'13/2\n10\n10' perm-mtx --exact "$corpus/lists/calls.txt"
reads 10 perm-mtx 'matrix(2, 2, {(0,0): 1, (0, 1): 2, (1, 0): 3, (1, 1): 4})\n'
reads 10 perm-mtx 'array([[1, 2],\n       [3, 4]], dtype=int8)\n'
reads 9+1i perm-mtx 'array([[1.+2.j, 3.+0.j],\n       [2.+0.j, 1.-1.j]])\n'
answers 1 '' perm-mtx "$corpus/lists/bad-call.txt"
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
        answers 1 $'1 10\n3 82' $tool="$([ "${stream:0:1}" = [ ] && echo lists || echo table)" --bfile "$scratch/stream"
    done
done
# An array of three matrices of one float32: 1, not a number, 3.
{
    printf '\x93NUMPY\x01\x00\x76\x00%-117s\n' "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 1, 1), }"
    printf '\x00\x00\x80\x3f\x00\x00\xc0\x7f\x00\x00\x40\x40'
} > "$scratch/nan.npy"
saying 'matrix 2: entry [0, 0]: it is not a finite number' answers 1 $'1 1\n3 3' perm-mtx --bfile "$scratch/nan.npy"
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
says 'the first name, alone on its line, is a vertex without edges; a title needs a # before it'
saying '' reads 1 countmatch 'a\na b\n' --format=el
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
saying "'capacity' of the edges is not read; weights are called 'weight'" reads 1 countmatch 'source,target,capacity\na,b,3\n'
saying "'value' of the edges is not read" reads 1 countmatch 'graph [\n node [ id 1 ]\n node [ id 2 ]\n edge [ source 1 target 2 value 3 ]\n]\n'
reads '1 0' countmatch 'graph [\n node [ id 0 ] node [ id 1 ]\n edge [ source 0 target 1 ] ]\ngraph [\n node [ id 0 ] node [ id 1 ]\n]\n'
reads '1 0' countmatch '<graphml><graph><node id="a"/><node id="b"/><edge source="a" target="b"/></graph><graph><node id="c"/><node id="d"/></graph></graphml>'
reads '1 2' cyclecover 'digraph { a -> b -> a }\n// next\ngraph { a -- b -- c -- a }\n'
saying '' reads 3 countmatch 'source,target,weight,cost\na,b,3,4\n'
blames 'a carriage return alone' perm-mtx '1 2\r3 5\r'
blames 'a carriage return alone' countmatch '1 2\r2 3\r'
reads 11 perm-mtx '1 2\r\n3 5\r\r\n'
blames '--format=el' countmatch '1.5 2.5\n3.5 4.5\n5.5 6.5\n'
reads 1 countmatch '1.5 2.5\n3.5 4.5\n5.5 6.5\n' --format=el
reads 15 countmatch '1.5 2.5 3\n3.5 4.5 5\n' --format=el
blames '--as=biadjacency' countmatch '1.5 2.5 3.0\n3.5 4.5 5.0\n'
reads 1 countmatch '[1] [2]\n[3] [4]\n' --format=el
# A first line that may be the numbers of vertices and of edges.
for sizes in '4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n' '4 5\n0 1\n1 2\n2 3\n3 0\n0 2\n' '4 3\n3 2\n2 1\n1 4\n'; do
    for tool in countmatch cyclecover; do
        blames 'line 1: the first line may be an edge, or the numbers of vertices and of edges' $tool "$sizes"
    done
done
saying 'the first line is read as an edge' reads 0 countmatch '4 5\n1 2\n2 3\n3 4\n4 1\n1 3\n' --format=el
saying 'the first line is read as an edge' reads 2 countmatch '4 3\n3 2\n2 1\n1 4\n' --format=el
reads 1 cyclecover '2 1\n1 2\n' --format=el
saying 'the first line is read as an edge' reads 0 countmatch '9 3\n3 2\n2 1\n1 4\n'
# Blanks around a line of graph6 (K4 and the square), and its names; what nauty-showg makes of it.
reads '3 2' countmatch '  C~  \nCr\t\n'
reads '3 2' countmatch 'C~\nCr\n' --format=sparse6
printf 'C~\nC?x\nCr\n' > "$scratch/bad.g6"
is "$(countmatch --json "$scratch/bad.g6" 2> "$scratch/err" | sed 's/.*"graph":\([0-9]*\).*"\(value\|error\)".*/\1 \2/' |
    tr '\n' ' ')" '1 value 2 error 3 value ' "JSON has the number of a bad line"
# Unequal sides of named objects: .5 (.5 + 1) + .2 (.5 + 1) = 1.05 for the smaller side.
sides='from,to,weight\nT1,m1,0.5\nT1,m2,0.2\nT2,m3,0.5\nT2,m4,1\n'
saying 'the sides have 2 and 4 vertices, so that no matching is perfect; --saturating' reads 0 countmatch "$sides"
saying '' reads 1.05 countmatch "$sides" --saturating
saying '' reads 1.05 countmatch "$sides" --unmatched=least
saying 'the sides have 2 and 3 vertices' reads 0 countmatch '1.5,2,3\n0.5,2,3.5\n' --as=biadjacency
saying '' reads 0 countmatch 'Bo\n'
saying '' reads 1 countmatch '1 2\n2 3\n3 4\n'
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
# ------------------------------------------------------- files of Octave, MATLAB, SciPy, Harwell-Boeing
# The permanents of 1 2 0; 0 3 4.5; 5 0 6 (63), of its pattern (2), of 1 2; 3 4 (10), by hand.
for name in mat/full.mat mat/packed.mat npz/csr.npz npz/csc.npz npz/coo.npz npz/array.npz; do
    is "$(perm-mtx --precision=exact "$corpus/$name" | tr '\n' ' ')" "63 $([ $name != mat/packed.mat ] || echo '10 ')" "$name"
done
is "$(perm-mtx "$corpus/mat/bool.mat")" 2 "a sparse logical matrix of MATLAB"
is "$(perm-mtx "$corpus/mat/logical.mat")" 1 "... with bytes that are called doubles: 1 1; 0 1"
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
for nested in cell struct; do
    answers 1 '3' perm-mtx "$corpus/octave/bad-$nested.txt"
done
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

finish
