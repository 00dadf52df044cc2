/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One grammar serves all languages:
 *     value = item [link value];  item = word | text | name bracket | bracket
 *     bracket = ( [ { or < with values between commas, semicolons or bars */
#include "read/nested.h"

#include "base/alloc.h"

const struct pm_language pm_nested_language = {
    .marks = "()[]{},;:=|<>",
    .links = {"<->", "->", "--", "<|", "|>", ":=", "\\[UndirectedEdge]", "\\[DirectedEdge]", NULL},
    .quotes = "\"'",
    .escapes = true,
    .comments = "#/*("};

const struct pm_nested_item *pm_nested_part(const struct pm_nested *n, int k)
{
    return k >= 0 ? n->item + k : NULL;
}

pm_status pm_nested_fail(const struct pm_nested *n, const struct pm_nested_item *item,
                         const char *what)
{
    pm_source_set_line(n->t->source, item->line);
    return pm_fail(PM_INPUT, "%s", what);
}

static pm_status add(int *place, struct pm_nested *n, enum pm_nested_kind kind, struct pm_word word)
{
    PM_TRY(pm_alloc_grow((void **)&n->item, &n->room, n->items + 1, sizeof *n->item));
    n->item[n->items] = (struct pm_nested_item){
        .kind = kind, .word = word, .line = n->t->shown, .first = -1, .next = -1};
    *place = (int)n->items++;
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
static pm_status take_separator(char *separator, struct pm_nested *n, const char *close)
{
    static const char *const separators[] = {",", ";", "|"};
    bool taken = false;

    if (pm_tokens_is(n->t, close))
        return PM_OK;
    for (int k = 0; k < 3 && !taken; k++) {
        PM_TRY(pm_tokens_take(&taken, n->t, separators[k]));
        *separator = taken ? *separators[k] : ' ';
    }
    if (taken || (n->loose && n->t->now.kind != PM_TOKEN_END))
        return PM_OK;
    if (n->t->now.kind == PM_TOKEN_END)
        return pm_fail(PM_INPUT, "a bracket '%s' is missing", close);
    return pm_tokens_expected(n->t, "',' or the end of the list");
}

static pm_status parse_list(int *place, struct pm_nested *n, struct pm_word name, const char *close)
{
    int part, last = -1;
    char separator = 0;

    PM_TRY(add(place, n, PM_NESTED_LIST, name));
    n->item[*place].open = *n->t->now.word.text;
    PM_TRY(pm_tokens_next(n->t));
    if (++n->depth > 64)
        return pm_tokens_expected(n->t, "a list that is not deeper than 64");
    while (!pm_tokens_is(n->t, close)) {
        PM_TRY(pm_nested_parse(&part, n));
        *(last < 0 ? &n->item[*place].first : &n->item[last].next) = part;
        last = part;
        n->item[*place].count++;
        PM_TRY(take_separator(&separator, n, close));
        char *const all = &n->item[*place].separator;
        *all = *all == 0 || *all == separator ? separator : '?';
    }
    n->depth--;
    return pm_tokens_next(n->t);
}

static pm_status parse_item(int *place, struct pm_nested *n)
{
    const struct pm_token token = n->t->now;
    const char *close = closing(n->t);

    if (close != NULL && !pm_tokens_is(n->t, "<"))
        return parse_list(place, n, (struct pm_word){"", 0}, close);
    if (token.kind != PM_TOKEN_WORD && token.kind != PM_TOKEN_TEXT)
        return pm_tokens_expected(n->t, "a number, a name or a list");
    PM_TRY(pm_tokens_next(n->t));
    close = closing(n->t);
    if (close != NULL && token.kind == PM_TOKEN_WORD && !pm_word_is_number(token.word))
        return parse_list(place, n, token.word, close);
    return add(place, n, token.kind == PM_TOKEN_TEXT ? PM_NESTED_TEXT : PM_NESTED_WORD, token.word);
}

pm_status pm_nested_parse(int *place, struct pm_nested *n)
{
    static const char *const links[] = {
        "<->", "->", "--", ":", "=", ":=", "\\[UndirectedEdge]", "\\[DirectedEdge]", NULL};
    int left, right;

    PM_TRY(parse_item(place, n));
    for (const char *const *link = links; *link != NULL; link++)
        if (n->t->now.kind == PM_TOKEN_MARK && pm_tokens_is(n->t, *link)) {
            left = *place;
            PM_TRY(add(place, n, PM_NESTED_PAIR, n->t->now.word));
            PM_TRY(pm_tokens_next(n->t));
            PM_TRY(parse_item(&right, n));
            n->item[*place].first = left;
            n->item[left].next = right;
            n->item[*place].count = 2;
            break;
        }
    return PM_OK;
}
