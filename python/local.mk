# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package needs no building: pip install ./python, where the library is installed.
EXTRA_DIST += python/pyproject.toml python/permatch python/tests python/examples
