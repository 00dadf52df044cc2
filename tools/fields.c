/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fields are in quotes if a comma, a quote or the end of a line would end them (RFC 4180).  A name
 * that a spreadsheet would compute as a formula has an apostrophe before it. */
#include "fields.h"
#include "edges.h"

#include <stdlib.h>
#include <string.h>

/* A field and what separates it from the next one. */
static void print_field(FILE *out, bool csv, const char *text)
{
    char *end;
    strtod(text, &end);
    const bool formula = csv && *text != '\0' && strchr("=+-@", *text) != NULL && *end != '\0';
    const bool quoted = csv && (formula || text[strcspn(text, ",\"\n\r")] != '\0');

    if (quoted)
        putc('"', out);
    if (formula)
        putc('\'', out);
    for (; *text != '\0'; text++)
        fputs(quoted && *text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    if (quoted)
        putc('"', out);
    putc(csv ? ',' : ' ', out);
}

bool fields_begin(const struct cli *cli, const struct question *q)
{
    const bool files = cli->operands > 1, titles = answer_title(q) != NULL;

    if (cli->fields->begun)
        return false;
    *cli->fields = (struct fields){true, files, files || q->several || titles, titles};
    return true;
}

void fields_columns(FILE *out, const struct cli *cli, const struct question *q, const char *names)
{
    if (!fields_begin(cli, q))
        return;
    fprintf(out, "%s%s%s%s\n", cli->fields->files ? "file," : "",
            !cli->fields->numbers ? ""
            : q->graph != NULL    ? "graph,"
                                  : "matrix,",
            cli->fields->titles ? "title," : "",
            names != NULL      ? names
            : q->graph != NULL ? "u,v,share"
                               : "row,col,share");
}

void fields_graph(FILE *out, const struct cli *cli, const struct question *q)
{
    const char *const title = answer_title(q);

    if (cli->fields->files)
        print_field(out, true, q->file);
    if (cli->fields->numbers)
        fprintf(out, "%ld,", answer_number(q));
    if (cli->fields->titles)
        print_field(out, true, title != NULL ? title : "");
}

void fields_place(FILE *out, const struct cli *cli, const struct question *q,
                  const struct listed_edge *e)
{
    const int end[2] = {e->u, e->v};
    char name[EDGE_NAME];

    for (int k = 0; k < (cli->entropies ? 1 : 2); k++)
        print_field(out, cli->csv,
                    end[k] >= 0 ? edge_end(name, q->graph, q->problem, k, end[k])
                    : cli->csv  ? ""
                                : "-");
}

void fields_name(FILE *out, const struct cli *cli, const struct question *q, const char *name)
{
    if (cli->csv)
        fields_graph(out, cli, q);
    fprintf(out, "%s%s", name, cli->csv ? ",," : " ");
}
