package io.outrider.agent.operator.cli;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Options of calls and subcommands; help, manual pages and completions are made from them. */
enum CommandOption {
    ALONE("", "--alone", "", "Runs the function in this process, without the daemon."),
    CAN("", "--can", "IFACE", "CAN interface, alone (default: the first there is)."),
    SET("", "--set", "SECTION.KEY=VALUE", "A setting, alone: obd.protocol=6."),
    DATA("", "--data", "DIR", "Where recordings are kept, alone. Default:\n%s"),
    EVERY("", "--every", "SECONDS", "Repeats the command, until interrupted."),
    COUNT("", "--count", "N", "With --every: stops after so many times."),
    CONFIG("", "--config", "FILE", "The settings file (default: /etc/outrider/outrider.toml)."),
    API("", "--api", "URL", "The daemon's address (default: from the settings)."),
    TOKEN_FILE("", "--token-file", "FILE", "The daemon's token (default: likewise)."),
    JSON("", "--json", "", "JSON also on a terminal; it is the default into a pipe or file."),
    TEXT("", "--text", "", "Text for people also into a pipe or file."),
    HELP("-h", "--help", "", "This help, or that of the function named."),
    VERSION("-V", "--version", "", "The version.");

    private static final int TEXT_COLUMN = 31;

    private final String shortWord;
    private final String word;
    private final String value;
    private final String text;

    CommandOption(String shortWord, String word, String value, String text) {
        this.shortWord = shortWord;
        this.word = word;
        this.value = value;
        this.text = text;
    }

    /** Options without a value, in both forms. */
    static Set<String> flags() {
        return Arrays.stream(values())
                .filter(each -> each.value.isEmpty())
                .flatMap(each -> Arrays.stream(new String[] {each.shortWord, each.word}))
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toSet());
    }

    /** Options with a value. */
    static Set<String> valued() {
        return Arrays.stream(values())
                .filter(each -> !each.value.isEmpty())
                .map(CommandOption::word)
                .collect(Collectors.toSet());
    }

    String shortWord() {
        return shortWord;
    }

    String word() {
        return word;
    }

    /** Name of the value; empty if it takes none. */
    String value() {
        return value;
    }

    /** @param data the usual folder of {@code --data} */
    String text(String data) {
        return text.formatted(data);
    }

    /** Lines of the help. */
    String help(String data) {
        String form = value.isEmpty() ? word : word + "=" + value;
        return "  " + (shortWord.isEmpty() ? "    " : shortWord + ", ")
                + String.format("%-" + (TEXT_COLUMN - 6) + "s", form)
                + text(data).replace("\n", "\n" + " ".repeat(TEXT_COLUMN)) + "\n";
    }
}
