package io.outrider.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The virtual machine with a disk of its own and a unit in it, which loses its power. One thread. */
final class Machine implements AutoCloseable {
    private static final int PORT = 9000;

    private final Path repository;
    private final Path folder;
    private final int forwarded;
    private Process process;

    /**
     * @param repository with {@code bench/vm} and the program
     * @param folder for the disk, the settings and what the machine prints
     * @param toml settings of the unit, whose local API is on port 9000
     * @param forwarded port of this machine that becomes the unit's local API
     */
    Machine(Path repository, Path folder, String toml, int forwarded) throws IOException {
        this.repository = repository;
        this.folder = Files.createDirectories(folder);
        this.forwarded = forwarded;
        Path share = Files.createDirectories(folder.resolve("share"));
        Files.writeString(share.resolve("outrider.toml"), toml);
        Files.writeString(share.resolve("unit"), """
                set -e
                mkdir -p /run/outrider /var/lib/outrider/data
                # the local API is on the unit's own loopback only
                systemd-socket-activate -l 10.0.2.15:%1$d /usr/lib/systemd/systemd-socket-proxyd 127.0.0.1:%1$d &
                export STATE_DIRECTORY=/var/lib/outrider/data RUNTIME_DIRECTORY=/run/outrider-unit
                mkdir -p "$RUNTIME_DIRECTORY"
                # compiled code is translated a second time in here: without, it starts in half the time
                export OUTRIDER_JAVA_OPTS=-Xint
                exec /mnt/host/agent/target/outrider/bin/outrider daemon --config /mnt/host2/outrider.toml
                """.formatted(PORT));
    }

    static String settings(String unit) {
        return Trial.settings(unit, PORT);
    }

    /** The broker on this machine, as the unit in the other one sees it. */
    static String link(int port) {
        return "[link]\nurl = \"mqtt://10.0.2.2:" + port + "\"\n[upload]\nvia = \"mqtt\"\nage = 1\n";
    }

    void start() {
        ProcessBuilder builder = new ProcessBuilder(List.of(
                repository.resolve("bench/vm/run").toString(),
                "--share",
                repository.toString(),
                "--share",
                folder.resolve("share").toString(),
                "--disk",
                folder.resolve("disk.img").toString(),
                "--forward",
                forwarded + ":" + PORT,
                "--timeout",
                "100000",
                "--",
                "bash",
                "/mnt/host2/unit"));
        builder.environment().put("TMPDIR", folder.toString()); // a killed run leaves things behind
        try {
            process = builder.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path log() {
        return folder.resolve("log");
    }

    boolean alive() {
        return process != null && process.isAlive();
    }

    /** Cuts the power: SIGKILL takes the script, and the kernel the machine with it. Returns when it is gone. */
    void cut() throws InterruptedException {
        List<ProcessHandle> machine = process.descendants().toList();
        process.destroyForcibly().waitFor();
        for (ProcessHandle each : machine) {
            each.onExit().join(); // the next machine needs the same disk
        }
    }

    @Override
    public void close() {
        if (alive()) {
            try {
                cut();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
