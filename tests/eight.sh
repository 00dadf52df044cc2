#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Eight emulated GPUs, by the driver of tests/gpu_fake.cc.  One rank with eight devices, eight ranks with
# one, and all between divide a walk, and give the bits of threads alone.  They divide the primes and the
# slices of sweeps, too.
. "${srcdir:-.}/tests/tap.sh"

for_ranks
compiler=${CXX:-c++}
if ! command -v "$compiler" > /dev/null; then
    skip "kernels as C++: there is no compiler, $compiler"
    finish
fi
driver=$scratch/libcuda.so.1
"$compiler" -std=c++17 -O1 -shared -fPIC -Wl,-soname,libcuda.so.1 "$here/tests/gpu_fake.cc" \
    -o "$driver"
is $? 0 "the driver can be built"

awk -v n=24 -f "$here/data/dense.awk" > "$scratch/matrix.mtx"
bound_of() { sed -n 's/.* +\/- \([^ ]*\) .*/\1/p' "$1"; }
walk=(perm-mtx --engine=dense --precision=double --no-reduce --threads=1 --digits=33 -v
    "$scratch/matrix.mtx")
wanted=$("${walk[@]}" --gpus=none 2> "$scratch/err")
bound=$(bound_of "$scratch/err")
ok $([[ -n $bound ]]; echo $?) "threads prove the bound $bound"

export srcdir=$here LD_LIBRARY_PATH=$scratch${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} PM_NVRTC=$driver
export PM_FAKE_FOLDER=$scratch XDG_CACHE_HOME=$scratch PM_FAKE_LOG=$scratch/launches
export PM_FAKE_DEVICES=8 PM_GPU_EAGER=1
# on WHAT COMMAND...: the command uses the devices and gives the bits of threads.
on() {
    local what=$1
    shift
    : > "$PM_FAKE_LOG"
    is "$("${guard[@]}" "$@" "${walk[@]}" --gpus=8 2> "$scratch/err")" "$wanted" "$what: the value"
    is "$(bound_of "$scratch/err")" "$bound" "$what: the bound"
    has "GPUs: 8" "$(<"$scratch/err")" "$what: all devices"
    is "$([[ -s $PM_FAKE_LOG ]] && echo yes)" yes \
        "$what: devices $(sort -u "$PM_FAKE_LOG" | tr '\n' ' ')had $(wc -l < "$PM_FAKE_LOG") launches"
}
on "1 x 8" env
on "1 x 8, of which one fails" env PM_GPU_FAIL=0:1

# Threads and devices together compute all units, and the value and the bound stay the same.  How many
# units each gets depends on its speed; tests/deal has a device of known speed.
# beside WHAT OPTION...
beside() {
    local what=$1
    shift
    is "$("${walk[@]}" --threads=3 "$@" 2> "$scratch/err")" "$wanted" \
        "threads beside $what: the value"
    is "$(bound_of "$scratch/err")" "$bound" "threads beside $what: the bound"
    is "$(awk '/GPUs computed/ { gsub(/[^0-9 ]/, ""); print $1 + $2 }' "$scratch/err")" 128 \
        "... $(grep 'GPUs computed' "$scratch/err")"
}
beside "a device" --gpus=1
beside "a device, with an audit" --gpus=1 --audit=50%
PM_GPU_FAIL=0:1 beside "a device that fails" --gpus=1
has "a GPU left units to threads: CUDA: PM_GPU_FAIL" "$(<"$scratch/err")" "... and why is said"

# What one GPU of 80 GB computes by default on a machine of 64 threads: what these take longer for than it
# does with its start.
default_of() {
    dimer king "$1" "$1" | sed "2,\$s/\$/$2/" > "$scratch/default"
    env -u PM_GPU_EAGER PM_FAKE_DEVICES=1 PM_FAKE_MEMORY=85520809984 \
        countmatch --threads=64 --plan=full "$scratch/default" > "$scratch/out" 2>&1
    grep -c 'on 1 GPU: fake' "$scratch/out"
}
predicted() { sed -n 's/^predicted: \([^ ]*\) s .*/\1/p' "$scratch/out"; }
is "$(default_of 22) $(default_of 24)" "0 0" "king 22 x 22 and 24 x 24 are for threads"
is "$(default_of 26)" 1 "king 26 x 26 is for a GPU"
cold=$(predicted)

# A search for a sweep on a device may cost a fifth of what the device takes with it, and not of what a rate of
# steps would tell; predictions count three times its steps.
is "$(default_of 30)" 1 "king 30 x 30 is for a GPU"
device=$(sed -n 's/^  => sweep .* steps, \([^ ]*\) s, .*/\1/p' "$scratch/out")
ok "$(awk -v all="$(predicted)" -v device="$device" 'BEGIN { print !(all - device < 0.6 * device) }')" \
    "planning leaves most of $(predicted) s to the device: $device s"

# A plan for another machine is carried out by the devices of this one.
plain=("${walk[@]}")
for devices in none 1; do
    "${plain[@]}" --plan --plan-file="$scratch/plan.$devices" --gpus=$devices > "$scratch/out"
    is $? 0 "a plan for devices: $devices"
    walk=("${plain[@]}" --plan-file="$scratch/plan.$devices")
    on "the plan for devices: $devices" env
done
walk=("${plain[@]}")

# Sweeps: devices divide primes and slices.
dimer king 12 12 > "$scratch/king"
king=(countmatch --format=el --engine=sweep --threads=1 -v)
dimer knight 8 8 > "$scratch/knight"
"${king[@]}" --gpus=none --memory=1150000 --plan --plan-file="$scratch/slices" "$scratch/knight" \
    > "$scratch/out" 2>&1
grep -q 'in [0-9]* slices' "$scratch/out"
ok $? "a plan with slices"
# take GRAPH: the graph of the following sweeps.
take() {
    graph=$scratch/$1
    matchings=$("${king[@]}" --gpus=none "$graph" 2> "$scratch/err")
}
take king
# sweep WHAT DEVICES OPTION...: at least DEVICES devices compute the answer of threads alone.
sweep() {
    local what=$1 least=$2
    shift 2
    : > "$PM_FAKE_LOG"
    is "$("${king[@]}" "$@" "$graph" 2> "$scratch/err")" "$matchings" "a sweep, $what"
    local devices=$(sort -u "$PM_FAKE_LOG" | wc -l)
    ok $((devices < least)) "a sweep, $what: $devices devices had launches"
}
sweep "5 primes" 2 --gpus=4
is "$(default_of 22) $(default_of 24)" "0 1" "king 24 x 24 is for a GPU if the kernel has been compiled"
warm=$(predicted)
default_of 24 " 2" > /dev/null
awk -v cold="$(predicted)" -v warm="$warm" 'BEGIN { exit !(warm > 0 && cold - warm > 1) }'
ok $? "... but not the other kernel, for weights"
is "$(default_of 26)" 1 "king 26 x 26 is for a GPU"
awk -v cold="$cold" -v warm="$(predicted)" 'BEGIN { exit !(warm > 0 && cold - warm > 1) }'
is $? 0 "... and the start is shorter: $cold s before, $(predicted) s now"
take knight
sweep "2 slices of several primes" 2 --gpus=4 --plan-file="$scratch/slices"
sweep "computed again by threads" 2 --gpus=2 --audit=1 --plan-file="$scratch/slices"
take king
PM_GPU_FAIL=1:6 sweep "a device fails after 6 launches" 2 --gpus=2
PM_GPU_FAIL=0:6 sweep "the only device fails" 1 --gpus=1
: > "$PM_FAKE_LOG"
"${king[@]}" --gpus=1 --checkpoint="$scratch/kept" "$scratch/king" > "$scratch/out" 2>&1 &
while kill -0 $! 2> /dev/null && [ "$(wc -l < "$PM_FAKE_LOG")" -lt 6 ]; do
    sleep 0.01
done
kill -INT $! 2> /dev/null
wait $!
all=25
sweep "goes on after Ctrl-C" 0 --gpus=2 --checkpoint="$scratch/kept"
ok $(($(wc -l < "$PM_FAKE_LOG") >= all)) "$(wc -l < "$PM_FAKE_LOG") of $all launches are left"

# The memory of the devices decides how many slices a plan has.  The plan for a large device needs more
# than a small one has: threads compute it if the memory of the host allows, and else it is refused.
# planned SLICES WHAT OPTION...
planned() {
    local slices=$1 what=$2
    shift 2
    rm -f "$scratch/plan"
    "${king[@]}" --gpus=2 --plan --plan-file="$scratch/plan" "$@" "$scratch/king" > "$scratch/out" 2>&1
    is "$(grep '=>' "$scratch/out" | grep -o 'in 2 slices')" "$slices" "a plan for $what"
}
# A plan says why it does not use the devices that were asked for.
PM_FAKE_MEMORY=30000 planned "" "threads, as devices are too small"
pattern='GPUs: not used; sweep needs [0-9.e+]* bytes of memory, 2.85e+04 are allowed on a GPU of 29 KiB'
is "$(grep -c "$pattern" "$scratch/out")" 1 "... and why"
has "GPUs: not used; estimate has no kernel for them" \
    "$(perm-mtx -v --no-reduce --engine=estimate --estimate=0.5 --gpus=1 <<< $'1 2\n3 4' 2>&1)" "draws use no devices"
PM_FAKE_MEMORY=1158000 planned "in 2 slices" "small devices, though the host has more"
PM_FAKE_MEMORY=1158000 sweep "a plan for small devices" 1 --gpus=2 --plan-file="$scratch/plan"
planned "" "large devices, though the host has less" --memory=1100000
sweep "a plan for large devices" 1 --gpus=2 --memory=1100000 --plan-file="$scratch/plan"
large=("${king[@]}" --gpus=2 --plan-file="$scratch/plan" "$scratch/king")
PM_FAKE_MEMORY=30000 "${large[@]}" --memory=1100000 > "$scratch/out" 2> "$scratch/err"
is $? 4 "a plan for large devices is refused by small ones: the status"
pattern="the plan needs [0-9.e-]* GiB on a GPU, and GPU [01] 'fake [01]' has [0-9.e-]* GiB free"
is "$(grep -c "$pattern" "$scratch/err")" 1 "... the message"
PM_FAKE_TAKEN=149000000000 "${large[@]}" --memory=1100000 > "$scratch/out" 2> "$scratch/err"
is $? 0 "... and large ones, partly in use"
PM_FAKE_TAKEN=149250113536 "${large[@]}" --memory=1100000 > "$scratch/out" 2> "$scratch/err"
is $? 4 "... but not if all memory is in use"
PM_FAKE_MEMORY=30000 sweep "threads instead of small devices" 0 --gpus=2 --plan-file="$scratch/plan" \
    --memory=100M
"${king[@]}" --gpus=none --memory=1100000 --plan-file="$scratch/plan" "$scratch/king" \
    > "$scratch/out" 2> "$scratch/err"
is $? 4 "a plan for large devices is refused without devices"

# The memory that a driver keeps for itself is not that of the question.
dimer king 10 10 > "$scratch/king"
small=(countmatch --engine=tree --no-reduce --memory=128KiB "$scratch/king")
is "$(PM_FAKE_HOST=100000000 "${small[@]}" --gpus=1 2> "$scratch/err")" "$("${small[@]}" --gpus=none)" \
    "little memory beside a large driver"

if ! mpirun -n 2 true 2> "$scratch/err"; then
    echo "# NO MPI: RANKS WITH GPUS ARE NOT TESTED" >&2
    skip "mpirun does not start: ranks with GPUs are not tested"
    finish
fi
on "2 x 4" mpirun -n 2
on "8 x 1" mpirun -n 8
finish
