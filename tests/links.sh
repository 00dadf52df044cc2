#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every link in README.md, CONTRIBUTING.md and docs leads to a file that exists or that make doc draws.
# Every file and every function that HACKING names exists, and it has each folder of engines.  docs/engines has a page for each engine.
. "${srcdir:-.}/tests/tap.sh"

for page in "$here"/*.md "$here"/docs/*.md "$here"/docs/*/*.md; do
    missing=
    while read -r target; do
        case $target in
        http* | '#'* | hexagon.svg | torus.svg | buckyball.svg) continue ;;
        esac
        [ -e "$(dirname "$page")/${target%#*}" ] || missing+=" $target"
    done < <(grep -o '](\([^)]*\))' "$page" | sed 's/^](//; s/)$//')
    is "$missing" "" "links of ${page#"$here"/}"
done
missing=
while read -r name; do
    [ -e "$here/$name" ] || [ -e "$here/$name.c" ] || missing+=" $name"
done < <(grep -oE '\b(src|tools|bench|tests|man|docs|cuda|data|python)/[A-Za-z0-9_./-]*[a-z0-9]' "$here/HACKING" | sort -u |
    grep -vE 'NAME|[.]libs|suite$')
is "$missing" "" "the files that HACKING names"
find "$here"/{src,tools,bench,tests,cuda,packaging,python} -type f -name '*.[chsp]*' | sed 's,.*/,,' > "$scratch/files"
missing=
for name in $(grep -oE '\b[a-z_0-9]+[.](c|h|cu|sh|py)\b' "$here/HACKING" | sort -u); do
    grep -q "$name\$" "$scratch/files" || missing+=" $name"
done
for name in $(grep -oE '[*a-z_0-9]+\(\)' "$here/HACKING" | grep -v '^[*]' | sort -u); do
    grep -rqE --include='*.[chp]*' "\b${name%()}( = [^;]*)?\(" "$here"/{src,tools,tests,python} || missing+=" $name"
done
is "$missing" "" "files without their folders, and functions, that HACKING names"
is "$(sed -n '/^Folders of engines/,/^$/p' "$here/HACKING" | grep -oE '^  [a-z]+(, [a-z]+)*  ' | tr -d ',' | xargs -n1 |
    grep -v folder | sort | tr '\n' ' ')" \
    "$(cd "$here/src/engine" && find . -mindepth 1 -maxdepth 1 -type d | sed 's|^./||' | sort | tr '\n' ' ')" \
    "HACKING tells what each folder of engines is"
is "$(perm-mtx --help=engines | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort | tr '\n' ' ')" \
    "$(cd "$here/docs/engines" && for page in *.md; do [ "$page" = index.md ] || echo "${page%.md}"; done | sort | tr '\n' ' ')" \
    "a page for each engine"
# The version is in configure.ac, and the Python package has the same.
is "$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$here/python/permatch/__init__.py")" \
    "$(sed -n 's/^AC_INIT(\[permatch\], \[\(.*\)\])$/\1/p' "$here/configure.ac")" "the Python package has the version of the library"
finish
