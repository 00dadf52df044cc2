#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every way to an answer gives the bits that are recorded in tests/bits.txt.  There a line "$ COMMAND" is
# followed by the output of the command, and by its exit status if that is not 0.  This script makes the
# input files and defines the words that commands begin with.  Each answer has all its digits, its proved
# bound and its engine.
#
#     PM_BITS=write make check TESTS=tests/bits.sh
#
# records the output of the commands in tests/bits.txt again.  To add a command, write its line there and
# do this.  PM_BITS_THREADS=N uses N threads instead of 2; the bits are the same, but
# engines of exact answers may differ, and are not compared.
. "${srcdir:-.}/tests/tap.sh"

here=$(cd "$here" && pwd)
records=$here/tests/bits.txt
for_ranks
cd "$scratch" || exit 99
cp "$here"/data/*.mtx "$here"/data/*.el "$here"/data/*.txt .

# ------------------------------------------------------------------ inputs
# entries NAME FIELD ROWS COLUMNS PERCENT SEED: writes a random matrix.  PERCENT of its entries and the
# whole diagonal are nonzero.  Entries are small numbers from Lehmer's generator.  They have both signs
# except in the fields "natural" and "share".
entries() {
    awk -v kind="$2" -v m="$3" -v n="$4" -v percent="$5" -v x="$6" '
        function draw(below) { x = x * 16807 % 2147483647; return int(x / 2147483647 * below) }
        function number(    k) {
            if (kind == "pattern") return ""
            if (kind == "natural") return draw(9) + 1
            if (kind == "share") return (draw(997) + 1) / 1000
            k = draw(9) + 1
            if (draw(2)) k = -k
            return kind == "integer" ? k : k / 8
        }
        BEGIN {
            x = x * 7919 + 1
            for (i = 1; i <= m; i++)
                for (j = 1; j <= n; j++)
                    if (draw(100) < percent || i == j)
                        line[++count] = i " " j " " number() (kind == "complex" ? " " number() : "")
            field = kind == "natural" ? "integer" : kind == "share" ? "real" : kind
            print "%%MatrixMarket matrix coordinate " field " general"
            print m, n, count
            for (i = 1; i <= count; i++) print line[i]
        }' > "$1"
}

# graph NAME VERTICES PERCENT SEED WEIGHTED: writes the edges of a random graph that contains a ring.
graph() {
    awk -v n="$2" -v percent="$3" -v x="$4" -v weighted="$5" '
        function draw(below) { x = x * 16807 % 2147483647; return int(x / 2147483647 * below) }
        BEGIN {
            x = x * 7919 + 1
            for (i = 1; i <= n; i++)
                for (j = i + 1; j <= n; j++)
                    if (draw(100) < percent || j == i + 1 || (i == 1 && j == n))
                        print i, j, weighted ? (draw(997) + 1) / 1000 : ""
        }' > "$1"
}

entries dense.mtx integer 14 14 100 1
entries large.mtx integer 20 20 100 2
entries sparse.mtx integer 20 20 18 3
entries wide-sparse.mtx natural 40 40 7 4
entries half.mtx real 18 18 50 5
entries real.mtx real 22 22 100 6
entries share.mtx share 20 20 100 7
entries share-small.mtx share 16 16 100 17
entries complex-dense.mtx complex 14 14 100 8
entries complex-sparse.mtx complex 24 24 12 9
entries pattern.mtx pattern 24 24 20 10
entries flat.mtx integer 6 14 60 11
entries flat-real.mtx share 7 12 100 12
entries flat-complex.mtx complex 5 9 100 13
entries small.mtx natural 5 5 60 14
entries small-share.mtx share 5 4 70 15
entries blocks.mtx pattern 30 30 9 16
awk 'BEGIN {
    print "%%MatrixMarket matrix array integer general"
    print 18, 18
    for (j = 0; j < 18; j++)
        for (i = 0; i < 18; i++) print (int(i / 6) * 5 + int(j / 6) * 7) % 11 - 3
}' > classes.mtx
awk 'BEGIN { # entries of 400 bits together
    print "%%MatrixMarket matrix array integer general"
    print 8, 8
    for (k = 1; k <= 64; k++) printf "%d%015.0f\n", k * k % 97 - 40, k * 7919 * 104729 % 999999999989
}' > long.mtx
awk 'BEGIN { # four entries a line
    print "%%MatrixMarket matrix coordinate pattern general"
    print 26, 26, 104
    for (i = 0; i < 26; i++)
        print i + 1 " " i + 1 "\n" i + 1 " " (7 * i + 1) % 26 + 1 "\n" i + 1 " " (11 * i + 5) % 26 + 1 "\n" \
            i + 1 " " (13 * i + 8) % 26 + 1
}' > regular.mtx
graph weighted.el 14 60 1 yes
graph general.el 16 40 2
graph thin.el 40 3 3
graph tiny.el 6 50 4 yes
printf '%s\n' a\ b b\ c c\ a a\ a c\ d d\ a d\ b b\ a e\ d c\ e e\ e > arcs.el
printf '%s\n' 'IsP@OkWHG' 'C~' '?' '@' 'A_' > stream.g6

# ------------------------------------------------------------------ words of the commands
threads=${PM_BITS_THREADS:-2} hidden=
[ "$threads" = 2 ] || hidden='s/,"engine":"[^"]*"//'
limits=(--memory=1GiB --gpus=none)

# plain: removes from JSON what depends on the machine or was added later; joins the engines to one
# string.
plain() {
    sed -E '/"error":/d; s/,"(precision|modulus|quantity|read)":("[^"]*"|[0-9]+)//g; s/,"matrix":1,/,/; :a; s/("engines":\[[^]]*)","/\1,/; ta
        s/"engines":\[("[^"]*")\]/"engine":\1/; s/"engines":\[\]/"engine":""/
        s/,"(seconds|threads|version|log10)":("[^"]*"|[^],}]*)//g; s/,"(rank_units|checks)":\[[^]]*\]//g'
}

# json PROGRAM ARGUMENT...: all digits, bound and engine.
json() {
    "${guard[@]}" "$1" --json --digits=40 --threads="$threads" "${limits[@]}" "${@:2}" | plain
    return "${PIPESTATUS[0]}"
}

# slow COMMAND: left out unless PM_TESTS=long.
slow() {
    "$@"
}

# ranks N PROGRAM ARGUMENT...: the same with N ranks.
ranks() {
    "${guard[@]}" mpirun -n "$1" "$2" --json --digits=40 --threads=1 "${limits[@]}" "${@:3}" | plain
    return "${PIPESTATUS[0]}"
}

# parts N PROGRAM ARGUMENT...: computes N parts, the last one first, and adds them up.
parts() {
    local i
    for ((i = $1; i > 0; i--)); do
        "$2" --part="$i/$1" --threads="$threads" "${limits[@]}" "${@:3}" > "work/part$i" || return
    done
    pm-sum --digits=40 work/part*
}

# interrupted PROGRAM ARGUMENT...: stops the run when some units are done, and continues with one thread.
interrupted() {
    local pid k
    "$1" --checkpoint=work/state --checkpoint-every=10ms --threads="$threads" "${limits[@]}" "${@:2}" > work/out &
    pid=$!
    for ((k = 0; k < 1000; k++)); do
        grep -qsE '^records [^ ]* [1-9][0-9]* ' work/state && break
        kill -0 $pid 2> work/gone || break
        sleep 0.01
    done
    kill -TERM $pid 2> work/gone
    wait $pid
    "$1" --json --digits=40 --checkpoint=work/state --threads=1 "${@:2}" | plain
}

# kept PROGRAM ARGUMENT...: stores the plan in a file, and carries it out from there.
kept() {
    "$1" --plan --plan-file=work/plan --threads="$threads" "${limits[@]}" "${@:2}" > work/text || return
    "$1" --json --digits=40 --plan-file=work/plan "${@: -1}" | plain
}

# ------------------------------------------------------------------ commands and records
# answer COMMAND: prints the output, and the exit status if it is not 0.
answer() {
    mkdir work
    eval "$1" < /dev/null 2> work/err
    local status=$?
    [ $status -eq 0 ] || echo "exit status $status"
    rm -rf work
}

# check COMMAND RECORD: one test point.  Lines that differ are shown, recorded and now.
check() {
    if [[ $1 == *ranks\ * && -z $mpi ]]; then
        skip "no MPI in this build, or mpirun does not start: $1"
        return
    elif [[ $1 == *slow\ * && ${PM_TESTS-} != long ]]; then
        return
    fi
    answer "$1" > got
    diff <(printf '%s' "$2" | sed "$hidden") <(sed "$hidden" got) > difference
    ok $? "$1"
    sed 's/^</# recorded: /; s/^>/# now:      /; /^[0-9-]/d' difference >&2
}

mpi=yes
if [ "$(ranks 2 perm-mtx cube.mtx 2> err | wc -l)" != 1 ]; then
    echo "# NO MPI: RANKS ARE NOT TESTED" >&2
    mpi=
fi

if [ "${PM_BITS-}" = write ]; then
    [ -n "$mpi" ] || { echo "records need MPI" >&2; exit 99; }
    while IFS= read -r line; do
        case $line in
        '$ '*) echo "$line"; answer "${line#'$ '}" ;;
        '#'* | '') echo "$line" ;;
        esac
    done < "$records" > new && cp new "$records"
fi

command='' record=''
while IFS= read -r line; do
    case $line in
    '$ '* | '#'* | '')
        [ -z "$command" ] || check "$command" "$record"
        command='' record=''
        [[ $line != '$ '* ]] || command=${line#'$ '}
        ;;
    *) record+=$line$'\n' ;;
    esac
done < <(cat "$records" && echo)
finish
