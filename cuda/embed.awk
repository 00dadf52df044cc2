# SPDX-License-Identifier: GPL-3.0-or-later
# Writes C: `table`, the files named on the command line as strings, for `header`.  A name loses the
# folder that its readers do not write: cuda/, src/ or bench/.
BEGIN {
    print "#include \"" header "\"\n\n#include <stddef.h>\n"
    print "const struct pm_kernel_source " table "[] = {"
}
FNR == 1 {
    if (NR > 1)
        print "},"
    name = FILENAME
    sub(/^(cuda|src|bench)\//, "", name)
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
