#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# deb.sh: Debian packages from the tarball of the build in build/, in build/deb; then lintian.
set -eu -o pipefail
cd "$(dirname "$0")/.."
for tool in dpkg-buildpackage dh lintian; do
    if ! command -v "$tool" > /dev/null; then
        echo "deb.sh: SKIPPED, since $tool is not installed (apt-get install devscripts debhelper lintian)" >&2
        exit 0
    fi
done
make -s -C build dist
version=$(sed -n 's/^AC_INIT(\[permatch\], \[\(.*\)\])$/\1/p' configure.ac)
rm -rf build/deb
mkdir build/deb
cp "build/permatch-$version.tar.xz" "build/deb/permatch_$version.orig.tar.xz"
tar -C build/deb -xf "build/permatch-$version.tar.xz"
cp -R packaging/debian "build/deb/permatch-$version/debian"
cd "build/deb/permatch-$version"
dpkg-buildpackage -us -uc -j2 "$@"
cd ..
# The first upload to Debian would close a bug report; these packages are not uploaded.
lintian --allow-root --suppress-tags initial-upload-closes-no-bugs --fail-on error,warning ./*.changes
