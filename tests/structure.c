/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm_structure_find() on random small matrices, also with copies of lines, and graphs, against all
 * largest matchings. */
#include "brute.h"

#include <string.h>

enum { LINES = 16, ENTRIES = 64 };

/* All matchings of a graph whose edge k joins u[k] and v[k]. */
struct all {
    int edges, u[ENTRIES], v[ENTRIES];
    int best; /* edges of the largest matchings */
    long count, uses[ENTRIES],
        met[LINES]; /* of the largest matchings; those with an edge; a vertex */
    bool used[LINES], in[ENTRIES];
};

static void visit(struct all *a, int edge, int size)
{
    if (edge < a->edges) {
        const int u = a->u[edge], v = a->v[edge];
        visit(a, edge + 1, size);
        if (u == v || a->used[u] || a->used[v])
            return;
        a->used[u] = a->used[v] = a->in[edge] = true;
        visit(a, edge + 1, size + 1);
        a->used[u] = a->used[v] = a->in[edge] = false;
        return;
    }
    if (size < a->best)
        return;
    if (size > a->best) {
        memset(a->uses, 0, sizeof a->uses);
        memset(a->met, 0, sizeof a->met);
        a->count = 0;
    }
    a->best = size;
    a->count++;
    for (int k = 0; k < a->edges; k++)
        a->uses[k] += a->in[k];
    for (int v = 0; v < LINES; v++)
        a->met[v] += a->used[v];
}

/* The part of vertex x by the definition: D, or a neighbour of D, or neither. */
static pm_part part_of(const struct all *a, int x)
{
    if (a->met[x] < a->count)
        return PM_PART_MISSED;
    for (int k = 0; k < a->edges; k++)
        if (a->u[k] != a->v[k] && ((a->u[k] == x && a->met[a->v[k]] < a->count) ||
                                   (a->v[k] == x && a->met[a->u[k]] < a->count)))
            return PM_PART_BESIDE;
    return PM_PART_REST;
}

/* The lines that cannot be matched have fewer partners, which are all that meet them. */
static bool is_obstacle(const struct all *a, const pm_structure *s, int rows)
{
    bool out[LINES] = {false}, in[LINES] = {false};

    for (int k = 0; k < s->unmatcheds; k++)
        out[s->unmatched[k] + (s->unmatched_cols ? rows : 0)] = true;
    for (int k = 0; k < s->partnered; k++)
        in[s->partners[k] + (s->unmatched_cols ? 0 : rows)] = true;
    for (int k = 0; k < a->edges; k++)
        if ((out[a->u[k]] && !in[a->v[k]]) || (out[a->v[k]] && !in[a->u[k]]))
            return false;
    return s->partnered < s->unmatcheds;
}

/* Of a block form: entries stand in or above the diagonal blocks. */
static bool is_triangular(const struct all *a, const pm_structure *s, int rows, int cols)
{
    int block[LINES] = {0}, lines = 0;

    for (int b = 0; b < s->blocks; b++) {
        for (int k = s->row_start[b]; k < s->row_start[b + 1]; k++, lines++)
            block[s->row_order[k]] = b;
        for (int k = s->col_start[b]; k < s->col_start[b + 1]; k++, lines++)
            block[rows + s->col_order[k]] = b;
    }
    for (int k = 0; k < a->edges; k++)
        if (block[a->u[k]] > block[a->v[k]] ||
            (s->role[k] == PM_NEVER) != (block[a->u[k]] < block[a->v[k]]))
            return false;
    return lines == rows + cols;
}

static void compare(struct test *t, const pm_problem *problem, bool symmetric, int round)
{
    const int m = pm_problem_rows(problem), n = pm_problem_cols(problem), shift = symmetric ? 0 : m;
    struct all a = {.edges = (int)pm_problem_entries(problem)};
    size_t never = 0, always = 0;
    bool right = true;
    pm_structure *s;

    for (int k = 0; k < a.edges; k++) {
        pm_problem_entry(problem, (size_t)k, &a.u[k], &a.v[k]);
        a.v[k] += shift;
        if (symmetric && a.u[k] > a.v[k]) /* the mirror of an edge is none */
            a.u[k] = a.v[k];
    }
    visit(&a, 0, 0);
    test_need(pm_structure_find(&s, problem, NULL));
    for (int k = 0; k < a.edges; k++) {
        if (symmetric && a.u[k] == a.v[k])
            continue;
        const pm_role role = a.uses[k] == 0        ? PM_NEVER
                             : a.uses[k] < a.count ? PM_SOMETIMES
                                                   : PM_ALWAYS;
        right = right && s->role[k] == role;
        never += role == PM_NEVER;
        always += role == PM_ALWAYS;
    }
    CHECK(t, right && s->never == never && s->always == always, "round %d, %d x %d: roles", round,
          m, n);
    right = s->rank == a.best && s->perfect == (s->rank == (symmetric ? m / 2.0 : m < n ? m : n));
    for (int i = 0; i < m; i++)
        right = right && s->row_part[i] == part_of(&a, i);
    for (int j = 0; j < n && !symmetric; j++)
        right = right && s->col_part[j] == part_of(&a, m + j);
    CHECK(t, right, "round %d: rank %d and parts", round, a.best);
    if (!symmetric)
        CHECK(t,
              is_triangular(&a, s, m, n) && s->perfect == (s->why == NULL) &&
                  (s->perfect || is_obstacle(&a, s, m)),
              "round %d: %d blocks, %s", round, s->blocks, s->perfect ? "perfect" : s->why);
    pm_structure_free(s);
}

/* Of a matrix of at most 3 x 3. */
static void draw_copies(pm_problem *problem, uint64_t *seed)
{
    int times[6];

    for (int k = 0; k < 6; k++)
        times[k] = test_between(seed, 0, 2);
    test_need(pm_problem_repeat(problem, times, times + 3));
}

int main(void)
{
    struct test t = {0};
    uint64_t seed = 36;
    const int rounds = test_rounds(250);

    for (int round = 0; round < rounds; round++) {
        const bool symmetric = round % 2 == 1;
        const int m = test_between(&seed, 0, symmetric ? 8 : 5), n = test_between(&seed, 0, 5);
        struct pm_matrix *const a =
            symmetric ? brute_symmetric(&seed, m, 35, BRUTE_PATTERN)
                      : brute_random(&seed, m, n, test_between(&seed, 10, 60), BRUTE_PATTERN);
        pm_problem *const problem = brute_problem(a, PM_FIELD_PATTERN);
        problem->kind = symmetric ? PM_HAFNIAN : PM_PERMANENT;
        if (!symmetric && m < 4 && n < 4)
            draw_copies(problem, &seed);
        compare(&t, problem, symmetric, round);
        pm_problem_free(problem);
        pm_matrix_free(a);
    }
    return test_done(&t);
}
