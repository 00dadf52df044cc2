/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output that all programs share: messages on standard error, answers line by line on standard
 * output, and exit statuses. */
#include "say.h"

#include "base/printable.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Messages are printed also where memory has run out.  Longer ones are cut. */
enum { MESSAGE = 2 * PATH_MAX, SHOWN = 4 * PATH_MAX };

/* Prints `text`, which may have words of an input, as a terminal can show it. */
static void print_shown(const char *text, enum pm_printable_kind kind)
{
    char shown[SHOWN];

    pm_printable(shown, sizeof shown, text, strlen(text), kind);
    fputs(shown, stderr);
}

static void print_message(const char *format, va_list args)
{
    char text[MESSAGE];

    vsnprintf(text, sizeof text, format, args);
    print_shown(text, PM_PRINTABLE_LINE);
}

int cli_usage(const struct cli_program *program, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: ", program->name);
    va_start(args, format);
    print_message(format, args);
    va_end(args);
    fprintf(stderr, "\nTry '%s --help' for more information.\n", program->name);
    return CLI_USAGE;
}

void cli_say(const struct cli *cli, const char *where, const char *format, ...)
{
    va_list args;

    fprintf(stderr, "%s: ", cli->program->name);
    if (where != NULL) {
        print_shown(strcmp(where, "-") == 0 ? "standard input" : where, PM_PRINTABLE_NAME);
        fputs(": ", stderr);
    }
    va_start(args, format);
    print_message(format, args);
    va_end(args);
    fputc('\n', stderr);
}

int cli_status(pm_status status)
{
    static const int exit_of[] = {
        [PM_OK] = CLI_ANSWERED,     [PM_INPUT] = CLI_FAILED, [PM_DOMAIN] = CLI_FAILED,
        [PM_UNABLE] = CLI_UNABLE,   [PM_NOMEM] = CLI_FAILED, [PM_IO] = CLI_FAILED,
        [PM_STOPPED] = CLI_STOPPED, [PM_WRONG] = CLI_WRONG,
    };

    return exit_of[status];
}

int cli_fail(const struct cli *cli, pm_status status, const char *where)
{
    cli_say(cli, where, "%s", pm_message());
    return cli_status(status);
}

int cli_no_memory(const struct cli *cli, const char *where)
{
    cli_say(cli, where, "out of memory");
    return CLI_FAILED;
}

int cli_worse(int a, int b)
{
    static const int rank[] = {
        [CLI_ANSWERED] = 0, [CLI_STOPPED] = 1, [CLI_UNABLE] = 2,
        [CLI_FAILED] = 3,   [CLI_WRONG] = 4,   [CLI_USAGE] = 5,
    };
    return rank[a] >= rank[b] ? a : b;
}

static FILE *copy; /* of standard output; NULL: none */

void cli_copy(FILE *stream)
{
    copy = stream;
}

/* Prints the fields before an answer, with a tab after each. */
static void print_label(FILE *out, const char *fields)
{
    for (const char *at = fields; at != NULL;) {
        const size_t length = strcspn(at, "\t");
        char *const shown = pm_printable_new(at, length, PM_PRINTABLE_NAME);
        if (shown != NULL)
            fprintf(out, "%s\t", shown);
        free(shown);
        at = at[length] != '\0' ? at + length + 1 : NULL;
    }
}

static void print_lines(FILE *out, const char *where, const char *text)
{
    for (const char *line = text; *line != '\0' || line == text;) {
        const size_t length = strcspn(line, "\n");

        if (where != NULL)
            print_label(out, where);
        fwrite(line, 1, length, out);
        putc('\n', out);
        line += length + (line[length] == '\n');
    }
}

bool cli_print(const char *where, const char *text)
{
    print_lines(stdout, where, text);
    if (copy != NULL)
        print_lines(copy, where, text);
    return fflush(stdout) == 0 && !ferror(stdout);
}

int cli_print_line(const struct cli *cli, const char *where, char *line)
{
    if (line == NULL)
        return cli_no_memory(cli, where);
    const bool written = cli_print(NULL, line);
    free(line);
    return written ? CLI_ANSWERED : CLI_FAILED;
}

void cli_estimate(char **text, const pm_answer *answer)
{
    const bool additive = strcmp(pm_answer_type(answer), "additive") == 0;
    double delta;
    bool proved;
    const double epsilon = pm_answer_estimate(answer, &delta, &proved);
    char *const value = *text, *bound = NULL;

    if (value == NULL || epsilon == 0)
        return;
    if (additive
            ? pm_answer_bound(&bound, answer) != PM_OK ||
                  asprintf(text, "%s %s %g additive", value, bound, delta) < 0
            : asprintf(text, "%s %g %g%s", value, epsilon, delta, proved ? "" : " unproved") < 0)
        *text = NULL;
    free(bound);
    free(value);
}

void cli_imaginary(const struct cli *cli, char **text)
{
    const size_t length = *text != NULL ? strlen(*text) : 0;

    if (!cli->imaginary_j || length == 0 || (*text)[length - 1] != 'i')
        return;
    const char *part = *text + length - 1; /* where the imaginary part begins, after the real one */
    while (part > *text && ((*part != '+' && *part != '-') || part[-1] == 'e'))
        part--;
    const bool quotient = strchr(part, '/') != NULL; /* Octave reads 3/4j as 3/(4j) */
    char *const longer = realloc(*text, length + sizeof "*1j");
    if (longer != NULL)
        strcpy(longer + length - 1, quotient ? "*1j" : "j");
    else
        free(*text);
    *text = longer;
}

char *cli_text(bool good, FILE *stream, char **text)
{
    if (stream == NULL)
        return NULL;
    good = good && ferror(stream) == 0;
    if (fclose(stream) == 0 && good)
        return *text;
    free(*text);
    return NULL;
}

int cli_print_text(const struct cli *cli, const char *where, char *text)
{
    if (text == NULL)
        return cli_no_memory(cli, where);
    fputs(text, stdout);
    free(text);
    return fflush(stdout) == 0 && !ferror(stdout) ? CLI_ANSWERED : CLI_FAILED;
}

int cli_finish(const struct cli *cli, int status)
{
    const bool failed = ferror(stdout) != 0;
    const int saved = errno;

    if (fclose(stdout) == 0 && !failed)
        return status;
    const int reason = failed ? saved : errno;
    cli_say(cli, "standard output", "%s", reason != 0 ? strerror(reason) : "write error");
    return cli_worse(status, CLI_FAILED);
}

void cli_explain(const pm_answer *answer, const char *bound)
{
    const char *const checks = pm_answer_checks(answer);

    fputs(pm_answer_explanation(answer), stderr);
    if (strcmp(bound, "0") == 0)
        fputs("The value is exact", stderr);
    else
        fprintf(stderr, "The error of the value is at most %s", bound);
    if (*checks != '\0')
        fprintf(stderr, ", and it passed checks that share nothing with the engine: %s.\n", checks);
    else
        fputs("; no other check applies.\n", stderr);
}
