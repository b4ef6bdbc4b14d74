package io.outrider.service.program;

import io.outrider.service.accounts.Accounts.AccountRow;
import io.outrider.service.problem.Problem;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;

/** Options of a command of the operator, which works on the database, also while the service runs; and what such commands share. */
final class OperatorOptions extends SettingsOptions {
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

    /** Prints a line at once: a script may wait for it. */
    void print(String line) {
        out().println(line);
        out().flush();
    }

    static long account(ServiceCore core, String name) {
        return core.accounts()
                .accountNamed(name)
                .orElseThrow(() -> new InvalidServiceSettingsException("there is no account '" + name + "'; there are: "
                        + core.accounts().accounts().stream()
                                .map(AccountRow::name)
                                .collect(Collectors.joining(", "))));
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

    /** Prints rows with aligned columns; the first row has the headings. */
    void table(List<List<String>> rows) {
        int[] widths = new int[rows.get(0).size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        rows.forEach(row -> {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            out().println(line.toString().stripTrailing());
        });
        out().flush();
    }
}
