/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks of doubles by the dense walk, in steps; a GPU may do the middle one. */
#pragma once

#include "engine/dense/dense_walk.h"
#include "engine/stack.h"

enum {
    PM_DENSE_GPU_LEAST = 16, /* columns of matrices for GPUs, ... */
    PM_DENSE_GPU_WALK = 21,  /* ... and of their walk: pm_dense_units() is at least
                              * 2^PM_DEVICE_LOG_NODE */
};

/* What a thread, or a matrix on a GPU, needs: memory for the tables of one matrix. */
struct pm_dense_room;

/* The functions of struct pm_engine_stack. */
double pm_dense_room_seconds(const struct pm_batch *b);
pm_status pm_dense_room_open(void **room, const struct pm_batch *b);
pm_status pm_dense_room_work(void *room, size_t k, int count);
void pm_dense_room_close(void *room);

/* Makes the tables of matrix k and returns its walk; NULL in *signs: the permanent is 0. */
pm_status pm_dense_room_begin(const struct pm_sign_walk **signs, struct pm_dense_room *room,
                              size_t k);

/* *sum = the sum of all units of the walk, by the fold. */
pm_status pm_dense_room_sum(struct pm_part *sum, struct pm_dense_room *room);

/* Delivers the permanent from that sum; NULL: it is 0. */
void pm_dense_room_end(const struct pm_dense_room *room, size_t k, const struct pm_part *sum);
