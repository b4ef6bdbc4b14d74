package io.outrider.agent.operator.cli;

import io.outrider.agent.runtime.functions.Parameter;
import io.outrider.agent.runtime.settings.SettingsExample;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.Failure;
import io.outrider.api.Signature;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Generator of the manual pages from the sources of {@code --help} and {@code config example}. */
record ManualPages(ProgramReference reference) implements PageSource {
    /** Line of a help text that explains a word: the word, two blanks, the explanation. */
    private static final Pattern TERM = Pattern.compile(" {1,4}(\\S(?:.*?\\S)?) {2,}(\\S.*)");

    private static final String USUAL_DATA = "~/.local/state/outrider";

    @Override
    public String text(String name) throws Failure {
        return switch (name) {
            case "outrider.1" -> commands();
            case "outrider.toml.5" -> settings();
            case "outrider-daemon.8" -> daemon();
            default ->
                throw CommandOptions.bad("man: there is no page '" + name + "', but " + Subcommand.MAN.arguments());
        };
    }

    private String commands() {
        ManualPage page = new ManualPage("outrider", 1, "User commands")
                .section("NAME")
                .wrapped("outrider - vehicle daemon and its command line")
                .section("SYNOPSIS")
                .wrapped("outrider [OPTION]... FUNCTION [ARGUMENT | KEY=VALUE]...")
                .paragraph("outrider [OPTION]... COMMAND [WORD]...")
                .section("DESCRIPTION")
                .wrapped(
                        "Calls a function of the unit, in the daemon, and prints its result: text on a terminal, a line of "
                                + "JSON into a pipe or file. Commands are about the daemon itself and have no dot in their names.")
                .paragraph("outrider status tells how the unit is and what to do about problems.")
                .section("OPTIONS");
        for (CommandOption each : CommandOption.values()) {
            String shortWord = each.shortWord().isEmpty() ? "" : each.shortWord() + ", ";
            page.term(shortWord + each.word(), each.value(), each.text(USUAL_DATA));
        }
        page.section("COMMANDS");
        for (Subcommand each : Subcommand.values()) {
            page.subsection(("outrider " + each.word() + " " + each.arguments()).strip())
                    .wrapped(each.summary() + ".");
            details(page, each.details());
        }
        page.section("FUNCTIONS")
                .wrapped(
                        "Arguments are given by position or as NAME=VALUE; those marked * have to be there. Modules that "
                                + "somebody else wrote have more; outrider sys.list_functions lists those of the daemon.");
        reference.functions().all().forEach(each -> function(page, each));
        page.section("EXIT STATUS");
        for (ExitCode each : ExitCode.values()) {
            page.term(Integer.toString(each.code()), "", each.meaning());
        }
        page.section("EXAMPLES").example(FunctionHelp.EXAMPLES.stripIndent());
        return files(page)
                .section("SEE ALSO")
                .wrapped("outrider.toml(5), outrider-daemon(8), journalctl(1)")
                .toString();
    }

    private static void function(ManualPage page, Signature<?> function) {
        page.subsection(function.name()).wrapped(function.summary() + ".");
        for (Parameter each : Parameter.of(function.arguments())) {
            String otherwise = each.otherwise().isEmpty() ? "" : " (default: " + each.otherwise() + ")";
            page.term(each.name() + (each.required() ? " *" : ""), "(" + each.kind() + ")", each.help() + otherwise);
        }
    }

    /** Explained words become terms, text behind a line such as "Examples:" is kept as it is. */
    private static void details(ManualPage page, String details) {
        StringBuilder prose = new StringBuilder();
        StringBuilder verbatim = new StringBuilder();
        for (String line : details.lines().toList()) {
            Matcher term = TERM.matcher(line);
            if (verbatim.isEmpty() && term.matches()) {
                flush(page, prose);
                page.term(term.group(1), "", term.group(2));
            } else if (!verbatim.isEmpty() || line.equals("Examples:")) {
                verbatim.append(line.strip()).append('\n');
            } else {
                prose.append(line).append(' ');
            }
        }
        flush(page, prose);
        if (!verbatim.isEmpty()) {
            page.example(verbatim.toString());
        }
    }

    private static void flush(ManualPage page, StringBuilder prose) {
        if (!prose.toString().isBlank()) {
            page.paragraph(prose.toString());
        }
        prose.setLength(0);
    }

    private String settings() {
        ManualPage page = new ManualPage("outrider.toml", 5, "File formats")
                .section("NAME")
                .wrapped("outrider.toml - settings of outrider")
                .section("SYNOPSIS")
                .wrapped(SettingsFiles.DEFAULT + ", /etc/outrider/conf.d/*.toml")
                .section("DESCRIPTION")
                .wrapped(
                        "TOML with a table for each part of the daemon. Every setting has a default, and outrider starts "
                                + "without any file. Files in conf.d come after outrider.toml, in the order of their names, and "
                                + "replace single keys. Text stands in quotes: without them, 7E4 is the number 70000.")
                .paragraph("outrider config check says whether the files are right and what would change, outrider "
                        + "reload puts them in force, and outrider config example prints a file with everything in it. "
                        + "Files with passwords, tokens and keys are named in the settings and belong to root:outrider "
                        + "with mode 0640.");
        SettingsExample example = new SettingsExample(reference.settings());
        page.section("SETTINGS");
        for (String section : reference.settings().names()) {
            if (!example.settings(section).isEmpty()) {
                page.subsection("[" + section + "]");
            }
            for (SettingsExample.ExampleSetting each : example.settings(section)) {
                page.term(each.name() + (each.value().isEmpty() ? "" : " = " + each.value()), "", each.about());
            }
        }
        return files(page)
                .section("SEE ALSO")
                .wrapped("outrider(1), outrider-daemon(8)")
                .toString();
    }

    private static String daemon() {
        ManualPage page = new ManualPage("outrider-daemon", 8, "System administration")
                .section("NAME")
                .wrapped("outrider-daemon - daemon that makes a vehicle part of a fleet")
                .section("SYNOPSIS")
                .wrapped("outrider daemon [--config=FILE]")
                .paragraph("systemctl start outrider")
                .section("DESCRIPTION")
                .wrapped("Reads the vehicle over CAN, keeps what it has read on the disk, uploads it when there is a "
                        + "network, runs commands of the fleet, and puts the unit to sleep. systemd starts it as the user "
                        + "outrider, is told when it is ready, and restarts it if it ends or hangs. The CAN interface "
                        + "comes up with systemctl enable --now can@can0.")
                .paragraph("Its log goes to standard error, which is the journal: journalctl -u outrider. "
                        + "With [log] level the least level that is logged is changed, also while it runs: set it and "
                        + "run outrider reload.")
                .section("SIGNALS")
                .term("SIGHUP", "", "Puts the settings files in force, as outrider reload does.")
                .term("SIGTERM, SIGINT", "", "End it; what is not uploaded stays on the disk.")
                .section("ENVIRONMENT")
                .term("STATE_DIRECTORY", "", "Folder of the data (default: " + USUAL_DATA + ").")
                .term("RUNTIME_DIRECTORY", "", "Folder of the socket and the token (default: that of the data).")
                .term(
                        "CACHE_DIRECTORY",
                        "",
                        "Where the archive of classes is made if the program's folder is read-only.")
                .term("JAVA_HOME", "", "The Java that runs it.")
                .term("OUTRIDER_JAVA_OPTS", "", "Further options for Java.");
        return files(page)
                .section("SEE ALSO")
                .wrapped("outrider(1), outrider.toml(5), systemctl(1), journalctl(1)")
                .toString();
    }

    private static ManualPage files(ManualPage page) {
        return page.section("FILES")
                .term(SettingsFiles.DEFAULT.toString(), "", "The settings.")
                .term("/etc/outrider/conf.d/*.toml", "", "Settings that replace single ones of that file.")
                .term(
                        "/etc/outrider/update-keys.d/*.pem",
                        "",
                        "Keys of which one has to have signed an update from afar.")
                .term(
                        "/etc/outrider/update.conf",
                        "",
                        "With allow_unsigned=yes a unit without such a key takes any update, with allow_downgrade=yes an older version.")
                .term("/var/lib/outrider", "", "Data of the daemon.")
                .term("/var/lib/outrider-update", "", "Package, state and outcome of an update from afar.")
                .term("/run/outrider", "", "Socket and token of the local API, for the group outrider.");
    }
}
