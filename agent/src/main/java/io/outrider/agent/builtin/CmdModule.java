package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.Outcome;
import io.outrider.api.Ticker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** {@code cmd.run}. The return code is the command's own, as users know it; the call counts as successful. */
public final class CmdModule implements Module {
    /** MAX_ARG_STRLEN of Linux, 32 pages of 4 KiB, without the NUL at the end. */
    private static final int LONGEST = 32 * 4096 - 1;

    /** What to run, and where. */
    record Arguments(
            @JsonProperty(required = true) @JsonPropertyDescription("for the shell")
            String cmd,

            @JsonPropertyDescription("directory to run it in")
            String cwd,

            @JsonPropertyDescription("seconds after which it is killed")
            Double timeout,

            @JsonPropertyDescription("variables to set") Map<String, String> env,

            @JsonProperty(defaultValue = "/bin/sh") @JsonPropertyDescription("program that takes -c and the command")
            String shell) {
        Arguments {
            if (timeout != null && !(timeout > 0 && timeout <= 86_400)) {
                throw new IllegalArgumentException("timeout: takes up to 86400 seconds, not " + timeout);
            }
            noNul("cmd", cmd);
            noNul("cwd", cwd);
            noNul("shell", shell);
            if (cmd != null && cmd.getBytes(StandardCharsets.UTF_8).length > LONGEST) {
                throw new IllegalArgumentException(
                        "cmd: is longer than " + LONGEST + " bytes, the most that Linux takes; put it into a file");
            }
            env = env == null ? Map.of() : env;
            for (Map.Entry<String, String> each : env.entrySet()) {
                if (!each.getKey().matches("[A-Za-z_][A-Za-z0-9_]*")
                        || each.getValue() == null
                        || each.getValue().indexOf('\0') >= 0) {
                    throw new IllegalArgumentException("env: takes names of letters with texts");
                }
            }
            shell = shell == null ? "/bin/sh" : shell;
        }

        private static void noNul(String name, String text) {
            if (text != null && text.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(name + ": takes no NUL character");
            }
        }
    }

    private final Supplier<CmdSettings> settings;
    private final Ticker ticker;

    /** @param settings asked at each call, for they may be read again */
    public CmdModule(Supplier<CmdSettings> settings, Ticker ticker) {
        this.settings = settings;
        this.ticker = ticker;
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(new Function<>(
                "cmd.run",
                "Runs a command of the shell, if the unit's owner allows it. The return code is the command's own, also"
                        + " 254; whether it was run at all is told by success",
                Arguments.class,
                this::run));
    }

    private Object run(Arguments given, Call call) throws Failure, InterruptedException {
        if (!settings.get().enabled()) {
            throw new Failure(
                    Failure.Actor.OPERATOR,
                    "CMD_DISABLED",
                    "cmd.run is switched off by the unit's owner; [cmd] enabled = true allows it");
        }
        try (ShellProcess process = ShellProcess.start(given.shell(), given.cmd(), given.cwd(), given.env())) {
            CommandOutput output = process.output(given.timeout(), ticker, call);
            return process.exitCode() == 0 ? output : new Outcome(output, process.exitCode());
        }
    }

    @Override
    public void close() {}
}
