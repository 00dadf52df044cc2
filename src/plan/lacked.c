/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes ways that the memory does not allow; full_text.c and summary.c print them. */
#include "plan/lacked.h"

#include "base/size_text.h"
#include "base/status.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Nothing needs advice that takes less; and a way that saves less than half is none. */
static const double LONG_SECONDS = 10, HALF = 0.5;

/* The memory that is advised is larger than what is needed by this factor: small tables do not
 * count in the prediction. */
static const double SPARE = 1.05;

static bool lacks_memory(const struct pm_lacked *lacked, pm_status status)
{
    return lacked != NULL && status == PM_UNABLE && pm_lacks_memory();
}

void pm_lacked_on_gpu(struct pm_lacked *lacked, const struct pm_way *way, pm_status status,
                      uint64_t memory)
{
    if (lacks_memory(lacked, status))
        snprintf(lacked->why, sizeof lacked->why, "%s %s on a GPU of %s", way->engine->name,
                 pm_message(), pm_size_text(memory).text);
}

void pm_lacked_note(struct pm_lacked *lacked, const struct pm_way *way, int threads)
{
    if (way->seconds <= 0 || way->cost.bytes <= 0)
        return;
    const double seconds = pm_way_seconds(way, threads);
    if (lacked->engine != NULL && seconds >= lacked->seconds)
        return;
    lacked->engine = way->engine;
    lacked->seconds = seconds;
    lacked->bytes = way->cost.bytes;
}

void pm_lacked_on_threads(struct pm_lacked *lacked, const struct pm_way *way, pm_status status,
                          int threads)
{
    if (lacks_memory(lacked, status))
        pm_lacked_note(lacked, way, threads);
}

void pm_lacked_keep(struct pm_lacked *lacked, const struct pm_lacked *core,
                    const struct pm_way *way, int threads)
{
    const double instead = way != NULL ? pm_way_expected(way, threads, pm_way_seconds) : HUGE_VAL;

    if (core->why[0] != '\0')
        memcpy(lacked->why, core->why, sizeof core->why);
    if (core->engine == NULL || (lacked->engine != NULL && lacked->instead >= instead))
        return;
    lacked->engine = core->engine;
    lacked->seconds = core->seconds;
    lacked->bytes = core->bytes;
    lacked->instead = instead;
}

struct pm_lacked_text pm_lacked_advice(const struct pm_lacked *lacked)
{
    static const double mega = 1 << 20, giga = 1 << 30;
    const double bytes = SPARE * lacked->bytes;
    const bool large = bytes >= 10 * giga;
    struct pm_lacked_text advice = {""};

    if (lacked->engine != NULL && lacked->instead > LONG_SECONDS &&
        lacked->seconds < HALF * lacked->instead)
        snprintf(advice.text, sizeof advice.text, "%s would take %.3g s with --memory=%.0f%c",
                 lacked->engine->name, lacked->seconds, ceil(bytes / (large ? giga : mega)),
                 large ? 'G' : 'M');
    return advice;
}
