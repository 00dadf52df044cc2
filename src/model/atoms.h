/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A molecule as a connection table lists it. */
#pragma once

#include "base/alloc.h"

#include <stdbool.h>

struct pm_atom {
    char symbol[4];
    int charge;
    bool radical;
    int hydrogens; /* hydrogens that the file counts without listing them */
    int valence;   /* number of bonds, with those to such hydrogens; 0: not given, -1: none */
    int orders;    /* sum over the listed bonds, of which an aromatic one counts 1 */
    int aromatic;  /* number of aromatic bonds */
    double at[3];
    int neighbours, doubles; /* listed bonds; double and triple ones */
    int partner;             /* the other atom of the last of these */
    int next[4];             /* the first neighbours */
    bool in;                 /* takes part */
    int vertex;              /* if the atom takes part; otherwise that of the next one */
};

enum pm_bond_type { PM_BOND_SINGLE = 1, PM_BOND_DOUBLE, PM_BOND_TRIPLE, PM_BOND_AROMATIC };

struct pm_bond {
    int atom[2]; /* counted from 0 */
    enum pm_bond_type type;
};

struct pm_molecule {
    struct pm_atom *atom;
    struct pm_bond *bond;
    int atoms, bonds;
    char *title; /* NULL: none */
};

static inline void pm_molecule_clear(struct pm_molecule *molecule)
{
    PM_FREE(molecule->atom, molecule->bond, molecule->title);
    *molecule = (struct pm_molecule){.atom = NULL};
}
