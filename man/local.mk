# SPDX-License-Identifier: GPL-3.0-or-later
dist_man_MANS = man/countmatch.1 man/cyclecover.1 man/dimer.1 man/perm-mtx.1 man/pm-bench.1 man/pm-status.1 \
	man/pm-sum.1 man/permatch.3 man/permatch_formats.5 man/permatch_json.5
