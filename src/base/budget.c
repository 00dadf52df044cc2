/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes that were asked for are counted, and not those that were freed.  If the count passes
 * the limit, the system is asked how many there are, which takes microseconds.  It is also asked
 * now and then, since small allocations of other libraries are not counted. */
#include "base/budget.h"

#include "base/clock.h"
#include "base/size_text.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* Bytes beside those that are counted: libraries that are opened, and what is freed but kept. */
static const uint64_t SPARE = 16 << 20;

/* The system is asked again after a share of the limit, and after so many bytes at the latest. */
enum { SHARES = 16 };
static const uint64_t MOST_UNASKED = 8 << 20;

/* Seconds after which the system is asked for what nobody has counted. */
static const double LOOK_SECONDS = 0.01;

/* Fewer bytes are not worth a question where they are only counted. */
static const uint64_t LARGE = 1 << 20;

static _Thread_local struct pm_budget *current;

/* The bytes of what was read last, and of the problem that was made last and still exists: they
 * belong to the questions about it. */
static _Thread_local uint64_t read_last, made_last;
static _Thread_local bool asked_last; /* a question about it has begun */

/* The bytes that the process has now; 0: nobody knows. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
size_t __sanitizer_get_current_allocated_bytes(void);

static uint64_t bytes_now(void)
{
    return __sanitizer_get_current_allocated_bytes();
}
#else
static uint64_t bytes_now(void)
{
    FILE *const file = fopen("/proc/self/statm", "re");
    unsigned long long pages = 0;

    if (file == NULL)
        return 0;
    if (fscanf(file, "%*u %llu", &pages) != 1)
        pages = 0;
    fclose(file);
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}
#endif

/* What the question before has freed is no memory of this one. */
static uint64_t bytes_before(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    return bytes_now();
}

void pm_budget_open(struct pm_budget *budget)
{
    budget->late = budget->full = false;
    budget->looked = 0;
    if (current == NULL && !budget->reading) {
        made_last = budget->makes && asked_last ? 0 : made_last;
        asked_last = !budget->makes;
    }
    budget->taken = budget->reading ? 0 : budget->makes ? read_last : read_last + made_last;
    budget->before = budget->memory > 0 && !budget->reading ? bytes_before() : 0;
    budget->own = budget->taken < budget->before ? budget->taken : budget->before;
    budget->before -= budget->own;
    budget->outer = current;
    current = budget;
}

pm_status pm_budget_close(struct pm_budget *budget, pm_status status)
{
    current = budget->outer;
    if (budget->reading && budget->taken > 0) /* at the end of the input, nothing new is read */
        read_last = budget->taken, made_last = 0;
    if (budget->makes && current == NULL && budget->memory > 0 && status == PM_OK) {
        const uint64_t now = bytes_before(), then = budget->before + budget->own;
        made_last += now > then ? now - then : 0;
    }
    return pm_budget_status(status);
}

void pm_budget_forget(void)
{
    made_last = current == NULL ? 0 : made_last;
}

struct pm_budget *pm_budget_of_thread(void)
{
    return current;
}

struct pm_budget *pm_budget_join(struct pm_budget *budget)
{
    struct pm_budget *const before = current;

    current = budget;
    return before;
}

/* The bytes of the process since the budget began. */
static uint64_t bytes_used(const struct pm_budget *b)
{
    const uint64_t now = bytes_now();

    return now > b->before ? now - b->before : 0;
}

static bool is_over(struct pm_budget *b, double now)
{
    if (b->until > 0 && now > b->until)
        b->late = true;
    return b->late || (b->stop != NULL && b->stop(b->asked));
}

static bool is_full(struct pm_budget *b, double now)
{
    if (b->full || b->memory == 0 || b->reading)
        return b->full;
    if (now - b->looked > LOOK_SECONDS) {
        b->looked = now;
        b->full = bytes_used(b) > b->memory + SPARE;
    }
    return b->full;
}

static pm_status refuse(const struct pm_budget *b)
{
    (void)pm_fail_memory("needs more than the memory of %s", pm_size_text(b->memory).text);
    return PM_NOMEM;
}

pm_status pm_budget_ask(void)
{
    for (struct pm_budget *b = current; b != NULL; b = b->outer) {
        const double now = b->reading ? pm_clock_of_thread() : pm_clock();
        if (is_full(b, now))
            return refuse(b);
        if (is_over(b, now))
            return pm_fail(PM_STOPPED, "stopped");
    }
    return PM_OK;
}

static pm_status take(struct pm_budget *b, uint64_t bytes)
{
    if (b->memory == 0)
        return PM_OK;
    if (bytes <= b->memory && b->taken <= b->memory - bytes) {
        b->taken += bytes;
        return PM_OK;
    }
    if (b->reading)
        return pm_fail(PM_NOMEM, "what is read up to here needs more than the memory of %s",
                       pm_size_text(b->memory).text);
    const uint64_t used = bytes_used(b), most = b->memory + SPARE;
    if (bytes > most || used > most - bytes)
        return refuse(b);
    const uint64_t part = b->memory / SHARES, share = part < MOST_UNASKED ? part : MOST_UNASKED;
    b->taken = used < b->memory - share ? used : b->memory - share;
    return PM_OK;
}

pm_status pm_budget_take(uint64_t bytes)
{
    for (struct pm_budget *b = current; b != NULL; b = b->outer)
        if (take(b, bytes) != PM_OK)
            return PM_NOMEM;
    return PM_OK;
}

void pm_budget_force(uint64_t bytes)
{
    if (bytes < LARGE)
        return;
    for (struct pm_budget *b = current; b != NULL; b = b->outer)
        b->full = b->full || (!b->reading && take(b, bytes) != PM_OK);
}

void pm_budget_return(uint64_t bytes)
{
    for (struct pm_budget *b = current; b != NULL && bytes >= LARGE; b = b->outer)
        b->taken -= !b->reading && bytes < b->taken ? bytes : 0;
}

uint64_t pm_budget_bytes(void)
{
    return current != NULL ? bytes_now() : 0;
}

void pm_budget_exempt(uint64_t since)
{
    const uint64_t now = pm_budget_bytes(), more = now > since ? now - since : 0;

    for (struct pm_budget *b = current; b != NULL; b = b->outer)
        b->before += more;
}

double pm_budget_late(double seconds)
{
    return seconds + fmax(fmin(seconds, 1), 0.4 * seconds);
}
