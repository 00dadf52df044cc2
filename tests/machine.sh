#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# perm-mtx --plan --machine: predictions against counts by hand, and names with errors.
. "${srcdir:-.}/tests/tap.sh"

program=perm-mtx
awk -v n=50 -f "$here/data/dense.awk" > "$scratch/dense"

# predicts RATE MACHINE: the last line of the plan is the time for 50 2^49 rows times sign vectors at
# that rate.
predicts() {
    try --plan --engine=dense --machine="$2" "$scratch/dense"
    has "$(awk -v rate="$1" 'BEGIN { printf "predicted: %.3g s", 50 * 2^49 / rate }')" \
        "${out##*$'\n'}" "$2 does $1 steps in a second"
}

predicts 9.4e12 h200
predicts 75.2e12 8xh200
predicts 1804.8e12 192xh200
has "24 nodes of 128 cores and 8 GPUs" "$out" "192 GPUs are in 24 nodes"
has " on 192xh200" "${out##*$'\n'}" "the last line names the machine"
# Orders that are too large for this machine can be planned for others.
awk -v n=66 -f "$here/data/dense.awk" > "$scratch/66"
try --plan --engine=dense --machine=192xh200 "$scratch/66"
has "$(awk 'BEGIN { printf "predicted: %.3g s", 66 * 2^65 / 1804.8e12 }')" "${out##*$'\n'}" \
    "order 66 on 192 GPUs"
refuses 4 --engine=dense "$scratch/66"
has "steps, which can only be planned for another machine" "$err" "... but not here"
predicts 2.0492e12 gv100 # 7.4 / 34 of an H200
has "rates: data sheets" "$out" "the plan says where the rates come from"

# The limits are those of the other machine.
answers 4 "$(perm-mtx --plan --machine=h200 --engine=dense "$scratch/dense")" \
    --plan --machine=h200 --engine=dense --time=10m "$scratch/dense"

for bad in 3h200 0xh200 9xh200 h100 -1xh200 xh200 2x "$scratch"; do
    refuses 1 --plan --machine="$bad" "$scratch/dense"
done
refuses 2 --machine=h200 "$scratch/dense"
finish
