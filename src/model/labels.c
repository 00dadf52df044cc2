/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All names are in one text. */
#include "model/labels.h"

#include "base/alloc.h"
#include "base/printable.h"

#include <stdlib.h>
#include <string.h>

void pm_labels_clear(struct pm_labels *labels)
{
    PM_FREE(labels->start, labels->text);
    *labels = (struct pm_labels){.count = 0};
}

pm_status pm_labels_add(struct pm_labels *labels, const char *name, size_t length)
{
    struct pm_labels *const l = labels;

    PM_TRY(pm_alloc_grow((void **)&l->start, &l->room, (size_t)l->count + 1, sizeof *l->start));
    const size_t room = pm_printable(NULL, 0, name, length, PM_PRINTABLE_NAME) + 1;
    PM_TRY(pm_alloc_grow((void **)&l->text, &l->text_room, l->length + room, 1));
    l->start[l->count++] = l->length;
    pm_printable(l->text + l->length, room, name, length, PM_PRINTABLE_NAME);
    l->length += room;
    return PM_OK;
}

pm_status pm_labels_copy(struct pm_labels *to, const struct pm_labels *from)
{
    if (from->count == 0)
        return PM_OK;
    PM_NEW(to->start, from->count);
    PM_NEW(to->text, from->length);
    memcpy(to->start, from->start, (size_t)from->count * sizeof *to->start);
    memcpy(to->text, from->text, from->length);
    to->count = from->count;
    to->length = from->length;
    to->room = (size_t)from->count;
    to->text_room = from->length;
    return PM_OK;
}

void pm_labels_drop(struct pm_labels *labels)
{
    labels->count--;
    memmove(labels->start, labels->start + 1, (size_t)labels->count * sizeof *labels->start);
}

const char *pm_labels_name(const struct pm_labels *labels, int k)
{
    return k < labels->count ? labels->text + labels->start[k] : NULL;
}

static int by_text(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

pm_status pm_labels_distinct(bool *distinct, const struct pm_labels *a, const struct pm_labels *b)
{
    const size_t count = (size_t)a->count + (size_t)b->count;
    const char **all;

    PM_NEW(all, count);
    for (size_t k = 0; k < count; k++)
        all[k] = k < (size_t)a->count ? pm_labels_name(a, (int)k)
                                      : pm_labels_name(b, (int)(k - (size_t)a->count));
    pm_alloc_sort(all, count, sizeof *all, by_text);
    *distinct = true;
    for (size_t k = 1; k < count; k++)
        *distinct = *distinct && strcmp(all[k - 1], all[k]) != 0;
    free(all);
    return PM_OK;
}

pm_status pm_labels_repeat(struct pm_labels *labels, const int *times)
{
    struct pm_labels all = {.count = 0};
    pm_status status = PM_OK;

    for (int k = 0; k < labels->count; k++)
        for (int copy = 0; copy < times[k] && status == PM_OK; copy++) {
            const char *const name = pm_labels_name(labels, k);
            status = pm_labels_add(&all, name, strlen(name));
        }
    pm_labels_clear(status == PM_OK ? labels : &all);
    if (status == PM_OK)
        *labels = all;
    return status;
}
