/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-verify: checks a proof (permatch_proof(5)).  It uses nothing of the programs that make proofs:
 * the arithmetic is GMP's, SHA-256 is Nettle's.  Names of files are printed by base/printable.c. */
#include <stdio.h> /* before <gmp.h>, which then declares mpz_out_str() */

#include "proof_file.h"

#include "base/printable.h"

#include "config.h"

#include <stdlib.h>
#include <string.h>

enum { PROVED = 0, UNREADABLE = 1, USAGE = 2 };

static const char usage[] =
    "Usage: pm-verify [OPTION]... PROOF [INPUT]\n"
    "Check a proof that permatch wrote (--prove), and print the number that it proves.\n"
    "With INPUT, a Matrix Market file or an edge list named .el or .edges, the problem must be "
    "that\nof INPUT.  It is read as perm-mtx, countmatch or cyclecover reads it, unless an option "
    "says more.\n\n"
    "  --pattern     every entry or weight of INPUT counts as 1\n"
    "  --loops       of a graph: loops count, as with countmatch --loops\n"
    "  --no-loops    of a matrix: loops, or entries on the diagonal, do not count\n"
    "  --undirected  of a matrix: INPUT lists edges, in both directions, and not arcs\n"
    "  --help        print this and end\n"
    "  --version     print the version and end\n\n"
    "Exit status: 0 proved, 5 false, 1 unreadable, 2 usage.\n"
    "Example:\n"
    "    $ dimer king 4 4 > king.el; countmatch --prove=king.proof king.el\n"
    "    $ pm-verify king.proof king.el\n";

static void show_part(const mpz_t x, const mpz_t power, bool plus)
{
    mpq_t q;

    mpq_init(q);
    mpz_set(mpq_numref(q), x);
    mpz_set(mpq_denref(q), power);
    mpq_canonicalize(q);
    if (plus && mpq_sgn(q) > 0)
        putchar('+');
    mpq_out_str(stdout, 10, q);
    mpq_clear(q);
}

/* Prints the numbers that are proved: the claims divided by powers of the scale. */
static void show_values(const struct proof *p)
{
    mpz_t power;

    mpz_init(power);
    for (size_t k = 0; k < p->values; k++) {
        const size_t size = p->ask == ASK_SIZES            ? k
                            : p->columns < 0               ? p->vertices / 2
                            : p->rows < (size_t)p->columns ? p->rows
                                                           : (size_t)p->columns;
        if (p->ask == ASK_SIZES)
            printf("%zu ", k);
        mpz_set_ui(power, 1);
        if (mpz_sgn(p->value[k].re) != 0 || mpz_sgn(p->value[k].im) != 0)
            mpz_pow_ui(power, p->scale, size);
        show_part(p->value[k].re, power, false);
        if (mpz_sgn(p->value[k].im) != 0) {
            show_part(p->value[k].im, power, true);
            putchar('i');
        }
        putchar('\n');
    }
    mpz_clear(power);
}

/* Prints a text that has the name of a file. */
static void print_named(const char *text)
{
    char *const shown = pm_printable_new(text, strlen(text), PM_PRINTABLE_LINE);

    fputs(shown != NULL ? shown : "?", stderr);
    free(shown);
}

static void show(const struct proof *p, const char *input)
{
    show_values(p);
    fprintf(stderr, "proved: %s, ", p->ask_name);
    if (p->columns < 0)
        fprintf(stderr, "graph of %zu vertices", p->vertices);
    else
        fprintf(stderr, "%zu x %ld matrix", p->rows, p->columns);
    fprintf(stderr, ", %zu edges, scale ", p->edges);
    mpz_out_str(stderr, 10, p->scale);
    fputs(", ", stderr);
    if (input != NULL) {
        print_named(input);
        fprintf(stderr, " read as %s, sha256 ", p->reading);
    } else
        fputs("not compared with an input, sha256 ", stderr);
    for (int i = 0; i < HASH_BYTES; i++)
        fprintf(stderr, "%02x", p->problem_hash[i]);
    fprintf(stderr, "; 2^40 hashes find a proof of something false with probability below 2^-80\n");
}

static int verify(const char *path, const char *input, const struct proof_reading *how)
{
    struct proof p = {0};

    enum verdict verdict = proof_read(&p, path);
    if (verdict == FINE)
        verdict = proof_check_steps(&p);
    if (verdict == FINE)
        verdict = proof_check(&p);
    if (verdict == FINE && input != NULL)
        verdict = proof_compare(&p, input, how);
    if (verdict == FINE)
        show(&p, input);
    else {
        fputs("pm-verify: ", stderr);
        print_named(path);
        fputs(verdict == WRONG ? ": false: " : ": ", stderr);
        print_named(p.why);
        fputc('\n', stderr);
    }
    proof_clear(&p);
    return fflush(stdout) == 0 ? (int)verdict : UNREADABLE;
}

int main(int argc, char **argv)
{
    const char *file[2] = {NULL, NULL};
    struct proof_reading how = {.pattern = false};
    const struct {
        const char *name;
        bool *given;
    } options[] = {{"--pattern", &how.pattern},
                   {"--loops", &how.loops},
                   {"--no-loops", &how.no_loops},
                   {"--undirected", &how.undirected}};
    int files = 0;

    for (int i = 1; i < argc; i++) {
        bool *given = NULL;
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            if (strcmp(argv[i], options[k].name) == 0)
                given = options[k].given;
        if (given != NULL) {
            *given = true;
        } else if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return PROVED;
        } else if (strcmp(argv[i], "--version") == 0) {
            printf("pm-verify (permatch) %s\n", PACKAGE_VERSION);
            return PROVED;
        } else if (argv[i][0] == '-' || files == 2) {
            files = 3;
        } else {
            file[files++] = argv[i];
        }
    }
    if (files != 1 && files != 2) {
        fputs(usage, stderr);
        return USAGE;
    }
    return verify(file[0], file[1], &how);
}
