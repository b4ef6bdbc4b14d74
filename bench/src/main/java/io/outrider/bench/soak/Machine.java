package io.outrider.bench.soak;

import io.outrider.bench.daemon.Installation;
import io.outrider.bench.daemon.UnitBuilder;
import io.outrider.bench.daemon.VirtualMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Virtual machine with its own disk and a unit, for power cuts. One thread. */
final class Machine implements AutoCloseable {
    private static final int PORT = 9000;
    private static final String EXIT_MESSAGE = "the unit ended with";

    private final VirtualMachine machine;

    /**
     * @param repository checkout with {@code bench/vm} and the program
     * @param folder for the disk, the settings and the console log
     * @param toml settings of the unit, with its local API on port 9000
     * @param forwarded host port forwarded to the unit's local API
     */
    Machine(Path repository, Path folder, String toml, int forwarded) throws IOException {
        machine = new VirtualMachine(repository, folder, Map.of(forwarded, PORT), "", """
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
                sh -c '%3$s' sh /run/program # or an archive of classes is made beside each start
                while :; do # as systemd would
                    code=0
                    /run/program/bin/outrider daemon --config /mnt/host2/outrider.toml || code=$?
                    echo "%2$s $code"
                    sleep 2
                done
                """.formatted(
                        PORT, EXIT_MESSAGE, Installation.WITHOUT_ARCHIVE));
        Files.writeString(machine.share().resolve("outrider.toml"), toml);
    }

    static String settings(String unit) {
        return new UnitBuilder(Path.of(unit), unit)
                .localApi(PORT)
                .settings("[loggers]\nstandard = false\n")
                .toml();
    }

    /** Link settings for a broker on the host. */
    static String link(int port) {
        return "[link]\nurl = \"mqtt://10.0.2.2:" + port + "\"\n[upload]\nvia = \"mqtt\"\nage = 1\n";
    }

    void start() {
        machine.start();
    }

    Path log() {
        return machine.log();
    }

    boolean alive() {
        return machine.alive();
    }

    /** Last log line of an unrequested exit of the unit; empty if none. */
    String ended() throws IOException {
        if (!Files.exists(log())) {
            return "";
        }
        try (Stream<String> lines = Files.lines(log(), StandardCharsets.ISO_8859_1)) {
            return lines.filter(each -> each.startsWith(EXIT_MESSAGE)).reduce("", (one, next) -> next);
        }
    }

    /** Cuts the power; returns when the machine has ended. */
    void cut() throws InterruptedException {
        machine.cut();
    }

    @Override
    public void close() {
        machine.close();
    }
}
