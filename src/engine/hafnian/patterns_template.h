/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All patterns of copies below a cutoff (patterns.h), in vectors over the copies of the last
 * vertex. */
#include "engine/hafnian/patterns.h"
#include "engine/hafnian/walks_numbers.h"

static inline const double *factor_at(const struct pm_walks_patterns *w, int i, int j, int copies)
{
    return w->factor + ((long)(i * w->n + j) * w->cutoff + copies) * ALL;
}

/* The patterns where only the last vertex has copies. */
static void fill_first(const struct pm_walks_patterns *w)
{
    double *const row = w->table + PM_HAF_LANES, one[ALL * WIDTH] __attribute__((aligned(64)));
    const int last = w->n - 1;

    row[0] = row[WORDS * w->row] = 1;
    for (int m = 1; m < w->cutoff; m++) {
        struct number s = sum_zero();
        struct number x = take(w->loop + last * ALL, 1, true), y = take(row + m - 1, w->row, true);
        add_times(&s, &x, &y);
        if (m > 1) {
            x = take(factor_at(w, last, last, m - 1), 1, true);
            y = take(row + m - 2, w->row, true);
            add_times(&s, &x, &y);
        }
        store(one, WIDTH, &s);
        for (int k = 0; k < ALL; k++)
            row[k * w->row + m] = one[k * WIDTH];
    }
}

/* The patterns with these copies of all vertices but the last; vertex i is the first that has some.
 */
static void fill_row(const struct pm_walks_patterns *w, long number, const int *copies, int i)
{
    const long size = w->row * ALL;
    double *const to = w->table + number * size + PM_HAF_LANES;
    const double *const less = to - w->step[i] * size;
    const bool looped = w->loop[i * ALL + WORDS] > 0;

    for (int k = 0; k < ALL; k++)
        to[k * w->row - 1] = 0;
    for (int m = 0; m < w->cutoff; m += WIDTH) {
        struct number s = sum_zero();
        struct number x = take(w->loop + i * ALL, 1, true), y;
        if (looped) {
            y = take(less + m, w->row, false);
            add_times(&s, &x, &y);
        }
        for (int j = i; j < w->n - 1; j++) {
            const int left = copies[j] - (j == i);
            if (left == 0)
                continue;
            x = take(factor_at(w, i, j, left), 1, true);
            y = take(less - w->step[j] * size + m, w->row, false);
            add_times(&s, &x, &y);
        }
        x = take(w->last + i * size + PM_HAF_LANES + m, w->row, false);
        y = take(less + m - 1, w->row, false);
        add_times(&s, &x, &y);
        store(to + m, w->row, &s);
    }
}

pm_walks_patterns_fill NUMBER_NAME(pm_walks_patterns);

void NUMBER_NAME(pm_walks_patterns)(const struct pm_walks_patterns *w)
{
    int copies[PM_HAF_PATTERNS_ORDER] = {0};

    fill_first(w);
    for (long number = 1; number < w->rows; number++) {
        int i = w->n - 2, first = 0;
        for (; copies[i] == w->cutoff - 1; i--)
            copies[i] = 0;
        copies[i]++;
        while (copies[first] == 0)
            first++;
        if (pm_stop_wanted(w->stop))
            return;
        fill_row(w, number, copies, first);
    }
}
