# SPDX-License-Identifier: GPL-3.0-or-later
include_HEADERS = src/permatch.h
permatchincludedir = $(includedir)/permatch
permatchinclude_HEADERS = src/permatch/answers.h src/permatch/basics.h src/permatch/graph_inputs.h src/permatch/inputs.h
permatchinclude_HEADERS += src/permatch/questions.h src/permatch/stacks.h src/permatch/photons.h src/permatch/ising.h
lib_LTLIBRARIES += src/libpermatch.la
noinst_LTLIBRARIES += src/libcore.la src/libprintable.la $(kernel_libraries) $(isa_libraries)
EXTRA_DIST += src/LAYERS src/permatch.map

# Each folder adds its files to these lists.
core = # ordinary files
ring_kernels = # compiled once for each number type
dividing_kernels = # the same, for the types that can halve
floating_kernels = # the same, for the floating types
mods_sources = # compiled once for each instruction set, over several residues
isa_sources = # compiled once for each instruction set
float_sources = # the same, and for each floating type
cuda_sources = # kernels for GPUs and what they include

include %D%/base/local.mk
include %D%/num/local.mk
include %D%/model/local.mk
include %D%/cuda/local.mk
include %D%/unpack/local.mk
include %D%/read/local.mk
include %D%/reduce/local.mk
include %D%/estimate/local.mk
include %D%/engine/local.mk
include %D%/engine/estimate/local.mk
include %D%/engine/isa/local.mk
include %D%/engine/glynn/local.mk
include %D%/engine/classic/local.mk
include %D%/engine/multiple/local.mk
include %D%/engine/hafnian/local.mk
include %D%/engine/complement/local.mk
include %D%/engine/rank/local.mk
include %D%/engine/table/local.mk
include %D%/engine/torontonian/local.mk
include %D%/engine/dense/local.mk
include %D%/engine/sparse/local.mk
include %D%/engine/graded/local.mk
include %D%/engine/planar/local.mk
include %D%/engine/order/local.mk
include %D%/engine/pfaffian/local.mk
include %D%/engine/tree/local.mk
include %D%/engine/sweep/local.mk
include %D%/plan/local.mk
include %D%/schedule/local.mk
include %D%/mpi/local.mk
include %D%/checkpoint/local.mk
include %D%/run/local.mk
include %D%/query/local.mk
include %D%/solve/local.mk
include %D%/photons/local.mk
include %D%/ising/local.mk
include %D%/proof/local.mk
include %D%/print/local.mk
include $(srcdir)/cuda/local.mk

# For programs, too, which see of the library what is public.
src_libprintable_la_SOURCES = src/base/printable.c src/base/printable.h

# Everything lives in a convenience library, so that tests reach what the shared one hides.
src_libcore_la_SOURCES = $(core)
src_libcore_la_LIBADD = src/libprintable.la $(kernel_libraries) $(isa_libraries) $(core_needs)
core_needs = $(ARB_LIBS) $(FLINT_LIBS) $(MPFR_LIBS) $(CXSPARSE_LIBS) $(BTF_LIBS) $(PLANARITY_LIBS) $(ZLIB_LIBS) $(JANSSON_LIBS) \
	$(NETTLE_LIBS) $(DL_LIBS) -lm

# Kernels for GPUs and what they include, as strings: CUDA compiles them at run time.
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

# Kernels, once for each number type.  Sweeps do not use libwrap.
kernel_libraries = src/libmod.la src/libwrap.la src/libreal.la src/libcomplex.la src/libdd.la \
	src/libcomplexdd.la
floating = $(ring_kernels) $(dividing_kernels) $(floating_kernels)
src_libmod_la_SOURCES = $(ring_kernels) $(dividing_kernels)
src_libmod_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=mod
src_libwrap_la_SOURCES = $(ring_kernels)
src_libwrap_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=wrap
src_libreal_la_SOURCES = $(floating)
src_libreal_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=real
src_libcomplex_la_SOURCES = $(floating)
src_libcomplex_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=complex
src_libdd_la_SOURCES = $(floating)
src_libdd_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=dd
src_libcomplexdd_la_SOURCES = $(floating)
src_libcomplexdd_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=complex_dd

# Kernels, once for each instruction set; some also for each floating type.
isa_libraries = src/libportable.la src/libmods.la $(portable)
portable = src/libreal_portable.la src/libcomplex_portable.la src/libdd_portable.la src/libcomplexdd_portable.la
real = -DPM_NUMBER=real -DPARTS=1 -DWORDS=1
complex = -DPM_NUMBER=complex -DPARTS=2 -DWORDS=2
real_dd = -DPM_NUMBER=real_dd -DPARTS=1 -DWORDS=2
complex_dd = -DPM_NUMBER=complex_dd -DPARTS=2 -DWORDS=4
src_libmods_la_SOURCES = $(mods_sources)
src_libmods_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=mods -DPM_SET=portable
src_libportable_la_SOURCES = $(isa_sources)
src_libportable_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_ISA=portable
src_libreal_portable_la_SOURCES = $(float_sources)
src_libreal_portable_la_CPPFLAGS = $(AM_CPPFLAGS) $(real) -DPM_ISA=portable
src_libcomplex_portable_la_SOURCES = $(float_sources)
src_libcomplex_portable_la_CPPFLAGS = $(AM_CPPFLAGS) $(complex) -DPM_ISA=portable
src_libdd_portable_la_SOURCES = $(float_sources)
src_libdd_portable_la_CPPFLAGS = $(AM_CPPFLAGS) $(real_dd) -DPM_ISA=portable
src_libcomplexdd_portable_la_SOURCES = $(float_sources)
src_libcomplexdd_portable_la_CPPFLAGS = $(AM_CPPFLAGS) $(complex_dd) -DPM_ISA=portable
if PM_X86_VECTORS
avx512 = src/libreal_avx512.la src/libcomplex_avx512.la src/libdd_avx512.la src/libcomplexdd_avx512.la
avx2 = src/libreal_avx2.la src/libcomplex_avx2.la src/libdd_avx2.la src/libcomplexdd_avx2.la
isa_libraries += src/libavx512.la src/libavx2.la src/libmods512.la src/libmods2.la $(avx512) $(avx2)
avx512_flags = -mavx512f -mavx512dq -mfma $(ONE_SET)
avx2_flags = -mavx2 -mfma $(ONE_SET)
with_avx512 = -DPM_ISA=avx512 -DPM_ISA_AVX512 $(avx512_flags)
with_avx2 = -DPM_ISA=avx2 -DPM_ISA_AVX2 $(avx2_flags)
src_libmods512_la_SOURCES = $(mods_sources)
src_libmods512_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=mods -DPM_SET=avx512 $(avx512_flags)
src_libmods2_la_SOURCES = $(mods_sources)
src_libmods2_la_CPPFLAGS = $(AM_CPPFLAGS) -DPM_TYPE=mods -DPM_SET=avx2 $(avx2_flags)
src_libavx512_la_SOURCES = $(isa_sources)
src_libavx512_la_CPPFLAGS = $(AM_CPPFLAGS) $(with_avx512)
src_libavx2_la_SOURCES = $(isa_sources)
src_libavx2_la_CPPFLAGS = $(AM_CPPFLAGS) $(with_avx2)
src_libreal_avx512_la_SOURCES = $(float_sources)
src_libreal_avx512_la_CPPFLAGS = $(AM_CPPFLAGS) $(real) $(with_avx512)
src_libcomplex_avx512_la_SOURCES = $(float_sources)
src_libcomplex_avx512_la_CPPFLAGS = $(AM_CPPFLAGS) $(complex) $(with_avx512)
src_libdd_avx512_la_SOURCES = $(float_sources)
src_libdd_avx512_la_CPPFLAGS = $(AM_CPPFLAGS) $(real_dd) $(with_avx512)
src_libcomplexdd_avx512_la_SOURCES = $(float_sources)
src_libcomplexdd_avx512_la_CPPFLAGS = $(AM_CPPFLAGS) $(complex_dd) $(with_avx512)
src_libreal_avx2_la_SOURCES = $(float_sources)
src_libreal_avx2_la_CPPFLAGS = $(AM_CPPFLAGS) $(real) $(with_avx2)
src_libcomplex_avx2_la_SOURCES = $(float_sources)
src_libcomplex_avx2_la_CPPFLAGS = $(AM_CPPFLAGS) $(complex) $(with_avx2)
src_libdd_avx2_la_SOURCES = $(float_sources)
src_libdd_avx2_la_CPPFLAGS = $(AM_CPPFLAGS) $(real_dd) $(with_avx2)
src_libcomplexdd_avx2_la_SOURCES = $(float_sources)
src_libcomplexdd_avx2_la_CPPFLAGS = $(AM_CPPFLAGS) $(complex_dd) $(with_avx2)
endif
