package io.outrider.service.telemetry;

import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.wire.Micros;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.postgresql.PGConnection;
import org.postgresql.copy.PGCopyOutputStream;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * Writer of batches to the database, each record once: by its run and sequence, whatever its time, or by its content if it has no
 * sequence. Any thread; batches of the same run wait for each other.
 */
final class TelemetryStore {
    private static final int MOST_MONTHS = 1_200;

    private final Database database;
    private final boolean isPostgresql;
    private final Clock clock;
    private final KnownFields known = new KnownFields();

    /** Months whose partition exists. */
    private final Set<YearMonth> months = ConcurrentHashMap.newKeySet();

    private volatile boolean wasAwaited;

    TelemetryStore(Database database, Clock clock) {
        this.database = database;
        isPostgresql = database.kind() == DatabaseUrl.Kind.POSTGRESQL;
        this.clock = clock;
    }

    /** Rows of a batch that are new, and the time of their upload. */
    private record Accepted(RecordBatch batch, List<StoredRow> rows, long uploaded) {}

    /** Run of a device. */
    private record RunKey(long device, long run) {}

    /** Whether another transaction waited for the end of the last one, as with SQLite each does. */
    boolean wasAwaited() {
        return wasAwaited;
    }

    /** Stores the batches in one transaction, with few statements for all of them. */
    void store(List<RecordBatch> batches) {
        if (isPostgresql) {
            makePartitions(batches);
        }
        try {
            store(batches, isPostgresql);
        } catch (RuntimeException e) {
            if (!isPostgresql || !Database.isOf(e, Database.CONSTRAINT_VIOLATION)) {
                throw e;
            }
            store(batches, false); // records are there whose sequences are forgotten
        }
    }

    /** @param copies whether records with a sequence are copied, which fails if one of them is there */
    private void store(List<RecordBatch> batches, boolean copies) {
        // again after a deadlock: what it knows then is remembered when it is committed
        List<Runnable> afterwards = database.write().inTransaction(handle -> store(handle, batches, copies));
        afterwards.forEach(Runnable::run);
    }

    private List<Runnable> store(Handle handle, List<RecordBatch> batches, boolean copies) {
        List<Runnable> afterwards = new ArrayList<>();
        Map<String, Integer> types = new HashMap<>();
        Set<Long> full = new HashSet<>();
        // always in the same order, so that two transactions seldom wait for each other
        List<RecordBatch> ordered = new ArrayList<>(batches);
        ordered.sort(Comparator.comparingLong(RecordBatch::device).thenComparingLong(RecordBatch::run));
        Map<RunKey, Roaring64Bitmap> runs = new LinkedHashMap<>();
        List<Accepted> accepted = new ArrayList<>();
        long now = Micros.of(clock.instant());
        for (RecordBatch each : ordered) {
            for (String type : each.types()) {
                Integer number = types.get(type);
                if (number == null || number == KnownFields.UNNAMED) {
                    types.put(type, known.type(handle, each.device(), type, full));
                }
            }
            Set<RecordField> added = known.addFields(handle, each.device(), each.fields());
            afterwards.add(() -> known.committed(each.device(), added, types, full));
            List<StoredRow> rows = each.run() == RecordBatch.POSTED ? each.rows() : unseen(handle, runs, each);
            if (!rows.isEmpty()) {
                accepted.add(new Accepted(each, rows, now + accepted.size())); // tells uploads of a device apart
            }
        }
        write(handle, accepted, types, copies);
        noteRuns(handle, runs, now);
        wasAwaited = !isPostgresql && database.isWriterAwaited();
        return afterwards;
    }

    private void write(Handle handle, List<Accepted> accepted, Map<String, Integer> types, boolean copies) {
        Map<Boolean, List<Accepted>> copied = accepted.stream()
                .collect(
                        Collectors.partitioningBy(each -> copies && each.batch().run() != RecordBatch.POSTED));
        try {
            copy(handle.getConnection(), copied.get(true), types);
            insert(handle.getConnection(), copied.get(false), types);
        } catch (SQLException | IOException e) {
            throw new IllegalStateException("the records could not be written to the database", e);
        }
        PreparedBatch uploads = handle.prepareBatch("INSERT INTO telemetry_upload (device, uploaded, first_at, last_at)"
                + " VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING");
        for (Accepted each : accepted) {
            LongSummaryStatistics times =
                    each.rows().stream().mapToLong(StoredRow::at).summaryStatistics();
            uploads.add(each.batch().device(), each.uploaded(), times.getMin(), times.getMax());
        }
        if (!accepted.isEmpty()) {
            uploads.execute();
        }
    }

    /**
     * Rows whose sequences have not been stored.
     *
     * @param runs sequences of the runs of this transaction, to which they are added
     */
    private List<StoredRow> unseen(Handle handle, Map<RunKey, Roaring64Bitmap> runs, RecordBatch batch) {
        // locks the row, also against another instance of the service
        String lock = "INSERT INTO telemetry_run (device, run, updated, sequences) VALUES (?, ?, 0, ?)"
                + " ON CONFLICT (device, run) DO UPDATE SET updated = telemetry_run.updated RETURNING sequences";
        Roaring64Bitmap stored = runs.computeIfAbsent(new RunKey(batch.device(), batch.run()), key -> {
            byte[] none = bytes(new Roaring64Bitmap());
            return bitmap(Database.find(handle, byte[].class, lock, key.device(), key.run(), none)
                    .orElseThrow());
        });
        List<StoredRow> rows = new ArrayList<>();
        for (StoredRow row : batch.rows()) {
            if (!stored.contains(row.sequence())) {
                stored.addLong(row.sequence());
                rows.add(row);
            }
        }
        return rows;
    }

    private static void noteRuns(Handle handle, Map<RunKey, Roaring64Bitmap> runs, long now) {
        PreparedBatch update =
                handle.prepareBatch("UPDATE telemetry_run SET sequences = ?, updated = ? WHERE device = ? AND run = ?");
        runs.forEach((key, stored) -> {
            stored.runOptimize();
            update.add(bytes(stored), now, key.device(), key.run());
        });
        if (!runs.isEmpty()) {
            update.execute();
        }
    }

    private static byte[] bytes(Roaring64Bitmap bitmap) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try {
            bitmap.serialize(new DataOutputStream(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return to.toByteArray();
    }

    private static Roaring64Bitmap bitmap(byte[] bytes) {
        Roaring64Bitmap bitmap = new Roaring64Bitmap();
        try {
            bitmap.deserialize(new DataInputStream(new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bitmap;
    }

    /** Inserts rows by one statement a batch, which has what all its rows share, so that less is bound for each. */
    private void insert(Connection connection, List<Accepted> accepted, Map<String, Integer> types)
            throws SQLException {
        for (Accepted each : accepted) {
            String shared = each.batch().device() + ", " + each.batch().run() + ", " + each.uploaded();
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO telemetry (device, run, uploaded, type, at, sequence, record) VALUES (" + shared
                            + ", ?, ?, ?, " + (isPostgresql ? "CAST(? AS JSON)" : "?") + ") ON CONFLICT DO NOTHING")) {
                for (StoredRow row : each.rows()) {
                    insert.setInt(1, types.get(row.type()));
                    insert.setLong(2, row.at());
                    insert.setLong(3, row.sequence());
                    insert.setString(4, row.json());
                    insert.addBatch();
                }
                insert.executeBatch();
            }
        }
    }

    /** Copies rows in the text format of COPY (PostgreSQL documentation, COPY, "Text Format"); the server stores while more come. */
    private static void copy(Connection connection, List<Accepted> accepted, Map<String, Integer> types)
            throws SQLException, IOException {
        if (accepted.isEmpty()) {
            return;
        }
        String copy = "COPY telemetry (device, type, at, run, sequence, uploaded, record) FROM STDIN";
        try (var rows = new PGCopyOutputStream(connection.unwrap(PGConnection.class), copy)) {
            for (Accepted each : accepted) {
                rows.write(lines(each, types).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static String lines(Accepted accepted, Map<String, Integer> types) {
        long device = accepted.batch().device();
        long run = accepted.batch().run();
        StringBuilder text = new StringBuilder((int) accepted.batch().bytes() / 2);
        for (StoredRow row : accepted.rows()) {
            text.append(device).append('\t').append(types.get(row.type())).append('\t');
            text.append(row.at()).append('\t').append(run).append('\t').append(row.sequence());
            text.append('\t').append(accepted.uploaded()).append('\t');
            // JSON has control characters only as escapes, so that backslashes are all that COPY would change
            text.append(row.json().replace("\\", "\\\\")).append('\n');
        }
        return text.toString();
    }

    /** Makes the partitions of months from two years ago to next year; records of other times go into one for all. */
    private void makePartitions(List<RecordBatch> batches) {
        YearMonth present = YearMonth.from(clock.instant().atZone(ZoneOffset.UTC));
        for (RecordBatch each : batches) {
            long before = -1;
            for (StoredRow row : each.rows()) {
                long day = row.at() / (Micros.SECOND * 86_400);
                YearMonth month = day == before ? null : YearMonth.from(LocalDate.ofEpochDay(day));
                before = day;
                if (month != null
                        && !months.contains(month)
                        && month.isAfter(present.minusYears(2))
                        && month.isBefore(present.plusYears(1))) {
                    makePartition(month);
                }
            }
        }
    }

    private void makePartition(YearMonth month) {
        String name = "telemetry_%04d_%02d".formatted(month.getYear(), month.getMonthValue());
        String range = start(month) + " AND " + (start(month.plusMonths(1)) - 1);
        database.write().useTransaction(handle -> {
            handle.execute("SELECT pg_advisory_xact_lock(hashtext('telemetry partitions'))"); // one instance at a time
            if (!Database.exists(handle, "SELECT 1 WHERE to_regclass(?) IS NOT NULL", name)) {
                // records of the month that came while it was too far ahead, or the clock wrong, move into it
                handle.execute("CREATE TABLE " + name + " (LIKE telemetry INCLUDING ALL)");
                handle.execute("WITH moved AS (DELETE FROM telemetry_other WHERE at BETWEEN " + range
                        + " RETURNING *) INSERT INTO " + name + " SELECT * FROM moved");
                handle.execute("ALTER TABLE telemetry ATTACH PARTITION " + name + " FOR VALUES FROM (" + start(month)
                        + ") TO (" + start(month.plusMonths(1)) + ")");
            }
        });
        if (months.size() < MOST_MONTHS) {
            months.add(month);
        }
    }

    static long start(YearMonth month) {
        return Micros.of(month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant());
    }
}
