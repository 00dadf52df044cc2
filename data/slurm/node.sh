#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# One node with all its cores and GPUs:
#
#     sbatch node.sh MATRIX
#
# Five minutes before its time is over the job writes its checkpoint (exit status 3), waits in the
# queue again, and goes on from there.
#SBATCH --job-name=permatch
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --exclusive
#SBATCH --time=24:00:00
#SBATCH --signal=TERM@300
#SBATCH --requeue
#SBATCH --open-mode=append

matrix=$1
srun perm-mtx --checkpoint="$matrix.checkpoint" --progress=600 "$matrix"
status=$?
[ $status -ne 3 ] || scontrol requeue "$SLURM_JOB_ID"
exit $status
