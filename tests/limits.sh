#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# --memory and --time bind every question (limits.py): in check-long, 200 of them at four limits.
. "${srcdir:-.}/tests/tap.sh"

if [ "${PM_TESTS:-usual}" != long ]; then
    skip "800 RUNS ARE FOR check-long: LIMITS ARE NOT TESTED"
    finish
fi
needs python3 "WHETHER LIMITS BIND" || finish
python3 "$here/tests/limits.py" "$scratch" > "$scratch/tap"
result=$?
cat "$scratch/tap"
exit $result
