# SPDX-License-Identifier: GPL-3.0-or-later
# Writes src/cuda/sources.c: the files named on the command line as strings.  A name loses the
# folder that its readers do not write: cuda/ or src/.
BEGIN {
    print "#include \"cuda/sources.h\"\n\n#include <stddef.h>\n"
    print "const struct pm_source pm_sources[] = {"
}
FNR == 1 {
    if (NR > 1)
        print "},"
    name = FILENAME
    sub(/^(cuda|src)\//, "", name)
    print "{\"" name "\","
}
{
    gsub(/\\/, "&&")
    gsub(/"/, "\\\"")
    print "\"" $0 "\\n\""
}
END {
    print "},\n{NULL, NULL},\n};"
}
