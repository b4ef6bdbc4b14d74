package io.outrider.agent.buffer;

import io.outrider.agent.telemetry.Intake;
import io.outrider.agent.telemetry.Priority;
import io.outrider.agent.telemetry.Sample;
import io.outrider.agent.time.Timeline;
import io.outrider.api.Health;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/** Signatures first; what they promise follows. */
public final class Buffer implements Intake, Backlog, Health.Source, AutoCloseable {
    private Buffer() {}

    /**
     * Opens the buffer and reads what it holds. Never fails: what cannot be read or written is told by {@link #health},
     * and tried again each second.
     *
     * @param folder made if it is not there
     * @param boot of the machine
     * @param random from which the run of the process gets its id
     */
    public static Buffer open(
            Path folder, BufferSettings settings, Packing packing, String boot, RandomGenerator random, Timeline time) {
        throw new UnsupportedOperationException();
    }

    /** Who is told, on the thread that accepts and so quickly, that there is something to take. */
    public void whenRecordsCome(Runnable listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CompletableFuture<Boolean> accept(List<Sample> samples) {
        throw new UnsupportedOperationException();
    }

    /** Counts records that were given up before they came here; becomes an {@code agent.loss} within a second. */
    public void lost(String reason, long count) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Batch take(Order order, int most) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void delivered(Batch batch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void returned(Batch batch) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void discarded(Batch batch, String reason) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Pending pending() {
        throw new UnsupportedOperationException();
    }

    /** The longest waiting of a priority, without taking them. */
    public List<Numbered> peek(Priority priority, int most) {
        throw new UnsupportedOperationException();
    }

    /** Returns when all that was accepted is on the disk, as far as the disk takes it: before the machine sleeps. */
    public void flush() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Health health() {
        throw new UnsupportedOperationException();
    }

    /** Flushes; what is accepted later is refused with false. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
