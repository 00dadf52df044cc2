/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connection tables of chemists: .mol, and streams of them, .sdf (BIOVIA, CTfile Formats, 2020).
 * First three lines of text, then a line of counts that ends in V2000 or V3000.  In V2000, atoms
 * and bonds follow in lines with fixed columns; mol_v3000.c reads V3000.  'M  END' ends the table;
 * in a stream, data follow up to '$$$$'. */
#include "read/formats.h"

#include "base/alloc.h"
#include "read/mol_parts.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t\r")] == '\0';
}

/* ------------------------------------------------------------------------- V2000 */

/* Reads the integer in columns first .. first + width - 1, counted from 0; blank or missing columns
 * mean 0.  False: the columns contain something else. */
static bool columns(int *value, const char *line, size_t first, size_t width)
{
    struct pm_word word;
    int64_t number = 0;
    const bool good = pm_word_in_columns(&word, line, first, width) &&
                      (word.length == 0 || pm_word_integer(&number, word)) && number > INT_MIN &&
                      number < INT_MAX;

    *value = good ? (int)number : 0;
    return good;
}

/* "x y z symbol" in columns 1-10, 11-20, 21-30 and 32-34, the charge in 37-39, hydrogens in 43-45,
 * the valence in 49-51, where 15 means none. */
static pm_status read_atom(struct pm_mol *m, const char *line)
{
    static const int charges[] = {0, 3, 2, 1, 0, -1, -2, -3};
    struct pm_word symbol;
    struct pm_atom *atom;
    char field[12];
    int charge, hydrogens, valence;

    PM_REFUSE_IF(strlen(line) < 32,
                 "an atom is expected: x, y and z in 10 columns each, a blank, its symbol in 3");
    PM_TRY(pm_mol_atom(&atom, m));
    for (int k = 0; k < 3; k++) {
        snprintf(field, sizeof field, "%.10s", line + 10 * k);
        atom->at[k] = strtod(field, NULL);
    }
    pm_word_in_columns(&symbol, line, 31, 3);
    PM_TRY(pm_mol_symbol(atom, m, symbol));
    PM_REFUSE_IF(!columns(&charge, line, 36, 3) || charge < 0 || charge > 7 ||
                     !columns(&hydrogens, line, 42, 3) || hydrogens < 0 ||
                     !columns(&valence, line, 48, 3) || valence < 0 || valence > 15,
                 "the charge is a number from 0 to 7 in columns 37 to 39, the hydrogens one in 43 "
                 "to 45, the valence one from 0 to 15 in 49 to 51");
    atom->charge = charges[charge];
    atom->radical = charge == 4;
    atom->hydrogens = hydrogens > 0 ? hydrogens - 1 : 0;
    atom->valence = hydrogens > 0 ? 0 : valence == 15 ? -1 : valence;
    return PM_OK;
}

/* "first second type" in columns 1-3, 4-6, 7-9. */
static pm_status read_bond(struct pm_mol *m, const char *line)
{
    int from, to, type;

    PM_REFUSE_IF(!columns(&from, line, 0, 3) || !columns(&to, line, 3, 3) ||
                     !columns(&type, line, 6, 3),
                 "a bond is expected: two atoms and the type, in 3 columns each");
    PM_REFUSE_IF(from < 1 || from > m->molecule.atoms || to < 1 || to > m->molecule.atoms,
                 "atom %d is not one of 1 to %d", from < 1 || from > m->molecule.atoms ? from : to,
                 m->molecule.atoms);
    return pm_mol_bond(m, from - 1, to - 1, type);
}

/* Reads "M  CHG n atom value atom value ...", or the same with RAD.  The first of these lines
 * replaces all charges and radicals of the lines of atoms (BIOVIA, CTfile Formats, "Properties
 * block"). */
static pm_status read_property(struct pm_mol *m, const char *line)
{
    const bool charge = strncmp(line, "M  CHG", 6) == 0;
    int count, atom, value;

    if (!charge && strncmp(line, "M  RAD", 6) != 0)
        return PM_OK;
    for (int k = 0; k < m->molecule.atoms && !m->charged; k++)
        m->molecule.atom[k].charge = m->molecule.atom[k].radical = 0;
    m->charged = true;
    bool good = columns(&count, line, 6, 3) && 0 <= count && count <= 8;
    for (int k = 0; k < count && good; k++) {
        good = columns(&atom, line, (size_t)(9 + 8 * k), 4) &&
               columns(&value, line, (size_t)(13 + 8 * k), 4) && 1 <= atom &&
               atom <= m->molecule.atoms;
        if (good && charge)
            m->molecule.atom[atom - 1].charge = value;
        else if (good)
            m->molecule.atom[atom - 1].radical = value != 0;
    }
    PM_REFUSE_IF(!good, "'M  CHG' and 'M  RAD' are followed by a number up to 8 and as many pairs "
                        "of an atom and a value");
    return PM_OK;
}

/* Skips `count` lines of old files after the bonds: lists of elements, "atom T n element ..." with
 * the letter T or F in column 5. */
static pm_status skip_atom_lists(const struct pm_mol *m, int count)
{
    char *line;

    for (int k = 0; k < count; k++) {
        PM_TRY(pm_mol_need(&line, m, "its last list of elements"));
        PM_REFUSE_IF(strlen(line) < 5 || strchr("TF", line[4]) == NULL,
                     "a list of elements is expected: an atom in 3 columns, a blank, T or F; the "
                     "line of counts announces %d in columns 7 to 9",
                     count);
    }
    return PM_OK;
}

/* Skips the lines that belong to a property: of A and G one of text, of 'S  SKPnnn' nnn lines. */
static pm_status skip_lines_of(const struct pm_mol *m, const char *property)
{
    int count = property[0] == 'A' || property[0] == 'G';
    char *line;

    PM_REFUSE_IF(strncmp(property, "S  SKP", 6) == 0 && !columns(&count, property, 6, 3),
                 "'S  SKP' is followed by a number of lines");
    for (int k = 0; k < count; k++)
        PM_TRY(pm_mol_need(&line, m, "the lines of a property"));
    return PM_OK;
}

/* True if the line begins a property: a letter and two blanks. */
static bool is_property(const char *line)
{
    return line[0] != '\0' && strchr("MAVGS", line[0]) != NULL && line[1] == ' ' && line[2] == ' ';
}

/* Reads the properties up to 'M  END'.  A file from before V2000 may end without them. */
static pm_status read_properties(struct pm_mol *m, int bonds, bool old)
{
    for (;;) {
        char *line;
        if (old)
            PM_TRY(pm_mol_line(&line, m));
        else
            PM_TRY(pm_mol_need(&line, m, "'M  END'"));
        if (line == NULL || strncmp(line, "M  END", 6) == 0 || (old && *m->ended))
            return PM_OK;
        if (old && (is_blank(line) || line[0] == '>')) {
            pm_source_back(m->source);
            return PM_OK;
        }
        PM_REFUSE_IF(*m->ended, "'M  END' is expected before '$$$$'");
        PM_REFUSE_IF(!is_property(line),
                     "the line of counts announces %d atoms and %d bonds; after them, only "
                     "properties ('M  ...') can follow, up to 'M  END'",
                     m->molecule.atoms, bonds);
        PM_TRY(read_property(m, line));
        PM_TRY(skip_lines_of(m, line));
    }
}

/* "atoms bonds lists ..." in columns 1-3, 4-6, 7-9.  Digits in
 * columns 6 and 7 are of one number, one that is too long. */
static pm_status read_v2000(struct pm_mol *m, const char *counts)
{
    int atoms, bonds, lists;
    char *line;

    PM_REFUSE_IF(!columns(&atoms, counts, 0, 3) || !columns(&bonds, counts, 3, 3) ||
                     !columns(&lists, counts, 6, 3) || atoms < 0 || bonds < 0 || lists < 0 ||
                     (strlen(counts) > 6 && strspn(counts + 5, "0123456789") > 1),
                 "the numbers of atoms and bonds are expected, in 3 columns each; more than 999 of "
                 "them need V3000");
    for (int k = 0; k < atoms; k++) {
        PM_TRY(pm_mol_need(&line, m, "its last atom"));
        PM_TRY(read_atom(m, line));
    }
    for (int k = 0; k < bonds; k++) {
        PM_TRY(pm_mol_need(&line, m, "its last bond"));
        PM_TRY(read_bond(m, line));
    }
    PM_TRY(skip_atom_lists(m, lists));
    return read_properties(m, bonds, strstr(counts, "V2000") == NULL);
}

/* ------------------------------------------------------------------------ a record */

/* A tab would end the title in a line of answers. */
static pm_status keep_title(struct pm_mol *m, const char *line)
{
    if ((m->title = strdup(is_blank(line) ? "" : line)) == NULL)
        return pm_no_memory();
    for (char *tab = m->title; (tab = strchr(tab, '\t')) != NULL;)
        *tab = ' ';
    return PM_OK;
}

/* True for a line of counts, except of files before V2000. */
static bool has_version(const char *line)
{
    return strlen(line) >= 39 &&
           (memcmp(line + 34, "V2000", 5) == 0 || memcmp(line + 34, "V3000", 5) == 0);
}

/* Fails if a line of counts follows one that is none. */
static pm_status check_counts(const struct pm_mol *m, const char *counts)
{
    char *next;

    if (has_version(counts))
        return PM_OK;
    PM_TRY(pm_mol_line(&next, m));
    if (next == NULL)
        return PM_OK;
    PM_REFUSE_IF(has_version(next), "the line of counts is the fourth of a molecule and here the "
                                    "fifth: title, program and comment are one line each");
    pm_source_back(m->source);
    return PM_OK;
}

/* Reads the line of counts after the three lines of text, of which the first is the title; NULL
 * where only blank lines are left. */
static pm_status begin_record(char **counts, struct pm_mol *m)
{
    bool blank = true;

    for (int k = 0; k < 4; k++) {
        PM_TRY(pm_mol_line(counts, m));
        if (*counts == NULL && blank)
            return PM_OK;
        PM_REFUSE_IF(*counts == NULL,
                     "the file ends before the line of counts, the fourth of a molecule");
        blank = blank && is_blank(*counts);
        PM_REFUSE_IF(k < 3 && has_version(*counts),
                     "the line of counts is the fourth of a molecule and here number %d: of title, "
                     "program and comment above it, %d %s missing",
                     k + 1, 3 - k, k == 2 ? "is" : "are");
        if (k == 0)
            PM_TRY(keep_title(m, *counts));
    }
    /* blank lines after the last record are no record */
    while (*counts != NULL && blank && is_blank(*counts))
        PM_TRY(pm_mol_line(counts, m));
    return PM_OK;
}

/* Skips what is left of a record of a stream.  After 'M  END', data follow, '> <name>' and lines of
 * text; anything else may be a molecule that no '$$$$' separates from this one. */
static pm_status skip_data(const struct pm_mol *m, bool check)
{
    char *line = "";

    while (line != NULL && !*m->ended) {
        PM_REFUSE_IF(check && !is_blank(line) && line[0] != '>',
                     "after a molecule, '$$$$' or data '> <name>' are expected");
        check = check && is_blank(line);
        PM_TRY(pm_mol_line(&line, m));
    }
    return PM_OK;
}

/* True if the record is one of a stream: a '$$$$' follows it, others came before it, or the name of
 * the file says so. */
static bool is_in_stream(const struct pm_mol *m, const struct pm_graph_reader *reader)
{
    return *m->ended || reader->in_stream || pm_word_ends(pm_source_path(m->source), "sdf sd");
}

/* A molecule of a stream is called by the first line of its record. */
static pm_status make_graph(struct pm_graph **graph, struct pm_mol *m,
                            const struct pm_graph_reader *reader)
{
    const enum pm_matrix_as as = reader->as;

    PM_TRY(pm_molecule_part_charges(&m->molecule));
    PM_TRY(pm_molecule_imply_hydrogens(&m->molecule));
    PM_REFUSE_IF(as == PM_AS_EITHER && pm_molecule_is_skeleton(&m->molecule),
                 "every bond is single: --as=skeleton looks for the double bonds among all bonds, "
                 "--as=molecule takes the bonds as they are");
    PM_TRY(pm_molecule_graph(graph, &m->molecule, as == PM_AS_SKELETON));
    if (is_in_stream(m, reader) && ((*graph)->title = strdup(m->title)) == NULL)
        return pm_no_memory();
    PM_NEW((*graph)->molecule, 1);
    *(*graph)->molecule = m->molecule;
    (*graph)->molecule->title = m->title;
    m->molecule = (struct pm_molecule){.atom = NULL};
    m->title = NULL;
    return PM_OK;
}

static pm_status read_record(struct pm_graph **graph, struct pm_mol *m,
                             const struct pm_graph_reader *reader)
{
    char *counts, copy[40];

    PM_TRY(begin_record(&counts, m));
    if (counts == NULL)
        return PM_OK;
    snprintf(copy, sizeof copy, "%.39s", counts); /* copied, since the next line overwrites it */
    PM_TRY(check_counts(m, copy));
    PM_TRY((strstr(copy, "V3000") != NULL ? pm_mol_v3000 : read_v2000)(m, copy));
    PM_TRY(skip_data(m, true));
    return make_graph(graph, m, reader);
}

static pm_status raise_skipped(const struct pm_failure *failure, const char *title)
{
    char quote[PM_QUOTE_SIZE];

    return title == NULL || *title == '\0'
               ? pm_failure_raise(failure)
               : pm_fail(failure->status, "%s (molecule %s)", failure->message,
                         pm_word_quote(quote, (struct pm_word){title, strlen(title)}));
}

/* A bad record of a stream fails alone: what is left of it is skipped. */
pm_status pm_molfile_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    bool ended = false;
    struct pm_mol m = {.source = reader->source, .ended = &ended};
    struct pm_failure failure = {.status = PM_OK};
    struct pm_graph *g = NULL;
    pm_status status = read_record(&g, &m, reader);

    if (status == PM_OK) {
        *graph = g;
    } else {
        pm_graph_free(g);
        pm_failure_keep(&failure, pm_source_fail_at(m.source, status));
        reader->skipped = status == PM_INPUT && skip_data(&m, false) == PM_OK && ended;
        status = reader->skipped ? raise_skipped(&failure, m.title) : pm_failure_raise(&failure);
    }
    if (reader->skipped) {
        reader->skipped_title = m.title;
        m.title = NULL;
    }
    reader->in_stream = true;
    pm_molecule_clear(&m.molecule);
    PM_FREE(m.index, m.title);
    return status;
}

/* The signature is the end of the fourth line, or of one beside it. */
bool pm_molfile_fits(struct pm_sample *s)
{
    const char *at = s->text;

    for (int k = 1; k <= 5 && at < s->text + s->length; k++, at += strlen(at) + 1)
        if (k > 2 && has_version(at))
            return true;
    return false;
}
