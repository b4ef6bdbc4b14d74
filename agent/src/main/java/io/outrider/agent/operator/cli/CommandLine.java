package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.CallArguments;
import io.outrider.agent.runtime.functions.DidYouMean;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.functions.Printable;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.modules.ModuleRegistry;
import io.outrider.agent.runtime.process.Version;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.api.CommonErrors;
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
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Command line {@code outrider FUNCTION [WORD]…}: runs one function in the daemon or in this process and prints its result.
 * {@code outrider status} and the like are {@link Subcommand}s.
 */
public final class CommandLine {
    /** Opens the modules for one command in this process. */
    @FunctionalInterface
    public interface ModulesOpener {
        /** @param config settings file, or null for the default */
        ModuleRegistry open(Settings settings, Path config, Path data) throws Failure;

        /** One module without the others, whose hardware and data stay untouched. */
        default ModuleRegistry openAlone(String module, Settings settings, Path config, Path data) throws Failure {
            return open(settings, config, data);
        }

        /** Sentences about modules that cannot be used. */
        default List<String> missing() {
            return List.of();
        }

        default Signatures signatures(Settings settings, Path config, Path data) throws Failure {
            try (ModuleRegistry modules = open(settings, config, data)) {
                return modules.functions().signatures();
            }
        }
    }

    /** Options of a call in this process. */
    private static final List<String> ALONE = List.of("--alone", "--can", "--set");

    static final Map<String, String> SHORT = Map.of("formula", StandardNames.FORMULA);

    private static final Logger DAEMON_LOG = LoggerFactory.getLogger("io.outrider.agent.daemon.Daemon");

    private final ModulesOpener opener;
    private final Path usualData;
    private Invocation invocation;
    private CommandOptions options;
    private List<String> words;

    /** A command line without a daemon: every function runs in this process. */
    public CommandLine(ModulesOpener opener, PrintWriter out, PrintWriter err, boolean terminal, Path data) {
        this(opener, null, out, err, new Terminal(terminal, false), data);
    }

    /** @param service the daemon, which runs the functions by default */
    public CommandLine(
            ModulesOpener opener, DaemonService service, Writer out, PrintWriter err, Terminal terminal, Path data) {
        this.opener = opener;
        this.usualData = data;
        use(new Invocation(new CommandOptions(), service, new OutputWriter(out), err, terminal));
    }

    public int run(String... arguments) {
        try {
            use(invocation.with(CommandOptions.of(
                    CommandOption.flags(), CommandOption.valued(), Set.of("--set"), List.of(arguments))));
            return execute().code();
        } catch (Failure e) {
            return report(ExitCode.of(e), e);
        } catch (RuntimeException e) {
            String sentence = "a fault in outrider; please report it with this command";
            return report(ExitCode.FAULT, new Failure(CommonErrors.FAULT, sentence, e));
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED.code();
        } finally {
            invocation.out().flush();
            invocation.err().flush();
        }
    }

    private void use(Invocation next) {
        invocation = next;
        options = next.options();
        words = next.words();
    }

    private ExitCode execute() throws Failure, InterruptedException {
        if (options.has("-V") || options.has("--version")) {
            invocation.out().println("outrider " + Version.text());
            return ExitCode.DONE;
        }
        if (words.isEmpty() && !invocation.wantsHelp()) {
            invocation.err().print(FunctionHelp.USAGE);
            invocation.err().println("\noutrider --help lists the functions.");
            return ExitCode.USAGE;
        }
        if (!words.isEmpty() && words.get(0).startsWith("-")) {
            throw CommandOptions.bad("there is no option " + words.get(0) + "; outrider --help lists them");
        }
        if (options.has("--json") && options.has("--text")) {
            throw CommandOptions.bad("--json and --text: only one of them");
        }
        Subcommand subcommand = words.isEmpty() ? null : subcommand(words.get(0));
        if (subcommand != null) {
            return run(subcommand);
        }
        try {
            return isAlone() ? runAlone() : runThroughDaemon();
        } catch (Failure e) {
            throw withDotMissing(e);
        }
    }

    /** Null for a function. */
    private static Subcommand subcommand(String word) throws Failure {
        Subcommand subcommand = Subcommand.of(word);
        if (subcommand == null && word.indexOf('.') < 0 && !SHORT.containsKey(word)) {
            List<String> known = Stream.concat(
                            SHORT.keySet().stream(),
                            Arrays.stream(Subcommand.values()).map(Subcommand::word))
                    .toList();
            String hint = DidYouMean.hint(word, known);
            if (!hint.isEmpty()) {
                throw CommandOptions.bad("there is no command '" + word + "'" + hint + "; outrider --help lists them");
            }
        }
        return subcommand;
    }

    /** Suggests the dot if the first two words joined by it are an existing function. */
    private Failure withDotMissing(Failure failure) throws Failure {
        if (!failure.is(CommonErrors.NO_SUCH_FUNCTION) || words.size() < 2 || name().indexOf('.') >= 0) {
            return failure;
        }
        String meant = name() + "." + words.get(1);
        boolean isThere = isAlone()
                ? signatures().all().stream().anyMatch(each -> each.name().equals(meant))
                : invocation.daemonHelp(meant) != null;
        String sentence = "'" + name() + "' is not available (did you mean " + meant + "?)";
        return isThere ? failure.withMessage(sentence) : failure;
    }

    private ExitCode run(Subcommand subcommand) throws Failure, InterruptedException {
        if (invocation.wantsHelp()) {
            invocation.out().println(subcommand.help());
            return ExitCode.DONE;
        } else if (invocation.service() == null) {
            throw new Failure(CommandLineErrors.NOT_RUNNING, "there is no daemon here");
        } else if (options.has("--every") || options.has("--count")) {
            throw CommandOptions.bad("--every and --count: go with functions only");
        } else if (options.hasAny(ALONE)) {
            throw CommandOptions.bad(
                    "--alone, --can and --set: go with functions only; the daemon's settings are in its files");
        }
        return new Subcommands(invocation, this::frames).run(subcommand);
    }

    /** Frames on a bus, by the modules in this process, which send nothing. */
    private List<String> frames(String bus, int seconds, Path config) throws Failure, InterruptedException {
        Settings listening =
                Settings.of(List.of(StandardNames.BUS_INTERFACE + "=" + bus, StandardNames.LISTEN_ONLY + "=true"));
        String module = StandardNames.RECORD.substring(0, StandardNames.RECORD.indexOf('.'));
        try (ModuleRegistry modules = opener.openAlone(module, listening, config, data())) {
            Object result = new Repeater.BoundedCall(
                            modules.functions().prepare(StandardNames.RECORD, List.of(), Map.of("duration", seconds)))
                    .run()
                    .value();
            List<String> lines = new ArrayList<>();
            Json.PLAIN.<JsonNode>valueToTree(result).path("data").forEach(each -> lines.add(each.asText()));
            return lines;
        }
    }

    /** True for help, for a call with settings or data of its own, and for functions that need no vehicle. */
    private boolean isAlone() {
        return invocation.service() == null
                || invocation.wantsHelp()
                || options.hasAny(ALONE)
                || options.has("--data")
                || name().equals(StandardNames.FORMULA);
    }

    private ExitCode runAlone() throws Failure, InterruptedException {
        if (invocation.wantsHelp()) {
            FunctionHelp help = new FunctionHelp(signatures(), usualData, invocation);
            return help(help);
        }
        try (ModuleRegistry modules = opener.open(settings(), invocation.config(), data())) {
            return repeater().run(new Repeater.BoundedCall(prepare(modules)));
        }
    }

    private ExitCode help(FunctionHelp help) throws Failure {
        if (words.isEmpty()) {
            help.printAll();
            if (!opener.missing().isEmpty()) {
                throw new Failure(AgentErrors.BAD_MODULE, String.join("\n", opener.missing()));
            }
            return ExitCode.DONE;
        }
        try {
            help.print(name());
            return ExitCode.DONE;
        } catch (Failure e) {
            throw withMissing(opener.missing(), e);
        }
    }

    private Functions.Prepared prepare(ModuleRegistry modules) throws Failure {
        CallArguments given = arguments();
        try {
            return modules.functions().prepare(name(), given.positional(), given.keywords());
        } catch (Failure e) {
            List<String> missing = new ArrayList<>(opener.missing());
            missing.addAll(modules.problems());
            throw withMissing(missing, e);
        }
    }

    /** Names the missing modules if there is no such function: it may be one of theirs. */
    private static Failure withMissing(List<String> modules, Failure failure) {
        return modules.isEmpty() || !failure.is(CommonErrors.NO_SUCH_FUNCTION)
                ? failure
                : new Failure(AgentErrors.BAD_MODULE, failure.getMessage() + "\n" + String.join("\n", modules));
    }

    private Signatures signatures() throws Failure {
        return opener.signatures(settings(), invocation.config(), data());
    }

    private Path data() {
        return options.has("--data") ? options.path("--data") : usualData;
    }

    private ExitCode runThroughDaemon() throws Failure, InterruptedException {
        CallArguments given = arguments();
        LocalClient client = invocation.client();
        ProgressLine progress = new ProgressLine(invocation.err(), invocation.terminal());
        return repeater().run(() -> {
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

    private Repeater repeater() throws Failure {
        return new Repeater(
                options.seconds("--every"), options.count("--count"), invocation.printer(), Ticker.system());
    }

    private Settings settings() throws Failure {
        List<String> all = new ArrayList<>(options.values("--set"));
        if (options.has("--can")) {
            all.add(StandardNames.BUS_INTERFACE + "=" + options.value("--can"));
        }
        return Settings.of(all);
    }

    private String name() {
        return SHORT.getOrDefault(words.get(0), words.get(0));
    }

    /** Prints a failure to the error stream and, with JSON, to the output; once if both have the same reader. */
    private int report(ExitCode code, Failure failure) {
        boolean outputFailed = failure.is(CommandLineErrors.OUTPUT_FAILED);
        if (outputFailed && invocation.terminal().outIsPipe()) {
            return ExitCode.PIPE_CLOSED.code(); // as if ended by SIGPIPE
        }
        if (invocation.json()) {
            invocation.out().println(Printer.line(Printer.error(failure)));
        }
        if (!invocation.json() || !invocation.terminal().hasOneReader()) {
            String why = outputFailed && !invocation.out().failure().isEmpty()
                    ? ": " + invocation.out().failure()
                    : "";
            String text = Printable.text(failure.getMessage() + why);
            if (invocation.is(Subcommand.DAEMON) && code != ExitCode.USAGE) {
                DAEMON_LOG.error("{}", text); // with the priority that systemd's journal takes
            } else {
                invocation.err().println("outrider: " + text);
            }
        }
        return code.code();
    }
}
