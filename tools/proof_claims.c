/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages of a proof, from the last step back to the first.  A claim says what the polynomial
 * of a table is at a point; a message and its challenge turn it into a claim about the table before
 * the step (permatch_proof(5)). */
#include "proof_file.h"

#include <math.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HASHES = 16, TESTS = 64, LOW_BIT = 123, DIGITS = 31, MOST = GROUP + 1 };

static const double MOST_BITS = 0x1p20; /* of the longest number */

/* The value of a table's polynomial at a point. */
struct claim {
    mpz_t value;
    size_t v[WIDEST], count;
    mpz_t r[WIDEST];
};

struct check {
    struct proof *proof;
    uint8_t hash[HASH_BYTES];
    mpz_t p, root, z;
    mpz_t x[MOST], t;   /* the numbers of a message, its challenge */
    mpz_t y, one, rest; /* working memory */
    size_t message;
    struct claim *claim;
    size_t claims, room;
};

/* -------------------------------------------------------------------------- prime */

static void hash_more(uint8_t *out, const uint8_t *in, const void *more, size_t length)
{
    struct sha256_ctx context;

    sha256_init(&context);
    sha256_update(&context, HASH_BYTES, in);
    sha256_update(&context, length, more);
    sha256_digest(&context, HASH_BYTES, out);
}

static void set_hash(mpz_t x, const uint8_t *hash)
{
    mpz_import(x, HASH_BYTES, 1, 1, 1, 0, hash);
}

/* One round of the test of Miller and Rabin, for p = 5 mod 8. */
static bool passes(const mpz_t p, mpz_t base)
{
    mpz_t less;

    mpz_init(less);
    mpz_sub_ui(less, p, 1);
    mpz_t exponent;
    mpz_init(exponent);
    mpz_fdiv_q_2exp(exponent, less, 2);
    mpz_powm(base, base, exponent, p);
    bool fine = mpz_cmp_ui(base, 1) == 0 || mpz_cmp(base, less) == 0;
    mpz_mul(base, base, base);
    mpz_mod(base, base, p);
    fine = fine || mpz_cmp(base, less) == 0;
    mpz_clear(less);
    mpz_clear(exponent);
    return fine;
}

static bool is_prime(struct check *c, const uint8_t *seed)
{
    bool fine = true;

    for (int j = 0; j < TESTS && fine; j++) {
        const uint8_t number = (uint8_t)j;
        uint8_t hash[HASH_BYTES];
        hash_more(hash, seed, &number, 1);
        set_hash(c->y, hash);
        mpz_mod(c->y, c->y, c->p);
        fine = passes(c->p, c->y);
    }
    return fine;
}

static void find_prime(struct check *c, size_t bits)
{
    uint8_t seed[HASH_BYTES];
    uint32_t k = 0;

    for (size_t i = 0; i < HASHES * bits; i++)
        hash_more(c->hash, c->hash, "", 0);
    do {
        const uint8_t number[] = {(uint8_t)(k >> 24), (uint8_t)(k >> 16), (uint8_t)(k >> 8),
                                  (uint8_t)k};
        hash_more(seed, c->hash, number, sizeof number);
        set_hash(c->p, seed);
        mpz_fdiv_r_2exp(c->p, c->p, LOW_BIT - 3);
        mpz_mul_2exp(c->p, c->p, 3);
        mpz_add_ui(c->p, c->p, 5);
        mpz_setbit(c->p, LOW_BIT);
        k++;
    } while (!is_prime(c, seed));
    mpz_fdiv_q_2exp(c->y, c->p, 2);
    mpz_set_ui(c->root, 2);
    mpz_powm(c->root, c->root, c->y, c->p);
}

/* `line` has at most MOST numbers. */
static void draw(mpz_t t, struct check *c, const char *line)
{
    char whole[MOST * (DIGITS + 1) + 4];
    const int length = snprintf(whole, sizeof whole, "%s\n", line);

    hash_more(c->hash, c->hash, whole, (size_t)length);
    set_hash(t, c->hash);
    mpz_mod(t, t, c->p);
}

/* ----------------------------------------------------------------------- messages */

static bool read_residue(mpz_t x, const struct check *c, const char *text)
{
    char digits[DIGITS + 1];

    if (strspn(text, "0123456789abcdef") != DIGITS)
        return false;
    memcpy(digits, text, DIGITS);
    digits[DIGITS] = '\0';
    mpz_set_str(x, digits, 16);
    return mpz_cmp(x, c->p) < 0;
}

/* Reads numbers to c->x[] and draws c->t. */
static enum verdict take_message(struct check *c, size_t count)
{
    const struct proof *const p = c->proof;
    const char *const line = p->line[p->first_message + c->message++];
    bool fine = strlen(line) == count * (DIGITS + 1) - 1;

    for (size_t k = 0; k < count && fine; k++) {
        const char *const number = line + k * (DIGITS + 1);
        fine = (k == 0 || number[-1] == ' ') && read_residue(c->x[k], c, number);
    }
    if (!fine)
        return proof_fail(c->proof, UNREADABLE_PROOF,
                          "message %zu has a wrong form, or a number that is not below the prime",
                          c->message);
    draw(c->t, c, line);
    return FINE;
}

static void residue(mpz_t x, const struct check *c, const struct gaussian *weight)
{
    mpz_mul(x, weight->im, c->root);
    mpz_add(x, x, weight->re);
    mpz_mod(x, x, c->p);
}

/* ------------------------------------------------------------------------- claims */

static struct claim *push(struct check *c)
{
    if (c->claims == c->room) {
        const size_t room = 2 * c->room + 4;
        struct claim *const more = realloc(c->claim, room * sizeof *more);
        if (more == NULL)
            return NULL;
        c->claim = more;
        for (size_t k = c->room; k < room; k++) {
            mpz_init(more[k].value);
            for (int i = 0; i < WIDEST; i++)
                mpz_init(more[k].r[i]);
        }
        c->room = room;
    }
    struct claim *const top = &c->claim[c->claims++];
    top->count = 0;
    return top;
}

static mpz_t *point(struct claim *claim, size_t v)
{
    size_t k = 0;

    while (claim->v[k] != v)
        k++;
    return &claim->r[k];
}

static mpz_t *add_point(struct claim *claim, size_t v)
{
    claim->v[claim->count] = v;
    return &claim->r[claim->count++];
}

static void remove_point(struct claim *claim, size_t v)
{
    size_t k = 0;

    while (claim->v[k] != v)
        k++;
    claim->count--;
    claim->v[k] = claim->v[claim->count];
    mpz_swap(claim->r[k], claim->r[claim->count]);
}

/* value = zero + one t + x[1] t^2 + .. */
static void set_value(struct check *c, struct claim *claim, size_t degree)
{
    mpz_set_ui(claim->value, 0);
    for (size_t k = degree + 1; k-- > 0;) {
        mpz_mul(claim->value, claim->value, c->t);
        mpz_add(claim->value, claim->value, k == 0 ? c->x[0] : k == 1 ? c->one : c->x[k - 1]);
        mpz_mod(claim->value, claim->value, c->p);
    }
}

/* y = w z r_u r_v of an edge, modulo p */
static void weigh(struct check *c, struct claim *claim, size_t u, const struct proof_end *end)
{
    residue(c->y, c, &c->proof->edge[end->edge].weight);
    const mpz_t *const factor[] = {&c->z, point(claim, u), point(claim, end->v)};
    for (int k = 0; k < 3; k++) {
        mpz_mul(c->y, c->y, *factor[k]);
        mpz_mod(c->y, c->y, c->p);
    }
}

/* Undoes some edges of u; c->rest is the factor of the table without u. */
static enum verdict undo_group(struct check *c, struct claim *claim, const struct proof_step *s,
                               size_t first, size_t end)
{
    const bool u_open = s->is_open || first > 0;
    size_t degree = u_open;

    for (size_t k = first; k < end; k++) {
        weigh(c, claim, s->u, &s->ahead[k]);
        mpz_add(c->rest, c->rest, c->y);
        degree += s->ahead[k].is_open;
    }
    TRY(take_message(c, degree > 0 ? degree : 1));
    mpz_mul(c->one, c->rest, c->x[0]);
    mpz_sub(c->one, claim->value, c->one);
    mpz_mod(c->one, c->one, c->p);
    if (degree == 0 && mpz_sgn(c->one) != 0)
        return proof_fail(c->proof, WRONG, "a first message is wrong");
    set_value(c, claim, degree);
    for (size_t k = first; k < end; k++) {
        if (!s->ahead[k].is_open) {
            remove_point(claim, s->ahead[k].v);
            continue;
        }
        weigh(c, claim, s->u, &s->ahead[k]);
        mpz_t *const r = point(claim, s->ahead[k].v);
        mpz_mul(c->y, c->y, c->t);
        mpz_ui_sub(c->y, 1, c->y);
        mpz_mul(*r, *r, c->y);
        mpz_mod(*r, *r, c->p);
    }
    if (!u_open) {
        remove_point(claim, s->u);
        return FINE;
    }
    mpz_t *const ru = point(claim, s->u);
    mpz_mul(*ru, *ru, c->t);
    mpz_mod(*ru, *ru, c->p);
    return FINE;
}

/* Undoes the groups of edges of u, the last one first, together with closing u. */
static enum verdict undo_close(struct check *c, struct claim *claim, const struct proof_step *s)
{
    const struct proof_edge *const loop = proof_find(c->proof, s->u, s->u);
    size_t end = s->aheads;

    mpz_set_ui(c->rest, proof_may_stay(c->proof, s->u) ? 1 : 0);
    if (loop != NULL) {
        residue(c->one, c, &loop->weight);
        mpz_add(c->rest, c->rest, c->one);
    }
    mpz_set_ui(*add_point(claim, s->u), 1);
    do {
        const size_t first = end == 0 ? 0 : (end - 1) / GROUP * GROUP;
        TRY(undo_group(c, claim, s, first, end));
        mpz_set_ui(c->rest, 1);
        end = first;
    } while (end > 0);
    return FINE;
}

/* Replaces the claim about a joined table by claims about its two parts. */
static enum verdict undo_join(struct check *c, const struct proof_step *s)
{
    if (push(c) == NULL || push(c) == NULL)
        return proof_fail(c->proof, UNREADABLE_PROOF, "no memory for claims");
    struct claim *const right = &c->claim[c->claims - 2], *const left = right - 1;
    struct claim *const whole = &c->claim[--c->claims]; /* the old claim, out of the way */
    const struct claim swap = *whole;
    *whole = *left;
    *left = swap;
    left->count = 0;
    for (size_t k = 0; k < s->boths; k++) {
        mpz_t *const r = point(whole, s->both[k]);
        TRY(take_message(c, 2));
        mpz_mul(c->one, *r, c->x[0]);
        mpz_sub(whole->value, whole->value, c->one);
        mpz_set(c->one, c->x[0]);
        mpz_set(c->x[0], whole->value);
        set_value(c, whole, 2);
        mpz_set(*r, c->t);
    }
    TRY(take_message(c, 2));
    mpz_mul(c->one, c->x[0], c->x[1]);
    mpz_mod(c->one, c->one, c->p);
    if (mpz_cmp(c->one, whole->value) != 0)
        return proof_fail(c->proof, WRONG, "a product of two tables is wrong");
    mpz_set(left->value, c->x[0]);
    mpz_set(right->value, c->x[1]);
    for (size_t k = 0; k < s->lefts; k++)
        mpz_set(*add_point(left, s->left[k]), *point(whole, s->left[k]));
    for (size_t k = 0; k < s->rights; k++)
        mpz_set(*add_point(right, s->right[k]), *point(whole, s->right[k]));
    return FINE;
}

static enum verdict undo(struct check *c, const struct proof_step *s)
{
    struct claim *const claim = &c->claim[c->claims - 1];

    switch (s->letter) {
    case 'c':
        return undo_close(c, claim, s);
    case 'j':
        return undo_join(c, s);
    default:
        c->claims--;
        return mpz_cmp_ui(claim->value, 1) == 0
                   ? FINE
                   : proof_fail(c->proof, WRONG,
                                "the last claim is not 1: the number or the proof is wrong");
    }
}

/* The first claim: the value of the polynomial of the claimed numbers at z. */
static enum verdict begin(struct check *c)
{
    const struct proof *const p = c->proof;

    mpz_set_ui(c->z, 1);
    if (p->ask == ASK_SIZES)
        draw(c->z, c, "z");
    struct claim *const first = push(c);
    if (first == NULL)
        return proof_fail(c->proof, UNREADABLE_PROOF, "no memory for claims");
    for (size_t k = p->values; k-- > 0;) {
        residue(c->y, c, &p->value[k]);
        mpz_mul(first->value, first->value, c->z);
        mpz_add(first->value, first->value, c->y);
        mpz_mod(first->value, first->value, c->p);
    }
    return FINE;
}

static enum verdict run(struct check *c)
{
    if (c->proof->planar)
        return proof_check_leaves(c->proof, c->p);
    TRY(begin(c));
    for (size_t k = c->proof->steps; k-- > 0;)
        TRY(undo(c, &c->proof->step[k]));
    return FINE;
}

/* --------------------------------------------------------------------------- bits */

static void add_modulus(mpz_t sum, const struct gaussian *x)
{
    mpz_t part;

    mpz_init(part);
    mpz_abs(part, x->re);
    mpz_add(sum, sum, part);
    mpz_abs(part, x->im);
    mpz_add(sum, sum, part);
    mpz_clear(part);
}

static double bits_of(const mpz_t x)
{
    return mpz_sgn(x) == 0 ? 0 : (double)mpz_sizeinbase(x, 2);
}

/* What permatch_proof(5) calls B: an integer; neither the value nor the claimed one is longer. */
static enum verdict count_bits(double *bits, const struct proof *p)
{
    mpz_t *const sum = calloc(p->vertices + 1, sizeof *sum);
    double most = 0;

    if (sum == NULL)
        return UNREADABLE_PROOF;
    for (size_t v = 0; v <= p->vertices; v++)
        mpz_init(sum[v]);
    for (size_t e = 0; e < p->edges; e++) {
        add_modulus(sum[p->edge[e].u], &p->edge[e].weight);
        if (p->edge[e].v != p->edge[e].u)
            add_modulus(sum[p->edge[e].v], &p->edge[e].weight);
    }
    *bits = 0;
    for (size_t v = 1; v <= p->vertices; v++)
        *bits += bits_of(sum[v]);
    for (size_t k = 0; k < p->values; k++) {
        mpz_set_ui(sum[0], 0);
        add_modulus(sum[0], &p->value[k]);
        most = fmax(most, bits_of(sum[0]));
    }
    *bits = 1 + (double)p->vertices + fmax(*bits, most);
    for (size_t v = 0; v <= p->vertices; v++)
        mpz_clear(sum[v]);
    free(sum);
    return FINE;
}

enum verdict proof_check(struct proof *proof)
{
    struct check c = {.proof = proof};
    double bits;

    if (count_bits(&bits, proof) != FINE || bits > MOST_BITS)
        return proof_fail(proof, UNREADABLE_PROOF, "numbers of more than 2^20 bits");
    memcpy(c.hash, proof->hash, sizeof c.hash);
    mpz_inits(c.p, c.root, c.z, c.y, c.t, c.one, c.rest, NULL);
    for (int k = 0; k < MOST; k++)
        mpz_init(c.x[k]);
    find_prime(&c, (size_t)bits);
    const enum verdict verdict = run(&c);
    mpz_clears(c.p, c.root, c.z, c.y, c.t, c.one, c.rest, NULL);
    for (int k = 0; k < MOST; k++)
        mpz_clear(c.x[k]);
    for (size_t k = 0; k < c.room; k++) {
        mpz_clear(c.claim[k].value);
        for (int i = 0; i < WIDEST; i++)
            mpz_clear(c.claim[k].r[i]);
    }
    free(c.claim);
    return verdict;
}
