/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connection tables of chemists: .mol, and streams of them, .sdf (BIOVIA, CTfile Formats, 2020).
 * First three lines of text, then a line of counts that ends in V2000 or V3000.  In V2000, atoms
 * and bonds follow in lines with fixed columns; in V3000, in lines 'M V30 ...' of words, which a
 * '-' at the end continues.  'M  END' ends the table; in a stream, data follow up to '$$$$'. */
#include "read/formats.h"

#include "base/alloc.h"
#include "read/molecule.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct molfile {
    struct pm_source *source;
    struct pm_molecule molecule;
    size_t atom_room, bond_room;
    char title[81];
    bool *ended; /* the last line that was read begins with '$$$$' */
    int *index;  /* V3000: numbers of the atoms in the file */
};

static bool is_blank(const char *line)
{
    return line[strspn(line, " \t\r")] == '\0';
}

/* The next line; *line = NULL at the end of the input. */
static pm_status next_line(char **line, const struct molfile *m)
{
    size_t length;

    PM_TRY(pm_source_line(m->source, line, &length));
    *m->ended = *line != NULL && strncmp(*line, "$$$$", 4) == 0;
    return PM_OK;
}

static pm_status need_line(char **line, const struct molfile *m, const char *what)
{
    PM_TRY(next_line(line, m));
    return *line != NULL ? PM_OK
                         : pm_source_fail(m->source, PM_INPUT, "the file ends before %s", what);
}

/* ------------------------------------------------------------------------- V2000 */

/* Reads the integer in columns first .. first + width - 1, counted from 0; blank or missing columns
 * mean 0.  False: the columns contain something else. */
static bool columns(int *value, const char *line, size_t first, size_t width)
{
    char field[8] = "";
    const char *rest = field;
    int64_t number = 0;

    if (strlen(line) > first)
        strncpy(field, line + first, width);
    const struct pm_word word = pm_word_next(&rest);
    if (word.length > 0 && (!pm_word_integer(&number, word) || number < INT_MIN ||
                            number > INT_MAX || pm_word_next(&rest).length > 0))
        return false;
    *value = (int)number;
    return true;
}

/* Room for one more atom, and for one more bond. */
static pm_status new_atom(struct pm_atom **atom, struct molfile *m)
{
    void *atoms = m->molecule.atom;
    const pm_status status =
        pm_grow(&atoms, &m->atom_room, (size_t)m->molecule.atoms + 1, sizeof **atom);

    m->molecule.atom = atoms;
    PM_TRY(status);
    *atom = m->molecule.atom + m->molecule.atoms++;
    **atom = (struct pm_atom){.charge = 0};
    return PM_OK;
}

static pm_status add_bond(struct molfile *m, int from, int to, int type)
{
    enum { DATIVE = 9, OF_HYDROGEN = 10 };

    if (type == OF_HYDROGEN)
        return PM_OK;
    if (type == DATIVE)
        type = PM_BOND_SINGLE;
    if (from == to)
        return pm_source_fail(m->source, PM_INPUT, "atom %d is bound to itself", from + 1);
    if (type < PM_BOND_SINGLE || type > PM_BOND_AROMATIC)
        return pm_source_fail(m->source, PM_INPUT,
                              "bond type %d is not one of a molecule: 1 single, 2 double, 3 triple "
                              "and 4 aromatic are",
                              type);
    void *bonds = m->molecule.bond;
    const pm_status status =
        pm_grow(&bonds, &m->bond_room, (size_t)m->molecule.bonds + 1, sizeof *m->molecule.bond);
    m->molecule.bond = bonds;
    PM_TRY(status);
    m->molecule.bond[m->molecule.bonds++] = (struct pm_bond){{from, to}, (enum pm_bond_type)type};
    return PM_OK;
}

static pm_status set_symbol(struct pm_atom *atom, const struct molfile *m, struct pm_word word)
{
    char quote[PM_QUOTE_SIZE];
    bool letters = word.length > 0 && word.length < sizeof atom->symbol;

    for (size_t k = 0; k < word.length && letters; k++)
        letters = ('A' <= word.text[k] && word.text[k] <= 'Z') ||
                  ('a' <= word.text[k] && word.text[k] <= 'z') ||
                  strchr("*#", word.text[k]) != NULL;
    if (!letters)
        return pm_source_fail(m->source, PM_INPUT, "%s is no symbol of an element",
                              pm_word_quote(quote, word));
    memcpy(atom->symbol, word.text, word.length);
    return PM_OK;
}

/* "x y z symbol" in columns 1-10, 11-20, 21-30 and 32-34, the charge in 37-39, hydrogens in 43-45.
 */
static pm_status read_atom(struct molfile *m, const char *line)
{
    static const int charges[] = {0, 3, 2, 1, 0, -1, -2, -3};
    struct pm_atom *atom;
    char field[12] = "";
    int charge, hydrogens;

    if (strlen(line) < 32)
        return pm_source_fail(m->source, PM_INPUT,
                              "an atom is expected: x, y and z in 10 columns each, a blank, its "
                              "symbol in 3");
    PM_TRY(new_atom(&atom, m));
    for (int k = 0; k < 3; k++) {
        memcpy(field, line + 10 * k, 10);
        atom->at[k] = strtod(field, NULL);
    }
    memset(field, 0, sizeof field);
    strncpy(field, line + 31, 3);
    const char *rest = field;
    PM_TRY(set_symbol(atom, m, pm_word_next(&rest)));
    if (!columns(&charge, line, 36, 3) || charge < 0 || charge > 7 ||
        !columns(&hydrogens, line, 42, 3) || hydrogens < 0)
        return pm_source_fail(
            m->source, PM_INPUT,
            "the charge is a number from 0 to 7 in columns 37 to 39, the hydrogens "
            "one in 43 to 45");
    atom->charge = charges[charge];
    atom->radical = charge == 4;
    atom->hydrogens = hydrogens > 0 ? hydrogens - 1 : 0;
    return PM_OK;
}

/* "first second type" in columns 1-3, 4-6, 7-9. */
static pm_status read_bond(struct molfile *m, const char *line)
{
    int from, to, type;

    if (!columns(&from, line, 0, 3) || !columns(&to, line, 3, 3) || !columns(&type, line, 6, 3))
        return pm_source_fail(m->source, PM_INPUT,
                              "a bond is expected: two atoms and the type, in 3 columns each");
    for (int k = 0; k < 2; k++) {
        const int end = k == 0 ? from : to;
        if (end < 1 || end > m->molecule.atoms)
            return pm_source_fail(m->source, PM_INPUT, "atom %d is not one of 1 to %d", end,
                                  m->molecule.atoms);
    }
    return add_bond(m, from - 1, to - 1, type);
}

/* Reads "M  CHG n atom value atom value ...", or the same with RAD. */
static pm_status read_property(struct molfile *m, const char *line)
{
    const bool charge = strncmp(line, "M  CHG", 6) == 0;
    int count, atom, value;

    if (!charge && strncmp(line, "M  RAD", 6) != 0)
        return PM_OK;
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
    return good ? PM_OK
                : pm_source_fail(
                      m->source, PM_INPUT,
                      "'M  CHG' and 'M  RAD' are followed by a number up to 8 and as many "
                      "pairs of an atom and a value");
}

/* Skips `count` lines of old files after the bonds: lists of elements, "atom T n element ..." with
 * the letter T or F in column 5. */
static pm_status skip_atom_lists(const struct molfile *m, int count)
{
    char *line;

    for (int k = 0; k < count; k++) {
        PM_TRY(need_line(&line, m, "its last list of elements"));
        if (strlen(line) < 5 || strchr("TF", line[4]) == NULL)
            return pm_source_fail(m->source, PM_INPUT,
                                  "a list of elements is expected: an atom in 3 columns, a blank, "
                                  "T or F; the line of counts announces %d in columns 7 to 9",
                                  count);
    }
    return PM_OK;
}

/* Skips the lines that belong to a property: of A and G one of text, of 'S  SKPnnn' nnn lines. */
static pm_status skip_lines_of(const struct molfile *m, const char *property)
{
    int count = property[0] == 'A' || property[0] == 'G';
    char *line;

    if (strncmp(property, "S  SKP", 6) == 0 && !columns(&count, property, 6, 3))
        return pm_source_fail(m->source, PM_INPUT, "'S  SKP' is followed by a number of lines");
    for (int k = 0; k < count; k++)
        PM_TRY(need_line(&line, m, "the lines of a property"));
    return PM_OK;
}

/* True if the line begins a property: a letter and two blanks. */
static bool is_property(const char *line)
{
    return line[0] != '\0' && strchr("MAVGS", line[0]) != NULL && line[1] == ' ' && line[2] == ' ';
}

/* Reads the properties up to 'M  END'.  A file from before V2000 may end without them. */
static pm_status read_properties(struct molfile *m, int bonds, bool old)
{
    for (;;) {
        char *line;
        if (old)
            PM_TRY(next_line(&line, m));
        else
            PM_TRY(need_line(&line, m, "'M  END'"));
        if (line == NULL || strncmp(line, "M  END", 6) == 0 || (old && *m->ended))
            return PM_OK;
        if (old && (is_blank(line) || line[0] == '>')) {
            pm_source_back(m->source);
            return PM_OK;
        }
        if (*m->ended)
            return pm_source_fail(m->source, PM_INPUT, "'M  END' is expected before '$$$$'");
        if (!is_property(line))
            return pm_source_fail(m->source, PM_INPUT,
                                  "the line of counts announces %d atoms and %d bonds; after them, "
                                  "only properties ('M  ...') can follow, up to 'M  END'",
                                  m->molecule.atoms, bonds);
        PM_TRY(read_property(m, line));
        PM_TRY(skip_lines_of(m, line));
    }
}

/* "atoms bonds lists ..." in columns 1-3, 4-6, 7-9.  Digits in
 * columns 6 and 7 are of one number, one that is too long. */
static pm_status read_v2000(struct molfile *m, const char *counts)
{
    int atoms, bonds, lists;
    char *line;

    if (!columns(&atoms, counts, 0, 3) || !columns(&bonds, counts, 3, 3) ||
        !columns(&lists, counts, 6, 3) || atoms < 0 || bonds < 0 || lists < 0 ||
        (strlen(counts) > 6 && strspn(counts + 5, "0123456789") > 1))
        return pm_source_fail(m->source, PM_INPUT,
                              "the numbers of atoms and bonds are expected, in 3 columns each; "
                              "more than 999 of them need V3000");
    for (int k = 0; k < atoms; k++) {
        PM_TRY(need_line(&line, m, "its last atom"));
        PM_TRY(read_atom(m, line));
    }
    for (int k = 0; k < bonds; k++) {
        PM_TRY(need_line(&line, m, "its last bond"));
        PM_TRY(read_bond(m, line));
    }
    PM_TRY(skip_atom_lists(m, lists));
    return read_properties(m, bonds, strstr(counts, "V2000") == NULL);
}

/* ------------------------------------------------------------------------- V3000 */

enum { V30_LONGEST = 1 << 12 };

/* Reads the words after 'M V30' of the next line and its continuation lines. */
static pm_status next_v30(char text[V30_LONGEST], const struct molfile *m)
{
    static const char head[] = "M  V30 ";
    size_t length = 0;
    char *line;

    do {
        PM_TRY(need_line(&line, m, "'M  V30 END CTAB'"));
        if (strncmp(line, head, sizeof head - 1) != 0)
            return pm_source_fail(m->source, PM_INPUT, "a line 'M  V30 ...' is expected");
        line += sizeof head - 1;
        if (length + strlen(line) + 1 > V30_LONGEST)
            return pm_source_fail(m->source, PM_INPUT,
                                  "the line and its continuation lines are "
                                  "longer than %d bytes",
                                  V30_LONGEST);
        strcpy(text + length, line);
        length += strlen(line);
    } while (length > 0 && text[length - 1] == '-' && (text[--length] = '\0', true));
    return PM_OK;
}

/* The number in an attribute "NAME=number" among the words; 0 where there is none. */
static int attribute(const char *words, const char *name)
{
    const size_t length = strlen(name);

    for (struct pm_word word = pm_word_next(&words); word.length > 0; word = pm_word_next(&words)) {
        int64_t value;
        if (word.length > length && strncmp(word.text, name, length) == 0 &&
            pm_word_integer(&value, (struct pm_word){word.text + length, word.length - length}) &&
            INT_MIN < value && value < INT_MAX)
            return (int)value;
    }
    return 0;
}

/* "index symbol x y z map attributes..." */
static pm_status read_atom_v30(struct molfile *m, const char *words)
{
    const struct pm_word index = pm_word_next(&words), symbol = pm_word_next(&words);
    struct pm_atom *atom;
    int64_t number;

    if (!pm_word_integer(&number, index) || number < 1 || number > INT_MAX)
        return pm_source_fail(m->source, PM_INPUT,
                              "an atom is expected: 'number symbol x y z map ...'");
    PM_TRY(new_atom(&atom, m));
    m->index[m->molecule.atoms - 1] = (int)number;
    PM_TRY(set_symbol(atom, m, symbol));
    for (int k = 0; k < 3; k++) {
        const struct pm_word at = pm_word_next(&words);
        atom->at[k] = strtod(at.text, NULL);
    }
    const int hydrogens = attribute(words, "HCOUNT=");
    atom->charge = attribute(words, "CHG=");
    atom->radical = attribute(words, "RAD=") > 0;
    atom->hydrogens = hydrogens > 0 ? hydrogens : 0;
    return PM_OK;
}

/* Finds the atom with that number; usually atoms are in order. */
static int atom_called(const struct molfile *m, int64_t number)
{
    if (1 <= number && number <= m->molecule.atoms && m->index[number - 1] == (int)number)
        return (int)number - 1;
    for (int k = 0; k < m->molecule.atoms; k++)
        if (m->index[k] == number)
            return k;
    return -1;
}

/* "index type atom atom attributes..." */
static pm_status read_bond_v30(struct molfile *m, const char *words)
{
    int64_t value[4];
    int end[2];

    for (int k = 0; k < 4; k++)
        if (!pm_word_integer(value + k, pm_word_next(&words)) || value[k] < 0 || value[k] > INT_MAX)
            return pm_source_fail(m->source, PM_INPUT,
                                  "a bond is expected: 'number type atom atom ...'");
    for (int k = 0; k < 2; k++)
        if ((end[k] = atom_called(m, value[k + 2])) < 0)
            return pm_source_fail(m->source, PM_INPUT, "there is no atom %jd",
                                  (intmax_t)value[k + 2]);
    return add_bond(m, end[0], end[1], (int)value[1]);
}

/* Reads `count` lines between 'BEGIN name' and 'END name'. */
static pm_status read_block(struct molfile *m, const char *name, int64_t count,
                            pm_status (*read)(struct molfile *m, const char *words))
{
    char text[V30_LONGEST], wanted[32];

    snprintf(wanted, sizeof wanted, "BEGIN %s", name);
    PM_TRY(next_v30(text, m));
    if (strncmp(text, wanted, strlen(wanted)) != 0)
        return pm_source_fail(m->source, PM_INPUT, "'M  V30 %s' is expected", wanted);
    for (int64_t k = 0; k < count; k++) {
        PM_TRY(next_v30(text, m));
        PM_TRY(read(m, text));
    }
    snprintf(wanted, sizeof wanted, "END %s", name);
    PM_TRY(next_v30(text, m));
    if (strncmp(text, wanted, strlen(wanted)) != 0)
        return pm_source_fail(m->source, PM_INPUT, "'M  V30 %s' is expected", wanted);
    return PM_OK;
}

/* "COUNTS atoms bonds ..." */
static pm_status read_counts(int64_t count[2], const struct molfile *m)
{
    char text[V30_LONGEST];
    const char *words = text;

    PM_TRY(next_v30(text, m));
    if (strncmp(text, "BEGIN CTAB", 10) == 0)
        PM_TRY(next_v30(text, m));
    bool good = pm_word_is(pm_word_next(&words), "COUNTS");
    for (int k = 0; k < 2; k++)
        good = good && pm_word_integer(count + k, pm_word_next(&words)) && count[k] >= 0;
    if (!good)
        return pm_source_fail(m->source, PM_INPUT, "'M  V30 COUNTS ATOMS BONDS ...' is expected");
    const pm_status status = pm_graph_check_size(m->source, (uint64_t)count[0]);
    return status == PM_OK ? PM_OK : pm_source_fail_at(m->source, status);
}

static pm_status read_v3000(struct molfile *m, const char *counts)
{
    int64_t count[2] = {0, 0};
    char *line;

    (void)counts;
    PM_TRY(read_counts(count, m));
    PM_NEW(m->index, count[0]);
    PM_TRY(read_block(m, "ATOM", count[0], read_atom_v30));
    if (count[1] > 0)
        PM_TRY(read_block(m, "BOND", count[1], read_bond_v30));
    for (;;) {
        PM_TRY(need_line(&line, m, "'M  END'"));
        if (strncmp(line, "M  END", 6) == 0)
            return PM_OK;
        if (strncmp(line, "M  ", 3) != 0)
            return pm_source_fail(m->source, PM_INPUT,
                                  "a line 'M  V30 ...' or 'M  END' is expected");
        if (strncmp(line, "M  V30 BEGIN BOND", 17) == 0) { /* COUNTS announces none */
            pm_source_back(m->source);
            PM_TRY(read_block(m, "BOND", 0, read_bond_v30));
        }
    }
}

/* ------------------------------------------------------------------------ a record */

/* Reads the line of counts after the three lines of text, of which the first is the title; NULL
 * where only blank lines are left. */
static pm_status begin_record(char **counts, struct molfile *m)
{
    bool blank = true;

    for (int k = 0; k < 4; k++) {
        PM_TRY(next_line(counts, m));
        if (*counts == NULL && blank)
            return PM_OK;
        if (*counts == NULL)
            return pm_source_fail(
                m->source, PM_INPUT,
                "the file ends before the line of counts, the fourth of a molecule");
        blank = blank && is_blank(*counts);
        if (k == 0)
            snprintf(m->title, sizeof m->title, "%.*s", (int)strcspn(*counts, "\t\r"), *counts);
    }
    /* blank lines after the last record are no record */
    while (*counts != NULL && blank && is_blank(*counts))
        PM_TRY(next_line(counts, m));
    return PM_OK;
}

/* After 'M  END', data follow: '> <name>' and lines of text.  Anything else may be a molecule that
 * no
 * '$$$$' separates from this one. */
static pm_status check_data(const struct molfile *m)
{
    char *line = "";

    while (line != NULL && !*m->ended && is_blank(line))
        PM_TRY(next_line(&line, m));
    if (line != NULL && !*m->ended && line[0] != '>')
        return pm_source_fail(m->source, PM_INPUT,
                              "after a molecule, '$$$$' or data '> <name>' are expected");
    return PM_OK;
}

/* Skips what is left of a record of a stream. */
static pm_status skip_data(const struct molfile *m)
{
    char *line = "";

    while (line != NULL && !*m->ended)
        PM_TRY(next_line(&line, m));
    return PM_OK;
}

/* A molecule of a stream is called by the first line of its record. */
static pm_status make_graph(struct pm_graph **graph, const struct molfile *m, enum pm_matrix_as as)
{
    if (as == PM_AS_EITHER && pm_molecule_is_skeleton(&m->molecule))
        return pm_fail(PM_INPUT, "every bond is single: --as=skeleton looks for the double bonds "
                                 "among all bonds, --as=molecule takes the bonds as they are");
    PM_TRY(pm_molecule_graph(graph, &m->molecule, as == PM_AS_SKELETON));
    if (*m->ended && !is_blank(m->title) && ((*graph)->title = strdup(m->title)) == NULL)
        return pm_no_memory();
    return PM_OK;
}

static pm_status read_record(struct pm_graph **graph, struct molfile *m, enum pm_matrix_as as)
{
    char *counts, copy[40];

    PM_TRY(begin_record(&counts, m));
    *graph = NULL;
    if (counts == NULL)
        return PM_OK;
    snprintf(copy, sizeof copy, "%.39s", counts); /* copied, since the next line overwrites it */
    PM_TRY((strstr(counts, "V3000") != NULL ? read_v3000 : read_v2000)(m, copy));
    PM_TRY(check_data(m));
    PM_TRY(skip_data(m));
    const pm_status status = make_graph(graph, m, as);
    return status == PM_OK ? PM_OK : pm_source_fail_at(m->source, status);
}

/* A bad record of a stream fails alone: what is left of it is skipped. */
pm_status pm_molfile_next(struct pm_graph **graph, struct pm_graph_reader *reader)
{
    bool ended = false;
    struct molfile m = {.source = reader->source, .ended = &ended};
    struct pm_failure failure = {.status = PM_OK};
    struct pm_graph *g = NULL;
    pm_status status = read_record(&g, &m, reader->as);

    if (status == PM_OK) {
        *graph = g;
    } else {
        pm_graph_free(g);
        pm_failure_keep(&failure, status);
        reader->skipped = status == PM_INPUT && skip_data(&m) == PM_OK && ended;
        status = pm_failure_raise(&failure);
    }
    pm_molecule_clear(&m.molecule);
    free(m.index);
    return status;
}

/* The signature is the end of the fourth line. */
enum pm_fit pm_molfile_fits(const struct pm_sample *s)
{
    const char *at = s->text;

    for (int line = 1; line < 4; line++)
        at += strlen(at) + 1 < s->length - (size_t)(at - s->text) ? strlen(at) + 1 : strlen(at);
    return strstr(at, "V2000") != NULL || strstr(at, "V3000") != NULL ? PM_FIT_SURE : PM_FIT_NO;
}
