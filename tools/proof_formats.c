/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two formats of INPUT, a Matrix Market file or an edge list, written as pm-verify(1) says.
 * Everything else is refused, so that nothing is read in two ways.  pm_verify.py reads the same. */
#include "proof_input.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_DIGITS = 1000000, MOST_WORDS = 5, EXPONENT = 5 };

static const size_t MOST_VERTICES = 999999999;
static const char digits[] = "0123456789";

/* Refuses the last line. */
#define NEED_HERE(fine, ...)                                                                       \
    do {                                                                                           \
        if (!(fine))                                                                               \
            return refuse_line(in, __VA_ARGS__);                                                   \
    } while (0)

static enum verdict refuse_line(struct input *in, const char *why)
{
    return proof_fail(in->p, UNREADABLE_PROOF, "%s: line %zu: %s", in->path, in->at, why);
}

/* Makes room for one more element. */
static enum verdict grow(struct input *in, void **array, size_t *room, size_t count, size_t size)
{
    if (count < *room)
        return FINE;
    *room = *room > 0 ? 2 * *room : 1024;
    void *const more = realloc(*array, *room * size);
    if (more == NULL)
        return proof_fail(in->p, UNREADABLE_PROOF, "%s: no memory", in->path);
    *array = more;
    return FINE;
}

/* ----------------------------------------------------------------- lines and words */

/* Cuts the text into lines.  Their ends are LF or CR LF; the last one may lack its end. */
enum verdict proof_cut_lines(struct input *in, size_t length)
{
    size_t room = 0;

    for (char *at = in->text; at < in->text + length;) {
        char *end = memchr(at, '\n', length - (size_t)(at - in->text));
        end = end != NULL ? end : in->text + length;
        char *const stop = end - (end > at && *end == '\n' && end[-1] == '\r');
        void *line = in->line;
        const enum verdict verdict = grow(in, &line, &room, in->lines, sizeof *in->line);
        in->line = line;
        TRY(verdict);
        in->line[in->lines++] = at;
        in->at = in->lines;
        for (; at < stop; at++)
            NEED_HERE(*at == '\t' || (' ' <= *at && *at <= '~'), "not a text of ASCII");
        *stop = '\0';
        at = end + 1;
    }
    in->at = 0;
    return FINE;
}

/* The next line that has a word and does not begin with one of these characters; NULL at the end.
 */
static char *next_line(struct input *in, const char *comments)
{
    while (in->at < in->lines) {
        char *const line = in->line[in->at++];
        if (line[strspn(line, " \t")] != '\0' && strchr(comments, *line) == NULL)
            return line;
    }
    return NULL;
}

/* Cuts a line into words, up to one that begins with one of these characters.  Returns their
 * number, MOST_WORDS + 1 if there are more than MOST_WORDS. */
static size_t cut_words(char *word[MOST_WORDS], char *line, const char *comments)
{
    size_t count = 0;
    char *rest = NULL;

    for (char *next = strtok_r(line, " \t", &rest); next != NULL;
         next = strtok_r(NULL, " \t", &rest)) {
        if (strchr(comments, *next) != NULL)
            break;
        if (count == MOST_WORDS)
            return MOST_WORDS + 1;
        word[count++] = next;
    }
    return count;
}

static bool take_size(size_t *size, char *word)
{
    return proof_take_count(size, &word) && *word == '\0' && *size <= MOST_VERTICES;
}

/* x = a decimal number, times 10^exponent; `word` has digits and perhaps a point. */
static bool take_decimal(mpq_t x, char *word, long exponent)
{
    const size_t whole = strspn(word, digits);

    if (word[whole] == '.') {
        const size_t more = strlen(word + whole + 1);
        memmove(word + whole, word + whole + 1, more + 1);
        exponent -= (long)more;
    }
    if (*word == '\0' || word[strspn(word, digits)] != '\0')
        return false;
    mpz_set_str(mpq_numref(x), word, 10);
    mpz_ui_pow_ui(mpq_denref(x), 10, (unsigned long)labs(exponent));
    if (exponent > 0) {
        mpz_mul(mpq_numref(x), mpq_numref(x), mpq_denref(x));
        mpz_set_ui(mpq_denref(x), 1);
    }
    return true;
}

/* x = a number: 2, -0.5, 1e-3 or 2/3. */
static bool take_number(mpq_t x, char *word)
{
    const bool minus = *word == '-';
    char *const begin = word + (minus || *word == '+');
    char *const mark = begin + strcspn(begin, "/eE");
    const bool quotient = *mark == '/';
    char *const end = mark + (*mark != '\0'); /* of a denominator, or of an exponent */
    const size_t sign = !quotient && *mark != '\0' && (*end == '-' || *end == '+');
    const size_t length = strspn(end + sign, digits);
    bool fine = strlen(word) <= MOST_DIGITS && end[sign + length] == '\0' &&
                (*mark == '\0' || (length > 0 && (quotient || length <= EXPONENT)));

    if (!fine)
        return false;
    if (quotient) {
        *mark = '\0';
        fine = mark > begin && begin[strspn(begin, digits)] == '\0' &&
               mpz_set_str(mpq_numref(x), begin, 10) == 0 &&
               mpz_set_str(mpq_denref(x), end, 10) == 0 && mpz_sgn(mpq_denref(x)) != 0;
    } else {
        const long exponent = *mark != '\0' ? strtol(end, NULL, 10) : 0;
        *mark = '\0';
        fine = take_decimal(x, begin, exponent);
    }
    if (!fine)
        return false;
    mpq_canonicalize(x);
    if (minus)
        mpq_neg(x, x);
    return true;
}

/* Adds a cell whose weight is the number in `words`: real, real and imaginary part, or 1. */
static enum verdict add_cell(struct input *in, size_t u, size_t v, char **words, size_t count)
{
    void *cell = in->cell;
    const enum verdict verdict = grow(in, &cell, &in->cell_room, in->cells, sizeof *in->cell);

    in->cell = cell;
    TRY(verdict);
    struct cell *const c = &in->cell[in->cells++];
    c->u = u;
    c->v = v;
    mpq_init(c->re);
    mpq_init(c->im);
    mpq_set_ui(c->re, 1, 1);
    NEED_HERE((count < 1 || take_number(c->re, words[0])) &&
                  (count < 2 || take_number(c->im, words[1])),
              "a number is expected, as 2, -0.5, 1e-3 or 2/3");
    return FINE;
}

/* Adds the mirror image of a cell, with these signs of the parts of its weight. */
static enum verdict mirror_cell(struct input *in, size_t cell, int re, int im)
{
    TRY(add_cell(in, in->cell[cell].v, in->cell[cell].u, NULL, 0));
    const struct cell *const from = &in->cell[cell];
    struct cell *const to = &in->cell[in->cells - 1];
    (re < 0 ? mpq_neg : mpq_set)(to->re, from->re);
    (im < 0 ? mpq_neg : mpq_set)(to->im, from->im);
    return FINE;
}

/* ------------------------------------------------------------------- Matrix Market */

/* What the head says: names of symmetries, and the signs of the parts of a mirrored entry. */
static const struct symmetry {
    const char *name;
    int re, im;
} symmetries[] = {
    {"general", 0, 0}, {"symmetric", 1, 1}, {"skew-symmetric", -1, -1}, {"hermitian", 1, -1}};

static const struct field {
    const char *name;
    size_t numbers; /* of an entry */
} fields[] = {{"pattern", 0}, {"integer", 1}, {"real", 1}, {"complex", 2}};

/* Where `word` is in a table with rows of this size that begin with a name; -1: nowhere. */
static int find(const void *table, size_t rows, size_t size, const char *word)
{
    for (size_t k = 0; k < rows; k++)
        if (strcasecmp(*(const char *const *)((const char *)table + k * size), word) == 0)
            return (int)k;
    return -1;
}

struct head {
    const struct symmetry *symmetry;
    size_t numbers;
    bool array;
};

static enum verdict read_head(struct head *head, struct input *in)
{
    char *word[MOST_WORDS], *const line = next_line(in, "");

    NEED_HERE(cut_words(word, line, "") == 5 && strcasecmp(word[0], "%%MatrixMarket") == 0 &&
                  strcasecmp(word[1], "matrix") == 0,
              "'%%MatrixMarket matrix FORMAT FIELD SYMMETRY' is expected");
    head->array = strcasecmp(word[2], "array") == 0;
    const int field = find(fields, 4, sizeof *fields, word[3]),
              symmetry = find(symmetries, 4, sizeof *symmetries, word[4]);
    NEED_HERE((head->array || strcasecmp(word[2], "coordinate") == 0) && field >= 0 &&
                  symmetry >= 0,
              "a word of the head is unknown");
    head->numbers = fields[field].numbers;
    head->symmetry = symmetries + symmetry;
    NEED_HERE((!head->array || field > 0) && (symmetry < 2 || field > 0) &&
                  (symmetry < 3 || field == 3),
              "the head contradicts itself");
    return FINE;
}

/* Adds an entry, and its mirror image if the proof is about a matrix. */
static enum verdict add_entry(struct input *in, const struct head *head, size_t i, size_t j,
                              char **words)
{
    const struct symmetry *const s = head->symmetry;

    NEED_HERE(1 <= i && i <= in->rows && 1 <= j && j <= in->columns, "an entry outside the matrix");
    NEED_HERE(s->re == 0 || i > j || (i == j && s->re > 0), "only the lower triangle is expected");
    TRY(add_cell(in, i, j, words, head->numbers));
    NEED_HERE(i != j || s->re == s->im || mpq_sgn(in->cell[in->cells - 1].im) == 0,
              "the diagonal of a hermitian matrix is real");
    return s->re == 0 || i == j || in->p->columns < 0
               ? FINE
               : mirror_cell(in, in->cells - 1, s->re, s->im);
}

/* The entries of an array stand column by column. */
static enum verdict read_array(struct input *in, const struct head *head)
{
    const bool skew = head->symmetry->re < 0;
    char *word[MOST_WORDS];

    for (size_t j = 1; j <= in->columns && in->rows > 0; j++)
        for (size_t i = head->symmetry->re == 0 ? 1 : j + skew; i <= in->rows; i++) {
            char *const line = next_line(in, "%");
            NEED_HERE(line != NULL && cut_words(word, line, "") == head->numbers,
                      "one entry of the array is expected");
            TRY(add_entry(in, head, i, j, word));
        }
    return FINE;
}

static enum verdict read_coordinates(struct input *in, const struct head *head, size_t count)
{
    char *word[MOST_WORDS];
    size_t i = 0, j = 0;

    for (size_t k = 0; k < count; k++) {
        char *const line = next_line(in, "%");
        NEED_HERE(line != NULL && cut_words(word, line, "") == 2 + head->numbers &&
                      take_size(&i, word[0]) && take_size(&j, word[1]),
                  "an entry is 'row column value'");
        TRY(add_entry(in, head, i, j, word + 2));
    }
    return FINE;
}

enum verdict proof_read_matrix(struct input *in)
{
    char *word[MOST_WORDS], *line;
    size_t count = 0;
    struct head head;

    TRY(read_head(&head, in));
    line = next_line(in, "%");
    NEED_HERE(line != NULL && cut_words(word, line, "") == (head.array ? 2 : 3) &&
                  take_size(&in->rows, word[0]) && take_size(&in->columns, word[1]) &&
                  (head.array || take_size(&count, word[2])),
              "the numbers of rows, of columns and of entries are expected");
    NEED_HERE(head.symmetry->re == 0 || in->rows == in->columns, "the matrix is not square");
    in->symmetric = head.symmetry == symmetries + 1;
    if (in->p->columns < 0)
        NEED_HERE(in->symmetric || head.symmetry == symmetries, "the matrix is not one of a graph");
    TRY(head.array ? read_array(in, &head) : read_coordinates(in, &head, count));
    NEED_HERE(next_line(in, "%") == NULL, "more lines than entries");
    return FINE;
}

/* ----------------------------------------------------------------------- edge lists */

/* A name has letters, digits and _, and single points, commas or colons between these. */
static bool is_name(const char *word)
{
    static const char letters[] = "0123456789_"
                                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

    for (;; word++) {
        const size_t length = strspn(word, letters);
        word += length;
        if (length == 0 || *word == '\0')
            return length > 0;
        if (strchr(".,:", *word) == NULL)
            return false;
    }
}

static enum verdict add_name(size_t *place, struct input *in, const char *word)
{
    void *name = in->name;
    const enum verdict verdict = grow(in, &name, &in->name_room, in->names, sizeof *in->name);

    in->name = name;
    TRY(verdict);
    NEED_HERE(is_name(word), "a name has letters, digits, _, and . , or : between them");
    *place = in->names;
    in->name[in->names++] = (struct name){word, *place};
    return FINE;
}

/* Reads a line `%graph [N] [undirected|directed]`. */
static enum verdict read_graph_line(struct input *in, char *line)
{
    char *word[MOST_WORDS];
    const size_t words = cut_words(word, line, "");
    size_t at = 1, number;

    at += words > at && take_size(&number, word[at]);
    in->undirected = words > at && strcmp(word[at], "undirected") == 0;
    const bool directed = words > at && strcmp(word[at], "directed") == 0;
    at += in->undirected || directed;
    NEED_HERE(words == at, "'%graph N undirected' or a part of it is expected");
    NEED_HERE(!directed || !in->how->undirected, "--undirected: the list says 'directed'");
    return FINE;
}

enum { MARKS = 4 };

/* Marks of a graph, each at most once: %graph, which is the first line that says something; and
 * what dimer writes about positions.  Other lines that begin so are comments. */
static enum verdict read_mark(bool seen[MARKS], struct input *in, char *line)
{
    static const char *const marks[MARKS] = {"%graph", "%place", "%period", "%seam"};

    for (size_t k = 0; k < MARKS; k++) {
        const size_t length = strlen(marks[k]);
        if (strncmp(line, marks[k], length) != 0 || strchr(" \t", line[length]) == NULL)
            continue;
        const bool late = k == 0 && (seen[1] || seen[2] || seen[3] || in->names > 0);
        NEED_HERE(!seen[k] && !late, "a second graph begins");
        seen[k] = true;
        return k == 0 ? read_graph_line(in, line) : FINE;
    }
    return FINE;
}

static enum verdict read_edge(struct input *in, char *line)
{
    char *word[MOST_WORDS];
    size_t u = 0, v = 0;

    const size_t words = cut_words(word, line, "#%");
    NEED_HERE(words <= 3, "an edge is 'u v [weight]'");
    if (words > 0)
        TRY(add_name(&u, in, word[0]));
    if (words < 2)
        return FINE;
    TRY(add_name(&v, in, word[1]));
    return add_cell(in, u, v, word + 2, words - 2);
}

static int by_text(const void *a, const void *b)
{
    const struct name *const x = a, *const y = b;
    const int order = strcmp(x->text, y->text);

    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

/* Replaces the places of names by the numbers of vertices, in the order of their first places. */
static enum verdict number_vertices(struct input *in)
{
    size_t *const first = calloc(2 * in->names + 1, sizeof *first), *const vertex =
                                                                        first + in->names;

    if (first == NULL)
        return proof_fail(in->p, UNREADABLE_PROOF, "%s: no memory", in->path);
    if (in->names > 0)
        qsort(in->name, in->names, sizeof *in->name, by_text);
    for (size_t k = 0, begin = 0; k < in->names; k++) {
        if (strcmp(in->name[k].text, in->name[begin].text) != 0)
            begin = k;
        first[in->name[k].place] = in->name[begin].place;
    }
    for (size_t place = 0; place < in->names; place++)
        vertex[place] = first[place] == place ? ++in->rows : vertex[first[place]];
    in->columns = in->rows;
    for (size_t k = 0; k < in->cells; k++) {
        in->cell[k].u = vertex[in->cell[k].u];
        in->cell[k].v = vertex[in->cell[k].v];
    }
    free(first);
    return FINE;
}

enum verdict proof_read_list(struct input *in)
{
    bool seen[MARKS] = {false, false, false};
    char *line;

    in->list = true;
    while ((line = next_line(in, "#")) != NULL)
        TRY(*line == '%' ? read_mark(seen, in, line) : read_edge(in, line));
    TRY(number_vertices(in));
    in->undirected |= in->how->undirected;
    const size_t edges = in->cells;
    for (size_t k = 0; k < edges && in->undirected && in->p->columns >= 0; k++)
        if (in->cell[k].u != in->cell[k].v)
            TRY(mirror_cell(in, k, 1, 1));
    return FINE;
}
