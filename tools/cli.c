/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of options.  getopt_long() gets its two tables from it, --help prints it, and every row
 * names the function of arguments.c that stores the option's argument. */
#include "cli.h"

#include "arguments.h"
#include "help.h"
#include "spelling.h"
#include "base/printable.h"
#include "say.h"

#include <errno.h>
#include <getopt.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ------------------------------------------------------------- the table */

/* Where the argument is stored; the range of an integer; the least sign of a value, what else it
 * may be, and the message for others. */
#define INTEGER(member, least, most) offsetof(struct cli, member), (least), (most), 0, NULL
#define FIELD(member)                INTEGER(member, 0, 0)
#define VALUE(member, least, takes, wanted)                                                        \
    offsetof(struct cli, member), (least), 1, (takes), (wanted)

enum {
    COUNT = CLI_COUNTMATCH,
    COVER = CLI_CYCLECOVER,
    DIMER = CLI_DIMER,
    GRAPHS = COUNT | COVER,
    SOLVE = CLI_PERM_MTX | GRAPHS,
    TIMED = SOLVE | CLI_PM_BENCH,
    SUM = CLI_PM_SUM,
    ISING = CLI_ISING,
    ALL = TIMED | DIMER | SUM | CLI_PM_STATUS | ISING,
};

static cli_take show_version;

#define AS      " is expected, as 2, 0.5 or 1/3"
#define LISTED  " are expected, as 2, 0.5 or 1/3, or ranges A..B..STEP"
#define TIMES   "multiplicities as in 2,1,0,3 are expected"
#define MONOMER "a number other than 0" AS
#define IN_X    "; --matchings has the polynomial in x"

/* clang-format off */
static const struct cli_row rows[] = {
    {"beta", 0, "B,B,...", "the inverse temperature, or several, also A..B..STEP", ASKED, ISING, cli_take_value,
        VALUE(beta, 0, CLI_LIST, "numbers of at least 0" LISTED)},
    {"temperature", 0, "T,T,...", "the temperature, or several, also A..B..STEP", ASKED, ISING, cli_take_value,
        VALUE(temperature, 1, CLI_LIST, "numbers above 0" LISTED)},
    {"field", 0, "H", "a field at every spin", ASKED, ISING, cli_take_value,
        VALUE(external, -1, 0, "a number" AS)},
    {"thermal", 0, NULL, "lines: log Z, the mean energy, the entropy", ASKED, ISING,
        cli_take_flag, FIELD(thermal)},
    {"heat", 0, NULL, "the specific heat per spin", ASKED, ISING, cli_take_flag, FIELD(heat)},
    {"pairs", 0, "FILE", "the means of s_u s_v for each line 'u v' of FILE", ASKED, ISING,
        cli_take_text, FIELD(pairs)},
    {"correlations", 0, NULL, "the means of s_u s_v: lines 'u v mean'", ASKED, ISING,
        cli_take_flag, FIELD(correlations)},
    {"energies", 0, NULL, "exact numbers: lines 'energy states'", ASKED, ISING,
        cli_take_flag, FIELD(energies)},
    {"exact", 0, NULL, "the same as --precision=exact", ASKED, SOLVE,
        cli_take_exact, FIELD(solve.precision)},
    {"precision", 0, "KIND", "auto (exact for integers, else floating), exact, double, "
        "compensated, dd, or a number of bits",
        ASKED, SOLVE | ISING, cli_take_precision, FIELD(solve.precision)},
    {"epsilon", 0, "E", "relative error allowed for floating answers of non-negative matrices "
        "(default: 1e-12)", ASKED, SOLVE | ISING, cli_take_epsilon, FIELD(solve.epsilon)},
    {"strict", 0, NULL, "refuse an answer whose proved error is above epsilon", ASKED, SOLVE | ISING,
        cli_take_flag, FIELD(solve.strict)},
    {"pattern", 0, NULL, "replace every nonzero entry, or weight, by 1: count", ASKED, SOLVE,
        cli_take_flag, FIELD(pattern)},
    {"with", 0, "LIST", "only the matchings or cycle covers with all of these edges, arcs or entries",
        ASKED, SOLVE, cli_take_text, FIELD(with)},
    {"mod", 0, "P", "the answer modulo P, an integer greater than 1", ASKED, SOLVE,
        cli_take_modulus, FIELD(solve.modulus)},
    {"marginals", 0, "[LIST]", "the share of every entry or edge: lines 'u v share'; or of these and "
        "of all of them", ASKED, SOLVE, cli_take_text, FIELD(marginals)},
    {"entropies", 0, NULL, "the entropy of what happens at each vertex: lines 'vertex entropy'", ASKED, COUNT,
        cli_take_flag, FIELD(entropies)},
    {"marginals", 0, NULL, "with --svg: the share of every edge as its shade", ASKED, DIMER,
        cli_take_text, FIELD(marginals)},
    {"matchings", 0, "[line]", "the numbers of matchings of every size k: lines 'k count', or all on "
        "one line", ASKED, SOLVE, cli_take_word, FIELD(matchings)},
    {"clar", 0, NULL, "the numbers of Clar coverings with k hexagons: lines 'k count'", ASKED, COUNT,
        cli_take_flag, FIELD(clar)},
    {"powers", 0, "[FORM]", "weights are exponents: lines 'exponent coefficient' of the sum of powers of x, "
        "or the sum for sage, magma or latex; weights such as 2*x^3 need no --powers", ASKED, GRAPHS, cli_take_powers, FIELD(powers)},
    {"error", 0, "R|FILE", "two ends: all answers where entries change by at most R, or by those of the matrix in "
        "FILE", ASKED, CLI_PERM_MTX | COUNT, cli_take_value,
        VALUE(error, 1, CLI_FILE, "a number above 0" AS ", or the file of a matrix of them")},
    {"missing", 0, "R", "the number for entries that are missing: NaN, NA, empty fields; 0: no entry", ASKED,
        CLI_PERM_MTX, cli_take_value,
        VALUE(missing, -1, CLI_LOG_0, "a number" AS)},
    {"columns", 0, "U,V[,W]", "the titles of the columns of a table that have the ends and the weights of edges",
        ASKED, GRAPHS, cli_take_text, FIELD(columns)},
    {"bounds", 0, NULL, "two proved bounds, in about a second, of what is too large to be computed", ASKED,
        SOLVE, cli_take_flag, FIELD(bounds)},
    {"estimate", 0, "EPS[,DELTA]", "allow the mean of random draws, with a relative error of EPS but "
        "for a probability of DELTA (default: 0.05)", ASKED, SOLVE, cli_take_estimate, FIELD(solve)},
    {"unproved", 0, NULL, "--estimate with fewer draws: EPS is what they show, and not proved", ASKED,
        SOLVE, cli_take_flag, FIELD(solve.unproved)},
    {"signed", 0, NULL, "--marginals of negative or complex entries: quotients, no probabilities; --log10: "
        "the sign, and the logarithm of the modulus", ASKED,
        SOLVE, cli_take_flag, FIELD(solve.is_signed)},
    {"symmetry", 0, NULL, "the order of the automorphism group, then generators, one on each line", ASKED,
        COUNT, cli_take_flag, FIELD(symmetry)},
    {"structure", 0, NULL, "blocks, forbidden and forced entries or edges, cores, widths; with --svg as "
        "a picture", ASKED, CLI_PERM_MTX | COUNT, cli_take_flag, FIELD(structure)},
    {"minors", 0, NULL, "all permanents without one row and one column: a line for each row", ASKED,
        CLI_PERM_MTX, cli_take_flag, FIELD(minors)},
    {"rows", 0, "N,N,...", "row 1 stands for N equal rows, row 2 for N, ...; 0 leaves one out",
        ASKED, CLI_PERM_MTX, cli_take_value, VALUE(rows, 0, CLI_LIST | CLI_WHOLE, TIMES)},
    {"cols", 0, "N,N,...", "the same for columns", ASKED, CLI_PERM_MTX, cli_take_value,
        VALUE(cols, 0, CLI_LIST | CLI_WHOLE, TIMES)},
    {"total", 0, NULL, "the sum over the matchings of all sizes (graphs: the Hosoya index)", ASKED,
        SOLVE, cli_take_flag, FIELD(total)},
    {"monomer", 0, "Z|FILE", "the same, with the weight Z for each vertex that stays free, or weights by vertex", ASKED,
        COUNT, cli_take_value, VALUE(monomer, -1, CLI_NOT_0 | CLI_FILE, MONOMER ", or the file of weights" IN_X)},
    {"monomer", 0, "Z", "the same, with the weight Z for each row and column that stays free", ASKED,
        CLI_PERM_MTX, cli_take_value, VALUE(monomer, -1, CLI_NOT_0, MONOMER IN_X)},
    {"unmatched", 0, "K|least", "the sum over the matchings that leave exactly K vertices free, or the fewest", ASKED,
        CLI_PERM_MTX | COUNT, cli_take_unmatched, INTEGER(unmatched, 0, 1000000)},
    {"list", 0, "[N]", "all perfect matchings or cycle covers, or the first N, one a line", ASKED,
        SOLVE, cli_take_list, INTEGER(list, 1, 1000000000)},
    {"best", 0, "K", "the K heaviest perfect matchings or cycle covers with their weights, and the sum of "
        "the rest", ASKED, SOLVE, cli_take_integer, INTEGER(best, 1, 10000000)},
    {"list", 0, NULL, "describe the lattices: their sizes, and known sequences of their counts", ASKED,
        DIMER, cli_take_list, FIELD(list)},
    {"sample", 0, "N", "N random matchings or cycle covers, one a line", ASKED, SOLVE,
        cli_take_integer, INTEGER(sample, 1, 1000000000)},
    {"sample", 0, "N", "N random states of the spins, one a line", ASKED, ISING, cli_take_integer,
        INTEGER(sample, 1, 1000000000)},
    {"seed", 0, "S", "the seed of the random numbers (default: 1)", ASKED, SOLVE | DIMER | ISING,
        cli_take_seed, FIELD(solve.seed)},
    {"format", 0, "NAME", "the format of the input (default: recognised)",
        ASKED, SOLVE | ISING, cli_take_format, FIELD(format)},
    {"log-weights", 0, NULL, "the entries, or weights, are given by their natural logarithms; -inf is 0",
        ASKED, SOLVE, cli_take_flag, FIELD(log_weights)},
    {"as", 0, "KIND", "a matrix or the columns of a list of edges are biadjacency or adjacency; "
        "single bonds are molecule or skeleton", ASKED, COUNT,
        cli_take_as, FIELD(as)},
    {"as", 0, "adjacency", "the input is a matrix, not a list of arcs; an edge in both directions is one",
        ASKED, COVER, cli_take_as, FIELD(as)},
    {"undirected", 0, NULL, "edges are two opposite arcs, if the input does not say that they are directed",
        ASKED, COVER, cli_take_flag, FIELD(undirected)},
    {"from", 0, "0|1", "the first of the vertices that have no names is called so (default: 1)",
        ASKED, GRAPHS, cli_take_integer, INTEGER(from, 0, 1)},
    {"loops", 0, NULL, "a vertex with a loop may be matched alone, by its loop", ASKED, COUNT,
        cli_take_flag, FIELD(loops)},
    {"degree", 0, "K|FILE", "count the subgraphs in which each vertex has K edges, or so many as the lines "
        "'vertex degree' of FILE say", ASKED, COUNT, cli_take_value,
        VALUE(degree, 0, CLI_WHOLE | CLI_FILE, "an integer from 0 to 2147483647, or a file, is expected")},
    {"saturating", 0, NULL, "count the matchings that saturate the smaller side", ASKED, COUNT,
        cli_take_flag, FIELD(saturating)},
    {"no-loops", 0, NULL, "leave out loops: the same as --min-length=2", ASKED, COVER,
        cli_take_flag, FIELD(no_loops)},
    {"min-length", 0, "N", "cycles of at least N vertices", ASKED, COVER,
        cli_take_integer, INTEGER(min_length, 1, 1000000)},
    {"cycle-weight", 0, "A", "the weight of every cycle (at most 24 vertices); x: a polynomial", ASKED, COVER, cli_take_value,
        VALUE(cycle_weight, -1, CLI_X, "a number" AS ", or x")},
    {"weights", 0, "X,Y,...", "weights of the edges by direction (default: none), or ranges, A..B..STEP, or x, x^3, ...", ASKED, DIMER,
        cli_take_text, FIELD(weights)},
    {"couplings", 0, "pm1", "weights 1 and -1 at random, for ising; --seed chooses them", ASKED, DIMER,
        cli_take_text, FIELD(couplings)},
    {"holes", 0, "V:V:...", "leave out these vertices, named as in the output", ASKED, DIMER,
        cli_take_text, FIELD(holes)},
    {"mask", 0, "FILE", "the rows of the lattice as lines of text; a '.' or a space is a hole", ASKED,
        DIMER, cli_take_text, FIELD(mask)},
    {"letters", 0, "L:X:Y,...", "weights by direction of the edges from cells of --mask with the letter L", ASKED,
        DIMER, cli_take_text, FIELD(letters)},
    {"q", 0, "Q", "weights for the sum over tilings of Q to the power of the height: an integer, a fraction or x", ASKED,
        DIMER, cli_take_text, FIELD(q)},
    {"points", 0, "FILE", "the graph of points, one a line, x y or x y z, as GML", ASKED,
        DIMER, cli_take_text, FIELD(points)},
    {"distance", 0, "D", "edges join points at this distance (default: that of the nearest ones)", ASKED,
        DIMER, cli_take_text, FIELD(distance)},
    {"periodic", 0, NULL, "close the lattice to rings, on a torus", ASKED, DIMER,
        cli_take_flag, FIELD(periodic)},
    {"mirror", 0, NULL, "close the first direction to the mirror image", ASKED, DIMER,
        cli_take_flag, FIELD(mirror)},
    {"twist", 0, "K", "close the first direction K cells further along the second", ASKED, DIMER,
        cli_take_integer, INTEGER(twist, 0, 1000000)},
    {"engine", 0, "NAME", "the engine for every core (default: the planner's choice)", METHOD,
        SOLVE | ISING, cli_take_engine, FIELD(solve.engine)},
    {"reduce", 0, "LIST", "apply only these rules; all (default), none, or names", METHOD, SOLVE | ISING,
        cli_take_rules, FIELD(solve.reduce)},
    {"no-reduce", 0, "[LIST]", "leave out these rules; without LIST: no rule at all", METHOD, SOLVE | ISING,
        cli_take_rules, FIELD(solve.no_reduce)},
    {"plan-rule", 0, "paper", "plan as the SUPerman paper does", METHOD, SOLVE,
        cli_take_plan_rule, FIELD(solve.paper)},
    {"threads", 0, "N", "threads to use (default: OpenMP's number)", LIMITS, TIMED | ISING,
        cli_take_integer, INTEGER(solve.threads, 1, 4096)},
    {"gpus", 0, "N", "GPUs to use: a number, all or none (default: all, where it pays)", LIMITS,
        TIMED | ISING, cli_take_gpus, INTEGER(solve.gpus, 1, 64)},
    {"memory", 0, "SIZE", "memory for tables: 512MiB, 16G, ... (default: a part of what is free)",
        LIMITS, TIMED | ISING, cli_take_size, FIELD(solve.memory)},
    {"time", 0, "SECONDS", "refuse what is predicted to take longer: 90, 10m, 1.5h, 2d, 12:30:00", LIMITS,
        TIMED | ISING, cli_take_seconds, FIELD(solve.seconds)},
    {"checkpoint", 0, "FILE", "save finished work in FILE, and continue from it", LONG_RUNS, SOLVE,
        cli_take_text, FIELD(solve.checkpoint)},
    {"checkpoint-every", 0, "TIME", "time between writes (default: 5m)", LONG_RUNS,
        SOLVE, cli_take_seconds, FIELD(solve.checkpoint_every)},
    {"stop-after", 0, "TIME", "stop after this time; the same command continues from the checkpoint",
        LONG_RUNS, SOLVE, cli_take_seconds, FIELD(stop_after)},
    {"plan-file", 0, "FILE", "with --plan: keep the plan in FILE; else carry out the plan of FILE",
        METHOD, SOLVE, cli_take_text, FIELD(solve.plan_file)},
    {"part", 0, "I/N", "compute only part I of N, for pm-sum", LONG_RUNS, SOLVE,
        cli_take_part, FIELD(solve)},
    {"audit", 0, "[SHARE]", "compute this share of the work twice and compare (default: 1%)",
        LONG_RUNS, SOLVE, cli_take_share, FIELD(solve.audit)},
    {"progress", 0, "SECONDS", "print the progress on standard error every so many seconds", LONG_RUNS,
        SOLVE | ISING, cli_take_seconds, FIELD(progress)},
    {"prove", 0, "FILE", "write a proof of the answer to FILE, which pm-verify checks", OUTPUT, SOLVE,
        cli_take_text, FIELD(prove)},
    {"svg", 0, NULL, "draw the random matching, the shares, the structure", OUTPUT,
        SOLVE | DIMER, cli_take_flag, FIELD(svg)},
    {"svg", 0, NULL, "with --sample=1: draw the spins and the walls between their domains", OUTPUT, ISING,
        cli_take_flag, FIELD(svg)},
    {"sdf", 0, NULL, "the molecule with the double bonds of each matching of --list or --sample", OUTPUT,
        COUNT, cli_take_flag, FIELD(sdf)},
    {"to-mtx", 0, NULL, "print the matrix instead of its permanent or hafnian", OUTPUT, GRAPHS,
        cli_take_flag, FIELD(to_mtx)},
    {"to-graph", 0, "FORMAT", "write the graph in this format instead: el, graph6, graphml, dot, ...",
        OUTPUT, GRAPHS | DIMER, cli_take_to_graph, FIELD(to_graph)},
    {"log10", 0, NULL, "print the decimal logarithm of the answer", OUTPUT, SOLVE | SUM,
        cli_take_flag, FIELD(log10)},
    {"per-vertex", 0, NULL, "print the natural logarithm divided by the number of vertices",
        OUTPUT, COUNT | CLI_PERM_MTX, cli_take_flag, FIELD(per_vertex)},
    {"plan", 0, "[full]", "print the plan, short or in full; compute nothing", OUTPUT, SOLVE | ISING,
        cli_take_word, FIELD(plan)},
    {"explain", 0, NULL, "say on standard error why the answer is computed in this way", OUTPUT, SOLVE | ISING,
        cli_take_flag, FIELD(explain)},
    {"verbose", 'v', NULL, "plan and error bound on standard error, too", OUTPUT,
        SOLVE | SUM | ISING,
        cli_take_flag, FIELD(verbose)},
    {"json", 0, NULL, "one JSON object on each line", OUTPUT, SOLVE | SUM | CLI_PM_STATUS | ISING,
        cli_take_flag, FIELD(json)},
    {"bfile", 0, "[N]", "lines 'n value', as OEIS has them in b-files; n counts from N on", OUTPUT, SOLVE,
        cli_take_number, FIELD(bfile)},
    {"csv", 0, NULL, "answers and tables as comma-separated values", OUTPUT, SOLVE | CLI_PM_BENCH, cli_take_flag,
        FIELD(csv)},
    {"digits", 0, "N", "N significant digits (default: exact answers in full, else those "
        "proved)", OUTPUT, SOLVE | SUM | ISING, cli_take_integer, INTEGER(digits, 0, 1000000)},
    {"complex", 0, "i|j", "the imaginary unit of complex answers: i (default), or j as Python and "
        "Octave read it", OUTPUT, SOLVE | SUM, cli_take_imaginary, FIELD(imaginary_j)},
    {"help", 'h', "[PAGE]", "print help, or a page of it, and end", HELP, ALL, cli_take_page, 0, 0, 0, 0, NULL},
    {"completion", 0, "SHELL", "print completion for bash, zsh or fish, and end", HELP, ALL,
        cli_take_shell, 0, 0, 0, 0, NULL},
    {"version", 'V', NULL, "print the version and end", HELP, ALL, show_version, 0, 0, 0, 0, NULL},
    {0},
};
/* clang-format on */

enum {
    ROWS = sizeof rows / sizeof *rows - 1,
    LONG = 256, /* getopt_long() returns LONG + row for a long option, the letter for a short one */
};
_Static_assert(ROWS <= (int)CLI_ROWS, "struct cli has room for every option");

static bool show_version(const struct cli *cli, void *field, const struct cli_row *row,
                         const char *arg)
{
    (void)field, (void)row, (void)arg;
    printf("%s (permatch) %s\n"
           "License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n"
           "This is free software: you may change and redistribute it. There is NO WARRANTY.\n",
           cli->program->name, pm_version());
    return true;
}

/* ------------------------------------------------------------- walking the table */

static bool is_last(const struct cli_row *row)
{
    return row->group == HELP;
}

/* Fills the tables for getopt_long(). */
static void fill_getopt(struct option *option, char *letters, unsigned program)
{
    for (int i = 0; i < ROWS; i++) {
        const struct cli_row *const row = &rows[i];

        if (!(row->programs & program))
            continue;
        if (row->letter)
            *letters++ = row->letter;
        *option++ = (struct option){
            .name = row->name,
            .has_arg = row->arg == NULL     ? no_argument
                       : row->arg[0] == '[' ? optional_argument
                                            : required_argument,
            .val = LONG + i,
        };
    }
    *letters = '\0';
    *option = (struct option){0};
}

/* The row for a value of getopt_long(), or NULL. */
static const struct cli_row *row_of(int value)
{
    if (value >= LONG)
        return &rows[value - LONG];
    for (int i = 0; i < ROWS; i++) {
        if (rows[i].letter && rows[i].letter == value)
            return &rows[i];
    }
    return NULL;
}

/* Says which other programs have an option with that name.  False: none has. */
static bool name_others(const struct cli_program *program, const char *name, size_t length)
{
    static const char *const names[] = {"perm-mtx", "pm-bench", "countmatch", "cyclecover",
                                        "dimer",    "pm-sum",   "pm-status",  "ising"}; /* by bit */
    unsigned others = 0;

    for (int i = 0; i < ROWS; i++)
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
            others |= rows[i].programs & ~program->bit;
    if (others == 0)
        return false;
    fprintf(stderr, "%s: '--%.*s' is an option of", program->name, (int)length, name);
    for (size_t i = 0, said = 0; i < sizeof names / sizeof *names; i++)
        if (others >> i & 1)
            fprintf(stderr, "%s %s", said++ > 0 ? "," : "", names[i]);
    fputc('\n', stderr);
    return true;
}

/* Suggests a long option that is similar to a word that getopt_long() refused. */
static void suggest(const struct cli_program *program, const char *word)
{
    if (strncmp(word, "--", 2) != 0)
        return;
    struct cli_spelling near = {.word = word + 2, .length = strcspn(word + 2, "=")};
    for (int i = 0; i < ROWS; i++)
        if (rows[i].programs & program->bit)
            cli_spelling_compare(&near, rows[i].name);
    if (near.name != NULL && near.distance == 0)
        return;
    if (!name_others(program, near.word, near.length) && near.name != NULL)
        fprintf(stderr, "%s: did you mean '--%s'?\n", program->name, near.name);
}

/* Has getopt_long() say why it refused a word, in which nothing is left that a terminal obeys. */
static void refuse(const struct cli_program *program, const char *word, const char *letters,
                   const struct option *option)
{
    const char letter[] = {'-', (char)optopt, '\0'};
    const char *const refused = optopt != 0 && optopt < LONG ? letter : word;
    char *const shown = pm_printable_new(refused, strlen(refused), PM_PRINTABLE_NAME);
    char *const again[] = {(char *)program->name, shown, NULL};

    optind = 0;
    opterr = 1;
    if (shown != NULL)
        (void)getopt_long(2, again, letters, option, NULL);
    free(shown);
    suggest(program, refused);
    fprintf(stderr, "Try '%s --help' for more information.\n", program->name);
}

/* Where GMP or FLINT have no memory: nothing half-written leaves standard output. */
static void end_without_memory(void)
{
    static const char text[] = ": out of memory\n";
    const char *const name = program_invocation_name;

    if (write(STDERR_FILENO, name, strlen(name)) >= 0 &&
        write(STDERR_FILENO, text, sizeof text - 1) >= 0)
        _exit(CLI_FAILED);
    _exit(CLI_FAILED);
}

/* Large blocks that are freed go back to the system at once, so that --memory binds what the
 * process has, and not only what it uses. */
static void bind_memory(void)
{
#ifdef __GLIBC__
    enum { LARGE = 1 << 20 };

    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, LARGE);
#endif
}

/* A hash (FNV-1a) of the one before and of this option. */
static uint64_t hashed(uint64_t hash, const char *name, const char *arg)
{
    const char *const word[] = {name, "=", arg != NULL ? arg : "", "\n"};

    for (size_t k = 0; k < sizeof word / sizeof *word; k++)
        for (const char *c = word[k]; *c != '\0'; c++)
            hash = (hash ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
    return hash;
}

bool cli_start(struct cli *cli, const struct cli_program *program, int argc, char **argv,
               int *status)
{
    struct option option[ROWS + 1];
    char letters[ROWS + 1];
    int value;

    pm_on_exhaustion(end_without_memory);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails, and is reported */
    *cli = (struct cli){.program = program, .table = rows, .solve = PM_OPTIONS_DEFAULT, .from = 1};
    clock_gettime(CLOCK_MONOTONIC, &cli->begun);
    cli->solve.seed = 1;
    fill_getopt(option, letters, program->bit);
    *status = CLI_USAGE;
    opterr = 0;
    while ((value = getopt_long(argc, argv, letters, option, NULL)) != -1) {
        const struct cli_row *const row = row_of(value);

        if (row == NULL) {
            refuse(program, argv[optind - 1], letters, option);
            return false;
        }
        if (!row->take(cli, (char *)cli + row->field, row, optarg))
            return false;
        cli->given[row - rows] = true;
        if (row->group != LIMITS && row->group != LONG_RUNS)
            cli->asked = hashed(cli->asked, row->name, optarg);
        if (is_last(row)) {
            *status = cli_finish(cli, CLI_ANSWERED);
            return false;
        }
    }
    if (cli->solve.memory > 0)
        bind_memory();
    cli->operand = (const char *const *)argv + optind;
    cli->operands = argc - optind;
    cli->solve.plan_only = cli->plan > 0;
    cli->total |= cli->monomer != NULL;
    return cli_fits(cli);
}
