#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --memory and --time bind every question (limits.py): in check-long 200 of them at four limits, else some.
. "${srcdir:-.}/tests/tap.sh"

if [ "${PM_TESTS:-usual}" = short ]; then
    skip "LIMITS WITH SANITIZERS SAY NOTHING"
    finish
fi
needs python3 "WHETHER LIMITS BIND" || finish
sample=12
[ "${PM_TESTS:-usual}" != long ] || sample=
python3 "$here/tests/limits.py" "$scratch" $sample > "$scratch/tap"
result=$?
cat "$scratch/tap"
exit $result
