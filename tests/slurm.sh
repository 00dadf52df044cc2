#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Slurm scripts of data/slurm with a replacement of srun and scontrol.  One run, a run that is
# stopped and queued again, and an array with its sum give the same answer.
. "${srcdir:-.}/tests/tap.sh"

if ! command -v pm-sum > "$scratch/which"; then
    skip "THIS BUILD HAS NO CHECKPOINTS AND PARTS, so there is nothing for Slurm"
    finish
fi
file srun '#!/bin/bash' 'exec "$@"'
file scontrol '#!/bin/bash' 'echo "$*" >> "$requests"'
chmod +x "$scratch/srun" "$scratch/scontrol"
PATH=$scratch:$PATH
export requests=$scratch/requests SLURM_JOB_ID=17
awk -v n=20 -f "$here/data/dense.awk" > "$scratch/dense"
wanted=$(perm-mtx "$scratch/dense")

for script in "$here"/data/slurm/*.sh; do
    name=${script##*/}
    bash -n "$script"
    ok $? "$name is a shell script"
    # Every option in the script is in the help of its program.
    while read -r program option; do
        try "$program" --help=options
        has " $option" "$out" "$name: $program has $option"
    done < <(sed -n 's/^srun //p' "$script" |
        awk '{ for (k = 2; k <= NF; k++) if (sub(/^--/, "--", $k) && sub(/[= ].*/, "", $k) + 1) print $1, $k }')
done
program=

for script in node gpu-nodes; do
    answers 0 "$wanted" bash "$here/data/slurm/$script.sh" "$scratch/dense"
done
[ ! -e "$requests" ]
ok $? "a finished run is not queued again"
file stopped '#!/bin/bash' 'exit 3'
mkdir "$scratch/stopping"
cp "$scratch/stopped" "$scratch/stopping/perm-mtx"
chmod +x "$scratch/stopping/perm-mtx"
PATH=$scratch/stopping:$PATH try bash "$here/data/slurm/node.sh" "$scratch/dense"
is "$status: $(< "$requests")" "3: requeue 17" "a stopped run is queued again"

export SLURM_ARRAY_TASK_COUNT=3
for part in 1 2 3; do
    SLURM_ARRAY_TASK_ID=$part try bash "$here/data/slurm/array.sh" "$scratch/dense" < /dev/null
    is "$status: $out" "0: " "part $part is in its file"
done
answers 0 "$wanted" pm-sum "$scratch"/dense.*.part
# A task that runs again alone knows of no other task.
rm "$scratch/dense.2.part"
SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_ID=2 try bash "$here/data/slurm/array.sh" "$scratch/dense" 3 < /dev/null
is "$status: $out" "0: " "part 2 again, alone"
answers 0 "$wanted" pm-sum "$scratch"/dense.*.part
finish
