package io.outrider.bench.measure;

import io.outrider.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Datagram socket for {@code READY=1} in the place of systemd's, read through socat. One thread of its own. */
final class ReadySocket implements AutoCloseable {
    private static final int MOST_SECONDS = 60;

    private final Path path;
    private final Process socat;
    private final Thread reader;
    private final BlockingQueue<Long> ready = new LinkedBlockingQueue<>();

    ReadySocket(Path path) throws IOException {
        this.path = path;
        socat = new ProcessBuilder("socat", "-u", "UNIX-RECV:" + path, "STDOUT")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Await.until("socat has its socket", () -> Files.exists(path));
        reader = new Thread(this::read, "ready-socket");
        reader.setDaemon(true);
        reader.start();
    }

    Path path() {
        return path;
    }

    private void read() {
        byte[] buffer = new byte[4_096];
        try (InputStream in = socat.getInputStream()) {
            for (int bytes = in.read(buffer); bytes >= 0; bytes = in.read(buffer)) {
                if (new String(buffer, 0, bytes, StandardCharsets.UTF_8).contains("READY=1")) {
                    ready.add(System.nanoTime());
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** Forgets what has come so far. */
    void clear() {
        ready.clear();
    }

    /** Time of the next notification, as of {@code System.nanoTime()}. */
    long next() throws InterruptedException {
        Long nanos = ready.poll(MOST_SECONDS, TimeUnit.SECONDS);
        if (nanos == null) {
            throw new IllegalStateException("no READY=1 within " + MOST_SECONDS + " s");
        }
        return nanos;
    }

    @Override
    public void close() throws InterruptedException {
        socat.destroy();
        reader.join();
    }
}
