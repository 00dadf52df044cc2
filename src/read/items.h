/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in brackets in brackets, as many languages print them. */
#pragma once

#include "read/tokens.h"

enum pm_item_kind { PM_ITEM_WORD, PM_ITEM_TEXT, PM_ITEM_LIST, PM_ITEM_PAIR };

struct pm_item {
    enum pm_item_kind kind;
    struct pm_word word; /* of a list: the name before it; of a pair: the link */
    uint64_t line;
    char open;      /* the bracket of a list */
    char separator; /* between its parts: ' ' if only blanks; 0: it has one part at most */
    int count;
    char *room; /* of a decoded text, which is freed with the items; NULL: none */
    struct pm_item *first,
        *next; /* of a list or a pair: its parts; the next part of the same list */
};

struct pm_items {
    struct pm_tokens *t;
    struct pm_items_block *last; /* the items that were read */
    int depth;
    bool loose; /* separators may be missing */
    bool keys;  /* a word in a list is a key, whose value follows: both are a pair */
};

extern const struct pm_language pm_items_language;

void pm_items_clear(struct pm_items *items);

/* Frees what the items have, and keeps some room for others. */
void pm_items_forget(struct pm_items *items);

/* PM_INPUT with the line of the item. */
pm_status pm_items_fail(const struct pm_items *items, const struct pm_item *item, const char *what);

/* *item = the next value.  PM_INPUT: there is none, and *item is what has been read of it; of a
 * pair, the first part. */
pm_status pm_items_parse(struct pm_item **item, struct pm_items *items);

/* Parts of a list. */
#define PM_ITEMS_EACH(part, list)                                                                  \
    for (struct pm_item *part = (list)->first; part != NULL; part = part->next)

/* PM_INPUT: one of these keys, at most 32, stands twice in a list of pairs, in any case. */
pm_status pm_items_check_keys(const struct pm_items *items, const struct pm_item *list,
                              const char *const *keys);

/* The value of a key in any case in a list of pairs, the first one; NULL: there is none. */
struct pm_item *pm_items_value(const struct pm_item *list, const char *key);
