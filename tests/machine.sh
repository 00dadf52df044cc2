#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# perm-mtx --plan --machine: predictions against counts by hand, and descriptions with errors.
. "${srcdir:-.}/tests/tap.sh"

program=perm-mtx
given=$here/tests/corpus/machine
awk -v n=50 -f "$here/data/dense.awk" > "$scratch/dense"

# predicts RATE MACHINE: the last line of the plan is the time for 50 2^49 rows times sign vectors at
# that rate.
predicts() {
    try --plan --engine=dense --machine="$2" "$scratch/dense"
    has "$(awk -v rate="$1" 'BEGIN { printf "predicted: %.3g s", 50 * 2^49 / rate }')" \
        "${out##*$'\n'}" "${2##*/} does $1 steps in a second"
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
has "steps, which can only be planned for a described machine" "$err" "... but not here"
# 3 nodes of 2 GPUs at 1e12, of which three quarters are used.  Without GPUs: 10 cores at 1e9.
predicts 4.5e12 "$given/cluster.json"
has "rates: made up for tests" "$out" "the plan says where the rates come from"
sed 's/"gpus": 2/"gpus": 0, "gpu_speed": 3/' "$given/cluster.json" > "$scratch/cores"
predicts 22.5e9 "$scratch/cores"
# 2 GPUs that are half as fast as the reference
file halves '{"cores": 4, "memory": 8589934592, "gpus": 2, "gpu_speed": 0.5}'
predicts 9.4e12 "$scratch/halves"
# Four cores of the reference, from three digits each.
plan_time() {
    perm-mtx --plan --engine=dense "$@" "$scratch/dense" | awk '/^predicted/ { print $2 }'
}
awk -v one="$(plan_time)" -v four="$(plan_time --machine="$given/least.json")" \
    'BEGIN { exit !(one > 0 && one / four > 3.97 && one / four < 4.03) }'
ok $? "without rates, four cores are four reference threads"

# The engine is chosen for the described machine.
file quick '{"cores": 1, "memory": 8589934592, "core": {"bbfg": {"real": 1e30, "modular": 1e30}}}'
try --plan --machine="$scratch/quick" "$scratch/dense"
has "=> bbfg" "$out" "the engine that is fastest on the machine is chosen"
# The limits are those of the described machine.
answers 4 "$(perm-mtx --plan --machine=h200 --engine=dense "$scratch/dense")" \
    --plan --machine=h200 --engine=dense --time=10m "$scratch/dense"

for bad in 3h200 0xh200 9xh200 h100 -1xh200 "$scratch/none" "$scratch"; do
    refuses 1 --plan --machine="$bad" "$scratch/dense"
done
for bad in "$given"/bad-*; do
    refuses 1 --plan --machine="$bad" "$scratch/dense"
    has "${bad##*/}" "$err" "... naming the file"
done
refuses 2 --machine=h200 "$scratch/dense"
finish
