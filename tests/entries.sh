#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Queries of matrices as a user sees them: --marginals, --minors, --matchings and --sample of perm-mtx.
. "${srcdir:-.}/tests/tap.sh"

program=perm-mtx
data=$here/data
header='%%MatrixMarket matrix array'

# blames WORD STATUS ARGUMENT...: the program refuses with this status, and the message has this word.
blames() {
    local word=$1
    shift
    saying "$word" refuses "$@"
}

# matrix FILE FIELD ROWS COLUMNS ENTRY...: writes a matrix, column after column.
matrix() {
    local file=$1
    printf '%s\n' "$header $2 general" "$3 $4" "${@:5}" > "$scratch/$file"
}

matrix tall integer 3 2 1 2 0 3 0 1
matrix decimal real 2 2 0.5 0.25 1.5 2
matrix signs integer 2 2 1 -1 2 3
matrix huge real 2 2 1e309 1 2 0
matrix cancel integer 2 2 1 -1 1 1
matrix complex complex 1 2 '1 1' '0 1'
matrix empty integer 2 3 0 0 0 0 0 0
printf '%%%%MatrixMarket matrix coordinate pattern general\n0 0 0\n' > "$scratch/none"

# ------------------------------------------------------------------ names of rows and columns
# By hand: the permanent is .5 (2 + .3) + .2 (1 + .3) = 1.41; T1-m1 is in .5 2.3 = 1.15 of it, T2-m3 in
# .3 .7 = .21.
printf ',m1,"m 2",m3\nT1,0.5,0.2,0\nT2,1,2,0.3\n' > "$scratch/named.csv"
answers 0 $'T1 m1 115/141\nT1 m 2 26/141\nT2 m1 20/141\nT2 m 2 100/141\nT2 m3 7/47' --marginals --exact "$scratch/named.csv"
answers 0 $'row,col,share\nT1,m1,115/141\nT1,m 2,26/141\nT2,m1,20/141\nT2,m 2,100/141\nT2,m3,7/47' \
    --marginals --csv --exact "$scratch/named.csv"
answers 0 $'T2 m3 7/47\nT1 m1 115/141\njoint 5/47\ncovariance -100/6627\ncorrelation -0.1092912492' \
    --marginals=T2-m3,T1-m1 "$scratch/named.csv"
answers 0 'T1 m3 0' --marginals=T1-m3 "$scratch/named.csv"
blames 'begins with no entry' 1 --marginals=1-2 "$scratch/named.csv"
answers 0 $'m1 m 2\nm1 m3\nm 2 m1\nm 2 m3' --list=9 "$scratch/named.csv"
has '"sample":[["m' "$(perm-mtx --sample=1 --json "$scratch/named.csv")" "JSON has the names of a random matching"
has '"forced":[["x","b"],["y","a"]]' "$(printf ',a,b\nx,0,2\ny,3,0\n' | perm-mtx --structure --json)" \
    "... and of entries in all matchings"
has 'rows T1 T2; columns m1 m 2 m3' "$(perm-mtx --structure "$scratch/named.csv")" "so has the structure"
has 'column b is empty' "$(printf ',a,b\nx,1,0\ny,3,0\n' | perm-mtx --structure)" "... and the reason for 0"
printf 'a,a\n1,2\n3,4\n' > "$scratch/twice.csv"
blames 'the name of several entries' 1 --marginals=1-a "$scratch/twice.csv"
printf ',a,b\nx,1,2\ny,3,4\n' > "$scratch/square.csv"
answers 0 'x a 2/5' --marginals=x-a --rows=1,1 "$scratch/square.csv"
program=countmatch answers 0 $'x a 2/5\nx b 3/5\ny a 3/5\ny b 2/5' --as=biadjacency --marginals --exact "$scratch/square.csv"
program=countmatch answers 0 $'x-a y-b\nx-b y-a' --as=biadjacency --list=5 "$scratch/square.csv"
program=countmatch blames "row 1 is called 'x' and column 1 'a'" 1 --as=adjacency "$scratch/square.csv"

# ------------------------------------------------------------------ marginals
answers 0 $'1 1 1/9\n1 2 2/3\n2 1 8/9\n3 2 1/3' --marginals "$scratch/tall"
answers 0 $'1 1 3\n1 2 -2\n2 1 -2\n2 2 3' --marginals --signed "$scratch/signs"
blames 'the option signed allows them' 1 --marginals "$scratch/signs"
blames 'the option signed allows them' 1 --marginals=1-1,2-2 "$scratch/signs"
blames 'the option signed allows them' 1 --marginals --unmatched=0 "$scratch/signs"
blames 'the option signed allows them' 1 --marginals --plan "$scratch/signs"
blames 'the option signed allows them' 1 --marginals "$scratch/complex"
answers 0 $'1 1 8/11\n1 2 3/11\n2 1 3/11\n2 2 8/11' --marginals --exact "$scratch/decimal"
answers 0 $'1 1 0.7273\n1 2 0.2727\n2 1 0.2727\n2 2 0.7273' --marginals --digits=4 \
    "$scratch/decimal"
answers 0 $'1 1 3/5-1/5i\n1 2 2/5+1/5i' --marginals --signed --exact "$scratch/complex"
answers 0 $'1 1 1/2\n1 2 1/2\n2 1 1/2\n2 2 1/2' --marginals --pattern "$scratch/signs"
answers 0 '' --marginals "$scratch/none"
answers 0 "$scratch/tall"$'\t1 1 1/9\n'"$scratch/tall"$'\t1 2 2/3\n'"$scratch/tall"$'\t2 1 8/9
'"$scratch/tall"$'\t3 2 1/3' --marginals "$scratch/tall" "$scratch/none"
blames 'add up to 0' 1 --marginals --signed "$scratch/cancel"
blames 'permanent is 0' 1 --marginals "$data/singular.mtx"
blames 'permanent is 0' 1 --marginals "$scratch/empty"

# ------------------------------------------------------------------ minors
answers 0 $'1 2\n4 1\n3 3' --minors "$scratch/tall"
answers 0 $'2 0.25\n1.5 0.5' --minors "$scratch/decimal"
answers 0 $'2 1/4\n3/2 1/2' --minors --exact "$scratch/decimal"
answers 0 $'1+0i 1+0i' --minors "$scratch/complex"
answers 0 $'1 -1\n1 1' --minors "$scratch/cancel"
answers 0 $'1 1\n1 1' --minors --pattern "$scratch/signs"
answers 0 $'0 0 0\n0 0 0' --minors "$scratch/empty"
answers 0 '' --minors "$scratch/none"
printf '1,1,1\n2,1,0\n' > "$scratch/pairs.csv"
answers 0 $'2 4 10\n2 4 10\n4 6 8\n4 6 8' --minors --rows=2,2 "$scratch/pairs.csv"
blames minors 2 --minors --marginals "$scratch/tall"

# ------------------------------------------------------------------ matchings
answers 0 $'0 1\n1 7\n2 9' --matchings "$scratch/tall"
answers 0 $'0 1\n1 4.25\n2 1.375' --matchings "$scratch/decimal"
answers 0 $'0 1\n1 4.2\n2 1.4' --matchings --exact --digits=2 "$scratch/decimal"
answers 0 $'0 1\n1 17/4\n2 11/8' --matchings --exact "$scratch/decimal"
answers 0 $'0 1\n1 2\n2 0' --matchings "$scratch/cancel"
answers 0 '0 1' --matchings "$scratch/empty"
answers 0 '0 1' --matchings "$scratch/none"
answers 0 $'0 1\n1 1e+309\n2 2' --matchings --time=60 "$scratch/huge"
blames real 4 --matchings "$scratch/complex"
is "$(perm-mtx --matchings "$data/chessboard.mtx" | sed -n '2p;$p' | tr '\n' ' ')" \
    "1 112 32 12988816 " "dominoes on a chessboard: one, or 32"

# -------------------------------------------------------------------- samples
# Few rows, many columns, and many digits: rows r_i c_j with c = (11, 1, ..., 1), where row 1 has column 1 with
# probability 78 11 / (3 (78 11 + 286)) = 1/4, but for the digits of one entry.
for row in 1 2 3; do
    echo "11.$row 1.0000000000000$row$(printf ' 1%.0s' {1..12})"
done > "$scratch/wide.txt"
sed -i 's/^11\.[123] /11.000000000000007 /' "$scratch/wide.txt"
is "$(perm-mtx --plan --sample=20 "$scratch/wide.txt" | head -n 1)" 'engine table: 20 random matchings' "few rows are drawn from a table"
for plan in --plan ''; do
    # shellcheck disable=SC2086
    perm-mtx $plan --sample=3 --engine=dense "$scratch/wide.txt" > "$scratch/refused" 2> "$scratch/why$plan"
    is "$? $(< "$scratch/refused")" "4 " "an engine that cannot draw ${plan:+and its plan }is refused"
done
is "$(< "$scratch/why--plan")" "$(< "$scratch/why")" "... in the same words"
drawn=$(perm-mtx --sample=2000 --seed=5 "$scratch/wide.txt" | grep -c '^1 ')
[ "$drawn" -gt 400 ] && [ "$drawn" -lt 600 ]
ok $? "row 1 has column 1 in a quarter of the draws, not in $drawn of 2000"
answers 0 $'2 1\n2 3\n2 1\n2 1\n2 1' --sample=5 --seed=4 "$scratch/tall"
is "$(perm-mtx --sample=3 "$data/coronene.mtx")" \
    "$(perm-mtx --sample=3 --seed=1 --threads=1 "$data/coronene.mtx")" "the default seed is 1"
[ "$(perm-mtx --sample=9 --seed=1 "$data/coronene.mtx")" != \
    "$(perm-mtx --sample=9 --seed=2 "$data/coronene.mtx")" ]
ok $? "another seed, other matchings"
is "$(perm-mtx --sample=2000 "$data/coronene.mtx" | sort -u | wc -l)" 20 \
    "all 20 structures of coronene are drawn"
is "$(perm-mtx --sample=3 "$scratch/none" | wc -lc | tr -s ' ')" " 3 3" "three empty matchings"
# A ladder of 300 rows: each draw turns some of the disjoint pairs of neighbours, and there are F(301) > 2^200 of
# them, which are drawn in double-double.  Row 150 keeps its place with the probability
# F(150) F(151) / F(301) = 0.44721.
awk 'BEGIN { print "%%MatrixMarket matrix coordinate pattern general"; print 300, 300, 898
    for (i = 1; i <= 300; i++) for (j = i - 1; j <= i + 1; j++) if (j > 0 && j <= 300) print i, j }' > "$scratch/band"
drawn=$(perm-mtx --sample=2000 --engine=tree --seed=5 "$scratch/band" | awk '$150 == 150' | wc -l)
[ "$drawn" -gt 783 ] && [ "$drawn" -lt 1006 ]
ok $? "row 150 keeps its place in $drawn of 2000 draws"
blames negative 1 --sample=1 "$scratch/signs"
blames complex 1 --sample=1 "$scratch/complex"
blames 'permanent is 0' 1 --sample=1 "$data/singular.mtx"

# Where the tables of the tree do not fit, decimals of a dense matrix are drawn row by row.  The plan is for all draws: more of them take longer, but
# the sums for the first row are shared.  If all together exceed the time limit, they are drawn by acceptance.
awk -v n=24 -f "$here/data/dense.awk" | sed 's/-//' > "$scratch/decimals"
planned() {
    perm-mtx --sample="$1" --memory=1G --threads=1 --plan "$scratch/decimals" | sed -n 's/^predicted: \(.*\) s on one thread$/\1/p'
}
few=$(planned 2) more=$(planned 20)
awk -v few="$few" -v more="$more" 'BEGIN { exit !(few > 0.1 && more > 3 * few && more <= 10 * few) }'
is $? 0 "20 draws take up to ten times as long as 2: $more s and $few s"
is "$(perm-mtx --sample=50 --memory=1G --time=20 --threads=1 "$scratch/decimals" | awk "NF == 24" | wc -l)" 50 \
    "50 draws of a dense matrix, for which there are 20 s"
perm-mtx --sample=500 --memory=1G --threads=1 "$scratch/decimals" > "$scratch/drawn" 2> "$scratch/err" &
for ((k = 0; k < 6000; k++)); do # until it is said, or a minute has passed
    ! grep -q 'predicted to take' "$scratch/err" || break
    sleep 0.01
done
kill -9 $! && wait $!
has "predicted to take" "$(<"$scratch/err")" "without a limit, that they take long is said"
has "units" "$(perm-mtx --sample=20000 --progress=1ms "$data/coronene.mtx" 2>&1 > "$scratch/drawn")" "draws are counted"

is "$(perm-mtx --json --matchings "$scratch/tall" | grep -o '"matchings":.*"type"')" \
    '"matchings":[{"k":0,"count":"1"},{"k":1,"count":"7"},{"k":2,"count":"9"}],"type"' \
    "--json --matchings"

# ---------------------------------------------------------------------- usage
for bad in '--marginals --matchings' '--marginals --sample=2' '--seed=3' '--sample=0' \
    '--sample=-1' '--sample=x' '--sample=' '--sample=2 --seed=-1' '--sample=2 --seed=18446744073709551616' \
    '--sample=2 --seed=' '--list --plan' '--bounds --engine=tree' '--matchings --mod=7' \
    '--matchings --reduce=none' '--sample=1 --plan-rule=paper' '--marginals -v' '--sample=1 --plan --svg'; do
    # shellcheck disable=SC2086
    blames help 2 $bad "$data/benzene.mtx"
done
has 'the shares of all entries at once' "$(perm-mtx --marginals --plan "$data/benzene.mtx")" "--marginals --plan"
has '"engines":["' "$(perm-mtx --marginals --plan --json "$data/benzene.mtx")" "... as JSON"
blames 'predicted' 4 --threads=1 --matchings --time=1ms "$data/chessboard.mtx"
awk 'BEGIN { print "%%MatrixMarket matrix coordinate pattern general"; n = 60; print n, n, n * n
             for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) print i, j }' > "$scratch/dense"
blames 'steps' 4 --marginals "$scratch/dense"
blames 'predicted' 4 --matchings --time=1 "$scratch/dense"
# A draw below a bound, which is near the permanent, is soon accepted.
is "$(perm-mtx --sample=1 "$scratch/dense" | tr ' ' '\n' | sort -nu | wc -l)" 60 \
    "a random permutation of 60 columns"
finish
