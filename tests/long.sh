#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Long runs: whatever happens to them, the bits of the answer are those of a run that nothing
# happened to.  PM_LONG=1 (make check-long) kills 50 times instead of 2.
. "${srcdir:-.}/tests/tap.sh"

kills=2
[ -z "${PM_LONG-}" ] || kills=50

# matrix ROWS SEED: small random integers, dense.
matrix() {
    awk -v n="$1" -v seed="$2" 'BEGIN {
        srand(seed)
        print "%%MatrixMarket matrix array integer general"
        print n, n
        for (k = 0; k < n * n; k++) print int(rand() * 19) - 9
    }'
}

# Work for about a second, by a slow engine and by a fast one: exact, and floating.
exact_order=23 floating_order=30
if ldd tools/perm-mtx 2> /dev/null | grep -q libasan; then
    exact_order=22 floating_order=26
fi
matrix $exact_order 1 > "$scratch/exact.mtx"
matrix $exact_order 2 > "$scratch/other.mtx"
matrix $floating_order 3 > "$scratch/floating.mtx"
exact=("$scratch/exact.mtx" --engine=ryser --no-reduce)
floating=(--precision=double --no-reduce --engine=dense --digits=17 "$scratch/floating.mtx")
wanted=$(perm-mtx "${exact[@]}")
digits=$(perm-mtx "${floating[@]}")
state=$scratch/state

# run OPTION...: a run with a checkpoint, written all the time.
run() {
    perm-mtx --checkpoint="$state" --checkpoint-every=20ms "$@"
}

# start OPTION...: the same in the background, as process $pid.
start() {
    touch "$scratch/mark"
    perm-mtx --checkpoint="$state" --checkpoint-every=20ms "$@" > "$scratch/out" \
        2> "$scratch/err" &
    pid=$!
}

# wait_for_state [DONE]: until the run has written its checkpoint, with something done.
wait_for_state() {
    local k
    for ((k = 0; k < 1000; k++)); do
        [ "$state" -nt "$scratch/mark" ] && grep -qE "^records .* ${1-[1-9]}[0-9]* " "$state" &&
            return
        sleep 0.01
    done
    return 1
}

# --- a run that is not disturbed
is "$(run "${exact[@]}")" "$wanted" "a run with a checkpoint"
is "$(timeout 20 pm-status "$state" | cut -c 1-8)" "100.00 %" "pm-status: all is done"
is "$(pm-sum "$state")" "$wanted" "pm-sum of a checkpoint that is complete"
is "$(run "${exact[@]}")" "$wanted" "the same command again"
rm -f "$state"*

# --- stopped by a signal, continued with other threads
for signal in TERM INT; do
    start --threads=2 "${exact[@]}"
    wait_for_state
    kill -$signal $pid
    wait $pid
    is $? 3 "$signal: stopped and resumable"
    [ ! -s "$scratch/out" ] && grep -q 'goes on' "$scratch/err"
    ok $? "$signal: nothing but a message"
    pm-sum "$state" 2> "$scratch/err"
    is "$? $(grep -c 'are missing' "$scratch/err")" "1 1" "$signal: pm-sum says what is missing"
done
cp "$state" "$scratch/half"
is "$(run --threads=1 "${exact[@]}")" "$wanted" "continued with one thread"
rm -f "$state"*

# --- USR1: saved, and on it goes
start --checkpoint-every=1h "${exact[@]}"
wait_for_state 0
kill -USR1 $pid
wait_for_state
ok $? "USR1: saved"
wait $pid
is "$? $(cat "$scratch/out")" "0 $wanted" "USR1: and on it goes"
rm -f "$state"*

# --- killed at random moments
for arithmetic in exact floating; do
    if [ $arithmetic = exact ]; then
        options=("${exact[@]}") answer=$wanted
    else
        options=("${floating[@]}") answer=$digits
    fi
    killed=0 good=1
    while [ $killed -lt "$kills" ]; do
        start "${options[@]}" --threads=$((1 + RANDOM % 3))
        sleep 0.$((RANDOM % 40 + 10))
        kill -9 $pid 2> /dev/null
        wait $pid 2> /dev/null
        case $? in
        137) killed=$((killed + 1)) ;;
        0) # it was quicker: begin again
            [ "$(cat "$scratch/out")" = "$answer" ] || good=0
            rm -f "$state"*
            killed=$((killed + 1))
            ;;
        *) good=0 killed=$kills ;;
        esac
    done
    is "$good $(run "${options[@]}")" "1 $answer" "$arithmetic: killed $kills times"
    rm -f "$state"*
done

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
perm-mtx --checkpoint="$state.b" --part=1/9 "$scratch/other.mtx" > "$scratch/out"
mv "$state.b" "$state"
refused 'it belongs to another problem' "another matrix"
rm -f "$state"*
run --mod=7 "${exact[@]}" > "$scratch/out"
refused "it was made with another 'modulus'" "other options"
rm -f "$state"*

# --- the disk is full: the run says so and goes on; the last file that was written is good
if command -v prlimit > "$scratch/out"; then
    trap '' XFSZ
    start "${exact[@]}"
    trap - XFSZ
    wait_for_state
    prlimit --pid $pid --fsize=1000
    wait $pid
    is "$? $(cat "$scratch/out")" "0 $wanted" "no room for a checkpoint: the answer"
    grep -q 'cannot be written: File too large' "$scratch/err"
    ok $? "no room for a checkpoint: a message"
    pm-status "$state" > "$scratch/out" && ! ls "$state".* 2> "$scratch/err"
    ok $? "no room for a checkpoint: the old one stays, and no rest of a new one"
    is "$(run "${exact[@]}")" "$wanted" "no room for a checkpoint: continued"
else
    skip "there is no prlimit"
fi
rm -f "$state"*
run --checkpoint=/no/such/folder/file "${exact[@]}" > "$scratch/out" 2> "$scratch/err"
is "$? $(cat "$scratch/out")" "1 " "a checkpoint that cannot be written at all"

# --- parts
for k in 1 2 3; do
    perm-mtx --part=$k/3 "${exact[@]}" > "$scratch/part$k"
    perm-mtx --part=$k/3 --checkpoint="$scratch/double$k" "${floating[@]}"
done
is "$(pm-sum "$scratch"/part[123])" "$wanted" "three parts, added"
is "$(pm-sum --digits=17 "$scratch"/double[321])" "$digits" "three floating parts, added"
pm-sum "$scratch"/part[12] > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'are missing' "$scratch/err")" "1 1" "a part is missing"
pm-sum "$scratch"/part[12] "$scratch/part1" "$scratch/part3" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'done twice' "$scratch/err")" "1 1" "a part is there twice"
pm-sum "$scratch/part1" "$scratch/double2" > "$scratch/out" 2> "$scratch/err"
is "$? $(grep -c 'another problem' "$scratch/err")" "1 1" "parts of different runs"

# --- audits
is "$(perm-mtx --audit=5% "${exact[@]}")" "$wanted" "an audit finds nothing wrong"
is "$(perm-mtx --audit=1 "${floating[@]}")" "$digits" "nor one of everything"

# --- progress
perm-mtx --progress=10ms "${exact[@]}" > "$scratch/out" 2> "$scratch/err"
is "$? $(cat "$scratch/out")" "0 $wanted" "progress leaves the answer alone"
grep -q '^perm-mtx: [0-9.]* %, [0-9]* of [0-9]* units' "$scratch/err"
ok $? "lines that say how far it is"

# --- ranks
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
# Open MPI leaves memory behind.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
ranks() {
    local n=$1
    shift
    timeout 120 mpirun -n "$n" perm-mtx "$@" 2> "$scratch/err"
}
if ! command -v mpirun > /dev/null || ! ranks 2 --threads=1 "$here/data/chessboard.mtx" > /dev/null; then
    echo "# NO MPI: RANKS ARE NOT TESTED" >&2
    head -n 3 "$scratch/err" >&2
    skip "no MPI in this build, or mpirun does not start: ranks are not tested"
    finish
fi
for n in 1 2 3; do
    is "$(ranks $n --threads=1 "${exact[@]}")" "$wanted" "$n ranks"
    is "$(ranks $n --threads=2 "${floating[@]}")" "$digits" "$n ranks, floating"
done
is "$(ranks 3 --threads=1 - < "${exact[0]}")" "$wanted" "ranks: standard input"
is "$(ranks 2 --threads=1 "$here/data/chessboard.mtx" "${exact[0]}" | tail -n 1)" \
    "${exact[0]}	$wanted" "ranks: two files"
ranks 2 "$scratch/nothing.mtx" > "$scratch/out"
is "$? $(cat "$scratch/out") $(grep -c 'nothing.mtx' "$scratch/err")" "1  1" "ranks: one message"
cp "$scratch/half" "$state"
is "$(ranks 2 --threads=1 --checkpoint="$state" "${exact[@]}")" "$wanted" \
    "ranks go on where a single process stopped"
rm -f "$state"*

# A rank is killed: the job ends, and goes on from its checkpoint.
touch "$scratch/mark"
timeout 120 mpirun -n 3 perm-mtx --threads=1 --checkpoint="$state" --checkpoint-every=20ms \
    "${floating[@]}" > "$scratch/out" 2> "$scratch/err" &
job=$!
wait_for_state
victim=$(pgrep -f -- "--checkpoint=$state " | tail -n 1)
kill -9 "$victim"
wait $job
status=$?
[ $status -ne 0 ] && [ ! -s "$scratch/out" ]
ok $? "a killed rank ends the job (status $status)"
is "$(run "${floating[@]}")" "$digits" "and it goes on from the checkpoint"
finish
