package io.outrider.agent;

import io.outrider.agent.cli.CommandLine;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Ticker;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ServiceLoader;

/** Starts the command line with the modules of the class path. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        CommandLine commandLine = new CommandLine(
                (settings, data) -> new Agent(
                        ServiceLoader.load(ModuleFactory.class), settings, data, Clock.systemUTC(), Ticker.system()),
                writer(FileDescriptor.out),
                writer(FileDescriptor.err),
                Boolean.getBoolean("outrider.terminal"),
                data());
        System.exit(commandLine.run(arguments));
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8));
    }

    /** systemd's state directory for the service, a user's own one else. */
    private static Path data() {
        String state = System.getenv("STATE_DIRECTORY");
        return state != null ? Path.of(state) : Path.of(System.getProperty("user.home"), ".local", "state", "outrider");
    }
}
