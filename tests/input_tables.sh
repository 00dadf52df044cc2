#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Tables: names of rows and columns, cells without a number, logarithms.
. "${srcdir:-.}/tests/reading.sh"

# Names of rows and columns, as spreadsheets, pandas and R write them.
for named in 'x,y\n1,2\n3,4\n' 'a;b\n1;2\n3;4\n' ',a,b\nx,1,2\ny,3,4\n' ',0,1\n0,1,2\n1,3,4\n' ',0,1\nx,1,2\ny,3,4\n' \
    'id,a,b\nx,1,2\ny,3,4\n' 'a,b\nx,1,2\ny,3,4\n' '"","V1","V2"\n"1",1,2\n"2",3,4\n' '"V1" "V2"\n"1" 1 2\n"2" 3 4\n' \
    '\ta\tb\nx\t1\t2\ny\t3\t4\n' '"a","b"\n"x",1,2\n"y",3,4\n' '"a b",c\n1,2\n3,4\n' 'i,k\n1,2\n3,4\n'; do
    reads 10 perm-mtx "$named"
    blames '--as=biadjacency or --as=adjacency' countmatch "$named"
done
# Two quotes within quotes are one, in names of rows, columns and vertices.
is "$(perm-mtx --marginals <(printf ',"a ""1""","b"\n"""x",0,2\n"y""",3,0\n') | sort)" $'"x b 1\ny" a "1" 1' "quotes in names of a table"
is "$(countmatch --list <(printf 'source,target\n"a ""q"", x","b"""\n'))" 'a "q", x-b"' "... and of vertices"
# With or without quotes, a field is the same name.
reads 3 countmatch 'source;target\n(0, 1);(0, 2)\n"(0, 2)";"(0, 3)"\n' --total
# Whole numbers in the first row or column beside decimals may be names.  The permanent of the rows
# .5 .2 .1 and 1 2 .3 is .5 2 + .5 .3 + .2 1 + .2 .3 + .1 1 + .1 2 = 1.71; with the row 0 1 2 it is 2.65,
# with 101 102 103 it is 175.36.
ids='0.5,0.2,0.1\n1.0,2.0,0.3\n'
for first in '0,1,2\n' '1,2,3\n'; do
    blames 'the first row may have names of columns' perm-mtx "$first$ids"
    blames 'the first row may have names of columns' countmatch "$first$ids" --as=biadjacency
done
blames 'the first column may have names of rows' perm-mtx '0,0.5,0.2\n1,1.0,2.0\n2,0.5,0.3\n'
saying '' reads 2.65 perm-mtx "0,1,2\n$ids" --format=table
reads 175.36 perm-mtx "101,102,103\n$ids"
reads 175.36 countmatch "101,102,103\n$ids" --as=biadjacency
# The numbers 0, 1, 2, ... may be names in a table of whole numbers, too.
blames 'the first row may have names of columns' perm-mtx '0 1 2\n3 4 5\n6 7 8\n'
blames 'the first column may have names of rows' perm-mtx '0 3 2 3\n1 4 5 6\n2 7 8 9\n'
reads 450 perm-mtx '1 2 3\n4 5 6\n7 8 9\n'
saying '' reads 4.1 perm-mtx '1.5 2\n0.7 1.8\n'
# Missing numbers have a place, under titles, too.
for gap in "3: '3,nan': row 2, column 2: 'nan' is not a number; 0 stands for no entry|a,b\n1,2\n3,nan\n" \
    "2: ',2': row 1, column 1: the number is missing|a,b\n,2\n3,4\n" \
    "3: '3,': row 2, column 2: the number is missing|a,b\n1,2\n3,\n" \
    "2: 'x,1,': row 1, column 2: the number is missing; 0 stands for no entry, and perm-mtx --missing=0 reads it so|,a,b\nx,1,\ny,3,4\n" \
    "2: 'x,1': the first line has 2 names, and the row 1 numbers|,a,b\nx,1\ny,3,4\n" \
    "3: 'y,NA,4': row 2, column 1: 'NA' is not a number; 0 stands for no entry, and perm-mtx --missing=0 reads it so|,a,b\nx,1,2\ny,NA,4\n" \
    "2: '3,': row 2, column 2: the number is missing|1,2\n3,\n"; do
    blames "line ${gap%%|*}" perm-mtx "${gap#*|}"
done
reads 10 perm-mtx '1,2,\n3,4,\n'
reads 10 perm-mtx 'a,b,\n1,2,\n3,4,\n'
# Below an empty corner, they are names if the table differs in kind from them.
saying '' reads 1.71 perm-mtx ',101,102,103\n17,0.5,0.2,0.1\n42,1,2,0.3\n'
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
answers 1 $'3\n2\n3' countmatch <(printf 'C~\nC]\nhello world\nC~\n')
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
# Edges with commas have titles above them: a cycle of four edges has two perfect matchings.
ring='1,2\n2,3\n3,4\n4,1\n'
blames "edges with commas need a first line of titles such as 'u,v'" countmatch "$ring"
reads 2 countmatch "u,v\n$ring"
for lone in "1: '1,2'|$ring" "1: 'A1,B1,11.2'|A1,B1,11.2\nA1,B2,3\n" "2: '2,3'|1 2\n2,3\n" "3: '2,3'|%%graph\n1 2\n2,3\n" \
    "1: '1,2'|1,2\n2 3\n"; do
    blames "line ${lone%%|*} is one name; edges are 'u v [weight]' with blanks, or have commas below a line of titles" \
        countmatch "${lone#*|}" --format=el
done
# Names alone are no edges, and points may be alone.
saying "each line names a vertex, and none is an edge, 'u v [weight]'" reads 0 countmatch 'A1\nB1\n' --format=el
reads 1 countmatch '%%graph\n0,0\n1,0 1,1\n' --format=el --unmatched=1
reads 1 countmatch '1,0 1,1\n0,0\n' --format=el --unmatched=1
# The first line of a spin glass may have its sizes.
blames "the first line may be the numbers of vertices and of edges: delete it" countmatch '4 3\n0 1 -1\n1 2 1\n2 3 -1\n'
blames "another form than the first line" countmatch '4 7\n0 1 -1\n1 2 1\n2 3 -1\n'

finish
