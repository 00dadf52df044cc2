#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Input that is made to harm: it starts no program, and takes no more memory and time than allowed.
. "${srcdir:-.}/tests/tap.sh"

archives=$here/tests/corpus/archive

# ------------------------------------------------------------------ programs
# libarchive knows filters that start a program.
mkdir "$scratch/bin"
for name in grzip lrzip; do
    printf '#!/bin/sh\ntouch "%s"\n' "$scratch/started" > "$scratch/bin/$name"
    chmod +x "$scratch/bin/$name"
    PATH=$scratch/bin:$PATH refuses 1 perm-mtx "$archives/bad-$name.xz"
done
[ ! -e "$scratch/started" ]
ok $? "no program is started"
saying 'fd 37 7a' refuses 1 perm-mtx "$archives/bad-twice.xz"

# ------------------------------------------------------------------ memory
# over MEBIBYTES DESCRIPTION [PROGRAM] ARGUMENT...: refused within the limit, with its size.
over() {
    local limit=$1 what=$2
    shift 2
    saying "the memory of $limit MiB" refuses 1 "$@" --memory="$limit"M
}
awk 'BEGIN { for (k = 0; k < 200000; k++) print k % 1000, (k * 7919) % 1009 + 1000 }' > "$scratch/edges.el"
(echo source,target && tr ' ' , < "$scratch/edges.el") > "$scratch/edges.csv"
awk 'BEGIN { print "graph [" } !(n[$1]++) { print "node [ id " $1 " ]" } !(n[$2]++) { print "node [ id " $2 " ]" }
    { print "edge [ source " $1 " target " $2 " ]" } END { print "]" }' "$scratch/edges.el" > "$scratch/edges.gml"
over 4 "edges" countmatch "$scratch/edges.el"
over 4 "edges of a table" countmatch "$scratch/edges.csv"
over 8 "edges of GML" countmatch "$scratch/edges.gml"
long=$(head -c 500000 /dev/zero | tr '\0' x)
for k in 1 2 3 4 5 6; do echo "$k$long ${k}y$long"; done > "$scratch/names.el"
over 4 "names of vertices" countmatch --format=el "$scratch/names.el"
awk 'BEGIN { for (i = 0; i < 30; i++) for (j = 0; j < 30; j++) printf("1e%d%s", 19999 - i - j, j < 29 ? " " : "\n") }' \
    > "$scratch/large.txt"
over 4 "digits of numbers" perm-mtx --format=table "$scratch/large.txt"
over 4 "the dictionary of xz" perm-mtx "$archives/one.mtx.xz"
# The second stream says that it needs 1.5 GiB.
over 64 "a later dictionary of xz" perm-mtx "$archives/later.mtx.xz"
# Frames of zstd say the sizes of their windows.  Here a second one wants 128 MiB: descriptor 0, window 0x88.
answers 0 "$(perm-mtx "$archives/one.mtx.zst")" perm-mtx --memory=16M "$archives/one.mtx.zst"
{ cat "$archives/one.mtx.zst" && printf '\x28\xb5\x2f\xfd\x00\x88\x01\x00\x00'; } > "$scratch/later.zst"
answers 0 "$(perm-mtx "$archives/one.mtx.zst")" perm-mtx --memory=1G "$scratch/later.zst"
over 64 "a later window of zstd" perm-mtx "$scratch/later.zst"
head -c -1 "$archives/one.mtx.zst" > "$scratch/cut.zst"
saying 'the zstd stream is cut off' refuses 1 perm-mtx "$scratch/cut.zst"
saying 'only stored and deflated files are read' refuses 1 perm-mtx "$archives/bad-lzma.zip"

# ------------------------------------------------------------------ time
# Comment lines, 100 times as large as the file: 10 GB.
yes '% a comment' | head -c 100000000 | gzip -1 > "$scratch/part.gz"
for ((k = 0; k < 100; k++)); do cat "$scratch/part.gz"; done > "$scratch/comments.gz"
start=$SECONDS
saying 'reading takes longer than the limit of 1 s' refuses 4 countmatch --format=el --time=100ms "$scratch/comments.gz"
[ $((SECONDS - start)) -le 20 ]
ok $? "... early"

# ------------------------------------------------------------------ nothing to count
# A graph without vertices has one matching, the empty one.
file empty.el '%place 0,1 1,0' '%period 2,0'
for ask in '' --total --no-reduce --exact; do
    answers 0 1 countmatch --format=el $ask "$scratch/empty.el"
done
for engine in $(countmatch --help=engines | sed -nE 's/^ {2}([a-z]+) .*/\1/p'); do
    try countmatch --format=el --no-reduce --engine="$engine" "$scratch/empty.el"
    [ "$status: $out" = "0: 1" ] || [ "$status" -eq 4 ]
    ok $? "an empty core by $engine: $status $out"
done
for ask in --marginals --sample=2 --list; do
    try countmatch --format=el "$ask" "$scratch/empty.el"
    is "$status" 0 "$ask of an empty graph"
done
answers 0 '0 1' countmatch --format=el --matchings "$scratch/empty.el"
# No rows, and rows without entries: the permanents are 1 and 0.
file 0.mtx '%%MatrixMarket matrix coordinate integer general' '0 0 0'
file 3.mtx '%%MatrixMarket matrix coordinate integer general' '3 3 0'
for ask in --marginals --sample=2 --minors --list; do
    try perm-mtx "$ask" "$scratch/0.mtx"
    is "$status" 0 "$ask of a matrix without rows"
    try perm-mtx "$ask" "$scratch/3.mtx"
    [ "$status" -le 1 ]
    ok $? "$ask of a matrix without entries ends with $status"
done
finish
