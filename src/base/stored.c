/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reader accepts exactly what a writer writes, including blanks, and refuses everything else. */
#include "base/stored.h"

#include "base/alloc.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

char *pm_stored_next(char **rest)
{
    char *const line = strsep(rest, "\n");

    return line == NULL || (*rest == NULL && *line == '\0') ? NULL : line;
}

void pm_stored_put_ints(FILE *file, const char *word, const int *list, size_t count)
{
    fputs(word, file);
    for (size_t k = 0; k < count; k++)
        fprintf(file, " %d", list[k]);
    fputc('\n', file);
}

/* Sets *at to the text after the word of the next line. */
static pm_status begin(char **at, char **rest, const char *word)
{
    const size_t length = strlen(word);
    char *const line = pm_stored_next(rest);

    if (line == NULL)
        return pm_fail(PM_INPUT, "the line '%s' is missing", word);
    if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != '\0'))
        return pm_fail(PM_INPUT, "there is a line '%.20s' where '%s' is expected", line, word);
    *at = line + length;
    return PM_OK;
}

static pm_status bad_number(const char *word, size_t k)
{
    return pm_fail(PM_INPUT, "number %zu of the line '%s' is wrong or missing", k + 1, word);
}

static pm_status finish(const char *at, const char *word, size_t count)
{
    return *at == '\0' ? PM_OK
                       : pm_fail(PM_INPUT, "the line '%s' has more than %zu numbers", word, count);
}

/* Exactly one blank stands before each number. */
static bool takes(const char *at, const char *end)
{
    return *at == ' ' && end > at + 1 && (*end == ' ' || *end == '\0') && at[1] != ' ';
}

pm_status pm_stored_ints(int *list, size_t count, char **rest, const char *word, int low, int high)
{
    char *at = NULL;

    PM_TRY(begin(&at, rest, word));
    for (size_t k = 0; k < count; k++) {
        char *end = at;
        errno = 0;
        const long x = strtol(at, &end, 10);
        if (!takes(at, end) || errno != 0 || x < low || x > high)
            return bad_number(word, k);
        list[k] = (int)x;
        at = end;
    }
    return finish(at, word, count);
}

pm_status pm_stored_reals(double *list, size_t count, char **rest, const char *word, double low,
                          double high)
{
    char *at = NULL;

    PM_TRY(begin(&at, rest, word));
    for (size_t k = 0; k < count; k++) {
        char *end = at;
        list[k] = strtod(at, &end);
        if (!takes(at, end) || !(list[k] >= low && list[k] <= high))
            return bad_number(word, k);
        at = end;
    }
    return finish(at, word, count);
}

pm_status pm_stored_order(int *order, int count, char **rest, const char *word)
{
    bool *seen;

    PM_TRY(pm_stored_ints(order, (size_t)count, rest, word, 0, count - 1));
    PM_NEW(seen, count);
    pm_status status = PM_OK;
    for (int k = 0; k < count && status == PM_OK; k++) {
        if (seen[order[k]])
            status = pm_fail(PM_INPUT, "the line '%s' has %d twice", word, order[k]);
        seen[order[k]] = true;
    }
    free(seen);
    return status;
}
