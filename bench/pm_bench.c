/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pm-bench: tables of named cases, measured.  A suite is one row here and one file beside. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct suite {
    const char *name, *operands, *what;
    int most; /* operands at most */
    int (*run)(const struct cli *cli, int count, const char *const *operand);
};

enum { ANY = 1 << 20 };

static const struct suite suites[] = {
    {"accuracy", "[ORDER|WORD]...",
     "the SUPerman paper's table of precision, its modes beside ours", 16, bench_accuracy},
    {"cuda", "[ORDER]...", "the dense walk on a GPU beside what its multiply-adds allow", 16,
     bench_cuda},
    {"dense", "[ORDER]",
     "the dense walk beside what the machine's multiply-adds allow, and baselines", 1, bench_dense},
    {"engines", "", "random regular matrices: the planner's choice beside what else is able", 0,
     bench_engines},
    {"graded", "[ORDER]...", "what graded precision skips, and what that saves", 16, bench_graded},
    {"graphs", "[LATTICE]", "matchings of lattices: planar beside tree", 1, bench_graphs},
    {"known", "[CASE]...", "matrices with published permanents: seconds, right or wrong", ANY,
     bench_known},
    {"lattices", "[LATTICE]...", "the tree engine on boxes, tori, grids and king's graphs", ANY,
     bench_lattices},
    {"placements", "[ORDER]...", "the kernels that the SUPerman paper compares, on a GPU", 16,
     bench_placements},
    {"scaling", "[ORDER]", "ranks x threads, or with --gpus=N ranks x GPUs, of one dense matrix", 1,
     bench_scaling},
    {"sparse", "[DIR]", "the sparse table of the SUPerman paper, beside its own figures", 1,
     bench_sparse},
    {"tree", "[DIR]", "the tree engine on every matrix of DIR, as a pattern", 1, bench_tree},
};

enum { SUITES = sizeof suites / sizeof *suites };

static void print_suites(void)
{
    printf("\nSuites:\n");
    for (int i = 0; i < SUITES; i++)
        printf("  %-10s %-10s %s\n", suites[i].name, suites[i].operands, suites[i].what);
    printf("\nDIR holds matrices of the SuiteSparse collection as NAME.mtx; without it the\n"
           "environment variable PM_DATA says where they are.\n");
}

static const struct cli_program program = {
    .name = "pm-bench",
    .bit = CLI_PM_BENCH,
    .operands = "SUITE [OPERAND]...",
    .purpose = "Run a suite of named cases and print a table of what they took.",
    .more = print_suites,
};

const char *bench_directory(const struct cli *cli, int count, const char *const *operand)
{
    const char *const directory = count > 0 ? operand[0] : getenv("PM_DATA");

    if (directory == NULL || *directory == '\0')
        cli_usage(cli->program, "which directory? Name it, or set PM_DATA");
    return directory;
}

int main(int argc, char **argv)
{
    struct cli cli;
    int status;

    if (!cli_start(&cli, &program, argc, argv, &status))
        return status;
    if (cli.operands == 0)
        return cli_usage(&program, "which suite?");
    const char *const name = cli.operand[0];
    for (int i = 0; i < SUITES; i++) {
        if (strcmp(name, suites[i].name) != 0)
            continue;
        const int count = cli.operands - 1;
        if (count > suites[i].most)
            return cli_usage(&program, "%s: unexpected operand '%s'", name,
                             cli.operand[1 + suites[i].most]);
        return cli_finish(&cli, suites[i].run(&cli, count, cli.operand + 1));
    }
    return cli_usage(&program, "%s: there is no such suite (--help lists them)", name);
}
