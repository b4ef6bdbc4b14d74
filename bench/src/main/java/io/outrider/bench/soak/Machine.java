package io.outrider.bench.soak;

import io.outrider.bench.daemon.DaemonProcess;
import io.outrider.bench.daemon.Said;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Linux of its own that runs as a process here, with an ext4 disk and a unit in it: User-mode Linux, which has started
 * the unit before an emulated machine has booted. What the unit did not sync dies with the memory of that kernel. It
 * sees this machine's files, read-only, and this machine through one network interface. One thread: the machine dies
 * with it.
 */
final class Machine implements AutoCloseable {
    static final int PORT = 9000;
    private static final int BROKER = 1883;
    private static final int MOST = 250;
    private static final List<String> DIES_WITH_US = List.of("setpriv", "--pdeathsig", "KILL");

    private final Path folder;
    private final int number;
    private final Process relay;
    private Process process;

    /**
     * @param folder for the disk, the settings and what the machine prints
     * @param toml settings of the unit, whose local API is on {@link #PORT}; its link is put behind them
     * @param broker port of the broker on this machine
     * @param more commands that the machine runs before the unit starts; what is not to end goes into the background
     */
    Machine(Path folder, String toml, int broker, String more) throws IOException, InterruptedException {
        this.folder = Files.createDirectories(folder);
        run("truncate", "-s", "256M", disk());
        run("/sbin/mke2fs", "-q", "-t", "ext4", disk());
        number = network();
        relay = start(
                "relay",
                List.of(
                        "socat",
                        "TCP4-LISTEN:" + BROKER + ",bind=" + address(1) + ",reuseaddr,fork",
                        "TCP4:127.0.0.1:" + broker));
        Files.writeString(folder.resolve("outrider.toml"), toml + link());
        Files.writeString(folder.resolve("init"), init(more));
        run("chmod", "+x", folder.resolve("init").toString());
    }

    private String link() {
        return "[link]\nurl = \"mqtt://%s:%d\"\n[upload]\nvia = \"mqtt\"\nage = 1\n".formatted(address(1), BROKER);
    }

    private String init(String more) {
        String java = System.getenv("JAVA_HOME");
        return """
                #!/bin/bash
                export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin %s
                mount -n -i -t proc proc /proc
                mount -n -i -t sysfs sys /sys
                mount -n -i -t tmpfs run /run
                mkdir -p /run/disk /run/unit
                mount -n -i -t ext4 /dev/ubda /run/disk
                ip link set lo up
                ip address add %s/30 dev vec0
                ip link set vec0 up
                %s
                # the local API is on the unit's own loopback only
                socat TCP4-LISTEN:%d,bind=%s,reuseaddr,fork TCP4:127.0.0.1:%d &
                export STATE_DIRECTORY=/run/disk/data RUNTIME_DIRECTORY=/run/unit
                mkdir -p "$STATE_DIRECTORY"
                # as systemd does; and this kernel's futex fails a JVM now and then, which glibc takes as a reason to end
                while :; do
                    "%s" daemon --config "%s"
                    echo "the unit ended: $?"
                done
                """.formatted(
                        java == null ? "" : "JAVA_HOME=\"" + java + "\"",
                        address(2),
                        more,
                        PORT,
                        address(2),
                        PORT,
                        DaemonProcess.installed().toAbsolutePath().normalize(),
                        folder.resolve("outrider.toml").toAbsolutePath());
    }

    /** What of this machine is needed and not there; null if there is nothing. */
    static String missing() {
        if (!System.getProperty("user.name").equals("root")) {
            return "root, for a network interface";
        }
        return Files.isExecutable(Path.of("/usr/bin/linux.uml")) ? null : "Debian's package user-mode-linux (x86-64)";
    }

    private String disk() {
        return folder.resolve("disk").toString();
    }

    private String tap() {
        return "osoak" + number;
    }

    /** Of this machine: 1; of the other: 2. */
    private String address(int end) {
        return "10.213." + number + "." + end;
    }

    /** Where the unit's local API is. */
    String address() {
        return address(2);
    }

    /** The first number whose interface is not there yet: several soaks may run at a time. */
    private static int network() throws InterruptedException {
        Said said = null;
        for (int number = 1; number < MOST; number++) {
            String tap = "osoak" + number;
            said = Said.by("ip", "tuntap", "add", "dev", tap, "mode", "tap");
            if (said.code() == 0) {
                run("ip", "address", "add", "10.213." + number + ".1/30", "dev", tap);
                run("ip", "link", "set", tap, "up");
                return number;
            }
        }
        throw new IllegalStateException("no network interface: " + said.err());
    }

    void start() {
        process = start(
                "log",
                List.of(
                        "linux.uml",
                        "mem=512M",
                        "uml_dir=" + folder.resolve("uml"), // a kill leaves things behind
                        "ubd0=" + disk(),
                        "vec0:transport=tap,ifname=" + tap() + ",depth=128,gro=1",
                        "root=/dev/root",
                        "rootfstype=hostfs",
                        "rootflags=/",
                        "ro",
                        "con=null",
                        "con0=null,fd:1",
                        "init=" + folder.resolve("init").toAbsolutePath()));
    }

    private Process start(String log, List<String> words) {
        List<String> command = new ArrayList<>(DIES_WITH_US);
        command.addAll(words);
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(folder.resolve(log).toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void run(String... command) throws InterruptedException {
        Said said = Said.by(command);
        if (said.code() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + said.err());
        }
    }

    Path log() {
        return folder.resolve("log");
    }

    boolean alive() {
        return process != null && process.isAlive();
    }

    /** Cuts the power: SIGKILL to the kernel and all that it runs. Returns when they are gone. */
    void cut() throws InterruptedException {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroyForcibly().waitFor();
        for (ProcessHandle each : all) {
            each.destroyForcibly();
            each.onExit().join(); // the next machine needs the same disk
        }
    }

    @Override
    public void close() {
        try {
            if (alive()) {
                cut();
            }
            relay.descendants().forEach(ProcessHandle::destroyForcibly);
            relay.destroyForcibly().waitFor();
            run("ip", "link", "delete", tap());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
