package io.outrider.agent.telemetry.upload;

import io.outrider.api.Metric;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counters of the upload. Any thread. */
final class UploadCounters {
    final LongAdder batches = new LongAdder();
    final LongAdder records = new LongAdder();
    final LongAdder retried = new LongAdder();
    final LongAdder bytes = new LongAdder();
    final LongAdder failures = new LongAdder();
    final LongAdder failedRecords = new LongAdder();
    final LongAdder halved = new LongAdder();
    final LongAdder poison = new LongAdder();
    final LongAdder withoutSubscribers = new LongAdder();

    List<Metric> metrics() {
        return List.of(
                Metric.counter("upload_batches_total", "Batches that somebody has taken", batches.sum()),
                Metric.counter("upload_records_total", "Records that somebody has taken", records.sum()),
                Metric.counter("upload_bytes_total", "Bytes of batches sent, the failed ones too", bytes.sum()),
                Metric.counter("upload_failures_total", "Batches that did not get through", failures.sum()),
                Metric.counter("upload_halved_total", "Batches cut in two to find a bad record", halved.sum()),
                Metric.counter("upload_poison_total", "Records that nobody takes, set aside", poison.sum()),
                Metric.counter(
                        "upload_unheard_total",
                        "Records that the broker took while nobody subscribed to them",
                        withoutSubscribers.sum()));
    }
}
