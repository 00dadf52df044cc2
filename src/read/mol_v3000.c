/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connection tables of the version V3000: blocks of lines 'M  V30 ...' of words, which a '-' at the
 * end continues (BIOVIA, CTfile Formats, 2020). */
#include "read/mol_parts.h"

#include "base/alloc.h"
#include "read/edge.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { V30_LONGEST = 1 << 12 };

/* Reads the words after 'M V30' of the next line and its continuation lines. */
static pm_status next_v30(char text[V30_LONGEST], const struct pm_mol *m)
{
    static const char head[] = "M  V30 ";
    size_t length = 0;
    char *line;

    do {
        PM_TRY(pm_mol_need(&line, m, "'M  V30 END CTAB'"));
        PM_REFUSE_IF(strncmp(line, head, sizeof head - 1) != 0, "a line 'M  V30 ...' is expected");
        line += sizeof head - 1;
        PM_REFUSE_IF(length + strlen(line) + 1 > V30_LONGEST,
                     "the line and its continuation lines are longer than %d bytes", V30_LONGEST);
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
static pm_status read_atom_v30(struct pm_mol *m, const char *words)
{
    const struct pm_word index = pm_word_next(&words), symbol = pm_word_next(&words);
    struct pm_atom *atom;
    int64_t number;

    PM_REFUSE_IF(!pm_word_integer(&number, index) || number < 1 || number > INT_MAX,
                 "an atom is expected: 'number symbol x y z map ...'");
    PM_TRY(pm_mol_atom(&atom, m));
    m->index[m->molecule.atoms - 1] = (int)number;
    PM_TRY(pm_mol_symbol(atom, m, symbol));
    for (int k = 0; k < 3; k++) {
        const struct pm_word at = pm_word_next(&words);
        atom->at[k] = strtod(at.text, NULL);
    }
    const int hydrogens = attribute(words, "HCOUNT=");
    atom->charge = attribute(words, "CHG=");
    atom->radical = attribute(words, "RAD=") > 0;
    atom->hydrogens = hydrogens > 0 ? hydrogens : 0;
    atom->valence = hydrogens == 0 ? attribute(words, "VAL=") : 0;
    return PM_OK;
}

/* Finds the atom with that number; usually atoms are in order. */
static int atom_called(const struct pm_mol *m, int64_t number)
{
    if (1 <= number && number <= m->molecule.atoms && m->index[number - 1] == (int)number)
        return (int)number - 1;
    for (int k = 0; k < m->molecule.atoms; k++)
        if (m->index[k] == number)
            return k;
    return -1;
}

/* "index type atom atom attributes..." */
static pm_status read_bond_v30(struct pm_mol *m, const char *words)
{
    int64_t value[4];
    int end[2];

    for (int k = 0; k < 4; k++)
        PM_REFUSE_IF(!pm_word_integer(value + k, pm_word_next(&words)) || value[k] < 0 ||
                         value[k] > INT_MAX,
                     "a bond is expected: 'number type atom atom ...'");
    for (int k = 0; k < 2; k++)
        PM_REFUSE_IF((end[k] = atom_called(m, value[k + 2])) < 0, "there is no atom %jd",
                     (intmax_t)value[k + 2]);
    return pm_mol_bond(m, end[0], end[1], (int)value[1]);
}

/* Reads the line 'BEGIN name' or 'END name'. */
static pm_status expect_v30(const struct pm_mol *m, const char *what, const char *name)
{
    char text[V30_LONGEST], wanted[32];

    snprintf(wanted, sizeof wanted, "%s %s", what, name);
    PM_TRY(next_v30(text, m));
    PM_REFUSE_IF(strncmp(text, wanted, strlen(wanted)) != 0, "'M  V30 %s' is expected", wanted);
    return PM_OK;
}

/* Reads `count` lines between 'BEGIN name' and 'END name'. */
static pm_status read_block(struct pm_mol *m, const char *name, int64_t count,
                            pm_status (*read)(struct pm_mol *m, const char *words))
{
    char text[V30_LONGEST];

    PM_TRY(expect_v30(m, "BEGIN", name));
    for (int64_t k = 0; k < count; k++) {
        PM_TRY(next_v30(text, m));
        PM_TRY(read(m, text));
    }
    return expect_v30(m, "END", name);
}

/* "COUNTS atoms bonds ..." */
static pm_status read_counts(int64_t count[2], const struct pm_mol *m)
{
    char text[V30_LONGEST];
    const char *words = text;

    PM_TRY(next_v30(text, m));
    if (strncmp(text, "BEGIN CTAB", 10) == 0)
        PM_TRY(next_v30(text, m));
    bool good = pm_word_is(pm_word_next(&words), "COUNTS");
    for (int k = 0; k < 2; k++)
        good = good && pm_word_integer(count + k, pm_word_next(&words)) && count[k] >= 0;
    PM_REFUSE_IF(!good, "'M  V30 COUNTS ATOMS BONDS ...' is expected");
    return pm_graph_check_size(m->source, (uint64_t)count[0]);
}

pm_status pm_mol_v3000(struct pm_mol *m, const char *counts)
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
        PM_TRY(pm_mol_need(&line, m, "'M  END'"));
        if (strncmp(line, "M  END", 6) == 0)
            return PM_OK;
        PM_REFUSE_IF(strncmp(line, "M  ", 3) != 0, "a line 'M  V30 ...' or 'M  END' is expected");
        if (strncmp(line, "M  V30 BEGIN BOND", 17) == 0) { /* COUNTS announces none */
            pm_source_back(m->source);
            PM_TRY(read_block(m, "BOND", 0, read_bond_v30));
        }
    }
}
