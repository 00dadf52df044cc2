/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the question of a thread may still take: time, memory, and the patience of its caller.
 * Every loop that may be long asks here, and so does every allocation (alloc.h), without any
 * parameter.  Budgets are nested: a question within another one obeys both. */
#pragma once

#include "base/status.h"

#include <stdint.h>

struct pm_budget {
    bool (*stop)(void *asked); /* whether somebody wants to end; NULL: nobody can */
    void *asked;
    double until;    /* of pm_clock(), or of pm_clock_of_thread() while reading; 0: any time */
    uint64_t memory; /* bytes; 0: any number */
    bool reading;    /* untrusted input: what is freed counts, too, so that no reader has to count;
                      * and the time of others, who write the input, does not count */
    bool makes;      /* a problem, whose bytes count as those of the next question */
    _Atomic bool full; /* more memory was taken than there is, by pm_budget_force() */
    _Atomic bool late; /* the time was over when somebody asked */

    /* Of budget.c. */
    _Atomic uint64_t taken;
    _Atomic uint64_t before; /* bytes of the process, but for `own` */
    uint64_t own;            /* of what the question is about */
    _Atomic double looked;   /* when the system was asked for the bytes of the process */
    struct pm_budget *outer;
};

/* The budget of this thread from now on, until it is closed. */
void pm_budget_open(struct pm_budget *budget);

/* Returns pm_budget_status(). */
pm_status pm_budget_close(struct pm_budget *budget, pm_status status);

/* A problem is freed: its bytes count no longer. */
void pm_budget_forget(void);

/* This thread obeys the budget from now on, and no other one; NULL: none.  Returns what it obeyed
 * before.  Threads of a team join the budget of who starts them, whose stop() they may call at the
 * same time, and join what they obeyed before when they end. */
struct pm_budget *pm_budget_join(struct pm_budget *budget);
struct pm_budget *pm_budget_of_thread(void);

/* Returns what a call returns that may take so many bytes more (0: any number), and that makes a
 * problem or does not. */
#define PM_RETURN_WITHIN(bytes, making, call)                                                      \
    do {                                                                                           \
        struct pm_budget pm_within = {.memory = (bytes), .makes = (making)};                       \
        pm_budget_open(&pm_within);                                                                \
        return pm_budget_close(&pm_within, (call));                                                \
    } while (0)

/* The status of work that has ended with this one: PM_UNABLE if the memory of a budget ended it. */
static inline pm_status pm_budget_status(pm_status status)
{
    return status == PM_NOMEM && pm_lacks_memory() ? PM_UNABLE : status;
}

/* PM_STOPPED: the time is over, or somebody wants to end.  PM_NOMEM, and pm_lacks_memory(): the
 * memory is used up.  It may be called as often as wanted. */
pm_status pm_budget_ask(void);

/* After so many steps of a few operations each, a loop asks again. */
enum { PM_BUDGET_STEPS = 1 << 16 };

/* Takes bytes for an allocation of this thread, also of others for it, as for large numbers.
 * PM_NOMEM, and pm_lacks_memory(): there are not so many. */
pm_status pm_budget_take(uint64_t bytes);

/* The same for what cannot fail, if the bytes are many: the next question to the budget fails. */
void pm_budget_force(uint64_t bytes);

/* These bytes, which were forced, are free again. */
void pm_budget_return(uint64_t bytes);

/* The bytes that the process has now, and that it has taken since then for a library that is opened
 * for good: they are nobody's. */
uint64_t pm_budget_bytes(void);
void pm_budget_exempt(uint64_t since);

/* How long work may take whose caller allows so many seconds: a prediction may be wrong. */
double pm_budget_late(double seconds);
