package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it is given in a list, and has a disk that does as it is told. */
public final class ToyRecordsIntake implements RecordsIntake {
    /** What was taken, request by request. */
    final List<List<Map<String, Object>>> taken = new CopyOnWriteArrayList<>();

    /** The disk. */
    volatile CompletableFuture<Boolean> disk = CompletableFuture.completedFuture(true);

    /** Thrown in place of taking anything, unless null. */
    volatile Failure fails;

    @Override
    public CompletableFuture<Boolean> accept(List<Map<String, Object>> rows) throws Failure {
        if (fails != null) {
            throw fails;
        }
        taken.add(rows);
        return disk;
    }

    /** All records taken. */
    List<Map<String, Object>> all() {
        return taken.stream().flatMap(List::stream).toList();
    }
}
