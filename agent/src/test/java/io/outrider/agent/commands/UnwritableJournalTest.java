package io.outrider.agent.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.storage.WatchedDisk;
import io.outrider.testkit.Announces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A claimed job whose call the disk does not take: it waits for the disk. */
class UnwritableJournalTest {
    @TempDir
    Path folder;

    private final AtomicInteger attempts = new AtomicInteger();
    private volatile boolean isFull;
    private JobsUnit unit;

    /** Delivers a job that is accepted and claimed, and whose call cannot be written. */
    @BeforeEach
    void block() {
        unit = new JobsUnit(folder.resolve("jobs"));
        unit.disk = new WatchedDisk((operation, path) -> {
            if (isFull && operation == WatchedDisk.Operation.WRITE) {
                throw new IOException("No space left on device");
            }
        });
        unit.fault = point -> {
            if (point == FaultInjector.Point.STARTED && attempts.incrementAndGet() == 1) {
                isFull = true;
            }
        };
        unit.started();
        unit.send("1", "t.echo", 7);
        unit.broker.await(() -> attempts.get() > 1); // refused at least once
        assertThat(unit.bodies.runs("1")).isZero();
        assertThat(unit.broker.states("1")).containsExactly("received");
        assertThat(unit.broker.replies("1")).isEmpty();
        assertThat(unit.jobs.health().problems()).singleElement().asString().contains("cannot be written");
    }

    @AfterEach
    void stop() {
        isFull = false;
        unit.close();
    }

    @Test
    @Announces("job journal in .* is not writable")
    void itRunsOnceWhenTheDiskCanBeWritten() {
        isFull = false;
        assertThat(unit.broker.reply("1").path("return").asInt()).isEqualTo(7);
        assertThat(unit.bodies.runs("1")).isEqualTo(1);
        assertThat(unit.broker.states("1")).containsExactly("received", "running");
        unit.broker.await(() -> unit.jobs.health().problems().isEmpty());
    }

    @Test
    @Announces("job journal in .* is not writable")
    void aRestartMeanwhileKeepsIt() {
        unit.jobs.close();
        isFull = false;
        unit.started();
        assertThat(unit.broker.reply("1").path("return").asInt()).isEqualTo(7);
        assertThat(unit.bodies.runs("1")).isEqualTo(1);
    }

    @Test
    @Announces("job journal in .* is not writable")
    void aCancelEndsItAndIsAnsweredWhenTheDiskCanBeWritten() {
        unit.deliver("{\"jid\":\"1\",\"cancel\":true}");
        assertThat(unit.acknowledged).as("the command, and not yet its cancel").hasValue(1);
        isFull = false;
        assertThat(unit.broker.reply("1").path("return").asText()).startsWith("ERROR: cancelled");
        assertThat(unit.bodies.runs("1")).isZero();
        unit.broker.await(() -> unit.acknowledged.get() == 2);
    }
}
