/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A molecule as a connection table lists it, and the graph whose perfect matchings are its Kekule
 * structures. */
#ifndef PM_READ_MOLECULE_H
#define PM_READ_MOLECULE_H

#include "model/graph.h"

struct pm_atom {
    char symbol[4];
    int charge;
    bool radical;
    int hydrogens; /* that the file says without listing them */
    double at[3];
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
};

void pm_molecule_clear(struct pm_molecule *molecule);

/* *graph = the atoms that take part in a double bond or can, and the bonds between them, called by
 * symbol and number as C1; with a note on the atoms that are left out.  Errors: PM_NOMEM. */
pm_status pm_molecule_graph(struct pm_graph **graph, const struct pm_molecule *molecule);

#endif
