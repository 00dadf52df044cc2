# SPDX-License-Identifier: GPL-3.0-or-later
include_HEADERS = src/permatch.h
lib_LTLIBRARIES += src/libpermatch.la
noinst_LTLIBRARIES += src/libcore.la $(kernel_libraries) $(isa_libraries)
EXTRA_DIST += src/LAYERS src/permatch.map

# Everything lives in a convenience library, so that tests reach what the shared one hides.
src_libcore_la_SOURCES = \
	src/base/alloc.c src/base/alloc.h \
	src/base/bits.h \
	src/base/clock.h \
	src/base/given.c src/base/given.h \
	src/base/late.c src/base/late.h \
	src/base/memory_left.c src/base/memory_left.h \
	src/base/size_text.h \
	src/base/sized.c src/base/sized.h \
	src/base/splitmix.h \
	src/base/status.c src/base/status.h \
	src/base/stop.h \
	src/base/stored.c src/base/stored.h \
	src/base/text.c src/base/text.h \
	src/base/threads.c src/base/threads.h \
	src/base/watched.c src/base/watched.h \
	src/num/accumulate.h \
	src/num/arb_ball.h \
	src/num/ball.h \
	src/num/cleanup.c \
	src/num/crt.c src/num/crt.h \
	src/num/dd.h \
	src/num/dot.h \
	src/num/fold.c src/num/fold.h \
	src/num/gauss.c src/num/gauss.h \
	src/num/mag.c src/num/mag.h \
	src/num/number.c src/num/number.h \
	src/num/pair.h \
	src/num/part.c src/num/part.h \
	src/num/random.c src/num/random.h \
	src/num/root.h \
	src/num/type.h \
	src/num/type_complex.h \
	src/num/type_complex_dd.h \
	src/num/type_dd.h \
	src/num/type_mod.h \
	src/num/type_mods.h \
	src/num/type_real.h \
	src/num/type_wrap.h \
	src/num/value.c src/num/value.h \
	src/model/adjacent.c src/model/adjacent.h \
	src/model/arrays.c \
	src/model/automorphisms.c \
	src/model/balance.c src/model/balance.h \
	src/model/blossom.c src/model/blossom.h \
	src/model/bound.c src/model/bound.h \
	src/model/convert.h \
	src/model/convert_mod.c \
	src/model/convert_mods.c \
	src/model/convert_wrap.c \
	src/model/graph.c src/model/graph.h \
	src/model/image.c src/model/image.h \
	src/model/loops.c \
	src/model/matrix.c src/model/matrix.h \
	src/model/nested_order.c src/model/nested_order.h \
	src/model/opposite.c src/model/opposite.h \
	src/model/place.c src/model/place.h \
	src/model/problem.c src/model/problem.h \
	src/model/question.c \
	src/model/rotation.c src/model/rotation.h \
	src/model/round.c src/model/round.h \
	src/model/sides.c src/model/sides.h \
	src/model/symmetry.c src/model/symmetry.h \
	src/model/total.c \
	src/model/why.c \
	src/cuda/cache.c src/cuda/cache.h \
	src/cuda/compile.c src/cuda/compile.h \
	src/cuda/driver.c src/cuda/driver.h \
	src/cuda/gpu.c src/cuda/gpu.h \
	src/cuda/memory.c src/cuda/memory.h \
	src/cuda/sources.h \
	src/read/adjlist.c \
	src/read/archive.c src/read/archive.h \
	src/read/attributes.c src/read/attributes.h \
	src/read/beginning.c src/read/beginning.h \
	src/read/complex_word.c src/read/complex_word.h \
	src/read/csv_edges.c \
	src/read/decimal.c src/read/decimal.h \
	src/read/dimacs.c \
	src/read/edge.c src/read/edge.h \
	src/read/edgelist.c \
	src/read/entries.c \
	src/read/foreign.c \
	src/read/formats.c src/read/formats.h \
	src/read/graph6.c \
	src/read/graphml.c \
	src/read/matrixgraph.c \
	src/read/molecule.c src/read/molecule.h \
	src/read/molfile.c \
	src/read/mtx.c src/read/mtx.h \
	src/read/mtx_head.c src/read/mtx_head.h \
	src/read/names.c src/read/names.h \
	src/read/npy.c src/read/npy.h \
	src/read/pajek.c \
	src/read/planarcode.c \
	src/read/reader.c \
	src/read/recognise.c \
	src/read/source.c src/read/source.h \
	src/read/table.c \
	src/read/word.c src/read/word.h \
	src/reduce/components.c \
	src/reduce/decompose.c src/reduce/decompose.h \
	src/reduce/degree.c \
	src/reduce/degree_vertices.c \
	src/reduce/dm.c \
	src/reduce/edit.c src/reduce/edit.h \
	src/reduce/edmonds.c \
	src/reduce/lines.c \
	src/reduce/nested_rows.c \
	src/reduce/reduce.c src/reduce/reduce.h \
	src/reduce/rule.c src/reduce/rule.h \
	src/reduce/scale.c \
	src/reduce/scale_vertices.c \
	src/reduce/split.c \
	src/engine/any_bits.h src/engine/gpu_work.h src/engine/more.h src/engine/question.h \
	src/engine/engine.h \
	src/engine/engines.c \
	src/engine/gpu_jobs.c src/engine/gpu_jobs.h \
	src/engine/gpu_walk.c src/engine/gpu_walk.h \
	src/engine/limits.c src/engine/limits.h \
	src/engine/search_steps.c src/engine/search_steps.h \
	src/engine/sizes.c src/engine/sizes.h \
	src/engine/walk.c src/engine/walk.h \
	src/engine/isa/isa.c src/engine/isa/isa.h \
	src/engine/glynn/finish.h \
	src/engine/glynn/residues.c src/engine/glynn/residues.h \
	src/engine/glynn/rounded.c src/engine/glynn/rounded.h \
	src/engine/glynn/rows.c src/engine/glynn/rows.h \
	src/engine/glynn/sign_walk.c src/engine/glynn/sign_walk.h \
	src/engine/classic/enumerate.c \
	src/engine/classic/subsets.c \
	src/engine/multiple/multiplicity.c src/engine/multiple/multiplicity.h \
	src/engine/multiple/powers.c src/engine/multiple/powers.h src/engine/multiple/powers_plan.c \
	src/engine/hafnian/hafnian.c \
	src/engine/nested/nested.c src/engine/nested/nested.h \
	src/engine/rank/exponents.c src/engine/rank/exponents.h \
	src/engine/rank/forms.c src/engine/rank/forms.h \
	src/engine/rank/low_rank.c src/engine/rank/low_rank.h \
	src/engine/rank/low_rank_balls.c \
	src/engine/rank/low_rank_residues.c \
	src/engine/dense/dense.c \
	src/engine/dense/dense_gpu.c \
	src/engine/dense/dense_mod.c \
	src/engine/dense/dense_tables.c \
	src/engine/dense/dense_walk.c src/engine/dense/dense_walk.h \
	src/engine/dense/patch.c \
	src/engine/sparse/fast_columns.c \
	src/engine/sparse/program_source.c src/engine/sparse/program_source.h \
	src/engine/sparse/sparse.c \
	src/engine/sparse/sparse_gpu.c \
	src/engine/sparse/sparse_mod.c \
	src/engine/sparse/sparse_program.c src/engine/sparse/sparse_program.h \
	src/engine/sparse/sparse_tables.c \
	src/engine/sparse/sparse_walk.c src/engine/sparse/sparse_walk.h \
	src/engine/graded/graded.c \
	src/engine/graded/graded_choice.c \
	src/engine/graded/graded_gpu.c src/engine/graded/graded_gpu.h \
	src/engine/graded/graded_kernels.c \
	src/engine/graded/graded_nodes.h \
	src/engine/graded/graded_part.c \
	src/engine/graded/graded_sums.h \
	src/engine/graded/graded_tables.c \
	src/engine/graded/graded_walk.c src/engine/graded/graded_walk.h \
	src/engine/graded/halves.c src/engine/graded/halves.h \
	src/engine/graded/rounding_loss.c \
	src/engine/graded/single_range.c \
	src/engine/graded/sinkhorn.c \
	src/engine/graded/thresholds.c \
	src/engine/graded/warp_tables.c src/engine/graded/warp_tables.h \
	src/engine/graded/warps.h \
	src/engine/graded/weigh.c \
	src/engine/planar/balls.c \
	src/engine/planar/balls_complex.c \
	src/engine/planar/balls_run.h \
	src/engine/planar/cut.c src/engine/planar/cut.h \
	src/engine/planar/eliminate.c \
	src/engine/planar/faces.c \
	src/engine/planar/front.h \
	src/engine/planar/front_kept.h \
	src/engine/planar/fronts.c \
	src/engine/planar/fronts_back.h \
	src/engine/planar/fronts_run.h \
	src/engine/planar/kasteleyn.c \
	src/engine/planar/match.c \
	src/engine/planar/minors.c src/engine/planar/minors.h \
	src/engine/planar/orient.c \
	src/engine/planar/pair_order.c src/engine/planar/pair_order.h \
	src/engine/planar/planar.c src/engine/planar/planar.h \
	src/engine/planar/planar_draws.c \
	src/engine/planar/planar_graph.c \
	src/engine/planar/planar_queries.h \
	src/engine/planar/planar_shares.c \
	src/engine/planar/ring.c \
	src/engine/planar/separate.c \
	src/engine/planar/separator.c src/engine/planar/separator.h \
	src/engine/planar/signs.c \
	src/engine/planar/torus.c \
	src/engine/sweep/back.c src/engine/sweep/back.h \
	src/engine/sweep/change.c src/engine/sweep/change.h \
	src/engine/sweep/choose_kernel.c \
	src/engine/sweep/frame.c src/engine/sweep/frame.h \
	src/engine/sweep/kernel.h \
	src/engine/sweep/launch_table.c src/engine/sweep/launch_table.h \
	src/engine/sweep/launches.h \
	src/engine/sweep/middle.c src/engine/sweep/middle.h \
	src/engine/sweep/mirror.c src/engine/sweep/mirror.h \
	src/engine/sweep/order.h \
	src/engine/sweep/order_anneal.c src/engine/sweep/order_anneal.h \
	src/engine/sweep/order_fiedler.c \
	src/engine/sweep/order_floor.c \
	src/engine/sweep/order_graph.c \
	src/engine/sweep/order_greedy.c \
	src/engine/sweep/order_levels.c \
	src/engine/sweep/order_line.c \
	src/engine/sweep/order_price.c src/engine/sweep/order_price.h \
	src/engine/sweep/order_search.c \
	src/engine/sweep/order_star.h \
	src/engine/sweep/order_try.h \
	src/engine/sweep/pass.h src/engine/sweep/passes.c src/engine/sweep/passes.h \
	src/engine/sweep/pool.c src/engine/sweep/pool.h \
	src/engine/sweep/replay.c src/engine/sweep/replay.h \
	src/engine/sweep/sweep_queries.c \
	src/engine/sweep/shape.c src/engine/sweep/shape.h \
	src/engine/sweep/slice.c src/engine/sweep/slice.h \
	src/engine/sweep/swap.c src/engine/sweep/swap.h \
	src/engine/sweep/sweep.c src/engine/sweep/sweep.h \
	src/engine/sweep/sweep_choice.c \
	src/engine/sweep/sweep_gpu.c src/engine/sweep/sweep_gpu.h \
	src/engine/sweep/sweep_run.c src/engine/sweep/sweep_run.h \
	src/engine/sweep/tile.h \
	src/engine/sweep/tile_pass.c src/engine/sweep/tile_pass.h \
	src/engine/sweep/tile_rounds.c src/engine/sweep/tile_rounds.h \
	src/engine/sweep/tiles.c src/engine/sweep/tiles.h \
	src/engine/sweep/uses.c src/engine/sweep/uses.h \
	src/engine/tree/anneal.c \
	src/engine/tree/elimination_order.c \
	src/engine/tree/layout.c src/engine/tree/layout.h \
	src/engine/tree/merge_pairs.c src/engine/tree/merge_pairs.h \
	src/engine/tree/merge_tree.c src/engine/tree/merge_tree.h \
	src/engine/tree/sweep_order.c \
	src/engine/tree/tree.c \
	src/engine/tree/tree_from_order.c \
	src/engine/tree/tree_kernels.c src/engine/tree/tree_kernels.h \
	src/engine/tree/tree_queries.c src/engine/tree/tree_queries.h \
	src/engine/tree/tree_search.c src/engine/tree/tree_search.h \
	src/engine/tree/tree_slices.c src/engine/tree/tree_slices.h \
	src/plan/ask.c src/plan/ask.h \
	src/plan/branch.c src/plan/branch.h \
	src/plan/choice.c src/plan/choice.h \
	src/plan/described_machine.c \
	src/plan/explain.c src/plan/explain.h \
	src/plan/fixed.c src/plan/fixed.h \
	src/plan/foresee.c src/plan/foresee.h \
	src/plan/turns.c src/plan/turns.h \
	src/plan/machine.c src/plan/machine.h \
	src/plan/plan.c src/plan/plan.h \
	src/plan/planning.c \
	src/plan/policy.c src/plan/policy.h \
	src/plan/query.c src/plan/query.h \
	src/plan/stored_plan.c \
	src/plan/trial.c src/plan/trial.h \
	src/plan/way.c src/plan/way.h \
	src/schedule/deal.c src/schedule/deal.h \
	src/schedule/lanes.h \
	src/schedule/range.h \
	src/schedule/records.c \
	src/schedule/units.c src/schedule/units.h \
	src/schedule/workers.c src/schedule/workers.h \
	src/mpi/ranks.c src/mpi/ranks.h \
	src/mpi/team.c src/mpi/team.h \
	src/checkpoint/checkpoint.c src/checkpoint/checkpoint.h \
	src/checkpoint/lock.c src/checkpoint/lock.h \
	src/checkpoint/progress.c src/checkpoint/progress.h \
	src/checkpoint/replace.c src/checkpoint/replace.h \
	src/checkpoint/session.c src/checkpoint/session.h \
	src/checkpoint/statement.c src/checkpoint/statement.h \
	src/checkpoint/supervise.c \
	src/run/self_check.c src/run/self_check.h \
	src/run/check.c src/run/check.h \
	src/run/core.c src/run/core.h \
	src/run/expand.c src/run/expand.h \
	src/run/gpus.c src/run/gpus.h \
	src/run/leaves.c src/run/leaves.h \
	src/run/rings.c src/run/rings.h \
	src/run/run.c src/run/run.h \
	src/run/parity.c src/run/parity.h \
	src/run/primes_needed.c src/run/primes_needed.h \
	src/run/split_run.c src/run/split_run.h \
	src/query/draw.c src/query/draw.h \
	src/query/entry_blocks.c src/query/entry_blocks.h \
	src/query/entry_shares.c src/query/entry_shares.h \
	src/query/hafnians.c src/query/hafnians.h \
	src/query/list.c \
	src/query/marginals.c \
	src/query/matchings.c \
	src/query/leave_out.c \
	src/query/minors_at_once.c src/query/minors_at_once.h \
	src/query/options.c src/query/options.h \
	src/query/sample.c \
	src/query/values.c src/query/values.h \
	src/solve/looped.c \
	src/solve/repeated.c \
	src/solve/resume.c \
	src/solve/small.c \
	src/solve/solve.c src/solve/solve.h \
	src/proof/blocks.c src/proof/blocks.h \
	src/proof/claims.c src/proof/claims.h \
	src/proof/field.h \
	src/proof/evaluate.c src/proof/evaluate.h \
	src/proof/forward.c \
	src/proof/table_layout.c src/proof/table_layout.h \
	src/proof/oracle.c src/proof/oracle.h \
	src/proof/prove.c \
	src/proof/prover.c src/proof/prover.h \
	src/proof/join_back.c \
	src/proof/proved_problem.c src/proof/proved_problem.h \
	src/proof/steps.c src/proof/steps.h \
	src/proof/block_sums.c src/proof/block_sums.h \
	src/print/exact.c src/print/exact.h \
	src/print/print_mtx.c \
	src/print/print_names.c \
	src/print/print_plan.c \
	src/print/print_text.c \
	src/print/six_bits.c \
	src/print/written.c src/print/written.h \
	src/batch/all_minors.c src/batch/all_minors.h \
	src/batch/batch.c \
	src/batch/each.c src/batch/each.h \
	src/batch/formula.c \
	src/batch/formula_balls.c src/batch/formula_balls.h \
	src/batch/integers.c src/batch/integers.h \
	src/batch/kernels.c \
	src/batch/hafnian_gradient.c \
	src/batch/loop_exact.c \
	src/batch/loop_hafnian.c src/batch/loop_hafnian.h \
	src/batch/loop_moments.c \
	src/batch/loop_pairs.c \
	src/batch/method.h \
	src/batch/patches.c src/batch/patches.h \
	src/batch/rank.c \
	src/batch/repeated_lines.c src/batch/repeated_lines.h \
	src/batch/stack.c src/batch/stack.h \
	src/batch/on_gpus.c \
	src/batch/residue_table.h \
	src/batch/strands.c src/batch/strands.h \
	src/batch/table_kernel.h \
	src/batch/tabled.c \
	src/batch/terms.c src/batch/terms.h \
	src/batch/terms_entries.c src/batch/terms_entries.h \
	src/batch/terms_kernel.h \
	src/batch/terms_sums.c src/batch/terms_sums.h \
	src/batch/terms_chunks.c src/batch/terms_chunks.h \
	src/batch/terms_gpu.c src/batch/terms_gpu.h \
	src/batch/walks.c src/batch/walks.h \
	src/batch/walked.c src/batch/walked.h

# What leans on a library that may be missing, or says so.
if HAVE_IGRAPH
src_libcore_la_SOURCES += src/model/bliss.c src/model/late_igraph.c src/model/late_igraph.h src/read/igraph.c \
	src/print/by_igraph.c
else
src_libcore_la_SOURCES += src/model/no_bliss.c src/read/no_igraph.c src/print/no_writers.c
endif
if HAVE_PLANARITY
src_libcore_la_SOURCES += src/engine/planar/embed.c
else
src_libcore_la_SOURCES += src/engine/planar/no_embed.c
endif
src_libcore_la_LIBADD = $(kernel_libraries) $(isa_libraries) $(ARB_LIBS) $(FLINT_LIBS) $(MPFR_LIBS) $(CXSPARSE_LIBS) $(BTF_LIBS) \
	$(PLANARITY_LIBS) $(ZLIB_LIBS) $(JANSSON_LIBS) $(NETTLE_LIBS) $(DL_LIBS) -lm

# Kernels for GPUs and what they include, as strings: CUDA compiles them at run time.
cuda_sources = \
	cuda/dense.cu \
	cuda/dense_modular.cu \
	cuda/fold.h \
	cuda/graded.cu \
	cuda/graded_blocks.h \
	cuda/graded_tests.h \
	cuda/quads.h \
	cuda/residues.h \
	cuda/sparse.cu cuda/sparse.h \
	cuda/sparse_modular.cu \
	cuda/strand.h \
	cuda/strand_rows.h \
	cuda/sweep.cu \
	cuda/sweep_tiles.cu \
	cuda/terms.cu \
	src/batch/terms_table.h \
	src/engine/glynn/finish.h \
	src/engine/glynn/products.h \
	src/engine/graded/graded_sums.h \
	src/engine/graded/warps.h \
	src/engine/isa/vector.h \
	src/engine/isa/vector_mod.h \
	src/engine/sweep/launches.h \
	src/engine/sweep/tile.h \
	src/num/ball.h \
	src/num/pair.h \
	src/num/root.h
nodist_src_libcore_la_SOURCES = src/cuda/sources.c
EXTRA_DIST += $(cuda_sources) cuda/embed.awk
CLEANFILES += src/cuda/sources.c
src/cuda/sources.c: $(cuda_sources) cuda/embed.awk
	@$(MKDIR_P) src/cuda
	$(AM_V_GEN)(cd $(srcdir) && $(AWK) -v header=cuda/sources.h -v table=pm_kernel_sources -f cuda/embed.awk $(cuda_sources)) > $@.tmp && mv $@.tmp $@

src_libpermatch_la_SOURCES =
src_libpermatch_la_LIBADD = src/libcore.la
src_libpermatch_la_LDFLAGS = $(AM_LDFLAGS) -version-info 1:0:0 -no-undefined
if HAVE_VERSION_SCRIPT
src_libpermatch_la_LDFLAGS += -Wl,--version-script=$(srcdir)/src/permatch.map
endif
src_libpermatch_la_DEPENDENCIES = src/libcore.la src/permatch.map

# Kernels: the same sources once per number type; those that halve need no libwrap, and
# sweeps do not use it.
kernel_libraries = src/libmod.la src/libwrap.la src/libreal.la src/libcomplex.la src/libdd.la \
	src/libcomplexdd.la
dividing_kernels = \
	src/engine/multiple/multiplicity_kernel.c \
	src/engine/classic/ryser_wide_kernel.c \
	src/engine/classic/sparyser_kernel.c \
	src/engine/classic/subsets_kernel.c \
	src/engine/sweep/sweep_kernel.c \
	src/engine/sweep/sweep_back.h \
	src/engine/sweep/sweep_walk.h
ring_kernels = \
	src/engine/classic/columns.h \
	src/engine/classic/enumerate_kernel.c \
	src/engine/hafnian/hafnian_kernel.c \
	src/engine/nested/nested_kernel.c \
	src/engine/tree/tree_few.h \
	src/engine/tree/tree_join.h \
	src/engine/tree/tree_kernel.c \
	src/engine/tree/tree_outside.h \
	src/engine/tree/tree_run.h \
	src/engine/tree/tree_sample.h \
	src/engine/tree/tree_side.h \
	src/engine/tree/tree_sum.h \
	src/engine/tree/tree_table.h \
	src/engine/tree/tree_wide_kernel.c

src_libmod_la_SOURCES = $(ring_kernels) $(dividing_kernels)
src_libmod_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=mod
src_libwrap_la_SOURCES = $(ring_kernels)
src_libwrap_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=wrap
src_libreal_la_SOURCES = $(ring_kernels) $(dividing_kernels) src/model/convert_floating.c
src_libreal_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=real
src_libcomplex_la_SOURCES = $(ring_kernels) $(dividing_kernels) src/model/convert_floating.c
src_libcomplex_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=complex
src_libdd_la_SOURCES = $(ring_kernels) $(dividing_kernels) src/model/convert_floating.c
src_libdd_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=dd
src_libcomplexdd_la_SOURCES = $(ring_kernels) $(dividing_kernels) src/model/convert_floating.c
src_libcomplexdd_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=complex_dd

# Kernels over several residues, and those of the dense walk: the same sources once per instruction
# set.
mods_sources = src/engine/tree/tree_kernel.c src/engine/tree/tree_wide_kernel.c
isa_libraries = src/libportable.la src/libmods.la
src_libmods_la_SOURCES = $(mods_sources)
src_libmods_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=mods -DPM_SET=portable
isa_sources = \
	src/batch/all_minors_complex_kernel.c \
	src/batch/all_minors_kernel.h \
	src/batch/all_minors_real_kernel.c \
	src/batch/residue_table_kernel.c \
	src/batch/table_kernel.c \
	src/batch/terms_kernel.c \
	src/engine/isa/vector.h \
	src/engine/isa/vector_mod.h \
	src/engine/isa/vector_single.h \
	src/engine/glynn/products.h \
	src/engine/glynn/row_sums.h \
	src/engine/dense/dense_complex_dd_kernel.c \
	src/engine/dense/dense_complex_kernel.c \
	src/engine/dense/dense_kernel.h \
	src/engine/dense/dense_mod_kernel.c \
	src/engine/dense/dense_real_dd_kernel.c \
	src/engine/dense/dense_real_kernel.c \
	src/engine/graded/graded_blocks_kernel.c \
	src/engine/graded/graded_nodes_kernel.c \
	src/engine/sparse/sparse_complex_dd_kernel.c \
	src/engine/sparse/sparse_complex_kernel.c \
	src/engine/sparse/sparse_kernel.h \
	src/engine/sparse/sparse_mod_kernel.c \
	src/engine/sparse/sparse_real_dd_kernel.c \
	src/engine/sparse/sparse_real_kernel.c \
	src/engine/sweep/sweep_moduli_kernel.c \
	src/engine/sweep/sweep_residues_kernel.c \
	src/engine/sweep/sweep_back.h \
	src/engine/sweep/sweep_walk.h
src_libportable_la_SOURCES = $(isa_sources)
src_libportable_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_ISA=portable
if PM_X86_VECTORS
isa_libraries += src/libavx512.la src/libavx2.la src/libmods512.la src/libmods2.la
src_libmods512_la_SOURCES = $(mods_sources)
src_libmods512_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=mods -DPM_SET=avx512
src_libmods512_la_CFLAGS = $(AM_CFLAGS) -mavx512f -mavx512dq -mfma
src_libmods2_la_SOURCES = $(mods_sources)
src_libmods2_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=mods -DPM_SET=avx2
src_libmods2_la_CFLAGS = $(AM_CFLAGS) -mavx2 -mfma
src_libavx512_la_SOURCES = $(isa_sources)
src_libavx512_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_ISA=avx512 -DPM_ISA_AVX512
src_libavx512_la_CFLAGS = $(AM_CFLAGS) -mavx512f -mavx512dq -mfma
src_libavx2_la_SOURCES = $(isa_sources)
src_libavx2_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_ISA=avx2 -DPM_ISA_AVX2
src_libavx2_la_CFLAGS = $(AM_CFLAGS) -mavx2 -mfma
endif
