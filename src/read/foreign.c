/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Common files that permatch cannot read: how to recognise them, and what to tell the user.  A kind
 * is SURE where no graph or matrix could look like it, or where the file's name says so.  Otherwise
 * it is LIKELY, which counts if no readable format fits; or BROKEN, which counts if none nearly
 * fits. */
#include "read/formats.h"

#include <string.h>

/* -------------------------------------------------------------------- molecules */

/* The length of an atom that SMILES writes without brackets. */
static size_t atom_length(const char *at, const char *end)
{
    static const char *const two[] = {"Cl", "Br"};

    for (int k = 0; k < 2; k++)
        if (end - at >= 2 && memcmp(at, two[k], 2) == 0)
            return 2;
    return *at != '\0' && strchr("BCNOPSFIbcnops", *at) != NULL;
}

/* True for a word that SMILES allows (Weininger, SMILES, a chemical language and information
 * system, J. Chem. Inf. Comput. Sci. 28, 1988): atoms, bonds, balanced branches, rings that close.
 * *marked: it has a bond, a branch, a ring or a bracket. */
static bool is_smiles(bool *marked, struct pm_word word)
{
    const char *const end = word.text + word.length;
    unsigned open = 0; /* open rings, as bits */
    int branches = 0, atoms = 0;

    *marked = false;
    for (const char *at = word.text; at < end;) {
        const size_t atom = atom_length(at, end);
        atoms += atom > 0 || *at == '[';
        *marked |= atom == 0 && strchr("[(=#0123456789", *at) != NULL;
        if (atom > 0) {
            at += atom;
            continue;
        }
        if (atoms == 0)
            return false;
        if (*at == '[') {
            const char *const close = memchr(at, ']', (size_t)(end - at));
            if (close == NULL || close == at + 1)
                return false;
            at = close;
        } else if ('0' <= *at && *at <= '9') {
            open ^= 1u << (*at - '0');
        } else if (*at == '(' || *at == ')') {
            branches += *at == '(' ? 1 : -1;
            if (*at == '(' && '0' <= at[1] && at[1] <= '9')
                return false;
        } else if (strchr("-=#$:/\\.%", *at) == NULL) {
            return false;
        }
        if (branches < 0)
            return false;
        at++;
    }
    return atoms > 1 && open == 0 && branches == 0;
}

/* A word of every line, in the column that a header line calls SMILES, else in the first one. */
static enum pm_fit smiles_fits(const struct pm_sample *s)
{
    const bool second = s->lines > 1 && pm_word_is(pm_sample_word(s->line, 1), "SMILES");
    const size_t head = second || (s->lines > 1 && pm_word_is(s->line->word[0], "SMILES"));
    size_t marks = 0;
    bool marked;

    for (size_t k = head; k < s->lines; k++) {
        if (!is_smiles(&marked, pm_sample_word(s->line + k, second)))
            return PM_FIT_NO;
        marks += marked;
    }
    return s->lines > head && 2 * marks >= s->lines - head ? PM_FIT_SURE : PM_FIT_NO;
}

/* The number of atoms, a line of text, which may be blank, and lines 'symbol x y z'. */
static enum pm_fit xyz_fits(const struct pm_sample *s)
{
    size_t atoms = 0;

    for (size_t k = 1; k < s->lines; k++) {
        const struct pm_sample_line *const line = s->line + k;
        const char letter = line->word[0].text[0];
        bool atom = line->words >= 4 &&
                    (('A' <= letter && letter <= 'Z') || pm_word_is_integer(line->word[0]));
        for (int j = 1; j < 4 && atom; j++)
            atom = pm_word_is_number(line->word[j]) &&
                   memchr(line->word[j].text, '.', line->word[j].length) != NULL;
        if (!atom && k > 1)
            return PM_FIT_NO;
        atoms += atom;
    }
    return atoms > 0 && s->line->words == 1 && pm_word_is_integer(s->line->word[0]) ? PM_FIT_SURE
                                                                                    : PM_FIT_NO;
}

static enum pm_fit other_molecule_fits(const struct pm_sample *s)
{
    return pm_sample_begins(s, "@<TRIPOS>") || pm_sample_begins(s, "HETATM ") ? PM_FIT_SURE
                                                                              : PM_FIT_NO;
}

static enum pm_fit inchi_fits(const struct pm_sample *s)
{
    return s->lines > 0 && strncmp(s->line->word[0].text, "InChI=", 6) == 0 ? PM_FIT_SURE
                                                                            : PM_FIT_NO;
}

/* ---------------------------------------------------------------------- graphs */

static enum pm_fit multiline_fits(const struct pm_sample *s)
{
    return pm_is_multiline_adjacency(s) ? PM_FIT_SURE : PM_FIT_NO;
}

static enum pm_fit json_fits(const struct pm_sample *s)
{
    const struct pm_word word = s->lines > 0 ? s->line->word[0] : (struct pm_word){"", 0};

    if (pm_word_is(word, "{") || pm_word_is(word, "[") || pm_word_is(word, "{}") ||
        strncmp(word.text, "{\"", 2) == 0 || strncmp(word.text, "[{", 2) == 0 ||
        strncmp(word.text, "[[", 2) == 0)
        return PM_FIT_SURE;
    return word.length > 0 && word.text[0] == '[' ? PM_FIT_LIKELY : PM_FIT_NO;
}

/* 'u: v w ...' */
static enum pm_fit colons_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_word first = s->line[k].word[0];
        if (first.length < 2 || first.text[first.length - 1] != ':')
            return PM_FIT_NO;
    }
    return s->lines > 1 ? PM_FIT_SURE : PM_FIT_NO;
}

/* METIS: the numbers n of vertices and m of edges, then n lines of other vertices, 2 m in all. */
static enum pm_fit metis_fits(const struct pm_sample *s)
{
    int64_t n, m, neighbour;
    int64_t words = 0;

    if (!s->whole || s->lines < 2 || s->line->words != 2 ||
        !pm_word_integer(&n, s->line->word[0]) || !pm_word_integer(&m, s->line->word[1]))
        return PM_FIT_NO;
    for (size_t k = 1; k < s->lines; k++) {
        for (int j = 0; j < s->line[k].words && j < PM_SAMPLE_WORDS; j++)
            if (!pm_word_integer(&neighbour, s->line[k].word[j]) || neighbour < 1 ||
                neighbour > n || neighbour == (int64_t)k)
                return PM_FIT_NO;
        words += s->line[k].words;
    }
    return (int64_t)s->lines - 1 == n && words % 2 == 0 && words / 2 == m ? PM_FIT_SURE : PM_FIT_NO;
}

/* 'Graph 1, order 4.' or '!Graph 1.' */
static enum pm_fit showg_fits(const struct pm_sample *s)
{
    const struct pm_word word = s->lines > 0 ? s->line->word[0] : (struct pm_word){"", 0};
    struct pm_word number = s->lines > 0 ? pm_sample_word(s->line, 1) : word;

    if ((!pm_word_is(word, "Graph") && !pm_word_is(word, "!Graph")) || number.length < 2 ||
        strchr(",.", number.text[number.length - 1]) == NULL)
        return PM_FIT_NO;
    number.length--;
    return pm_word_is_integer(number) ? PM_FIT_SURE : PM_FIT_NO;
}

/* The first line, of names above the columns, is indented, and each other line has one more word;
 * or the names are [,1], [,2], ... */
static enum pm_fit print_fits(const struct pm_sample *s)
{
    if (s->lines > 0 && pm_word_is(s->line->word[0], "[,1]"))
        return PM_FIT_SURE;
    if (s->lines < 2 || strchr(" \t", s->line->text[0]) == NULL)
        return PM_FIT_NO;
    for (size_t k = 1; k < s->lines; k++)
        if (s->line[k].words != s->line->words + 1 || strchr(" \t", s->line[k].text[0]) != NULL)
            return PM_FIT_NO;
    return PM_FIT_SURE;
}

/* True for lines such as '[1 2]' or '{1,2},'. */
static bool are_rows(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const char *const text = s->line[k].text + strspn(s->line[k].text, " \t");
        const char close = *text == '[' ? ']' : '}', *const end = strchr(text, close);
        if ((*text != '[' && *text != '{') || end == NULL ||
            end[1 + strspn(end + 1, ",; \t\r")] != '\0')
            return false;
    }
    return s->lines > 1;
}

/* True if two numbers of a line have blanks or a comma between them, and no semicolon. */
static bool has_neighbours(const char *text)
{
    for (const char *at = text; *at != '\0'; at++)
        if ('0' <= *at && *at <= '9' && at[1] != '\0' && strchr(" \t,", at[1]) != NULL) {
            const char *const next = at + 1 + strspn(at + 1, " \t,");
            if (*next != '\0' && strchr("0123456789+-.", *next) != NULL)
                return true;
        }
    return false;
}

/* '1 2; 3 4' on one line, or a semicolon at the end of every line and nowhere else. */
static enum pm_fit semicolons_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const char *const text = s->line[k].text, *const at = strchr(text, ';');
        const bool last = at != NULL && at[1 + strspn(at + 1, " \t\r")] == '\0';
        const bool several = s->lines == 1 && at != NULL && has_neighbours(text) &&
                             text[strspn(text, "0123456789+-.eE;, \t\r")] == '\0';
        if (s->line[k].words < 2 || (!last && !several))
            return PM_FIT_NO;
    }
    return s->lines > 0 ? PM_FIT_SURE : PM_FIT_NO;
}

/* A bracket and a number. */
static enum pm_fit rows_fits(const struct pm_sample *s)
{
    const char *const text = s->lines > 0 ? s->line->word[0].text : "";
    const char *const first = *text != '\0' ? text + 1 + strspn(text + 1, " \t") : text;

    if ((*text != '[' && *text != '{') || *first == '\0' || strchr("0123456789+-.", *first) == NULL)
        return PM_FIT_NO;
    return are_rows(s) ? PM_FIT_SURE : PM_FIT_LIKELY;
}

/* A line of words, then lines of so many numbers, perhaps after another word. */
static enum pm_fit titles_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_sample_line *const line = s->line + k;
        const int extra = line->words - s->line->words,
                  last = line->words < PM_SAMPLE_WORDS ? line->words : PM_SAMPLE_WORDS;
        if (extra < 0 || extra > 1 || line->words < 2)
            return PM_FIT_NO;
        for (int j = extra; j < last; j++)
            if (pm_word_is_number(line->word[j]) != (k > 0))
                return PM_FIT_NO;
    }
    return s->lines > 1 ? PM_FIT_LIKELY : PM_FIT_NO;
}

/* True where every line has the same number of commas, or of semicolons. */
static enum pm_fit comma_fits(const struct pm_sample *s)
{
    size_t wanted = 0;

    for (size_t k = 0; k < s->lines; k++) {
        size_t commas = 0;
        for (const char *at = s->line[k].text; *at != '\0'; at++)
            commas += *at == ',' || *at == ';';
        if (commas == 0 || (k > 0 && commas != wanted))
            return PM_FIT_NO;
        wanted = commas;
    }
    return s->lines > 0 ? PM_FIT_LIKELY : PM_FIT_NO;
}

/* Every line is one word, in which - or = joins two names. */
static enum pm_fit bonds_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++) {
        const struct pm_word word = s->line[k].word[0];
        const size_t at = strcspn(word.text, "-=");
        if (s->line[k].words != 1 || at == 0 || at + 1 >= word.length ||
            at + 1 + strcspn(word.text + at + 1, "-=") < word.length)
            return PM_FIT_NO;
    }
    return s->lines > 0 ? PM_FIT_BROKEN : PM_FIT_NO;
}

static enum pm_fit words_fits(const struct pm_sample *s)
{
    for (size_t k = 0; k < s->lines; k++)
        if (s->line[k].words != 1)
            return PM_FIT_NO;
    return s->lines > 0 ? PM_FIT_BROKEN : PM_FIT_NO;
}

/* ------------------------------------------------------------------ other files */

static enum pm_fit html_fits(const struct pm_sample *s)
{
    return pm_sample_begins(s, "<!DOCTYPE html") || pm_sample_begins(s, "<html") ? PM_FIT_SURE
                                                                                 : PM_FIT_NO;
}

static enum pm_fit xml_fits(const struct pm_sample *s)
{
    return pm_sample_begins(s, "<?xml") || pm_sample_begins(s, "<!DOCTYPE") ? PM_FIT_SURE
                                                                            : PM_FIT_NO;
}

static enum pm_fit matlab_fits(const struct pm_sample *s)
{
    return pm_sample_begins(s, "MATLAB 7.3") || pm_sample_begins(s, "\x89HDF") ? PM_FIT_SURE
                                                                               : PM_FIT_NO;
}

static enum pm_fit binary_fits(const struct pm_sample *s)
{
    return s->binary ? PM_FIT_SURE : PM_FIT_NO;
}

/* ------------------------------------------------------------------------ table */

#define NEIGHBOURS(number)                                                                         \
    "\"awk '{ print " number                                                                       \
    ", $0 }' IN\" makes lists that --format=adjlist reads, for countmatch with --pattern, since "  \
    "every edge stands in two of them; --format=el reads every line as an edge"
#define MOLECULE "a molecule is read from a .mol or .sdf file, which 'obabel "

static const struct {
    pm_fits *fits;
    const char *ends; /* of file names, separated by blanks */
    const char *what, *right;
} foreign[] = {
    {smiles_fits, "smi smiles can ism", "molecules as SMILES",
     MOLECULE "-ismi IN -osdf --gen2d' makes of it"},
    {inchi_fits, "inchi", "molecules as InChI", MOLECULE "-iinchi IN -osdf --gen2d' makes of it"},
    {xyz_fits, "xyz", "the places of atoms (XYZ), without bonds",
     MOLECULE "-ixyz IN -osdf' makes of it, with bonds"},
    {other_molecule_fits, "mol2 pdb ent cif cml", "molecules in a format that is not read",
     MOLECULE "IN -osdf' makes of it"},
    {multiline_fits, "", "NetworkX's adjacency list over several lines",
     "nx.write_edgelist() writes what is read"},
    {colons_fits, "", "adjacency lists with colons",
     "'sed s/:// IN' makes lists that --format=adjlist reads; if every edge stands in two of them, "
     "--pattern makes one of it"},
    {pm_sized_digits_fits, "", "the size of a matrix, then rows of digits",
     "'sed 1d IN' makes rows without the size that --format=digits reads; --format=table reads a "
     "column of numbers"},
    {pm_digit_rows_fits, "", "rows of digits",
     "--format=digits reads every digit as a number, --format=table every line as one"},
    {pm_pointed_digits_fits, "", "rows of digits, with points for 0",
     "'tr . 0 < IN' makes rows that --format=digits reads; --format=table reads a column of "
     "numbers"},
    {pm_neighbours_from_1_fits, "", "lists of neighbours, with those of vertex i in line i",
     NEIGHBOURS("NR")},
    {pm_neighbours_from_0_fits, "", "lists of neighbours, with those of vertex i - 1 in line i",
     NEIGHBOURS("NR - 1")},
    {pm_graph6_before_fits, "", "graph6 with another column after it",
     "\"awk '{ print $1 }' IN\" makes graph6; --format=el reads the words as names of vertices"},
    {pm_graph6_after_fits, "", "graph6 with another column before it",
     "\"awk '{ print $2 }' IN\" makes graph6; --format=el reads the words as names of vertices"},
    {pm_graph6_above_fits, "", "graph6 above lines of other words",
     "--format=graph6 reads every line as a graph, --format=el the words as names of vertices"},
    {metis_fits, "", "a graph of METIS",
     "awk 'NR > 1 { for (k = 1; k <= NF; k++) if ($k >= NR - 1) print NR - 1, $k }' IN makes an "
     "edge "
     "list"},
    {showg_fits, "", "graphs as nauty-showg prints them",
     "the graph6 from which it makes them is read as it is"},
    {print_fits, "", "a table as R or pandas print it",
     "write.csv() of R and to_csv() of pandas write what is read"},
    {semicolons_fits, "", "rows that end in semicolons",
     "\"tr ';' '\\n' < IN\" makes a table of them"},
    {html_fits, "", "a page of the web",
     "perhaps a page was saved in place of the file that it leads to"},
    {xml_fits, "", "XML, but neither GraphML nor GEXF", "of XML these alone are read"},
    {rows_fits, "", "the rows of a matrix without brackets around them all",
     "a matrix is one list of its rows, as in [[1,2],[3,4]] or {{1,2},{3,4}}"},
    {json_fits, "", "JSON or a list of Python",
     "nx.write_edgelist() writes a graph, scipy.io.mmwrite() or numpy.save() a matrix that is "
     "read"},
    {matlab_fits, "", "a file of MATLAB 7.3 (HDF5)", "save(..., '-v7') writes what is read"},
    {binary_fits, "", "a binary file", "none of that kind is read"},
    {titles_fits, "", "a table whose first line has names, with blanks between them",
     "--format=table reads the numbers below it as a matrix; edges need a first line such as "
     "'source "
     "target weight'"},
    {comma_fits, "", "comma-separated values that are neither edges nor numbers",
     "edges need a first line such as 'source,target,weight'; a matrix has numbers, and names only "
     "in its first line and column; --format=table shows what else stands there"},
    {bonds_fits, "", "edges as U-V or U=V",
     "an edge is 'U V', perhaps with a weight, or 'U--V': sed 's/[-=]/ /' IN makes such lines"},
    {words_fits, "", "a list of words, without any edge",
     "an edge list has two names a line; --format=el reads single ones as vertices without edges"},
};

pm_status pm_foreign_refuse(const struct pm_sample *sample, const struct pm_source *source,
                            struct pm_word end, enum pm_fit fit)
{
    char quote[PM_BEGIN_SIZE];

    for (size_t k = 0; k < sizeof foreign / sizeof *foreign; k++) {
        if (foreign[k].fits(sample) >= fit)
            return pm_source_fail(source, PM_INPUT, "it begins with %s and looks like %s; %s",
                                  pm_sample_quote(quote, sample), foreign[k].what,
                                  foreign[k].right);
        if (end.length > 0 && pm_ending_in(foreign[k].ends, end.text, end.length))
            return pm_source_fail(
                source, PM_INPUT,
                "its name is that of %s; %s; --format=NAME reads it as another format",
                foreign[k].what, foreign[k].right);
    }
    return PM_OK;
}
