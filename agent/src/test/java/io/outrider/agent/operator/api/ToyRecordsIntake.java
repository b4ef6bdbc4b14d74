package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Intake that stores records in a list, with a scripted disk. */
public final class ToyRecordsIntake implements DaemonFacade.RecordsIntake {
    /** Accepted records by request. */
    final List<List<Map<String, Object>>> taken = new CopyOnWriteArrayList<>();

    /** Completion of the next write. */
    volatile CompletableFuture<Boolean> disk = CompletableFuture.completedFuture(true);

    /** Thrown instead of accepting records, unless null. */
    volatile Failure fails;

    @Override
    public CompletableFuture<Boolean> accept(List<Map<String, Object>> rows) throws Failure {
        if (fails != null) {
            throw fails;
        }
        taken.add(rows);
        return disk;
    }

    /** All accepted records. */
    List<Map<String, Object>> all() {
        return taken.stream().flatMap(List::stream).toList();
    }
}
