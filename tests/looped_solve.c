/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_solve_looped().  Random numbers of every kind against the sum over all matchings; many copies
 * against a recurrence; large integers against pm_solve(). */
#include "tests/test.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 5, TOTAL = 8, ORDER = 16, ROOM = 128 };

/* ------------------------------------------------------------------ exact numbers */

struct gauss {
    mpq_t re, im;
};

static void gauss_init(struct gauss *x, long re)
{
    mpq_inits(x->re, x->im, NULL);
    mpq_set_si(x->re, re, 1);
}

static void gauss_clear(struct gauss *x)
{
    mpq_clears(x->re, x->im, NULL);
}

/* sum += x y */
static void add_product(struct gauss *sum, const struct gauss *x, const struct gauss *y)
{
    mpq_t z;

    mpq_init(z);
    mpq_mul(z, x->re, y->re);
    mpq_add(sum->re, sum->re, z);
    mpq_mul(z, x->im, y->im);
    mpq_sub(sum->re, sum->re, z);
    mpq_mul(z, x->re, y->im);
    mpq_add(sum->im, sum->im, z);
    mpq_mul(z, x->im, y->re);
    mpq_add(sum->im, sum->im, z);
    mpq_clear(z);
}

/* ------------------------------------------------------------------ random cases */

struct drawn {
    pm_field field;
    int n, times[MOST], total;
    bool looped;
    char text[MOST + 1][MOST][ROOM]; /* the last row has the loops */
    struct gauss number[MOST + 1][MOST];
};

/* Of two digits, of 100 bits, or with a denominator that has no finite decimal. */
static void draw_part(mpq_t x, uint64_t *seed, bool integer, int size)
{
    static const unsigned long below[] = {1, 3, 7, 9};

    mpz_set_si(mpq_numref(x), test_between(seed, -9, 9));
    if (size == 1)
        mpz_mul_2exp(mpq_numref(x), mpq_numref(x), 96);
    if (size == 1)
        mpz_add_ui(mpq_numref(x), mpq_numref(x), (unsigned long)test_between(seed, 0, 1 << 30));
    mpz_set_ui(mpq_denref(x), integer ? 1 : below[test_between(seed, 0, 3)]);
    mpq_canonicalize(x);
}

static void draw_number(struct drawn *d, uint64_t *seed, int i, int j, int size)
{
    struct gauss *const z = &d->number[i][j];

    if (test_between(seed, 0, 3) > 0)
        draw_part(z->re, seed, d->field == PM_FIELD_INTEGER, size);
    if (d->field == PM_FIELD_COMPLEX)
        draw_part(z->im, seed, false, size);
    gmp_snprintf(d->text[i][j], ROOM, d->field == PM_FIELD_COMPLEX ? "%Qd %Qd" : "%Qd", z->re,
                 z->im);
}

static void draw(struct drawn *d, uint64_t *seed)
{
    const int size = test_between(seed, 0, 1);

    *d = (struct drawn){.field = (pm_field)test_between(seed, PM_FIELD_INTEGER, PM_FIELD_COMPLEX),
                        .n = test_between(seed, 0, MOST),
                        .looped = test_between(seed, 0, 3) > 0};
    for (int i = 0; i <= MOST; i++)
        for (int j = 0; j < MOST; j++)
            gauss_init(&d->number[i][j], 0);
    for (int i = 0; i < d->n; i++) {
        for (int j = 0; j <= i; j++) {
            draw_number(d, seed, i, j, size);
            mpq_set(d->number[j][i].re, d->number[i][j].re);
            mpq_set(d->number[j][i].im, d->number[i][j].im);
            memcpy(d->text[j][i], d->text[i][j], ROOM);
        }
        draw_number(d, seed, MOST, i, size);
        const int left = TOTAL - d->total;
        d->times[i] = test_between(seed, 0, left < 4 ? left : 4);
        d->total += d->times[i];
    }
}

static void drawn_clear(struct drawn *d)
{
    for (int i = 0; i <= MOST; i++)
        for (int j = 0; j < MOST; j++)
            gauss_clear(&d->number[i][j]);
}

/* Rows first .. last - 1 of the numbers. */
static pm_problem *problem_of(const struct drawn *d, int first, int last)
{
    const char *entry[MOST * MOST];
    int row[MOST * MOST], col[MOST * MOST], count = 0;
    pm_problem *problem;

    for (int i = first; i < last; i++)
        for (int j = 0; j < d->n; j++, count++) {
            row[count] = i - first;
            col[count] = j;
            entry[count] = d->text[i][j];
        }
    test_need(
        pm_problem_new(&problem, d->field, last - first, d->n, (size_t)count, row, col, entry));
    return problem;
}

/* The first copy is matched with itself or with another one. */
static void matchings(struct gauss *sum, const struct drawn *d, const int *vertex, int count,
                      unsigned rest)
{
    int first = 0;

    if (rest == 0) {
        mpq_set_ui(sum->re, 1, 1);
        return;
    }
    while (!(rest >> first & 1))
        first++;
    rest ^= 1u << first;
    for (int other = first; other < count; other++) {
        struct gauss more;
        if (other == first ? !d->looped : !(rest >> other & 1))
            continue;
        gauss_init(&more, 0);
        matchings(&more, d, vertex, count, other == first ? rest : rest ^ 1u << other);
        add_product(sum, &more, &d->number[other == first ? MOST : vertex[first]][vertex[other]]);
        gauss_clear(&more);
    }
}

static char *text_of(const struct gauss *z, pm_field field)
{
    char *text;

    if (field == PM_FIELD_COMPLEX)
        gmp_asprintf(&text, "%Qd%s%Qdi", z->re, mpq_sgn(z->im) < 0 ? "" : "+", z->im);
    else
        gmp_asprintf(&text, "%Qd", z->re);
    return text;
}

static char *solved(const pm_problem *a, const pm_problem *loops, const int *times,
                    const pm_options *options)
{
    pm_answer *answer;
    char *text;

    test_need(pm_solve_looped(&answer, a, loops, times, options));
    test_need(pm_answer_text(&text, answer, 0));
    pm_answer_free(answer);
    return text;
}

static void check_definition(struct test *t, uint64_t *seed)
{
    const pm_options options = {.precision = PM_PRECISION_EXACT, .threads = 2};
    int wrong = 0, odd = 0, zeros = 0, complex = 0;

    for (int round = 0; round < test_rounds(300); round++) {
        struct drawn d;
        struct gauss want;
        int vertex[TOTAL], count = 0;
        draw(&d, seed);
        for (int i = 0; i < d.n; i++)
            for (int copy = 0; copy < d.times[i]; copy++)
                vertex[count++] = i;
        gauss_init(&want, 0);
        matchings(&want, &d, vertex, count, (1u << count) - 1);
        pm_problem *const a = problem_of(&d, 0, d.n), *const loops = problem_of(&d, MOST, MOST + 1);
        char *const got = solved(a, d.looped ? loops : NULL, d.times, &options);
        char *const right = text_of(&want, d.field);
        wrong += strcmp(got, right) != 0;
        if (strcmp(got, right) != 0)
            printf("# %s, not %s\n", got, right);
        odd += count % 2 != 0 && mpq_sgn(want.re) != 0;
        zeros += strcmp(right, "0") == 0;
        complex += mpq_sgn(want.im) != 0;
        free(right);
        free(got);
        pm_problem_free(loops);
        pm_problem_free(a);
        gauss_clear(&want);
        drawn_clear(&d);
    }
    CHECK(t, wrong == 0 && odd > 0 && zeros > 0 && complex > 0,
          "the definition: %d wrong; %d odd, %d zeros, %d complex", wrong, odd, zeros, complex);
}

/* One vertex with copies: H(n) = l H(n - 1) + (n - 1) a H(n - 2), by the partner of the last. */
static void check_copies(struct test *t, int copies, const char *entry, const char *loop)
{
    const int zero = 0;
    pm_problem *a, *loops;
    mpq_t x, l, one, before, step;

    test_need(pm_problem_new(&a, PM_FIELD_REAL, 1, 1, 1, &zero, &zero, &entry));
    test_need(pm_problem_new(&loops, PM_FIELD_REAL, 1, 1, 1, &zero, &zero, &loop));
    mpq_inits(x, l, one, before, step, NULL);
    mpq_set_str(x, entry, 10);
    mpq_set_str(l, loop, 10);
    mpq_set_ui(one, 1, 1);
    for (int n = 1; n <= copies; n++) {
        mpq_set_ui(step, (unsigned long)n - 1, 1);
        mpq_mul(step, step, x);
        mpq_mul(step, step, before);
        mpq_set(before, one);
        mpq_mul(one, one, l);
        mpq_add(one, one, step);
    }
    char *const want = mpq_get_str(NULL, 10, one);
    char *const got = solved(a, loops, &copies, &(pm_options){.precision = PM_PRECISION_EXACT});
    CHECK(t, strcmp(got, want) == 0, "%d copies of %s with loops %s: %zu digits", copies, entry,
          loop, strlen(want));
    free(got);
    free(want);
    mpq_clears(x, l, one, before, step, NULL);
    pm_problem_free(a);
    pm_problem_free(loops);
}

/* Without loops and copies: the hafnian by pm_solve(), exactly and modulo a number. */
static void check_hafnian(struct test *t, uint64_t *seed)
{
    const pm_options modulo = {.modulus = "1000000007"};
    static int64_t a[ORDER * ORDER];
    const pm_stack s = {
        .entries = PM_ENTRIES_INTEGER, .data = a, .count = 1, .rows = ORDER, .cols = ORDER};
    pm_problem *matrix, *hafnian;

    for (int i = 0; i < ORDER; i++)
        for (int j = 0; j <= i; j++)
            a[i * ORDER + j] = a[j * ORDER + i] = (int64_t)(test_random(seed) >> 3) - INT64_MAX / 8;
    test_need(pm_problem_dense(&matrix, &s, 0));
    test_need(pm_problem_hafnian(&hafnian, matrix));
    for (int k = 0; k < 2; k++) {
        const pm_options *const options = k == 0 ? NULL : &modulo;
        pm_answer *answer;
        char *want;
        test_need(pm_solve(&answer, hafnian, options));
        test_need(pm_answer_text(&want, answer, 0));
        char *const got = solved(matrix, NULL, NULL, options);
        CHECK(t, strcmp(got, want) == 0, "order %d%s: %s", ORDER, k == 0 ? "" : ", modulo", got);
        free(want);
        free(got);
        pm_answer_free(answer);
    }
    pm_problem_free(hafnian);
    pm_problem_free(matrix);
}

static pm_request stop(void *calls, const pm_progress *progress)
{
    (void)progress;
    return ++*(int *)calls > 1 ? PM_STOP : PM_GO_ON;
}

static void check_errors(struct test *t)
{
    enum { N = 36 };
    static int64_t a[N * N];
    const pm_stack s = {.entries = PM_ENTRIES_INTEGER, .data = a, .count = 1, .rows = N, .cols = N};
    int calls = 0;
    pm_options options = {.watch = stop, .watcher = &calls};
    pm_problem *matrix;
    pm_answer *answer = NULL;

    for (int k = 0; k < N * N; k++)
        a[k] = 1 + k / N + k % N;
    test_need(pm_problem_dense(&matrix, &s, 0));
    CHECK(t, pm_solve_looped(&answer, matrix, NULL, NULL, &options) == PM_STOPPED && calls == 2,
          "stopped by the caller: %s", pm_message());
    CHECK(t,
          pm_solve_looped(&answer, matrix, NULL, NULL, &(pm_options){.seconds = 0.1}) == PM_UNABLE,
          "stopped by the time: %s", pm_message());
    pm_problem_free(matrix);
    a[1] = 9;
    test_need(pm_problem_dense(&matrix, &s, 0));
    CHECK(t,
          pm_solve_looped(&answer, matrix, NULL, NULL, NULL) == PM_INPUT &&
              strstr(pm_message(), "not symmetric"),
          "%s", pm_message());
    pm_problem_free(matrix);
}

int main(void)
{
    struct test t = {0, 0};
    uint64_t seed = 11;

    check_errors(&t);
    check_definition(&t, &seed);
    check_copies(&t, 300, "-5/7", "11/3");
    check_copies(&t, 251, "1", "1");
    check_copies(&t, 200, "1/1000000000000000000000", "0");
    check_hafnian(&t, &seed);
    return test_done(&t);
}
