#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./quickstart install PREFIX, in a copy of the tree and of its build: what it installs runs from there
# with nothing but the line for the PATH that it prints.
. "${srcdir:-.}/tests/tap.sh"

unset LD_LIBRARY_PATH MAKEFLAGS MFLAGS MAKELEVEL
if [ "$PWD" != "$(cd "$here" && pwd)/build" ] || [ ! -e src/.libs/libpermatch.so ]; then
    skip "only in the build that quickstart makes"
    finish
fi
copy=$scratch/copy
mkdir "$copy"
tar -C "$here" --exclude=.git --exclude=./build-sanitize --exclude='build/tests/*' -cf - . | tar -C "$copy" -xf -
mkdir -p "$copy/build/tests/.deps"
try bash "$copy/quickstart" install "$scratch/prefix"
is "$status" 0 "quickstart install"
[ "$status" -eq 0 ] || sed 's/^/# /' "$scratch/err" >&2
is "$out" "export PATH=\"$scratch/prefix/bin:\$PATH\"" "... prints the line for the PATH"
rm -rf "$copy"
is "$(cd "$here/data" && env -i PATH="/usr/bin:/bin" bash -c "$out; perm-mtx chessboard.mtx")" 12988816 \
    "the line makes perm-mtx known"
is "$(env -i PATH="/usr/bin:/bin" bash -c "$out; dimer grid 4 4 | countmatch")" 36 "... and dimer and countmatch"
for file in lib/pkgconfig/permatch.pc include/permatch.h share/man/man1/perm-mtx.1 share/man/man3/pm_solve.3; do
    [ -s "$scratch/prefix/$file" ]
    ok $? "... $file is there"
done
is "$(PKG_CONFIG_PATH=$scratch/prefix/lib/pkgconfig pkg-config --variable=prefix permatch)" "$scratch/prefix" \
    "permatch.pc names the folder"
finish
