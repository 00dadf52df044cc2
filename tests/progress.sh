#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Progress of a long run: a bar on a terminal, lines with --progress, nothing otherwise.
. "${srcdir:-.}/tests/tap.sh"

program=perm-mtx
awk -v n=45 -f "$here/data/dense.awk" > "$scratch/hours"
awk -v n=20 -f "$here/data/dense.awk" > "$scratch/short"
hours="--threads=1 --gpus=none --precision=double --engine=dense --checkpoint=$scratch/state $scratch/hours"

# rests SECONDS PID: so much time passes for a process, which takes no processor in it.
rests() {
    kill -s STOP "$2"
    sleep "$1"
    kill -s CONT "$2"
}

# --- standard error is a file: nothing
perm-mtx $hours > "$scratch/out" 2> "$scratch/err" &
pid=$!
until_true '[ -e "$scratch/state" ]'
rests 2 $pid
sleep 1
kill $pid
wait $pid
is "$? $(wc -l < "$scratch/err")" "3 2" "no bar in a file"
has "predicted to take" "$(head -n 1 "$scratch/err")" "... but one line that the run takes more than ten minutes"
has "stopped; the same command continues from $scratch/state" "$(< "$scratch/err")" \
    "... and one line about its end"
rm -f "$scratch/state"*

# --- lines
perm-mtx --progress=100ms $hours 2> "$scratch/err" &
pid=$!
until_true '[ "$(grep -c "^perm-mtx: [0-9.]* %, [0-9]* of [0-9]* units" "$scratch/err")" -ge 3 ]'
ok $? "--progress=100ms: one line after the other"
kill $pid
wait $pid
is "$? $(grep -c $'[\r\033]' "$scratch/err")" "3 0" "... and no bar"
rm -f "$scratch/state"*

# --- matchings of every size
awk -v n=34 -f "$here/data/dense.awk" > "$scratch/sizes"
perm-mtx --matchings --threads=1 --progress=100ms "$scratch/sizes" 2> "$scratch/err" &
pid=$!
until_true '[ "$(grep -cE "^perm-mtx: .*[0-9.]+ s spent[,;]" "$scratch/err")" -ge 3 ]'
ok $? "--matchings --progress=100ms: the time that is spent"
kill $pid
wait $pid
is $? 143 "... until it is stopped"

# --- a terminal
if ! script -qec true /dev/null < /dev/null > "$scratch/tty" 2>&1; then
    skip "NO script(1) HERE: bars on a terminal are not tested"
    finish
fi
# terminal COLUMNS COMMAND: runs the command on a terminal; its output is in $scratch/tty.
terminal() {
    script -qefc "stty cols $1; $2; echo exit \$?" /dev/null < /dev/null > "$scratch/tty" 2>&1
}
# stopped SIGNAL COLUMNS ARGUMENT...: runs perm-mtx, sends it the signal as soon as it shows a bar, and
# waits for its end.  The files of earlier runs are removed first.
stopped() {
    local signal=$1 columns=$2 pid
    shift 2
    rm -f "$scratch/pid" "$scratch/tty"
    terminal "$columns" "sh -c 'echo \$\$ > $scratch/pid; exec perm-mtx $*'" &
    pid=$!
    until_true '[ -s "$scratch/pid" ]'
    rests 2 "$(< "$scratch/pid")"
    until_true 'grep -q "\[[#.]*\] [0-9.]* %" "$scratch/tty"'
    ok $? "$columns columns: a bar"
    sleep 0.6 # until it is drawn again
    kill -s "$signal" "$(< "$scratch/pid")"
    until_true '! kill -0 "$(< "$scratch/pid")" 2> /dev/null' || kill -s KILL "$(< "$scratch/pid")"
    wait $pid
}
# The terminal shows at the end what follows the last deletion of its line, below the line that says what
# was read.
shown() { sed 's/.*\r\x1b\[K//' "$scratch/tty" | tr -d '\r' | grep -v ': Matrix Market, '; }
# fits COLUMNS: whether the bars were shorter than the lines.
fits() {
    is "$(tr '\r' '\n' < "$scratch/tty" | sed -n 's/^\x1b\[K//p' | grep '^\[' |
        awk -v columns="$1" 'length >= columns' | wc -l)" 0 "$1 columns: the bar fits"
}
stopped TERM 40 $hours
is "$(shown | sed 's/ from .*//')" \
    "perm-mtx: $scratch/hours: stopped; the same command continues
exit 3" "the bar is deleted at the end"
fits 40
# Without a checkpoint, Ctrl-C leaves a clean line.  It names the option that would have saved the work.
stopped INT 100 --precision=double --engine=dense "$scratch/hours"
is "$(shown)" \
    "perm-mtx: interrupted; nothing is saved.  With --checkpoint=FILE the same command continues
exit 130" "Ctrl-C without a checkpoint: only a message"
fits 100
terminal 80 "perm-mtx --progress=50ms $scratch/short"
is "$(grep -c $'\033' "$scratch/tty")" 0 "--progress: no bar on a terminal"
terminal 80 "perm-mtx --precision=double $scratch/short 2> $scratch/err"
is "$(tr -d '\r' < "$scratch/tty")
$(cat "$scratch/err")" "$(perm-mtx --precision=double "$scratch/short")
exit 0
" "a short run prints only its answer"
finish
