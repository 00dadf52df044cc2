#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The proofs in data/proofs: both verifiers accept each of them for its graph, and the number is in
# docs/lab/results.md or is a term of a sequence of data/campaign.  Every number of docs/lab/results.md has a proof, or
# data/proofs/unproved says why not.
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
    [ -n "$number" ] && grep -qE "^(    |[0-9]+ )$number\$" "$here/docs/lab/results.md" "$here"/data/campaign/b*.txt
    ok $? "... and its number is one of ours"
    echo "$number" >> "$scratch/proved"
    [ -z "$python" ] ||
        is "$(python3 -S "$here/tools/pm_verify.py" "$proof" "$scratch/graph.el" 2> "$scratch/err")" "$number" "... pm_verify.py"
done < "$here/data/proofs/list"
sed -n 's/^\(-*[0-9]*\) .*/\1/p' "$here/data/proofs/unproved" > "$scratch/unproved"
is "$(sed -n 's/^    \(-*[0-9][0-9]*\)$/\1/p' "$here/docs/lab/results.md" | sort -u | grep -vxFf "$scratch/proved")" "$(sort -u "$scratch/unproved")" \
    "the numbers of docs/lab/results.md without a proof are those of data/proofs/unproved"
ok $(($(cat "$here"/data/proofs/*.proof | wc -c) > 5000000)) "the proofs have at most 5 MB"
finish
