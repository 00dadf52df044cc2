/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_solve_small() on many random problems of all kinds, with every instruction set.  The answers
 * have the value, the bound and the type of those of pm_solve().  With few rows they are compared
 * with the expansion along rows, too.  Problems that are not small are left to pm_solve(). */
#include "brute.h"
#include "engine/isa/isa.h"
#include "solve/solve.h"

#include <stdlib.h>
#include <string.h>

enum { PROBLEMS = 160, BRUTE_ROWS = 6 };

/* Multiplies the entries by large numbers, or divides rows by powers of ten. */
static void scale(struct pm_matrix *a, uint64_t *seed)
{
    const int shape = test_between(seed, 0, 4);
    fmpz_t ten;

    fmpz_init(ten);
    for (int i = 0; i < a->rows; i++) {
        fmpz_set_ui(ten, 10);
        fmpz_pow_ui(ten, ten, (ulong)test_between(seed, 0, shape == 0 ? 17 : 3));
        for (int k = a->start[i]; k < a->start[i + 1]; k++) {
            if (shape < 2)
                fmpq_div_fmpz(a->re + k, a->re + k, ten);
            if (shape == 2)
                fmpq_mul_si(a->re + k, a->re + k, (slong)(test_random(seed) >> 2) + 1);
            if (shape == 3)
                fmpq_mul_2exp(a->re + k, a->re + k, (ulong)test_between(seed, 0, 200));
            if (a->im != NULL && shape < 3)
                fmpq_mul_si(a->im + k, a->im + k, test_between(seed, 1, 999999));
        }
    }
    fmpz_clear(ten);
}

static pm_problem *draw(uint64_t *seed)
{
    static const pm_field field[BRUTE_KINDS] = {
        [BRUTE_PATTERN] = PM_FIELD_PATTERN,
        [BRUTE_INTEGER] = PM_FIELD_INTEGER,
        [BRUTE_DECIMAL] = PM_FIELD_REAL,
        [BRUTE_GAUSSIAN] = PM_FIELD_COMPLEX,
    };
    const enum brute_entries kind = (enum brute_entries)test_between(seed, 0, BRUTE_KINDS - 1);
    const int most = test_between(seed, 0, 5) == 0 ? 15 : 7;
    const int rows = test_between(seed, 0, most);
    const int cols = test_between(seed, 0, 3) == 0 ? test_between(seed, 0, 15) : rows;
    struct pm_matrix *const a = brute_random(seed, rows, cols, test_between(seed, 30, 130), kind);

    if (kind == BRUTE_DECIMAL || kind == BRUTE_GAUSSIAN)
        scale(a, seed);
    pm_problem *const problem = brute_problem(a, field[kind]);
    pm_matrix_free(a);
    return problem;
}

static bool same_answer(const pm_answer *x, const pm_answer *y)
{
    char *text[2], *bound[2];

    test_need(pm_answer_text(&text[0], x, 0));
    test_need(pm_answer_text(&text[1], y, 0));
    test_need(pm_answer_bound(&bound[0], x));
    test_need(pm_answer_bound(&bound[1], y));
    const bool same = brute_same_bits(&x->value, &y->value) && strcmp(text[0], text[1]) == 0 &&
                      strcmp(bound[0], bound[1]) == 0 &&
                      strcmp(pm_answer_type(x), pm_answer_type(y)) == 0 &&
                      pm_answer_bits(x) == pm_answer_bits(y);
    for (int k = 0; k < 2; k++) {
        free(text[k]);
        free(bound[k]);
    }
    return same;
}

static bool is_expansion(const pm_answer *answer, const pm_problem *problem)
{
    struct pm_matrix *const upright = brute_upright(problem->a);
    struct pm_gauss want;
    bool same = true;

    pm_gauss_init(&want);
    if (upright->rows <= BRUTE_ROWS) {
        brute_permanent(&want, upright);
        same = pm_gauss_equal(&answer->value.centre, &want);
    }
    pm_gauss_clear(&want);
    pm_matrix_free(upright);
    return same;
}

static bool is_small(const pm_problem *problem)
{
    const int m = pm_problem_rows(problem), n = pm_problem_cols(problem);

    return (m < n ? m : n) <= 12;
}

/* Many problems, each compared with pm_solve() and with the expansion along rows. */
static void check(struct test *t, uint64_t *seed, const char *set, pm_precision precision)
{
    const pm_options options = {.precision = precision, .threads = test_between(seed, 0, 3)};
    pm_options planned = options;
    pm_problem *problem[PROBLEMS];
    pm_answer *answer[PROBLEMS];
    int wrong = 0, missed = 0, found = 0;

    planned.gpus = PM_GPUS_NONE;
    for (int k = 0; k < PROBLEMS; k++)
        problem[k] = draw(seed);
    test_need(pm_solve_small(answer, problem, PROBLEMS, &options));
    for (int k = 0; k < PROBLEMS; k++) {
        pm_answer *other = NULL;
        test_need(pm_solve(&other, problem[k], &planned));
        missed += (answer[k] != NULL) != is_small(problem[k]);
        if (answer[k] != NULL)
            wrong += !same_answer(answer[k], other) || !is_expansion(answer[k], problem[k]);
        found += answer[k] != NULL;
        pm_answer_free(other);
        pm_answer_free(answer[k]);
        pm_problem_free(problem[k]);
    }
    CHECK(t, wrong == 0 && missed == 0 && found > PROBLEMS / 2,
          "%s, precision %d: %d problems, %d answers, %d wrong, %d missed", set, (int)precision,
          PROBLEMS, found, wrong, missed);
}

static void check_none(struct test *t, const char *what, pm_problem *problem,
                       const pm_options *options)
{
    pm_answer *answer = (pm_answer *)&answer;

    test_need(pm_solve_small(&answer, &problem, 1, options));
    CHECK(t, answer == NULL, "left to pm_solve(): %s", what);
}

/* A 1 x 1 matrix whose entry has this many digits. */
static pm_problem *long_number(int digits)
{
    const int zero = 0;
    char *const text = malloc((size_t)digits + 1);
    const char *const value = text;
    pm_problem *problem;

    memset(text, '7', (size_t)digits);
    text[digits] = '\0';
    test_need(pm_problem_new(&problem, PM_FIELD_INTEGER, 1, 1, 1, &zero, &zero, &value));
    free(text);
    return problem;
}

static void check_left(struct test *t)
{
    struct pm_matrix *const ones = brute_from(4, 4, brute_one), *const wide =
                                                                    brute_from(2, 49, brute_one);
    pm_problem *const small = brute_problem(ones, PM_FIELD_REAL);
    pm_problem *const wider = brute_problem(wide, PM_FIELD_INTEGER), *hafnian;
    pm_problem *const number = long_number(300), *const longer = long_number(3000);
    pm_answer *answer = NULL;
    char *text;

    test_need(pm_problem_hafnian(&hafnian, small));
    check_none(t, "a hafnian", hafnian, NULL);
    check_none(t, "2 x 49", wider, NULL);
    check_none(t, "3000 digits", longer, NULL);
    check_none(t, "double", small, &(pm_options){.precision = PM_PRECISION_DOUBLE});
    check_none(t, "200 bits", small, &(pm_options){.precision = (pm_precision)200});
    check_none(t, "an engine", small, &(pm_options){.engine = "ryser"});
    check_none(t, "a modulus", small, &(pm_options){.modulus = "7"});
    test_need(pm_solve_small(&answer, (pm_problem *[]){number}, 1, NULL));
    test_need(pm_answer_text(&text, answer, 0));
    CHECK(t, strlen(text) == 300 && strspn(text, "7") == 300, "a number of 300 digits");
    CHECK(t,
          strcmp(pm_answer_engines(answer), "table") == 0 &&
              strcmp(pm_answer_reductions(answer), "") == 0,
          "its engine is the table");
    free(text);
    pm_answer_free(answer);
    test_need(pm_solve_small(NULL, NULL, 0, NULL));
    pm_problem_free(small);
    pm_problem_free(wider);
    pm_problem_free(hafnian);
    pm_problem_free(number);
    pm_problem_free(longer);
    pm_matrix_free(ones);
    pm_matrix_free(wide);
}

int main(void)
{
    struct test t = {0};
    uint64_t seed = 20;

    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++) {
        setenv("PM_ISA", (*isa)->name, 1);
        for (int k = test_rounds(2); k > 0; k--)
            check(&t, &seed, (*isa)->name, k % 2 == 0 ? PM_PRECISION_EXACT : PM_PRECISION_AUTO);
    }
    unsetenv("PM_ISA");
    check_left(&t);
    return test_done(&t);
}
