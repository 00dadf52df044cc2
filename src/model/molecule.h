/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A molecule as a connection table lists it, and a graph whose perfect matchings are the molecule's
 * Kekule structures. */
#pragma once

#include "model/graph.h"

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
    int vertex;
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

/* Writes N=O, where N has five bonds, as N(+)-O(-).  PM_INPUT: another aromatic N has five. */
pm_status pm_molecule_part_charges(struct pm_molecule *molecule);

/* Counts the hydrogens that a valence implies.  PM_INPUT: where valences of aromatic atoms contain
 * the double bond, N with the valence 3 has it or a hydrogen. */
pm_status pm_molecule_imply_hydrogens(struct pm_molecule *molecule);

/* True if the file gives no double bond: all bonds are single, no atom is a hydrogen, and none
 * takes part.  Then it may be a skeleton whose double bonds are to be found. */
bool pm_molecule_is_skeleton(const struct pm_molecule *molecule);

/* *graph = the atoms that have or can have a double bond, and the bonds between them.  Names are
 * symbol and number, such as C1.
 * With `skeleton`: all atoms but hydrogens, and all bonds between them.  A note tells which atoms
 * are left out.  Error: PM_NOMEM. */
pm_status pm_molecule_graph(struct pm_graph **graph, struct pm_molecule *molecule, bool skeleton);
