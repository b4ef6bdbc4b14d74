package io.outrider.agent.cli;

import io.outrider.agent.functions.Doc;
import io.outrider.agent.functions.Functions;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import java.io.PrintWriter;

/** Help from the functions' own records, so that it cannot be out of date. */
final class Help {
    private final Functions functions;
    private final PrintWriter out;

    Help(Functions functions, PrintWriter out) {
        this.functions = functions;
        this.out = out;
    }

    /** @param name of a function, or null for everything there is */
    void print(picocli.CommandLine parser, String name) throws Failure {
        if (name == null) {
            printAll(parser);
        } else {
            out.print(Doc.text(functions.find(name)));
        }
    }

    private void printAll(picocli.CommandLine parser) {
        parser.usage(out);
        out.println();
        out.println("Commands:");
        for (Verb verb : Verb.values()) {
            out.printf("  %-18s %s%n", verb.word(), verb.summary());
        }
        out.println();
        out.println("Functions (outrider FUNCTION --help tells more):");
        for (Function<?> function : functions.all()) {
            out.printf("  %-18s %s%n", function.name(), function.summary());
        }
        out.println("  (the daemon has more: outrider sys.list_functions)");
        out.println();
        out.println("Examples:");
        out.println("  outrider obd.query RPM");
        out.println("  outrider obd.query SOC header=7E4 mode=22 pid=0105 formula='message.data[34]/2'");
        out.println("  outrider --every 1 obd.query_many RPM SPEED COOLANT_TEMP");
        out.println("  outrider formula 'bytes_to_int(message.data[2:4])/4' 7E804410C0FA0");
        out.println();
        out.println("Exit codes:");
        for (ExitCode code : ExitCode.values()) {
            out.printf("  %3d  %s%n", code.code(), code.meaning());
        }
    }
}
