package io.outrider.bench.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The virtual machine with a disk of its own and a unit in it, which loses its power. One thread. */
final class Machine implements AutoCloseable {
    private static final int PORT = 9000;
    private static final String ENDED = "the unit ended with";

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
                mkdir -p /run/outrider-unit /var/lib/outrider/data
                export STATE_DIRECTORY=/var/lib/outrider/data RUNTIME_DIRECTORY=/run/outrider-unit
                # the local API is on the unit's own loopback only; relayed once it is there, or each attempt before
                # costs the emulated processor what the unit needs to start
                {
                    until (exec 3<> /dev/tcp/127.0.0.1/%1$d) 2> /dev/null; do sleep 1; done
                    exec systemd-socket-activate -l 10.0.2.15:%1$d /usr/lib/systemd/systemd-socket-proxyd 127.0.0.1:%1$d
                } &
                cp -r /mnt/host/agent/target/outrider /run/program
                # compiled code is translated a second time in here: without, it starts in half the time
                export OUTRIDER_JAVA_OPTS=-Xint
                while :; do # as systemd would
                    code=0
                    /run/program/bin/outrider daemon --config /mnt/host2/outrider.toml || code=$?
                    echo "%2$s $code"
                    sleep 2
                done
                """.formatted(PORT, ENDED));
    }

    static String settings(String unit) {
        return UnitUnderTest.settings(unit, PORT) + "[loggers]\nstandard = false\n";
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
        builder.environment().put("OUTRIDER_VM_BOOT_TIMEOUT", "100000"); // who waits for records knows better
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

    /** The last that the unit said about an end of its own, which nobody asked it for; empty if it said nothing. */
    String ended() throws IOException {
        if (!Files.exists(log())) {
            return "";
        }
        try (Stream<String> lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(each -> each.startsWith(ENDED)).reduce("", (one, next) -> next);
        }
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
