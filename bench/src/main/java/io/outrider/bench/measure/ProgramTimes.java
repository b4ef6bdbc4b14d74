package io.outrider.bench.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The program as it is installed, from outside: how long from its start to its first answer, and what memory it holds
 * after polling for a minute. Beside a Java program that does nothing.
 */
final class ProgramTimes {
    private static final int SECONDS = 60;
    private static final double MOST_MEGABYTES = 80;
    private static final double MOST_TIMES_A_BARE_START = 8;
    private static final List<String> POLLED = List.of(
            "RPM",
            "SPEED",
            "ENGINE_LOAD",
            "THROTTLE_POS",
            "COOLANT_TEMP",
            "INTAKE_TEMP",
            "FUEL_LEVEL",
            "MAF",
            "CONTROL_MODULE_VOLTAGE",
            "ODOMETER");

    private final Path outrider;
    private final String bus;

    /** @param outrider the start script; {@code bus} has a vehicle on it */
    ProgramTimes(Path outrider, String bus) {
        this.outrider = outrider;
        this.bus = bus;
    }

    List<Figure> measure() throws Exception {
        new ProcessBuilder(outrider + "-archive").inheritIO().start().waitFor(); // as an installation does
        double bare = Rounds.median(JavaProgram.bareStart(), JavaProgram.bareStart(), JavaProgram.bareStart());
        double[] starts = new double[3];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = start(List.of("obd.query", "RPM"), false);
        }
        double start = Rounds.median(starts);
        double resident = start(polling(), true);
        double bareMegabytes = JavaProgram.bareMegabytes();
        return List.of(
                new Figure(
                        "start to first answered query",
                        String.format("%.2f s", start),
                        String.format("a Java program that does nothing %.2f s", bare),
                        start / bare,
                        "at most " + (int) MOST_TIMES_A_BARE_START + " times as long",
                        start / bare <= MOST_TIMES_A_BARE_START),
                new Figure(
                        "resident memory, ten PIDs a second for a minute",
                        String.format("%.1f MB", resident),
                        "a Java program that does nothing " + String.format("%.1f MB", bareMegabytes),
                        resident / bareMegabytes,
                        "at most " + (int) MOST_MEGABYTES + " MB",
                        resident <= MOST_MEGABYTES));
    }

    private static List<String> polling() {
        List<String> words =
                new ArrayList<>(List.of("--every", "1", "--count", Integer.toString(SECONDS), "obd.query_many"));
        words.addAll(POLLED);
        return words;
    }

    /** Seconds to the first line, or with {@code memory} the megabytes held after the last. */
    private double start(List<String> words, boolean memory) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(outrider.toString(), "--can", bus));
        command.addAll(words);
        long begun = System.nanoTime();
        Process program = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        double resident = 0;
        double first = 0;
        try (BufferedReader lines = program.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                first = first == 0 ? (System.nanoTime() - begun) / 1e9 : first;
                if (!line.contains("\"value\"")) {
                    throw new IllegalStateException("the vehicle did not answer: " + line);
                }
                resident = memory ? JavaProgram.megabytes(program.pid(), resident) : 0;
            }
        }
        if (program.waitFor() != 0) {
            throw new IllegalStateException(command + " ended with " + program.exitValue());
        }
        return memory ? resident : first;
    }
}
