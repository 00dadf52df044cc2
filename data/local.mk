# SPDX-License-Identifier: GPL-3.0-or-later
pm_samples = data/benzene.mtx data/chessboard.mtx data/complex.mtx data/coronene.mtx \
	data/cube.mtx data/decimal.mtx data/rectangular.mtx data/singular.mtx data/wide.mtx

pkgdocdir = $(docdir)/data
pm_graphs = data/buckyball.el data/feedback.txt data/icosahedron.el data/naphthalene.mol data/petersen.el \
	data/torus.el
dist_pkgdoc_DATA = $(pm_samples) $(pm_graphs) data/README data/answers data/aztec.svg data/shares.svg data/dense.awk \
	data/graph-answers

# To copy and change.
slurmdir = $(docdir)/data/slurm
dist_slurm_DATA = data/slurm/array.sh data/slurm/gpu-nodes.sh data/slurm/node.sh

# Proofs of numbers of docs/lab/results.md and of data/campaign.
proofsdir = $(docdir)/data/proofs
dist_proofs_DATA = \
	data/proofs/list data/proofs/king20.proof data/proofs/king22.proof data/proofs/king24.proof \
	data/proofs/king26.proof data/proofs/knight12.proof data/proofs/knight14.proof \
	data/proofs/box666.proof data/proofs/hoffman-singleton.proof data/proofs/king17-total.proof \
	data/proofs/king18-total.proof data/proofs/king19-total.proof data/proofs/king20-total.proof \
	data/proofs/king21-total.proof data/proofs/king22-total.proof data/proofs/king23-total.proof \
	data/proofs/squares50.proof data/proofs/hoffman-singleton.el data/proofs/squares50.awk \
	data/proofs/king15-near.proof data/proofs/king17-near.proof data/proofs/king19-near.proof \
	data/proofs/king21-near.proof data/proofs/knight11-near.proof data/proofs/near.awk data/proofs/unproved

# Numbers of sequences, and the program that computes them again: make campaign TERMS="A356481:12 A095986:40..50".
EXTRA_DIST += data/campaign data/benchmark
TERMS = A356481:0..15
.PHONY: campaign
campaign: tools/countmatch tools/perm-mtx tools/dimer
	PATH="$$PWD/tools:$$PATH" python3 $(srcdir)/data/campaign/campaign.py --second $(TERMS)
