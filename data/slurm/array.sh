#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A job array without MPI, whose jobs compute shares of one run wherever and whenever there is room:
#
#     sbatch --array=1-64 array.sh MATRIX 64
#     pm-status MATRIX.*.part
#     sbatch --array=17 array.sh MATRIX 64   one of them again
#     pm-sum MATRIX.*.part                   when all are done
#
# All have the plan that the first of them keeps in MATRIX.plan, so they may have different memory.
#SBATCH --job-name=permatch
#SBATCH --array=1-16
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --time=24:00:00
#SBATCH --signal=TERM@300
#SBATCH --requeue
#SBATCH --open-mode=append

matrix=$1
part=$SLURM_ARRAY_TASK_ID
parts=${2:-$SLURM_ARRAY_TASK_COUNT}
# One job makes the plan, the others wait for it.
(
    flock 9
    [ -e "$matrix.plan" ] || perm-mtx --plan --plan-file="$matrix.plan" "$matrix" > "$matrix.plan.txt"
) 9> "$matrix.lock" || exit
srun perm-mtx --part="$part/$parts" --plan-file="$matrix.plan" --checkpoint="$matrix.$part.part" "$matrix"
status=$?
[ $status -ne 3 ] || scontrol requeue "$SLURM_JOB_ID"
exit $status
