# SPDX-License-Identifier: GPL-3.0-or-later
# Writes C: `table`, the files named on the command line as strings, for `header`.  A name loses the
# folder that its readers do not write: cuda/, src/ or bench/.  NVRTC knows a header by its text alone, so
# "#pragma once" becomes a guard of the header's name.
function end_file() {
    if (guard != "")
        print "\"#endif\\n\""
    guard = ""
    print "},"
}
BEGIN {
    print "#include \"" header "\"\n\n#include <stddef.h>\n"
    print "const struct pm_kernel_source " table "[] = {"
}
FNR == 1 {
    if (NR > 1)
        end_file()
    name = FILENAME
    sub(/^(cuda|src|bench)\//, "", name)
    print "{\"" name "\","
}
$0 == "#pragma once" {
    guard = "PM_" toupper(name)
    gsub(/[^A-Z0-9]/, "_", guard)
    print "\"#ifndef " guard "\\n#define " guard "\\n\""
    next
}
{
    gsub(/\\/, "&&")
    gsub(/"/, "\\\"")
    print "\"" $0 "\\n\""
}
END {
    end_file()
    print "{NULL, NULL},\n};"
}
