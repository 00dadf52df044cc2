#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ./quickstart install PREFIX in a copy of the tree and of its build.  The installed programs run with
# only the line for the PATH that quickstart prints.
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
# This build has no libpermatch.a, so libcore.a replaces it.
static=$scratch/prefix/static
mkdir -p "$static"
cp src/.libs/libcore.a "$static/libpermatch.a"
cat > "$scratch/count.c" <<'END'
#include <permatch.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    pm_problem *problem;
    pm_answer *answer;
    char *text, *proof;

    if (argc < 2 || pm_problem_read_mtx(&problem, argv[1]) != PM_OK ||
        pm_solve(&answer, problem, NULL) != PM_OK || pm_answer_text(&text, answer, 17) != PM_OK)
        return 1;
    const char *const value = text;
    if (pm_prove(&proof, problem, PM_PROVE_VALUE, &value, 1, NULL) != PM_OK)
        return 1;
    return puts(text) < 0;
}
END
read -ra libraries <<< "$(PKG_CONFIG_PATH=$scratch/prefix/lib/pkgconfig pkg-config --static --libs permatch |
    sed 's/-lpermatch//')"
"${CC:-cc}" -I"$scratch/prefix/include" "$scratch/count.c" -o "$scratch/count" -L"$static" -Wl,-Bstatic -lpermatch \
    -Wl,-Bdynamic "${libraries[@]}" 2> "$scratch/err" || sed 's/^/# /' "$scratch/err" >&2
is "$("$scratch/count" "$here/data/chessboard.mtx")" 12988816 "a program with -Wl,-Bstatic -lpermatch"
if needs cmake "a program built by CMake"; then
    mkdir "$scratch/cmake"
    cp "$scratch/count.c" "$scratch/cmake"
    printf '%s\n' 'cmake_minimum_required(VERSION 3.13)' 'project(count C)' 'find_package(permatch 1 REQUIRED)' \
        'add_executable(count count.c)' 'target_link_libraries(count permatch::permatch)' > "$scratch/cmake/CMakeLists.txt"
    { cmake -S "$scratch/cmake" -B "$scratch/cmake/build" -DCMAKE_PREFIX_PATH="$scratch/prefix" &&
        cmake --build "$scratch/cmake/build"; } > "$scratch/err" 2>&1 || sed 's/^/# /' "$scratch/err" >&2
    is "$("$scratch/cmake/build/count" "$here/data/chessboard.mtx")" 12988816 "a program built by CMake's find_package()"
fi
rm -rf "$copy"
is "$(cd "$here/data" && env -i PATH="/usr/bin:/bin" bash -c "$out; perm-mtx chessboard.mtx")" 12988816 \
    "with this line perm-mtx runs"
is "$(env -i PATH="/usr/bin:/bin" bash -c "$out; dimer grid 4 4 | countmatch")" 36 "... and dimer and countmatch"
for file in lib/pkgconfig/permatch.pc include/permatch.h share/man/man1/perm-mtx.1 share/man/man3/pm_solve.3; do
    [ -s "$scratch/prefix/$file" ]
    ok $? "... $file is there"
done
is "$(PKG_CONFIG_PATH=$scratch/prefix/lib/pkgconfig pkg-config --variable=prefix permatch)" "$scratch/prefix" \
    "permatch.pc names the folder"
finish
