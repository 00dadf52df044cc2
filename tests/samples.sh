#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every line of data/answers holds by the planner's choice, and without any reduction where that is
# predicted to take less than two seconds.
. "${srcdir:-.}/tests/tap.sh"

# answer ARGUMENT...: what perm-mtx prints, or "refused" where nothing is quick enough.
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
