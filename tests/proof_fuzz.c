/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The C verifier and texts that are no proofs.  An honest proof with a few random changes is
 * refused, in bounded memory and without a report of a sanitizer.  It may be accepted only if the
 * problem and the values are the same: a changed drawing can be another drawing of the same graph.
 * The library refuses to prove a number that is not the answer.
 *
 *     proof_fuzz FILE...   changes the proofs in these files
 *     PM_CASES=N PM_SEED=S   the number of changed proofs of each, the seed */
#include "permatch.h"
#include "test.h"
#include "tools/proof_file.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char graph[] = "a b 1\nb c 1\nc d 1\nd a 1\na c 1\nd e 1\ne f 1\nf a 2\nb e -1\n";
static const char planar[] = "a b 3\nb c 1\nd e 2\ne f 1\na d 1\nb e 1\nc f 1\n";
/* Moebius ladder: not planar, and each edge is in a perfect matching, so that no weight can change
 * unseen. */
static const char branched[] = "1 2 4\n2 3 5\n3 4 5\n4 5 4\n5 6 1\n6 7 2\n7 8 5\n1 8 4\n"
                               "1 5 4\n2 6 3\n3 7 4\n4 8 2\n";

static uint64_t below(uint64_t *state, uint64_t n)
{
    return test_random(state) % n;
}

/* A proof of values of a graph; NULL: refused. */
static char *prove(const char *text, pm_proved what, const char *const *values, size_t count)
{
    pm_graph_reader *reader;
    pm_graph *g = NULL;
    pm_problem *problem = NULL;
    char *proof = NULL;

    if (pm_graph_open_text(&reader, "graph", text, strlen(text), NULL) == PM_OK &&
        pm_graph_next(&g, reader) == PM_OK && pm_problem_matchings(&problem, g, false) == PM_OK &&
        pm_prove(&proof, problem, what, values, count, NULL) != PM_OK)
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

/* True for the first line after those of the problem and of the values. */
static bool is_behind(const char *line, const char *last)
{
    static const char *const word[] = {"tight ", "steps ", "plane ", "branch ", "barrier"};

    for (size_t k = 0; k < sizeof word / sizeof *word; k++)
        if (last - line >= 6 && strncmp(line, word[k], strlen(word[k])) == 0)
            return true;
    return false;
}

/* out = the lines of the problem and of the values, without comments; without the scale, since the
 * values are those of the weights in the proof. */
static void statement(char *out, const char *text, size_t length)
{
    const char *const last = text + length;

    for (const char *at = text; at < last && !is_behind(at, last);) {
        const char *const newline = memchr(at, '\n', (size_t)(last - at));
        const char *const next = newline != NULL ? newline + 1 : last;
        if (*at != '#' && strncmp(at, "scale ", 6) != 0) {
            memcpy(out, at, (size_t)(next - at));
            out += next - at;
        }
        at = next;
    }
    *out = '\0';
}

static void mutate(struct test *t, const char *name, const char *proof)
{
    static const size_t usual[] = {[TEST_SHORT] = 100, [TEST_USUAL] = 700, [TEST_LONG] = 350000};
    const size_t length = strlen(proof), tries = test_number("PM_CASES", usual[test_effort()]);
    char *const text = malloc(4 * length + 1024);
    char *const before = malloc(length + 1), *const after = malloc(4 * length + 1024);
    uint64_t state = test_number("PM_SEED", 11);
    size_t accepted = 0, false_ones = 0, odd = 0;

    statement(before, proof, length);
    for (size_t k = 0; k < tries; k++) {
        size_t now = length;
        memcpy(text, proof, length);
        for (uint64_t changes = 1 + below(&state, 3); changes > 0 && now > 0 && now < 2 * length;
             changes--)
            now = change(text, now, &state);
        if (now == length && memcmp(text, proof, length) == 0)
            continue;
        const enum verdict verdict = judge(text, now);
        if (verdict == FINE) {
            statement(after, text, now);
            accepted++;
            false_ones += strcmp(before, after) != 0;
        }
        odd += verdict != UNREADABLE_PROOF && verdict != WRONG && verdict != FINE;
    }
    CHECK(t, false_ones == 0 && odd == 0,
          "%s: %zu changed proofs, %zu of them still prove it, %zu prove something else, %zu odd",
          name, tries, accepted, false_ones, odd);
    free(text);
    free(before);
    free(after);
}

static void mutate_file(struct test *t, const char *path)
{
    enum { MOST = 1 << 20 };
    char *const text = calloc(MOST, 1);
    FILE *const file = fopen(path, "r");

    CHECK(t, file != NULL && fread(text, 1, MOST - 1, file) > 0, "%s is read", path);
    CHECK(t, judge(text, strlen(text)) == FINE, "%s is accepted", path);
    mutate(t, path, text);
    if (file != NULL)
        fclose(file);
    free(text);
}

static void mutate_known(struct test *t)
{
    static const char *const numbers[] = {"2", "3", "four"}, *const weighted[] = {"8"},
                             *const leaves[] = {"960"};
    static const char *const sizes[] = {"1", "8", "11", "2"};
    char *const proof[] = {
        prove(graph, PM_PROVE_VALUE, numbers, 1), prove(planar, PM_PROVE_VALUE, weighted, 1),
        prove(branched, PM_PROVE_VALUE, leaves, 1), prove(graph, PM_PROVE_SIZES, sizes, 4)};
    char *const wrong = prove(graph, PM_PROVE_VALUE, numbers + 1, 1);
    char *const word = prove(graph, PM_PROVE_VALUE, numbers + 2, 1);

    CHECK(t, wrong == NULL, "a wrong number is not proved");
    CHECK(t, word == NULL, "a word is not proved");
    for (size_t k = 0; k < sizeof proof / sizeof *proof; k++) {
        CHECK(t, proof[k] != NULL && judge(proof[k], strlen(proof[k])) == FINE,
              "proof %zu is accepted", k);
        if (proof[k] != NULL)
            mutate(t, "a proof", proof[k]);
        free(proof[k]);
    }
    free(wrong);
    free(word);
}

int main(int argc, char **argv)
{
    struct test t = {0};

    for (int k = 1; k < argc; k++)
        mutate_file(&t, argv[k]);
    if (argc == 1)
        mutate_known(&t);
    return test_done(&t);
}
