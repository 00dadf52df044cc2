/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `sweep`.  Any order of the vertices gives the same answer, by every instruction set and
 * any number of threads, for vectors that are stored in all possible ways.  Faults in compiled
 * passes are found.  tests/differential.c compares the engine with a reference. */
#include "engine/sweep/sweep.h"

#include "brute.h"
#include "ways.h"
#include "engine/isa/isa.h"
#include "engine/sweep/passes.h"
#include "engine/abilities.h"

#include <float.h>
#include <stdlib.h>

extern const struct pm_engine pm_engine_tree;

/* A random permutation of 0 .. n - 1, or one that is nearly the identity. */
static int *random_order(uint64_t *state, int n, int far)
{
    int *const order = malloc((size_t)(n + 1) * sizeof *order);
    for (int v = 0; v < n; v++)
        order[v] = v;
    for (int v = 1; v < n; v++) {
        const int k = test_between(state, v > far ? v - far : 0, v), t = order[v];
        order[v] = order[k];
        order[k] = t;
    }
    return order;
}

/* The kinds of changes of slots that the passes have used, and the largest number of slices. */
static unsigned seen;
static int most_slices;

/* One unit, which is one slice. */
static void sweep_unit(struct pm_part *part, const struct pm_order_graph *whole, const int *order,
                       const struct pm_sweep_slices *slices, uint64_t unit,
                       const struct pm_image *image, const struct pm_sweep_use *use)
{
    struct pm_order_graph *graph;
    struct pm_order_program *program;
    struct pm_sweep_passes *passes;

    test_need(pm_sweep_slice_graph(&graph, whole, order, slices, unit));
    test_need(pm_order_program_new(&program, graph, order));
    test_need(pm_sweep_passes_new(&passes, graph, program));
    for (size_t i = 0; i < passes->count; i++)
        seen |= 1u << passes->pass[i].change.move;
    test_need(pm_sweep_run(part, passes, graph, image, use));
    pm_sweep_passes_free(passes);
    pm_order_program_free(program);
    pm_order_graph_free(graph);
}

/* The sum over all matchings by a sweep in that order, with about as many slices as wanted. */
static void sweep(struct pm_part *sum, const struct pm_core *core, const int *order, int sliced,
                  const struct pm_ring *ring, const struct pm_sweep_use *use)
{
    struct pm_sweep_slices slices = {.count = 0};
    struct pm_order_graph *graph;
    struct pm_image *image;

    test_need(pm_order_graph_new(&graph, core, false));
    test_need(pm_core_image(&image, core, ring));
    while (slices.count < sliced &&
           pm_sweep_slice_more(&slices, graph, order, 0, graph->states) == PM_OK)
        most_slices = slices.count > most_slices ? slices.count : most_slices;
    for (uint64_t unit = 0; unit < UINT64_C(1) << slices.count; unit++) {
        struct pm_part part;
        sweep_unit(unit ? &part : sum, graph, order, &slices, unit, image, use);
        if (unit)
            pm_part_add(ring, sum, &part);
    }
    pm_image_free(image);
    pm_order_graph_free(graph);
}

static bool agrees(const struct pm_part *part, const struct pm_ring *ring,
                   const struct pm_gauss *truth)
{
    struct pm_value value;

    if (ring->number == PM_MOD)
        return fmpz_fdiv_ui(fmpq_numref(truth->re), (ulong)ring->p) == part->word[0];
    pm_value_init(&value);
    test_need(pm_value_set_part(&value, part));
    const bool in = brute_contains(&value, truth);
    pm_value_clear(&value);
    return in;
}

static struct pm_matrix *random_core(uint64_t *state, enum pm_kind kind, enum brute_entries entries)
{
    const int percent = test_between(state, 25, 100);
    if (kind == PM_HAFNIAN)
        return brute_symmetric(state, 2 * test_between(state, 1, 6), percent, entries);
    const int rows = test_between(state, 1, 7);
    return brute_random(state, rows, rows + (test_between(state, 0, 1) ? 0 : 2), percent, entries);
}

/* The residue by an engine. */
static uint64_t residue(const struct pm_core *core, const struct pm_engine *engine, uint64_t p)
{
    uint64_t r;

    test_need(ways_residue(&r, core, engine, p));
    return r;
}

/* The order of the vertices of a band: rows and columns in turn. */
static int *band_order(uint64_t *state, const struct pm_core *core, int far)
{
    const int rows = core->a->rows, cols = core->kind == PM_HAFNIAN ? 0 : core->a->cols;
    int *const places = random_order(state, rows + cols, far), *const order = places;
    for (int k = 0; k < rows + cols && cols > 0; k++) {
        const int v = places[k];
        order[k] = v >= 2 * rows ? v : v % 2 ? rows + v / 2 : v / 2;
    }
    return order;
}

/* Against the tree engine.  All instruction sets and numbers of threads give the same residue. */
static void check_large(struct test *t, enum pm_kind kind, int n, int width, int more)
{
    enum { PRIME = 2147483629 };
    const struct pm_ring ring = pm_number_ring_mod(PRIME),
                         wide = pm_number_ring_mod(4611686018427387847);
    uint64_t state = 31415926 + (uint64_t)n;
    struct pm_matrix *const a = brute_band(&state, kind, n, more, width);
    const struct pm_core core = {.a = a, .kind = kind};
    const uint64_t truth = residue(&core, &pm_engine_tree, PRIME);
    const uint64_t wide_truth = residue(&core, &pm_engine_tree, wide.p);
    int wrong = 0;

    for (int round = 0; round < (test_effort() == TEST_SHORT ? 1 : 2); round++) {
        int *const order = band_order(&state, &core, 1 + 2 * round);
        struct pm_part part;
        for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++)
            for (int threads = 1; threads <= 3; threads += 2) {
                sweep(&part, &core, order, 0, &ring,
                      &(struct pm_sweep_use){.threads = threads, .set = (*isa)->name});
                wrong += part.word[0] != truth;
            }
        sweep(&part, &core, order, 2, &wide, &(struct pm_sweep_use){.threads = 2});
        wrong += part.word[0] != wide_truth;
        free(order);
    }
    CHECK(t,
          truth != 0 && wrong == 0 && residue(&core, &pm_engine_sweep, PRIME) == truth &&
              residue(&core, &pm_engine_sweep, wide.p) == wide_truth,
          "%s, order %d and %d more, band %d: %d wrong",
          kind == PM_HAFNIAN ? "hafnian" : "permanent", n, more, width, wrong);
    pm_matrix_free(a);
}

/* The result is an interval around the sum of the moduli. */
static bool is_about(const struct pm_part *part, const struct pm_core *core)
{
    const struct pm_ring ring = pm_number_ring_of(PM_REAL);
    struct pm_matrix *moduli;
    struct pm_gauss truth;

    pm_gauss_init(&truth);
    test_need(pm_matrix_moduli(&moduli, core->a));
    brute_value(&truth, moduli, core->kind);
    const bool in = agrees(part, &ring, &truth);
    pm_matrix_free(moduli);
    pm_gauss_clear(&truth);
    return in;
}

static struct pm_part about(const struct pm_core *core, int slices, const char *isa)
{
    const struct pm_limits limits = {.threads = 2, .isa = isa};
    struct pm_cost cost;
    struct pm_part part;

    test_need(pm_engine_sweep.cost(&cost, core, PM_MOD, &limits));
    struct pm_sweep_choice *const c = cost.choice;
    for (int s = 0; s < slices; s++)
        if (pm_sweep_slice_more(&c->slices, c->graph, c->order->vertex, 0, c->graph->states) !=
            PM_OK)
            break;
    test_need(pm_engine_sweep.more->about(&part, core, &cost, &limits));
    pm_engine_sweep.more->forget(cost.choice);
    return part;
}

/* Numbers that become too small are raised to the smallest normal number, and the function returns
 * true. */
static void check_raised(struct test *t)
{
    const struct pm_sweep_kernel *const k = pm_sweep_kernel_of_moduli(NULL);
    float x[PM_SWEEP_PAD] = {1, 2 * FLT_MIN, 0}, y[PM_SWEEP_PAD] = {1, 0x1p-100F, 0};

    CHECK(t,
          k->shrink(x, PM_SWEEP_PAD, 10) && x[0] == 0x1p-10F && x[1] == FLT_MIN && x[2] == 0 &&
              !k->shrink(y, PM_SWEEP_PAD, 10) && y[1] == 0x1p-110F && y[2] == 0,
          "numbers that would underflow are raised");
}

/* The sum of moduli in single precision: against the definition, and for a band against its exact
 * value.  A sharper bound lets primes compute that value. */
static void check_about(struct test *t, enum pm_kind kind)
{
    static const enum brute_entries entries[] = {BRUTE_PATTERN, BRUTE_INTEGER, BRUTE_GAUSSIAN};
    uint64_t state = 271 + (uint64_t)kind;
    int wrong = 0;

    for (int round = 0; round < 45; round++) {
        struct pm_matrix *const a = random_core(&state, kind, entries[round % 3]);
        const struct pm_core core = {.a = a, .kind = kind};
        const struct pm_part part = about(&core, round % 2, NULL);
        wrong += !is_about(&part, &core);
        pm_matrix_free(a);
    }
    CHECK(t, wrong == 0, "sums of moduli in single precision: %d wrong", wrong);
    struct pm_matrix *const a = brute_band(&state, kind, 60, 0, 9);
    const struct pm_core core = {.a = a, .kind = kind};
    const struct pm_part part = about(&core, 0, NULL);
    const struct pm_ask ask = {.kind = kind, .want = PM_WANT_EXACT};
    const struct pm_ring real = pm_number_ring_of(PM_REAL);
    struct pm_value x, y;
    bool same = true;
    PM_EACH(pm_value_init, &x, &y);
    test_need(ways_value(&x, &core, &pm_engine_sweep, ask, 2));
    test_need(ways_value(&y, &core, &pm_engine_tree, ask, 1));
    for (const struct pm_isa *const *isa = pm_isa_list(); *isa != NULL; isa++) {
        const struct pm_part other = about(&core, 0, (*isa)->name);
        same &= pm_part_same(&part, &other);
    }
    CHECK(t,
          same && pm_gauss_equal(&x.centre, &y.centre) && agrees(&part, &real, &x.centre) &&
              part.err < 0x1p-8 * part.re[0],
          "... and of a band");
    PM_EACH(pm_value_clear, &x, &y);
    pm_matrix_free(a);
}

/* Makes one random fault in the passes; false: this place has nothing to damage. */
static bool damage(struct pm_sweep_passes *passes, uint64_t *state)
{
    struct pm_sweep_pass *const p = &passes->pass[test_between(state, 0, (int)passes->count - 1)];
    struct pm_sweep_change *const c = &p->change;
    struct pm_sweep_action *const a =
        &passes->action[test_between(state, 0, (int)passes->actions - 1)];
    const bool moves = c->move != PM_SWEEP_STAY && c->shape.width > 1;
    const int i = test_between(state, 0, moves ? c->shape.width - 2 : 0);

    switch (test_between(state, 0, 7)) {
    case 0:
        a->from_a = !a->from_a;
        return true;
    case 1:
        a->from_b = !a->from_b;
        return a->act == PM_SWEEP_ACT_ADD;
    case 2:
        a->entry++;
        return a->act == PM_SWEEP_ACT_ADD || a->act == PM_SWEEP_ACT_SCALE;
    case 3:
        a->a ^= 1;
        return true;
    case 4:
        if (moves)
            PM_SWAP(c->from[i], c->from[i + 1]);
        return moves;
    case 5:
        c->kept = ~c->kept;
        return c->move == PM_SWEEP_FALL;
    case 6:
        p->window[0] += p->windows > 0;
        return p->windows > 0;
    default:
        p->count -= p->count > 0;
        return p->count > 0;
    }
}

/* The check of compiled passes accepts what the compiler makes, and refuses every fault in it. */
static void check_replay(struct test *t, enum pm_kind kind, int more)
{
    enum { N = 24 };
    uint64_t state = 314 + (uint64_t)more;
    struct pm_matrix *const a = brute_band(&state, kind, N, more, 7);
    const struct pm_core core = {.a = a, .kind = kind};
    int *const order = band_order(&state, &core, 2);
    int faults = 0, missed = 0, good = 0;
    struct pm_order_graph *graph;
    struct pm_order_program *program;

    test_need(pm_order_graph_new(&graph, &core, more > 0));
    test_need(pm_order_program_new(&program, graph, order));
    for (int round = 0; round < 300; round++) {
        struct pm_sweep_passes *passes;
        test_need(pm_sweep_passes_new(&passes, graph, program));
        good += pm_sweep_replay(passes, graph, program, program->count) == PM_OK;
        if (damage(passes, &state)) {
            faults++;
            missed += pm_sweep_replay(passes, graph, program, program->count) != PM_WRONG;
        }
        pm_sweep_passes_free(passes);
    }
    CHECK(t, good == 300 && faults > 100 && missed == 0,
          "faults in compiled passes, %s and %d more: %d of %d missed",
          kind == PM_HAFNIAN ? "graph" : "matrix", more, missed, faults);
    pm_order_program_free(program);
    pm_order_graph_free(graph);
    free(order);
    pm_matrix_free(a);
}

int main(void)
{
    struct test t = {0, 0};

    check_large(&t, PM_PERMANENT, 26, 7, 0);
    check_large(&t, PM_PERMANENT, 24, 7, 2);
    check_large(&t, PM_HAFNIAN, 44, 15, 0);
    check_replay(&t, PM_PERMANENT, 0);
    check_replay(&t, PM_PERMANENT, 2);
    check_replay(&t, PM_HAFNIAN, 0);
    check_raised(&t);
    check_about(&t, PM_PERMANENT);
    check_about(&t, PM_HAFNIAN);
    const unsigned all =
        1u << PM_SWEEP_EXCHANGE | 1u << PM_SWEEP_RISE | 1u << PM_SWEEP_FALL | 1u << PM_SWEEP_REMAKE;
    CHECK(&t, (seen & all) == all, "all changes of slots are tried: %x", seen);
    CHECK(&t, most_slices == 2, "sweeps are sliced");
    return test_done(&t);
}
