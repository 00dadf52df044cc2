# SPDX-License-Identifier: GPL-3.0-or-later
core += %D%/switching.c
core += %D%/plane_search.c
core += %D%/aztec.c %D%/aztec.h
core += %D%/balls.c %D%/balls_bits.c
core += %D%/balls_complex.c
core += %D%/balls_template.h
core += %D%/curve.c %D%/curve.h
core += %D%/cut.c %D%/cut.h
core += %D%/dissection.c %D%/dissection.h
core += %D%/eliminate.c
core += %D%/faces.c
core += %D%/far.c %D%/far_draws.c %D%/far_search.c %D%/far_turns.c
core += %D%/front_template.h %D%/front_lanes_template.h %D%/front_pairs_template.h %D%/product_lanes.h
core += %D%/front_kept_template.h
core += %D%/field_residues.h
core += %D%/fronts.c
core += %D%/levels.c %D%/levels.h
core += %D%/fronts_back_template.h
core += %D%/fronts_template.h
core += %D%/plane_given.c
core += %D%/kasteleyn.c
core += %D%/match.c
core += %D%/orient.c
core += %D%/pair_order.c %D%/pair_order.h
core += %D%/planar.c %D%/planar.h
core += %D%/planar_draws.c
core += %D%/separate.c
core += %D%/field_dd.h
core += %D%/separator.c %D%/separator.h
core += %D%/separator_arf.c
core += %D%/separator_floating_template.h %D%/separator_template.h
core += %D%/shuffling.c
core += %D%/series.c %D%/series.h
core += %D%/signs.c
core += %D%/surface.c
core += %D%/proved.c %D%/proved.h
core += %D%/proved_template.h
isa_sources += %D%/proved_dd_kernel.c %D%/proved_shift_kernel.c
isa_sources += %D%/separator_dd_kernel.c
mods_sources += %D%/eliminate_kernel.c %D%/separator_kernel.c
if HAVE_PLANARITY
core += %D%/embed.c
else
core += %D%/no_embed.c
endif
