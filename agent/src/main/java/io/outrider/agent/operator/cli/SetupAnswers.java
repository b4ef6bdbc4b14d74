package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Answers of the person who runs {@code outrider setup}.
 *
 * @param hidden reader of a line without echo; null where the input is no terminal
 */
record SetupAnswers(BufferedReader lines, HiddenLine hidden, PrintWriter out) {
    /** Line of a terminal that is not shown. */
    @FunctionalInterface
    interface HiddenLine {
        /** Null at the end of the input. */
        char[] read();
    }

    static SetupAnswers ofThisProcess(PrintWriter out) {
        Console console = System.console();
        return console == null
                ? new SetupAnswers(
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), null, out)
                : new SetupAnswers(new BufferedReader(console.reader()), console::readPassword, out);
    }

    /** Answer without blanks around it; empty at the end of the input. */
    String ask(String question) throws Failure {
        out.print(question);
        out.flush();
        try {
            String line = lines.readLine();
            return line == null ? "" : line.strip();
        } catch (IOException e) {
            throw new Failure(CommandLineErrors.NOT_WRITTEN, "the answer cannot be read: " + IoReason.of(e), e);
        }
    }

    String askHidden(String question) throws Failure {
        if (hidden == null) {
            return ask(question);
        }
        out.print(question);
        out.flush();
        char[] line = hidden.read();
        return line == null ? "" : new String(line);
    }
}
