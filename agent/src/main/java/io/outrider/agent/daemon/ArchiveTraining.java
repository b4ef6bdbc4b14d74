package io.outrider.agent.daemon;

import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.log.Logs;
import io.outrider.api.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Training run of the class-data archive: a daemon and the usual calls to it in one process, so that the archive contains
 * the classes of both. {@code outrider-archive} starts it with its own settings file, for a unit {@code archive}.
 */
public final class ArchiveTraining {
    private static final List<List<String>> CALLS = List.of(
            List.of("--version"),
            List.of("test.ping"),
            List.of("--json", "test.ping"),
            List.of(StandardNames.QUERY, "RPM", "force=true", "formula=bytes_to_int(message.data[2:4])/4"),
            List.of(StandardNames.QUERY_MANY, "RPM", "SPEED"),
            List.of("--every=0.01", "--count=1", "--text", "test.echo", "a"),
            List.of("formula", "bytes_to_int(message.data[2:4])/4", "7E804410C0FA0"),
            List.of("status"),
            List.of("status", "-v"),
            List.of("--json", "status"),
            List.of("reload"),
            List.of("config", "check"),
            List.of("--help"));

    /** Exit code of a call that names a module that cannot be used; an archive is made all the same. */
    private static final int OPERATOR = 3;

    private static final String COMMAND_TOPIC = "outrider/v1/archive/command";

    private ArchiveTraining() {}

    @FunctionalInterface
    public interface DaemonOpener {
        Daemon open(Path config) throws Failure;
    }

    /**
     * Returns the exit code: 1 if a call failed that needs no bus and no repair by the operator, or the link did.
     *
     * @param brokerPort port of the broker in the settings
     * @param calls runs one command line and returns its exit code
     */
    public static int run(Path config, int brokerPort, DaemonOpener opener, ToIntFunction<String[]> calls)
            throws Failure, IOException, InterruptedException {
        Logs.asDaemon(false);
        int failed = 0;
        try (TrainingBroker broker = new TrainingBroker(brokerPort, COMMAND_TOPIC);
                Daemon daemon = opener.open(config)) {
            failed += broker.awaitMessages() ? 0 : 1;
            for (List<String> call : CALLS) {
                List<String> words = new ArrayList<>(List.of("--config", config.toString()));
                words.addAll(call);
                int code = calls.applyAsInt(words.toArray(String[]::new));
                boolean isExpected =
                        code == 0 || code == OPERATOR || call.get(0).startsWith(StandardNames.BUS + ".");
                failed += isExpected ? 0 : 1; // there is no bus here
            }
        }
        return failed == 0 ? 0 : 1;
    }
}
