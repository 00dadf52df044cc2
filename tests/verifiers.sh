#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Both verifiers give one verdict about every input (proof_inputs.py), and what they accept is what the program says
# that wrote the proof: random inputs, and a collection of files of many kinds.
. "${srcdir:-.}/tests/tap.sh"
needs python3 "pm_verify.py" || finish

count=150
[ "${PM_TESTS:-usual}" != short ] || count=60
[ "${PM_TESTS:-usual}" != long ] || count=10000
last=$(PM_SEED=${PM_SEED:-$RANDOM} python3 "$here/tests/proof_inputs.py" "$count" "$scratch" "$(command -v pm-verify)" |
    tee "$scratch/random" | tail -n 1)
has "inputs, " "$last" "random inputs"
has "accepted, 0 odd" "$last" "... one verdict: $(head -c 2000 "$scratch/random" | tr '\n' ';')"
ok $(($(sed 's/.*inputs, \([0-9]*\) .*/\1/' <<< "$last") < count / 20)) "... and some are accepted"

zoo=${PM_DATA:+$PM_DATA/../zoo/index.tsv}
if [ -n "$zoo" ] && [ -e "$zoo" ]; then
    last=$(PM_SEED=${PM_SEED:-$RANDOM} python3 "$here/tests/proof_inputs.py" zoo "$zoo" "$scratch" "$(command -v pm-verify)" | tee "$scratch/zoo" | tail -n 1)
    has "accepted, 0 odd" "$last" "files of many kinds, one verdict: $(head -c 2000 "$scratch/zoo" | tr '\n' ';')"
else
    skip "NO ${PM_DATA:-PM_DATA}/../zoo/index.tsv: FILES OF MANY KINDS ARE NOT GIVEN TO THE VERIFIERS"
fi
finish
