/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A proof as it is in its file, for pm-verify: the problem, the claimed numbers, the steps and the
 * messages. */
#pragma once

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
    MOST_TABLES = 4096 /* at a time */,
    GROUP = 6 /* edges that one message is about */
};

/* A Gaussian integer. */
struct gaussian {
    mpz_t re, im;
};

struct proof_edge {
    size_t u, v; /* from 1 */
    struct gaussian weight;
    bool left_out; /* by a tight set */
};

/* What the edges at a vertex lead to. */
struct proof_end {
    size_t v, edge;
    bool is_open; /* of a step: the table had v open */
};

struct proof_step {
    char letter;
    size_t u;                /* of c */
    bool is_open;            /* of c: the table had u open */
    struct proof_end *ahead; /* of c: the edges that it uses, by their other ends */
    size_t aheads;
    size_t *both; /* of j: the vertices that both tables have open, ascending */
    size_t boths;
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
    size_t *start;         /* of each vertex: where its edges begin in `end` */
    struct proof_end *end; /* without loops; ascending */
    struct gaussian *value;
    bool planar;         /* there are leaves, from first_message on */
    bool *gone;          /* of each vertex: a branch has taken it, or a barrier */
    int *around;         /* a leaf: the neighbours of vertex v from start[v] on, with a sign for the
                          * direction */
    size_t pairs, *pair; /* a leaf: two vertices each */
    struct proof_step *step;
    uint8_t problem_hash[HASH_BYTES], hash[HASH_BYTES];
    char why[WHY_BYTES];     /* what is wrong */
    char reading[WHY_BYTES]; /* how INPUT was read */
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

/* Every vertex is closed once, where it is open in one table alone.  Lists the edges that steps use
 * and the vertices of joins. */
enum verdict proof_check_steps(struct proof *proof);

/* Lists the ends of edges that are not left out, between vertices that are not gone. */
enum verdict proof_list_ends(struct proof *proof);

/* Counts components of what is listed, and those with an odd number of vertices. */
enum verdict proof_count_parts(size_t *parts, size_t *odd, struct proof *proof);

/* Lists the ends of edges; reads the tight sets, and marks the edges that they leave out. */
enum verdict proof_read_tight(struct proof *proof);

/* Goes from the claim about the whole problem back to the claim that the number of an empty table
 * is 1 (proof_claims.c). */
enum verdict proof_check(struct proof *proof);

/* The same for branches and leaves (proof_leaves.c). */
enum verdict proof_check_leaves(struct proof *proof, const mpz_t prime);

/* Reads and checks the drawing of what is listed, and its pairs (proof_plane.c); then the square of
 * its Pfaffian, which must be that of the value (proof_pfaffian.c). */
enum verdict proof_read_plane(struct proof *proof);
enum verdict proof_check_plane(struct proof *proof, const mpz_t value, const mpz_t prime);

/* How INPUT is read: the options of pm-verify. */
struct proof_reading {
    bool pattern;    /* every weight is 1 */
    bool loops;      /* a graph: a loop covers its vertex */
    bool no_loops;   /* a matrix: the diagonal does not count */
    bool undirected; /* a matrix, from a list: both directions of an edge */
};

/* Compares the problem of a proof with INPUT (proof_input.c), and says in proof->reading how that
 * was read. */
enum verdict proof_compare(struct proof *proof, const char *path, const struct proof_reading *how);

/* *text = the bytes of a file, with room for one more, in memory from malloc(), also after a
 * failure. */
enum verdict proof_take_file(char **text, size_t *length, struct proof *proof, const char *path);

/* The next line; a number of a line, which *at goes on behind. */
enum verdict proof_next_line(char **line, struct proof *proof);
enum verdict proof_take_lines(size_t *count, struct proof *proof, const char *name);
bool proof_take_word(char **at, const char *word);
bool proof_take_count(size_t *count, char **at);
bool proof_take_integer(mpz_t x, char **at);

/* The number of digits of a canonical integer without its sign; 0: there is none. */
size_t proof_digits(const char *at);

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
