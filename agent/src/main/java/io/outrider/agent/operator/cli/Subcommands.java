package io.outrider.agent.operator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.outrider.agent.operator.client.LocalClient;
import io.outrider.api.Failure;
import io.outrider.api.Ticker;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Executor of the subcommands. */
final class Subcommands {
    private static final Set<Subcommand> TAKE_WORDS =
            Set.of(Subcommand.STATUS, Subcommand.CONFIG, Subcommand.STREAM, Subcommand.PLOT, Subcommand.DECODE);

    private final DaemonService service;
    private final Path config;
    private final ClientSupplier daemon;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Terminal terminal;
    private final Ticker ticker;
    private final Printer printer;
    private final boolean json;
    private final boolean text;

    /** Connects to the daemon on demand. */
    @FunctionalInterface
    interface ClientSupplier {
        LocalClient client() throws Failure;
    }

    Subcommands(
            DaemonService service,
            Path config,
            ClientSupplier daemon,
            PrintWriter out,
            PrintWriter err,
            Terminal terminal,
            boolean json,
            boolean text) {
        this.service = service;
        this.config = config;
        this.daemon = daemon;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.ticker = Ticker.system();
        this.json = json;
        this.text = text;
        this.printer = new Printer(out, json, false);
    }

    ExitCode run(Subcommand subcommand, List<String> words) throws Failure, InterruptedException {
        if (!TAKE_WORDS.contains(subcommand) && !words.isEmpty()) {
            throw bad(subcommand.word() + ": takes no '" + words.get(0) + "'; outrider " + subcommand.word()
                    + " --help tells more");
        }
        switch (subcommand) {
            case STATUS -> status(words);
            case STREAM -> stream(words);
            case PLOT -> plot(words);
            case DECODE -> {
                return decode(words);
            }
            case RELOAD -> print(daemon.client().post("/reload").path("result").asText());
            case CONFIG -> config(words);
            case DAEMON -> service.daemon(config);
        }
        return ExitCode.DONE;
    }

    private ExitCode decode(List<String> files) throws Failure {
        EventLine line = new EventLine(terminal.colour());
        BatchDecoder decoder = new BatchDecoder(
                row -> {
                    if (text) {
                        out.println(line.of("record", row));
                    } else {
                        out.println(Printer.line(row));
                    }
                    printer.check();
                },
                sentence -> {
                    warn(sentence);
                    if (err.checkError()) {
                        throw new Failure(Failure.Actor.OPERATOR, Printer.OUTPUT_FAILED, "errors cannot be written");
                    }
                });
        for (String file : files.isEmpty() ? List.of("-") : files) {
            decoder.read(file);
        }
        return decoder.end();
    }

    private void status(List<String> words) throws Failure {
        boolean all = words.equals(List.of("-v")) || words.equals(List.of("--verbose"));
        if (!all && !words.isEmpty()) {
            throw bad("status: takes nothing but -v");
        }
        JsonNode status = daemon.client().get("/status");
        if (json) {
            printer.print(status);
        } else if (all) {
            new StatusScreen(out, terminal).printAll(status);
        } else {
            new StatusScreen(out, terminal).print(status);
        }
    }

    private void stream(List<String> words) throws Failure, InterruptedException {
        String query = StreamQuery.of(words);
        EventLine line = new EventLine(terminal.colour());
        new Follower(daemon.client(), ticker, this::warn).follow(query, (event, data) -> {
            if (json) {
                printer.print(data);
            } else {
                out.println(line.of(event, data));
                printer.check();
            }
            out.flush();
        });
    }

    private void plot(List<String> words) throws Failure, InterruptedException {
        PlotCommand plotting = new PlotCommand(PlotOptions.of(words), daemon.client(), out, err, terminal, ticker);
        if (terminal.out() && !json) {
            plotting.draw();
        } else {
            plotting.print(json);
        }
    }

    private void warn(String sentence) {
        err.println("outrider: " + sentence);
        err.flush();
    }

    private void config(List<String> words) throws Failure {
        if (words.size() == 2 && words.get(0).equals("check")) {
            print(service.checkConfig(Path.of(words.get(1))));
            return;
        }
        switch (String.join(" ", words)) {
            case "check" -> print(service.checkConfig(config));
            case "example" -> out.println(service.exampleConfig().stripTrailing());
            default -> throw bad("config: takes check, check FILE or example");
        }
    }

    private void print(String text) throws Failure {
        printer.print(json ? Map.of("result", text) : text);
    }

    private static Failure bad(String sentence) {
        return new Failure(Failure.Actor.CALLER, "BAD_COMMAND", sentence);
    }
}
