/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The C verifier and texts that are no proofs: an honest proof with a few random changes is
 * refused, in bounded memory and without a report of a sanitizer.  A wrong number, and messages for
 * another table, are not proved: the library refuses to prove a number that is not the answer. */
#include "permatch.h"
#include "test.h"
#include "tools/proof_claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char graph[] = "a b\nb c\nc d\nd a\na c\nd e\ne f\nf a 2\nb e -1\n";

static uint64_t below(uint64_t *state, uint64_t n)
{
    return test_random(state) % n;
}

/* A proof of the perfect matchings of the graph; NULL: refused. */
static char *prove(const char *value)
{
    pm_graph_reader *reader;
    pm_graph *g = NULL;
    pm_problem *problem = NULL;
    char *proof = NULL;

    if (pm_graph_open_text(&reader, "graph", graph, strlen(graph), NULL) == PM_OK &&
        pm_graph_next(&g, reader) == PM_OK && pm_problem_matchings(&problem, g, false) == PM_OK &&
        pm_prove(&proof, problem, PM_PROVE_VALUE, &value, 1, NULL) != PM_OK)
        proof = NULL;
    pm_problem_free(problem);
    pm_graph_free(g);
    pm_graph_close(reader);
    return proof;
}

/* The verdict about a text, which is copied. */
static enum verdict judge(const char *text, size_t length)
{
    struct proof p = {0};
    char *const copy = malloc(length + 1);

    memcpy(copy, text, length);
    enum verdict verdict = proof_parse(&p, copy, length);
    if (verdict == FINE)
        verdict = proof_check_steps(&p);
    if (verdict == FINE)
        verdict = proof_check(&p);
    if (verdict == FINE && !(proof_error(&p) < -70))
        verdict = WRONG;
    proof_clear(&p);
    return verdict;
}

/* Where a random line begins, and its length with the newline. */
static size_t random_line(size_t *length, const char *text, size_t end, uint64_t *state)
{
    size_t at = below(state, end), next;

    while (at > 0 && text[at - 1] != '\n')
        at--;
    for (next = at; next < end && text[next] != '\n';)
        next++;
    *length = next < end ? next + 1 - at : end - at;
    return at;
}

/* Changes a text of `length` bytes in a buffer of twice its size and 64 bytes.  Returns the new
 * length. */
static size_t change(char *text, size_t length, uint64_t *state)
{
    static const char letters[] = "0123456789abcdef -,\nxnoecj#";
    size_t size, other;
    const size_t at = random_line(&size, text, length, state);

    switch (below(state, 5)) {
    case 0:
        text[below(state, length)] = letters[below(state, sizeof letters - 1)];
        return length;
    case 1: /* a line less */
        memmove(text + at, text + at + size, length - at - size);
        return length - size;
    case 2: /* a line twice */
        memmove(text + at + size, text + at, length - at);
        return length + size;
    case 3: /* an enormous number */
        memmove(text + at + 18, text + at, length - at);
        memcpy(text + at, "999999999999999999", 18);
        return length + 18;
    default: /* a line with the beginning of another */
        other = random_line(&size, text, length, state);
        for (size_t k = 0; k < 6 && other + k < length && at + k < length; k++)
            text[at + k] = text[other + k];
        return length;
    }
}

static void mutate(struct test *t, const char *proof, size_t tries)
{
    const size_t length = strlen(proof);
    char *const text = malloc(4 * length + 1024);
    uint64_t state = 11;
    size_t accepted = 0, odd = 0;

    for (size_t k = 0; k < tries; k++) {
        size_t now = length;
        memcpy(text, proof, length);
        for (uint64_t changes = 1 + below(&state, 3); changes > 0 && now > 0 && now < 2 * length;
             changes--)
            now = change(text, now, &state);
        if (now == length && memcmp(text, proof, length) == 0)
            continue;
        const enum verdict verdict = judge(text, now);
        accepted += verdict == FINE;
        odd += verdict != UNREADABLE_PROOF && verdict != WRONG && verdict != FINE;
    }
    CHECK(t, accepted == 0 && odd == 0, "%zu changed proofs: %zu accepted, %zu odd", tries,
          accepted, odd);
    free(text);
}

int main(void)
{
    static const size_t tries[] = {[TEST_SHORT] = 300, [TEST_USUAL] = 2000, [TEST_LONG] = 1000000};
    struct test t = {0};
    char *const proof = prove("2"), *const wrong = prove("3"), *const text = prove("four");

    CHECK(&t, proof != NULL, "the number of the graph is proved");
    CHECK(&t, wrong == NULL, "a wrong number is not proved");
    CHECK(&t, text == NULL, "a word is not proved");
    CHECK(&t, proof != NULL && judge(proof, strlen(proof)) == FINE, "the proof is accepted");
    if (proof != NULL)
        mutate(&t, proof, tries[test_effort()]);
    free(proof);
    free(wrong);
    free(text);
    return test_done(&t);
}
