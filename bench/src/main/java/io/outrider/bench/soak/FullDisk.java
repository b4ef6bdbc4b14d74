package io.outrider.bench.soak;

import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.testkit.LossProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The data folder is a small file system: filled up, or read-only when the daemon starts; also with the broker out of reach. */
record FullDisk() implements FaultInjection {
    private static final int MEGABYTES = 24;

    @Override
    public String name() {
        return "full-disk";
    }

    @Override
    public String missing() {
        try {
            Path here = Files.createTempDirectory("outrider-soak");
            try { // root in a container often may not
                mount(here);
                unmount(here);
                return null;
            } finally {
                Files.delete(here);
            }
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            return "root that may mount a file system";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "patience";
        }
    }

    private static void mount(Path at) throws InterruptedException {
        run("mount", "-t", "tmpfs", "-o", "size=" + MEGABYTES + "m", "outrider-soak", at.toString());
    }

    private static void unmount(Path at) throws InterruptedException {
        run("umount", "-l", at.toString());
    }

    @Override
    public void disturb(Fixture scene, TimeBudget span) throws Exception {
        Path data = Files.createDirectories(scene.home().resolve("data"));
        mount(data);
        scene.keep(() -> unmount(data));
        scene.trial().settings("[buffer]\nsize_mb = 4\n");
        scene.begin();
        while (span.left()) {
            span.pass(500, 4_000);
            boolean apart = span.chance(0.5);
            if (apart) {
                scene.receiver().network().mode(LossProxy.Mode.CLOSE);
                scene.receiver().network().cut();
            }
            if (span.chance(0.3)) {
                makeReadOnly(scene.trial(), data, span);
                scene.did("disks read-only");
            } else {
                fill(data);
                span.pass(500, 5_000);
                Files.deleteIfExists(filler(data));
                scene.did("disks full");
            }
            if (apart) {
                scene.receiver().network().mode(LossProxy.Mode.PASS);
            }
        }
    }

    private static void makeReadOnly(UnitUnderTest trial, Path data, TimeBudget span) throws InterruptedException {
        trial.daemon().kill(); // no disk can be made read-only under a file that is open to write
        run(remount("ro", data));
        trial.startOnly(); // the daemon says what is wrong and ends, and systemd starts it again
        span.pass(500, 5_000);
        trial.daemon().kill();
        run(remount("rw", data));
        trial.start();
    }

    private static String[] remount(String how, Path data) {
        return new String[] {"mount", "-o", "remount," + how, data.toString()};
    }

    private static Path filler(Path data) {
        return data.resolve("filler");
    }

    /** To the last byte. */
    private static void fill(Path data) {
        byte[] block = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(filler(data))) {
            for (int i = 0; i < MEGABYTES * 1_024; i++) {
                out.write(block);
            }
        } catch (IOException e) {
            // full is what it is to become
        }
    }

    private static void run(String... command) throws InterruptedException {
        ProcessOutput said = ProcessOutput.by(command);
        if (said.code() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + said.err());
        }
    }
}
