package io.outrider.bench.soak;

import io.outrider.bench.daemon.ProcessOutput;
import io.outrider.testkit.LossProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fault injection: the data folder on a file system that is full or read-only, with or without the broker. */
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
            try { // often forbidden to root in a container
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
    public void disturb(Fixture fixture, TimeBudget budget) throws Exception {
        Path data = Files.createDirectories(fixture.home().resolve("data"));
        mount(data);
        fixture.keep(() -> unmount(data));
        fixture.unitUnderTest().settings("[buffer]\nsize_mb = 4\n");
        fixture.begin();
        while (budget.left()) {
            budget.pass(500, 4_000);
            boolean apart = budget.chance(0.5);
            if (apart) {
                fixture.receiver().network().mode(LossProxy.LossMode.CLOSE);
                fixture.receiver().network().cut();
            }
            if (budget.chance(0.3)) {
                makeReadOnly(fixture.unitUnderTest(), data, budget);
                fixture.did("disks read-only");
            } else {
                fill(data);
                budget.pass(500, 5_000);
                Files.deleteIfExists(filler(data));
                fixture.did("disks full");
            }
            if (apart) {
                fixture.receiver().network().mode(LossProxy.LossMode.PASS);
            }
        }
    }

    private static void makeReadOnly(SoakUnit unit, Path data, TimeBudget budget) throws InterruptedException {
        unit.daemon().kill(); // a file system with files open for writing cannot become read-only
        run(remount("ro", data));
        unit.startOnly(); // the daemon reports the error and exits, and systemd restarts it
        budget.pass(500, 5_000);
        unit.daemon().kill();
        run(remount("rw", data));
        unit.start();
    }

    private static String[] remount(String how, Path data) {
        return new String[] {"mount", "-o", "remount," + how, data.toString()};
    }

    private static Path filler(Path data) {
        return data.resolve("filler");
    }

    /** Fills the file system to the last byte. */
    private static void fill(Path data) {
        byte[] block = new byte[4_096];
        try (OutputStream out = Files.newOutputStream(filler(data))) {
            for (int i = 0; i < MEGABYTES * 1_024; i++) {
                out.write(block);
            }
        } catch (IOException e) {
            // full, as wanted
        }
    }

    private static void run(String... command) throws InterruptedException {
        ProcessOutput said = ProcessOutput.by(command);
        if (said.code() != 0) {
            throw new IllegalStateException(String.join(" ", command) + ": " + said.err());
        }
    }
}
