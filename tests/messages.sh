#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Wrong usages and their messages.  tests/messages has blocks of lines: "$ COMMAND", its standard error,
# "exit STATUS".  PM_MESSAGES=write records them again.
. "${srcdir:-.}/tests/tap.sh"

table=$here/tests/messages
cd "$here" || exit 99

# block COMMAND: prints the block of the table for it.
block() {
    bash -c "$1" > "$scratch/out" 2> "$scratch/err" < /dev/null
    local status=$?
    printf '%s\n' "\$ $1"
    cat "$scratch/err"
    printf 'exit %d\n' "$status"
}

grep '^[$#]\|^$' "$table" > "$scratch/commands"
while IFS= read -r line; do
    if [[ $line == '$ '* ]]; then
        block "${line#'$ '}"
        [ ! -s "$scratch/out" ] || echo "stdout: ${line#'$ '}" >> "$scratch/loud"
    else
        printf '%s\n' "$line"
    fi
done < "$scratch/commands" > "$scratch/got"
if [ "${PM_MESSAGES:-}" = write ]; then
    cp "$scratch/got" "$table"
fi

# One point for each command: the recorded block and the block now.
count=$(grep -c '^[$] ' "$table")
[ "$count" -ge 25 ]
ok $? "$count wrong usages"
pick() {
    awk -v n="$2" '/^[$] / { k++ } k == n { print } k == n && /^exit / { exit }' "$1"
}
for ((k = 1; k <= count; k++)); do
    wanted=$(pick "$table" "$k")
    is "$(pick "$scratch/got" "$k")" "$wanted" "${wanted%%$'\n'*}"
done
is "$(cat "$scratch/loud" 2> "$scratch/none")" "" "none of them prints on standard output"
finish
