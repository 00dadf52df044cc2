/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs without messages: branches on edges, and at the leaves drawings or barriers
 * (permatch_proof(5)).  A perfect matching has the edge uv, of weight w, or not: the value of a
 * graph is that of the graph without uv, and w times that of the graph without u and v. */
#include "proof_file.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BRANCHES = 512 /* on the way to a leaf */ };

static enum verdict check_question(struct proof *p)
{
    const bool all = p->columns < 0 || p->rows == (size_t)p->columns; /* are covered */

    NEED(p->ask == ASK_PERFECT && all && mpz_sgn(p->value[0].re) >= 0 &&
             mpz_sgn(p->value[0].im) == 0,
         "this problem has no proof by a plane");
    for (size_t e = 0; e < p->edges; e++)
        NEED(mpz_sgn(p->edge[e].weight.re) > 0 && mpz_sgn(p->edge[e].weight.im) == 0 &&
                 p->edge[e].u < p->edge[e].v && !p->edge[e].left_out,
             "this problem has no proof by a plane");
    return FINE;
}

/* A graph with more odd components than vertices of the barrier, which are not in it, has no
 * perfect matching (Tutte, The factorization of linear graphs, J. London Math. Soc. 22, 1947). */
static enum verdict take_barrier(struct proof *p)
{
    size_t *const taken = calloc(p->vertices + 1, sizeof *taken);
    size_t count = 0, parts = 0, odd = 0, v = 0;
    char *at = NULL;
    bool fine = true;

    NEED(taken != NULL, "no memory for a barrier");
    enum verdict verdict = proof_next_line(&at, p);
    proof_take_word(&at, "barrier");
    while (fine && proof_take_word(&at, " ")) {
        fine = proof_take_count(&v, &at) && v >= 1 && v <= p->vertices && !p->gone[v];
        if (fine)
            p->gone[taken[count++] = v] = true;
    }
    if (!fine || *at != '\0')
        verdict = proof_fail(p, UNREADABLE_PROOF, "a barrier is a list of vertices that are left");
    if (verdict == FINE)
        verdict = proof_list_ends(p);
    if (verdict == FINE)
        verdict = proof_count_parts(&parts, &odd, p);
    if (verdict == FINE && odd <= count)
        verdict = proof_fail(p, UNREADABLE_PROOF, "a barrier leaves too few odd components");
    for (size_t k = 0; k < count; k++)
        p->gone[taken[k]] = false;
    free(taken);
    return verdict;
}

static enum verdict take_value(mpz_t value, struct proof *p)
{
    char *at = NULL;

    TRY(proof_next_line(&at, p));
    NEED(proof_take_word(&at, "value ") && proof_take_integer(value, &at) && *at == '\0' &&
             mpz_sgn(value) >= 0,
         "a branch, a barrier or a value is expected");
    return FINE;
}

static enum verdict take_graph(mpz_t value, struct proof *p, const mpz_t prime, int depth);

/* The graphs with and without the next edge. */
static enum verdict take_branch(mpz_t value, struct proof *p, const mpz_t prime, int depth)
{
    size_t u = 0, v = 0;
    char *at = NULL;
    mpz_t with;

    NEED(depth < MOST_BRANCHES, "more than %d branches lead to a leaf", MOST_BRANCHES);
    TRY(proof_next_line(&at, p));
    NEED(proof_take_word(&at, "branch ") && proof_take_count(&u, &at) &&
             proof_take_word(&at, " ") && proof_take_count(&v, &at) && *at == '\0',
         "a branch is 'branch u v'");
    struct proof_edge *const edge = proof_find(p, u, v);
    NEED(edge != NULL && !edge->left_out && !p->gone[u] && !p->gone[v],
         "a branch on an edge that is not there");
    edge->left_out = true;
    TRY(take_graph(value, p, prime, depth + 1));
    edge->left_out = false;
    p->gone[u] = p->gone[v] = true;
    mpz_init(with);
    const enum verdict verdict = take_graph(with, p, prime, depth + 1);
    mpz_addmul(value, with, edge->weight.re);
    mpz_clear(with);
    p->gone[u] = p->gone[v] = false;
    return verdict;
}

/* Checks what the next lines say about the graph that is left.  Its value is given, or the one
 * that they claim. */
static enum verdict take_graph(mpz_t value, struct proof *p, const mpz_t prime, int depth)
{
    const char *const line = p->at < p->lines ? p->line[p->at] : "";

    if (strncmp(line, "branch ", 7) == 0)
        return take_branch(value, p, prime, depth);
    if (strncmp(line, "barrier", 7) == 0) {
        mpz_set_ui(value, 0);
        return take_barrier(p);
    }
    if (depth > 0)
        TRY(take_value(value, p));
    TRY(proof_list_ends(p));
    TRY(proof_read_plane(p));
    return proof_check_plane(p, value, prime);
}

enum verdict proof_check_leaves(struct proof *p, const mpz_t prime)
{
    mpz_t value;

    TRY(check_question(p));
    p->at = p->first_message;
    mpz_init_set(value, p->value[0].re);
    enum verdict verdict = take_graph(value, p, prime, 0);
    if (verdict == FINE && p->at < p->lines)
        verdict = proof_fail(p, UNREADABLE_PROOF, "there are more lines than the leaves need");
    if (verdict == FINE && mpz_cmp(value, p->value[0].re) != 0)
        verdict = proof_fail(p, WRONG, "the leaves have another sum");
    mpz_clear(value);
    return verdict;
}
