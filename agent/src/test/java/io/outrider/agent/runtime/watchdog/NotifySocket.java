package io.outrider.agent.runtime.watchdog;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Mock of systemd: the receiving end of the notify socket, as a process outside Java. */
public final class NotifySocket implements AutoCloseable {
    private static final String SCRIPT = """
            import socket, sys
            name = sys.argv[1]
            s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            s.bind(b'\\0' + name[1:].encode() if name.startswith('@') else name)
            print('bound', flush=True)
            while True:
                print(s.recv(65536).decode().replace('\\n', '|'), flush=True)
            """;

    private static final long SECONDS = 20;

    private final Process process;
    private final Thread reader;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    public NotifySocket(String name) throws Exception {
        process = new ProcessBuilder("python3", "-c", SCRIPT, name)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        reader = new Thread(this::read, "receiver");
        reader.start();
        if (!"bound".equals(next())) {
            close();
            throw new IllegalStateException("the receiver does not start");
        }
    }

    private void read() {
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            out.lines().forEach(lines::add);
        } catch (IOException | java.io.UncheckedIOException e) {
            // closed
        }
    }

    /** The next message, with | for its newlines; null if none comes. */
    public String next() throws InterruptedException {
        return lines.poll(SECONDS, TimeUnit.SECONDS);
    }

    /** Messages received so far. */
    List<String> sofar() {
        List<String> all = new ArrayList<>();
        lines.drainTo(all);
        return all;
    }

    @Override
    public void close() throws Exception {
        process.destroyForcibly().waitFor();
        reader.join();
    }
}
