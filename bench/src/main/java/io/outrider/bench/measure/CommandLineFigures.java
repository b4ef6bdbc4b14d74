package io.outrider.bench.measure;

import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.ProcessMemory;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Measurement of the installed program as a command: time from start to the first answer, and memory after a minute of
 * polling. Beside a Java program that does nothing.
 */
final class CommandLineFigures {
    private static final int SECONDS = 60;
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

    /**
     * @param outrider start script
     * @param bus interface with a vehicle
     */
    CommandLineFigures(Path outrider, String bus) {
        this.outrider = outrider;
        this.bus = bus;
    }

    List<Figure> measure() throws Exception {
        Installation.archive(outrider);
        double bare =
                AlternatingRounds.median(JavaProgram.bareStart(), JavaProgram.bareStart(), JavaProgram.bareStart());
        double[] starts = new double[3];
        for (int i = 0; i < starts.length; i++) {
            starts[i] = start(List.of("obd.query", "RPM"), false);
        }
        double start = AlternatingRounds.median(starts);
        double resident = start(polling(), true);
        return List.of(
                new Figure(
                        "start to first answered query",
                        String.format("%.2f s", start),
                        String.format("a Java program that does nothing %.2f s", bare),
                        start / bare,
                        "at most " + (int) MOST_TIMES_A_BARE_START + " times as long",
                        start / bare <= MOST_TIMES_A_BARE_START),
                Figure.memory(
                        "resident memory, ten PIDs a second for a minute",
                        resident,
                        String.format("%.1f MB", resident)));
    }

    private static List<String> polling() {
        List<String> words =
                new ArrayList<>(List.of("--every", "1", "--count", Integer.toString(SECONDS), "obd.query_many"));
        words.addAll(POLLED);
        return words;
    }

    /** Seconds to the first line, or with {@code memory} the resident megabytes at the last line. */
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
                resident = memory ? megabytes(program, resident) : resident;
            }
        }
        if (program.waitFor() != 0) {
            throw new IllegalStateException(command + " ended with " + program.exitValue());
        }
        return memory ? resident : first;
    }

    /** Resident memory, or the last known one if the process has just ended. */
    private static double megabytes(Process program, double last) {
        try {
            return ProcessMemory.of(program.pid()).now();
        } catch (IOException e) {
            return last;
        }
    }
}
