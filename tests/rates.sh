#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Predictions for this machine: they are kept in the cache folder, they follow PM_RATES, and no plan depends on
# them.  How fast the machine is does not matter.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
unset PM_RATES
export XDG_CACHE_HOME=$scratch/cache
folder=$XDG_CACHE_HOME/permatch

# matrix FIELD ORDER LEAST
matrix() {
    awk -v field="$1" -v n="$2" -v least="$3" 'BEGIN {
        print "%%MatrixMarket matrix array " field " general"; print n, n
        for (k = 1; k <= n * n; k++) print least + k * k % 17
    }'
}
matrix real 30 -8 > signs
matrix integer 9 1 > small
dimer king 24 24 > king
floating=(perm-mtx --engine=dense --precision=double --threads=1 signs)
modular=(perm-mtx --engine=dense --mod=2147483647 signs)
tables=(countmatch --engine=sweep --mod=2147483647 king)

# seconds COMMAND...: the predicted time of the way, without that of planning, or of random matchings
seconds() {
    "$1" --plan=full --threads="${threads:-1}" --gpus=none "${@:2}" | awk '/^predicted/ && way == "" { print $2 }
        /^  => / { way = $2; for (k = 1; k < NF; k++) if ($(k + 1) == "s,") print $k }'
}

# times WANTED RATES COMMAND...: with these rates it takes so many times the time of the reference machine
times() {
    awk -v wanted="$1" -v got="$(PM_RATES=$2 seconds "${@:3}")" -v one="$(PM_RATES=reference seconds "${@:3}")" \
        'BEGIN { exit !(one > 0 && got > 0.98 * wanted * one && got < 1.02 * wanted * one) }'
    ok $? "PM_RATES=$2: ${*:3} takes $1 times as long"
}
times 2 2 "${floating[@]}"
times 2 2,3,5 "${floating[@]}"
times 3 2,3,5 "${modular[@]}"
times 3 2,3 "${tables[@]}"
times 4 9,2,1024 "${tables[@]}" # one ninth of its work shares the bandwidth
times 1 1 "${tables[@]}"
matrix real 20 1 > sampled
times 3 9,3 perm-mtx --sample=10000 sampled
dimer --periodic grid 8 8 > torus
times 3 9,3 countmatch --sample=100000 torus # with the embedding
threads=3 times 2.5 2.5,3 "${floating[@]}"
threads=50 times 3 2,3 "${modular[@]}"
PM_RATES=3 perm-mtx --plan small > tiny
is "$(< tiny)" "$(PM_RATES=reference perm-mtx --plan small)" "short predictions stay"
is "$(ls -A "$folder" 2> /dev/null)" "" "nothing was measured for all these"

clause='this machine takes'
is "$(PM_RATES=reference perm-mtx --plan "${floating[@]:1}" | grep -c "$clause")" 0 "reference times are no news"
has "; $clause 3 times the reference time" "$(PM_RATES=3 perm-mtx --plan --threads=1 "${floating[@]:1}")" "others are"

# Neither plans nor values depend on rates; only the time does.
shown() {
    PM_RATES=$1 "${@:2}" | sed -E '/^predicted|^would help|^second best/d; s/[0-9.e+-]+ s\b//g'
}
for rates in 0.01 100 100,1,0.01; do
    is "$(shown $rates perm-mtx --plan=full --gpus=none signs)" "$(shown reference perm-mtx --plan=full --gpus=none signs)" \
        "PM_RATES=$rates: the plan is the same"
done
matrix real 24 -8 > short
is "$(PM_RATES=7 perm-mtx short)" "$(PM_RATES=reference perm-mtx short)" "the value is, too"
PM_RATES=1e4 perm-mtx --time=60 --gpus=none signs > out 2> err
is "$? $(< out)" "4 " "what takes longer than --time on this machine is refused"
has "more than the 60 s allowed" "$(< err)" "... with the reason"

for wrong in fast 0 -1 nan 1, ,1 1,2,3,4 '1 2' 1e9 ''; do
    PM_RATES=$wrong perm-mtx --engine=dense small > out 2> err
    is "$? $(< out) $(grep -c "PM_RATES=$wrong: reference, measure or one to three numbers" err)" "1  1" "PM_RATES='$wrong' is refused"
done

# What is measured is kept.
plan() {
    "${floating[@]}" --plan --gpus=none 2>&1
}
perm-mtx --plan small > out
is "$(ls -A "$folder" 2> /dev/null)" "" "a short run measures nothing"
matrix real 29 -8 > half
perm-mtx "${modular[@]:1:2}" --threads=1 half > out
is "$(ls -A "$folder" 2> /dev/null)" "" "nor does one of half a second that shows no prediction"
first=$(plan)
has "; $clause " "$first" "a long one measures"
is "$(find "$folder" -type f | wc -l)" 1 "... and keeps it in a file"
file=$(echo "$folder"/*)
cp -p "$file" good
is "$(plan)" "$first" "the same is predicted again"
inode=$(stat -c %i "$file")
plan > out
is "$(stat -c %i "$file")" "$inode" "... and not measured"
PM_RATES=measure plan > out
[ "$(stat -c %i "$file")" != "$inode" ]
ok $? "PM_RATES=measure measures again"
matrix real 26 -8 > brief
PM_ISA=portable perm-mtx --plan "${floating[@]:1:2}" brief > out # short with vectors
is "$(find "$folder" -type f | wc -l)" 2 "another instruction set has a file of its own"
find "$folder" -type f ! -path "$file" -delete

# Damaged files
size=$(stat -c %s good)
for damage in ": > bad" "head -c $((size / 2)) good > bad" "head -c $((size - 1)) good > bad" \
    "tr 0-9 1-90 < good > bad" "{ cat good; echo 1; } > bad" "head -c $size /dev/zero > bad"; do
    eval "$damage"
    cp bad "$file"
    plan > out
    ! cmp -s bad "$file"
    ok $? "$damage: a damaged file is replaced"
    cp "$file" again
    plan > out
    cmp -s again "$file"
    ok $? "... by one that is read"
done

rm "$file"
mkfifo "$file"
timeout 60 "${floating[@]}" --plan > out
is "$? $(stat -c %F "$file")" "0 regular file" "a pipe without a writer is replaced, too"

# Folders that cannot be used
for place in /dev/null /nonexistent "$scratch/open"; do
    mkdir -p -m 755 open/permatch
    has "; $clause " "$(XDG_CACHE_HOME=$place plan)" "$place: measured without a cache"
    XDG_CACHE_HOME=$place "${floating[@]}" --plan > out 2> err
    is "$? $(< err)" "0 " "... and in silence"
done
is "$(ls -A open/permatch)" "" "a folder that others can read stays empty"

# Many at once
rm -rf "$folder"
for k in 1 2 3 4 5 6; do
    { plan > "plan.$k"; echo $? >> "plan.$k"; } &
done
wait
is "$(tail -qn 1 plan.? | sort -u)" 0 "six at once succeed"
is "$(find "$folder" -type f | wc -l)" 1 "... and leave one file"
first=$(plan)
is "$(plan)" "$first" "... which is read"
finish
