#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every line of data/answers holds, by the planner's choice and without any reduction.
. "${srcdir:-.}/tests/tap.sh"

program=${PERM_MTX:-$PWD/tools/perm-mtx}

while IFS=$'\t' read -r file options answer; do
    for more in '' --no-reduce; do
        # An empty option list is no operand.
        got=$("$program" ${options:+"$options"} ${more:+"$more"} "$here/data/$file" 2> "$scratch/err")
        is "$got" "$answer" "$file $options $more"
    done
done < <(sed 's/^\([^\t]*\)\t\t/\1\t \t/' "$here/data/answers" | grep -v '^#')
finish
