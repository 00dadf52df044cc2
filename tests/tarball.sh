#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# make check-long: the tarball of make dist builds without warnings with gcc and clang, without git, and
# without MPI, igraph and the planarity suite.
. "${srcdir:-.}/tests/tap.sh"

[ "${PM_TESTS-}" = long ] || { skip "two builds are slow: make check-long runs them"; finish; }
unset LD_LIBRARY_PATH MAKEFLAGS MFLAGS MAKELEVEL
mkdir "$scratch/bin"
ln -s "$(command -v false)" "$scratch/bin/git"
make -s dist > "$scratch/log" 2>&1
archive=$(ls -t permatch-*.tar.xz | head -n 1)
[ -s "$archive" ]
ok $? "make dist"
mkdir "$scratch/source"
tar -C "$scratch/source" --strip-components=1 -xf "$archive"
chmod -R a-w "$scratch/source"

# built COMPILER OPTION...: builds in $scratch/COMPILER.
built() {
    local compiler=$1
    shift
    mkdir "$scratch/$compiler"
    (cd "$scratch/$compiler" && PATH=$scratch/bin:$PATH &&
        ../source/configure --disable-static CC="$compiler" CFLAGS='-O1' "$@" &&
        make -j2 -s CFLAGS='-O1 -Werror') > "$scratch/$compiler.log" 2>&1
    is $? 0 "$compiler builds it with $*"
    [ -x "$scratch/$compiler/tools/perm-mtx" ] || tail -n 30 "$scratch/$compiler.log" >&2
    PATH=$scratch/$compiler/tools:$PATH
}

data=$here/data
if command -v clang > "$scratch/which"; then
    built clang --with-mpi=no --without-igraph --without-planarity
    answers 0 12988816 perm-mtx "$data/chessboard.mtx"
    answers 0 12500 countmatch "$data/buckyball.el"
    saying "built without igraph" refuses 4 countmatch --symmetry "$data/petersen.el"
    # Without the suite a search finds a drawing; of this graph only the suite finds one.
    answers 0 12500 countmatch --engine=planar "$data/buckyball.el"
    saying "no embedding" refuses 4 countmatch --engine=planar "$data/petersen.el"
else
    skip "NO clang IS INSTALLED"
fi
built gcc
answers 0 12988816 perm-mtx "$data/chessboard.mtx"
chmod -R u+w "$scratch/source"
rm -f "$archive"
finish
