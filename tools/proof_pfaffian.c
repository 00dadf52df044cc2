/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Pfaffian of a planar graph's matrix modulo the prime, by elimination of pairs of rows.  For a
 * pair u, v with the entry a = A_uv, row x becomes A_x + (A_vx A_u - A_ux A_v) / a.  A row is a
 * list of entries by ascending columns. */
#include "proof_file.h"

#include <stdlib.h>

enum { LIMBS = 2 };

static const size_t MOST_FILLED = (size_t)1 << 22;

_Static_assert(GMP_NUMB_BITS *LIMBS == 128, "a residue has two limbs");

struct entry {
    size_t v;
    mp_limb_t x[LIMBS];
};

struct row {
    struct entry *entry;
    size_t count;
};

struct elimination {
    struct proof *proof;
    mp_limb_t p[LIMBS];
    struct row *row;
    size_t filled; /* new entries, on both sides of the diagonal */
};

static void store(mp_limb_t *x, const mpz_t y)
{
    for (int k = 0; k < LIMBS; k++)
        x[k] = mpz_getlimbn(y, k);
}

static void load(mpz_t x, const mp_limb_t *y)
{
    mpz_import(x, LIMBS, -1, sizeof *y, 0, 0, y);
}

/* x = (x + y z) mod p */
static void add_product(mp_limb_t *x, const mp_limb_t *y, const mp_limb_t *z, const mp_limb_t *p)
{
    mp_limb_t product[2 * LIMBS], quotient[LIMBS + 1];

    mpn_mul_n(product, y, z, LIMBS);
    mpn_add(product, product, 2 * LIMBS, x, LIMBS); /* no carry: p < 2^124 */
    mpn_tdiv_qr(quotient, x, 0, product, 2 * LIMBS, p, LIMBS);
}

static const struct entry *entry_of(const struct row *row, size_t v)
{
    size_t first = 0, end = row->count;

    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (row->entry[middle].v == v)
            return &row->entry[middle];
        *(row->entry[middle].v < v ? &first : &end) =
            row->entry[middle].v < v ? middle + 1 : middle;
    }
    return NULL;
}

/* Adds factor times `other` to row x, without the columns u and v and the diagonal. */
static bool add_row(struct elimination *e, size_t x, const mp_limb_t *factor,
                    const struct row *other, size_t u, size_t v)
{
    struct row *const row = &e->row[x];
    struct entry *const sum = malloc((row->count + other->count + 1) * sizeof *sum);
    size_t i = 0, k = 0, count = 0;

    if (sum == NULL)
        return false;
    while (i < row->count || k < other->count) {
        const size_t mine = i < row->count ? row->entry[i].v : SIZE_MAX;
        const size_t theirs = k < other->count ? other->entry[k].v : SIZE_MAX;
        const size_t at = mine < theirs ? mine : theirs;
        struct entry next = mine == at ? row->entry[i++] : (struct entry){.v = at};
        if (at == u || at == v || at == x) {
            k += theirs == at;
            continue;
        }
        if (theirs == at) {
            add_product(next.x, factor, other->entry[k++].x, e->p);
            e->filled += mine != at;
        }
        sum[count++] = next;
    }
    free(row->entry);
    *row = (struct row){sum, count};
    return true;
}

/* Adds to each row with an entry in column `from` that entry over a, times sign, times `other`. */
static bool add_rows(struct elimination *e, const struct row *from, const mpz_t inverse, int sign,
                     const struct row *other, size_t u, size_t v)
{
    mp_limb_t factor[LIMBS];
    mpz_t x, p;
    bool fine = true;

    mpz_init(x);
    mpz_init(p);
    load(p, e->p);
    for (size_t k = 0; k < from->count && fine; k++) {
        if (from->entry[k].v == u || from->entry[k].v == v)
            continue;
        load(x, from->entry[k].x);
        mpz_mul(x, x, inverse);
        mpz_mul_si(x, x, sign);
        mpz_mod(x, x, p);
        store(factor, x);
        fine = add_row(e, from->entry[k].v, factor, other, u, v);
    }
    mpz_clear(x);
    mpz_clear(p);
    return fine;
}

/* product *= the pivot of a pair. */
static enum verdict take_pair(mpz_t product, struct elimination *e, size_t u, size_t v)
{
    struct proof *const p = e->proof;
    const struct entry *const pivot = entry_of(&e->row[u], v);
    mpz_t a, inverse, prime;
    bool fine;

    mpz_inits(a, inverse, prime, NULL);
    load(prime, e->p);
    if (pivot != NULL)
        load(a, pivot->x);
    const bool regular = mpz_invert(inverse, a, prime) != 0;
    mpz_mul(product, product, a);
    mpz_mod(product, product, prime);
    fine = regular && add_rows(e, &e->row[v], inverse, 1, &e->row[u], u, v) &&
           add_rows(e, &e->row[u], inverse, -1, &e->row[v], u, v);
    mpz_clears(a, inverse, prime, NULL);
    if (!regular)
        return proof_fail(p, UNREADABLE_PROOF, "the pivot of the pair %zu %zu is 0", u, v);
    NEED(fine, "no memory for the elimination");
    NEED(e->filled <= 2 * MOST_FILLED,
         "the pairs are eliminated in an order that makes too many entries");
    return FINE;
}

/* The matrix: the weight of an edge along its direction, and minus it against it. */
static bool fill_rows(struct elimination *e)
{
    const struct proof *const p = e->proof;
    mpz_t x, prime;
    bool fine = true;

    mpz_init(x);
    mpz_init(prime);
    load(prime, e->p);
    for (size_t v = 1; v <= p->vertices && fine; v++) {
        struct row *const row = &e->row[v];
        row->entry = malloc((p->start[v + 1] - p->start[v] + 1) * sizeof *row->entry);
        fine = row->entry != NULL;
        for (size_t k = p->start[v]; fine && k < p->start[v + 1]; k++) {
            mpz_mul_si(x, p->edge[p->end[k].edge].weight.re, p->around[k]);
            mpz_mod(x, x, prime);
            row->entry[row->count].v = p->end[k].v;
            store(row->entry[row->count++].x, x);
        }
    }
    mpz_clear(x);
    mpz_clear(prime);
    return fine;
}

enum verdict proof_check_plane(struct proof *p, const mpz_t value, const mpz_t prime)
{
    struct elimination e = {.proof = p, .row = calloc(p->vertices + 1, sizeof *e.row)};
    enum verdict verdict = FINE;
    mpz_t product, square;

    mpz_init_set_ui(product, 1);
    mpz_init(square);
    store(e.p, prime);
    if (e.row == NULL || !fill_rows(&e))
        verdict = proof_fail(p, UNREADABLE_PROOF, "no memory for the matrix of a planar graph");
    for (size_t k = 0; k < 2 * p->pairs && verdict == FINE; k += 2)
        verdict = take_pair(product, &e, p->pair[k], p->pair[k + 1]);
    mpz_mul(square, value, value);
    mpz_submul(square, product, product);
    if (verdict == FINE && !mpz_divisible_p(square, prime))
        verdict = proof_fail(p, WRONG, "the Pfaffian is another number");
    for (size_t v = 0; e.row != NULL && v <= p->vertices; v++)
        free(e.row[v].entry);
    free(e.row);
    mpz_clear(product);
    mpz_clear(square);
    return verdict;
}
