# SPDX-License-Identifier: GPL-3.0-or-later
pm_samples = data/benzene.mtx data/chessboard.mtx data/complex.mtx data/coronene.mtx \
	data/cube.mtx data/decimal.mtx data/rectangular.mtx data/singular.mtx data/wide.mtx

pkgdocdir = $(docdir)/data
dist_pkgdoc_DATA = $(pm_samples) data/README data/answers
