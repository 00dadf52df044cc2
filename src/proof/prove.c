/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of answers: pm_prove().
 *
 * The prover computes the answer modulo a prime that is a hash of the statement, and keeps its
 * tables.  Then it goes back through the steps.  At every step there is a claim, the value of a
 * table's polynomial (evaluate.h) at a point; before the first step back it is the answer, at no
 * point at all.  A message has the coefficients of a polynomial in one variable, and the new claim
 * is about its value at a random place (permatch_proof(5)).  To compute the messages of a block,
 * its table is evaluated at the point for all vertices that the block does not touch.  What is left
 * is a small table.
 *
 * Method: sum-check along a computation (Lund, Fortnow, Karloff, Nisan, J. ACM 39, 1992;
 * Goldwasser, Kalai, Rothblum, J. ACM 62, 2015); challenges by hashing (Fiat and Shamir, CRYPTO
 * 1986).  Cost: the tables twice, and one product for each number of a table for each block. */
#include "base/alloc.h"
#include "base/given.h"
#include "base/memory_left.h"
#include "base/sized.h"
#include "base/text.h"
#include "proof/blocks.h"
#include "proof/evaluate.h"
#include "proof/prover.h"
#include "proof/oracle.h"
#include "proof/plane.h"
#include "proof/claims.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------ weights */

static pm_status weigh(struct pm_prover *p)
{
    const struct pm_statement *const s = p->statement;
    const struct pm_field *const f = &p->oracle.field;

    PM_NEW(p->edge, s->edges);
    PM_NEW(p->stay, s->vertices);
    p->z = s->what == PM_PROVE_SIZES ? pm_field_factor(f, pm_oracle_draw(&p->oracle, "z\n", 2))
                                     : f->one;
    for (int v = 0; v < s->vertices; v++)
        p->stay[v] = s->stays[v] ? f->one : 0;
    for (int e = 0; e < s->edges; e++) {
        const pm_residue w =
            pm_oracle_residue(&p->oracle, s->re + e, s->im != NULL ? s->im + e : NULL);
        if (s->u[e] == s->v[e])
            p->stay[s->u[e]] = pm_field_add(f, p->stay[s->u[e]], pm_field_factor(f, w));
        else
            p->edge[e] = pm_field_mul(f, pm_field_factor(f, w), p->z);
    }
    return PM_OK;
}

/* ------------------------------------------------------------------------ forward */

/* True for the tables that stay until they are needed: one of every few, and those before a join.
 */
static bool is_kept(const struct pm_prover *p, int b)
{
    return b % p->stride == 0 || p->blocks->block[b].owns;
}

/* Counts the work of a block. */
static pm_status done(struct pm_prover *p, int b)
{
    pm_watched_done(p->watched, (uint64_t)pm_proof_block_bytes(&p->blocks->block[b]));
    return pm_go_on(pm_watched_stop(p->watched));
}

static pm_status go_forward(struct pm_prover *p)
{
    for (int b = 0; b < p->blocks->count; b++) {
        const int left = p->blocks->block[b].left;
        PM_TRY(pm_prover_make(p, b));
        PM_TRY(done(p, b));
        if (left >= 0 && !is_kept(p, left))
            pm_prover_forget(p, left);
    }
    return PM_OK;
}

/* ----------------------------------------------------------------- back: a block */

/* A block's small table before each of its groups. */
struct replay {
    pm_residue *before; /* 2^vertices numbers for each group */
    uint32_t *open;     /* the open vertices, before each group */
    pm_residue r[PM_PROOF_TOUCHED];
};

/* Uses a group of edges in a small table. */
static void group_forward(pm_residue *table, uint32_t *open, const struct pm_prover *p,
                          const struct pm_proof_span *span, const struct pm_proof_group *g)
{
    const struct pm_field *const f = &p->oracle.field;
    const uint32_t u = pm_proof_bit(span, g->u);

    *open |= u;
    for (int k = 0; k < g->edges; k++) {
        const uint32_t ends = u | pm_proof_bit(span, g->v[k]);
        const uint32_t rest = (*open |= ends) & ~ends;
        const pm_residue weight = p->edge[g->edge[k]];
        for (uint32_t s = rest;; s = (s - 1) & rest) {
            table[s | ends] = pm_field_add(f, table[s | ends], pm_field_mul(f, weight, table[s]));
            if (s == 0)
                break;
        }
    }
    if (!g->closes)
        return;
    *open &= ~u;
    for (uint32_t s = *open;; s = (s - 1) & *open) {
        table[s] = pm_field_add(f, table[s | u], pm_field_mul(f, p->stay[g->u], table[s]));
        table[s | u] = 0;
        if (s == 0)
            break;
    }
}

static void play(struct replay *r, const struct pm_prover *p, const struct pm_proof_span *span,
                 int opened)
{
    const size_t size = (size_t)1 << span->vertices;
    uint32_t open = (UINT32_C(1) << opened) - 1;

    for (int i = 0; i < span->count; i++) {
        r->open[i] = open;
        if (i + 1 == span->count)
            break;
        pm_residue *const next = r->before + (size_t)(i + 1) * size;
        memcpy(next, next - size, size * sizeof *next);
        group_forward(next, &open, p, span, &span->group[i]);
    }
}

enum { DEGREE = PM_PROOF_GROUP + 1 };

/* line = the polynomial of a small table over the bits of `open` where bit number k has the value
 * r[k] + slope[k] y. */
static void on_line(pm_residue *line, const pm_residue *table, uint32_t open, const pm_residue *r,
                    const pm_residue *slope, const struct pm_field *f)
{
    pm_residue part[1 << DEGREE][DEGREE + 1] = {{0}};
    const int bits = __builtin_popcount(open);
    uint32_t states = 0;

    for (uint32_t s = 0;; s = (s - open) & open) { /* ascending */
        part[states++][0] = table[s];
        if (s == open)
            break;
    }
    for (int k = bits - 1; k >= 0; k--)
        for (uint32_t s = 0; s < UINT32_C(1) << k; s++) {
            const pm_residue *const one = part[s | UINT32_C(1) << k];
            for (int d = 0; d < bits - k; d++) {
                part[s][d] = pm_field_add(f, part[s][d], pm_field_mul(f, r[k], one[d]));
                part[s][d + 1] = pm_field_add(f, part[s][d + 1], pm_field_mul(f, slope[k], one[d]));
            }
        }
    memcpy(line, part[0], sizeof part[0]);
}

/* Says the coefficients of y^0 and of y^2, .. and returns the challenge; value = the polynomial
 * there. */
static pm_residue say_line(pm_residue *value, struct pm_prover *p, const pm_residue *line,
                           int degree)
{
    const struct pm_field *const f = &p->oracle.field;
    pm_residue number[DEGREE] = {line[0]};

    for (int d = 2; d <= degree; d++)
        number[d - 1] = line[d];
    const pm_residue t = pm_prover_say(p, degree > 0 ? degree : 1, number);
    *value = 0;
    for (int d = degree; d >= 0; d--)
        *value = pm_field_add(f, pm_field_mul(f, t, *value), line[d]);
    return t;
}

/* The message of a group, and the claim about the table before it.  The line goes through the point
 * without u, and in the direction in which the table's derivative is what the edges add. */
static void group_back(pm_residue *claim, struct replay *r, struct pm_prover *p,
                       const struct pm_proof_span *span, int i)
{
    const struct pm_field *const f = &p->oracle.field;
    const struct pm_proof_group *const g = &span->group[i];
    pm_residue *const table = r->before + ((size_t)i << span->vertices);
    const uint32_t u = pm_proof_bit(span, g->u);
    pm_residue *const ru = &r->r[__builtin_ctz(u)];
    pm_residue base[PM_PROOF_TOUCHED] = {0}, slope[PM_PROOF_TOUCHED] = {0}, line[DEGREE + 1];
    uint32_t kept = g->u_open ? u : 0;
    int bits = 0;

    *ru = g->closes ? f->one : *ru;
    for (int k = 0; k < g->edges; k++) {
        const uint32_t v = pm_proof_bit(span, g->v[k]);
        const pm_residue rv = r->r[__builtin_ctz(v)];
        const pm_residue w = pm_field_mul(f, p->edge[g->edge[k]], *ru);
        kept |= g->v_open[k] ? v : 0;
        slope[__builtin_ctz(v)] = pm_field_sub(f, 0, pm_field_mul(f, w, pm_field_mul(f, rv, rv)));
    }
    slope[__builtin_ctz(u)] = *ru;
    *ru = 0;
    pm_proof_evaluate(table, r->open[i], kept, r->r, f);
    for (uint32_t left = kept; left != 0; left &= left - 1, bits++) {
        base[bits] = r->r[__builtin_ctz(left)];
        slope[bits] = slope[__builtin_ctz(left)];
    }
    on_line(line, table, kept, base, slope, f);
    const pm_residue t = say_line(claim, p, line, bits);
    bits = 0;
    for (uint32_t left = kept; left != 0; left &= left - 1, bits++)
        r->r[__builtin_ctz(left)] = pm_field_add(f, base[bits], pm_field_mul(f, t, slope[bits]));
}

static pm_status block_back(struct pm_prover *p, int b)
{
    const struct pm_proof_block *const block = &p->blocks->block[b];
    const struct pm_proof_span *const span = &block->span;
    const struct pm_proof_layout *const in = block->in;
    const struct pm_field *const f = &p->oracle.field;
    struct replay r = {0};
    pm_residue y[PM_PROOF_WIDTH];
    static const pm_residue one = 1;
    pm_status status;

    if (block->left >= 0 && block->meeting < 0)
        PM_TRY(pm_prover_make_again(p, block->left));
    PM_NEW_GOTO(status, r.before, ((size_t)span->count + 1) << span->vertices, done);
    PM_NEW_GOTO(status, r.open, span->count + 1, done);
    for (int k = 0; k < in->y.count; k++)
        y[k] = pm_prover_point(p, b, in->y.vertex[k]);
    status = block->meeting >= 0
                 ? pm_prover_meet(r.before, p, b, y)
                 : pm_proof_fold(r.before, in, block->left >= 0 ? p->table[block->left] : &one, y,
                                 f, p->threads);
    if (status != PM_OK)
        goto done;
    for (int k = 0; k < span->vertices; k++)
        r.r[k] = pm_prover_point(p, b, span->vertex[k]);
    play(&r, p, span, in->x.count);
    for (int i = span->count - 1; i >= 0; i--)
        group_back(&p->claim[b], &r, p, span, i);
    if (block->left >= 0) {
        PM_TRY_GOTO(status, pm_prover_point_new(p, block->left), done);
        memcpy(p->point[block->left], r.r, (size_t)in->x.count * sizeof *y);
        memcpy(p->point[block->left] + in->x.count, y, (size_t)in->y.count * sizeof *y);
        p->claim[block->left] = p->claim[b];
        pm_prover_forget(p, block->left);
    }
done:
    free(r.before);
    free(r.open);
    return status;
}

/* --------------------------------------------------------------------------- all */

int pm_prover_messages(const struct pm_prover *p)
{
    int count = (int)p->blocks->groups, shared[PM_PROOF_WIDTH];

    for (int b = 0; b < p->blocks->count; b++)
        if (p->blocks->block[b].joins)
            count += 1 + pm_proof_shared(shared, p->blocks->block[p->blocks->block[b].left].out,
                                         p->blocks->block[p->blocks->block[b].right].out);
    return count;
}

static void write_steps(FILE *file, const struct pm_proof_steps *steps)
{
    static const char letter[] = {'n', 'c', 'j'};

    fprintf(file, "steps %zu\n", steps->count);
    for (size_t i = 0; i < steps->count; i++) {
        const struct pm_proof_step *const step = &steps->step[i];
        putc(letter[step->code], file);
        if (step->u >= 0)
            fprintf(file, " %d", step->u + 1);
        putc('\n', file);
    }
}

/* What comes before the steps, or before a drawing. */
static pm_status write_statement(char **head, const struct pm_prover *p,
                                 const struct pm_claims *claims)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    fprintf(text.file, "permatch-proof 3\n");
    pm_statement_write(text.file, p->statement);
    pm_claims_write(text.file, claims);
    return pm_text_close(head, &text, PM_OK);
}

static pm_status write_head(char **head, const struct pm_prover *p, const char *statement,
                            const struct pm_proof_plane *plane)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    fputs(statement, text.file);
    pm_statement_write_tight(text.file, p->statement);
    if (plane != NULL) {
        pm_proof_plane_write(text.file, plane);
    } else {
        write_steps(text.file, p->steps);
        fprintf(text.file, "messages %d\n", pm_prover_messages(p));
    }
    return pm_text_close(head, &text, PM_OK);
}

/* The number that is claimed, as a residue: of a list, the value of its polynomial at z. */
static pm_residue claimed(const struct pm_prover *p, const struct pm_claims *claims)
{
    const struct pm_field *const f = &p->oracle.field;
    pm_residue sum = 0;

    for (size_t k = claims->count; k-- > 0;)
        sum = pm_field_add(f, pm_field_mul(f, p->z, sum),
                           pm_oracle_residue(&p->oracle, claims->re + k, claims->im + k));
    return sum;
}

static pm_status wrong(void)
{
    return pm_fail(PM_WRONG, "the proof fails: it leads to another number than the answer");
}

static pm_status go_back(struct pm_prover *p, const struct pm_claims *claims)
{
    const int last = p->blocks->count - 1;
    const bool empty = p->blocks->block[last].out->length == 0; /* no perfect matching */

    p->claim[last] = claimed(p, claims);
    if (p->claim[last] != (empty ? 0 : p->table[last][0]))
        return wrong();
    PM_TRY(pm_prover_point_new(p, last));
    pm_prover_forget(p, last);
    for (int b = last; b >= 0; b--) {
        PM_TRY(p->blocks->block[b].joins ? pm_prover_join_back(p, b) : block_back(p, b));
        free(p->point[b]);
        p->point[b] = NULL;
        PM_TRY(done(p, b));
    }
    return PM_OK;
}

static pm_status messages(char **text, struct pm_prover *p, const struct pm_claims *claims)
{
    PM_TRY(pm_text_open(&p->text));
    return pm_text_close(text, &p->text, go_back(p, claims));
}

static void restart(struct pm_prover *p, const char *head)
{
    pm_oracle_clear(&p->oracle);
    pm_oracle_init(&p->oracle, head, strlen(head), p->bits);
}

/* The proof of a planar graph is its head. */
static pm_status prove_plane(char **proof, struct pm_prover *p, const struct pm_claims *claims,
                             const char *statement)
{
    struct pm_proof_plane *plane;
    pm_residue square, claim;

    restart(p, statement); /* for a random prime */
    PM_TRY(pm_proof_plane_new(&plane, p->statement, &p->oracle));
    pm_status status = write_head(proof, p, statement, plane);
    if (status == PM_OK) {
        restart(p, *proof);
        status = pm_proof_plane_square(&square, plane, &p->oracle);
    }
    pm_proof_plane_free(plane);
    PM_TRY(status);
    p->z = p->oracle.field.one;
    claim = claimed(p, claims);
    claim = pm_field_mul(&p->oracle.field, pm_field_factor(&p->oracle.field, claim), claim);
    return claim == square ? PM_OK : wrong();
}

static pm_status prove_steps(char **proof, struct pm_prover *p, const struct pm_claims *claims,
                             const char *statement)
{
    char *head = NULL, *tail = NULL;
    pm_status status;

    PM_TRY(pm_prover_plan(p));
    PM_NEW(p->table, p->blocks->count);
    PM_NEW(p->point, p->blocks->count);
    PM_NEW(p->claim, p->blocks->count);
    PM_TRY(write_head(&head, p, statement, NULL));
    restart(p, head);
    const size_t length = strlen(head);
    PM_TRY_GOTO(status, weigh(p), done);
    PM_TRY_GOTO(status, go_forward(p), done);
    PM_TRY_GOTO(status, messages(&tail, p, claims), done);
    PM_NEW_GOTO(status, *proof, length + strlen(tail) + 1, done);
    memcpy(*proof, head, length);
    memcpy(*proof + length, tail, strlen(tail) + 1);
done:
    free(head);
    free(tail);
    return status;
}

struct work {
    char *proof;
    struct pm_prover *prover;
    const struct pm_claims *claims;
};

/* A graph that is not planar, or has other weights, gets a proof by steps. */
static pm_status prove(void *context, struct pm_watched *watched)
{
    struct work *const work = context;
    struct pm_prover *const p = work->prover;
    const struct pm_claims *const claims = work->claims;
    char *statement;

    p->watched = watched;
    PM_TRY(pm_claims_bits(&p->bits, claims, p->statement));
    PM_TRY(write_statement(&statement, p, claims));
    pm_status status = prove_plane(&work->proof, p, claims, statement);
    if (status == PM_UNABLE) {
        free(work->proof);
        work->proof = NULL;
        status = prove_steps(&work->proof, p, claims, statement);
    }
    free(statement);
    pm_oracle_clear(&p->oracle); /* in the thread that made it */
    return status;
}

pm_status pm_prove(char **proof, const pm_problem *problem, pm_proved what,
                   const char *const *values, size_t count, const pm_options *options)
{
    struct pm_prover p = {0};
    struct pm_claims claims = {0};
    struct work work = {.prover = &p, .claims = &claims};
    pm_options own;
    pm_status status;

    PM_GIVEN(proof, problem, values);
    PM_TRY(pm_options_take(&own, options));
    p.threads = own.threads > 0 ? own.threads : omp_get_max_threads();
    p.memory = own.memory > 0 ? own.memory : pm_memory_of("").left / 2;
    PM_TRY_GOTO(status, pm_statement_new(&p.statement, problem, what), done);
    PM_TRY_GOTO(status, pm_claims_read(&claims, p.statement, values, count), done);
    status = pm_watched_within(prove, &work, own.seconds, own.watch, own.watcher);
    if (status == PM_OK) {
        *proof = work.proof;
        work.proof = NULL;
    }
done:
    free(work.proof);
    pm_claims_clear(&claims);
    pm_prover_clear(&p);
    return status;
}
