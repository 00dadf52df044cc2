/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decompositions against the sizes in the table of sparse matrices of the SUPerman paper, if the
 * matrices are there (environment variable PM_DATA). */
#include "brute.h"
#include "reduce/edit.h"
#include "reduce/reduce.h"

#include <stdlib.h>
#include <string.h>

/* The matrix with all entries replaced by ones.  NULL if there is no file. */
static struct pm_matrix *read_pattern(const char *name)
{
    const char *const data = getenv("PM_DATA");
    pm_problem *problem;
    struct pm_matrix *a;
    char path[4096];

    snprintf(path, sizeof path, "%s/%s.mtx", data != NULL ? data : "../shared/data/suitesparse",
             name);
    const pm_status status = pm_problem_read_mtx(&problem, path);
    if (status == PM_IO)
        return NULL;
    test_need(status);
    test_need(pm_matrix_copy(&a, problem->a));
    pm_problem_free(problem);
    pm_matrix_to_pattern(a);
    return a;
}

struct leaves {
    long count, order, nnz;
};

/* DecompRyser of the paper.  At most one matrix waits on each level. */
static void walk(struct leaves *l, const struct pm_matrix *a)
{
    enum { ORDER = 30, DEGREE = 4 };
    struct pm_matrix *rest, *kept, *merged;
    struct pm_gauss factor;
    int steps;

    pm_gauss_init(&factor);
    test_need(pm_degree_reduce(&rest, &factor, a, ORDER, &steps));
    const bool zero = pm_gauss_is_zero(&factor);
    pm_gauss_clear(&factor);
    if (!zero && (rest->rows <= ORDER || pm_min_degree(rest) > DEGREE)) {
        l->count++;
        l->order += rest->rows;
        l->nnz += pm_matrix_nnz(rest);
    } else if (!zero) {
        test_need(pm_split(&kept, &merged, rest));
        walk(l, merged);
        walk(l, kept);
        pm_matrix_free(kept);
        pm_matrix_free(merged);
    }
    pm_matrix_free(rest);
}

/* The Dulmage-Mendelsohn blocks first.  Blocks of 1 x 1 count as leaves, as in the paper. */
static void walk_blocks(struct leaves *l, const struct pm_matrix *a)
{
    struct pm_rewrite w;

    pm_rewrite_init(&w);
    test_need(pm_dm_apply(&w, a));
    int single = a->rows;
    for (size_t k = 0; k < w.count; k++) {
        walk(l, w.out[k]);
        single -= w.out[k]->rows;
    }
    if (w.changed) {
        l->count += single;
        l->order += single;
        l->nnz += single;
    } else {
        walk(l, a);
    }
    pm_rewrite_clear(&w);
}

/* Sums {leaves, orders, entries}, so that the truncated means of the paper agree (Elbek et al., the
 * table of sparse experiments, columns n, nnz and #Submatrices).  If several lines have the
 * smallest degree, the paper does not say which one is treated first.  If that changes the count,
 * the last number is the paper's.  Large counts are for `make check-long`. */
static const struct {
    const char *name;
    bool blocks, large;
    struct leaves want;
    long papers; /* leaves in the paper; 0: the same as here */
} paper[] = {
    {"bcspwr02", false, false, {1, 30, 110}, 0},
    {"d_ss", false, false, {1, 30, 94}, 0},
    {"impcol_b", false, false, {1, 30, 174}, 0},
    {"impcol_b", true, false, {19, 48, 192}, 0},
    {"steam3", false, false, {88, 2640, 12588}, 0},
    {"ww_36_pmec_36", false, false, {1, 30, 872}, 0},
    {"ww_36_pmec_36", true, false, {11, 40, 882}, 0},
    {"bfwb62", true, false, {9, 267, 1629}, 9}, /* its entries differ from the paper's */
    {"steam3", true, false, {108, 2660, 12608}, 90},
    {"will57", false, false, {2524, 75720, 380259}, 6834},
    {"curtis54", false, true, {139328, 4179840, 22991579}, 143219},
    {"dwt_59", false, true, {145804, 4374120, 20066428}, 162192},
    {"CAG_mat72", false, true, {596728, 19475856, 285925468}, 0},
};

static void test_paper(struct test *t)
{
    for (size_t k = 0; k < sizeof paper / sizeof *paper; k++) {
        struct leaves l = {0};
        if (paper[k].large && test_effort() != TEST_LONG)
            continue;
        struct pm_matrix *const a = read_pattern(paper[k].name);
        if (a == NULL) {
            test_skip(t, "PM_DATA has no %s.mtx: the paper's leaves are NOT checked",
                      paper[k].name);
            continue;
        }
        if (paper[k].blocks)
            walk_blocks(&l, a);
        else
            walk(&l, a);
        CHECK(t, memcmp(&l, &paper[k].want, sizeof l) == 0,
              "%s%s: %ld leaves, of orders %ld and entries %ld in all; the paper has %ld leaves",
              paper[k].name, paper[k].blocks ? " in blocks" : "", l.count, l.order, l.nnz,
              paper[k].papers > 0 ? paper[k].papers : l.count);
        pm_matrix_free(a);
    }
}

int main(void)
{
    struct test t = {0};

    test_paper(&t);
    return test_done(&t);
}
