/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory that ways lack: why the devices that the user asked for compute nothing, and which way
 * would be faster with more memory. */
#pragma once

#include "plan/way.h"

struct pm_lacked {
    bool asked;    /* the user asked for a number of devices */
    char why[192]; /* the memory that they lack; "": it is enough, or nobody looked */
    /* the fastest way that was refused for memory alone: its engine, NULL if there is none; its
     * seconds on the threads of the run and its memory in bytes */
    const struct pm_engine *engine;
    double seconds, bytes;
    double instead; /* seconds of the way that was chosen; HUGE_VAL: there is none */
};

/* An engine's way on devices that have `memory` bytes ended with this status.  If it needs more
 * memory, this is noted in *lacked, which may be NULL. */
void pm_lacked_on_gpu(struct pm_lacked *lacked, const struct pm_way *way, pm_status status,
                      uint64_t memory);

/* Notes a way on threads that needs more memory, with its predicted seconds and bytes. */
void pm_lacked_note(struct pm_lacked *lacked, const struct pm_way *way, int threads);

/* The same if the way ended with this status and needs more memory. */
void pm_lacked_on_threads(struct pm_lacked *lacked, const struct pm_way *way, pm_status status,
                          int threads);

struct pm_lacked_text {
    char text[128];
};

/* Keeps in *lacked what one core lacks, if its way takes longer than those before; way NULL: it has
 * none. */
void pm_lacked_keep(struct pm_lacked *lacked, const struct pm_lacked *core,
                    const struct pm_way *way, int threads);

/* What more memory would save, for example "planar would take 1.3 s with --memory=1000M"; "":
 * nothing, or the work is short. */
struct pm_lacked_text pm_lacked_advice(const struct pm_lacked *lacked);
