/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One table holds pointers to all igraph functions that are used; dlsym() fills it at the first
 * call. */
#include "model/igraph.h"

#include "base/library.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct pm_igraph pm_igraph;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define SYMBOL(name) {#name, &pm_igraph.name},

static pm_status open_library(void)
{
    static const char *const names[] = {
        IGRAPH_VERSION_MAJOR > 0 ? "libigraph.so.4" : "libigraph.so.3", NULL};
    static const struct pm_library_symbol symbols[] = {PM_IGRAPH_SYMBOLS(SYMBOL)};

    if (!pm_igraph.there)
        PM_TRY(pm_library_load(symbols, sizeof symbols / sizeof *symbols, names));
    pm_igraph.there = true;
    return PM_OK;
}

/* Keeps igraph's message as this thread's message.  It may contain any bytes and several lines;
 * here it becomes one printable line. */
static void keep_reason(const char *reason, const char *file, int line, igraph_error_t code)
{
    char text[512];

    (void)file, (void)line;
    snprintf(text, sizeof text, "%s", reason[0] != '\0' ? reason : pm_igraph.igraph_strerror(code));
    for (char *c = text + strlen(text); c > text && (c[-1] == '\n' || c[-1] == ' '); c--)
        c[-1] = '\0';
    for (char *c = text; *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = *c == '\n' ? ' ' : '?';
    pm_fail(PM_INPUT, "%s", text);
    pm_igraph.IGRAPH_FINALLY_FREE();
}

static void ignore_warning(const char *reason, const char *file, int line)
{
    (void)reason, (void)file, (void)line;
}

pm_status pm_igraph_enter(struct pm_igraph_before *before)
{
    pthread_mutex_lock(&lock);
    const pm_status status = open_library();
    if (status != PM_OK) {
        pthread_mutex_unlock(&lock);
        return status;
    }
    before->error = pm_igraph.igraph_set_error_handler(keep_reason);
    before->warning = pm_igraph.igraph_set_warning_handler(ignore_warning);
    before->attributes = pm_igraph.igraph_set_attribute_table(pm_igraph.igraph_cattribute_table);
    return PM_OK;
}

void pm_igraph_leave(const struct pm_igraph_before *before)
{
    pm_igraph.igraph_set_attribute_table(before->attributes);
    pm_igraph.igraph_set_warning_handler(before->warning);
    pm_igraph.igraph_set_error_handler(before->error);
    pthread_mutex_unlock(&lock);
}

pm_status pm_igraph_failure(igraph_error_t code)
{
    return code == IGRAPH_ENOMEM ? pm_no_memory() : PM_INPUT;
}

igraph_error_t pm_igraph_create(igraph_t *graph, int vertices, bool directed, size_t edges,
                                const int *from, const int *to)
{
    igraph_vector_int_t ends;
    igraph_error_t code = pm_igraph.igraph_vector_int_init(&ends, 2 * (igraph_integer_t)edges);

    if (code != IGRAPH_SUCCESS)
        return code;
    for (size_t k = 0; k < edges; k++) {
        VECTOR(ends)[2 * k] = from[k];
        VECTOR(ends)[2 * k + 1] = to[k];
    }
    code = pm_igraph.igraph_create(graph, &ends, vertices, directed);
    pm_igraph.igraph_vector_int_destroy(&ends);
    return code;
}
