package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.builtin.doctor.DoctorLine;
import io.outrider.agent.builtin.doctor.DoctorModule;
import io.outrider.agent.builtin.doctor.DoctorResult;
import io.outrider.agent.operator.cli.SetupListening.BusRecorder;
import io.outrider.agent.operator.errors.CommandLineErrors;
import io.outrider.agent.operator.support.SupportBundle;
import io.outrider.agent.operator.support.SupportSources;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsExample;
import io.outrider.agent.runtime.settings.SettingsFiles;
import io.outrider.api.CheckReport.Verdict;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Executor of the subcommands. */
final class Subcommands {
    /** Time for each part of a support bundle. */
    private static final Duration SUPPORT_LIMIT = Duration.ofSeconds(15);

    private final Invocation invocation;
    private final BusRecorder frames;
    private final List<String> words;
    private final Printer printer;

    Subcommands(Invocation invocation, BusRecorder frames) {
        this.invocation = invocation;
        this.frames = frames;
        this.words = invocation.words().subList(1, invocation.words().size());
        this.printer = invocation.printer();
    }

    ExitCode run(Subcommand subcommand) throws Failure, InterruptedException {
        switch (subcommand) {
            case STATUS -> status();
            case DOCTOR -> {
                return doctor();
            }
            case STREAM -> stream();
            case PLOT -> new PlotCommand(words, invocation, Ticker.system()).run();
            case DECODE -> {
                return decode();
            }
            case RELOAD -> {
                requireNoWords(subcommand);
                print(invocation.client().ask("POST", "/reload").path("result").asText());
            }
            case CONFIG -> config();
            case DAEMON -> {
                requireNoWords(subcommand);
                invocation.service().daemon(invocation.config());
            }
            case SETUP -> setup();
            case ENROL -> new EnrolCommand(words, invocation).run();
            case SUPPORT_BUNDLE -> supportBundle();
            case COMPLETION ->
                page(subcommand, new CompletionScript(invocation.service().reference())::text);
            case MAN -> page(subcommand, new ManualPages(invocation.service().reference())::text);
        }
        return ExitCode.DONE;
    }

    private void requireNoWords(Subcommand subcommand) throws Failure {
        if (!words.isEmpty()) {
            throw CommandOptions.bad(subcommand.word() + ": takes no '" + words.get(0) + "'; outrider "
                    + subcommand.word() + " --help tells more");
        }
    }

    private void status() throws Failure {
        boolean all = words.equals(List.of("-v")) || words.equals(List.of("--verbose"));
        if (!all && !words.isEmpty()) {
            throw CommandOptions.bad("status: takes nothing but -v");
        }
        JsonNode status;
        try {
            status = invocation.client().get("/status");
        } catch (Failure e) {
            throw e.is(CommandLineErrors.NOT_RUNNING) ? withWrongSettings(e) : e;
        }
        StatusScreen screen = new StatusScreen(invocation.out(), invocation.terminal());
        if (invocation.json()) {
            printer.print(status);
        } else if (all) {
            screen.printAll(status);
        } else {
            screen.print(status);
        }
    }

    /** A daemon that cannot read its settings has no last valid ones. */
    private Failure withWrongSettings(Failure failure) {
        try {
            invocation.service().checkConfig(invocation.config());
            return failure;
        } catch (Failure e) {
            return failure.withMessage(
                    failure.getMessage() + "\nthe settings are wrong, correct them first: " + e.getMessage());
        }
    }

    private ExitCode doctor() throws Failure, InterruptedException {
        boolean isAwake = words.equals(List.of("awake"));
        if (!isAwake && !words.isEmpty()) {
            throw CommandOptions.bad("doctor: takes nothing but awake");
        }
        JsonNode result;
        try {
            result = invocation.client().call((isAwake ? DoctorModule.AWAKE : DoctorModule.CHECK).name());
        } catch (Failure e) {
            if (!e.is(CommandLineErrors.NOT_RUNNING, CommandLineErrors.DAEMON_LOST)) {
                throw e;
            }
            result = Json.mapper().valueToTree(withoutDaemon(e, isAwake));
        }
        if (invocation.json()) {
            printer.print(result);
        } else {
            new DoctorScreen(invocation.out(), invocation.terminal()).print(result);
        }
        return switch (result.path("verdict").asText()) {
            case "ok" -> ExitCode.DONE;
            case "look" -> ExitCode.LOOK;
            default -> ExitCode.PARTLY;
        };
    }

    private DoctorResult withoutDaemon(Failure why, boolean isAwake) throws Failure, InterruptedException {
        List<DoctorLine> lines = new ArrayList<>();
        lines.add(
                why.is(CommandLineErrors.NOT_RUNNING)
                        ? new DoctorLine(
                                "daemon",
                                "daemon",
                                Verdict.BAD,
                                "does not run",
                                "journalctl -u outrider -e shows why; systemctl start outrider starts it.")
                        : new DoctorLine("daemon", "daemon", Verdict.BAD, why.getMessage(), ""));
        if (!isAwake) {
            lines.addAll(invocation.service().checkWithoutDaemon(invocation.config()));
        }
        return new DoctorResult(lines);
    }

    private void stream() throws Failure, InterruptedException {
        String query = streamQuery(words);
        EventLine line = new EventLine(invocation.terminal());
        invocation.client().follow(query, Ticker.system(), invocation::warn, (event, data) -> {
            printer.printLine(invocation.json() ? Printer.line(data) : line.of(event, data));
            invocation.out().flush();
        });
    }

    /** Query of the stream; {@code event=…} selects the kind of event, records by default. */
    private static String streamQuery(List<String> words) throws Failure {
        List<String> parts = new ArrayList<>();
        for (String word : words) {
            if (word.startsWith("event=")) {
                if (!word.equals("event=record") && !word.equals("event=job")) {
                    throw CommandOptions.bad("stream: '" + word + "' is neither event=record nor event=job");
                }
                parts.add(word);
            } else if (word.startsWith("type=") || !word.contains("=") && !word.startsWith("-")) {
                String pattern = word.startsWith("type=") ? word.substring(5) : word;
                parts.add("type=" + URLEncoder.encode(pattern, StandardCharsets.UTF_8));
            } else {
                throw CommandOptions.bad(
                        "stream: '" + word + "' is no pattern such as 'obd.*', and neither event=record nor event=job");
            }
        }
        if (parts.stream().noneMatch(part -> part.startsWith("event="))) {
            parts.add("event=record");
        }
        return String.join("&", parts);
    }

    private ExitCode decode() throws Failure {
        EventLine line = new EventLine(invocation.terminal());
        boolean text = invocation.options().has("--text");
        BatchDecoder decoder = new BatchDecoder(
                row -> printer.printLine(text ? line.of("record", row) : Printer.line(row)), this::report);
        for (String file : words.isEmpty() ? List.of("-") : words) {
            decoder.read(file);
        }
        return decoder.end();
    }

    private void report(String sentence) throws Failure {
        invocation.warn(sentence);
        if (invocation.err().checkError()) {
            throw new Failure(CommandLineErrors.OUTPUT_FAILED, "errors cannot be written");
        }
    }

    private void config() throws Failure {
        DaemonService service = invocation.service();
        if (words.size() == 2 && words.get(0).equals("check")) {
            print(service.checkConfig(Path.of(words.get(1))));
            return;
        }
        switch (String.join(" ", words)) {
            case "check" -> print(service.checkConfig(invocation.config()));
            case "example" ->
                printer.printLine(new SettingsExample(service.reference().settings())
                        .text()
                        .stripTrailing());
            default -> throw CommandOptions.bad("config: takes check, check FILE or example");
        }
    }

    private void supportBundle() throws Failure, InterruptedException {
        if (words.size() > 1) {
            throw CommandOptions.bad("support-bundle: takes one file");
        }
        Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);
        String name = words.isEmpty()
                ? "outrider-support-" + now.toString().replaceAll("[-:]", "") + ".tar.gz"
                : words.get(0);
        DaemonService service = invocation.service();
        SupportSources sources = new SupportSources(
                SettingsFiles.of(invocation.config(), Settings.none()),
                service.reference().settings(),
                service.dataFolders(),
                invocation.tokenFiles(),
                invocation::client,
                () -> service.checkConfig(invocation.config()));
        List<String> missing = new SupportBundle(sources, SUPPORT_LIMIT).write(Path.of(name), now);
        printer.print(Map.of("file", name, "missing", missing));
    }

    private void setup() throws Failure, InterruptedException {
        SetupListening listening =
                new SetupListening(Path.of("/sys/class/net"), frames, SetupListening::runIp, Ticker.system());
        if (words.contains(BitRateCommand.OPTION)) {
            List<String> others = new ArrayList<>(words);
            others.remove(BitRateCommand.OPTION);
            new BitRateCommand(invocation, listening).run(others);
            return;
        }
        SetupAnswers answers = SetupAnswers.ofThisProcess(invocation.out());
        new SetupCommand(words, invocation, answers, listening).run();
    }

    /** Prints a generated page, which the only word names. */
    private void page(Subcommand subcommand, PageSource pages) throws Failure {
        if (words.size() != 1) {
            throw CommandOptions.bad(subcommand.word() + ": takes one of " + subcommand.arguments());
        }
        printer.printLine(pages.text(words.get(0)).stripTrailing());
    }

    private void print(String text) throws Failure {
        printer.print(invocation.json() ? Map.of("result", text) : text);
    }
}
