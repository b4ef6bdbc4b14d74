package io.outrider.agent.operator.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Size of the terminal in characters. */
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
            String text = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            stty.waitFor(1, TimeUnit.SECONDS);
            return of(text);
        } catch (IOException e) {
            return USUAL;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
