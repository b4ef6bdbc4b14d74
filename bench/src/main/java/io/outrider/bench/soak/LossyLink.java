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

/** {@code lossy.py}, a network whose packets are lost and late: the kernel's own TCP has to make up for it. One thread. */
final class LossyLink implements AutoCloseable {
    private static final long END_SECONDS = 5;

    private final Process network;
    private final BufferedReader said;
    private final Writer tell;
    private final String address;

    /**
     * @param folder for the program and what it prints
     * @param target port of this machine's loopback to which what comes through goes on
     * @param lost part of the packets, each way
     * @param delay of the others, each way
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
        said = network.inputReader();
        tell = network.outputWriter();
        String line = said.readLine();
        if (line == null) {
            throw new IOException("lossy.py ended: " + Files.readString(printed));
        }
        address = line.replace(' ', ':');
    }

    /** Host and port that are {@code target} on the other side. */
    String address() {
        return address;
    }

    /** From now on; returns how many packets were lost before. */
    int lose(double part) throws IOException {
        tell.write(String.format(Locale.ROOT, "%.3f%n", part));
        tell.flush();
        String line = said.readLine();
        if (line == null) {
            throw new IOException("lossy.py ended");
        }
        return Integer.parseInt(line.substring(0, line.indexOf(' ')));
    }

    @Override
    public void close() throws InterruptedException, IOException {
        tell.close();
        if (!network.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            network.destroyForcibly().waitFor();
        }
    }
}
