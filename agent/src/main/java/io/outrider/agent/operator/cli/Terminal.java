package io.outrider.agent.operator.cli;

import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where a person looks.
 *
 * @param out whether at the output
 * @param err whether at the errors
 * @param colour whether in colours
 * @param unicode whether at more than ASCII
 * @param size of the output, asked anew each time
 * @param resized is given what to run when the size may have changed
 * @param ending is given what to run when the program is told to end
 * @param streams where output and errors lead, where they lead to no terminal
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

    /** One whose output and errors lead to different places, none of which is closed early. */
    public Terminal(
            boolean out,
            boolean err,
            boolean colour,
            boolean unicode,
            Supplier<TerminalSize> size,
            Consumer<Runnable> resized,
            Consumer<Runnable> ending) {
        this(out, err, colour, unicode, size, resized, ending, StandardStreams.FILES);
    }

    /** One of the usual size without colours. */
    public Terminal(boolean out, boolean err) {
        this(out, err, false, false, () -> TerminalSize.USUAL, action -> {}, action -> {});
    }

    /** One as the environment tells it. */
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

    /** As libc finds the character set: the first of them that is not empty. */
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
