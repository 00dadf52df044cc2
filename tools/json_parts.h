/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the lines of JSON of json.c and json_structure.c are made of. */
#pragma once

#include "permatch.h"

#include <jansson.h>

/* A JSON string.  If the text is not UTF-8 (file names may contain anything), U+FFFD replaces its
 * bytes beyond ASCII. */
json_t *json_text(const char *text);

/* Appends an item; after a failure the list is NULL. */
void json_append(json_t **list, json_t *item);

/* "dm,degree1" as ["dm", "degree1"]; blanks around the names are dropped.  NULL: an empty list. */
json_t *json_names(const char *names, const char *between);

/* Adds the members to the object and releases them; members NULL (memory ran out) is a failure. */
int json_add(json_t *object, json_t *members);

/* The name of end 0 or 1 of an edge as a string, or the number of a line without a name; null:
 * there is none. */
json_t *json_end(const pm_graph *graph, const pm_problem *problem, int end, int line);

/* The number; null: JSON has none, as it is infinite. */
json_t *json_finite(double x);

/* Adds the title, if there is one. */
int json_add_title(json_t *object, const char *title);

/* Adds which matchings an answer adds up, unless they are the perfect ones.  unmatched: 1 + their
 * free vertices; 0: not asked. */
int json_add_sizes(json_t *object, bool total, int unmatched);

/* Adds the file and the graph or the problem of an answer, of which one may be NULL. */
int json_add_file(json_t *object, const char *file, const pm_graph *graph,
                  const pm_problem *problem, long number);

/* The structure of a problem: all lists in full.  NULL: memory ran out. */
struct question;
json_t *json_structure(const struct question *q, const pm_structure *s);

/* The object as a line, or NULL if it is bad; releases it. */
char *json_line(json_t *object, int bad, size_t flags);
