#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The numbers in data/campaign: the cheap half of each b-file again, one small term of each in its second way, and
# the bounds of the table.
. "${srcdir:-.}/tests/tap.sh"

needs python3 "data/campaign" || finish
export OMP_NUM_THREADS=1
campaign() { python3 "$here/data/campaign/campaign.py" "$@" 2> "$scratch/err"; }
checks=() seconds=() listed=() numbers=0 again=0
while IFS=$'\t' read -r name definition last seen terms second proof time machine cheap; do
    [[ $name != '#'* ]] || continue
    listed+=("b${name#A}.txt")
    checks+=("$name:$cheap")
    seconds+=("$name:7")
    numbers=$((numbers + $(wc -l < "$here/data/campaign/b${name#A}.txt")))
done < "$here/data/campaign/table"
campaign --check "${checks[@]}" > "$scratch/checked"
is $? 0 "the cheap terms are those of the b-files"
is "$(grep WRONG "$scratch/checked")" "" "... each of them"
again=$(awk '{ n += $2 } END { print n }' "$scratch/checked")
[ $((2 * again)) -ge "$numbers" ]
ok $? "... and are half of all numbers: $again of $numbers"
campaign --second "${seconds[@]}" > "$scratch/second"
is $? 0 "the second way agrees"
is "$(cd "$here/data/campaign" && ls b*.txt)" "$(printf '%s\n' "${listed[@]}" | sort)" "the table lists the b-files"
campaign --second A356481:x > "$scratch/out"
is $? 1 "a term that is none"
has "a term looks like" "$(< "$scratch/err")" "... is refused with a hint"
finish
