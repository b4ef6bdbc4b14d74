package io.outrider.agent.operator.api;

import io.outrider.api.Failure;
import io.outrider.api.Metric;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** Endpoint of {@code POST /records}, by which containers add telemetry. */
final class RecordsEndpoint {
    static final int LARGEST_BODY = 1 << 20;

    /** Requests that are read or wait for the disk at once. */
    static final int MOST = 8;

    private final DaemonFacade.RecordsIntake intake;
    private final RecordsBody body;
    private final long diskNanos;
    private final Semaphore free = new Semaphore(MOST);
    private final LongAdder taken = new LongAdder();
    private final LongAdder unsafe = new LongAdder();
    private final LongAdder refused = new LongAdder();

    private record Added(int accepted, boolean onDisk) {}

    /** Accepted records; holds only their number while the disk is waited for. */
    private record AcceptedRecords(int count, CompletableFuture<Boolean> onDisk) {}

    RecordsEndpoint(DaemonFacade.RecordsIntake intake, RecordsBody body, long diskNanos) {
        this.intake = intake;
        this.body = body;
        this.diskNanos = diskNanos;
    }

    void refuseIfBusy() throws HttpError {
        if (free.availablePermits() == 0) {
            throw busy();
        }
    }

    private static HttpError busy() {
        return HttpError.busy(MOST + " clients add records just now; try again in a second");
    }

    void serve(HttpExchange request) throws IOException, HttpError, InterruptedException {
        if (!free.tryAcquire()) {
            throw busy();
        }
        try {
            AcceptedRecords records = accept(request);
            taken.add(records.count());
            boolean safe = await(records.onDisk());
            if (!safe) {
                unsafe.add(records.count());
            }
            request.answerJson(200, new Added(records.count(), safe));
        } catch (HttpError e) {
            refused.increment();
            throw e;
        } finally {
            free.release();
        }
    }

    /** One at a time: decompressed and parsed, a body takes many times its size. */
    private synchronized AcceptedRecords accept(HttpExchange request) throws HttpError {
        List<Map<String, Object>> records = body.records(request.unpackedBody(LARGEST_BODY));
        request.releaseBody();
        try {
            return new AcceptedRecords(records.size(), intake.accept(records));
        } catch (Failure e) {
            throw new HttpError(e.actor() == Failure.Actor.CALLER ? 400 : 503, e);
        }
    }

    private boolean await(CompletableFuture<Boolean> onDisk) throws InterruptedException {
        try {
            return onDisk.get(diskNanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException("the records could not be stored", e.getCause());
        }
    }

    List<Metric> metrics() {
        return List.of(
                Metric.counter("local_records_total", "Records that containers added", taken.sum()),
                Metric.counter(
                        "local_records_not_on_disk_total",
                        "Records that containers added and were told of that they were not on the disk in time",
                        unsafe.sum()),
                Metric.counter("local_records_refused_total", "Requests of /records that were refused", refused.sum()));
    }
}
