/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The join of two tables, and closings after it.  The polynomial of the join is the product of both
 * polynomials, with the square of each vertex replaced by 0.  To use an edge uv of weight w is to
 * multiply it by 1 + w u v; so the edge can be used in one of the two tables instead, if both ends
 * are open there, and so can a vertex that may stay uncovered.  To close a vertex is then to take
 * its coefficient.  The joined table itself, which would be much larger, is not needed. */
#pragma once

#include "proof/block_sums.h"

struct pm_proof_meeting {
    const struct pm_proof_layout *left, *right;
    const pm_residue *left_table, *right_table;
    const struct pm_proof_group *group; /* carried out after the join */
    int groups;
    const struct pm_field *field;
    struct pm_proof_weights weights;
    int threads;
};

/* True if a group can be carried out so. */
bool pm_proof_meeting_takes(const struct pm_proof_open *left, const struct pm_proof_open *right,
                            const struct pm_proof_group *group);

/* table = the one after the join and the groups. */
pm_status pm_proof_meeting_make(pm_residue *table, const struct pm_proof_layout *out,
                                const struct pm_proof_meeting *meeting);

/* small = the polynomial of that table for all subsets of some vertices, at a point.  The layout
 * `open` has these as its x, and all other open vertices as its y, whose point is r. */
pm_status pm_proof_meeting_fold(pm_residue *small, const struct pm_proof_layout *open,
                                const pm_residue *r, const struct pm_proof_meeting *meeting);

/* One of the tables, after the groups' edges; *copy must be released. */
pm_status pm_proof_meeting_side(pm_residue **copy, const struct pm_proof_meeting *meeting,
                                bool right);

/* The bits of the vertices in a layout without x that the groups close. */
uint32_t pm_proof_meeting_closed(const struct pm_proof_meeting *meeting,
                                 const struct pm_proof_layout *layout);

/* The vertices that two tables have in common, ascending; and the bits that they have in a layout
 * without x, also as a set. */
int pm_proof_shared(int *shared, const struct pm_proof_layout *left,
                    const struct pm_proof_layout *right);
uint32_t pm_proof_shared_bits(int *bit, const struct pm_proof_layout *layout, const int *shared,
                              int count);
