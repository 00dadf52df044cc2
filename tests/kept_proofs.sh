#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The proofs in data/proofs: both verifiers accept each of them for its graph, and the number is in
# docs/results.md.
. "${srcdir:-.}/tests/tap.sh"

is "$(cd "$here/data/proofs" && printf '%s\n' *.proof | LC_ALL=C sort)" "$(sed -n 's/^\([^# ]*\) .*/\1.proof/p' "$here/data/proofs/list" | LC_ALL=C sort)" \
    "every proof of the folder is in its list"
python=
needs python3 "pm_verify.py" && python=python3
while read -r name command; do
    [[ $name != '#'* ]] || continue
    (cd "$here/data/proofs" && $command) > "$scratch/graph.el"
    proof=$here/data/proofs/$name.proof
    number=$(pm-verify "$proof" "$scratch/graph.el" 2> "$scratch/err")
    is $? 0 "$name: pm-verify"
    [ -n "$number" ] && grep -qxF "    $number" "$here/docs/results.md"
    ok $? "... and its number is in docs/results.md"
    [ -z "$python" ] ||
        is "$(python3 -S "$here/tools/pm_verify.py" "$proof" "$scratch/graph.el" 2> "$scratch/err")" "$number" "... pm_verify.py"
done < "$here/data/proofs/list"
finish
