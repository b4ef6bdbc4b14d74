package io.outrider.service.program;

import io.outrider.service.problem.Problem;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.TypeConversionException;

/** Options of a command of the operator, which works on the database, also while the service runs; and what such commands share. */
class OperatorOptions extends SettingsOptions {
    /** Work of a command. */
    @FunctionalInterface
    interface Work {
        /** @throws Problem with a sentence for the operator */
        void on(ServiceCore core) throws Exception;
    }

    void run(Work work) throws Exception {
        try (ServiceCore core = ServiceCore.open(settings(), Clock.systemUTC())) {
            work.on(core);
        }
    }

    /** Duration of an option. */
    static Duration duration(String text) {
        Duration duration = SettingsReader.duration(text).orElse(Duration.ZERO);
        if (duration.isZero()) {
            throw new TypeConversionException("'" + text + "' is no duration above 0; write 90s, 15m, 1h or 30d");
        }
        return duration;
    }

    /** Prints a line at once, as a script may wait for it; characters that control or reorder the terminal's text as question marks. */
    void print(String line) {
        out().println(line.replaceAll("[\\p{Cc}\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]", "?"));
        out().flush();
    }

    /** The last one of a name, which the operator has written. */
    static <T> T named(List<T> all, Function<T, String> nameOf, String kind, String name) {
        return all.stream()
                .filter(each -> nameOf.apply(each).equals(name))
                .reduce((earlier, later) -> later)
                .orElseThrow(() -> new InvalidServiceSettingsException("there is no " + kind + " '" + name
                        + "'; there are: "
                        + (all.isEmpty() ? "none" : all.stream().map(nameOf).collect(Collectors.joining(", ")))));
    }

    /** @param what the operator has named */
    static void checkFound(boolean found, String what) {
        if (!found) {
            throw new InvalidServiceSettingsException("there is no " + what);
        }
    }

    /** Password typed twice without echo, or one line of the standard input. */
    static String password() throws IOException {
        Console console = System.console();
        if (console == null) {
            String line = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
            return line.lines().findFirst().orElse("");
        }
        String password = new String(console.readPassword("Password: "));
        if (!password.equals(new String(console.readPassword("Again: ")))) {
            throw new InvalidServiceSettingsException("the two passwords differ");
        }
        return password;
    }

    /** Prints a row for each, with aligned columns. */
    <T> void table(List<String> headings, Collection<T> all, Function<T, List<String>> row) {
        List<List<String>> rows = new ArrayList<>(List.of(headings));
        all.forEach(each -> rows.add(row.apply(each)));
        String format = IntStream.range(0, headings.size())
                .map(column -> rows.stream()
                        .mapToInt(each -> each.get(column).length())
                        .max()
                        .orElseThrow())
                .mapToObj(width -> "%-" + Math.max(1, width) + "s")
                .collect(Collectors.joining("  "));
        rows.forEach(each -> print(format.formatted(each.toArray()).stripTrailing()));
    }
}
