package io.outrider.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.Agent;
import io.outrider.agent.client.LocalClient;
import io.outrider.agent.client.Place;
import io.outrider.agent.functions.Functions;
import io.outrider.agent.functions.Json;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/**
 * {@code outrider FUNCTION [WORD]…}: has the daemon run one function, and prints what it returns; or runs it in this
 * process. {@code outrider status} and the like are {@link Verb}s.
 */
@Command(
        name = "outrider",
        sortOptions = false,
        usageHelpAutoWidth = true,
        customSynopsis = {
            "outrider [OPTION]... FUNCTION [ARG | KEY=VALUE]...",
            "       outrider [OPTION]... status|stream|plot|reload|config|daemon"
        })
public final class CommandLine {
    /** How an agent comes into being for one command; the bench has its own. */
    @FunctionalInterface
    public interface Opener {
        /**
         * @param settings from the command line
         * @param config the settings file, or null for the usual one
         */
        Agent open(Settings settings, Path config, Path data) throws Failure;
    }

    /** Words that save typing. */
    private static final Map<String, String> SHORT = Map.of("formula", "obd.formula");

    private final Opener opener;
    private final Service service;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Terminal terminal;

    @Option(names = "--alone", description = "Runs the function in this process, without the daemon.")
    private boolean alone;

    @Option(names = "--can", paramLabel = "IFACE", description = "CAN interface, alone (default: the first there is).")
    private String can;

    @Option(names = "--set", paramLabel = "SECTION.KEY=VALUE", description = "A setting, alone: obd.protocol=6.")
    private List<String> set = new ArrayList<>();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Where recordings are kept, alone (default: ${DEFAULT-VALUE}).")
    private Path data;

    @Option(names = "--every", paramLabel = "SECONDS", description = "Repeats the command, until interrupted.")
    private String every;

    @Option(names = "--count", paramLabel = "N", description = "With --every: stops after so many times.")
    private String count;

    @Option(names = "--config", paramLabel = "FILE", description = "The settings file (default: the usual one).")
    private Path config;

    @Option(names = "--api", paramLabel = "URL", description = "The daemon's address (default: from the settings).")
    private String api;

    @Option(names = "--token-file", paramLabel = "FILE", description = "The daemon's token (default: likewise).")
    private Path tokenFile;

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
     * A command line that never asks a daemon: every function runs in this process.
     *
     * @param terminal whether a person reads {@code out}
     * @param data where the modules keep files, unless the command says otherwise
     */
    public CommandLine(Opener opener, PrintWriter out, PrintWriter err, boolean terminal, Path data) {
        this(opener, null, out, err, new Terminal(terminal, false), data);
    }

    /** @param service the daemon, which runs the functions unless the command says otherwise */
    public CommandLine(Opener opener, Service service, PrintWriter out, PrintWriter err, Terminal terminal, Path data) {
        this.opener = opener;
        this.service = service;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.data = data;
    }

    /** Runs one command line and returns the exit code. */
    public int run(String... arguments) {
        try {
            return (isDaemon(arguments) ? run(Verb.DAEMON) : parse(arguments)).code();
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

    /** Whether it starts the daemon as systemd does: not parsed, for a parser would stay in its memory for good. */
    private boolean isDaemon(String... arguments) {
        if (arguments.length == 0 || Verb.of(arguments[0]) != Verb.DAEMON) {
            return false;
        }
        boolean named = arguments.length == 3 && arguments[1].equals("--config");
        if (!named && arguments.length != 1) {
            return false;
        }
        words = List.of(arguments[0]);
        config = named ? Path.of(arguments[2]) : null;
        return true;
    }

    private ExitCode parse(String... arguments) throws Failure, InterruptedException {
        picocli.CommandLine parser = new picocli.CommandLine(this)
                .setUnmatchedOptionsArePositionalParams(true)
                .setExpandAtFiles(false);
        try {
            parser.parseArgs(arguments);
            return execute(parser); // plot has a parser of its own
        } catch (ParameterException e) {
            report(ExitCode.USAGE, bad(e.getMessage()));
            return ExitCode.USAGE;
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
            throw bad("there is no option " + words.get(0) + "; outrider --help lists them");
        }
        if (json && text) {
            throw bad("--json and --text: only one of them");
        }
        Verb verb = words.isEmpty() ? null : Verb.of(words.get(0));
        if (verb != null) {
            return run(verb);
        }
        return help || isAlone(parser.getParseResult()) ? runAlone(parser) : runThroughDaemon();
    }

    private ExitCode run(Verb verb) throws Failure, InterruptedException {
        if (help) {
            out.println(verb.help());
        } else if (service == null) {
            throw new Failure(Failure.Actor.OPERATOR, "NOT_RUNNING", "there is no daemon here");
        } else if (every != null || count != null) {
            throw bad("--every and --count: go with functions only");
        } else if (alone || can != null || !set.isEmpty()) {
            throw bad("--alone, --can and --set: go with functions only; the daemon's settings are in its files");
        } else {
            new Verbs(service, config, this::client, out, err, terminal, wantsJson())
                    .run(verb, words.subList(1, words.size()));
        }
        return ExitCode.DONE;
    }

    /** What is a setting of this process needs a process of its own; what needs no vehicle needs no daemon either. */
    private boolean isAlone(ParseResult given) {
        return service == null
                || alone
                || can != null
                || !set.isEmpty()
                || given.hasMatchedOption("--data")
                || name().equals("obd.formula");
    }

    private ExitCode runAlone(picocli.CommandLine parser) throws Failure, InterruptedException {
        try (Agent agent = opener.open(settings(), config, data)) {
            Functions functions = agent.functions();
            if (help) {
                help(parser, functions);
                return ExitCode.DONE;
            }
            Words given = arguments();
            return repeater().run(functions.prepare(name(), given.positional(), given.keywords()));
        }
    }

    /** Some functions only the daemon has; it knows what they do. */
    private void help(picocli.CommandLine parser, Functions functions) throws Failure {
        try {
            new Help(functions, out).print(parser, words.isEmpty() ? null : name());
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
        Words given = arguments();
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

    private Words arguments() throws Failure {
        return Words.of(words.subList(1, words.size()));
    }

    private LocalClient client() throws Failure {
        Place settled = api != null && tokenFile != null ? null : service.api(config);
        List<Path> tokens = tokenFile != null ? List.of(tokenFile) : settled.tokenFiles();
        return new LocalClient(api != null ? Place.at(api, tokens) : settled.with(tokens));
    }

    private Repeater repeater() throws Failure {
        Printer printer = new Printer(out, wantsJson(), terminal.out());
        return new Repeater(
                Numbers.seconds("--every", every), Numbers.count("--count", count), printer, Ticker.system());
    }

    private static Failure bad(String sentence) {
        return new Failure(Failure.Actor.CALLER, "BAD_COMMAND", sentence);
    }

    private Settings settings() throws Failure {
        List<String> all = new ArrayList<>(set);
        if (can != null) {
            all.add("obd.can=" + can);
        }
        return Settings.of(all);
    }

    private boolean wantsJson() {
        return json || !text && !terminal.out();
    }

    private String name() {
        return SHORT.getOrDefault(words.get(0), words.get(0));
    }

    private int report(ExitCode code, Failure failure) {
        if (wantsJson()) {
            out.println(Printer.line(Printer.error(failure)));
        }
        err.println("outrider: " + Printer.harmless(String.valueOf(failure.getMessage())));
        return code.code();
    }
}
