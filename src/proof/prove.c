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
#include "base/argument.h"
#include "base/text.h"
#include "plan/facility.h"
#include "proof/blocks.h"
#include "proof/prover.h"
#include "proof/oracle.h"
#include "proof/claims.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------ weights */

static pm_status weigh(struct pm_prover *p)
{
    const struct pm_proved_problem *const s = p->statement;
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

/* Makes the tables of the first `end` blocks. */
static pm_status go_forward(struct pm_prover *p, int end)
{
    for (int b = 0; b < end; b++) {
        const int left = p->blocks->block[b].left;
        PM_TRY(pm_prover_make(p, b));
        PM_TRY(pm_prover_done(p, b));
        if (left >= 0 && !is_kept(p, left))
            pm_prover_forget(p, left);
    }
    return PM_OK;
}

/* --------------------------------------------------------------------------- all */

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

/* What comes before the steps, or before drawings. */
static pm_status write_statement(char **head, const struct pm_prover *p)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    fprintf(text.file, "permatch-proof 3\n");
    pm_proved_problem_write(text.file, p->statement);
    pm_claims_write(text.file, &p->claims);
    return pm_text_close(head, &text, PM_OK);
}

/* The same with the steps. */
static pm_status write_head(char **head, const struct pm_prover *p, const char *statement)
{
    struct pm_text text;

    PM_TRY(pm_text_open(&text));
    fputs(statement, text.file);
    pm_proved_problem_write_tight(text.file, p->statement);
    write_steps(text.file, p->steps);
    fprintf(text.file, "messages %d\n", pm_prover_messages(p));
    return pm_text_close(head, &text, PM_OK);
}

/* The number that is claimed, as a residue: of a list, the value of its polynomial at z. */
static pm_residue claimed(const struct pm_prover *p)
{
    const struct pm_field *const f = &p->oracle.field;
    pm_residue sum = 0;

    for (size_t k = p->claims.count; k-- > 0;)
        sum = pm_field_add(f, pm_field_mul(f, p->z, sum),
                           pm_oracle_residue(&p->oracle, p->claims.re + k, p->claims.im + k));
    return sum;
}

/* Compares the answer with the last table. */
static pm_status compare(struct pm_prover *p, int last)
{
    const bool empty = p->blocks->block[last].out->length == 0; /* no perfect matching */

    if (p->claim[last] != (empty ? 0 : p->table[last][0]))
        return pm_prover_wrong(p);
    pm_prover_forget(p, last);
    return PM_OK;
}

static pm_status go_back(struct pm_prover *p, int b)
{
    PM_TRY(p->blocks->block[b].joins ? pm_prover_join_back(p, b) : pm_prover_block_back(p, b));
    free(p->point[b]);
    p->point[b] = NULL;
    return PM_OK;
}

/* Goes back as far as there are messages of an earlier run, then makes the tables before that, and
 * goes back through them. */
static pm_status go(struct pm_prover *p)
{
    const int last = p->blocks->count - 1;
    int b = last;

    p->claim[last] = claimed(p);
    PM_TRY(pm_prover_point_new(p, last));
    PM_TRY(pm_prover_recall(p));
    for (p->again = true; p->left > 0 && b >= 0 && p->left >= pm_prover_block_messages(p, b); b--) {
        PM_TRY(go_back(p, b));
        pm_watched_done(p->watched, 2 * (uint64_t)pm_proof_block_bytes(&p->blocks->block[b]));
    }
    p->again = false;
    p->left = 0;
    PM_TRY(go_forward(p, b < last ? b : last + 1));
    if (b == last)
        PM_TRY(compare(p, last));
    for (; b >= 0; b--) {
        PM_TRY(go_back(p, b));
        PM_TRY(pm_prover_done(p, b));
    }
    return pm_prover_keep(p);
}

static void restart(struct pm_prover *p, const char *head)
{
    pm_oracle_clear(&p->oracle);
    pm_oracle_init(&p->oracle, head, strlen(head), p->bits);
}

/* The proof of a graph that is nearly planar has no messages. */
static pm_status prove_leaves(char **proof, struct pm_prover *p, const char *statement)
{
    struct pm_text text;
    bool right = false;

    restart(p, statement); /* for a random prime */
    PM_TRY(pm_text_open(&text));
    fputs(statement, text.file);
    pm_status status =
        pm_proof_leaves_write(text.file, &right, p->leaves, &p->claims, &p->oracle, p->threads);
    PM_TRY(pm_text_close(proof, &text, status));
    return right ? PM_OK : pm_prover_wrong(p);
}

static pm_status prove_steps(char **proof, struct pm_prover *p, const char *statement)
{
    char *head = NULL, *tail = NULL;
    pm_status status;

    PM_NEW(p->table, p->blocks->count);
    PM_NEW(p->point, p->blocks->count);
    PM_NEW(p->claim, p->blocks->count);
    PM_TRY(write_head(&head, p, statement));
    restart(p, head);
    PM_TRY_GOTO(status, weigh(p), done);
    PM_TRY_GOTO(status, pm_text_open(&p->text), done);
    PM_TRY_GOTO(status, pm_text_close(&tail, &p->text, go(p)), done);
    if (asprintf(proof, "%s%s", head, tail) < 0) {
        *proof = NULL;
        status = pm_no_memory();
    }
done:
    PM_FREE(head, tail);
    return status;
}

static pm_status prove(void *context, struct pm_watched *watched)
{
    struct pm_prover *const p = context;
    char *statement;

    p->watched = watched;
    PM_TRY(pm_claims_bits(&p->bits, &p->claims, p->statement));
    PM_TRY(pm_prover_plan(p));
    PM_TRY(write_statement(&statement, p));
    const pm_status status = p->leaves != NULL ? prove_leaves(&p->proof, p, statement)
                                               : prove_steps(&p->proof, p, statement);
    free(statement);
    pm_oracle_clear(&p->oracle); /* in the thread that made it */
    return status;
}

pm_status pm_prove(char **proof, const pm_problem *problem, pm_proved what,
                   const char *const *values, size_t count, const pm_options *options)
{
    struct pm_prover p = {0};
    pm_options own;
    pm_status status;

    PM_ARGUMENTS(proof, problem, values);
    PM_TRY(pm_facility_options(&own, PM_ASK_PROOF, problem, options));
    if (problem->field == PM_FIELD_LOGS)
        return pm_fail(PM_UNABLE,
                       "weights that are given by logarithms are rounded, and a proof is "
                       "about exact numbers");
    PM_TRY_GOTO(status, pm_prover_open(&p, problem, what, &own), done);
    PM_TRY_GOTO(status, pm_claims_read(&p.claims, p.statement, values, count), done);
    PM_TRY_GOTO(status, pm_watched_within(prove, &p, &own), done);
    *proof = p.proof;
    p.proof = NULL;
done:
    pm_prover_clear(&p);
    return status;
}
