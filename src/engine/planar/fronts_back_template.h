/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the entries of the inverse of a matrix at the places of its nonzeros.  Goes through its
 * fronts from the roots down (Takahashi, Fagan and Chen, Formation of a sparse bus impedance matrix
 * and its application to short circuit study, PICA 1973; Erisman and Tinney, On computing certain
 * elements of the inverse of a sparse matrix, CACM 18, 1975; by fronts as Lin and others, SelInv,
 * ACM TOMS 37, 2011).  An entry times its cofactor is the weight of the matchings with its edge
 * (Kenyon, Local statistics of lattice dimers, Annales de l'Institut Henri Poincare, Probabilites
 * et Statistiques 33, 1997).
 *
 * In the formulas, index 1 means the rows and columns of the pivots of a front; index 2 means its
 * other rows and columns, which are also in its parent.  The part M of the inverse that belongs to
 * the front follows from M22, which is a part of that of the parent:
 *
 *     M12 = - A11^-1 A12 M22,  M21 = - M22 A21 A11^-1,  M11 = A11^-1 - M12 A21 A11^-1.
 *
 * We need the inverse times the determinant (Pfaffian), which also exists for a singular matrix.
 * Let R be the matrix that a root could not eliminate.  Then M is det(R) times the inverse: at the
 * root, M22 is the adjugate of R, and A11^-1 gets the factor det(R).  The adjugate of a 1 x 1
 * matrix is 1; for the Pfaffian, that of a 2 x 2 matrix is (0 -1; 1 0).
 *
 * Cost: about twice that of the elimination, and the memory of all fronts.  A file that includes
 * this has defined what fronts_template.h lists. */
#pragma once

#include "engine/planar/fronts_template.h"

/* The part of the inverse that belongs to one front.  Its rows are columns of the matrix, and its
 * columns are rows of the matrix. */
struct back {
    struct pm_rest m;
    N *turned; /* M22 transposed */
    int rest;
};

static void back_clear(struct back *b)
{
    rest_clear(&b->m);
    n_free(b->turned, (size_t)b->rest * (size_t)b->rest);
}

/* Replaces R by its adjugate. */
static void root_adjugate(const struct job *job, struct pm_rest *r)
{
    const bool skew = job->fronts->skew;

    if (r->size != (skew ? 2 : 1)) {
        n_minors(job->field, r->value, r->size, skew);
        return;
    }
    for (int c = 0; c < r->size; c++)
        for (int i = 0; i < r->size; i++) {
            N *const x = &rest_row(r, c)[i];
            if (skew && r->col[c] == r->row[i]) {
                n_zero(x);
                continue;
            }
            n_one(job->field, x);
            if (skew && i == 1)
                n_neg(job->field, x);
        }
}

/* Makes M with M22, which is `given`, and with A11^-1 times det(R) in the place of M11. */
static pm_status back_new(struct back *b, const struct job *job, const struct kept *k,
                          const struct pm_rest *given)
{
    const int rest = k->rest;

    *b = (struct back){.rest = rest};
    PM_TRY(rest_new(&b->m, k->row, k->col, k->pivots + rest));
    PM_TRY(n_new(&b->turned, (size_t)rest * (size_t)rest));
    for (int c = 0; c < rest; c++)
        for (int i = 0; i < rest; i++) {
            const N *const x = &rest_row(given, c)[i];
            n_set(&rest_row(&b->m, k->pivots + c)[k->pivots + i], x);
            n_set(&b->turned[(size_t)i * (size_t)rest + (size_t)c], x);
        }
    for (int t = 0; t < k->pivots; t++)
        for (int i = 0; i < k->pivots; i++)
            n_mul(job->field, &rest_row(&b->m, t)[i], job->rest,
                  &k->inverse[(size_t)t * (size_t)k->pivots + (size_t)i]);
    return PM_OK;
}

static void back_run(const struct field *field, struct back *b, const struct kept *k)
{
    const int pivots = k->pivots, rest = k->rest;

    for (int t = 0; t < pivots; t++) {
        N *const m = rest_row(&b->m, t);
        for (int i = 0; i < rest; i++)
            n_minus_dot(field, &m[pivots + i], k->across + (size_t)t * (size_t)rest,
                        b->turned + (size_t)i * (size_t)rest, rest);
        for (int i = 0; i < pivots; i++)
            n_minus_dot(field, &m[i], m + pivots, k->down + (size_t)i * (size_t)rest, rest);
    }
    for (int c = 0; c < rest; c++) {
        N *const m = rest_row(&b->m, pivots + c);
        for (int i = 0; i < pivots; i++)
            n_minus_dot(field, &m[i], m + pivots, k->down + (size_t)i * (size_t)rest, rest);
    }
}

/* share[e] = the share of each entry e that was added in front s. m is M of this front. */
static void read_shares(N *share, struct job *job, int s, const struct pm_rest *m)
{
    const struct pm_fronts *const fronts = job->fronts;

    for (int k = 0; k < m->size; k++) {
        job->row_at[m->row[k]] = k;
        job->col_at[m->col[k]] = k;
    }
    for (int at = fronts->entry_start[s]; at < fronts->entry_start[s + 1]; at++) {
        const int e = fronts->entry[at], sign = job->entry_sign[e];
        const int col = job->col_at[job->entry_col[e]], row = job->row_at[fronts->entry_row[at]];
        n_zero(&share[e]);
        if (sign == 0)
            continue;
        n_mul(job->field, &share[e], &job->entry[e], &rest_row(m, col)[row]);
        n_mul(job->field, &share[e], &share[e], job->product);
        times_factor(job->field, &share[e], sign);
    }
}

/* Puts on the stack the parts of m, the M of front s, that the children of s need, that of the last
 * child on top. */
static pm_status give_children(struct job *job, int s, const struct pm_rest *m)
{
    const int children = job->fronts->children[s];
    struct pm_rest *const child = job->stack + job->depth;

    job->depth += children;
    for (int k = children, c = s - 1; k-- > 0; c -= job->fronts->tree[c]) {
        const struct kept *const of = &job->kept[c];
        PM_TRY(rest_new(&child[k], of->row + of->pivots, of->col + of->pivots, of->rest));
        for (int j = 0; j < of->rest; j++)
            for (int i = 0; i < of->rest; i++)
                n_set(&rest_row(&child[k], j)[i],
                      &rest_row(m, job->col_at[child[k].col[j]])[job->row_at[child[k].row[i]]]);
    }
    return PM_OK;
}

/* Processes front s: takes its M22 from the stack, and puts those of its children there. */
static pm_status front_back(N *share, struct job *job, int s)
{
    const struct pm_fronts *const fronts = job->fronts;
    struct pm_rest given = job->stack[--job->depth];
    struct back b = {.rest = 0};
    pm_status status;

    job->stack[job->depth] = (struct pm_rest){0};
    if (fronts->border_start[s + 1] == fronts->border_start[s])
        root_adjugate(job, &given);
    PM_TRY_GOTO(status, back_new(&b, job, &job->kept[s], &given), done);
    back_run(job->field, &b, &job->kept[s]);
    read_shares(share, job, s, &b.m);
    status = give_children(job, s, &b.m);
done:
    back_clear(&b);
    rest_clear(&given);
    kept_clear(&job->kept[s]);
    job->kept[s] = (struct kept){.pivots = 0};
    return status;
}

/* share[e] = entry e of K times its cofactor, times the sign that job->product has at the
 * beginning. fronts_run() must have been called with job->kept. */
static pm_status fronts_back(N *share, struct job *job)
{
    for (int s = job->fronts->count; s-- > 0;)
        PM_TRY(front_back(share, job, s));
    return PM_OK;
}

/* share[e] += what the job contributes to the sum over the matchings with entry e.  one: working
 * memory. */
static pm_status add_shares(N *share, N *one, struct job *job, int entries)
{
    PM_TRY(fronts_back(one, job));
    for (int e = 0; e < entries; e++)
        n_add(job->field, &share[e], &one[e]);
    return PM_OK;
}

/* Adds what `count` sets of signs contribute, from the set `first` on: to *sum, the sum over all
 * matchings; to share[e] (NULL: not wanted, as if count > 1), for each entry, that over the
 * matchings with it. */
static pm_status add_sets(N *sum, N *share, N *one, const struct job *whole,
                          const struct pm_kasteleyn *k, int first, int count, int entries)
{
    const size_t numbers = 2 * (size_t)count;
    struct job *job = NULL;
    N *number;
    pm_status status = PM_OK;

    PM_TRY(n_new(&number, numbers));
    PM_NEW_GOTO(status, job, count, done);
    for (int j = 0; j < count; j++) {
        job[j] = *whole;
        job[j].entry_sign = k->sheets.signs[first + j].entry;
        job[j].alike = count > 1 ? &k->alike : NULL;
        job[j].set = j;
        job[j].product = &number[2 * j];
        job[j].rest = &number[2 * j + 1];
        n_one(whole->field, job[j].product);
        n_one(whole->field, job[j].rest);
        turn(whole->field, job[j].product,
             k->sheets.signs[first + j].turns + (count > 1 && k->alike.minus[j] ? 2 : 0));
    }
    if (share != NULL)
        PM_NEW_GOTO(status, job[0].kept, whole->fronts->count, done);
    PM_TRY_GOTO(status, fronts_run(job, count, k->threads > 1 ? k->threads : 1), done);
    if (share != NULL)
        PM_TRY_GOTO(status, add_shares(share, one, &job[0], entries), done);
    for (int j = 0; j < count; j++) {
        n_mul(whole->field, job[j].product, job[j].product, job[j].rest);
        n_add(whole->field, sum, job[j].product);
    }
done:
    for (int j = 0; j < count && job != NULL; j++)
        job_clear(&job[j]);
    n_free(number, numbers);
    free(job);
    return status;
}

/* What all sets of signs have in common as a factor (struct pm_sheets).  one: working memory. */
static void times_sheets(const struct field *field, N *x, N *one, const struct pm_sheets *sheets)
{
    if (sheets->rank % 2 != 0) {
        n_set(one, x);
        n_turn(field, one);
        n_add(field, x, one);
    }
    for (int k = 0; k < (sheets->rank + 1) / 2; k++)
        n_half(field, x);
}

/* The same for all sets of signs.  *sum and share[] are 0 before.  `whole` has the field and the
 * entries. */
static pm_status find_sheets(N *sum, N *share, const struct pm_kasteleyn *k, struct job whole,
                             int entries)
{
    const int sheets = pm_sheets_count(&k->sheets), count = share == NULL ? sheets : 1;
    const size_t room = (size_t)entries + 1;
    pm_status status = PM_OK;
    N *one;

    whole.fronts = k->fronts;
    whole.stop = k->stop;
    PM_TRY(n_new(&one, share != NULL ? room : 1));
    for (int first = 0; first < sheets && status == PM_OK; first += count)
        status = add_sets(sum, share, one, &whole, k, first, count, entries);
    times_sheets(whole.field, sum, one, &k->sheets);
    for (int e = 0; share != NULL && k->sheets.rank > 0 && e < entries; e++)
        times_sheets(whole.field, &share[e], one, &k->sheets);
    n_free(one, share != NULL ? room : 1);
    return status;
}

/* The same for `leaves` leaves from number `first` on. */
static pm_status add_leaves(N *sum, N *share, const struct pm_kasteleyn *k, struct job whole,
                            int entries, uint64_t first, uint64_t leaves)
{
    pm_status status = PM_OK;

    if (k->far == NULL)
        return find_sheets(sum, share, k, whole, entries);
    for (uint64_t number = first; number < first + leaves && status == PM_OK; number++) {
        struct pm_kasteleyn leaf;
        bool some;
        status = pm_kasteleyn_leaf(&leaf, NULL, &some, k, number);
        if (status == PM_OK && some)
            status = find_sheets(sum, share, &leaf, whole, entries);
        pm_kasteleyn_leaf_clear(&leaf);
        PM_THEN(status, pm_go_on(k->stop));
    }
    return status;
}
