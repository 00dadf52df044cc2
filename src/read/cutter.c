/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A class depends on the characters of a word alone.  Between blanks, parentheses and quotes hold
 * one field together, and a mark may stand between two names without blanks. */
#include "read/cutter.h"

#include <string.h>

static const char blanks[] = " \t\r\v\f";

/* ---------------------------------------------------------------- classes */

static bool is_letter(unsigned char c)
{
    return ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || c == '_' || c >= 0x80;
}

/* The length of a character of UTF-8 that is a mark or a blank; 0: another one.  These are U+0080
 * to U+00BF, the signs of multiplication and division, U+2000 to U+2BFF, U+3000 to U+303F, and the
 * byte order mark. */
static size_t wide_mark(const char *at, const char *end)
{
    const unsigned char first = (unsigned char)*at;
    const unsigned char second = end - at > 1 ? (unsigned char)at[1] : 0;

    if (first == 0xc2 || (first == 0xc3 && (second == 0x97 || second == 0xb7)))
        return 2;
    return (first == 0xe2 && second < 0xb0) || (first == 0xe3 && second == 0x80) ||
                   (first == 0xef && second == 0xbb)
               ? 3
               : 0;
}

/* True for a word that can name a vertex in a free list. */
static bool is_name(struct pm_word word)
{
    const char *const end = word.text + word.length;
    int open = 0;

    if (word.length == 0 || !is_letter((unsigned char)*word.text) || strchr(".:", end[-1]) != NULL)
        return false;
    for (const char *at = word.text; at < end; at++) {
        const char c = *at;
        open += (c == '(') - (c == ')');
        if (wide_mark(at, end) > 0 || open < 0 ||
            (!is_letter((unsigned char)c) && (c < '0' || c > '9') &&
             strchr("()#&'+-./:@~", c) == NULL) ||
            (c == '-' && at + 1 < end && at[1] == '-'))
            return false;
    }
    return open == 0;
}

/* The number of integers with commas between them; 0: the word has something else. */
static int count_integers(struct pm_word word)
{
    const char *at = word.text, *const end = word.text + word.length;

    for (int count = 1;; count++) {
        const char *const comma = memchr(at, ',', (size_t)(end - at));
        const char *const stop = comma != NULL ? comma : end;
        if (!pm_word_is_integer(pm_word_trim((struct pm_word){at, (size_t)(stop - at)})))
            return 0;
        if (comma == NULL)
            return count;
        at = comma + 1;
    }
}

/* The class of what stands in parentheses. */
static char class_inside(struct pm_word word)
{
    const char *const comma = memchr(word.text, ',', word.length);

    if (count_integers(word) > 1)
        return PM_CLASS_POINT;
    if (comma == NULL)
        return PM_CLASS_OTHER;
    const struct pm_word first =
                             pm_word_trim((struct pm_word){word.text, (size_t)(comma - word.text)}),
                         second = pm_word_trim((struct pm_word){
                             comma + 1, word.length - 1 - (size_t)(comma - word.text)});
    return pm_class_of(first) == PM_CLASS_NAME && pm_class_of(second) == PM_CLASS_NAME
               ? PM_CLASS_PAIR
               : PM_CLASS_OTHER;
}

char pm_class_of(struct pm_word word)
{
    struct pm_complex_word parts;

    if (word.length == 0)
        return PM_CLASS_EMPTY;
    if (pm_word_is_integer(word))
        return '1' <= *word.text && *word.text <= '9'  ? PM_CLASS_COUNT
               : word.length == 1 && *word.text == '0' ? PM_CLASS_COUNT
                                                       : PM_CLASS_INTEGER;
    if (pm_word_complex(&parts, word)) /* (5) is -5 in accounts */
        return parts.im.length > 0 ? PM_CLASS_COMPLEX
               : *word.text == '(' ? PM_CLASS_OTHER
                                   : PM_CLASS_REAL;
    if (*word.text == '(' && word.length > 2 && word.text[word.length - 1] == ')')
        return class_inside((struct pm_word){word.text + 1, word.length - 2});
    return pm_word_is(word, "->")     ? PM_CLASS_ARROW
           : pm_word_is(word, "--")   ? PM_CLASS_LINE
           : is_name(word)            ? PM_CLASS_NAME
           : count_integers(word) > 1 ? PM_CLASS_POINT
                                      : PM_CLASS_OTHER;
}

/* ----------------------------------------------------------------- fields */

struct pm_cut pm_cut_of(const char *line, char separator)
{
    return (struct pm_cut){.at = line, .separator = separator};
}

/* The end of a bracket at `at` behind its partner, which is not in quotes; NULL: it has none. */
static const char *skip_bracket(const char *at)
{
    int depth = 0;

    for (; *at != '\0'; at++) {
        const char *const quote = *at == '\'' || *at == '"' ? strchr(at + 1, *at) : NULL;
        at = quote != NULL ? quote : at;
        depth += strchr("([{", *at) != NULL;
        depth -= strchr(")]}", *at) != NULL;
        if (depth == 0)
            return at + 1;
    }
    return NULL;
}

/* The end of a field between blanks. */
static const char *skip_field(const struct pm_cut *cut, const char *at)
{
    const char *const quote = *at == '"' ? strchr(at + 1, '"') : NULL;
    const bool bracket = *at == '(' || (*at == '{' && cut->count >= 2);
    const char *const close = bracket ? skip_bracket(at) : NULL;

    return quote != NULL   ? quote + 1
           : close != NULL ? close
                           : at + strcspn(at, cut->inside ? " \t\r,)" : blanks);
}

/* Skips what stands between fields: blanks, a comma after parentheses, and in ((0, 0), (0, 1), 2)
 * the outer parentheses and all commas. */
static const char *skip_between(struct pm_cut *cut)
{
    const char *at = cut->at + strspn(cut->at, blanks);

    if (cut->count == 0 && *at == '(' && at[1 + strspn(at + 1, blanks)] == '(') {
        cut->inside = true;
        at++;
    } else if (*at == ',' && cut->count > 0 && (cut->inside || cut->at[-1] == ')')) {
        at++;
    }
    at += strspn(at, blanks);
    if (cut->inside && *at == ')' && at[1 + strspn(at + 1, blanks)] == '\0')
        return "";
    return at;
}

/* Splits u->v and u--v: the field is u, and the mark and v follow. */
static void split_joined(struct pm_cut *cut)
{
    static const char *const marks[] = {"->", "--"};
    const char *const end = cut->word.text + cut->word.length;

    for (int k = 0; k < 2 && cut->count == 0; k++) {
        const char *const at = memmem(cut->word.text, cut->word.length, marks[k], 2);
        if (at == NULL || at == cut->word.text || at + 2 == end || strchr("<-=>", at[-1]) != NULL ||
            strchr("-=>", at[2]) != NULL)
            continue;
        cut->joined = (struct pm_word){at + 2, (size_t)(end - at) - 2};
        cut->word.length = (size_t)(at - cut->word.text);
        return;
    }
}

/* The mark before the second name of u->v, then that name. */
static bool take_joined(struct pm_cut *cut)
{
    cut->word = cut->mark ? cut->joined : (struct pm_word){cut->joined.text - 2, 2};
    if (cut->mark)
        cut->joined.length = 0;
    cut->mark = !cut->mark;
    return true;
}

/* Takes a field between blanks. */
static bool take_blank(struct pm_cut *cut)
{
    if (cut->joined.length > 0)
        return take_joined(cut);
    const char *const at = skip_between(cut);
    if (*at == '\0' || *at == '#' || *at == '%')
        return false;
    cut->at = skip_field(cut, at);
    cut->at += cut->at == at; /* a mark alone is a field, too: each step goes on */
    cut->word = (struct pm_word){at, (size_t)(cut->at - at)};
    split_joined(cut);
    return true;
}

/* The quote that ends the field which begins with one here; two quotes are one within it. */
static const char *closing_quote(const char *at)
{
    const char *quote = strchr(at + 1, '"');

    while (quote != NULL && quote[1] == '"')
        quote = strchr(quote + 2, '"');
    return quote;
}

/* Takes a field before a separator.  A separator at the end of a line has no field after it. */
static bool take_separated(struct pm_cut *cut)
{
    const char *const at = cut->at + strspn(cut->at, cut->separator == '\t' ? " " : blanks);
    const char *const quote = *at == '"' ? closing_quote(at) : NULL;

    if ((cut->count == 0 && (*at == '#' || *at == '%')) || (*at == '\0' && cut->count > 0) ||
        at[strspn(at, "\r")] == '\0')
        return false;
    const char *end = quote != NULL ? quote + 1 : at;
    while (*end != '\0' && *end != cut->separator)
        end++;
    cut->word = pm_word_trim((struct pm_word){at, (size_t)(end - at)});
    cut->at = *end != '\0' ? end + 1 : NULL;
    return true;
}

bool pm_cut_next(struct pm_cut *cut)
{
    if (cut->at == NULL || !(cut->separator == ' ' ? take_blank(cut) : take_separated(cut))) {
        cut->at = NULL;
        return false;
    }
    const char first = cut->word.length > 0 ? *cut->word.text : '\0';
    if (first == '"' && cut->word.length > 1 && cut->word.text[cut->word.length - 1] == '"') {
        cut->class = PM_CLASS_QUOTED;
        cut->word.text++;
        cut->word.length -= 2;
    } else {
        cut->class = cut->separator == ' ' && first == '{' && cut->count >= 2
                         ? PM_CLASS_ATTRIBUTES
                         : pm_class_of(cut->word);
    }
    cut->count++;
    return true;
}

struct pm_word pm_cut_name(const struct pm_cut *cut, char *line)
{
    const bool quoted = cut->class == PM_CLASS_QUOTED;
    char *const first = line + (cut->word.text - line), *to = first;

    if (!quoted && (cut->class != PM_CLASS_POINT || cut->separator != ' '))
        return cut->word;
    for (size_t k = 0; k < cut->word.length; k++) {
        if (quoted || strchr("() \t", first[k]) == NULL)
            *to++ = first[k];
        k += quoted && first[k] == '"';
    }
    return (struct pm_word){first, (size_t)(to - first)};
}

bool pm_cut_colon(struct pm_word *word)
{
    const bool colon = word->length > 1 && word->text[word->length - 1] == ':';

    word->length -= colon;
    return colon;
}

int pm_cut_count(const char *line, char separator)
{
    struct pm_cut cut = pm_cut_of(line, separator);

    while (pm_cut_next(&cut))
        continue;
    return cut.count;
}

/* ----------------------------------------------------------------- shapes */

const char *pm_shape_of(char shape[PM_SHAPE_MOST + 2], const char *line, char separator)
{
    struct pm_cut cut = pm_cut_of(line, separator);
    int k = 0;

    for (; k < PM_SHAPE_MOST && pm_cut_next(&cut); k++)
        shape[k] = cut.class;
    if (k == 1 && *shape == PM_CLASS_POINT && *cut.word.text == '(' &&
        count_integers((struct pm_word){cut.word.text + 1, cut.word.length - 2}) == 2)
        *shape = PM_CLASS_PAIR;
    if (k == PM_SHAPE_MOST && pm_cut_next(&cut))
        shape[k++] = '+';
    shape[k] = '\0';
    return shape;
}

bool pm_shape_is(const char *pattern, const char *shape)
{
    for (; *shape != '\0' && (*pattern == 'R' ? strchr("izd", *shape) != NULL : *pattern == *shape);
         shape++)
        pattern++;
    return *shape == '\0' && (*pattern == '\0' || *pattern == ' ');
}

const char *pm_shape_among(const char *patterns, const char *shape)
{
    while (!pm_shape_is(patterns, shape)) {
        patterns = strchr(patterns, ' ');
        if (patterns == NULL)
            return NULL;
        patterns++;
    }
    return patterns;
}
