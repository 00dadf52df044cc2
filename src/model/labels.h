/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of the rows or of the columns of a matrix, in their order. */
#pragma once

#include "base/status.h"

#include <stddef.h>

/* No names: all members 0. */
struct pm_labels {
    int count;
    size_t *start; /* where a name begins in the text */
    char *text;    /* the names, each with its NUL */
    size_t length, text_room, room;
};

void pm_labels_clear(struct pm_labels *labels);

/* Appends a name of `length` bytes. */
pm_status pm_labels_add(struct pm_labels *labels, const char *name, size_t length);

/* *to = the same names; it has none before. */
pm_status pm_labels_copy(struct pm_labels *to, const struct pm_labels *from);

/* Forgets the first name. */
void pm_labels_drop(struct pm_labels *labels);

/* Name number k; NULL: there is none. */
const char *pm_labels_name(const struct pm_labels *labels, int k);

/* *distinct = no two names of both lists are the same. */
pm_status pm_labels_distinct(bool *distinct, const struct pm_labels *a, const struct pm_labels *b);

/* Name k becomes times[k] equal names. */
pm_status pm_labels_repeat(struct pm_labels *labels, const int *times);
