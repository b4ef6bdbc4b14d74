package io.outrider.agent.telemetry.upload;

import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Sink with scripted results that records the batches sent. */
final class ScriptedSink implements BatchSink {
    final List<Batch> sent = new ArrayList<>();
    private final Function<Batch, SinkResult> results;
    private final int window;
    volatile boolean ready = true;

    /** @param results return null for no result at all */
    ScriptedSink(int window, Function<Batch, SinkResult> results) {
        this.window = window;
        this.results = results;
    }

    static boolean holds(Batch batch, long sequence) {
        return batch.records().stream().anyMatch(each -> each.sequence() == sequence);
    }

    synchronized List<Batch> sent() {
        return List.copyOf(sent);
    }

    synchronized List<Long> sequences() {
        return sent.stream()
                .flatMap(each -> each.records().stream())
                .map(SequencedRecord::sequence)
                .toList();
    }

    @Override
    public String name() {
        return "scripted";
    }

    @Override
    public boolean ready() {
        return ready;
    }

    @Override
    public int window() {
        return window;
    }

    @Override
    public void send(Batch batch, Callback callback) {
        synchronized (this) {
            sent.add(batch);
        }
        SinkResult result = results.apply(batch);
        if (result != null) {
            callback.completed(result, 100);
        }
    }

    @Override
    public void close() {}
}
