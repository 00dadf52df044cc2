/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deals and crews.  Any order of units, any workers, and any number of stops and restarts give the
 * bits of a fold that is filled from the first unit to the last. */
#include "test.h"

#include "schedule/units.h"
#include "engine/abilities.h"

#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { RINGS = 3 };

static const struct pm_ring ring[RINGS] = {
    {.number = PM_REAL}, {.number = PM_REAL}, {.number = PM_REAL}};

/* The result of a unit.  Its size varies widely, so that another order of additions gives other
 * bits. */
static struct pm_part part_of(size_t r, uint64_t unit)
{
    uint64_t state = 1 + r + RINGS * unit;
    const double x = (double)test_random(&state);

    return (struct pm_part){.re = {ldexp(x, test_between(&state, -200, 200)), 0}, .err = x};
}

static struct pm_part sum_in_order(size_t r, uint64_t units)
{
    struct pm_fold fold;
    struct pm_part sum;

    pm_fold_init(&fold, &ring[r]);
    for (uint64_t u = 0; u < units; u++) {
        const struct pm_part part = part_of(r, u);
        test_need(pm_fold_add(&fold, 0, u, &part));
    }
    pm_fold_sum(&sum, &fold);
    pm_fold_clear(&fold);
    return sum;
}

static bool sums_agree(struct pm_deal *deal, uint64_t units)
{
    bool same = true;

    for (size_t r = 0; r < RINGS; r++) {
        const struct pm_part wanted = sum_in_order(r, units);
        struct pm_part sum;
        pm_deal_sum(&sum, deal, r);
        same = same && pm_part_same(&sum, &wanted);
    }
    return same;
}

static void do_range(struct pm_deal *deal, const struct pm_range *range)
{
    struct pm_fold fold;

    pm_fold_init(&fold, &ring[range->ring]);
    for (uint64_t u = range->first; u < range->first + range->count; u++) {
        const struct pm_part part = part_of(range->ring, u);
        test_need(pm_fold_add(&fold, 0, u, &part));
    }
    pm_deal_done(deal, range, &fold);
    pm_fold_clear(&fold);
}

/* Takes up to `most` ranges of random length.  Finishes them in reverse order, or returns them. */
static void work_at_random(struct pm_deal *deal, uint64_t *state, int most)
{
    while (most > 0) {
        struct pm_range range[8];
        int count = 0;
        while (count < 8 && pm_deal_try(&range[count], deal, (uint64_t)test_between(state, 1, 40)))
            count++;
        if (count == 0)
            break;
        most -= count;
        while (count-- > 0)
            if (test_between(state, 0, 3) == 0)
                pm_deal_return(deal, &range[count]);
            else
                do_range(deal, &range[count]);
    }
}

/* The text of the records of what is done; `all`: as ranks send them. */
static char *records_of(struct pm_deal *deal, bool all)
{
    char *text = NULL;
    size_t length;
    FILE *const file = open_memstream(&text, &length);

    pm_deal_write(file, deal, all);
    fclose(file);
    return text;
}

static pm_status read_lines(struct pm_deal *deal, const char *text)
{
    char *const copy = strdup(text);
    pm_status status = PM_OK;
    char *rest = copy;

    for (char *line; status == PM_OK && (line = strsep(&rest, "\n")) != NULL && *line != '\0';)
        status = pm_deal_read(NULL, deal, line);
    free(copy);
    return status;
}

static pm_status read_records(struct pm_deal *deal, const char *text)
{
    PM_TRY(read_lines(deal, text));
    return pm_deal_settle(deal);
}

/* A deal is stopped at random places and continued from its records. */
static void check_records(struct test *t, uint64_t units, uint64_t seed)
{
    struct pm_deal *deal;
    uint64_t state = seed;
    int stops = 0;

    test_need(pm_deal_new(&deal, ring, RINGS, units));
    while (work_at_random(deal, &state, 12), pm_deal_tally(deal).done < RINGS * units) {
        const uint64_t done = pm_deal_tally(deal).done;
        char *const text = records_of(deal, false);
        pm_deal_free(deal);
        if (pm_deal_new(&deal, ring, RINGS, units) != PM_OK || read_records(deal, text) != PM_OK ||
            pm_deal_tally(deal).done != done)
            CHECK(t, false, "records: %s", pm_message());
        free(text);
        stops++;
    }
    CHECK(t, pm_deal_status(deal) == PM_OK && sums_agree(deal, units),
          "%llu units, %d stops: the same bits", (unsigned long long)units, stops);
    pm_deal_free(deal);
}

/* Parts that are computed separately are joined. */
static void check_parts(struct test *t, uint64_t units, uint64_t parts)
{
    struct pm_deal *all;
    uint64_t state = 7, done = 0;

    test_need(pm_deal_new(&all, ring, RINGS, units));
    for (uint64_t k = 1; k <= parts; k++) {
        struct pm_deal *deal;
        test_need(pm_deal_new(&deal, ring, RINGS, units));
        pm_deal_keep_part(deal, k, parts);
        work_at_random(deal, &state, 1000000);
        done += pm_deal_tally(deal).done;
        char *const text = records_of(deal, false);
        if (read_records(all, text) != PM_OK)
            CHECK(t, false, "part %llu: %s", (unsigned long long)k, pm_message());
        free(text);
        pm_deal_free(deal);
    }
    CHECK(t, done == RINGS * units && pm_deal_status(all) == PM_OK && sums_agree(all, units),
          "%llu units in %llu parts: the same bits", (unsigned long long)units,
          (unsigned long long)parts);
    pm_deal_free(all);
}

/* A deal gets ranges that another deal offers, as ranks do. */
static void check_offers(struct test *t, uint64_t units)
{
    struct pm_deal *first, *second;
    struct pm_range range;
    uint64_t state = 3;

    test_need(pm_deal_new(&first, ring, RINGS, units));
    test_need(pm_deal_new(&second, ring, RINGS, units));
    pm_deal_empty(second);
    while (pm_deal_try(&range, first, 16)) {
        pm_deal_offer(second, &range);
        work_at_random(second, &state, 1000000);
        char *const text = records_of(second, true);
        test_need(read_lines(first, text));
        free(text);
    }
    CHECK(t, pm_deal_status(first) == PM_OK && sums_agree(first, units), "work from another deal");
    pm_deal_stop(second);
    CHECK(t, pm_deal_wait(second, 10), "no range is left with a worker");
    PM_EACH(pm_deal_free, first, second);
}

static void check_bad_records(struct test *t)
{
    static const char *const bad[] = {"",
                                      "x",
                                      "0 0",
                                      "3 0 0 1",
                                      "0 -1 0 1",
                                      "0 64 0 1",
                                      "0 0 10 1",
                                      "0 1 5 1",
                                      "0 0 1 1 x",
                                      "0 0 1z 1",
                                      "0 0 1  1",
                                      "0 0 -1 1",
                                      "0 1 0\n0 0 1",
                                      "1 0 3\n1 0 3",
                                      "0 0 1 1 2 3 4 5 6 7 8 9 a b c d e f 10 11 12 13 14 15 16",
                                      "0 63 0 1",
                                      "0 3 1 1"};

    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct pm_deal *deal;
        test_need(pm_deal_new(&deal, ring, RINGS, 10));
        char *const copy = strdup(bad[k]);
        char *const second = strchr(copy, '\n');
        if (second != NULL)
            *second = '\0';
        pm_status status = pm_deal_read(NULL, deal, copy);
        if (second != NULL && status == PM_OK)
            status = pm_deal_read(NULL, deal, second + 1);
        PM_THEN(status, pm_deal_settle(deal));
        CHECK(t, status == PM_INPUT, "bad record %zu is refused", k);
        free(copy);
        pm_deal_free(deal);
    }
}

static void check_texts(struct test *t)
{
    struct pm_deal *deal, *again;
    struct pm_range range;

    test_need(pm_deal_new(&deal, NULL, 1, 5));
    test_need(pm_deal_new(&again, NULL, 1, 5));
    while (pm_deal_tally(deal).done < 3 && pm_deal_try(&range, deal, 1))
        pm_deal_done_text(deal, range.first, range.first == 1 ? "one is odd" : "even");
    char *const text = records_of(deal, false);
    CHECK(t,
          read_records(again, text) == PM_OK && pm_deal_tally(again).done == 3 &&
              strcmp(pm_deal_text(again, 1), "one is odd") == 0 && pm_deal_text(again, 4) == NULL,
          "texts and their records");
    free(text);
    PM_EACH(pm_deal_free, deal, again);
}

/* ------------------------------------------------------------- crews of a test engine */

/* The faults of the test engine. */
struct faults {
    uint64_t wrong; /* the unit of ring 0 that is wrong at first; UINT64_MAX: none */
    int seen;
    int open; /* engines that are open */
    int done; /* calls of threads */
};

struct made_up {
    size_t ring;
    struct faults *faults;
};

static pm_status made_up_open(void **job, const struct pm_core *core, const struct pm_cost *cost,
                              const struct pm_ring *r, const struct pm_limits *limits)
{
    struct made_up *const m = malloc(sizeof *m);

    (void)core, (void)limits;
    *m = (struct made_up){(size_t)(r - ring), cost->choice};
    __atomic_add_fetch(&m->faults->open, 1, __ATOMIC_RELAXED);
    *job = m;
    return PM_OK;
}

static pm_status made_up_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct made_up *const m = job;

    for (uint64_t k = 0; k < count; k++) {
        part[k] = part_of(m->ring, first + k);
        if (m->ring == 0 && first + k == m->faults->wrong &&
            __atomic_fetch_add(&m->faults->seen, 1, __ATOMIC_RELAXED) == 0)
            part[k].re[0] = -0x1p300;
    }
    __atomic_add_fetch(&m->faults->done, 1, __ATOMIC_RELAXED);
    return PM_OK;
}

static void made_up_close(void *job)
{
    const struct made_up *const m = job;

    __atomic_sub_fetch(&m->faults->open, 1, __ATOMIC_RELAXED);
    free(job);
}

static const struct pm_engine made_up = {.name = "made-up",
                                         .figures = {.rate = {[PM_REAL] = 1e9}},
                                         .open = made_up_open,
                                         .work = made_up_work,
                                         .close = made_up_close,
                                         .more = &pm_engine_no_more};

/* A device that fails after a few ranges, and for one ring. */
struct device {
    int ranges;
    size_t refused; /* this ring, counted from 1; 0: none */
    size_t ring;
    double rate, cores;      /* what it reports */
    const int *done;         /* waits until this is not 0; NULL: it does not wait */
    struct pm_shares shares; /* the final shares */
};

static pm_status device_open(void **job, void *device, const struct pm_work *work, size_t r)
{
    struct device *const d = device;

    (void)work;
    d->ring = r;
    *job = d;
    return PM_OK;
}

static pm_status device_work(void *job, uint64_t first, uint64_t count, struct pm_fold *fold)
{
    struct device *const d = job;

    while (d->done != NULL && __atomic_load_n(d->done, __ATOMIC_RELAXED) == 0)
        sched_yield();
    for (uint64_t u = first; u < first + count; u++) {
        const struct pm_part part = part_of(d->ring, u);
        test_need(pm_fold_add(fold, 0, u, &part));
    }
    return d->ranges-- > 0 && d->ring + 1 != d->refused ? PM_OK
                                                        : pm_fail(PM_UNABLE, "the device is gone");
}

static void device_close(void *job)
{
    (void)job;
}

static pm_status run_crew(struct pm_deal *deal, struct faults *faults, uint64_t units, int threads,
                          struct device *device, double audit)
{
    const struct pm_cost cost = {.units = units, .steps = (double)units, .choice = faults};
    const struct pm_work work = {
        .engine = &made_up, .cost = &cost, .ring = ring, .rings = RINGS, .audit = audit};
    const struct pm_hand hand = {.device = device,
                                 .want = 32,
                                 .rate = device != NULL ? device->rate : 0,
                                 .cores = device != NULL ? device->cores : 0,
                                 .open = device_open,
                                 .work = device_work,
                                 .close = device_close};
    struct pm_crew *const crew = pm_units_crew_start(deal, &work, threads, &hand, device != NULL);

    if (crew == NULL)
        abort();
    while (!pm_deal_wait(deal, 0.01))
        ;
    const struct pm_shares shares = pm_units_crew_end(crew);
    if (device != NULL)
        device->shares = shares;
    return pm_deal_status(deal);
}

static void check_crew(struct test *t, uint64_t units, int threads, int ranges, double audit,
                       uint64_t wrong, pm_status wanted)
{
    struct faults faults = {.wrong = wrong};
    struct device device = {.ranges = ranges};
    struct pm_deal *deal;

    test_need(pm_deal_new(&deal, ring, RINGS, units));
    const pm_status status =
        run_crew(deal, &faults, units, threads, ranges >= 0 ? &device : NULL, audit);
    CHECK(t, status == wanted && faults.open == 0 && (status != PM_OK || sums_agree(deal, units)),
          "%llu units, %d threads, device fails after %d, audit %g: %s", (unsigned long long)units,
          threads, ranges, audit, pm_status_name(status));
    pm_deal_free(deal);
}

/* Threads beside a device that is `times` as fast as one thread and keeps `cores` cores busy.  The
 * threads compute some units, or wait until the device has failed. */
static void check_beside(struct test *t, uint64_t units, int threads, double times, double cores,
                         int ranges, bool both)
{
    struct faults faults = {.wrong = UINT64_MAX};
    struct device device = {.ranges = ranges,
                            .rate = times * made_up.figures.rate[PM_REAL],
                            .cores = cores,
                            .done = both && cores < threads ? &faults.done : NULL};
    struct pm_deal *deal;

    test_need(pm_deal_new(&deal, ring, RINGS, units));
    const pm_status status = run_crew(deal, &faults, units, threads, &device, 0);
    const bool shared = device.shares.threads > 0 && device.shares.devices > 0;
    CHECK(t,
          status == PM_OK && sums_agree(deal, units) && faults.open == 0 && shared == both &&
              device.shares.threads + device.shares.devices == RINGS * units,
          "%llu units: %llu by %d threads, %llu by a device as fast as %g (%g cores, %d ranges)",
          (unsigned long long)units, (unsigned long long)device.shares.threads, threads,
          (unsigned long long)device.shares.devices, times, cores, ranges);
    pm_deal_free(deal);
}

/* A device refuses one ring: threads compute this one, and the device all others. */
static void check_refused(struct test *t, uint64_t units, int threads, size_t ring_number)
{
    struct faults faults = {.wrong = UINT64_MAX};
    struct device device = {
        .ranges = 1 << 20, .refused = ring_number, .rate = 100 * made_up.figures.rate[PM_REAL]};
    struct pm_deal *deal;

    test_need(pm_deal_new(&deal, ring, RINGS, units));
    const pm_status status = run_crew(deal, &faults, units, threads, &device, 0);
    CHECK(t,
          status == PM_OK && sums_agree(deal, units) && faults.open == 0 &&
              device.shares.threads == units && device.shares.devices == (RINGS - 1) * units,
          "ring %zu refused: %llu of %llu units by %d threads, %llu by the device", ring_number,
          (unsigned long long)device.shares.threads, (unsigned long long)units, threads,
          (unsigned long long)device.shares.devices);
    pm_deal_free(deal);
}

int main(void)
{
    struct test t = {0};

    for (uint64_t seed = 1; seed <= 5; seed++) {
        check_records(&t, 1, seed);
        check_records(&t, 300 * seed + 7, seed);
        check_records(&t, 1024, seed);
    }
    check_parts(&t, 100, 1);
    check_parts(&t, 101, 7);
    check_parts(&t, 1, 5);
    check_offers(&t, 333);
    check_bad_records(&t);
    check_texts(&t);
    check_crew(&t, 10000, 1, -1, 0, UINT64_MAX, PM_OK);
    check_crew(&t, 10000, 5, -1, 0.1, UINT64_MAX, PM_OK);
    check_crew(&t, 1, 4, -1, 1, UINT64_MAX, PM_OK);
    check_crew(&t, 10000, 3, 4, 0, UINT64_MAX, PM_OK);
    check_crew(&t, 10000, 0, 100000, 0.01, UINT64_MAX, PM_OK);
    check_crew(&t, 10000, 0, 4, 0, UINT64_MAX, PM_UNABLE);
    check_crew(&t, 10000, 3, -1, 1, 4321, PM_WRONG);
    check_crew(&t, 777, 0, 100000, 1, 5, PM_WRONG);
    check_beside(&t, 10000, 1, 20, 0, 1 << 20, true);
    check_beside(&t, 10007, 4, 20, 1, 1 << 20, true);
    check_beside(&t, 10007, 4, 20, 4, 1 << 20, false);
    check_beside(&t, 1000, 3, 100, 0, 1 << 20, false);
    check_beside(&t, 10007, 4, 20, 1, 5, true);
    check_beside(&t, 1000, 2, 100, 2, 5, true);
    for (size_t number = 1; number <= RINGS; number++)
        check_refused(&t, 1000, 3, number);
    check_refused(&t, 777, 1, 2);
    return test_done(&t);
}
