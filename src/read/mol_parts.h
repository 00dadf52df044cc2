/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a connection table, for V2000 and V3000.  Errors need a place. */
#pragma once

#include "model/molecule.h"
#include "read/source.h"
#include "read/word.h"

struct pm_mol {
    struct pm_source *source;
    struct pm_molecule molecule;
    size_t atom_room, bond_room;
    char *title;  /* the first line of the record, with blanks for tabs; NULL: not read */
    bool *ended;  /* the last line that was read begins with '$$$$' */
    bool charged; /* a property has replaced the charges of the lines of atoms */
    int *index;   /* V3000: numbers of the atoms in the file */
};

/* The next line; *line = NULL at the end of the input. */
pm_status pm_mol_line(char **line, const struct pm_mol *m);

/* The same; the end of the input is an error. */
pm_status pm_mol_need(char **line, const struct pm_mol *m, const char *what);

/* Room for one more atom. */
pm_status pm_mol_atom(struct pm_atom **atom, struct pm_mol *m);

/* Adds the bond of two atoms, counted from 0; `type` is the number in the file. */
pm_status pm_mol_bond(struct pm_mol *m, int from, int to, int type);

/* Gives the last atom its symbol, which must be that of an element. */
pm_status pm_mol_symbol(struct pm_atom *atom, const struct pm_mol *m, struct pm_word word);

/* Reads the lines after the counts of V3000, up to 'M  END' (mol_v3000.c). */
pm_status pm_mol_v3000(struct pm_mol *m, const char *counts);
