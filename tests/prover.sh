#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checkpoints of the prover: after any stop, kill or restart the proof is the same byte by byte.  What does not
# belong to it is refused.  PM_TESTS=long kills 50 times.
. "${srcdir:-.}/tests/tap.sh"

needs python3 "the prover with a checkpoint" || finish
kills=2 places=3
[ "${PM_TESTS-}" != long ] || kills=50 places=60
state=$scratch/state
messages=$state.prover

# change FILE SCRIPT: lets Python change the messages of a checkpoint, and sets its checksum.
change() {
    python3 -c 'import re, sys, zlib
text = open(sys.argv[1]).read()
at = text.index("records messages ")
head, text = text[:at], text[at:text.rindex("checksum ")]
exec(sys.argv[2])
text = head + text
open(sys.argv[1], "w").write(text + "checksum %08x\n" % zlib.crc32(text.encode()))' "$1" "$2"
}

# The first n messages.
cut_to='lines = text.split("\n")
text = "records messages %d %s\n" % (n, lines[0].split()[3]) + "\n".join(lines[1:n + 2]) + "\n"'

# proved NAME COMMAND...: a proof, the same with a checkpoint, and the same from places in between, with other
# threads and little memory.
proved() {
    local name=$1 n k good=1
    shift
    rm -f "$state"*
    "$@" --prove="$scratch/whole" > "$scratch/answer"
    "$@" --prove="$scratch/proof" --checkpoint="$state" > "$scratch/out"
    cmp "$scratch/proof" "$scratch/whole" && cmp "$scratch/out" "$scratch/answer"
    ok $? "$name: the same proof with a checkpoint"
    n=$(sed -n 's/^records messages \([0-9]*\) .*/\1/p' "$messages")
    is "$n" "$(sed -n 's/^messages //p' "$scratch/whole")" "... which has all $n messages"
    cp "$messages" "$scratch/full"
    for ((k = 0; k <= places; k++)); do
        cp "$scratch/full" "$messages"
        change "$messages" "n = $((n * k / places)); $cut_to"
        rm -f "$scratch/proof"
        "$@" --threads=$((1 + k % 3)) --prove="$scratch/proof" --checkpoint="$state" > "$scratch/out"
        cmp "$scratch/proof" "$scratch/whole" && cmp <(sed -n '/^records/,/^check/p' "$messages" | sed '$d') \
            <(sed -n '/^records/,/^check/p' "$scratch/full" | sed '$d') || good=0
    done
    is "$good" 1 "... also continued from $((places + 1)) places"
}

dimer king 10 10 > "$scratch/king.el"
awk 'BEGIN { for (k = 1; k <= 20; k++) { print "r", "a" k; print "a" k, "b" k; print "b" k, "r" }
    print "r", "s" }' > "$scratch/star.el"
printf 'a a 2\na b 1\nb c 1\nc a 3\nc c 1\nd a 1\nd d -1\na a 3\ne d 1\ne e 4\n' > "$scratch/loops.el"
proved "king" countmatch "$scratch/king.el"
dimer king 14 14 > "$scratch/board.el"
proved "king with one of 4 tables kept" countmatch --memory=4M "$scratch/board.el"
proved "all matchings" countmatch --total "$scratch/king.el"
proved "sizes" countmatch --matchings "$here/data/petersen.el"
proved "loops" countmatch --loops "$scratch/loops.el"
proved "a matrix of complex numbers" perm-mtx --exact "$here/data/complex.mtx"
proved "a residue" countmatch --mod=1000 "$scratch/king.el"
if [ -e "$PM_DATA/494_bus.mtx" ]; then
    proved "a tree of tables" perm-mtx --pattern "$PM_DATA/494_bus.mtx"
else
    skip "NO $PM_DATA/494_bus.mtx: JOINS ARE NOT CONTINUED"
fi

# ---------------------------------------------------------------------- stops
dimer king 16 16 > "$scratch/large.el"
large=(countmatch --total --threads=1 "$scratch/large.el" --prove="$scratch/proof" --checkpoint="$state")
countmatch --total --prove="$scratch/whole" "$scratch/large.el" > "$scratch/answer"

# begin OPTION...: the large proof in the background, until it has some messages.
begin() {
    local k
    rm -f "$scratch/proof"
    "${large[@]}" --checkpoint-every=1ms "$@" > "$scratch/out" 2> "$scratch/err" &
    pid=$!
    for ((k = 0; k < 6000; k++)); do
        ! grep -qs '^records messages [1-9]' "$messages" || break
        kill -0 $pid 2> "$scratch/gone" || break
        sleep 0.01
    done
}
rm -f "$state"*
begin
kill -STOP $pid # it waits for the second run
"${large[@]}" > "$scratch/out2" 2> "$scratch/err2"
is "$? $(grep -c 'another run' "$scratch/err2")" "1 1" "a second run is refused"
kill -TERM $pid
kill -CONT $pid
wait $pid
status=$?
is "$status $(wc -c < "$scratch/out")" "3 0" "TERM: stopped"
has "the same command continues from $messages" "$(< "$scratch/err")" "... with a message"
[ ! -e "$scratch/proof" ] && [ ! -e "$messages.lock" ]
ok $? "... no proof, and no lock"
pm-status "$messages" > "$scratch/status"
is "$? $(grep -c '^[0-9.]* %, [1-9][0-9]* of [1-9][0-9]* units' "$scratch/status")" "0 1" "pm-status says how far it is"
"${large[@]}" > "$scratch/out"
cmp "$scratch/proof" "$scratch/whole"
ok $? "... and continued"
killed=0 good=1
for ((k = 0; k < kills; k++)); do
    begin
    sleep 0.0$((RANDOM % 10))
    kill -9 $pid 2> "$scratch/gone"
    wait $pid 2> "$scratch/gone"
    case $? in
    137) killed=$((killed + 1)) ;;
    0) cmp "$scratch/proof" "$scratch/whole" && rm -f "$messages"* || good=0 ;;
    *) good=0 ;;
    esac
done
"${large[@]}" > "$scratch/out"
cmp "$scratch/proof" "$scratch/whole" && cmp "$scratch/out" "$scratch/answer"
is "$? $good" "0 1" "killed $killed times and continued: the same proof"

# A number that is counted in a tenth of the time of its proof.
rm -f "$state"*
awk 'BEGIN { srand(7); for (i = 0; i < 26; i++) { for (j = 0; j < 26; j++) printf "%d ", rand() < 0.5; print "" } }' > "$scratch/half"
perm-mtx --checkpoint="$state" "$scratch/half" > "$scratch/answer"
perm-mtx --threads=1 --checkpoint="$state" --time=0.5 --prove="$scratch/none" "$scratch/half" > "$scratch/out" 2> "$scratch/err"
status=$?
if [ "$status" -eq 4 ]; then
    skip "THE MACHINE IS BUSY: ITS LIMIT PASSED WHILE THE PROOF WAS PLANNED"
else
    is "$status $(wc -c < "$scratch/out")" "3 0" "--time: stopped after twice the time"
    has "stopped after 1 s, more than the time limit of 0.5 s; the same command continues from $messages" \
        "$(< "$scratch/err")" "... with a message"
fi

# ----------------------------------------------------------------- what is refused
rm -f "$state"*
king=(countmatch "$scratch/king.el" --prove="$scratch/none" --checkpoint="$state")
"${king[@]}" > "$scratch/out"
rm "$scratch/none"
cp "$messages" "$scratch/full"

# refused WHY WHAT: the same command refuses the changed checkpoint.
refused() {
    "${king[@]}" > "$scratch/out" 2> "$scratch/err"
    is "$? $(wc -c < "$scratch/out")" "1 0" "$2"
    has "$1" "$(< "$scratch/err")" "... $1"
    cp "$scratch/full" "$messages"
}
sed -i 's/^5 ./5 x/' "$messages"
refused "its checksum is wrong" "a damaged file"
head -c 3000 "$scratch/full" > "$messages"
refused "it has no checksum" "half of a file"
change "$messages" 'text = re.sub("\n7 (.)", lambda m: "\n7 " + ("1" if m[1] == "0" else "0"), text)'
refused "its messages are no proof" "another number in a message"
change "$messages" "n = 20; $cut_to
text = re.sub('\n14 (.)', lambda m: '\n14 ' + ('1' if m[1] == '0' else '0'), text)"
refused "its messages are no proof" "... and the rest is missing"
change "$messages" 'text = re.sub("\n9 ", "\n8 ", text)'
refused "message 9 is damaged" "a message twice"
change "$messages" 'text = re.sub("\n9 .{31}", "\n9 " + 31 * "f", text)'
refused "message 9 is damaged" "a number that is no residue"
change "$messages" 'text = re.sub("\n9 .*", "\n9 ", text)'
refused "message 9 is damaged" "a message without numbers"
change "$messages" 'text = re.sub("\n0 .", "\n0 x", text)'
refused "its messages belong to another proof" "another proof"
cp "$scratch/full" "$scratch/other.prover"
countmatch --total --prove="$scratch/none" --checkpoint="$scratch/other" "$scratch/king.el" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'belong to another proof' "$scratch/err")" "1 1" "a proof of another question"
cp "$scratch/full" "$scratch/star.prover"
countmatch --prove="$scratch/none" --checkpoint="$scratch/star" "$scratch/star.el" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'belongs to another problem' "$scratch/err")" "1 1" "a proof of another graph"
mkdir "$scratch/folder.prover"
countmatch --prove="$scratch/none" --checkpoint="$scratch/folder" "$scratch/king.el" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'no regular file' "$scratch/err")" "1 1" "a folder"
[ ! -e "$scratch/none" ]
ok $? "no proof is written after a refusal"
finish
