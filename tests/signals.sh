#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The end of a run by signals and by --stop-after: with a checkpoint status 3, and the same command continues;
# without one, as by TERM.  And times as batch systems write them.
. "${srcdir:-.}/tests/tap.sh"

data=$(cd "$here" && pwd)/data
cd "$scratch" || exit 99
awk -v n=45 -f "$data/dense.awk" > hours
hours=(--threads=1 --precision=double --engine=dense hours)

for signal in TERM INT HUP XCPU USR2; do
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
sleep 1
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
try perm-mtx --checkpoint=state --stop-after=2 "${hours[@]}"
is "$status: $out" "3: " "--stop-after"
has "the same command continues from state" "$err" "... with what continues"
has "state" "$(ls)" "... and the work is kept"
try perm-mtx --checkpoint=state --stop-after=1s "${hours[@]}"
is "$status: $out" "3: " "... again and again"
refuses 2 perm-mtx --stop-after=1 "${hours[@]}"
file small '1 2' '3 4'
answers 0 10 perm-mtx --checkpoint=c --stop-after=1h small

# Times.
for time in 00:00:01 1 0-00:00:01 1s; do
    refuses 4 perm-mtx --time=$time "${hours[@]}"
    has "more than the 1 s allowed" "$err" "... --time=$time is one second"
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
