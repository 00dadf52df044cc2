#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Sweeps to the middle: the planner finds them, and they agree with the published count, with whole
# sweeps, and with each other on any number of threads.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
dimer king 20 20 | awk '
    function name(v) { if (!(v in to)) to[v] = "x" int(1e9 * rand()) "y" ++k; return to[v] }
    BEGIN { srand(5) }
    !/^%/ { print rand() "\t" name($2), name($1) }' | sort -n | cut -f 2 > king
sweep=(countmatch --engine=sweep --gpus=none king)
middle="additions to the middle"

has "$middle" "$("${sweep[@]}" --plan --plan-file=plan)" "a king's graph, renamed: the plan"
# docs/lab/results.md, by two engines
number=974206002957112698855240779762528002509423239819130603938953917534367085458193363176670427
is "$("${sweep[@]}" --threads=1)" $number "the number of its matchings"
is "$("${sweep[@]}" --threads=2 --plan-file=plan)" $number "... by the stored plan"
p=2147483629
whole=$("${sweep[@]}" --threads=1 --mod=$p --memory=6MB --plan)
[[ $whole == *additions* && $whole != *"$middle"* ]]
ok $? "without memory for two vectors, a sweep is whole"
residue=$(perm-mtx --format=table --mod=$p <<< $number)
for options in "--threads=1 --memory=6MB" --threads=3 "--threads=2 --audit=100%"; do
    # shellcheck disable=SC2086
    is "$("${sweep[@]}" --mod=$p $options)" "$residue" "modulo $p, $options"
done
is "$("${sweep[@]}" --mod=2305843009213693951 --threads=2)" \
    "$(perm-mtx --format=table --mod=2305843009213693951 <<< $number)" "a prime of 61 bits"
awk '{ print $0, 2 }' king > weighted
whole=$("${sweep[@]/king/weighted}" --plan)
[[ $whole == *additions* && $whole != *"$middle"* ]]
ok $? "a weighted graph has no middle"
finish
