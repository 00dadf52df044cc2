/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A proof as it is in its file, for pm-verify: the problem, the claimed numbers, the steps and the
 * messages. */
#ifndef PM_TOOLS_PROOF_FILE_H
#define PM_TOOLS_PROOF_FILE_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Also the exit status of pm-verify. */
enum verdict { FINE = 0, UNREADABLE_PROOF = 1, WRONG = 5 };

enum proof_ask { ASK_PERFECT, ASK_TOTAL, ASK_SIZES };

enum {
    HASH_BYTES = 32,
    WHY_BYTES = 256,
    WIDEST = 64 /* open vertices of a table */,
    MOST_TABLES = 4096 /* at a time */
};

/* A Gaussian integer. */
struct gaussian {
    mpz_t re, im;
};

struct proof_edge {
    size_t u, v; /* from 1 */
    struct gaussian weight;
    bool used;
};

struct proof_step {
    char letter;
    size_t u, v;  /* 0: none */
    size_t edge;  /* of e */
    size_t *both; /* of j: the vertices that both tables have open, ascending; then only_left, .. */
    size_t boths; /* how many */
    size_t *left, lefts, *right, rights; /* of j: all open vertices of each table */
};

struct proof {
    char *text;
    char **line; /* the lines that count, each with its NUL */
    size_t lines, at;
    size_t rows, vertices, edges, values, steps, first_message;
    long columns; /* -1: a graph */
    enum proof_ask ask;
    const char *ask_name;
    mpz_t scale;
    bool has_scale;
    struct proof_edge *edge;
    struct gaussian *value;
    struct proof_step *step;
    uint8_t problem_hash[HASH_BYTES], hash[HASH_BYTES];
    char why[WHY_BYTES]; /* what is wrong */
};

/* Reads a proof and checks its form.  *proof must be zeroed, and cleared even after a
 * failure. */
enum verdict proof_read(struct proof *proof, const char *path);

/* The same for a text in memory from malloc(), which belongs to *proof from now on. */
enum verdict proof_parse(struct proof *proof, char *text, size_t length);
void proof_clear(struct proof *proof);

/* Sets the reason, and returns the verdict. */
enum verdict proof_fail(struct proof *proof, enum verdict verdict, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* True if vertex v may stay uncovered. */
bool proof_may_stay(const struct proof *proof, size_t v);

/* The edge with these two ends; NULL: there is none. */
struct proof_edge *proof_find(const struct proof *proof, size_t u, size_t v);

/* Every vertex is closed once, where it is open in one table alone; every edge is used once,
 * between open ends.  Lists the vertices of joins. */
enum verdict proof_check_steps(struct proof *proof);

/* For functions whose proof is called p. */
#define REFUSE(...) return proof_fail(p, UNREADABLE_PROOF, __VA_ARGS__)
#define NEED(fine, ...)                                                                            \
    do {                                                                                           \
        if (!(fine))                                                                               \
            REFUSE(__VA_ARGS__);                                                                   \
    } while (0)

#define TRY(call)                                                                                  \
    do {                                                                                           \
        const enum verdict try_verdict = (call);                                                   \
        if (try_verdict != FINE)                                                                   \
            return try_verdict;                                                                    \
    } while (0)

#endif
