/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sign patterns up to symmetry (engine/sparse/orbits.c).  Random matrices that random permutations
 * keep, against the dense walk, which knows nothing of symmetry, and against the definition; and
 * projective planes, whose permanents are known (OEIS A000794). */
#include "engine/sparse/orbits.h"

#include "base/sets.h"
#include "brute.h"
#include "ways.h"

#include <string.h>

extern const struct pm_engine pm_engine_orbits, pm_engine_dense;

enum { PRIME = 2147483629, MOST = 15, CELLS = MOST * MOST };

/* ------------------------------------------------------------------ random matrices */

/* Entries are equal if permutations of rows and columns map one to the other. */
struct drawn {
    int n, value[CELLS];
};

static void shuffle(int *list, int n, uint64_t *state)
{
    for (int k = 0; k < n; k++)
        list[k] = k;
    for (int k = n - 1; k > 0; k--) {
        const int other = test_between(state, 0, k), kept = list[k];
        list[k] = list[other];
        list[other] = kept;
    }
}

/* A random permutation with `cycles` cycles of that length; the other elements stay. */
static void draw_permutation(int *image, int n, int length, int cycles, uint64_t *state)
{
    int list[MOST];

    shuffle(list, n, state);
    for (int k = 0; k < n; k++) {
        const int first = k - k % length;
        const bool moves = k / length < cycles && first + length <= n;
        image[list[k]] = moves ? list[first + (k - first + 1) % length] : list[k];
    }
}

/* A matrix that one or two pairs of permutations keep. */
static void draw(struct drawn *d, uint64_t *state)
{
    int parent[CELLS], row[MOST], col[MOST];
    const int n = d->n = test_between(state, 4, MOST);
    const int kinds = test_between(state, 1, 4), pairs = test_between(state, 1, 2);

    for (int k = 0; k < n * n; k++)
        parent[k] = k;
    for (int pair = 0; pair < pairs; pair++) {
        const int length = test_between(state, 2, pairs == 1 ? n : 4);
        const int cycles = test_between(state, 1, n / length);
        draw_permutation(row, n, length, test_between(state, 0, n / length), state);
        draw_permutation(col, n, length, cycles, state);
        for (int k = 0; k < n * n; k++) {
            const int a = pm_set_root(parent, k),
                      b = pm_set_root(parent, row[k / n] * n + col[k % n]);
            parent[a < b ? b : a] = a < b ? a : b;
        }
    }
    for (int k = 0; k < n * n; k++) /* roots come first */
        d->value[k] =
            parent[k] == k ? test_between(state, -1, kinds) : d->value[pm_set_root(parent, k)];
}

static bool entry(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct drawn *const d = context;

    (void)im;
    fmpq_set_si(re, d->value[i * d->n + j], 1);
    return d->value[i * d->n + j] != 0;
}

/* ------------------------------------------------------------------------- values */

static pm_status residue(uint64_t *r, const struct pm_core *core, const struct pm_engine *engine)
{
    return ways_residue(r, core, engine, PRIME);
}

static void test_random_matrices(struct test *t)
{
    const int rounds = test_rounds(500);
    int right = 0, unable = 0, wrong = 0, proved = 0;
    uint64_t state = 37;

    for (int k = 0; k < rounds; k++) {
        struct drawn d;
        uint64_t x, y;
        draw(&d, &state);
        struct pm_matrix *const a = brute_made(d.n, d.n, false, entry, &d);
        const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
        const pm_status status = residue(&x, &core, &pm_engine_orbits);
        test_need(status == PM_UNABLE ? PM_OK : status);
        test_need(residue(&y, &core, &pm_engine_dense));
        if (status == PM_UNABLE)
            unable++;
        else if (x == y)
            right++;
        else
            wrong++;
        if (k % 10 == 0 && d.n <= 12 && status == PM_OK)
            proved += x == brute_residue(a, PM_PERMANENT, PRIME);
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0 && right > rounds / 2 && proved > 0,
          "%d random matrices: %d right (%d by the definition, too), %d wrong, %d without symmetry",
          rounds, right, proved, wrong, unable);
}

/* --------------------------------------------------------------------------- planes */

/* The plane of a perfect difference set: line i has the points i + d. */
struct plane {
    int order, points, difference[8];
    uint64_t permanent;
};

static bool is_on(fmpq *re, fmpq *im, int i, int j, void *context)
{
    const struct plane *const plane = context;
    bool on = false;

    (void)im;
    for (int k = 0; k <= plane->order; k++)
        on = on || (i + plane->difference[k]) % plane->points == j;
    fmpq_one(re);
    return on;
}

static void test_planes(struct test *t)
{
    static const struct plane planes[] = {
        {3, 13, {0, 1, 3, 9}, 3852},
        {4, 21, {0, 1, 4, 14, 16}, 18534400},
        {5, 31, {0, 1, 3, 8, 12, 18}, UINT64_C(4598378639550)},
        {7, 57, {0, 1, 3, 13, 32, 36, 43, 52}, 0},
    };

    for (size_t k = 0; k < sizeof planes / sizeof *planes; k++) {
        const struct plane *const plane = &planes[k];
        struct pm_matrix *const a =
            brute_made(plane->points, plane->points, false, is_on, (void *)plane);
        const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
        const struct pm_limits limits = {.threads = 1};
        struct pm_cost cost, walk;
        uint64_t x;
        test_need(pm_engine_orbits.cost(&cost, &core, PM_MOD, &limits));
        test_need(pm_engine_find("sparse")->cost(&walk, &core, PM_MOD, &limits));
        CHECK(t, cost.steps < walk.steps / 2, "plane of order %d: %.3g steps instead of %.3g, %s",
              plane->order, cost.steps, walk.steps, cost.note);
        pm_engine_orbits.more->forget(cost.choice);
        pm_engine_find("sparse")->more->forget(walk.choice);
        if (plane->permanent != 0) {
            test_need(residue(&x, &core, &pm_engine_orbits));
            CHECK(t, x == plane->permanent % PRIME, "its permanent is known");
        }
        pm_matrix_free(a);
    }
}

/* The first vertex of the 7-cube and those at distance two, which are the edges of a complete
 * graph: there are 1044 graphs on seven vertices. */
static void test_cube(struct test *t)
{
    struct pm_matrix *const a = brute_from(64, 64, brute_cube);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    const struct pm_limits limits = {.threads = 1};
    struct pm_cost cost;

    test_need(pm_engine_orbits.cost(&cost, &core, PM_MOD, &limits));
    CHECK(t, strncmp(cost.note, "1044 of 2^21 ", 13) == 0, "7-cube: %s", cost.note);
    pm_engine_orbits.more->forget(cost.choice);
    pm_matrix_free(a);
}

/* Without igraph there are no groups.  The message says so. */
static bool has_igraph(void)
{
    struct pm_matrix *const a = brute_from(8, 8, brute_one);
    const struct pm_core core = {.a = a, .kind = PM_PERMANENT};
    uint64_t x;

    const pm_status status = residue(&x, &core, &pm_engine_orbits);
    pm_matrix_free(a);
    return status == PM_OK;
}

int main(void)
{
    struct test t = {0, 0};

    if (!has_igraph()) {
        test_skip(&t, "%s", pm_message());
        return test_done(&t);
    }
    test_random_matrices(&t);
    test_cube(&t);
    test_planes(&t);
    return test_done(&t);
}
