/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts a line into fields, and gives each of them a class.  The classes of a line are its shape. */
#pragma once

#include "read/word.h"

/* Classes of fields. */
enum {
    PM_CLASS_COUNT = 'i',      /* 0, 1, 2, ...: digits without a sign and without zeros before */
    PM_CLASS_INTEGER = 'z',    /* other integers */
    PM_CLASS_REAL = 'd',       /* other real numbers, and -inf */
    PM_CLASS_COMPLEX = 'c',    /* numbers with an imaginary part */
    PM_CLASS_NAME = 'n',       /* begins with a letter, and has no mark that means something else */
    PM_CLASS_POINT = 't',      /* integers with commas between them, perhaps in parentheses */
    PM_CLASS_PAIR = 'p',       /* two names in parentheses with a comma, or two integers alone */
    PM_CLASS_ARROW = '>',      /* -> */
    PM_CLASS_LINE = '-',       /* -- */
    PM_CLASS_ATTRIBUTES = 'a', /* braces after two fields */
    PM_CLASS_QUOTED = 'q',
    PM_CLASS_EMPTY = '_',
    PM_CLASS_OTHER = '?',
};

struct pm_cut {
    const char *at;      /* what is left of the line; NULL: nothing */
    char separator;      /* ' ' for blanks and tabs; or ',', ';', '\t' */
    int count;           /* fields so far */
    struct pm_word word; /* the field, without quotes */
    char class;
    struct pm_word joined; /* the second of two names that a mark joins, as in u->v */
    bool mark;             /* their mark has been taken */
    bool inside;           /* the line is in parentheses, which hold points */
};

/* Begins to cut a line. */
struct pm_cut pm_cut_of(const char *line, char separator);

/* Takes the next field.  False at the end of the line, or where a comment begins with '#' or '%'.
 */
bool pm_cut_next(struct pm_cut *cut);

/* The field as a name, written in its place in the line: two quotes within quotes are one, and a
 * point between blanks has no parentheses and blanks. */
struct pm_word pm_cut_name(const struct pm_cut *cut, char *line);

/* Takes a colon from the end of a word; false where there is none, or nothing else. */
bool pm_cut_colon(struct pm_word *word);

/* The number of fields of a line. */
int pm_cut_count(const char *line, char separator);

/* The class of a word. */
char pm_class_of(struct pm_word word);

/* The shape of a line, with at most PM_SHAPE_MOST letters; longer ones end in '+'. */
enum { PM_SHAPE_MOST = 8 };
const char *pm_shape_of(char shape[PM_SHAPE_MOST + 2], const char *line, char separator);

/* True if the shape fits the pattern, up to its first blank.  In it, R is a real number, other
 * letters are classes. */
bool pm_shape_is(const char *pattern, const char *shape);

/* The pattern among `patterns`, with blanks between them, that the shape fits; NULL: none. */
const char *pm_shape_among(const char *patterns, const char *shape);
