package io.outrider.bench.measure.service;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.bench.fleet.WireUnit;
import io.outrider.bench.measure.DriveRecords;
import io.outrider.bench.measure.Durations;
import io.outrider.bench.measure.Figure;
import io.outrider.testkit.Await;
import io.outrider.wire.Micros;
import io.outrider.wire.SequencedRecord;
import io.outrider.wire.TelemetryRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Measurement of reads of a vehicle's month, two hours a day: a day as 24 points, and as raw records. */
final class ReadTimes {
    private static final double MOST_RATIO = 1.3;
    private static final int DAYS = 30;
    private static final int SECONDS_A_DAY = 7_200;
    private static final int FIRST_SECONDS = 60;
    private static final int POINT_WARM_UPS = 7_000; // most is compiled after 5,000 calls (Tier4InvocationThreshold)
    private static final int RAW_WARM_UPS = 1_000; // with 57,600 rows each
    private static final int POINT_READS = 1_000; // of a round, of which the ten slowest are above its figure
    private static final int RAW_READS = 100;
    private static final int ROUNDS = 5; // of which the middle one counts, as the machine holds up some of them

    private final MeasuredService service;
    private final KeptConnection connection;
    private final ObjectMapper mapper = new ObjectMapper();
    private final DriveRecords drive = new DriveRecords();
    private final Random random = new Random(1);
    private final Instant first = Instant.now().truncatedTo(ChronoUnit.DAYS).minus(DAYS, ChronoUnit.DAYS);
    private long sequence;
    private long device;
    private int rpm;

    private ReadTimes(MeasuredService service, KeptConnection connection) {
        this.service = service;
        this.connection = connection;
    }

    /** Read whose answer is there when it returns; what the answer has is counted outside of its time. */
    private interface Read {
        Counted read(Instant day) throws Exception;
    }

    /** Number of the points or bytes of an answer. */
    private interface Counted {
        int count() throws IOException;
    }

    static List<Figure> measure(boolean postgresql) throws Exception {
        try (MeasuredService service = new MeasuredService(postgresql, 1);
                KeptConnection connection = new KeptConnection(
                        URI.create(service.process().url()), service.process().token())) {
            ReadTimes times = new ReadTimes(service, connection);
            times.fill();
            return List.of(
                    times.rowSize(),
                    times.figure("24 points of a day", POINT_WARM_UPS, POINT_READS, times::points, times::pointsByHand),
                    times.figure("a raw day, 57,600 records", RAW_WARM_UPS, RAW_READS, times::raw, times::rawByHand));
        }
    }

    /** The first minute of each day comes from the unit, which makes types and partitions; the others are written beside it. */
    private void fill() throws Exception {
        WireUnit unit = service.units().get(0);
        for (int day = 0; day < DAYS; day++) {
            List<SequencedRecord> records = new ArrayList<>();
            for (int second = 0; second < FIRST_SECONDS; second++) {
                second(day, second).forEach(each -> records.add(new SequencedRecord(++sequence, each)));
            }
            unit.upload(records).join();
        }
        long uploaded = sequence;
        BareDatabase database = service.database();
        Await.until("the minutes are stored", () -> database.number("SELECT COUNT(*) FROM telemetry") == uploaded);
        device = database.number("SELECT MIN(device) FROM telemetry");
        rpm = (int) database.number("SELECT id FROM telemetry_type WHERE name = 'obd.rpm'");
        long run = database.number("SELECT MIN(run) FROM telemetry");
        Map<String, Integer> types = new TreeMap<>();
        for (TelemetryRecord each : second(0, 0)) {
            types.put(each.type(), (int)
                    database.number("SELECT id FROM telemetry_type WHERE name = '" + each.type() + "'"));
        }
        for (int day = 0; day < DAYS; day++) {
            List<BareDatabase.Row> rows = new ArrayList<>();
            for (int second = FIRST_SECONDS; second < SECONDS_A_DAY; second++) {
                for (TelemetryRecord each : second(day, second)) {
                    rows.add(new BareDatabase.Row(
                            device,
                            types.get(each.type()),
                            each.at().micros(),
                            run,
                            ++sequence,
                            0,
                            mapper.writeValueAsString(each.row())));
                }
            }
            database.write("telemetry", rows);
        }
        database.execute(database.sqlite() ? "ANALYZE" : "VACUUM ANALYZE"); // as PostgreSQL does by itself in a while
    }

    /** Size of the month's tables and indexes on the disk; of SQLite the whole file, which has little else. */
    private Figure rowSize() throws SQLException {
        BareDatabase database = service.database();
        long bytes = database.number(
                database.sqlite()
                        ? "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
                        : "SELECT SUM(pg_total_relation_size(relid)) FROM pg_partition_tree('telemetry')");
        String size = "%.0f bytes".formatted((double) bytes / sequence);
        return new Figure("disk of a record with its key, " + service.name(), size, "–", 0, "–", true);
    }

    /** Driven from ten o'clock. */
    private List<TelemetryRecord> second(int day, int second) {
        long at = Micros.of(first.plus(day, ChronoUnit.DAYS).plus(10, ChronoUnit.HOURS)) + second * Micros.SECOND;
        return drive.second((long) day * SECONDS_A_DAY + second, at);
    }

    /** Times of reads in turns. */
    private record Round(Durations service, Durations byHand) {
        double ratio() {
            return service.millis(0.99) / byHand.millis(0.99);
        }
    }

    private Figure figure(String name, int warmUps, int reads, Read service, Read byHand) throws Exception {
        round(name, warmUps, service, byHand);
        List<Round> all = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            all.add(round(name, reads, service, byHand));
        }
        all.sort(Comparator.comparing(Round::ratio));
        Round middle = all.get(ROUNDS / 2);
        String others = String.format(
                Locale.ROOT,
                ", the middle of %d rounds of %.2f to %.2f times",
                ROUNDS,
                all.get(0).ratio(),
                all.get(ROUNDS - 1).ratio());
        return new Figure(
                name + " of a month, " + this.service.name() + ", 99th percentile" + others,
                text(middle.service()),
                "the same SQL by hand " + text(middle.byHand()),
                middle.ratio(),
                "at most " + MOST_RATIO + " times",
                middle.ratio() <= MOST_RATIO);
    }

    private static String text(Durations times) {
        return Durations.text(times.millis(0.99)) + " (median " + Durations.text(times.median()) + ")";
    }

    private Round round(String name, int reads, Read service, Read byHand) throws Exception {
        long[] measured = new long[reads];
        long[] yardstick = new long[reads];
        for (int i = 0; i < reads; i++) {
            Instant day = first.plus(random.nextInt(DAYS), ChronoUnit.DAYS);
            boolean handFirst =
                    i % 2 == 0; // who comes second finds the day in the caches of the database and of the machine
            long begin = System.nanoTime();
            Counted one = (handFirst ? byHand : service).read(day);
            long middle = System.nanoTime();
            Counted other = (handFirst ? service : byHand).read(day);
            long end = System.nanoTime();
            if (one.count() != other.count()) {
                throw new IllegalStateException(name + " of " + day + ": " + one.count() + " and " + other.count());
            }
            measured[i] = handFirst ? end - middle : middle - begin;
            yardstick[i] = handFirst ? middle - begin : end - middle;
        }
        return new Round(new Durations(measured), new Durations(yardstick));
    }

    private static Instant end(Instant day) {
        return day.plus(Duration.ofDays(1));
    }

    /** Points that have a value. */
    private Counted points(Instant day) throws IOException {
        byte[] answer = get(
                "/logbook/storage/read/?device_id=%s&field=obd.rpm.value&field_type=float&aggregation=avg"
                        + "&interval=1h&from_utc=%s&to_utc=%s",
                day);
        return () -> {
            int values = 0;
            for (var each : mapper.readTree(answer)) {
                values += each.get("value").isNull() ? 0 : 1;
            }
            return values;
        };
    }

    private Counted pointsByHand(Instant day) throws SQLException {
        String value = service.database().sqlite()
                ? "json_extract(record, '$.value')"
                : "CAST(record ->> 'value' AS double precision)";
        try (PreparedStatement select = service.database()
                .connection()
                .prepareStatement("SELECT (at - ?) / 3600000000, MAX(at), AVG(" + value
                        + ") FROM telemetry WHERE device = ? AND type = ? AND at >= ? AND at < ? GROUP BY 1")) {
            select.setLong(1, Micros.of(day));
            select.setLong(2, device);
            select.setInt(3, rpm);
            select.setLong(4, Micros.of(day));
            select.setLong(5, Micros.of(end(day)));
            List<Double> values = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    values.add(row.getDouble(3));
                }
            }
            return values::size;
        }
    }

    private Counted raw(Instant day) throws IOException {
        byte[] answer = get("/logbook/storage/raw/?device_id=%s&start_utc=%s&end_utc=%s", day);
        return () -> answer.length;
    }

    private Counted rawByHand(Instant day) throws SQLException, IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (PreparedStatement select = service.database()
                .connection()
                .prepareStatement("SELECT record FROM telemetry WHERE device = ? AND at >= ? AND at < ?"
                        + " AND type IN (SELECT id FROM telemetry_type) ORDER BY at, run, sequence")) {
            select.setLong(1, device);
            select.setLong(2, Micros.of(day));
            select.setLong(3, Micros.of(end(day)));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    answer.write(
                            answer.size() == 0
                                    ? "[".getBytes(StandardCharsets.UTF_8)
                                    : ",\n".getBytes(StandardCharsets.UTF_8));
                    answer.write(row.getString(1).getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        answer.write(']');
        byte[] all = answer.toByteArray();
        return () -> all.length;
    }

    private byte[] get(String path, Instant day) throws IOException {
        return connection.get(path.formatted(service.logins().get(0).device(), day, end(day)));
    }
}
