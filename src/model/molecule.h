/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph of a molecule, whose perfect matchings are the molecule's Kekule structures. */
#pragma once

#include "model/atoms.h"
#include "model/graph.h"

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

/* True for an atom that gives its charge or unpaired electron to the atoms that a structure leaves
 * free. */
bool pm_molecule_gives_charge(const struct pm_atom *atom);

/* The sum of the charges of these atoms. */
int pm_molecule_moving_charge(const struct pm_molecule *molecule);
