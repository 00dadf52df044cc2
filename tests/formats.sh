#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Random matrices and graphs as other programs write them; their answers are computed by definition in Python.
. "${srcdir:-.}/tests/tap.sh"

needs python3 "random files in many formats" || finish
python3 "$here/tests/formats.py" "$scratch" "${PM_SEED:-1}" > "$scratch/wanted"
is $? 0 "files in all formats are written"
while read -r program file wanted; do
    is "$("$program" --exact "$file" 2> /dev/null)" "$wanted" "$program of '$(head -c 60 "$file" | tr -c ' -~' .)'"
done < "$scratch/wanted"
finish
