/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The scripts need only the shell: bash's complete and compgen, zsh's _arguments, fish's complete.
 * For an argument that is a file, the shell completes names of files.  For an argument that is a
 * word of a list, the script has the list; the same for the first operand of a program that takes a
 * name there. */
#include "help.h"
#include "say.h"

#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------- what can be said */

/* The possible arguments of each kind: the names of a table, and some words. */
static const struct choice {
    cli_take *take;
    cli_names *names;
    const char *words;
} choices[] = {
    {cli_take_engine, pm_engine_name, ""},
    {cli_take_rules, pm_rule_name, "all none"},
    {cli_take_format, pm_format_name, ""},
    {cli_take_to_graph, pm_graph_format_name, ""},
    {cli_take_precision, cli_precision_name, ""},
    {cli_take_as, NULL, "biadjacency adjacency molecule skeleton"},
    {cli_take_gpus, NULL, "all none"},
    {cli_take_plan_rule, NULL, "paper"},
    {cli_take_shell, NULL, "bash zsh fish"},
};

enum { ROOM = 1024 };

static void add_word(char words[ROOM], const char *word)
{
    const size_t used = strlen(words);

    snprintf(words + used, ROOM - used, "%s%s", used > 0 && *word != '\0' ? " " : "", word);
}

static void add_names(char words[ROOM], cli_names *names)
{
    const char *name, *what;

    for (int k = 0; names != NULL && (name = names(k, &what)) != NULL; k++)
        add_word(words, name);
}

/* The possible arguments of an option; empty if there is no list. */
static void list_words(char words[ROOM], const struct cli *cli, const struct cli_row *row)
{
    const char *page;

    *words = '\0';
    for (int k = 0; row->take == cli_take_page && (page = help_page(cli, k)); k++)
        add_word(words, page);
    if (row->take == cli_take_word)
        snprintf(words, ROOM, "%.*s", (int)strlen(row->arg) - 2, row->arg + 1);
    if (row->take == cli_take_as && row->programs == CLI_CYCLECOVER)
        add_word(words, row->arg);
    for (size_t k = 0; k < sizeof choices / sizeof *choices && *words == '\0'; k++)
        if (choices[k].take == row->take) {
            add_names(words, choices[k].names);
            add_word(words, choices[k].words);
        }
}

static bool takes_file(const struct cli_row *row)
{
    return row->arg != NULL && strstr(row->arg, "FILE") != NULL;
}

static bool may_be_alone(const struct cli_row *row)
{
    return row->arg == NULL || row->arg[0] == '[';
}

/* The first option of the program from `row` on; NULL: there is none. */
static const struct cli_row *known(const struct cli *cli, const struct cli_row *row)
{
    while (row->name != NULL && !(row->programs & cli->program->bit))
        row++;
    return row->name != NULL ? row : NULL;
}

/* Prints a text inside single quotes, with a backslash before each of those letters. */
static void print_inside(const char *text, const char *letters)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\'", stdout);
        else if (strchr(letters, *text) != NULL)
            putchar('\\');
        putchar(*text);
    }
}

/* ------------------------------------------------------------- bash */

/* bash splits words at "=", unless it is configured differently. */
static const char bash_begin[] =
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local option='' first='' words=''\n"
    "    COMPREPLY=()\n"
    "    if [[ $word == '=' ]]; then\n"
    "        option=$before word=''\n"
    "    elif [[ $before == '=' ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    elif [[ $word == --*=* ]]; then\n"
    "        option=${word%%=*} first=${word%%=*}= word=${word#*=}\n"
    "    fi\n"
    "    case $option in\n";

/* For lists separated by commas, the text after the last comma is completed. */
static const char bash_end[] =
    "    esac\n"
    "    if [[ -n $option && $word == *,* ]]; then\n"
    "        first+=${word%,*}, word=${word##*,}\n"
    "    fi\n"
    "    mapfile -t COMPREPLY < <(compgen -P \"$first\" -W \"$words\" -- \"$word\")\n"
    "    if [[ ${COMPREPLY[0]} == *= ]]; then\n"
    "        compopt -o nospace 2> /dev/null\n"
    "    fi\n"
    "}\n";

static void bash(const struct cli *cli)
{
    const struct cli_program *const program = cli->program;
    char words[ROOM];

    printf("# bash completion for %s\n_permatch_%s()\n{\n%s", program->name, program->name,
           bash_begin);
    for (const struct cli_row *row = cli->table; (row = known(cli, row)) != NULL; row++) {
        list_words(words, cli, row);
        if (*words != '\0')
            printf("    --%s) words='%s' ;;\n", row->name, words);
    }
    printf("    '')\n        if [[ $word == -* ]]; then\n            words='");
    for (const struct cli_row *row = cli->table; (row = known(cli, row)) != NULL; row++)
        printf("--%s%s ", row->name, may_be_alone(row) ? "" : "=");
    puts("'");
    *words = '\0';
    add_names(words, program->names);
    if (*words != '\0')
        printf("        elif ((COMP_CWORD == 1)); then\n            words='%s'\n", words);
    printf("        fi\n        ;;\n%scomplete -o default -F _permatch_%s %s\n", bash_end,
           program->name, program->name);
}

/* ------------------------------------------------------------- zsh */

static void zsh(const struct cli *cli)
{
    static const char special[] = "[]:\\";
    char words[ROOM];

    printf("#compdef %s\n_arguments -S \\\n", cli->program->name);
    for (const struct cli_row *row = cli->table; (row = known(cli, row)) != NULL; row++) {
        list_words(words, cli, row);
        if (row->letter)
            printf("    '(-%c --%s)-%c[", row->letter, row->name, row->letter);
        if (row->letter) {
            print_inside(row->help, special);
            fputs("]' \\\n", stdout);
        }
        printf("    '--%s%s[", row->name, row->arg == NULL ? "" : may_be_alone(row) ? "=-" : "=");
        print_inside(row->help, special);
        putchar(']');
        if (row->arg != NULL) {
            printf("%s:", may_be_alone(row) ? ":" : "");
            print_inside(row->arg, special);
            printf(":%s%s%s", *words != '\0' ? "_sequence compadd - " : "", words,
                   *words == '\0' && takes_file(row) ? "_files" : "");
        }
        fputs("' \\\n", stdout);
    }
    *words = '\0';
    add_names(words, cli->program->names);
    if (*words != '\0')
        printf("    '1:first:(%s)'\n", words);
    else
        puts("    '*:file:_files'");
}

/* ------------------------------------------------------------- fish */

static void fish(const struct cli *cli)
{
    const char *const name = cli->program->name;
    char words[ROOM];

    printf("# fish completion for %s\n", name);
    for (const struct cli_row *row = cli->table; (row = known(cli, row)) != NULL; row++) {
        list_words(words, cli, row);
        printf("complete -c %s -l %s", name, row->name);
        if (row->letter)
            printf(" -s %c", row->letter);
        if (!may_be_alone(row))
            fputs(takes_file(row) ? " -r" : " -x", stdout);
        if (*words != '\0')
            printf(" -a '%s'", words);
        fputs(" -d '", stdout);
        print_inside(row->help, "\\");
        puts("'");
    }
    *words = '\0';
    add_names(words, cli->program->names);
    if (*words != '\0')
        printf("complete -c %s -f -n 'test (count (commandline -opc)) -eq 1' -a '%s'\n", name,
               words);
}

/* ------------------------------------------------------------- all */

bool cli_take_shell(const struct cli *cli, void *field, const struct cli_row *row, const char *name)
{
    static const struct shell {
        const char *name;
        void (*print)(const struct cli *);
    } shells[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

    (void)field, (void)row;
    for (size_t k = 0; k < sizeof shells / sizeof *shells; k++)
        if (strcmp(shells[k].name, name) == 0)
            return shells[k].print(cli), true;
    cli_usage(cli->program, "--completion=%s: one of bash, zsh, fish is expected", name);
    return false;
}
