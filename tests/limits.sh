#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --memory and --time bind every question (limits.py): in check-long, 200 of them at four limits; else a few,
# without a verdict about seconds.
. "${srcdir:-.}/tests/tap.sh"

if [ "${PM_TESTS:-usual}" = short ]; then
    skip "WITH SANITIZERS, MEMORY AND SECONDS SAY NOTHING: LIMITS ARE NOT TESTED"
    finish
fi
needs python3 "WHETHER LIMITS BIND" && needs nm "WHETHER LIMITS BIND" && needs addr2line "WHETHER LIMITS BIND" || finish
export PM_LIBRARY=$PWD/src/.libs/libpermatch.so
# The functions of alloc.c, and those that ask for the libraries which they call, as pairs of places.
PM_ASKING=$(nm -S "$PM_LIBRARY" | while read -r place size type name; do
    case $name in
    pm_alloc | pm_alloc_aligned | pm_alloc_grow | take_plain | take_zeroed | change | change_from | decompose | pm_plane_new | pm_alloc_extend | pm_alloc_sort | pm_pairs_order | \
        pm_symmetry_find)
        printf '%x %x ' $((16#$place)) $((16#$place + 16#$size)) ;;
    esac
done)
export PM_ASKING
[ "$(wc -w <<< "$PM_ASKING")" -ge 6 ]
ok $? "the functions that ask are known"
count=
[ "${PM_TESTS:-usual}" = long ] || count=8
python3 "$here/tests/limits.py" "$scratch" "$PWD/tests/.libs/unasked.so" $count > "$scratch/tap"
while read -r line; do
    points=$((points + 1))
    [[ $line != not* ]] || failures=$((failures + 1))
    sed "s/ok [0-9]*/ok $points/" <<< "$line"
done < <(grep -v '^1\.\.' "$scratch/tap")
[ -s "$scratch/tap" ]
ok $? "all were asked"
finish
