#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The end of a run by signals and by --stop-after: with a checkpoint status 3, and the same command continues;
# without one, as by TERM.  And times as batch systems write them.
. "${srcdir:-.}/tests/tap.sh"

data=$(cd "$here" && pwd)/data
cd "$scratch" || exit 99
awk -v n=45 -f "$data/dense.awk" > hours
hours=(--threads=1 --precision=double --engine=dense hours)

# ------------------------------------- signals at random moments, until each came often enough
# Kinds of run that take about a second, with their input; in check-long all of them get every signal four times.
kinds=(
    'double array.30 perm-mtx --precision=double --engine=dense --no-reduce --digits=17'
    'exact array.23 perm-mtx --engine=ryser --no-reduce'
    'dd array.28 perm-mtx --precision=dd --engine=dense --no-reduce --digits=30'
    'complex complex.28 perm-mtx --precision=double --engine=dense --no-reduce --digits=17'
    'sparse sparse.42 perm-mtx --engine=sparse'
    'draws half.24 perm-mtx --engine=estimate --no-reduce --estimate=0.002'
    'tree king.18 countmatch --engine=tree'
    'sweep king.20 countmatch --engine=sweep'
    'total king.14 countmatch --total'
    'free king.18 countmatch --unmatched=2'
    'sizes king.9 countmatch --matchings --exact --engine=sweep'
    'covers arcs.35 cyclecover --format=el'
    'proof king.16 countmatch --prove=proof'
    'shares array.22 perm-mtx --marginals --signed --no-reduce'
    'minors array.17 perm-mtx --minors --engine=ryser --no-reduce'
    'samples king.8 countmatch --sample=200'
    'part array.24 perm-mtx --part=1/2 --memory=1G --engine=ryser --no-reduce'
)
often=4
[ "${PM_TESTS-}" = long ] || kinds=("${kinds[0]}") often=1
# What each signal makes of a run: the exit status, or "on".
declare -A makes=([TERM]=3 [INT]=3 [HUP]=3 [XCPU]=3 [USR2]=3 [KILL]=137 [USR1]=on [XFSZ]=on [STOP]=on)

# input NAME.ORDER: writes that file.
input() {
    local n=${1#*.}
    case $1 in
    king.*) dimer king "$n" "$n" > "$1" ;;
    *) awk -v n="$n" -v kind="${1%.*}" 'BEGIN { srand(n); sparse = kind == "sparse"
        for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) {
            x = rand(); y = rand()
            if (kind == "arcs" ? x < 0.25 : !sparse || x < 0.12 || i == j)
                line[++m] = kind == "arcs" ? i " " j : kind == "complex" ? x " " y : kind == "half" ? x < 0.5 \
                    : sparse ? i " " j " " 1 + int(9 * y) : int(19 * x) - 9 }
        if (kind != "arcs") print "%%MatrixMarket matrix", sparse ? "coordinate" : "array", kind == "complex" ? kind : "integer", \
            "general\n" n, n, sparse ? m : ""
        for (k = 1; k <= m; k++) print line[k] }' > "$1" ;;
    esac
}

# outcome KIND: what a run has given; of a part with the other one.
outcome() {
    [ "$1" != part ] || pm-sum state other > out 2> err
    cat out "$([ "$1" = proof ] && echo proof || echo /dev/null)"
}

# share: how much of the work the checkpoint has, in hundredths of a percent.
share() { { pm-status state 2> /dev/null || echo 0; } | awk '{ printf "%d", 100 * $1; exit }'; }

# disturbed KIND COMMAND...: sends the signals in random order to runs of the command, which begin again where
# the last one ended.  Sets $bad, and counts the signals in $sent.
disturbed() {
    local kind=$1 signal wanted before=0 now pid=0 status tried
    shift
    [ "$kind" != part ] || "${@/1\/2/2\/2}" --checkpoint=other > out 2> err
    "${@/--part=1\/2/--threads=1}" > out 2> err
    wanted=$(cat out "$([ "$kind" = proof ] && echo proof || echo /dev/null)")
    rm -f state*
    for signal in $(for ((k = 0; k < often; k++)); do printf '%s\n' "${!makes[@]}"; done | shuf --random-source=<(yes "$kind")); do
        for ((tried = 0; tried < 200; tried++)); do
            if [ $pid -eq 0 ]; then
                rm -f state*.lock # of a run that was killed; tests/long.sh
                "$@" --threads=$((1 + RANDOM % 3)) --checkpoint=state --checkpoint-every=20ms > out 2> err &
                pid=$!
                until [ -e state.lock ] || [ -e state.prover.lock ] || ! kill -0 $pid 2> /dev/null; do sleep 0.005; done
            fi
            sleep 0.$((RANDOM % 3))$((RANDOM % 10))
            kill -"$signal" $pid 2> /dev/null && { [ "$signal" != STOP ] || { sleep 0.1 && kill -CONT $pid; }; }
            [ "${makes[$signal]}" != on ] || ! kill -0 $pid 2> /dev/null || break
            wait $pid 2> /dev/null
            status=$?
            pid=0
            if [ $status -eq 0 ]; then # it ended before the signal: the next run is a new one
                [ "$(outcome "$kind")" = "$wanted" ] || bad+=" $signal:answer"
                rm -f state* && before=0
                continue
            fi
            now=$(share)
            [ $status = "${makes[$signal]}" ] && [ "$now" -ge "$before" ] || bad+=" $signal:$status:$before-$now"
            before=$now
            break
        done
        sent=$((sent + 1))
    done
    [ $pid -eq 0 ] || wait $pid || bad+=" $?"
    [ $pid -ne 0 ] || "$@" --checkpoint=state > out 2> err || bad+=" $?"
    [ "$(outcome "$kind")" = "$wanted" ] || bad+=" answer"
    [ -z "$(find . -name 'core*')" ] || bad+=" core"
}

for kind in "${kinds[@]}"; do
    read -ra words <<< "$kind"
    bad= sent=0
    input "${words[1]}"
    disturbed "${words[0]}" "${words[@]:2}" "${words[1]}"
    is "$bad" "" "${words[0]}: $sent signals, and the same answer"
done
rm -f state* core*

# What a stopped run says.
for signal in TERM USR2; do
    rm -f state*
    perm-mtx --checkpoint=state "${hours[@]}" 2> err &
    pid=$!
    until_true '[ -e state ]'
    kill -$signal $pid
    wait $pid
    is "$? $(grep -c 'stopped; the same command continues from state' err)" "3 1" "$signal saves and stops"
done
before=$(grep -c . state)
perm-mtx --checkpoint=state "${hours[@]}" 2> err &
pid=$!
until_true '[ -e state.lock ]'
sleep 0.2
kill -USR1 $pid
until_true '[ state -nt state~ ] && [ "$(grep -c . state)" -ge "$before" ]'
kill -0 $pid
ok $? "USR1 saves and goes on"
kill $pid
wait $pid
is $? 3 "... until TERM"

# Without a checkpoint.
for signal in USR1 USR2 HUP XCPU; do
    rm -f err
    perm-mtx --progress=50ms "${hours[@]}" 2> err &
    pid=$!
    until_true '[ -s err ]'
    kill -$signal $pid
    wait $pid
    is "$? $(find . -name 'core*')" "143 " "$signal without a checkpoint ends as by TERM"
done
rm err
(trap '' HUP && exec perm-mtx --progress=50ms "${hours[@]}" 2> err) &
pid=$!
until_true '[ -s err ]'
kill -HUP $pid
sleep 0.5
kill -0 $pid
ok $? "HUP that is ignored, as by nohup, stays so"
kill $pid
wait $pid

# --stop-after ends a run in time; it needs a file in which the work is kept.
rm -f state*
answers 3 "" perm-mtx --checkpoint=state --stop-after=0.5 "${hours[@]}"
has "the same command continues from state" "$err" "... with what continues"
has "state" "$(ls)" "... and the work is kept"
answers 3 "" perm-mtx --checkpoint=state --stop-after=500ms "${hours[@]}"
refuses 2 perm-mtx --stop-after=1 "${hours[@]}"
file small '1 2' '3 4'
answers 0 10 perm-mtx --checkpoint=c --stop-after=1h small

# Times.
for time in 00:00:01 1 0-00:00:01 1s; do
    saying "more than the 1 s allowed" refuses 4 perm-mtx --time=$time "${hours[@]}"
done
for time in 01:30:00 2-00:00:00 100:00:00; do
    answers 0 10 perm-mtx --time=$time small
done
for time in 1:30 00:60:00 00:00:60 1:2:3:4 -1:00:00 01:00:00x 1-2 :: 00:00:00 1-24; do
    refuses 2 perm-mtx --time=$time small
done

# Progress as JSON, one object a line.
perm-mtx --json --progress=50ms --checkpoint=d --stop-after=2 "${hours[@]}" > out 2> err
is "$? $(grep -c '"status":"STOPPED"' out)" "3 1" "a run that tells its progress as JSON"
[ "$(grep -c '^{"file":"hours",.*"share":[0-9.e-]*,"done":[0-9]*,"total":[0-9]*,.*}$' err)" -ge 3 ]
ok $? "... line by line"
is "$(grep -v -c -e '^{' -e '^perm-mtx: hours: stopped' err)" 0 "... and nothing else"
finish
