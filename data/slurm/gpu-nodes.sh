#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Many nodes with GPUs, by MPI; a rank on every node has all its GPUs and cores:
#
#     sbatch --nodes=24 gpu-nodes.sh MATRIX
#
# The answer has the same bits on any number of nodes, and a run may go on with another number of
# them than it began with.  For a rank on each GPU instead: --ntasks-per-node=8 --cpus-per-task=16.
#SBATCH --job-name=permatch
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
#SBATCH --time=24:00:00
#SBATCH --signal=TERM@300
#SBATCH --requeue
#SBATCH --open-mode=append

matrix=$1
srun perm-mtx --gpus=all --checkpoint="$matrix.checkpoint" --progress=600 "$matrix"
status=$?
[ $status -ne 3 ] || scontrol requeue "$SLURM_JOB_ID"
exit $status
