package io.outrider.agent.operator.cli;

import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Properties of the terminal.
 *
 * @param out true if standard output is a terminal
 * @param err true if standard error is a terminal
 * @param colour true if colours are supported and wanted
 * @param unicode true if the locale is UTF-8
 * @param size size of the output, read at each call
 * @param resized registers an action for changes of the size
 * @param ending registers an action for the end of the program
 * @param streams targets of output and errors that are no terminal
 */
public record Terminal(
        boolean out,
        boolean err,
        boolean colour,
        boolean unicode,
        Supplier<TerminalSize> size,
        Consumer<Runnable> resized,
        Consumer<Runnable> ending,
        StandardStreams streams) {

    static final String FAINT = "\033[2m";
    static final String BOLD = "\033[1m";
    static final String RED = "\033[31m";
    static final String GREEN = "\033[32m";
    static final String YELLOW = "\033[33m";
    private static final String PLAIN = "\033[0m";

    /** A terminal of the default size without colours. */
    public Terminal(boolean out, boolean err) {
        this(out, err, false, false, () -> TerminalSize.USUAL, action -> {}, action -> {}, StandardStreams.FILES);
    }

    /** The terminal that the environment describes. */
    public static Terminal of(
            boolean out,
            boolean err,
            Map<String, String> environment,
            Consumer<Runnable> resized,
            Consumer<Runnable> ending) {
        boolean colour =
                out && environment.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(environment.get("TERM"));
        return new Terminal(
                out,
                err,
                colour,
                isUnicode(environment),
                TerminalSize::ask,
                resized,
                ending,
                StandardStreams.OF_PROCESS);
    }

    /** The text in a style, if the terminal has colours. */
    String styled(String style, String text) {
        return colour ? style + text + PLAIN : text;
    }

    /** Character set by libc's rule: the first variable that is not empty. */
    private static boolean isUnicode(Map<String, String> environment) {
        for (String name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            String locale = environment.getOrDefault(name, "");
            if (!locale.isEmpty()) {
                return locale.toUpperCase(Locale.ROOT).replace("-", "").contains("UTF8");
            }
        }
        return false;
    }
}
