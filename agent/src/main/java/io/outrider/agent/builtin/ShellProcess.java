package io.outrider.agent.builtin;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.Call;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.api.Ticker;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Shell command with its child processes. It leads its own session, so that closing kills its whole process group. The
 * output is polled, as a read of a pipe cannot be interrupted. One thread.
 */
final class ShellProcess implements AutoCloseable {
    private static final long POLL = TimeUnit.MILLISECONDS.toNanos(10);
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    /** Inherited variables; all others are dropped, as they may hold sockets and credentials. */
    private static final Set<String> INHERITED =
            Set.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TERM", "TMPDIR");

    private final Process process;
    private boolean ended;

    private ShellProcess(Process process) {
        this.process = process;
    }

    /** @throws Failure naming the argument that prevents the start */
    static ShellProcess start(String shell, String cmd, String cwd, Map<String, String> env) throws Failure {
        if (cwd != null && !new File(cwd).isDirectory()) {
            throw Failure.argument("cwd", "there is no such directory");
        }
        if (!new File(shell).canExecute()) {
            throw Failure.argument("shell", "there is no such program");
        }
        List<String> line = new ArrayList<>(List.of(shell, "-c", cmd));
        if (Files.isExecutable(SETSID)) {
            line.add(0, SETSID.toString());
        }
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .directory(cwd == null ? null : new File(cwd));
        builder.environment().keySet().retainAll(INHERITED);
        builder.environment().putAll(env);
        try {
            return new ShellProcess(builder.start());
        } catch (IOException e) {
            throw new Failure(CommonErrors.BAD_ARGUMENT, "cmd: cannot be started: " + IoReason.of(e), e);
        }
    }

    /** @param timeout seconds, or null */
    CommandOutput output(Double timeout, Ticker ticker, Call call) throws Failure, InterruptedException {
        long start = ticker.nanos();
        CommandOutput output = new CommandOutput(call);
        byte[] buffer = new byte[8192];
        InputStream in = process.getInputStream();
        try {
            while (!ended) {
                boolean alive = process.isAlive();
                int ready = in.available();
                if (ready > 0) {
                    int read = in.read(buffer, 0, Math.min(ready, buffer.length));
                    output.add(buffer, Math.max(0, read));
                } else if (alive) {
                    ticker.sleep(POLL);
                }
                ended = !alive && ready <= 0;
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                if (!ended && timeout != null && ticker.nanos() - start > timeout * 1e9) {
                    throw new Failure(
                            AgentErrors.TIMEOUT,
                            "timeout: the command was not done after " + timeout + " s and was killed");
                }
            }
        } catch (IOException e) {
            throw new Failure(AgentErrors.CMD_FAILED, "the command's output cannot be read: " + IoReason.of(e), e);
        }
        return output;
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Kills the process group, unless the command has ended: background processes then stay, as with any shell. */
    @Override
    public void close() {
        if (!ended) {
            killGroup();
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        try {
            process.getInputStream().close();
        } catch (IOException e) {
            // no longer read
        }
    }

    private void killGroup() {
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -9 -" + process.pid())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            // no shell, so no group
        }
    }
}
