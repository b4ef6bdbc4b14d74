package io.outrider.bench.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Network {@code lossy.py} with loss and delay of IP packets, under the kernel's TCP. One thread. */
final class LossyLink implements AutoCloseable {
    private static final long END_SECONDS = 5;

    private final Process network;
    private final BufferedReader output;
    private final Writer input;
    private final String address;

    /**
     * @param folder for the program and its output
     * @param target loopback port that receives the traffic
     * @param lost share of lost packets in each direction
     * @param delay of the other packets in each direction
     */
    LossyLink(Path folder, int target, double lost, Duration delay) throws IOException {
        Path program = folder.resolve("lossy.py");
        try (InputStream source = LossyLink.class.getResourceAsStream("lossy.py")) {
            Files.copy(source, program);
        }
        Path printed = folder.resolve("lossy.log");
        network = new ProcessBuilder(
                        "python3",
                        program.toString(),
                        Integer.toString(target),
                        Double.toString(lost),
                        Long.toString(delay.toMillis()))
                .redirectError(printed.toFile())
                .start();
        output = network.inputReader();
        input = network.outputWriter();
        String line = output.readLine();
        if (line == null) {
            throw new IOException("lossy.py ended: " + Files.readString(printed));
        }
        address = line.replace(' ', ':');
    }

    /** Host and port that lead to {@code target}. */
    String address() {
        return address;
    }

    /** Sets the share of lost packets; returns the number lost before. */
    int lose(double part) throws IOException {
        input.write(String.format(Locale.ROOT, "%.3f%n", part));
        input.flush();
        String line = output.readLine();
        if (line == null) {
            throw new IOException("lossy.py ended");
        }
        return Integer.parseInt(line.substring(0, line.indexOf(' ')));
    }

    @Override
    public void close() throws InterruptedException, IOException {
        input.close();
        if (!network.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            network.destroyForcibly().waitFor();
        }
    }
}
