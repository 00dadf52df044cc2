/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the edges of a lattice as text, in the same way as the program dimer (tools/drawing.c). */
#include "bench/lattice_edges.h"
#include "base/text.h"
#include "tools/drawing.h"

#include <stdlib.h>
#include <string.h>

static bool parse(struct drawing *d, const char *name)
{
    const size_t length = strcspn(name, "-");
    const struct lattice *l = lattices;
    const char *at = name + length;

    while (l->name != NULL && (strlen(l->name) != length || strncmp(l->name, name, length) != 0))
        l++;
    for (int k = 0; l->name != NULL && k < l->size_count; k++) {
        char *end;
        d->size[k] = *at == '\0' ? 0 : (int)strtol(at + 1, &end, 10);
        if (*at == '\0' || d->size[k] < l->least || d->size[k] > l->most)
            return false;
        at = end;
    }
    if (l->name == NULL || *at != '\0')
        return false;
    lattice_start(d, l, false);
    return true;
}

pm_status lattice_edges(char **edges, const char *name, const char *const weight[2])
{
    struct drawing d = {.weights = (char *)weight[0], .weight = {weight[0], weight[1]}};
    struct pm_text text;

    if (!parse(&d, name))
        return pm_fail(PM_INPUT, "there is no lattice '%s'", name);
    PM_TRY(pm_text_open(&text));
    d.out = text.file;
    lattice_print(&d);
    return pm_text_close(edges, &text, PM_OK);
}
