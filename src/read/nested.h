/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in brackets in brackets, as many languages print them. */
#pragma once

#include "read/tokens.h"

enum pm_nested_kind { PM_NESTED_WORD, PM_NESTED_TEXT, PM_NESTED_LIST, PM_NESTED_PAIR };

struct pm_nested_item {
    enum pm_nested_kind kind;
    struct pm_word word; /* of a list: the name before it; of a pair: the link */
    uint64_t line;
    char open;              /* the bracket of a list */
    char separator;         /* between its parts: ' ' if only blanks; 0: it has one part at most */
    int first, next, count; /* of a list or a pair: its parts; the next part of the same list */
};

struct pm_nested {
    struct pm_tokens *t;
    struct pm_nested_item *item; /* the caller frees it */
    size_t items, room;
    int depth;
    bool loose; /* separators may be missing */
};

extern const struct pm_language pm_nested_language;

/* Item k; NULL where k is -1. */
const struct pm_nested_item *pm_nested_part(const struct pm_nested *nested, int k);

/* PM_INPUT with the line of the item. */
pm_status pm_nested_fail(const struct pm_nested *nested, const struct pm_nested_item *item,
                         const char *what);

/* *place = the next value, one of the items.  PM_INPUT: there is none. */
pm_status pm_nested_parse(int *place, struct pm_nested *nested);
