/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines, atoms and bonds of molecules, whichever version the file has. */
#include "read/mol_parts.h"

#include "base/alloc.h"

#include <stdio.h>
#include <string.h>

pm_status pm_mol_line(char **line, const struct pm_mol *m)
{

    PM_TRY(pm_source_line(m->source, line));
    *m->ended = *line != NULL && strncmp(*line, "$$$$", 4) == 0;
    return PM_OK;
}

pm_status pm_mol_need(char **line, const struct pm_mol *m, const char *what)
{
    PM_TRY(pm_mol_line(line, m));
    PM_REFUSE_IF(*line == NULL, "the file ends before %s", what);
    return PM_OK;
}

pm_status pm_mol_atom(struct pm_atom **atom, struct pm_mol *m)
{
    void *atoms = m->molecule.atom;
    const pm_status status =
        pm_alloc_grow(&atoms, &m->atom_room, (size_t)m->molecule.atoms + 1, sizeof **atom);

    m->molecule.atom = atoms;
    PM_TRY(status);
    *atom = m->molecule.atom + m->molecule.atoms++;
    **atom = (struct pm_atom){.charge = 0};
    return PM_OK;
}

pm_status pm_mol_bond(struct pm_mol *m, int from, int to, int type)
{
    enum { DATIVE = 9, OF_HYDROGEN = 10 }; /* not covalent */

    if (type == DATIVE || type == OF_HYDROGEN)
        return PM_OK;
    PM_REFUSE_IF(from == to, "atom %d is bound to itself", from + 1);
    PM_REFUSE_IF(
        type < PM_BOND_SINGLE || type > PM_BOND_AROMATIC,
        "bond type %d is not one of a molecule: 1 single, 2 double, 3 triple and 4 aromatic are",
        type);
    void *bonds = m->molecule.bond;
    const pm_status status = pm_alloc_grow(&bonds, &m->bond_room, (size_t)m->molecule.bonds + 1,
                                           sizeof *m->molecule.bond);
    m->molecule.bond = bonds;
    PM_TRY(status);
    m->molecule.bond[m->molecule.bonds++] = (struct pm_bond){{from, to}, (enum pm_bond_type)type};
    for (int end = 0; end < 2; end++) {
        struct pm_atom *const atom = m->molecule.atom + (end == 0 ? from : to);
        atom->orders += type == PM_BOND_AROMATIC ? 1 : type;
        atom->aromatic += type == PM_BOND_AROMATIC;
    }
    return PM_OK;
}

/* The symbols of the elements (IUPAC, 2016), and D and T, the isotopes of hydrogen. */
static bool is_element(struct pm_word word)
{
    static const char symbols[] =
        " H D T He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga "
        "Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm "
        "Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa "
        "U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og ";
    char wanted[8];

    if (word.length == 0 || word.length > 2)
        return false;
    snprintf(wanted, sizeof wanted, " %.*s ", (int)word.length, word.text);
    return strstr(symbols, wanted) != NULL;
}

pm_status pm_mol_symbol(struct pm_atom *atom, const struct pm_mol *m, struct pm_word word)
{
    const int last = m->molecule.atoms - 1;
    char quote[PM_QUOTE_SIZE];

    PM_REFUSE_IF(!is_element(word),
                 "atom %d: %s is no element; of an abbreviation as Ph all atoms are expected, and "
                 "an R-group, an end as * or an atom of a query as A must be replaced by atoms",
                 m->index != NULL ? m->index[last] : last + 1, pm_word_quote(quote, word));
    memcpy(atom->symbol, word.text, word.length);
    return PM_OK;
}
