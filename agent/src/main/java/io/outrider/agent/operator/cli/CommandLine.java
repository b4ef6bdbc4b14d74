package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.runtime.functions.CallArguments;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Command line {@code outrider FUNCTION [WORD]…}: runs one function in the daemon or in this process and prints its result.
 * {@code outrider status} and the like are {@link Subcommand}s.
 */
public final class CommandLine {
    /** Opens the modules for one command in this process. */
    @FunctionalInterface
    public interface Opener {
        /**
         * @param settings settings of the command line
         * @param config settings file, or null for the default
         */
        ModuleRegistry open(Settings settings, Path config, Path data) throws Failure;

        /** Declarations of their functions, for help. */
        default Signatures signatures(Settings settings, Path config, Path data) throws Failure {
            try (ModuleRegistry modules = open(settings, config, data)) {
                return modules.functions().signatures();
            }
        }
    }

    private static final Set<String> FLAGS = Set.of("--alone", "--json", "--text", "-h", "--help", "-V", "--version");
    private static final Set<String> VALUED =
            Set.of("--can", "--set", "--data", "--every", "--count", "--config", "--api", "--token-file");

    /** Short names of functions. */
    private static final Map<String, String> SHORT = Map.of("formula", "obd.formula");

    private final Opener opener;
    private final DaemonService service;
    private final OutputWriter out;
    private final PrintWriter err;
    private final Terminal terminal;

    private final Path usualData;
    private CommandOptions options;
    private List<String> words = List.of();

    /**
     * A command line without a daemon: every function runs in this process.
     *
     * @param terminal true if a person reads {@code out}
     * @param data default data directory of the modules
     */
    public CommandLine(Opener opener, PrintWriter out, PrintWriter err, boolean terminal, Path data) {
        this(opener, null, out, err, new Terminal(terminal, false), data);
    }

    /** @param service the daemon, which runs the functions by default */
    public CommandLine(
            Opener opener, DaemonService service, Writer out, PrintWriter err, Terminal terminal, Path data) {
        this.opener = opener;
        this.service = service;
        this.out = new OutputWriter(out);
        this.err = err;
        this.terminal = terminal;
        this.usualData = data;
    }

    /** Runs one command line and returns the exit code. */
    public int run(String... arguments) {
        try {
            options = CommandOptions.of(FLAGS, VALUED, Set.of("--set"), List.of(arguments));
            words = options.words();
            return execute().code();
        } catch (Failure e) {
            return report(ExitCode.of(e), e);
        } catch (RuntimeException e) {
            return report(
                    ExitCode.FAULT,
                    new Failure(
                            Failure.Actor.AGENT,
                            "FAULT",
                            "a fault in outrider; please report it with this command",
                            e));
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED.code();
        } finally {
            out.flush();
            err.flush();
        }
    }

    private ExitCode execute() throws Failure, InterruptedException {
        if (options.has("-V") || options.has("--version")) {
            out.println("outrider " + Version.text());
            return ExitCode.DONE;
        }
        if (words.isEmpty() && !wantsHelp()) {
            err.print(FunctionHelp.USAGE);
            err.println("\noutrider --help lists the functions.");
            return ExitCode.USAGE;
        }
        if (!words.isEmpty() && words.get(0).startsWith("-")) {
            throw bad("there is no option " + words.get(0) + "; outrider --help lists them");
        }
        if (options.has("--json") && options.has("--text")) {
            throw bad("--json and --text: only one of them");
        }
        Subcommand subcommand = words.isEmpty() ? null : subcommand(words.get(0));
        if (subcommand != null) {
            return run(subcommand);
        }
        try {
            return wantsHelp() || isAlone() ? runAlone() : runThroughDaemon();
        } catch (Failure e) {
            throw withDotMissing(e);
        }
    }

    /**
     * Null for a function.
     *
     * @throws Failure for an unknown word without the dot of a function's name
     */
    private static Subcommand subcommand(String word) throws Failure {
        Subcommand subcommand = Subcommand.of(word);
        if (subcommand == null && word.indexOf('.') < 0 && !SHORT.containsKey(word)) {
            List<String> known = new ArrayList<>(SHORT.keySet());
            Arrays.stream(Subcommand.values()).map(Subcommand::word).forEach(known::add);
            String hint = DidYouMean.hint(word, known);
            if (!hint.isEmpty()) {
                throw bad("there is no command '" + word + "'" + hint + "; outrider --help lists them");
            }
        }
        return subcommand;
    }

    /** Suggests the dot if the first two words joined by it are an existing function. */
    private Failure withDotMissing(Failure failure) {
        if (!failure.code().equals("NO_SUCH_FUNCTION") || words.size() < 2 || name().indexOf('.') >= 0) {
            return failure;
        }
        String meant = name() + "." + words.get(1);
        boolean isThere = Arrays.asList(failure.getMessage().split("[ ,]+"))
                .contains(meant); // the message lists the module's functions
        String sentence = "'" + name() + "' is not available (did you mean " + meant + "?)";
        return isThere ? new Failure(failure.actor(), failure.code(), sentence, failure) : failure;
    }

    private ExitCode run(Subcommand subcommand) throws Failure, InterruptedException {
        if (wantsHelp()) {
            out.println(subcommand.help());
        } else if (service == null) {
            throw new Failure(Failure.Actor.OPERATOR, "NOT_RUNNING", "there is no daemon here");
        } else if (options.has("--every") || options.has("--count")) {
            throw bad("--every and --count: go with functions only");
        } else if (options.has("--alone") || options.has("--can") || options.has("--set")) {
            throw bad("--alone, --can and --set: go with functions only; the daemon's settings are in its files");
        } else {
            return new Subcommands(
                            service, config(), this::client, out, err, terminal, wantsJson(), options.has("--text"))
                    .run(subcommand, words.subList(1, words.size()));
        }
        return ExitCode.DONE;
    }

    /** True for a call with settings or data of its own, and for functions that need no vehicle. */
    private boolean isAlone() {
        return service == null
                || options.has("--alone")
                || options.has("--can")
                || options.has("--set")
                || options.has("--data")
                || name().equals("obd.formula");
    }

    private ExitCode runAlone() throws Failure, InterruptedException {
        Path data = options.has("--data") ? Path.of(options.value("--data")) : usualData;
        if (wantsHelp()) {
            help(opener.signatures(settings(), config(), data));
            return ExitCode.DONE;
        }
        try (ModuleRegistry agent = opener.open(settings(), config(), data)) {
            CallArguments given = arguments();
            return repeater()
                    .run(new BoundedCall(agent.functions().prepare(name(), given.positional(), given.keywords())));
        }
    }

    /** Asks the daemon about functions that only it has. */
    private void help(Signatures functions) throws Failure {
        try {
            new FunctionHelp(functions, usualData, out).print(words.isEmpty() ? null : name());
        } catch (Failure unknown) {
            if (service == null) {
                throw unknown;
            }
            JsonNode texts;
            try {
                texts = Json.mapper()
                        .valueToTree(client().execute("sys.doc", List.of(name()), Map.of(), progress -> {})
                                .value());
            } catch (Failure noDaemon) {
                throw unknown;
            }
            if (!texts.has(name())) {
                throw unknown;
            }
            out.print(texts.get(name()).asText());
        }
    }

    private ExitCode runThroughDaemon() throws Failure, InterruptedException {
        CallArguments given = arguments();
        LocalClient client = client();
        ProgressLine progress = new ProgressLine(err, terminal.err());
        return repeater().run(call -> {
            try {
                return client.execute(name(), given.positional(), given.keywords(), progress::show);
            } finally {
                progress.clear();
            }
        });
    }

    private CallArguments arguments() throws Failure {
        return CallArguments.of(words.subList(1, words.size()));
    }

    private LocalClient client() throws Failure {
        String api = options.value("--api");
        Path tokenFile = options.has("--token-file") ? Path.of(options.value("--token-file")) : null;
        DaemonEndpoint settled = api != null && tokenFile != null ? null : service.api(config(), this::warn);
        List<Path> tokens = tokenFile != null ? List.of(tokenFile) : settled.tokenFiles();
        return new LocalClient(api != null ? DaemonEndpoint.at(api, tokens) : settled.with(tokens));
    }

    private void warn(String sentence) {
        err.println("outrider: " + sentence);
        err.flush();
    }

    private Repeater repeater() throws Failure {
        Printer printer = new Printer(out, wantsJson(), terminal.out());
        return new Repeater(
                OptionNumbers.seconds("--every", options.value("--every")),
                OptionNumbers.count("--count", options.value("--count")),
                printer,
                Ticker.system());
    }

    private static Failure bad(String sentence) {
        return new Failure(Failure.Actor.CALLER, "BAD_COMMAND", sentence);
    }

    private Settings settings() throws Failure {
        List<String> all = new ArrayList<>(options.values("--set"));
        if (options.has("--can")) {
            all.add("obd.can=" + options.value("--can"));
        }
        return Settings.of(all);
    }

    /** Null for the default. */
    private Path config() {
        return options.has("--config") ? Path.of(options.value("--config")) : null;
    }

    private boolean wantsHelp() {
        return options.has("-h") || options.has("--help");
    }

    private boolean wantsJson() {
        boolean isForPeople = !words.isEmpty() && Subcommand.of(words.get(0)) == Subcommand.CONFIG;
        return options != null && options.has("--json")
                || !terminal.out() && !isForPeople && (options == null || !options.has("--text"));
    }

    private String name() {
        return SHORT.getOrDefault(words.get(0), words.get(0));
    }

    /** Prints a failure to the error stream and, with JSON, to the output; once if both have the same reader. */
    private int report(ExitCode code, Failure failure) {
        if (failure.code().equals(Printer.OUTPUT_FAILED) && terminal.streams().outIsPipe()) {
            return ExitCode.PIPE_CLOSED.code(); // as if ended by SIGPIPE
        }
        boolean json = wantsJson();
        if (json) {
            out.println(Printer.line(Printer.error(failure)));
        }
        if (!json || !terminal.streams().areSame()) {
            String why = failure.code().equals(Printer.OUTPUT_FAILED)
                            && !out.failure().isEmpty()
                    ? ": " + out.failure()
                    : "";
            err.println("outrider: " + Printer.escaped(failure.getMessage() + why));
        }
        return code.code();
    }
}
