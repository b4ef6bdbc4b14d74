package io.outrider.agent.operator.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Properties of the terminal.
 *
 * @param colour true if colours are supported and wanted
 * @param size size of the output, read at each call
 * @param resized registers an action for changes of the size
 * @param ending registers an action for the end of the program
 * @param streams target of a descriptor, such as {@code pipe:[4711]}
 */
public record Terminal(
        boolean out,
        boolean err,
        boolean colour,
        boolean unicode,
        Supplier<TerminalSize> size,
        Consumer<Runnable> resized,
        Consumer<Runnable> ending,
        IntFunction<String> streams) {
    /** Streams to two different files. */
    static final IntFunction<String> FILES = descriptor -> "file " + descriptor;

    static final String FAINT = "\033[2m";
    static final String BOLD = "\033[1m";
    static final String RED = "\033[31m";
    static final String GREEN = "\033[32m";
    static final String YELLOW = "\033[33m";
    private static final String PLAIN = "\033[0m";

    public Terminal(boolean out, boolean err) {
        this(out, err, false, false, () -> TerminalSize.USUAL, action -> {}, action -> {}, FILES);
    }

    public static Terminal of(
            boolean out,
            boolean err,
            Map<String, String> environment,
            Consumer<Runnable> resized,
            Consumer<Runnable> ending) {
        boolean colour =
                out && environment.getOrDefault("NO_COLOR", "").isEmpty() && !"dumb".equals(environment.get("TERM"));
        return new Terminal(
                out, err, colour, isUnicode(environment), TerminalSize::ask, resized, ending, Terminal::target);
    }

    private static String target(int descriptor) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor)))
                    .toString();
        } catch (IOException e) {
            return "unknown " + descriptor;
        }
    }

    boolean outIsPipe() {
        return streams.apply(1).matches("(pipe|socket):.*");
    }

    /** True if output and errors have the same reader, as after {@code 2>&1}. */
    boolean hasOneReader() {
        return streams.apply(1).equals(streams.apply(2));
    }

    String styled(String style, String text) {
        return colour ? style + text + PLAIN : text;
    }

    /** Character set by libc's rule: the first variable that is not empty. */
    private static boolean isUnicode(Map<String, String> environment) {
        return Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(locale -> !locale.isEmpty())
                .limit(1)
                .anyMatch(locale ->
                        locale.toUpperCase(Locale.ROOT).replace("-", "").contains("UTF8"));
    }

    public record TerminalSize(int columns, int rows) {
        static final TerminalSize USUAL = new TerminalSize(80, 24);
        private static final Pattern STTY = Pattern.compile("([1-9]\\d{0,3}) ([1-9]\\d{0,3})\\s*");
        private static final File TERMINAL = new File("/dev/tty");

        /** Size from {@code stty}, which Debian always has; else the default. */
        static TerminalSize ask() {
            try {
                Process stty = new ProcessBuilder("stty", "size")
                        .redirectInput(TERMINAL)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return of(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
            } catch (IOException e) {
                return USUAL;
            }
        }

        /** @param text rows and columns, separated by a blank */
        static TerminalSize of(String text) {
            Matcher matcher = STTY.matcher(text);
            return matcher.matches()
                    ? new TerminalSize(Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(1)))
                    : USUAL;
        }
    }
}
