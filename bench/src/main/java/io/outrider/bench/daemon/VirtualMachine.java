package io.outrider.bench.daemon;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Virtual machine of {@code bench/vm} with a disk that outlives it, for power cuts. One thread. */
public final class VirtualMachine implements AutoCloseable {
    private final Path folder;
    private final List<String> command = new ArrayList<>();
    private final String packages;
    private Process process;

    /**
     * The checkout is {@code /mnt/host} in there, {@link #share} is {@code /mnt/host2}, and the disk {@code /var/lib/outrider}.
     *
     * @param repository checkout with {@code bench/vm} and what is built
     * @param folder for the disk, the shared files and the log
     * @param forwarded ports of the machine by those of the host
     * @param packages Debian packages beside those of the image, separated by blanks; an image of its own unless empty
     * @param script runs at each start
     */
    public VirtualMachine(Path repository, Path folder, Map<Integer, Integer> forwarded, String packages, String script)
            throws IOException {
        this.folder = folder;
        this.packages = packages;
        Files.writeString(Files.createDirectories(share()).resolve("script"), script);
        command.addAll(List.of(repository.resolve("bench/vm/run").toString(), "--share", repository.toString()));
        command.addAll(List.of("--share", share().toString()));
        command.addAll(List.of("--disk", folder.resolve("disk.img").toString(), "--timeout", "100000"));
        forwarded.forEach((host, guest) -> command.addAll(List.of("--forward", host + ":" + guest)));
        command.addAll(List.of("--", "bash", "/mnt/host2/script"));
    }

    public Path share() {
        return folder.resolve("share");
    }

    /** Starts the machine; does not wait for it. */
    public void start() {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("OUTRIDER_VM_BOOT_TIMEOUT", "100000"); // those who wait for it have their own limits
        builder.environment().put("OUTRIDER_VM_PACKAGES", packages);
        builder.environment().put("TMPDIR", folder.toString()); // a killed run leaves files behind
        try {
            process = builder.redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path log() {
        return folder.resolve("log");
    }

    public boolean alive() {
        return process != null && process.isAlive();
    }

    /** Cuts the power: SIGKILL to the script, with which the kernel ends the machine. Returns when it has ended. */
    public void cut() throws InterruptedException {
        List<ProcessHandle> machine = process.descendants().toList();
        process.destroyForcibly().waitFor();
        for (ProcessHandle each : machine) {
            each.onExit().join(); // the next machine uses the same disk
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
