/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the table of a meeting.  The bits of a state are those of shared vertices and those of a
 * table's own vertices.  For each set s of shared vertices, and own states l and r of both tables,
 * the number is the sum over the subsets a of s of left(l, a) right(r, s - a).  All l of one class
 * need the same a, and all r that fit have one class.  So this is a product of matrices for each s
 * and each class of l.  Only states that have all closed vertices are computed. */
#include "proof/meeting.h"

#include "base/alloc.h"

#include <omp.h>
#include <stdlib.h>

enum { TALL = 16, WIDE = 32, CLASSES = PM_PROOF_WIDTH + 1 };

/* One of the tables. */
struct side {
    const struct pm_proof_layout *layout;
    int own, shared;                /* numbers of bits */
    uint32_t *own_state;            /* the states over its own bits, sorted by class */
    uint64_t *image;                /* and their images in the joined table */
    size_t start[CLASSES + 1];      /* where a class begins */
    size_t *first;                  /* where the numbers of a shared set begin */
    struct pm_field_digits *number; /* for each shared set, of all own states that fit */
};

/* What the bits in `mask` add to the class of a state. */
static int class_of(const struct pm_proof_layout *l, uint32_t state, uint32_t mask)
{
    if (l->states == PM_ORDER_SQUARE)
        return __builtin_popcount((state ^ l->y.rows) & mask);
    return l->states == PM_ORDER_EVEN ? __builtin_parity(state & mask) : 0;
}

/* state[s] = `always`, and the bits in set s of these bits. */
static void spread(uint32_t *state, uint32_t always, const int *bit, int count)
{
    state[0] = always;
    for (uint32_t s = 1; s < UINT32_C(1) << count; s++)
        state[s] = state[s & (s - 1)] | UINT32_C(1) << bit[__builtin_ctz(s)];
}

static void sort_own(struct side *side, const uint32_t *state, uint32_t mask,
                     const struct pm_proof_map *map)
{
    const size_t states = (size_t)1 << side->own;
    size_t next[CLASSES + 1];

    for (size_t k = 0; k < states; k++)
        side->start[class_of(side->layout, state[k], mask) + 1]++;
    for (int c = 0; c < CLASSES; c++)
        next[c] = side->start[c + 1] += side->start[c];
    for (size_t k = states; k-- > 0;) {
        const size_t at = --next[class_of(side->layout, state[k], mask)];
        side->own_state[at] = state[k];
        side->image[at] = pm_proof_map_state(map, state[k]);
    }
}

/* Copies the numbers, perhaps as factors. */
static pm_status sort_numbers(struct side *side, const uint32_t *shared_state, const uint8_t *class,
                              const pm_residue *table, const struct pm_field *factors)
{
    const struct pm_proof_layout *const l = side->layout;
    const size_t sets = (size_t)1 << side->shared;
    size_t at = 0;

    PM_NEW(side->first, sets);
    PM_NEW(side->number, l->length);
    for (size_t s = 0; s < sets; s++) {
        const int c = pm_proof_class_other(l, class[s]);
        side->first[s] = at;
        if (c < 0 || c >= CLASSES)
            continue;
        for (size_t k = side->start[c]; k < side->start[c + 1]; k++) {
            const pm_residue x =
                table[pm_proof_rank(l, &l->y, side->own_state[k] | shared_state[s])];
            side->number[at++] = pm_field_split(factors != NULL ? pm_field_factor(factors, x) : x);
        }
    }
    return PM_OK;
}

/* closed: bits that all states have. */
static pm_status side_init(struct side *side, const struct pm_proof_layout *l,
                           const pm_residue *table, const int *shared, int count,
                           const uint8_t *class, uint32_t closed, const struct pm_proof_layout *out,
                           const struct pm_field *factors)
{
    int bit[PM_PROOF_WIDTH], own[PM_PROOF_WIDTH];
    uint32_t *state = NULL, *shared_state = NULL;
    struct pm_proof_map map;
    pm_status status = PM_OK;

    *side = (struct side){.layout = l, .shared = count};
    const uint32_t mask = pm_proof_shared_bits(bit, l, shared, count);
    for (int k = 0; k < l->y.count; k++)
        if (((mask | closed) >> k & 1) == 0)
            own[side->own++] = k;
    PM_NEW(side->own_state, (size_t)1 << side->own);
    PM_NEW(side->image, (size_t)1 << side->own);
    PM_NEW_GOTO(status, shared_state, (size_t)1 << count, done);
    PM_NEW_GOTO(status, state, (size_t)1 << side->own, done);
    spread(shared_state, 0, bit, count);
    spread(state, closed & ~mask, own, side->own);
    pm_proof_map_init(&map, l->y.vertex, l->y.count, out);
    sort_own(side, state, ~mask & (uint32_t)(((uint64_t)1 << l->y.count) - 1), &map);
    status = sort_numbers(side, shared_state, class, table, factors);
done:
    PM_FREE(state, shared_state);
    return status;
}

/* The classes of the sets of shared vertices, which are the same in both tables. */
static pm_status classify(uint8_t **class, const struct pm_proof_layout *l, const int *shared,
                          int count)
{
    int bit[PM_PROOF_WIDTH];
    uint32_t *state;

    PM_NEW(*class, (size_t)1 << count);
    PM_NEW(state, (size_t)1 << count);
    const uint32_t mask = pm_proof_shared_bits(bit, l, shared, count);
    spread(state, 0, bit, count);
    for (size_t s = 0; s < (size_t)1 << count; s++)
        (*class)[s] = (uint8_t)class_of(l, state[s], mask);
    free(state);
    return PM_OK;
}

static void side_clear(struct side *side)
{
    PM_FREE(side->own_state, side->image, side->first, side->number);
}

/* --------------------------------------------------------------------- products */

struct product {
    struct side left, right;
    uint8_t *class;  /* of each set of shared vertices */
    uint32_t closed; /* the shared vertices that all sets have */
    uint64_t *image; /* of each set of shared vertices */
    const struct pm_proof_layout *out;
    const struct pm_field *field;
    pm_residue *table;
};

/* Working memory of a thread. */
struct work {
    uint32_t *subset; /* the subsets of s, sorted by class */
    size_t start[CLASSES + 1];
    pm_residue sum[TALL][WIDE];
};

static void sort_subsets(struct work *w, const struct product *m, uint32_t s)
{
    const uint8_t *const class = m->class;
    size_t next[CLASSES + 1];

    for (int c = 0; c <= CLASSES; c++)
        w->start[c] = 0;
    for (uint32_t a = s;; a = (a - 1) & s) {
        w->start[class[a] + 1]++;
        if (a == 0)
            break;
    }
    for (int c = 0; c < CLASSES; c++) {
        next[c] = w->start[c];
        w->start[c + 1] += w->start[c];
    }
    for (uint32_t a = s;; a = (a - 1) & s) {
        w->subset[next[class[a]]++] = a;
        if (a == 0)
            break;
    }
}

/* Some own states of a class: from number `first` of the class on, which begins at `start`. */
struct some {
    size_t start, first, count;
};

/* Adds the products for up to AT_ONCE subsets.  Their numbers for successive own states are next to
 * each other. */
static void add_products(struct work *w, const struct product *m, uint32_t s,
                         const uint32_t *subset, size_t subsets, struct some l, struct some r)
{
    const struct pm_field_digits *left[PM_FIELD_AT_ONCE], *right[PM_FIELD_AT_ONCE];

    for (size_t d = 0; d < subsets; d++) {
        left[d] = m->left.number + m->left.first[subset[d]] + l.first;
        right[d] = m->right.number + m->right.first[s ^ subset[d]] + r.first;
    }
    for (size_t i = 0; i < l.count; i++)
        for (size_t k = 0; k < r.count; k++) {
            struct pm_field_sum sum = {0, 0, 0};
            for (size_t d = 0; d < subsets; d++)
                pm_field_sum_add(&sum, left[d][i], right[d][k]);
            w->sum[i][k] =
                pm_field_add(m->field, w->sum[i][k], pm_field_sum_reduce(m->field, &sum));
        }
}

/* The sums for some own states of both tables. */
static void multiply(struct work *w, const struct product *m, uint32_t s, const uint32_t *subset,
                     size_t subsets, struct some l, struct some r)
{
    for (size_t i = 0; i < l.count; i++)
        for (size_t k = 0; k < r.count; k++)
            w->sum[i][k] = 0;
    for (size_t d = 0; d < subsets; d += PM_FIELD_AT_ONCE)
        add_products(w, m, s, subset + d,
                     subsets - d < PM_FIELD_AT_ONCE ? subsets - d : PM_FIELD_AT_ONCE, l, r);
    for (size_t i = 0; i < l.count; i++)
        for (size_t k = 0; k < r.count; k++)
            m->table[pm_proof_map_place(m->out, m->image[s] + m->left.image[l.start + l.first + i] +
                                                    m->right.image[r.start + r.first + k])] =
                w->sum[i][k];
}

static void join_set(struct work *w, const struct product *m, uint32_t s)
{
    sort_subsets(w, m, s);
    for (int c = 0; c < CLASSES; c++) {
        const int shared = pm_proof_class_other(m->left.layout, c);
        if (m->left.start[c] == m->left.start[c + 1] || shared < 0 || shared >= CLASSES ||
            w->start[shared] == w->start[shared + 1])
            continue;
        const uint32_t *const subset = w->subset + w->start[shared];
        const size_t subsets = w->start[shared + 1] - w->start[shared];
        const int d = pm_proof_class_other(m->right.layout, m->class[s ^ subset[0]]);
        if (d < 0 || d >= CLASSES)
            continue;
        const size_t tall = m->left.start[c + 1] - m->left.start[c];
        const size_t wide = m->right.start[d + 1] - m->right.start[d];
        for (size_t l = 0; l < tall; l += TALL)
            for (size_t r = 0; r < wide; r += WIDE)
                multiply(w, m, s, subset, subsets,
                         (struct some){m->left.start[c], l, tall - l < TALL ? tall - l : TALL},
                         (struct some){m->right.start[d], r, wide - r < WIDE ? wide - r : WIDE});
    }
}

static pm_status join_all(const struct product *m, int threads)
{
    const size_t sets = (size_t)1 << m->left.shared;
    const size_t teams = (size_t)threads < sets / 16 + 1 ? (size_t)threads : sets / 16 + 1;
    struct work *work;
    pm_status status = PM_OK;

    PM_NEW(work, teams);
    for (size_t t = 0; t < teams; t++)
        PM_NEW_GOTO(status, work[t].subset, sets, done);
#pragma omp parallel for num_threads((int)teams) schedule(dynamic, 4) if (teams > 1)
    for (size_t s = 0; s < sets; s++)
        if ((s & m->closed) == m->closed)
            join_set(&work[omp_get_thread_num()], m, (uint32_t)s);
done:
    for (size_t t = 0; t < teams; t++)
        free(work[t].subset);
    free(work);
    return status;
}

pm_status pm_proof_meeting_make(pm_residue *table, const struct pm_proof_layout *out,
                                const struct pm_proof_meeting *meeting)
{
    const struct pm_proof_layout *const left = meeting->left, *const right = meeting->right;
    const uint32_t left_closed = pm_proof_meeting_closed(meeting, left);
    const uint32_t right_closed = pm_proof_meeting_closed(meeting, right);
    int shared[PM_PROOF_WIDTH], bit[PM_PROOF_WIDTH];
    const int count = pm_proof_shared(shared, left, right);
    struct product m = {.out = out, .field = meeting->field, .table = table};
    pm_residue *left_table = NULL, *right_table = NULL;
    struct pm_proof_map map;
    pm_status status;

    pm_proof_shared_bits(bit, left, shared, count);
    for (int k = 0; k < count; k++)
        m.closed |= (left_closed >> bit[k] & 1) << k;
    PM_TRY_GOTO(status, pm_proof_meeting_side(&left_table, meeting, false), done);
    PM_TRY_GOTO(status, pm_proof_meeting_side(&right_table, meeting, true), done);
    PM_TRY_GOTO(status, classify(&m.class, left, shared, count), done);
    PM_TRY_GOTO(status,
                side_init(&m.left, left, left_table, shared, count, m.class, left_closed, out,
                          left->length < right->length ? meeting->field : NULL),
                done);
    PM_TRY_GOTO(status,
                side_init(&m.right, right, right_table, shared, count, m.class, right_closed, out,
                          left->length < right->length ? NULL : meeting->field),
                done);
    PM_NEW_GOTO(status, m.image, (size_t)1 << count, done);
    pm_proof_map_init(&map, shared, count, out);
    for (size_t s = 0; s < (size_t)1 << count; s++)
        m.image[s] = pm_proof_map_state(&map, (uint32_t)s);
    status = join_all(&m, meeting->threads);
done:
    PM_FREE(left_table, right_table);
    PM_EACH(side_clear, &m.left, &m.right);
    PM_FREE(m.class, m.image);
    return status;
}
