# SPDX-License-Identifier: GPL-3.0-or-later
"""The recipe of Spack.  It builds the source in the current folder, without fetching anything."""

from spack.package import *


class Permatch(AutotoolsPackage):
    """Permanents, hafnians and perfect matchings, exactly or with proved bounds."""

    license("GPL-3.0-or-later")
    version("1.0.0")
    variant("mpi", default=False, description="Ranks share the work of one problem")

    depends_on("c", type="build")
    depends_on("autoconf", type="build")
    depends_on("automake", type="build")
    depends_on("libtool", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("gmp")
    depends_on("mpfr")
    depends_on("flint")
    depends_on("suite-sparse")
    depends_on("igraph")
    depends_on("jansson")
    depends_on("nettle")
    depends_on("zlib-api")
    depends_on("mpi", when="+mpi")

    def configure_args(self):
        return ["--without-planarity"] + self.with_or_without("mpi")
