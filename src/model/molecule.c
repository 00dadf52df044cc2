/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In a Kekule structure, every atom that takes part has exactly one double bond (Cyvin & Gutman,
 * Kekule Structures in Benzenoid Hydrocarbons, 1988, chapter 2).  An atom takes part if
 *   - it has one double or triple bond in the file; one bond of it counts; or
 *   - it has an aromatic bond, and its valence allows a double bond; or
 *   - it has an unpaired electron, and its valence allows a double bond, which structures have
 *     where the electron is at another atom; or
 *   - it is carbon with a charge.
 * An atom with two double bonds has them in every structure.  It is left out, and so are atoms
 * whose only double bond leads to it.  N=O of an N with five bonds is read as N(+)-O(-). */
#include "model/molecule.h"

#include "base/status.h"
#include "model/blossom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The sum of the orders of the bonds at an atom; of aromatic ones two are three. */
static int orders_of(const struct pm_atom *atom)
{
    return atom->orders + (atom->aromatic > 1);
}

/* True for a neutral atom of that element. */
static bool is_neutral(const struct pm_atom *atom, const char *symbol)
{
    return strcmp(atom->symbol, symbol) == 0 && atom->charge == 0 && !atom->radical;
}

pm_status pm_molecule_part_charges(struct pm_molecule *m)
{
    for (int k = 0; k < 2 * m->bonds; k++) {
        struct pm_bond *const bond = m->bond + k / 2;
        struct pm_atom *const n = m->atom + bond->atom[k % 2], *const o =
                                                                   m->atom + bond->atom[!(k % 2)];
        if (bond->type != PM_BOND_DOUBLE || !is_neutral(n, "N") || orders_of(n) < 5)
            continue;
        if (is_neutral(o, "O") && orders_of(o) == 2) {
            bond->type = PM_BOND_SINGLE;
            n->charge = 1;
            o->charge = -1;
            n->orders--;
            o->orders--;
        } else if (n->aromatic > 0) {
            return pm_fail(PM_INPUT,
                           "atom %d is an aromatic N with five bonds; four and the charges of N "
                           "and %s%d are expected",
                           (int)(n - m->atom) + 1, o->symbol, (int)(o - m->atom) + 1);
        }
    }
    return PM_OK;
}

/* Number of bonds of an atom without a charge; 0: no double bonds of this element are known. */
static int valence(const char *symbol)
{
    static const struct {
        const char *symbol;
        int bonds;
    } elements[] = {{"C", 4}, {"Si", 4}, {"Ge", 4}, {"N", 3},  {"P", 3}, {"As", 3},
                    {"B", 3}, {"O", 2},  {"S", 2},  {"Se", 2}, {"Te", 2}};

    for (size_t k = 0; k < sizeof elements / sizeof *elements; k++)
        if (strcmp(symbol, elements[k].symbol) == 0)
            return elements[k].bonds;
    return 0;
}

static bool is_carbon(const struct pm_atom *atom)
{
    return strcmp(atom->symbol, "C") == 0;
}

static bool is_hydrogen(const struct pm_atom *atom)
{
    return strcmp(atom->symbol, "H") == 0 || strcmp(atom->symbol, "D") == 0 ||
           strcmp(atom->symbol, "T") == 0;
}

/* True if an aromatic atom has as many bonds with a hydrogen as with a double bond: N is either as
 * in pyrrole or as in pyridine. */
static bool may_be_either(const struct pm_atom *atom)
{
    return atom->aromatic && valence(atom->symbol) == 3 && atom->charge == 0;
}

/* A valence of an aromatic atom counts the double bond, except of an N as in pyrrole.  A file that
 * gives a valence of aromatic carbon may give it of every atom, also of an N as in pyridine. */
pm_status pm_molecule_imply_hydrogens(struct pm_molecule *m)
{
    const struct pm_atom *either = NULL, *carbon = NULL;

    for (int k = 0; k < m->atoms; k++) {
        struct pm_atom *const atom = m->atom + k;
        if (atom->valence == 0)
            continue;
        const int left =
            atom->valence - atom->orders - (atom->aromatic > 0 && !may_be_either(atom));
        atom->hydrogens = left > 0 ? left : 0;
        if (may_be_either(atom) && left > 0)
            either = atom;
        if (atom->aromatic && is_carbon(atom))
            carbon = atom;
    }
    return either == NULL || carbon == NULL
               ? PM_OK
               : pm_fail(PM_INPUT,
                         "the valence %d of atom %d (%s) is that with a hydrogen and that with a "
                         "double bond; a number of hydrogens (hhh, HCOUNT) or a hydrogen as an "
                         "atom is expected, or no valence of aromatic atoms without hydrogens",
                         either->valence, (int)(either - m->atom) + 1, either->symbol);
}

/* True if an atom with aromatic bonds can have a double bond. */
static bool has_room(const struct pm_atom *atom)
{
    const int neighbours = atom->neighbours + atom->hydrogens;
    const int charge = is_carbon(atom)                  ? 0
                       : strcmp(atom->symbol, "B") == 0 ? -atom->charge
                                                        : atom->charge;

    return valence(atom->symbol) + charge > neighbours;
}

static bool are_bound(const struct pm_molecule *m, int u, int v)
{
    for (int k = 0; k < m->atom[u].neighbours && k < 4; k++)
        if (m->atom[u].next[k] == v)
            return true;
    return false;
}

static pm_status gather(struct pm_molecule *m)
{
    for (int k = 0; k < m->bonds; k++) {
        const int *const atom = m->bond[k].atom;
        if (are_bound(m, atom[0], atom[1]))
            return pm_fail(PM_INPUT, "atoms %d and %d have two lines of bonds; one is expected",
                           atom[0] + 1, atom[1] + 1);
        for (int end = 0; end < 2; end++) {
            struct pm_atom *const at = m->atom + m->bond[k].atom[end];
            const enum pm_bond_type type = m->bond[k].type;
            if (at->neighbours < 4)
                at->next[at->neighbours] = m->bond[k].atom[!end];
            at->neighbours++;
            if (type == PM_BOND_DOUBLE || type == PM_BOND_TRIPLE) {
                at->doubles++;
                at->partner = m->bond[k].atom[!end];
            }
        }
    }
    return PM_OK;
}

static bool all_single(const struct pm_molecule *m)
{
    for (int k = 0; k < m->bonds; k++)
        if (m->bond[k].type != PM_BOND_SINGLE)
            return false;
    return true;
}

bool pm_molecule_is_skeleton(const struct pm_molecule *m)
{
    bool single = m->bonds > 0 && all_single(m);

    for (int k = 0; k < m->atoms; k++)
        single = single && !is_hydrogen(m->atom + k) && m->atom[k].hydrogens == 0 &&
                 !m->atom[k].radical && m->atom[k].charge == 0;
    return single;
}

/* Decides which atoms take part. */
static void choose(struct pm_molecule *m, bool skeleton)
{
    for (struct pm_atom *atom = m->atom; atom < m->atom + m->atoms; atom++)
        atom->in =
            skeleton ? !is_hydrogen(atom)
            : atom->doubles == 1
                ? m->atom[atom->partner].doubles == 1
                : atom->doubles == 0 && ((atom->aromatic > 0 && has_room(atom)) ||
                                         (atom->radical && (is_carbon(atom) || has_room(atom))) ||
                                         (is_carbon(atom) && atom->charge != 0));
}

static pm_status add_atoms(struct pm_graph *g, struct pm_molecule *m)
{
    char name[24];

    for (int k = 0; k < m->atoms; k++) {
        m->atom[k].vertex = pm_graph_vertices(g);
        if (!m->atom[k].in)
            continue;
        const int length = snprintf(name, sizeof name, "%s%d", m->atom[k].symbol, k + 1);
        PM_TRY(pm_graph_add_named(g, name, (size_t)length));
    }
    return PM_OK;
}

static pm_status add_bonds(struct pm_graph *g, const struct pm_molecule *m)
{
    static const fmpq one = {1, 1};

    for (int k = 0; k < m->bonds; k++) {
        const int u = m->bond[k].atom[0], v = m->bond[k].atom[1];
        if (m->atom[u].in && m->atom[v].in)
            PM_TRY(pm_graph_add_edge(g, m->atom[u].vertex, m->atom[v].vertex, &one, NULL));
    }
    return PM_OK;
}

/* True if the atom has two neighbours and is with them in a ring of five atoms that all take part.
 */
static bool in_five(const struct pm_molecule *m, int atom)
{
    const struct pm_atom *const all = m->atom, *const u = all + all[atom].next[0],
                                *const v = all + all[atom].next[1];

    if (all[atom].neighbours != 2 || !u->in || !v->in)
        return false;
    for (int i = 0; i < u->neighbours && i < 4; i++)
        for (int j = 0; j < v->neighbours && j < 4; j++) {
            const int x = u->next[i], y = v->next[j];
            if (x != atom && y != atom && all + x != v && all[x].in && all[y].in &&
                are_bound(m, x, y))
                return true;
        }
    return false;
}

/* Counts the N in rings of five that take part, if the file has no hydrogens at all: one as in
 * pyrrole has a hydrogen, which takes it out of the double bonds.  *first = the first of them. */
static int count_bare(int *first, const struct pm_molecule *m)
{
    int found = 0;

    for (int k = 0; k < m->atoms; k++) {
        const struct pm_atom *const atom = m->atom + k;
        if (is_hydrogen(atom) || atom->hydrogens > 0)
            return 0;
        if (atom->in && atom->doubles == 0 && valence(atom->symbol) == 3 && atom->charge == 0 &&
            !atom->radical && in_five(m, k) && found++ == 0)
            *first = k;
    }
    return found;
}

/* Makes adjacency lists: start[0 .. n], and behind them the neighbours. */
static pm_status list_neighbours(int **start, const struct pm_triplets *edge)
{
    const int n = edge->rows;
    int *at;

    PM_NEW(*start, (size_t)n + 2 + 2 * edge->count);
    at = *start + 1;
    for (size_t k = 0; k < edge->count; k++) {
        at[edge->row[k] + 1]++;
        at[edge->col[k] + 1]++;
    }
    for (int v = 0; v < n; v++)
        at[v + 1] += at[v];
    for (size_t k = 0; k < edge->count; k++) {
        (*start)[n + 2 + at[edge->row[k]]++] = edge->col[k];
        (*start)[n + 2 + at[edge->col[k]]++] = edge->row[k];
    }
    return PM_OK;
}

/* *left = the number of atoms that are free in the structures with the most double bonds. */
static pm_status count_left(int *left, const struct pm_graph *g)
{
    const int n = pm_graph_vertices(g);
    int *start;

    PM_TRY(list_neighbours(&start, &g->edge));
    const pm_status status = pm_blossom_left(left, n, start, start + n + 2);
    free(start);
    return status;
}

bool pm_molecule_gives_charge(const struct pm_atom *atom)
{
    return atom->in && (atom->radical || (is_carbon(atom) && atom->charge != 0));
}

int pm_molecule_moving_charge(const struct pm_molecule *m)
{
    int sum = 0;

    for (int k = 0; k < m->atoms; k++)
        sum += pm_molecule_gives_charge(m->atom + k) ? m->atom[k].charge : 0;
    return sum;
}

/* Writes a note on how many atoms structures leave free: `left` or more by their bonds, and one for
 * each charge, but opposite ones cancel.  All other free atoms have an unpaired electron. */
static pm_status note_free(struct pm_graph *g, const struct pm_molecule *m, int left)
{
    const int atoms = pm_graph_vertices(g);
    int ions = 0;

    for (int k = 0; k < m->atoms; k++)
        if (pm_molecule_gives_charge(m->atom + k))
            ions += (m->atom[k].charge > 0) - (m->atom[k].charge < 0);
    const int least = abs(ions) + (atoms + abs(ions)) % 2;
    if (least > left)
        return pm_graph_note(g,
                             "the charge of %+d leaves %d or more of the %d atoms that take part "
                             "free: --unmatched=%d counts the structures that leave %d",
                             pm_molecule_moving_charge(m), least, atoms, least, least);
    return left == 0
               ? PM_OK
               : pm_graph_note(g,
                               "%d atoms take part%s, and every structure leaves %d or more "
                               "free: --unmatched=%d counts those that leave %d",
                               atoms, left % 2 == 1 ? ", an odd number" : "", left, left, left);
}

/* Writes a note on why there is perhaps no structure. */
static pm_status note_cause(struct pm_graph *g, const struct pm_molecule *m)
{
    int first = 0, left = 0;
    const int bare = count_bare(&first, m);

    if (bare > 0)
        return pm_graph_note(
            g,
            "%s%d%s in a ring of five without a hydrogen, and %s taken to have a double bond; if "
            "the molecule has the hydrogen, as pyrrole has, add it to the file",
            m->atom[first].symbol, first + 1, bare > 1 ? " and others are" : " is",
            bare > 1 ? "are" : "is");
    PM_TRY(count_left(&left, g));
    return note_free(g, m, left);
}

/* Writes a note on the atoms that are left out. */
static pm_status note(struct pm_graph *g, const struct pm_molecule *m)
{
    int hydrogens = 0, others = 0, twice = 0, first = 0;

    for (int k = 0; k < m->atoms; k++) {
        const struct pm_atom *const atom = m->atom + k;
        hydrogens += !atom->in && is_hydrogen(atom);
        others += !atom->in && !is_hydrogen(atom);
        if (atom->doubles > 1 && !atom->in && twice++ == 0)
            first = k;
    }
    if (hydrogens > 0)
        PM_TRY(pm_graph_note(g, "%d of %d atoms are hydrogens and left out", hydrogens, m->atoms));
    if (others > 0)
        PM_TRY(pm_graph_note(g,
                             "%d of %d atoms %s no double bond that could move, and %s left out of "
                             "all that is counted; --as=skeleton takes all but hydrogens",
                             others, m->atoms, others == 1 ? "has" : "have",
                             others == 1 ? "is" : "are"));
    if (twice > 0)
        PM_TRY(pm_graph_note(g, "atom %d (%s)%s two double bonds, which stay where they are",
                             first + 1, m->atom[first].symbol,
                             twice > 1 ? " and others have" : " has"));
    return PM_OK;
}

/* Copies the positions of a flat drawing; in our pictures y points down. */
static pm_status place(struct pm_graph *g, const struct pm_molecule *m)
{
    bool flat = true, spread = false;

    for (int k = 0; k < m->atoms; k++) {
        flat = flat && m->atom[k].at[2] == 0;
        spread = spread || m->atom[k].at[0] != 0 || m->atom[k].at[1] != 0;
    }
    if (!flat || !spread)
        return PM_OK;
    PM_NEW(g->layout, 2 * (size_t)pm_graph_vertices(g));
    for (int k = 0; k < m->atoms; k++)
        if (m->atom[k].in) {
            g->layout[2 * m->atom[k].vertex] = m->atom[k].at[0];
            g->layout[2 * m->atom[k].vertex + 1] = -m->atom[k].at[1];
        }
    return PM_OK;
}

pm_status pm_molecule_graph(struct pm_graph **graph, struct pm_molecule *molecule, bool skeleton)
{
    struct pm_graph *g = NULL;
    pm_status status;

    PM_TRY(gather(molecule));
    choose(molecule, skeleton);
    PM_TRY_GOTO(status, pm_graph_new(&g, false), done);
    PM_TRY_GOTO(status, add_atoms(g, molecule), done);
    PM_TRY_GOTO(status, add_bonds(g, molecule), done);
    PM_TRY_GOTO(status, note(g, molecule), done);
    PM_TRY_GOTO(status, note_cause(g, molecule), done);
    status = place(g, molecule);
done:
    PM_GIVE(graph, g, status, pm_graph_free);
}
