package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Module;
import io.outrider.api.Outcome;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Module of {@code cmd.run}. The return code is that of the command; the call itself counts as successful. */
public record CmdModule(Supplier<CmdSettings> settings, Ticker ticker) implements Module {
    private static final Signature<Arguments> RUN = new Signature<>(
            "cmd.run",
            "Runs a command of the shell, if the unit's owner allows it. The return code is the command's own, also"
                    + " 254; whether it was run at all is told by success",
            Arguments.class);

    public static final List<Signature<?>> SIGNATURES = List.of(RUN);

    /** MAX_ARG_STRLEN of Linux, 32 pages of 4 KiB, without the NUL at the end. */
    private static final int MAX_BYTES = 32 * 4096 - 1;

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
                throw new InvalidArgumentException("timeout", "takes up to 86400 seconds, not " + timeout);
            }
            noNul("cmd", cmd);
            noNul("cwd", cwd);
            noNul("shell", shell);
            if (cmd != null && cmd.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
                throw new InvalidArgumentException(
                        "cmd", "is longer than " + MAX_BYTES + " bytes, the most that Linux takes; put it into a file");
            }
            env = env == null ? Map.of() : env;
            for (Map.Entry<String, String> each : env.entrySet()) {
                if (!each.getKey().matches("[A-Za-z_][A-Za-z0-9_]*")
                        || each.getValue() == null
                        || each.getValue().indexOf('\0') >= 0) {
                    throw new InvalidArgumentException("env", "takes names of letters with texts");
                }
            }
            shell = shell == null ? "/bin/sh" : shell;
        }

        private static void noNul(String name, String text) {
            if (text != null && text.indexOf('\0') >= 0) {
                throw new InvalidArgumentException(name, "takes no NUL character");
            }
        }
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(RUN.with(this::run));
    }

    private Object run(Arguments arguments, Call call) throws Failure, InterruptedException {
        if (!settings.get().enabled()) {
            throw new Failure(
                    AgentErrors.CMD_DISABLED,
                    "cmd.run is switched off by the unit's owner; [cmd] enabled = true allows it");
        }
        try (ShellProcess process =
                ShellProcess.start(arguments.shell(), arguments.cmd(), arguments.cwd(), arguments.env())) {
            CommandOutput output = process.output(arguments.timeout(), ticker, call);
            return process.exitCode() == 0 ? output : new Outcome(output, process.exitCode());
        }
    }
}
