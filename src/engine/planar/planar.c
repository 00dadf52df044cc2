/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Engine `planar`: perfect matchings of planar graphs in polynomial time (Kasteleyn 1961 and 1967,
 * Temperley and Fisher 1961; the FKT algorithm).
 *
 * The graph is embedded in the plane (embed.c).  Its edges are oriented so that all its
 * perfect matchings have the same sign in the Pfaffian of the signed adjacency matrix
 * (orient.c).  If the graph is bipartite, the determinant of the signed biadjacency matrix,
 * which has half the order, is used instead.  Weights may be any numbers.  One perfect matching
 * (match.c) tells the sign.  Then sparse elimination follows, modulo one prime at a time.
 * The order of elimination and its tree of fronts are found once (pair_order.c and
 * fronts.c), and used for each prime (eliminate.c).  A step is a product; n vertices need
 * n^1.5 steps.
 *
 * Real and complex answers of any precision are computed in ball arithmetic (Arb) with as many bits
 * as necessary (balls_template.h).
 *
 * A graph that is planar but for a few edges, or a few vertices with many edges, is a sum of planar
 * ones (far.c), which are the units of work.
 *
 * A graph on a torus needs four orientations, and one on another surface also some (surface.c).
 * What their eliminations share is done once (switching.c).  The embedding is given, or found
 * (plane_search.c). */
#include "base/alloc.h"
#include "base/status.h"
#include "base/stored.h"
#include "engine/abilities.h"
#include "engine/isa/isa.h"
#include "engine/planar/planar.h"
#include "engine/search_steps.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void planar_forget(void *choice)
{
    if (choice != NULL)
        pm_kasteleyn_clear(choice);
    free(choice);
}

static bool is_modular(enum pm_number number)
{
    return number == PM_MOD || number == PM_MODS;
}

/* True if real balls are enough; on a surface without orientation, they are not. */
static bool is_real(enum pm_number number, const struct pm_kasteleyn *k)
{
    return (number == PM_REAL || number == PM_DD) && !k->sheets.imaginary;
}

static int bits_of(enum pm_number number)
{
    return number == PM_REAL || number == PM_COMPLEX ? 53 : 106;
}

/* The time of a product, as a multiple of what the rate says, and the memory of a number, as a
 * multiple of that of a residue. */
struct price {
    double time, bytes;
};

/* Complex balls take COMPLEX times the time of real ones; double-double numbers with a proved bound
 * PROVED times that of balls with 128 bits.  They are enough if spreads are below CLOSE. */
static const double COMPLEX = 4, PROVED = 0.7, CLOSE = 1.8;

/* `sum`: a sum is wanted, and no shares. */
static struct price price_of(enum pm_number number, const struct pm_kasteleyn *k, int any, bool sum)
{
    if (is_modular(number))
        return (struct price){1, number == PM_MODS ? PM_RESIDUES : 1};
    const double known = any > 0 ? pm_any_slower(any) : 1;
    const int bits = pm_balls_bits(k, any > 0 ? any : bits_of(number));
    const bool proved = sum && number == PM_REAL && any == 0 && k->fronts->skew && k->far == NULL &&
                        k->sheets.rank == 0 && k->spread < CLOSE;
    const bool slower = k->sheets.imaginary && (number == PM_REAL || number == PM_DD);
    const double time = proved ? PROVED : pm_balls_price(bits) * (slower ? COMPLEX : 1);

    return (struct price){time / known, (14 + bits / 64.0) * (is_real(number, k) ? 1 : 2) / known};
}

/* *out = the data by which the matchings of the core are counted.  The search for far edges, if
 * there was none yet, may take this number of steps. */
static pm_status planar_find(struct pm_kasteleyn **out, const struct pm_core *core,
                             const struct pm_limits *limits, double steps)
{
    struct pm_kasteleyn *k;

    PM_NEW(k, 1);
    PM_GIVE(out, k,
            limits->search != NULL ? pm_far_found(k, core, limits->search)
                                   : pm_kasteleyn_find(k, core->a, core->kind, core->around, steps),
            planar_forget);
}

/* Euler: more edges do not fit in a torus. */
static bool may_fit_torus(const struct pm_core *core)
{
    const struct pm_matrix *const a = core->a;
    const double vertices = core->kind == PM_HAFNIAN ? a->rows : (double)a->rows + a->cols;

    return a->rows == a->cols &&
           pm_matrix_nnz(a) / (core->kind == PM_HAFNIAN ? 2 : 1) <= 3 * vertices;
}

/* Fails where the prime that the user wants has no square root of -1, and one is necessary. */
static pm_status check_prime(const struct pm_kasteleyn *k, uint64_t prime)
{
    return !k->sheets.imaginary || prime % 4 != 3
               ? PM_OK
               : pm_fail(PM_UNABLE,
                         "the surface has no orientation, and -1 no square root modulo "
                         "%" PRIu64,
                         prime);
}

/* Says what is computed, for the plan. */
static void note(char *text, size_t room, const struct pm_kasteleyn *k)
{
    const int rank = k->sheets.rank, sheets = pm_sheets_count(&k->sheets);
    char before[96] = "";

    if (k->far != NULL)
        snprintf(before, sizeof before, "%.0f leaves, each a ", k->leaves);
    else if (rank > 0 && (rank == 2 || (rank == 1 && k->sheets.imaginary)))
        snprintf(before, sizeof before, "%s, %d ",
                 rank == 1             ? "projective plane"
                 : k->sheets.imaginary ? "Klein bottle"
                                       : "torus",
                 sheets);
    else if (rank > 0)
        snprintf(before, sizeof before, "%s of genus %d, %d ",
                 k->sheets.imaginary ? "surface without orientation" : "surface",
                 k->sheets.imaginary ? rank : rank / 2, sheets);
    snprintf(text, room, "%s%s%s of order %d, %d fronts", before,
             k->fronts->skew ? "Pfaffian" : "determinant", rank > 0 ? "s" : "", k->fronts->n,
             k->fronts->count);
    if (k->far != NULL) /* their names follow */
        snprintf(text + strlen(text), room - strlen(text), ", %d far edge%s", k->far->edges,
                 k->far->edges == 1 ? "" : "s");
}

static int branches(const int **u, const int **v, const struct pm_cost *cost)
{
    const struct pm_kasteleyn *const k = cost->choice;

    if (k->far == NULL)
        return 0;
    *u = k->far->u;
    *v = k->far->v;
    return k->far->edges;
}

/* Fills *cost for what was found, which it takes. */
static pm_status fill_cost(struct pm_cost *cost, struct pm_kasteleyn *c, const struct pm_core *core,
                           enum pm_number number, const struct pm_limits *limits)
{
    const struct pm_fronts *const fronts = c->fronts;
    const pm_status status = check_prime(c, limits->prime);

    if (status != PM_OK) {
        planar_forget(c);
        return status;
    }
    c->epsilon = limits->epsilon;
    *cost = (struct pm_cost){.steps = 1, .units = 1, .choice = c};
    if (fronts == NULL) {
        snprintf(cost->note, sizeof cost->note, "no perfect matching");
        return PM_OK;
    }
    const struct price price = price_of(number, c, limits->bits, true);
    cost->steps += c->leaves * c->steps * price.time;
    cost->units = is_modular(number) ? (uint64_t)c->leaves : 1;
    cost->bytes = price.bytes * (fronts->bytes + 64.0 * pm_matrix_nnz(core->a));
    cost->bytes *= pm_sheets_count(&c->sheets);
    note(cost->note, sizeof cost->note, c);
    return PM_OK;
}

static pm_status planar_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    struct pm_kasteleyn *c;
    const pm_status status =
        planar_find(&c, core, limits, limits->look ? 0 : pm_search_share(limits->known));

    *cost = (struct pm_cost){.lacks_embedding = status == PM_UNABLE && core->around == NULL &&
                                                may_fit_torus(core)};
    return status == PM_OK ? fill_cost(cost, c, core, number, limits) : status;
}

/* The far edges are stored, since a search looks for them only as long as it pays. */
static void planar_write(FILE *file, const struct pm_cost *cost)
{
    const struct pm_kasteleyn *const k = cost->choice;
    const int edges = k->far != NULL ? k->far->edges : 0;

    pm_stored_put_ints(file, "far", &edges, 1);
    pm_stored_put_ints(file, "from", edges > 0 ? k->far->u : NULL, (size_t)edges);
    pm_stored_put_ints(file, "to", edges > 0 ? k->far->v : NULL, (size_t)edges);
}

static pm_status read_far(struct pm_kasteleyn *k, const struct pm_core *core, char **rest)
{
    const int last = core->a->rows + core->a->cols - 1;
    int edges, *ends;

    PM_TRY(pm_stored_ints(&edges, 1, rest, "far", 0, pm_matrix_nnz(core->a)));
    PM_NEW(ends, 2 * (size_t)edges);
    pm_status status = pm_stored_ints(ends, (size_t)edges, rest, "from", 0, last);
    PM_THEN(status, pm_stored_ints(ends + edges, (size_t)edges, rest, "to", 0, last));
    PM_THEN(status, edges > 0 ? pm_kasteleyn_given(k, core, ends, ends + edges, edges)
                              : pm_kasteleyn_find(k, core->a, core->kind, core->around, 0));
    free(ends);
    return status;
}

static pm_status planar_read(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits, char **rest)
{
    struct pm_kasteleyn *k;

    PM_NEW(k, 1);
    const pm_status status = read_far(k, core, rest);
    if (status == PM_OK)
        return fill_cost(cost, k, core, number, limits);
    planar_forget(k);
    return status;
}

struct job {
    struct pm_kasteleyn choice; /* the job does not own what it points to */
    const struct pm_matrix *a;
    enum pm_number number;
    const char *isa;
    struct pm_image *image; /* NULL: the computation is in ball arithmetic */
    pm_kasteleyn_eight *eight;
};

PM_ISA_TABLE(pm_kasteleyn_eight, pm_kasteleyn_eight_mods);

static void planar_close(void *job)
{
    struct job *const j = job;

    if (j != NULL)
        pm_image_free(j->image);
    free(j);
}

static pm_status planar_open(void **out, const struct pm_core *core, const struct pm_cost *cost,
                             const struct pm_ring *ring, const struct pm_limits *limits)
{
    struct job *job;

    PM_NEW(job, 1);
    job->choice = *(const struct pm_kasteleyn *)cost->choice;
    job->choice.stop = limits->stop;
    job->choice.threads = is_modular(ring->number) ? 1 : limits->threads;
    job->a = core->a;
    job->number = ring->number;
    job->isa = limits->isa;
    if (ring->number == PM_MOD) {
        const pm_status status = check_prime(&job->choice, ring->p);
        if (status != PM_OK) {
            free(job);
            return status;
        }
    }
    job->eight = pm_kasteleyn_eight_mods_sets[pm_isa_number(limits->isa)];
    if (is_modular(ring->number)) {
        const pm_status status = pm_image_new(&job->image, core->a, ring);
        if (status != PM_OK) {
            job->image = NULL;
            planar_close(job);
            return status;
        }
    }
    *out = job;
    return PM_OK;
}

static const struct pm_balls *balls_of(enum pm_number number, const struct pm_kasteleyn *k)
{
    return is_real(number, k) ? &pm_balls_real : &pm_balls_complex;
}

static const struct pm_balls *balls_for(const struct pm_matrix *a, const struct pm_kasteleyn *k)
{
    return balls_of(a->im == NULL ? PM_REAL : PM_COMPLEX, k);
}

/* part->word[r] = the sum modulo the prime of residue r alone. */
static pm_status sum_alone(struct pm_part *part, const struct job *j, int r, uint64_t first,
                           uint64_t count)
{
    struct pm_ring ring = pm_number_ring_mod((uint64_t)j->image->ring.primes[r]);
    struct pm_part alone;
    struct pm_image *image;

    ring.iota = j->image->ring.iotas[r];
    PM_TRY(pm_image_new(&image, j->a, &ring));
    const pm_status status = pm_kasteleyn_sum(&alone, &j->choice, image, first, count);
    pm_image_free(image);
    if (status == PM_OK)
        part->word[r] = alone.word[0];
    return status;
}

static pm_status sum_eight(struct pm_part *part, const struct job *j, uint64_t first,
                           uint64_t count)
{
    bool mixed;

    PM_TRY(j->eight(part, &mixed, &j->choice, j->image, first, count));
    for (int r = 0; r < PM_RESIDUES && mixed; r++)
        PM_TRY(sum_alone(part, j, r, first, count));
    return PM_OK;
}

/* Doubles by double-double, if the bound can be proved; or else in balls. */
static pm_status sum_floating(struct pm_part *part, const struct job *j)
{
    const int bits = bits_of(j->number);
    const double error = fmax(j->choice.epsilon / 2, ldexp(1, -bits));
    const pm_status status =
        j->number == PM_REAL ? pm_proved_sum(part, &j->choice, j->a, error, j->isa) : PM_UNABLE;

    return status != PM_UNABLE ? status
                               : balls_of(j->number, &j->choice)->sum(part, &j->choice, j->a, bits);
}

static pm_status planar_work(void *job, uint64_t first, uint64_t count, struct pm_part *part)
{
    const struct job *const j = job;
    const struct pm_kasteleyn *const c = &j->choice;

    *part = (struct pm_part){.word = {0, 0}};
    if (c->fronts == NULL)
        return PM_OK;
    return j->image == NULL       ? sum_floating(part, j)
           : j->number == PM_MODS ? sum_eight(part, j, first, count)
                                  : pm_kasteleyn_sum(part, c, j->image, first, count);
}

static pm_status any_value(struct pm_value *value, const struct pm_core *core,
                           const struct pm_cost *cost, int bits, const struct pm_limits *limits)
{
    static const struct pm_part none;
    struct pm_kasteleyn k = *(const struct pm_kasteleyn *)cost->choice;

    if (k.fronts == NULL)
        return pm_value_set_part(value, &none);
    k.stop = limits->stop;
    k.threads = limits->threads;
    return balls_for(core->a, &k)->value(value, &k, core->a, bits);
}

/* ------------------------------------------------------------------ shares */

/* For each edge, the fraction of all matchings that contain it.  The sum over the matchings with an
 * edge is K_uv times a cofactor of Kasteleyn's matrix K (Kenyon, Local statistics of lattice
 * dimers, Annales de l'Institut Henri Poincare, Probabilites et Statistiques 33, 1997).  The fronts
 * of the elimination give these products for all edges at once (fronts_back_template.h).  Modulo a
 * prime, these sums are computed, and not quotients, so the prime may divide any of them.  Floating
 * shares are quotients in ball arithmetic. */

/* The cost of shares, as a multiple of that of the sum over all matchings. */
static const double AGAIN = 4;

static pm_status shares_cost(struct pm_cost *cost, const struct pm_core *core,
                             enum pm_number number, const struct pm_limits *limits)
{
    struct pm_kasteleyn *k;

    PM_TRY(planar_find(&k, core, limits, pm_far_of_query(core, limits)));
    const pm_status status = k->fronts != NULL ? check_prime(k, limits->prime)
                                               : pm_fail(PM_DOMAIN, "there is no perfect matching");
    if (status != PM_OK) {
        planar_forget(k);
        return status;
    }
    const struct price price = price_of(number, k, limits->bits, false);
    const double bytes = k->fronts->bytes + k->fronts->kept + 16.0 * pm_matrix_nnz(core->a);
    *cost = (struct pm_cost){.steps = AGAIN * k->leaves * pm_sheets_count(&k->sheets) *
                                      k->fronts->steps * price.time,
                             .bytes = bytes * price.bytes,
                             .units = 1,
                             .choice = k};
    return PM_OK;
}

static pm_status shares(struct pm_part *part, const struct pm_core *core,
                        const struct pm_cost *cost, const struct pm_ring *ring,
                        const struct pm_limits *limits)
{
    const int nnz = pm_matrix_nnz(core->a);
    struct pm_image *image = NULL;
    uint64_t *residue = NULL;
    pm_status status;

    (void)limits;
    PM_TRY_GOTO(status, pm_image_new(&image, core->a, ring), done);
    PM_NEW_GOTO(status, residue, (size_t)nnz + 1, done);
    PM_TRY_GOTO(status, pm_fronts_shares(residue, cost->choice, image), done);
    for (int e = 0; e <= nnz; e++)
        part[e] = (struct pm_part){.word = {residue[e]}};
done:
    free(residue);
    pm_image_free(image);
    return status;
}

static pm_status any_shares(struct pm_value *share, const struct pm_core *core,
                            const struct pm_cost *cost, int bits, const struct pm_limits *limits)
{
    (void)limits;
    return balls_for(core->a, cost->choice)->shares(share, cost->choice, core->a, bits);
}

static const struct pm_engine_query planar_shares = {
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_REAL_BIT | PM_COMPLEX_BIT,
    .cost = shares_cost,
    .forget = planar_forget,
    .shares = shares,
    .any_shares = any_shares,
};

static const struct pm_engine_more more = {
    .search = &pm_far_looking,
    .write = planar_write,
    .read = planar_read,
    .forget = planar_forget,
    .any = any_value,
    .branches = branches,
    .query = {[PM_SHARES] = &planar_shares, [PM_DRAWS] = &pm_planar_draws_query},
};

/* An elimination takes a product for each line at least. */
static double planar_floor(const struct pm_core *core)
{
    return core->a->rows;
}

const struct pm_engine pm_engine_planar = {
    .name = "planar",
    .what = "Kasteleyn's determinants or Pfaffians, of graphs in the plane or on a surface",
    .kinds = PM_PERMANENT_BIT | PM_HAFNIAN_BIT,
    .numbers = PM_MOD_BIT | PM_MODS_BIT | PM_FLOATING_BITS,
    .figures = {.rate = {[PM_MOD] = 7e8,
                         [PM_MODS] = 2.1e8,
                         [PM_REAL] = 7.5e7, /* of balls with 128 bits */
                         [PM_DD] = 7.5e7,
                         [PM_COMPLEX] = 1.9e7,
                         [PM_COMPLEX_DD] = 1.9e7},
                .with_avx2 = {[PM_MODS] = 1.3},
                .portable = {[PM_MODS] = 3.8}}, /* measured with the grid 80 x 80 */
    .floor = planar_floor,
    .cost = planar_cost,
    .open = planar_open,
    .work = planar_work,
    .close = planar_close,
    .more = &more,
};
