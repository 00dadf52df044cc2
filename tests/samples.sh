#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every line of data/answers is right, by the planner's choice and without any reduction.  Without
# reduction, files are left out whose predicted time is above two seconds.
. "${srcdir:-.}/tests/tap.sh"

# answer ARGUMENT...: the output of perm-mtx, or "refused" if no way is fast enough.
answer() {
    local status
    perm-mtx "$@" 2> "$scratch/err"
    status=$?
    [ "$status" -ne 4 ] || echo refused
}

while IFS=$'\t' read -r file options wanted; do
    read -ra list <<< "$options"
    file=$here/data/$file
    is "$(answer "${list[@]}" "$file")" "$wanted" "${file##*/} $options"
    got=$(answer "${list[@]}" --no-reduce --time=2s "$file")
    [ "$got" = refused ] || is "$got" "$wanted" "${file##*/} $options --no-reduce"
done < <(sed 's/\t\t/\t \t/' "$here/data/answers" | grep -v '^#')
finish
