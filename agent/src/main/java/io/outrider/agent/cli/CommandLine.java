package io.outrider.agent.cli;

import io.outrider.agent.Agent;
import io.outrider.agent.functions.Functions;
import io.outrider.agent.functions.Words;
import io.outrider.agent.settings.Settings;
import io.outrider.agent.vitals.Version;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code outrider FUNCTION [WORD]…}: runs one function and prints what it returns. */
@Command(
        name = "outrider",
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = "outrider [OPTION]... FUNCTION [ARG | KEY=VALUE]...")
public final class CommandLine {
    /** How an agent comes into being for one command; the bench has its own. */
    @FunctionalInterface
    public interface Opener {
        Agent open(Settings settings, Path data) throws Failure;
    }

    /** Words that save typing. */
    private static final Map<String, String> SHORT = Map.of("formula", "obd.formula");

    private final Opener opener;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal;

    @Option(names = "--can", paramLabel = "IFACE", description = "CAN interface (default: the first there is).")
    private String can;

    @Option(names = "--set", paramLabel = "SECTION.KEY=VALUE", description = "A setting, such as obd.protocol=6.")
    private List<String> set = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where recordings are kept (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(names = "--every", paramLabel = "SECONDS", description = "Repeats the command, until interrupted.")
    private Double every;

    @Option(names = "--count", paramLabel = "N", description = "With --every: stops after so many times.")
    private Integer count;

    @Option(names = "--json", description = "JSON also on a terminal; it is the default into a pipe or file.")
    private boolean json;

    @Option(names = "--text", description = "Text for people also into a pipe or file.")
    private boolean text;

    @Option(
            names = {"-h", "--help"},
            description = "This help, or that of the function named.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            description = "The version.")
    private boolean version;

    @Parameters(
            paramLabel = "FUNCTION [ARG | KEY=VALUE]...",
            arity = "0..*",
            description = "What to run, and with what.")
    private List<String> words = new ArrayList<>();

    /**
     * @param terminal whether a person reads {@code out}
     * @param data where the modules keep files, unless the command says otherwise
     */
    public CommandLine(Opener opener, PrintWriter out, PrintWriter err, boolean terminal, Path data) {
        this.opener = opener;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.data = data;
    }

    /** Runs one command line and returns the exit code. */
    public int run(String... arguments) {
        picocli.CommandLine parser = new picocli.CommandLine(this)
                .setUnmatchedOptionsArePositionalParams(true)
                .setExpandAtFiles(false);
        try {
            parser.parseArgs(arguments);
            return execute(parser).code();
        } catch (ParameterException e) {
            return report(ExitCode.USAGE, new Failure(Failure.Actor.CALLER, "BAD_COMMAND", e.getMessage()));
        } catch (Failure e) {
            return report(ExitCode.of(e), e);
        } catch (RuntimeException e) {
            return report(
                    ExitCode.FAULT,
                    new Failure(Failure.Actor.AGENT, "FAULT", "a fault in outrider; please report it: " + e, e));
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED.code();
        } finally {
            out.flush();
            err.flush();
        }
    }

    private ExitCode execute(picocli.CommandLine parser) throws Failure, InterruptedException {
        if (version) {
            out.println("outrider " + Version.text());
            return ExitCode.DONE;
        }
        if (words.isEmpty() && !help) {
            parser.usage(err);
            err.println("\noutrider --help lists the functions.");
            return ExitCode.USAGE;
        }
        if (!words.isEmpty() && words.get(0).startsWith("-")) {
            throw new Failure(
                    Failure.Actor.CALLER,
                    "BAD_COMMAND",
                    "there is no option " + words.get(0) + "; outrider --help lists them");
        }
        try (Agent agent = opener.open(settings(), data)) {
            Functions functions = agent.functions();
            if (help) {
                new Help(functions, out).print(parser, words.isEmpty() ? null : name());
                return ExitCode.DONE;
            }
            Words given = Words.of(words.subList(1, words.size()));
            Functions.Prepared call = functions.prepare(name(), given.positional(), given.keywords());
            Printer printer = new Printer(out, wantsJson(), terminal);
            Optional<Failure> shown = new Repeater(every, count, printer, Ticker.system()).run(call);
            return shown.map(ExitCode::of).orElse(ExitCode.DONE);
        }
    }

    private Settings settings() throws Failure {
        List<String> all = new ArrayList<>(set);
        if (can != null) {
            all.add("obd.can=" + can);
        }
        return Settings.of(all);
    }

    private boolean wantsJson() {
        return json || !text && !terminal;
    }

    private String name() {
        return SHORT.getOrDefault(words.get(0), words.get(0));
    }

    private int report(ExitCode code, Failure failure) {
        if (wantsJson()) {
            out.println(Printer.line(Printer.error(failure)));
        }
        err.println("outrider: " + failure.getMessage());
        return code.code();
    }
}
