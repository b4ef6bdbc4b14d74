package io.outrider.agent.cli;

import java.util.Locale;

/** What {@code outrider} does besides calling functions; functions have a dot in their names, these have none. */
enum Verb {
    STATUS("", "Shows on one screen how the unit is: link, bus, jobs, versions, problems", "  --json  as JSON"),
    STREAM(
            "[event=record|job] [type=TYPE]...",
            "Prints records and job events as they come",
            "  type=obd.rpm  only records of this type; of jobs, the state: running, progress, return"),
    RELOAD("", "Puts the settings files in force as they are now", "  Bad settings are told, and change nothing."),
    CONFIG(
            "check|example",
            "Checks the settings files, or prints an example of one",
            "  check    says what is wrong, or what a reload would change\n"
                    + "  example  prints a settings file with everything in it, explained"),
    DAEMON(
            "",
            "Runs the daemon; systemd does this",
            "  --config FILE  the settings (default: /etc/outrider/outrider.toml)");

    private final String arguments;
    private final String summary;
    private final String details;

    Verb(String arguments, String summary, String details) {
        this.arguments = arguments;
        this.summary = summary;
        this.details = details;
    }

    /** Null if the word is none. */
    static Verb of(String word) {
        for (Verb verb : values()) {
            if (verb.word().equals(word)) {
                return verb;
            }
        }
        return null;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    String summary() {
        return summary;
    }

    String synopsis() {
        return arguments.isEmpty() ? word() : word() + " " + arguments;
    }

    String help() {
        return "outrider " + synopsis() + ": " + summary + "\n\n" + details;
    }
}
