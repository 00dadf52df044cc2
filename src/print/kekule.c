/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kekule structures as records of a stream of molecules (BIOVIA, CTfile Formats, 2020): V2000, or
 * V3000 above 999 atoms or bonds.  All atoms of the input are written with their places.  A bond
 * between two atoms that take part is double if the structure matches them, and single if not, but
 * for the bond that a triple one has besides; all other bonds are as in the input.
 *
 * Where a structure leaves atoms free, they get the charges and unpaired electrons that the input
 * gives to atoms that take part and that could be free; further ones get an unpaired electron. */
#include "model/molecule.h"

#include "base/argument.h"
#include "base/text.h"

#include <string.h>

enum { MOST_OF_V2000 = 999 };

struct record {
    FILE *out;
    const struct pm_molecule *molecule;
    const int *partner;
    bool long_form;   /* V3000 */
    int next, charge; /* the next atom whose charge may move; what moves in all */
};

static bool is_free(const struct record *r, const struct pm_atom *atom)
{
    return atom->in && r->partner[atom->vertex] < 0;
}

/* Gives a free atom what the next one gives that has a charge or an unpaired electron. */
static void take_charge(struct pm_atom *atom, struct record *r)
{
    const struct pm_molecule *const m = r->molecule;

    while (r->next < m->atoms && !pm_molecule_gives_charge(&m->atom[r->next]))
        r->next++;
    const struct pm_atom *const giver = r->next < m->atoms ? &m->atom[r->next++] : NULL;
    atom->charge = giver != NULL ? giver->charge : 0;
    atom->radical = giver == NULL || giver->radical;
    r->charge -= atom->charge;
}

static int order_of(const struct record *r, const struct pm_bond *bond)
{
    const struct pm_atom *const u = &r->molecule->atom[bond->atom[0]],
                                *const v = &r->molecule->atom[bond->atom[1]];

    if (!u->in || !v->in)
        return bond->type == PM_BOND_AROMATIC ? 1 : (int)bond->type;
    return 1 + (bond->type == PM_BOND_TRIPLE) + (r->partner[u->vertex] == v->vertex);
}

/* The atoms; in V2000, charges and unpaired electrons are lines after the bonds: *marks. */
static void write_atoms(struct record *r, FILE *marks)
{
    for (int k = 0; k < r->molecule->atoms; k++) {
        struct pm_atom atom = r->molecule->atom[k];
        if (is_free(r, &atom))
            take_charge(&atom, r);
        else if (pm_molecule_gives_charge(&atom))
            atom.charge = atom.radical = 0;
        if (r->long_form) {
            fprintf(r->out, "M  V30 %d %s %.4f %.4f %.4f 0", k + 1, atom.symbol, atom.at[0],
                    atom.at[1], atom.at[2]);
            if (atom.charge != 0)
                fprintf(r->out, " CHG=%d", atom.charge);
            fputs(atom.radical ? " RAD=2\n" : "\n", r->out);
            continue;
        }
        fprintf(r->out, "%10.4f%10.4f%10.4f %-3s 0  0  0  0  0  0  0  0  0  0  0  0\n", atom.at[0],
                atom.at[1], atom.at[2], atom.symbol);
        if (atom.charge != 0)
            fprintf(marks, "M  CHG  1%4d%4d\n", k + 1, atom.charge);
        if (atom.radical)
            fprintf(marks, "M  RAD  1%4d%4d\n", k + 1, 2);
    }
}

static void write_bonds(const struct record *r)
{
    for (int k = 0; k < r->molecule->bonds; k++) {
        const struct pm_bond *const bond = &r->molecule->bond[k];
        const int order = order_of(r, bond), u = bond->atom[0] + 1, v = bond->atom[1] + 1;
        if (r->long_form)
            fprintf(r->out, "M  V30 %d %d %d %d\n", k + 1, order, u, v);
        else
            fprintf(r->out, "%3d%3d%3d  0\n", u, v, order);
    }
}

/* PM_DOMAIN: charges are lost. */
static pm_status write_record(struct record *r)
{
    const struct pm_molecule *const m = r->molecule;
    struct pm_text marks;
    char *lines = NULL;

    r->charge = pm_molecule_moving_charge(m);
    PM_TRY(pm_text_open(&marks));
    fprintf(r->out, "%s\n  permatch\n\n", m->title != NULL ? m->title : "");
    if (r->long_form)
        fprintf(r->out,
                "  0  0  0  0  0  0            999 V3000\nM  V30 BEGIN CTAB\n"
                "M  V30 COUNTS %d %d 0 0 0\nM  V30 BEGIN ATOM\n",
                m->atoms, m->bonds);
    else
        fprintf(r->out, "%3d%3d  0  0  0  0  0  0  0  0999 V2000\n", m->atoms, m->bonds);
    write_atoms(r, marks.file);
    fputs(r->long_form ? "M  V30 END ATOM\nM  V30 BEGIN BOND\n" : "", r->out);
    write_bonds(r);
    fputs(r->long_form ? "M  V30 END BOND\nM  V30 END CTAB\n" : "", r->out);
    PM_TRY(pm_text_close(&lines, &marks, PM_OK));
    fprintf(r->out, "%sM  END\n$$$$\n", lines);
    free(lines);
    return r->charge == 0 ? PM_OK
                          : pm_fail(PM_DOMAIN,
                                    "this structure leaves no atom free for a charge of "
                                    "%+d; --unmatched=K leaves K atoms free",
                                    r->charge);
}

/* Whether the numbers of V2000, which have fixed columns, are too short. */
static bool is_long(const struct pm_molecule *m)
{
    bool wide = m->atoms > MOST_OF_V2000 || m->bonds > MOST_OF_V2000;

    for (int k = 0; k < 3 * m->atoms; k++) {
        const double x = m->atom[k / 3].at[k % 3];
        wide = wide || x <= -9999.9999 || x >= 99999.9999;
    }
    return wide;
}

pm_status pm_graph_kekule(char **text, const pm_graph *graph, const int *partner)
{
    PM_ARGUMENTS(text, graph, partner);
    const struct pm_molecule *const m = graph->molecule;
    struct pm_text buffer;

    if (m == NULL)
        return pm_fail(PM_DOMAIN,
                       "the graph is no molecule, so that there is none to write; one is "
                       "read from a .mol or .sdf file");
    PM_TRY(pm_text_open(&buffer));
    struct record r = {
        .out = buffer.file, .molecule = m, .partner = partner, .long_form = is_long(m)};
    return pm_text_close(text, &buffer, write_record(&r));
}
