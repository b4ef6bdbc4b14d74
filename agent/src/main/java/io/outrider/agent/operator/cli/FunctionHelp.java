package io.outrider.agent.operator.cli;

import io.outrider.agent.runtime.functions.FunctionDoc;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.api.Failure;
import io.outrider.api.Signature;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Help texts, generated from the functions' argument records. */
record FunctionHelp(Signatures functions, Path data, Invocation invocation) {
    static final String USAGE = """
            Usage: outrider [OPTION]... FUNCTION [ARG | KEY=VALUE]...
                   outrider [OPTION]... %s
            """.formatted(
                    Arrays.stream(Subcommand.values()).map(Subcommand::word).collect(Collectors.joining("|")));

    static final String EXAMPLES = """
              outrider obd.query RPM
              outrider obd.query SOC header=7E4 mode=22 pid=0105 formula='message.data[34]/2'
              outrider --every 1 obd.query_many RPM SPEED COOLANT_TEMP
              outrider formula 'bytes_to_int(message.data[2:4])/4' 7E804410C0FA0
            """;

    /** Prints the help of a function; the daemon is asked about functions that only it has. */
    void print(String name) throws Failure {
        try {
            invocation.out().print(FunctionDoc.text(functions.find(name)));
        } catch (Failure unknown) {
            String help = invocation.daemonHelp(name);
            if (help == null) {
                throw unknown;
            }
            invocation.out().print(help);
        }
    }

    void printAll() {
        PrintWriter out = invocation.out();
        out.print(USAGE);
        out.println();
        for (CommandOption option : CommandOption.values()) {
            out.print(option.help(data.toString()));
        }
        out.println("\nCommands:");
        for (Subcommand subcommand : Subcommand.values()) {
            out.printf("  %-18s %s%n", subcommand.word(), subcommand.summary());
        }
        out.println();
        out.println("Functions (outrider FUNCTION --help tells more):");
        for (Signature<?> function : functions.all()) {
            out.printf("  %-18s %s%n", function.name(), function.summary());
        }
        out.print("  (the daemon has more: outrider sys.list_functions)\n\nExamples:\n" + EXAMPLES);
        out.println("\nExit codes:");
        for (ExitCode code : ExitCode.values()) {
            out.printf("  %3d  %s%n", code.code(), code.meaning());
        }
    }
}
