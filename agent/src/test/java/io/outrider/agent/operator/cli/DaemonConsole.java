package io.outrider.agent.operator.cli;

import io.outrider.agent.operator.api.LocalSettings;
import io.outrider.agent.operator.client.DaemonEndpoint;
import io.outrider.agent.operator.errors.LocalApiErrors;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Signatures;
import io.outrider.agent.runtime.log.LogSettings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.Failure;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** Command line beside a daemon, with captured output; no function runs in this process. */
final class DaemonConsole implements DaemonService {
    final AtomicReference<Path> config = new AtomicReference<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Terminal terminal;
    private final DaemonEndpoint place;

    DaemonConsole(boolean terminal, int port, Path tokenFile) {
        this(new Terminal(terminal, terminal), port, tokenFile);
    }

    DaemonConsole(Terminal terminal, int port, Path tokenFile) {
        this.terminal = terminal;
        this.place = new DaemonEndpoint("127.0.0.1", port, List.of(Path.of("no-such-folder/token"), tokenFile));
    }

    /** Runs a new command line and returns the exit code; clears earlier output. */
    int run(String... words) {
        out.getBuffer().setLength(0);
        return run(out, words);
    }

    int run(Writer to, String... words) {
        err.getBuffer().setLength(0);
        return new CommandLine(
                        (settings, config, data) -> {
                            throw Failure.reported(Failure.Actor.AGENT, "ALONE", "this was to run alone");
                        },
                        this,
                        to,
                        new PrintWriter(err),
                        terminal,
                        Path.of("no-folder"))
                .run(words);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }

    @Override
    public void daemon(Path config) throws Failure {
        this.config.set(config);
        throw new Failure(LocalApiErrors.PORT_TAKEN, "another one runs");
    }

    @Override
    public DaemonEndpoint api(Path config, Consumer<String> warns) {
        this.config.set(config);
        return place;
    }

    @Override
    public String checkConfig(Path config) throws Failure {
        if (config == null) {
            throw new Failure(AgentErrors.BAD_SETTING, "line 3: no");
        }
        return "all is well";
    }

    @Override
    public List<Path> dataFolders() {
        return List.of(place.tokenFiles().get(1).resolveSibling("data"));
    }

    @Override
    public ProgramReference reference() {
        return new ProgramReference(
                Signatures.of(List.of(new TestConsole(false))),
                new SettingsSchema(Map.of("local", LocalSettings.class, "log", LogSettings.class)));
    }
}
