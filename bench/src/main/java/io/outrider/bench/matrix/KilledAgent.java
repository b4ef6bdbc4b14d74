package io.outrider.bench.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.api.Failure;
import io.outrider.testkit.TimeoutFactor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Program of the agent's part in releases, in a process of its own that ends within a run as if it were killed. */
public final class KilledAgent implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int KILLED = 9;
    private static final int SURVIVED = 3;

    private final Process process;

    /** Case that the process is given as a line of JSON. */
    record Order(
            Map<String, Object> document,
            boolean rollback,
            MatrixPoint point,
            MatrixFault.Place place,
            int probation) {}

    /**
     * Starts the process, which waits for its order.
     *
     * @param document on which it loads what a run needs
     */
    KilledAgent(MatrixUnit.Setup setup, Map<String, Object> document, Path log) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                        "-Doutrider.matrix.log=" + log,
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledAgent.class.getName(),
                        setup.socket().toString(),
                        setup.agent().toString(),
                        setup.host().toString(),
                        JSON.writeValueAsString(document))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    /** Returns when the process has ended; false if it was not killed at its point. */
    boolean run(Order order) throws IOException, InterruptedException {
        try (var out = process.outputWriter(StandardCharsets.UTF_8)) {
            out.write(JSON.writeValueAsString(order));
        }
        boolean ended = process.waitFor(TimeoutFactor.scaledSeconds(120), TimeUnit.SECONDS);
        process.destroyForcibly();
        return ended && process.exitValue() == KILLED;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws Exception {
        MatrixUnit.Setup setup = setup(arguments, 0);
        Map<String, Object> document = JSON.readValue(arguments[3], new TypeReference<>() {});
        try (MatrixUnit unit = new MatrixUnit(setup, document, MatrixRunPoints.withoutFault())) {
            unit.warmUp();
        } catch (Failure e) {
            // the engine is stopped for another case
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = in.readLine();
        if (line == null) {
            return;
        }
        Order order = JSON.readValue(line, new TypeReference<>() {});
        MatrixRunPoints points = new MatrixRunPoints(
                order.point(), order.place(), () -> Runtime.getRuntime().halt(KILLED));
        try (MatrixUnit unit = new MatrixUnit(setup(arguments, order.probation()), order.document(), points)) {
            unit.run(order.rollback());
        }
        System.exit(SURVIVED);
    }

    private static MatrixUnit.Setup setup(String[] arguments, int probation) {
        return new MatrixUnit.Setup(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]), probation, 10);
    }
}
