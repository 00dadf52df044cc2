# SPDX-License-Identifier: GPL-3.0-or-later
# make doc: the manual as HTML in doc/, from the manual pages by mandoc and from Markdown by cmark-gfm.
doc_engines = docs/engines/complement.md docs/engines/dense.md docs/engines/enumerate.md \
	docs/engines/estimate.md docs/engines/graded.md docs/engines/hafnian.md docs/engines/index.md \
	docs/engines/multiplicity.md docs/engines/planar.md \
	docs/engines/orbits.md docs/engines/rank.md docs/engines/ryser.md docs/engines/sparse.md \
	docs/engines/sparyser.md docs/engines/sweep.md docs/engines/table.md docs/engines/tree.md
doc_pages = docs/benchmarks.md docs/clusters.md docs/dependencies.md docs/errors.md docs/estimates.md docs/lab/field.md docs/formats.md docs/gallery.md \
	docs/index.md docs/ising.md docs/library.md docs/lab/paper.md docs/planning.md docs/precision.md docs/proofs.md docs/python.md docs/questions.md \
	docs/lab/results.md docs/tracking.md $(doc_engines)
# docs/lab/paper: tables for docs/lab/paper.md that were measured on other machines, a folder each (bench/paper.py).
EXTRA_DIST += docs/lab/paper
EXTRA_DIST += $(doc_pages) docs/matching.svg docs/html.sh docs/style.css

.PHONY: doc
doc: all
	PATH="$$PWD/tools:$$PATH" bash $(srcdir)/docs/html.sh $(srcdir) doc

clean-local: clean-doc
clean-doc:
	rm -rf doc
.PHONY: clean-doc
