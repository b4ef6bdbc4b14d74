package io.outrider.agent.telemetry.upload;

import io.outrider.wire.Batch;
import io.outrider.wire.SequencedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Answers as a test says; remembers what it was given. */
final class ScriptedSink implements BatchSink {
    final List<Batch> given = new ArrayList<>();
    private final Function<Batch, SinkResult> verdicts;
    private final int window;
    volatile boolean ready = true;

    /** @param verdicts null if the answer never comes */
    ScriptedSink(int window, Function<Batch, SinkResult> verdicts) {
        this.window = window;
        this.verdicts = verdicts;
    }

    static boolean holds(Batch batch, long sequence) {
        return batch.records().stream().anyMatch(each -> each.sequence() == sequence);
    }

    synchronized List<Batch> given() {
        return List.copyOf(given);
    }

    synchronized List<Long> sequences() {
        return given.stream()
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
    public void send(Batch batch, Answer answer) {
        synchronized (this) {
            given.add(batch);
        }
        SinkResult verdict = verdicts.apply(batch);
        if (verdict != null) {
            answer.is(verdict, 100);
        }
    }

    @Override
    public void close() {}
}
