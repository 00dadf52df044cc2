/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One grammar serves all languages:
 *     value = item [link value];  item = word | text | name bracket | bracket
 *     bracket = ( [ { or < with values between commas, semicolons or bars */
#include "read/items.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

const struct pm_language pm_items_language = {
    .marks = "()[]{},;:=|<>",
    .links = {"<->", "->", "--", "<|", "|>", ":=", "\\[UndirectedEdge]", "\\[DirectedEdge]", NULL},
    .quotes = "\"'",
    .escapes = true,
    .comments = "#/*("};

enum { ITEMS = 32, DEEPEST = 64 };

/* Items keep their places. */
struct pm_items_block {
    struct pm_items_block *before;
    int used;
    struct pm_item item[ITEMS];
};

void pm_items_forget(struct pm_items *n)
{
    for (struct pm_items_block *last = n->last; last != NULL; last = n->last) {
        for (int k = 0; k < last->used; k++)
            free(last->item[k].room);
        last->used = 0;
        if (last->before == NULL)
            break;
        n->last = last->before;
        free(last);
    }
}

void pm_items_clear(struct pm_items *n)
{
    pm_items_forget(n);
    free(n->last);
    n->last = NULL;
}

pm_status pm_items_fail(const struct pm_items *n, const struct pm_item *item, const char *what)
{
    if (n->t->failed != PM_OK)
        return n->t->failed;
    pm_source_set_line(n->t->source, item->line);
    return pm_fail(PM_INPUT, "%s", what);
}

static pm_status add(struct pm_item **item, struct pm_items *n, enum pm_item_kind kind,
                     struct pm_word word)
{
    struct pm_items_block *more;

    if (n->last == NULL || n->last->used == ITEMS) {
        PM_NEW(more, 1);
        more->before = n->last;
        n->last = more;
    }
    *item = n->last->item + n->last->used++;
    **item = (struct pm_item){.kind = kind, .word = word, .line = n->t->shown};
    return PM_OK;
}

/* What closes a bracket; NULL: the token opens none. */
static const char *closing(const struct pm_tokens *t)
{
    static const char *const pairs[][2] = {
        {"(", ")"}, {"[", "]"}, {"{", "}"}, {"<|", "|>"}, {"<", ">"}};

    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        if (t->now.kind == PM_TOKEN_MARK && pm_tokens_is(t, pairs[k][0]))
            return pairs[k][1];
    return NULL;
}

/* Takes what stands between two parts of a list.  *separator = ' ' where nothing does. */
static pm_status take_separator(char *separator, struct pm_items *n, const char *close)
{
    static const char *const separators[] = {",", ";", "|"};
    bool taken = false;

    if (pm_tokens_is(n->t, close))
        return PM_OK;
    for (int k = 0; k < 3 && !taken && !n->keys; k++) {
        taken = pm_tokens_take(n->t, separators[k]);
        *separator = taken ? *separators[k] : ' ';
    }
    if (taken || (n->loose && !pm_tokens_end(n->t)))
        return PM_OK;
    PM_REFUSE_IF(pm_tokens_end(n->t) && n->t->failed == PM_OK, "a bracket '%s' is missing", close);
    return pm_tokens_expected(n->t, "',' or the end of the list");
}

static pm_status parse_list(struct pm_item **list, struct pm_items *n, struct pm_word name,
                            const char *close)
{
    struct pm_item **next;
    char separator = 0;

    PM_TRY(add(list, n, PM_ITEM_LIST, name));
    (*list)->open = *n->t->now.word.text;
    pm_tokens_next(n->t);
    if (++n->depth > DEEPEST)
        return pm_tokens_expected(n->t, "a list that is not deeper than 64");
    for (next = &(*list)->first; !pm_tokens_is(n->t, close); next = &(*next)->next) {
        PM_TRY(pm_items_parse(next, n));
        (*list)->count++;
        PM_TRY(take_separator(&separator, n, close));
        char *const all = &(*list)->separator;
        *all = *all == 0 || *all == separator ? separator : '?';
    }
    n->depth--;
    pm_tokens_next(n->t);
    return PM_OK;
}

static pm_status parse_item(struct pm_item **item, struct pm_items *n)
{
    const struct pm_token token = n->t->now;
    const char *close = closing(n->t);

    if (close != NULL && !pm_tokens_is(n->t, "<"))
        return parse_list(item, n, (struct pm_word){"", 0}, close);
    if (token.kind != PM_TOKEN_WORD && token.kind != PM_TOKEN_TEXT)
        return pm_tokens_expected(n->t,
                                  n->keys ? "the value of a key" : "a number, a name or a list");
    pm_tokens_next(n->t);
    close = closing(n->t);
    if (close != NULL && token.kind == PM_TOKEN_WORD && !pm_word_is_number(token.word) && !n->keys)
        return parse_list(item, n, token.word, close);
    return add(item, n, token.kind == PM_TOKEN_TEXT ? PM_ITEM_TEXT : PM_ITEM_WORD, token.word);
}

/* True if the token links two items. */
static bool is_link(const struct pm_tokens *t)
{
    static const char *const links[] = {
        "<->", "->", "--", ":", "=", ":=", "\\[UndirectedEdge]", "\\[DirectedEdge]", NULL};
    const char *const *link = links;

    while (*link != NULL && !pm_tokens_is(t, *link))
        link++;
    return t->now.kind == PM_TOKEN_MARK && *link != NULL;
}

pm_status pm_items_parse(struct pm_item **item, struct pm_items *n)
{
    struct pm_item *left, *pair;

    if (n->keys && n->t->now.kind != PM_TOKEN_WORD)
        return pm_tokens_expected(n->t, "a key or ']'");
    PM_TRY(parse_item(item, n));
    left = *item;
    if (!n->keys && !is_link(n->t))
        return PM_OK;
    PM_TRY(add(&pair, n, PM_ITEM_PAIR, n->t->now.word));
    if (!n->keys)
        pm_tokens_next(n->t);
    pair->count = 2;
    pair->first = left;
    PM_TRY(parse_item(&left->next, n));
    *item = pair;
    return PM_OK;
}

pm_status pm_items_check_keys(const struct pm_items *n, const struct pm_item *list,
                              const char *const *keys)
{
    unsigned seen = 0;

    PM_ITEMS_EACH(i, list)
    for (unsigned k = 0; i->kind == PM_ITEM_PAIR && keys[k] != NULL; k++)
        if (pm_word_is(i->first->word, keys[k])) {
            if (seen >> k & 1)
                return pm_items_fail(n, i, "a key stands twice in one record");
            seen |= 1u << k;
        }
    return PM_OK;
}

struct pm_item *pm_items_value(const struct pm_item *list, const char *key)
{
    PM_ITEMS_EACH(i, list)
    if (i->kind == PM_ITEM_PAIR && pm_word_is(i->first->word, key))
        return i->first->next;
    return NULL;
}
