#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Long runs: after any stop, kill or restart the bits of the answer are those of a run without
# disturbance.
. "${srcdir:-.}/tests/tap.sh"
. "${srcdir:-.}/tests/runs.sh"

# --- a run without disturbance
is "$(run "${exact[@]}")" "$wanted" "a run with a checkpoint"
is "$("${guard[@]}" pm-status "$state" | cut -c 1-8)" "100.00 %" "pm-status: the run is complete"
is "$(pm-sum "$state")" "$wanted" "pm-sum of a complete checkpoint"
is "$(run "${exact[@]}")" "$wanted" "the same command again prints the answer"
rm -f "$state"*

# --- stopped by a signal, continued with other threads
# On a busy machine a run may end before it gets the signal; then it is tried again.
for signal in TERM INT; do
    for ((try = 0; try < 10; try++)); do
        rm -f "$state"*
        start --threads=2 "${exact[@]}"
        wait_for_state
        kill -$signal $pid
        wait $pid
        status=$?
        pm-sum "$state" > "$scratch/sum" 2> "$scratch/missing" || break
    done
    is $status 3 "$signal: stopped and resumable"
    [ ! -s "$scratch/out" ] && grep -q 'continues' "$scratch/err"
    ok $? "$signal: only a message"
    is "$(grep -c 'are missing' "$scratch/missing")" 1 "$signal: pm-sum says what is missing"
done
cp "$state" "$scratch/half"
pm-status "$state" "$scratch/half" > "$scratch/out"
is "$? $(cut -f 1 "$scratch/out" | tr '\n' ' ')" "0 $state $scratch/half " "pm-status: several files"
is "$(run --threads=1 "${exact[@]}")" "$wanted" "continued with one thread"
rm -f "$state"*

# --- stopped in the middle of units that take hours
file ones '%%MatrixMarket matrix array integer general' '18 18' $(yes 1 | head -n 324)
start --threads=2 --engine=enumerate --no-reduce "$scratch/ones"
wait_for_state 0
pm-status "$state" > "$scratch/status"
is "$? $(grep -c '^0\.[0-9]* %, [0-9]* of [0-9]* units' "$scratch/status")" "0 1" "pm-status of a run that is going on"
kill $pid
"${guard[@]}" tail --pid=$pid -f /dev/null || kill -9 $pid
wait $pid
is $? 3 "a signal stops units that take hours"
rm -f "$state"*

# --- stopped while a long plan is made: no work has begun, so no checkpoint is left
dimer grid 60 60 > "$scratch/grid"
countmatch --engine=tree --progress=10ms --checkpoint="$state" "$scratch/grid" > "$scratch/out" \
    2> "$scratch/err" &
pid=$!
for ((k = 0; k < 3000; k++)); do
    grep -q '^countmatch: planning, ' "$scratch/err" && break
    sleep 0.01
done
kill -USR1 $pid
kill -TERM $pid
wait $pid
is "$? $(< "$scratch/out")" "3 " "stopped while planning"
has "stopped while planning; nothing new is saved, and the same command begins again" \
    "$(tail -n 1 "$scratch/err")" "... with a message"
[ ! -e "$state" ]
ok $? "... and no checkpoint"

# --- USR1: the run saves its state and goes on
start --checkpoint-every=1h "${exact[@]}"
wait_for_state 0
kill -USR1 $pid
wait_for_state
ok $? "USR1: saved"
wait $pid
is "$? $(< "$scratch/out")" "0 $wanted" "USR1: the run goes on"
rm -f "$state"*

# --- killed at random moments
for arithmetic in exact floating draws; do
    case $arithmetic in
    exact) options=("${exact[@]}") answer=$wanted ;;
    floating) options=("${floating[@]}") answer=$digits ;;
    draws) options=("${draws[@]}") answer=$drawn ;;
    esac
    killed=0 good=1
    while [ $killed -lt "$kills" ]; do
        start "${options[@]}" --threads=$((1 + RANDOM % 3))
        sleep 0.$((RANDOM % 30 + 10))
        kill -9 $pid 2> /dev/null
        wait $pid 2> /dev/null
        case $? in
        137) killed=$((killed + 1)) ;;
        0) # the run ended before the signal: begin again
            [ "$(< "$scratch/out")" = "$answer" ] || good=0
            rm -f "$state"*
            killed=$((killed + 1))
            ;;
        *) good=0 killed=$kills ;;
        esac
    done
    is "$good $(run "${options[@]}")" "1 $answer" "$arithmetic: killed $kills times"
    rm -f "$state"*
done

# --- an embedding goes with the problem
dimer torus 12 12 > "$scratch/torus"
grep -v '^%' "$scratch/torus" > "$scratch/abstract"
embedded=(countmatch --threads=1 -v --checkpoint="$state")
tilings=$(countmatch --engine=tree "$scratch/abstract")
for time in first second; do
    is "$("${embedded[@]}" "$scratch/torus" 2> "$scratch/err")" "$tilings" "a torus, the $time run"
    has "=> planar (torus, " "$(<"$scratch/err")" "... by its embedding"
done
is "$(pm-sum "$state")" "$tilings" "... and by pm-sum"
is "$("${embedded[@]}" "$scratch/abstract" 2> "$scratch/err") $?" " 1" "another embedding is refused"
has "the checkpoint is refused: it has another embedding of the graph" "$(<"$scratch/err")" \
    "... with a message"
rm -f "$state"*

# --- a plan is stored with its options and carried out
matrix 24 4 > "$scratch/brief.mtx"
brief=("${floating[@]/floating.mtx/brief.mtx}")
brief_digits=$(perm-mtx "${brief[@]}")
perm-mtx --plan --plan-file="$scratch/plan" --memory=1GiB --threads=3 "${brief[@]}" \
    > "$scratch/text"
perm-mtx --plan --memory=1GiB --threads=3 "${brief[@]}" > "$scratch/out"
cmp -s "$scratch/text" "$scratch/out"
ok $? "a stored plan is printed like any other"
grep -q '^plan 1073741824 ' "$scratch/plan" && grep -q '^way 1 .* dense ' "$scratch/plan"
ok $? "... and stored with its options"
replayed=(--digits=17 --plan-file="$scratch/plan")
is "$(perm-mtx "${replayed[@]}" "$scratch/brief.mtx")" "$brief_digits" "a stored plan is carried out"
is "$(perm-mtx -v "${replayed[@]}" "$scratch/brief.mtx" 2> "$scratch/err")" "$brief_digits" "... with -v"
has "=> dense" "$(< "$scratch/err")" "... which prints the plan"
is "$(perm-mtx -v --digits=17 --plan-file=<(cat "$scratch/plan") "$scratch/brief.mtx" \
    2> "$scratch/err")" "$brief_digits" "... out of a pipe, which can be read only once"
is "$(run "${replayed[@]}" "$scratch/brief.mtx")" "$brief_digits" "... with a checkpoint"
is "$(run "${replayed[@]}" "$scratch/brief.mtx")" "$brief_digits" "... and continued from the checkpoint"
is "$(perm-mtx --digits=17 --plan-file="$state" "$scratch/brief.mtx")" "$brief_digits" \
    "a checkpoint also works as a plan"
rm -f "$state"*
# unplanned REASON OPTION...
unplanned() {
    perm-mtx --plan-file="$scratch/plan" "${@:2}" > "$scratch/out" 2> "$scratch/err"
    is "$? $(< "$scratch/out")" "1 " "a plan is refused: $1"
    has "the plan is refused: $1" "$(< "$scratch/err")" "... with a message"
}
unplanned "it belongs to another problem" "$scratch/other.mtx"
unplanned "it was made with another 'engine'" --engine=ryser "$scratch/brief.mtx"
sed -e 's/^\(way 1 .* \)\([0-9]*\)$/\11\2/' -e '/^checksum/d' "$scratch/plan" > "$scratch/changed"
printf 'checksum %s\n' "$(gzip -c "$scratch/changed" | tail -c 8 | head -c 4 | od -An -tx4 |
    tr -d ' ')" | cat "$scratch/changed" - > "$scratch/plan"
unplanned "way 1: this version cuts the work in" "$scratch/brief.mtx"
printf x >> "$scratch/plan"
perm-mtx --plan-file="$scratch/plan" "$scratch/brief.mtx" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c "$scratch/plan: " "$scratch/err")" "1 1" "a damaged plan is refused"

# --- what is refused
refused() {
    run "${exact[@]}" 2> "$scratch/err" > "$scratch/out"
    local status=$?
    [ $status -eq 1 ] && [ ! -s "$scratch/out" ] && grep -q "refused: $1" "$scratch/err"
    ok $? "$2"
    grep -q "refused: $1" "$scratch/err" || cat "$scratch/err" >&2
}
size=$(stat -c %s "$scratch/half")
for offset in 3 $((size / 3)) $((size - 12)); do
    cp "$scratch/half" "$state"
    byte=$(tail -c +$((offset + 1)) "$state" | head -c 1 | od -An -tu1)
    printf "\\$(printf %o $((byte ^ 4)))" | dd of="$state" bs=1 seek=$offset conv=notrunc 2> "$scratch/dd"
    refused 'its checksum is wrong\|it is no checkpoint\|it has no checksum' "a flipped bit at byte $offset"
done
head -c $((size / 2)) "$scratch/half" > "$state"
refused 'it has no checksum' "half of a file"
: > "$state"
refused 'it is empty' "an empty file"
perm-mtx --checkpoint="$state.b" --part=1/9 --memory=1G "$scratch/other.mtx" > "$scratch/out"
mv "$state.b" "$state"
refused 'it belongs to another problem' "another matrix"
rm -f "$state"*
run --mod=7 "${exact[@]}" > "$scratch/out"
refused "it was made with another 'modulus'" "other options"
rm -f "$state"*

# --- the disk is full: the run says so and goes on; the last complete file is good
if needs prlimit "a full disk"; then
    # On a busy machine a run may end before it gets the limit; then it is tried again.
    for ((try = 0; try < 10; try++)); do
        rm -f "$state"*
        trap '' XFSZ
        start --threads=1 "${exact[@]}"
        trap - XFSZ
        wait_for_state 0
        prlimit --pid $pid --fsize=1000 2> "$scratch/late"
        wait $pid
        status=$?
        ! grep -q 'cannot be written: File too large' "$scratch/err" || break
    done
    is "$status $(< "$scratch/out")" "0 $wanted" "no room for a checkpoint: the answer"
    [ $try -lt 10 ]
    ok $? "no room for a checkpoint: a message"
    pm-status "$state" > "$scratch/out" && ! ls "$state".* 2> "$scratch/err"
    ok $? "no room for a checkpoint: the old file stays, and no part of a new one"
    is "$(run "${exact[@]}")" "$wanted" "no room for a checkpoint: continued"
fi
rm -f "$state"*
run --checkpoint=/no/such/folder/file "${exact[@]}" > "$scratch/out" 2> "$scratch/err"
is "$? $(< "$scratch/out")" "1 " "a checkpoint that cannot be written at all"

# --- parts
for k in 1 2 3; do
    perm-mtx --part=$k/3 --memory=1G "${exact[@]}" > "$scratch/part$k"
    perm-mtx --part=$k/3 --memory=1G --checkpoint="$scratch/double$k" "${floating[@]}"
done
is "$(pm-sum "$scratch"/part[123])" "$wanted" "three parts, added"
cp "$scratch/double1" "$scratch/double1~"
is "$(pm-status "$scratch"/double1* | cut -f 1)" "$scratch/double1" "pm-status skips a backup"
is "$(pm-status "$scratch/double1~" | wc -l)" 1 "... unless nothing else is named"
(umask 027 && perm-mtx --part=1/3 --memory=1G --checkpoint="$scratch/shared" "${floating[@]}")
is "$(ls -l "$scratch/shared" | cut -c 1-10)" -rw-r----- "checkpoints have the permissions of the umask"
is "$(pm-sum --digits=17 "$scratch"/double[321])" "$digits" "three floating parts, added"
pm-sum "$scratch"/part[12] > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'part 3 of 3 is not among the files: .* are missing' "$scratch/err")" "1 1" "pm-sum names a missing part"
pm-sum "$scratch"/part[12] "$scratch/part1" "$scratch/part3" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c "^pm-sum: $scratch/part1: .*done twice" "$scratch/err")" "1 1" "pm-sum names a doubled part"
perm-mtx --part=2/4 --memory=1G "${exact[@]}" > "$scratch/quarter"
pm-sum "$scratch"/part[13] "$scratch/quarter" "$scratch/part2" > "$scratch/out" 2> "$scratch/err"
is "$? $(< "$scratch/err")" "1 pm-sum: $scratch/quarter: a unit was done twice" \
    "parts of other sizes overlap: the file is named"
pm-sum "$scratch/part1" "$scratch/double2" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'another problem' "$scratch/err")" "1 1" "parts of different runs are refused"

echo nonsense > "$scratch/broken"
pm-sum "$scratch/part1" "$scratch/broken" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c "^pm-sum: $scratch/broken: " "$scratch/err")" "1 1" "a damaged file is named"

# --- pm-status --json
pm-status --json "$scratch/double1" "$scratch/none" > "$scratch/out" 2> "$scratch/err"
is "$? $(wc -l < "$scratch/out")" "1 2" "pm-status --json: an object for each file, also a bad one"
for member in "\"file\":\"$scratch/double1\"" '"share":1.0' '"seconds_left":0.0' '"part":1,"parts":3'; do
    has "$member" "$(head -n 1 "$scratch/out")" "pm-status --json has $member"
done
has '"error":' "$(tail -n 1 "$scratch/out")" "... and the error of the other"
if needs python3 JSON; then
    python3 -c 'import json, sys; [json.loads(line) for line in sys.stdin]' < "$scratch/out"
    ok $? "pm-status --json is JSON"
fi

# --- two runs on one checkpoint
rm -f "$state"*
awk -v n=45 -f "$here/data/dense.awk" > "$scratch/hours"
hours=(--threads=1 --precision=double --engine=dense --checkpoint="$state" "$scratch/hours")
# begin: starts a run in the background, as process $pid, and waits until it has written its checkpoint.
begin() {
    perm-mtx "${hours[@]}" > "$scratch/out" 2> "$scratch/err" &
    pid=$!
    for ((k = 0; k < 300; k++)); do
        [ ! -e "$state" ] || break
        sleep 0.1
    done
}
begin
perm-mtx "${hours[@]}" > "$scratch/out2" 2> "$scratch/err2"
is "$? $(grep -c "^perm-mtx: .*$state[^ ]*: .*another run" "$scratch/err2")" "1 1" "a second run is refused"
pm-status "$state" > "$scratch/status"
is $? 0 "... but pm-status reads the file"
kill -9 $pid
wait $pid 2> "$scratch/err2"
rm -f "$state" "$state~"
[ -e "$state.lock" ]
ok $? "a run that is killed leaves its lock file"
begin
kill -TERM $pid
wait $pid
is "$?" 3 "... which does not stop the next one"
is "$(ls "$state".lock 2> "$scratch/err2")" "" "... and a run that ends deletes it"
rm -f "$state"*

# --- audits
is "$(perm-mtx --audit=5% "${exact[@]}")" "$wanted" "an audit finds nothing wrong"
is "$(perm-mtx --audit=1 "${brief[@]}")" "$brief_digits" "a full audit finds nothing wrong"

# --- progress
perm-mtx --progress=10ms "${exact[@]}" > "$scratch/out" 2> "$scratch/err"
is "$? $(< "$scratch/out")" "0 $wanted" "--progress does not change the answer"
grep -q '^perm-mtx: [0-9.]* %, [0-9]* of [0-9]* units' "$scratch/err"
ok $? "--progress prints the share that is done"
finish
