/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a dictionary without nested dictionaries, from left to right.  Values other than the weight
 * are skipped with their quotes and brackets. */
#include "read/attributes.h"

#include <string.h>

static void skip_blanks(const char **at)
{
    *at += strspn(*at, " \t");
}

/* Reads a quoted text at *at: the text without its quotes. */
static bool take_quoted(struct pm_word *text, const char **at)
{
    const char quote = **at, *const first = *at + 1;
    const char *end = first;

    while (*end != '\0' && *end != quote)
        end += *end == '\\' && end[1] != '\0' ? 2 : 1;
    if (*end == '\0')
        return false;
    *text = (struct pm_word){first, (size_t)(end - first)};
    *at = end + 1;
    return true;
}

/* Reads a value that is not a quoted text: up to the ',' or '}' after it, with balanced
 * brackets. */
static bool take_plain(struct pm_word *text, const char **at)
{
    const char *const first = *at;
    struct pm_word inner;
    int depth = 0;

    while (**at != '\0' && (depth > 0 || (**at != ',' && **at != '}'))) {
        if (**at == '\'' || **at == '"') {
            if (!take_quoted(&inner, at))
                return false;
            continue;
        }
        depth += strchr("([{", **at) != NULL;
        depth -= strchr(")]}", **at) != NULL;
        ++*at;
    }
    size_t length = (size_t)(*at - first);
    while (length > 0 && (first[length - 1] == ' ' || first[length - 1] == '\t'))
        length--;
    *text = (struct pm_word){first, length};
    return length > 0;
}

static bool take_value(struct pm_word *text, const char **at)
{
    skip_blanks(at);
    const bool taken = **at == '\'' || **at == '"' ? take_quoted(text, at) : take_plain(text, at);
    skip_blanks(at);
    return taken;
}

/* Reads "'key': value", where the key is a quoted text. */
static bool take_pair(struct pm_word *weight, const char **at)
{
    struct pm_word key, value;

    skip_blanks(at);
    if ((**at != '\'' && **at != '"') || !take_quoted(&key, at))
        return false;
    skip_blanks(at);
    if (*(*at)++ != ':' || !take_value(&value, at))
        return false;
    if (pm_word_is(key, "weight"))
        *weight = value;
    return true;
}

pm_status pm_attributes_weight(struct pm_word *weight, const char **line)
{
    static const char wanted[] = "the attributes of an edge are a dictionary on its line, as in "
                                 "{'weight': 2.0}";
    const char *at = *line + 1;

    *weight = (struct pm_word){at, 0};
    skip_blanks(&at);
    while (*at != '}') {
        if (!take_pair(weight, &at) || (*at != ',' && *at != '}'))
            return pm_fail(PM_INPUT, "%s", wanted);
        at += *at == ',';
        skip_blanks(&at);
    }
    *line = at + 1;
    return PM_OK;
}
