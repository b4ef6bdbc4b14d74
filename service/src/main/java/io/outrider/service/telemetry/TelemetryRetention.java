package io.outrider.service.telemetry;

import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.time.Duration;
import java.time.YearMonth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletion of records by age, and of those of deleted devices: whole partitions of PostgreSQL, and what is left in short transactions.
 *
 * @param keep age of the oldest records that stay; null if all do
 */
public record TelemetryRetention(Database database, Duration keep, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(TelemetryRetention.class);

    /** Records of one transaction, so that others do not wait for long. */
    private static final int AT_ONCE = 5_000;

    private static final String PARTITIONS = Database.statement("telemetry/partitions");

    /** Deletes what is too old, or without a device; {@code Thread.interrupt} stops it between two transactions. */
    public void run() {
        for (long each : database.list(Long.class, "SELECT number FROM deleted_device")) {
            delete(each, Long.MAX_VALUE);
            if (!Thread.currentThread().isInterrupted()) {
                database.write()
                        .useHandle(handle -> handle.execute("DELETE FROM deleted_device WHERE number = ?", each));
            }
        }
        if (keep != null) {
            deleteOld();
        }
    }

    private void deleteOld() {
        long oldest = Micros.of(clock.instant().minus(keep));
        if (database.kind() == DatabaseUrl.Kind.POSTGRESQL) {
            dropPartitions(oldest);
        }
        // sequences of runs of which no repeated record can come any more
        database.write().useHandle(handle -> handle.execute("DELETE FROM telemetry_run WHERE updated < ?", oldest));
        long deleted = 0;
        for (long device : database.list(Long.class, "SELECT number FROM device")) {
            deleted += delete(device, oldest);
        }
        if (deleted > 0) {
            LOG.info("{} records older than {} days were deleted", deleted, keep.toDays());
        }
    }

    private long delete(long device, long oldest) {
        long all = 0;
        int deleted = AT_ONCE;
        while (deleted == AT_ONCE && !Thread.currentThread().isInterrupted()) {
            deleted = database.write().inTransaction(handle -> {
                handle.execute("DELETE FROM telemetry_upload WHERE device = ? AND last_at < ?", device, oldest);
                return handle.createUpdate("DELETE FROM telemetry WHERE (device, type, at, run, sequence) IN"
                                + " (SELECT device, type, at, run, sequence FROM telemetry"
                                + " WHERE device = " + device + " AND type IN (" + DeviceTypes.SELECT + ")"
                                + " AND at < " + oldest + " LIMIT " + AT_ONCE + ")") // PostgreSQL plans by both numbers
                        .bind("device", device)
                        .execute();
            });
            all += deleted;
        }
        return all;
    }

    private void dropPartitions(long oldest) {
        for (String each : database.list(String.class, PARTITIONS)) {
            YearMonth month =
                    YearMonth.parse(each.substring("telemetry_".length()).replace('_', '-'));
            if (TelemetryStore.start(month.plusMonths(1)) <= oldest) {
                database.write().useHandle(handle -> handle.execute("DROP TABLE IF EXISTS " + each));
                LOG.info("the records of {} were deleted, older than {} days", month, keep.toDays());
            }
        }
    }
}
