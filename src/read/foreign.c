/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of other programs that are known by their first bytes or by their names, and what makes of
 * them something that is read. */
#include "read/formats.h"

#include <string.h>

#define MOLECULE "a molecule is read from a .mol or .sdf file, which 'obabel "

static const struct {
    const char *begin; /* the first bytes, as pm_sample_begins() takes them */
    const char *ends;  /* of file names, separated by blanks */
    const char *what, *right;
} foreign[] = {
    {"", "smi smiles can ism", "molecules as SMILES",
     MOLECULE "-ismi IN -osdf --gen2d' makes of it"},
    {"InChI=", "inchi", "molecules as InChI", MOLECULE "-iinchi IN -osdf --gen2d' makes of it"},
    {"", "xyz", "the places of atoms (XYZ), without bonds",
     MOLECULE "-ixyz IN -osdf' makes of it, with bonds"},
    {"@<TRIPOS>|HEADER  |COMPND  |HETATM|ATOM     |CRYST1|data_|<molecule|<cml|$RXN|$RDFILE",
     "mol2 pdb ent pdbqt cif cml mrv cdx cdxml rxn", "molecules in a format that is not read",
     MOLECULE "IN -osdf' makes of it"},
    {"", "tgf", "nodes and edges with '#' between them (TGF)",
     "its edges alone are read: sed '1,/^#/d' IN"},
    {"<html|<!DOCTYPE html", "", "a page of the web",
     "perhaps a page was saved in place of the file that it leads to"},
    {"<?xml", "", "XML, but neither GraphML nor GEXF", "of XML these alone are read"},
    {"{", "json", "JSON or a dictionary of Python",
     "nx.write_edgelist() writes a graph, scipy.io.mmwrite() or numpy.save() a matrix that is "
     "read"},
    {"%PDF", "pdf", "a printed page (PDF)", "what it shows must be saved as text"},
    {"MATLAB 7.3|\x89HDF", "", "a file of MATLAB 7.3 (HDF5)",
     "save(..., '-v7') writes what is read"},
};

pm_status pm_foreign_refuse(const struct pm_sample *sample, const struct pm_source *source)
{
    const char *text = sample->lines > 0 ? sample->line->text : "";
    char quote[PM_BEGIN_SIZE];

    text += strcspn(text, "\r");
    PM_REFUSE_IF(text[strspn(text, "\r")] != '\0', PM_SOURCE_RETURNS);
    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++) {
        PM_REFUSE_IF(pm_sample_begins(sample, foreign[k].begin),
                     "it begins with %s and looks like %s; %s", pm_sample_quote(quote, sample, 0),
                     foreign[k].what, foreign[k].right);
        PM_REFUSE_IF(pm_word_ends(pm_source_path(source), foreign[k].ends),
                     "its name is that of %s; %s; --format=NAME reads it as another format",
                     foreign[k].what, foreign[k].right);
    }
    PM_REFUSE_IF(sample->binary,
                 "it begins with %s and looks like a binary file; none of that kind is read",
                 pm_sample_quote(quote, sample, 0));
    return PM_OK;
}
