/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file has few kinds of notes, so that they are compared one after another, without digits. */
#include "notes.h"
#include "arguments.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FEW = 3 }; /* graphs of a file with the same kind of note */

static bool is_same_kind(const char *a, const char *b)
{
    static const char digits[] = "0123456789";

    for (;; a++, b++) {
        a += strspn(a, digits);
        b += strspn(b, digits);
        if (*a != *b || *a == '\0')
            return *a == *b;
    }
}

/* Counts the note, which it keeps or releases.  Its kind, or NULL where there is no room. */
static struct noted *count(struct notes *notes, char *text)
{
    const int most = sizeof notes->kind / sizeof *notes->kind;
    int k = 0;

    while (k < notes->kinds && !is_same_kind(notes->kind[k].text, text))
        k++;
    if (k == most) {
        free(text);
        return NULL;
    }
    notes->kinds += k == notes->kinds;
    free(notes->kind[k].text);
    notes->kind[k].text = text;
    notes->kind[k].count++;
    return notes->kind + k;
}

/* True if the note advises an option that is given, or how many vertices to leave free where any
 * number of them may be. */
static bool is_heeded(const struct cli *cli, const char *text)
{
    if ((cli->total || cli->matchings) && strstr(text, "--unmatched=") != NULL)
        return true;
    for (const struct cli_row *row; cli_option_in(&row, cli, &text);)
        if (row != NULL && cli->given[row - cli->table])
            return true;
    return false;
}

static void say_lines(struct notes *notes, const struct cli *cli, const struct question *q,
                      const char *lines)
{
    size_t length;

    for (const char *line = lines; line != NULL && *line != '\0';
         line += length + (line[length] == '\n')) {
        length = strcspn(line, "\n");
        char *const text = strndup(line, length);
        if (text != NULL && is_heeded(cli, text)) {
            free(text);
            continue;
        }
        const struct noted *const kind = text != NULL ? count(notes, text) : NULL;
        if (kind == NULL || kind->count <= FEW || cli->verbose)
            cli_say(cli, answer_place(cli, q).text, "%.*s", (int)length, line);
    }
}

void notes_say(struct notes *notes, const struct cli *cli, const struct question *q)
{
    char *account = NULL;

    if (cli->verbose || isatty(STDERR_FILENO)) {
        if (q->graph != NULL)
            pm_graph_account(&account, q->graph);
        else
            pm_problem_account(&account, q->problem);
        say_lines(notes, cli, q, account);
        free(account);
    }
    say_lines(notes, cli, q,
              q->graph != NULL ? pm_graph_notes(q->graph) : pm_problem_notes(q->problem));
}

void notes_end(struct notes *notes, const struct cli *cli, const char *file)
{
    for (int k = 0; k < notes->kinds; k++) {
        const long more = notes->kind[k].count - FEW;
        if (more > 0 && !cli->verbose)
            cli_say(cli, file, "%ld more %s such a note, the last: %s", more,
                    more == 1 ? "has" : "have", notes->kind[k].text);
        free(notes->kind[k].text);
    }
}
