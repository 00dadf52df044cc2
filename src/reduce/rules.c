/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of rules, and sets of rules as words. */
#include "reduce/reduce.h"

#include <stdio.h>
#include <string.h>

/* Here `split` never changes a matrix; the planner applies it (pm_split). */
const struct pm_rule pm_rules[] = {
    {"components", "the components of a graph come apart, bipartite ones become permanents",
     .apply = {[PM_HAFNIAN] = pm_components_apply}, .whole = true},
    {"dm", "Dulmage-Mendelsohn: what no perfect matching uses goes, blocks come apart",
     .apply = {[PM_PERMANENT] = pm_dm_apply}, .whole = true},
    {"nested", "staircases of products of row and column numbers: the permanent is a product",
     .apply = {[PM_PERMANENT] = pm_nested_apply}, .solves = true, .whole = true},
    {"rank1",
     "rank one, but for one entry at most in each row and column: a product of polynomials",
     .apply = {[PM_PERMANENT] = pm_rank_one_apply}, .solves = true, .whole = true},
    {"degree", "rows and columns, or vertices, with one or two entries are eliminated",
     .apply = {[PM_PERMANENT] = pm_degree_apply, [PM_HAFNIAN] = pm_degree_vertices_apply}},
    {"edmonds", "Edmonds: edges of a graph that no perfect matching uses go",
     .apply = {[PM_HAFNIAN] = pm_edmonds_apply}, .whole = true},
    {"pairs", "vertices of a graph that hang on two or three others become edges or few vertices",
     .apply = {[PM_HAFNIAN] = pm_two_sums_apply}},
    {"lines", "proportional rows or columns become equal, for engines with multiplicities",
     .apply = {[PM_PERMANENT] = pm_lines_apply}},
    {"scale", "rows and columns are divided by their contents, powers of two included",
     .apply = {[PM_PERMANENT] = pm_scale_apply, [PM_HAFNIAN] = pm_scale_vertices_apply}},
    {"parity", "modulo 2 the permanent is the determinant, and the hafnian the Pfaffian",
     .apply = {[PM_PERMANENT] = pm_parity_apply, [PM_HAFNIAN] = pm_parity_graph_apply},
     .solves = true, .whole = true, .modulo = 2},
    {"modulo4", "modulo 4 an elimination needs only Pfaffians modulo 2",
     .apply = {[PM_PERMANENT] = pm_parity_4_apply, [PM_HAFNIAN] = pm_parity_graph_4_apply},
     .solves = true, .whole = true, .modulo = 4},
    {"modulo8",
     "modulo 8 an elimination needs residues modulo 4, but for small and sparse matrices",
     .apply = {[PM_PERMANENT] = pm_parity_8_apply, [PM_HAFNIAN] = pm_parity_graph_8_apply},
     .solves = true, .whole = true, .modulo = 8},
    {"split", "Forbert-Marx: a sum of two smaller matrices, where the planner finds that it pays",
     .apply = {NULL}},
    {.name = NULL},
};

/* Writes the names of all rules; a few dozen characters are enough. */
static void known_names(char *text, size_t size)
{
    size_t at = 0;

    for (int k = 0; pm_rules[k].name != NULL && at < size; k++)
        at += (size_t)snprintf(text + at, size - at, "%s, ", pm_rules[k].name);
}

static unsigned all_rules(void)
{
    unsigned set = 0;

    for (int k = 0; pm_rules[k].name != NULL; k++)
        set |= pm_rule_bit(k);
    return set;
}

/* Adds the rules that the word word[0..length) names to *set. */
static pm_status add_word(unsigned *set, const char *word, size_t length)
{
    char known[256];

    if (length == 3 && strncmp(word, "all", 3) == 0) {
        *set |= all_rules();
        return PM_OK;
    }
    if (length == 4 && strncmp(word, "none", 4) == 0)
        return PM_OK;
    for (int k = 0; pm_rules[k].name != NULL; k++)
        if (strlen(pm_rules[k].name) == length && strncmp(word, pm_rules[k].name, length) == 0) {
            *set |= pm_rule_bit(k);
            return PM_OK;
        }
    known_names(known, sizeof known);
    return pm_fail(PM_INPUT, "no reduction is called '%.*s'; there are %sall and none",
                   (int)(length < 40 ? length : 40), word, known);
}

static pm_status parse_list(unsigned *set, const char *list)
{
    *set = 0;
    for (const char *word = list, *end;; word = end + 1) {
        end = word + strcspn(word, ",");
        PM_TRY(add_word(set, word, (size_t)(end - word)));
        if (*end == '\0')
            return PM_OK;
    }
}

pm_status pm_rules_parse(unsigned *set, const char *reduce, const char *no_reduce)
{
    unsigned with = all_rules(), without = 0;

    if (reduce != NULL)
        PM_TRY(parse_list(&with, reduce));
    if (no_reduce != NULL)
        PM_TRY(parse_list(&without, no_reduce));
    *set = with & ~without;
    return PM_OK;
}

unsigned pm_rules_beside(unsigned set)
{
    for (int k = 0; pm_rules[k].name != NULL; k++)
        if (pm_rules[k].solves)
            set &= ~pm_rule_bit(k);
    return set;
}

void pm_rules_write(FILE *file, unsigned set)
{
    const char *between = "";

    for (int k = 0; pm_rules[k].name != NULL; k++)
        if (set & pm_rule_bit(k)) {
            fprintf(file, "%s%s", between, pm_rules[k].name);
            between = ",";
        }
    if (set == 0)
        fputs("none", file);
}

bool pm_rules_have(unsigned set, const char *name)
{
    for (int k = 0; pm_rules[k].name != NULL; k++)
        if (strcmp(pm_rules[k].name, name) == 0)
            return (set & pm_rule_bit(k)) != 0;
    return false;
}
