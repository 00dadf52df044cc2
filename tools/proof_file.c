/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a proof strictly: what is not written exactly as permatch_proof(5) says is refused.  All
 * arrays are bounded by the number of lines. */
#include "proof_file.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_OF_A_NUMBER = 1000000 };

static const size_t MOST_BYTES = (size_t)1 << 28;
static const double MOST_BITS = 0x1p22; /* of the scale, times vertices, times values */

/* -------------------------------------------------------------------------- lines */

enum verdict proof_take_file(char **text, size_t *length, struct proof *p, const char *path)
{
    FILE *const file = fopen(path, "rb");

    NEED(file != NULL, "%s: cannot be opened", path);
    size_t room = (size_t)1 << 16;
    *text = malloc(room + 1);
    *length = 0;
    for (size_t got = 1; *text != NULL && got > 0 && *length <= MOST_BYTES; *length += got) {
        if (*length == room) {
            char *const more = realloc(*text, 2 * room + 1);
            if (more == NULL)
                break;
            *text = more;
            room *= 2;
        }
        got = fread(*text + *length, 1, room - *length, file);
    }
    const bool fine = !ferror(file) && feof(file) && *text != NULL;
    fclose(file);
    NEED(*length <= MOST_BYTES, "%s: longer than 256 MiB", path);
    NEED(fine, "%s: cannot be read", path);
    return FINE;
}

/* Finds the lines that count, and puts a NUL at their ends. */
static enum verdict split(struct proof *p, size_t length)
{
    size_t lines = 0;

    NEED(length > 0 && p->text[length - 1] == '\n', "not a text of whole lines");
    for (size_t i = 0; i < length; i++) {
        NEED((unsigned char)p->text[i] - 1U < 127, "not a text of ASCII");
        lines += p->text[i] == '\n';
    }
    p->line = malloc(lines * sizeof *p->line);
    NEED(p->line != NULL, "no memory for %zu lines", lines);
    for (char *at = p->text; at < p->text + length;) {
        char *const end = memchr(at, '\n', length - (size_t)(at - p->text));
        *end = '\0';
        if (*at != '#')
            p->line[p->lines++] = at;
        at = end + 1;
    }
    return FINE;
}

static void hash_lines(uint8_t *hash, const struct proof *p, size_t first, size_t end)
{
    struct sha256_ctx context;

    sha256_init(&context);
    for (size_t k = first; k < end; k++) {
        sha256_update(&context, strlen(p->line[k]), (const uint8_t *)p->line[k]);
        sha256_update(&context, 1, (const uint8_t *)"\n");
    }
    sha256_digest(&context, HASH_BYTES, hash);
}

/* -------------------------------------------------------------------------- words */

bool proof_take_integer(mpz_t x, char **at)
{
    const size_t sign = **at == '-', length = proof_digits(*at + sign);

    if (length == 0 || (sign && (*at)[1] == '0') || length > DIGITS_OF_A_NUMBER)
        return false;
    const char end = (*at)[sign + length];
    (*at)[sign + length] = '\0';
    const bool fine = mpz_set_str(x, *at, 10) == 0;
    (*at)[sign + length] = end;
    *at += sign + length;
    return fine;
}

static bool take_gaussian(struct gaussian *x, char **at)
{
    if (!proof_take_integer(x->re, at))
        return false;
    return !proof_take_word(at, ",") || (proof_take_integer(x->im, at) && mpz_sgn(x->im) != 0);
}

static void gaussian_init(struct gaussian *x)
{
    mpz_init(x->re);
    mpz_init(x->im);
}

/* ------------------------------------------------------------------------ problem */

static enum verdict read_sides(struct proof *p)
{
    size_t columns = 0;
    char *at = NULL;

    TRY(proof_next_line(&at, p));
    p->columns = -1;
    if (proof_take_word(&at, "graph ")) {
        NEED(proof_take_count(&p->rows, &at) && *at == '\0', "'graph N' is expected");
    } else {
        NEED(proof_take_word(&at, "matrix ") && proof_take_count(&p->rows, &at) &&
                 proof_take_word(&at, " ") && proof_take_count(&columns, &at) && *at == '\0',
             "'graph N' or 'matrix M N' is expected");
        p->columns = (long)columns;
    }
    p->vertices = p->rows + columns;
    return FINE;
}

static enum verdict read_question(struct proof *p)
{
    static const char *const names[] = {
        [ASK_PERFECT] = "perfect", [ASK_TOTAL] = "total", [ASK_SIZES] = "sizes"};
    char *at = NULL;

    TRY(proof_next_line(&at, p));
    for (int k = 0; k < 3; k++)
        if (strncmp(at, "ask ", 4) == 0 && strcmp(at + 4, names[k]) == 0) {
            p->ask = (enum proof_ask)k;
            p->ask_name = names[k];
        }
    NEED(p->ask_name != NULL, "an unknown question");
    TRY(proof_next_line(&at, p));
    mpz_init(p->scale);
    p->has_scale = true;
    NEED(proof_take_word(&at, "scale ") && proof_take_integer(p->scale, &at) && *at == '\0' &&
             mpz_sgn(p->scale) > 0,
         "'scale NUMBER' is expected");
    NEED(p->ask != ASK_TOTAL || mpz_cmp_ui(p->scale, 1) == 0, "a scale that is not allowed");
    return FINE;
}

static enum verdict read_edge(struct proof *p, struct proof_edge *e, size_t last[2])
{
    char *at = NULL;

    TRY(proof_next_line(&at, p));
    NEED(proof_take_count(&e->u, &at) && proof_take_word(&at, " ") &&
             proof_take_count(&e->v, &at) && proof_take_word(&at, " ") &&
             take_gaussian(&e->weight, &at) && *at == '\0',
         "an edge is 'u v weight'");
    NEED(e->u > last[0] || (e->u == last[0] && e->v > last[1]), "edges must ascend");
    NEED(mpz_sgn(e->weight.re) != 0 || mpz_sgn(e->weight.im) != 0, "a weight is 0");
    last[0] = e->u;
    last[1] = e->v;
    if (p->columns >= 0) {
        NEED(e->u >= 1 && e->u <= p->rows && e->v >= 1 && e->v <= (size_t)p->columns,
             "an entry outside the matrix");
        e->v += p->rows;
    }
    NEED(1 <= e->u && e->u <= e->v && e->v <= p->vertices,
         "an edge of a graph is 'u v' with u <= v <= N");
    NEED(e->u < e->v || (p->ask == ASK_PERFECT && mpz_cmp_ui(p->scale, 1) == 0),
         "a loop where none is allowed");
    return FINE;
}

static enum verdict read_edges(struct proof *p)
{
    size_t count = 0, last[2] = {0, 0};

    TRY(proof_take_lines(&count, p, "edges"));
    p->edge = calloc(count + 1, sizeof *p->edge);
    NEED(p->edge != NULL, "no memory for %zu edges", count);
    while (p->edges < count) {
        struct proof_edge *const e = &p->edge[p->edges++];
        gaussian_init(&e->weight);
        TRY(read_edge(p, e, last));
    }
    return FINE;
}

static enum verdict read_values(struct proof *p)
{
    size_t count = 0;
    char *at = NULL;

    TRY(proof_take_lines(&count, p, "values"));
    NEED(count == 1 || (p->ask == ASK_SIZES && count >= 1 && count <= p->vertices / 2 + 1),
         "a wrong number of values");
    NEED(mpz_cmp_ui(p->scale, 1) == 0 ||
             (double)mpz_sizeinbase(p->scale, 2) * (double)p->vertices * (double)count <= MOST_BITS,
         "the scale is too long for so many vertices and values");
    p->value = calloc(count, sizeof *p->value);
    NEED(p->value != NULL, "no memory for %zu values", count);
    while (p->values < count) {
        struct gaussian *const value = &p->value[p->values++];
        gaussian_init(value);
        TRY(proof_next_line(&at, p));
        NEED(take_gaussian(value, &at) && *at == '\0', "a value is no number");
    }
    return FINE;
}

/* -------------------------------------------------------------------------- steps */

static enum verdict read_step(struct proof *p, struct proof_step *s)
{
    char *at = NULL;

    TRY(proof_next_line(&at, p));
    s->letter = *at;
    NEED(*at != '\0' && strchr("ncj", *at) != NULL, "an unknown step");
    at++;
    NEED(s->letter != 'c' || (proof_take_word(&at, " ") && proof_take_count(&s->u, &at) &&
                              s->u >= 1 && s->u <= p->vertices),
         "an unknown step");
    NEED(*at == '\0', "an unknown step");
    return FINE;
}

static enum verdict read_steps(struct proof *p)
{
    size_t count = 0, messages = 0;

    TRY(proof_take_lines(&count, p, "steps"));
    p->step = calloc(count + 1, sizeof *p->step);
    NEED(p->step != NULL, "no memory for %zu steps", count);
    while (p->steps < count)
        TRY(read_step(p, &p->step[p->steps++]));
    TRY(proof_take_lines(&messages, p, "messages"));
    NEED(messages == p->lines - p->at, "a wrong number of messages");
    p->first_message = p->at;
    return FINE;
}

/* True for branches and drawings, which are read when the prime is known. */
static bool has_leaves(const struct proof *p)
{
    static const char *const words[] = {"branch ", "barrier", "plane "};
    bool found = false;

    for (int k = 0; k < 3 && p->at < p->lines; k++)
        found = found || strncmp(p->line[p->at], words[k], strlen(words[k])) == 0;
    return found;
}

/* --------------------------------------------------------------------- interface */

enum verdict proof_parse(struct proof *p, char *text, size_t length)
{
    char *at = NULL;

    p->text = text;
    TRY(split(p, length));
    TRY(proof_next_line(&at, p));
    NEED(strcmp(at, "permatch-proof 3") == 0, "no permatch-proof, or not version 3");
    TRY(read_sides(p));
    TRY(read_question(p));
    TRY(read_edges(p));
    hash_lines(p->problem_hash, p, 1, p->at);
    TRY(read_values(p));
    TRY(proof_read_tight(p));
    p->first_message = p->at;
    p->planar = has_leaves(p);
    if (!p->planar)
        TRY(read_steps(p));
    hash_lines(p->hash, p, 0, p->planar ? p->lines : p->at);
    return FINE;
}

enum verdict proof_read(struct proof *p, const char *path)
{
    size_t length = 0;

    TRY(proof_take_file(&p->text, &length, p, path));
    return proof_parse(p, p->text, length);
}

void proof_clear(struct proof *p)
{
    for (size_t e = 0; e < p->edges; e++) {
        mpz_clear(p->edge[e].weight.re);
        mpz_clear(p->edge[e].weight.im);
    }
    for (size_t k = 0; k < p->values; k++) {
        mpz_clear(p->value[k].re);
        mpz_clear(p->value[k].im);
    }
    for (size_t k = 0; k < p->steps; k++) {
        free(p->step[k].ahead);
        free(p->step[k].both);
        free(p->step[k].left);
        free(p->step[k].right);
    }
    if (p->has_scale)
        mpz_clear(p->scale);
    free(p->edge);
    free(p->value);
    free(p->start);
    free(p->end);
    free(p->around);
    free(p->pair);
    free(p->gone);
    free(p->step);
    free(p->line);
    free(p->text);
}
