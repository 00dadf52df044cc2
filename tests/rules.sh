#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Small inputs of many kinds, each with the answer that the rules for lines allow, or "refuse".  A refusal
# names what to type.  Nothing may have another answer.
. "${srcdir:-.}/tests/tap.sh"

while IFS= read -r line; do
    [[ $line == '#'* ]] && continue
    tool=${line%%|*}
    line=${line#*|}
    wanted=${line%%|*}
    printf '%b' "${line#*|}" > "$scratch/text"
    "$tool" < "$scratch/text" > "$scratch/out" 2> "$scratch/err"
    status=$?
    got=$(< "$scratch/out")
    got=${got//$'\n'/ }
    if [ $status -ne 0 ]; then
        got=refuse
        [[ $status -eq 1 && ! -s $scratch/out && $(< "$scratch/err") == *'standard input: '* ]]
        ok $? "$tool of '${line#*|}' is refused with a reason"
    fi
    [[ /$wanted/ == */"$got"/* ]]
    ok $? "$tool of '${line#*|}': $wanted, not $got"
done < "$here/tests/rules"
[[ $(grep -c . "$here/tests/rules") -gt 150 ]]
ok $? "the table is complete"
finish
