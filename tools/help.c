/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pages of --help have at most 80 columns; the first one also fits into 24 lines. */
#include "help.h"

#include "spelling.h"
#include "say.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 80, TEXT_AT = 27 };

static const char *const group_title[GROUPS] = {
    [ASKED] = "What is asked", [METHOD] = "How it is computed",
    [LIMITS] = "Limits",       [LONG_RUNS] = "Long runs",
    [OUTPUT] = "Output",       [HELP] = "Help",
};

/* ------------------------------------------------------------- lines */

/* Prints the words of a text, from the current column on; further lines begin at `margin`. */
static void print_words(const char *text, int column, int margin)
{
    for (bool first = true; *(text += strspn(text, " ")) != '\0'; first = false) {
        const int length = (int)strcspn(text, " ");
        if (!first && column + 1 + length > WIDTH) {
            printf("\n%*s", margin, "");
            column = margin;
        } else if (!first) {
            putchar(' ');
            column++;
        }
        printf("%.*s", length, text);
        column += length;
        text += length;
    }
    putchar('\n');
}

void cli_entry(const char *left, const char *text)
{
    int column = printf("%-*s", TEXT_AT - 1, left);

    if (column >= TEXT_AT)
        printf("\n%*s", TEXT_AT, "");
    else
        putchar(' ');
    print_words(text, TEXT_AT, TEXT_AT);
}

static void print_row(const struct cli_row *row)
{
    char left[64];
    int used = row->letter ? snprintf(left, sizeof left, "  -%c, --%s", row->letter, row->name)
                           : snprintf(left, sizeof left, "      --%s", row->name);

    if (row->arg != NULL && row->arg[0] == '[')
        snprintf(left + used, sizeof left - (size_t)used, "[=%s", row->arg + 1);
    else if (row->arg != NULL)
        snprintf(left + used, sizeof left - (size_t)used, "=%s", row->arg);
    cli_entry(left, row->help);
}

/* ------------------------------------------------------------- questions */

enum { REASONS = 64 };

/* The number of the reason, from 1; adds it to the list. */
static int number_of(const char *reasons[REASONS], const char *reason)
{
    int k = 0;

    while (k < REASONS - 1 && reasons[k] != NULL && strcmp(reasons[k], reason) != 0)
        k++;
    reasons[k] = reason;
    return k + 1;
}

/* The table of questions and facilities.  A letter stands for a question, a number for a reason. */
static void print_questions(void)
{
    const char *reasons[REASONS] = {NULL}, *name, *what;
    char left[64];

    puts("Questions:");
    for (int q = 0; (name = pm_question_name(q, &what)) != NULL; q++) {
        snprintf(left, sizeof left, "  %c  %s%s", 'a' + q, *name == '-' ? "" : "--",
                 name + (*name == '-'));
        cli_entry(left, what);
    }
    printf("\nWhat each can be combined with: + works, a number is the reason why not.\n%20s", "");
    for (int q = 0; q < PM_QUESTIONS; q++)
        printf("%3c", 'a' + q);
    putchar('\n');
    for (int f = 0; (name = pm_facility_name(f, &what)) != NULL; f++) {
        printf("  %-18s", name + (*name == '-'));
        for (int q = 0; q < PM_QUESTIONS; q++) {
            const char *const why = pm_facility_refusal((pm_question)q, (pm_facility)f);
            if (why == NULL)
                printf("%3s", "+");
            else
                printf("%3d", number_of(reasons, why));
        }
        putchar('\n');
    }
    puts("\nReasons:");
    for (int k = 0; reasons[k] != NULL; k++) {
        snprintf(left, sizeof left, "  %d", k + 1);
        cli_entry(left, reasons[k]);
    }
    puts("\nFacilities:");
    for (int f = 0; (name = pm_facility_name(f, &what)) != NULL; f++) {
        snprintf(left, sizeof left, "  %s", name + (*name == '-'));
        cli_entry(left, what);
    }
}

/* ------------------------------------------------------------- pages */

/* A page of help: a table of names, or the output of print(). */
struct page {
    const char *name;
    const char *option; /* the option that takes one of the names; only programs with this option
                         * have the page */
    cli_names *names;
    void (*print)(void);
};

static const struct page tables[] = {
    {"engines", "engine", pm_engine_name, NULL},
    {"rules", "reduce", pm_rule_name, NULL},
    {"formats", "format", pm_format_name, NULL},
    {"written", "to-graph", pm_graph_format_name, NULL},
    {"questions", "plan", NULL, print_questions},
};

enum { TABLES = sizeof tables / sizeof *tables, PAGES = TABLES + 2 };

/* Lists the pages of a program, "options" first; returns their number. */
static int list_pages(struct page page[PAGES], const struct cli *cli)
{
    int count = 1;

    page[0] = (struct page){"options", NULL, NULL, NULL};
    for (int k = 0; k < TABLES; k++)
        if (cli_row_of(cli, tables[k].option, strlen(tables[k].option)) != NULL)
            page[count++] = tables[k];
    if (cli->program->page != NULL)
        page[count++] = (struct page){cli->program->page, NULL, NULL, cli->program->print_page};
    return count;
}

const char *help_page(const struct cli *cli, int k)
{
    struct page page[PAGES];

    return k < list_pages(page, cli) ? page[k].name : NULL;
}

static void print_first(const struct cli *cli)
{
    const struct cli_program *const program = cli->program;
    struct page page[PAGES];
    const int pages = list_pages(page, cli);

    printf("Usage: %s [OPTION]... %s\n", program->name, program->operands);
    print_words(program->purpose, 0, 0);
    printf("\nExample:\n%s\n\nSome options:\n", program->example);
    for (const char *at = program->often; *at != '\0'; at += strspn(at, " ")) {
        const size_t length = strcspn(at, " ");
        const struct cli_row *const row = cli_row_of(cli, at, length);
        if (row != NULL)
            print_row(row);
        at += length;
    }
    printf("\nMore: ");
    for (int k = 0; k < pages; k++)
        printf(k == 4 ? "\nMore:  --help=%s" : " --help=%s", page[k].name);
    printf("\n       man %s, man permatch_tutorial\n", program->name);
}

static void print_options(const struct cli *cli)
{
    for (int g = 0; g < GROUPS; g++) {
        bool titled = false;

        for (const struct cli_row *row = cli->table; row->name != NULL; row++) {
            if (row->group != (enum cli_group)g || !(row->programs & cli->program->bit))
                continue;
            if (!titled)
                printf("%s:\n", group_title[g]);
            titled = true;
            print_row(row);
        }
        if (titled)
            putchar('\n');
    }
    printf("Exit status: 0 answered; 1 bad input, input/output or memory; 2 usage;\n"
           "3 stopped and resumable; 4 nothing can do it within the limits; 5 a self-check\n"
           "failed.\n");
}

static void print_names(cli_names *names)
{
    const char *name, *what;
    char left[64];

    for (int k = 0; (name = names(k, &what)) != NULL; k++) {
        snprintf(left, sizeof left, "  %s", name);
        cli_entry(left, what);
    }
}

static bool refuse_page(const struct cli_program *program, const struct page *page, int pages,
                        const char *name)
{
    struct cli_spelling near = {.word = name, .length = strlen(name)};

    for (int k = 0; k < pages; k++)
        cli_spelling_compare(&near, page[k].name);
    if (near.name != NULL)
        cli_usage(program, "--help=%s: there is no such page; did you mean '%s'?", name, near.name);
    else
        cli_usage(program, "--help=%s: there is no such page", name);
    return false;
}

bool cli_take_page(const struct cli *cli, void *field, const struct cli_row *row, const char *name)
{
    struct page page[PAGES];
    const int pages = list_pages(page, cli);
    int k = 0;

    (void)field, (void)row;
    while (name != NULL && k < pages && strcmp(page[k].name, name) != 0)
        k++;
    if (k == pages)
        return refuse_page(cli->program, page, pages, name);
    if (name == NULL)
        print_first(cli);
    else if (page[k].names != NULL)
        print_names(page[k].names);
    else if (page[k].print != NULL)
        page[k].print();
    else
        print_options(cli);
    return true;
}
