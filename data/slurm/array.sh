#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A job array without MPI, whose jobs compute shares of one run wherever and whenever there is room:
#
#     sbatch --array=1-64 array.sh MATRIX
#     pm-status MATRIX.*.part
#     pm-sum MATRIX.*.part            when all are done
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
srun perm-mtx --part="$part/$SLURM_ARRAY_TASK_COUNT" --checkpoint="$matrix.$part.part" "$matrix"
status=$?
[ $status -ne 3 ] || scontrol requeue "$SLURM_JOB_ID"
exit $status
