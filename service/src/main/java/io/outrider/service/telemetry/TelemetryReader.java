package io.outrider.service.telemetry;

import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.Times;
import io.outrider.service.problem.Problem;
import io.outrider.service.telemetry.FieldQuery.Aggregation;
import io.outrider.wire.Micros;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/** Reads of telemetry (specification, 4.3). Any thread. */
public final class TelemetryReader {
    private static final long MILLI = 1_000;

    /** State of SQL of a sum that 64 bits do not hold. */
    private static final String OUT_OF_RANGE = "22003";

    /** Condition of the records of a device of the account, and of a type. */
    private static final String OF_MEMBER = "device = (SELECT number FROM device WHERE account = :account AND id = :id)"
            + " AND type = (SELECT id FROM telemetry_type WHERE name = :type)";

    private static final String FIELD_TYPES = Database.statement("telemetry/field-types");
    private static final String UPLOADED_SPAN = Database.statement("telemetry/uploaded-span");

    /** Search of one record; with EXISTS, or without the order, PostgreSQL looks up all records of the device. */
    private static final String SENT = "SELECT 1 FROM telemetry WHERE device = ? AND type = ? ORDER BY at LIMIT 1";

    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,19}");

    /** Values that the driver of PostgreSQL has in memory. */
    private static final int VALUES_AT_A_TIME = 200;

    /** Characters of the texts of an answer. */
    private static final int MOST_CHARACTERS = 2 << 20;

    private final Database database;
    final MemberSql sql;

    /** Field with its kind, as it can be queried. */
    public record Field(String field, String kind) {}

    /** Position as it is answered. */
    public record Location(double lat, double lon) {}

    /** Type of a device that a field may begin with. */
    private record FieldType(long number, int type, String typeName) {}

    /** Member of the records of a type. */
    private record Member(String type, List<String> path) {
        /** @param end of the type in the field; the rest is the path */
        static Member of(String field, int end) {
            return new Member(
                    field.substring(0, end), List.of(field.substring(end + 1).split("\\.", -1)));
        }
    }

    public TelemetryReader(Database database) {
        this.database = database;
        sql = new MemberSql(database.kind() == DatabaseUrl.Kind.SQLITE);
    }

    /** Fields of the device, by name. */
    public List<Field> fields(long device) {
        return database.list(
                Field.class, "SELECT field, kind FROM telemetry_field WHERE device = ? ORDER BY field, kind", device);
    }

    /**
     * Values, or one for each interval, as the specification has them; an unknown field has none.
     *
     * @throws Problem if the account has no such device
     */
    public List<Map<String, Object>> read(FieldQuery query) {
        try {
            return readValues(query);
        } catch (UnableToExecuteStatementException e) {
            throw Database.isOf(e, OUT_OF_RANGE) ? tooLarge() : e;
        }
    }

    private static Problem tooLarge() {
        return Problem.queryTooLarge(
                "values of the period, or their sum, are too large, or too near to 0; take another period, the"
                        + " field_type float for whole numbers of more than 64 bits, or the aggregation none");
    }

    private List<Map<String, Object>> readValues(FieldQuery query) {
        // nearly always of the longest type that can be; others are looked up where it has no values
        Member longest = Member.of(query.field(), Math.max(0, query.field().lastIndexOf('.')));
        List<Map<String, Object>> values = values(query, longest);
        if (values.stream().anyMatch(each -> each.get("value") != null || each.get("location") != null)) {
            return values;
        }
        Member member = database.read().withHandle(handle -> member(handle, query));
        return member.equals(longest) ? values : values(query, member);
    }

    private List<Map<String, Object>> values(FieldQuery query, Member member) {
        boolean point = query.kind().equals("geo_point");
        if (query.aggregation() != Aggregation.NONE) { // few rows, which need no transaction
            return database.read().withHandle(handle -> points(handle, query, member, point));
        }
        List<Map<String, Object>> all = new ArrayList<>();
        database.stream(handle -> all.addAll(values(handle, query, member, point)));
        return all;
    }

    /** Member by the longest type of the device that the field begins with; its path is the rest. An unknown field is of no type. */
    private static Member member(Handle handle, FieldQuery query) {
        String field = query.field();
        List<String> names = new ArrayList<>(List.of("")); // no list is empty, and no type has this name
        for (int end = field.lastIndexOf('.'); end > 0; end = field.lastIndexOf('.', end - 1)) {
            names.add(field.substring(0, end));
        }
        List<FieldType> found = handle.createQuery(FIELD_TYPES)
                .bind("account", query.account())
                .bind("id", query.deviceId())
                .bindList("names", names)
                .mapTo(FieldType.class)
                .list();
        FieldType type = found.stream()
                .filter(each -> found.size() == 1 || Database.exists(handle, SENT, each.number(), each.type()))
                .findFirst()
                .or(() -> found.stream().findFirst()) // of which there are no records
                .orElseThrow(() -> Problem.notFound("device id"));
        return Member.of(field, type.typeName().length());
    }

    private static List<String> with(List<String> path, String last) {
        return Stream.concat(path.stream(), Stream.of(last)).toList();
    }

    /**
     * One point for each interval, also without values; the last may end behind the period. Each is a subquery, as the records of
     * one interval follow each other: grouping would sort them all.
     */
    private List<Map<String, Object>> points(Handle handle, FieldQuery query, Member member, boolean point) {
        List<String> path = member.path();
        String members = point
                ? sql.json(":lat", with(path, "lat")) + " AS lat, " + sql.json(":lon", with(path, "lon")) + " AS lon"
                : sql.json(":path", path) + " AS value";
        String aggregates = point
                ? aggregate(query, "lat") + (sql.sqlite() ? " || ' ' || " : ", ") + aggregate(query, "lon")
                : aggregate(query, "value");
        // the innermost query is not merged into the one around it, so that each record is parsed once; with the
        // beginning
        // of the period PostgreSQL knows the partitions before it runs, while SQLite could begin each interval there
        String select = "WITH RECURSIVE part(start) AS (SELECT CAST(:from AS BIGINT)"
                + " UNION ALL SELECT start + :interval FROM part WHERE start + :interval < :to)"
                + " SELECT start, (SELECT "
                + (sql.sqlite()
                        ? "MAX(at) || ' ' || " + aggregates
                        : "CASE WHEN COUNT(*) > 0 THEN concat_ws(' ', MAX(at), " + aggregates + ") END")
                + " FROM (SELECT at, " + members + " FROM telemetry WHERE " + OF_MEMBER
                + " AND at >= start AND at < start + :interval AND at < :to "
                + (sql.sqlite() ? "LIMIT -1" : "AND at >= :from OFFSET 0")
                + ") AS member WHERE "
                + (point ? sql.isNumber("lat") + " AND " + sql.isNumber("lon") : sql.isNumber("value"))
                + ") AS found FROM part ORDER BY start";
        return bound(handle.createQuery(select), query, member, point)
                .bind("interval", query.interval().toNanos() / MILLI)
                .map((row, context) -> point(row.getLong("start"), row.getString("found"), query))
                .list();
    }

    /** Aggregate as text that gives the same number again; null without values. */
    private String aggregate(FieldQuery query, String json) {
        boolean exact = isWhole(query) && query.aggregation() != Aggregation.SUM;
        String value =
                query.aggregation().name() + "(CAST(" + json + " AS " + (exact ? "NUMERIC" : "double precision") + "))";
        if (!sql.sqlite()) {
            return value;
        }
        String text = exact ? "CAST(" + value + " AS TEXT)" : "format('%!.17g', " + value + ")";
        return "CASE WHEN " + value + " IS NOT NULL THEN " + text + " END";
    }

    /** Averages of whole numbers are none. */
    private static boolean isWhole(FieldQuery query) {
        return query.kind().equals("long") && query.aggregation() != Aggregation.AVG;
    }

    /** @param found latest time and values; null without any */
    private static Map<String, Object> point(long start, String found, FieldQuery query) {
        Map<String, Object> point = new LinkedHashMap<>();
        String[] numbers = found == null ? new String[0] : found.split(" ");
        boolean has = numbers.length > 0;
        point.put("ts", Times.text(start));
        point.put("max_ts", has ? Long.parseLong(numbers[0]) / MILLI : null);
        if (query.kind().equals("geo_point")) {
            point.put("location", has ? new Location(parsed(numbers[1]), parsed(numbers[2])) : null);
        } else {
            point.put("value", has ? typed(numbers[1], query) : null);
        }
        return point;
    }

    private static double parsed(String number) {
        if (number.contains("Inf")) {
            throw tooLarge();
        }
        return Double.parseDouble(number);
    }

    private static Object typed(String number, FieldQuery query) {
        double value = parsed(number);
        if (!isWhole(query)) {
            return value;
        }
        if (WHOLE.matcher(number).matches()) {
            BigInteger exact = new BigInteger(number);
            if (exact.bitLength() < Long.SIZE) {
                return exact.longValue();
            }
        }
        if (Math.abs(value) >= 0x1p63) {
            throw tooLarge();
        }
        return Math.round(value);
    }

    private Query bound(Query query, FieldQuery asked, Member member, boolean point) {
        query.bind("account", asked.account())
                .bind("id", asked.deviceId())
                .bind("type", member.type())
                .bind("from", Micros.of(asked.from()))
                .bind("to", asked.to() == null ? Long.MAX_VALUE : Micros.of(asked.to()));
        if (point) {
            sql.bind(query, "lat", with(member.path(), "lat"));
            sql.bind(query, "lon", with(member.path(), "lon"));
        } else {
            sql.bind(query, "path", member.path());
        }
        return query;
    }

    /** Number of intervals of a query with aggregation; the last may end behind its end. */
    public static long count(FieldQuery query) {
        long interval = query.interval().toNanos() / MILLI;
        return (Micros.of(query.to()) - Micros.of(query.from()) + interval - 1) / interval;
    }

    private List<Map<String, Object>> values(Handle handle, FieldQuery query, Member member, boolean point) {
        boolean texts = query.kind().equals("string");
        List<String> path = member.path();
        String columns;
        String present;
        if (point) {
            String lat = sql.json(":lat", with(path, "lat"));
            String lon = sql.json(":lon", with(path, "lon"));
            columns = sql.number(lat) + " AS lat, " + sql.number(lon) + " AS lon";
            present = sql.isNumber(lat) + " AND " + sql.isNumber(lon);
        } else {
            String value = texts ? sql.text(path) : sql.json(":path", path);
            columns = value + " AS value";
            present = texts ? value + " IS NOT NULL" : sql.isNumber(value);
        }
        AtomicLong characters = new AtomicLong();
        List<Map<String, Object>> values = bound(
                        handle.createQuery("SELECT at, " + columns + " FROM telemetry WHERE " + OF_MEMBER
                                + " AND at >= :from AND at < :to AND " + present
                                + " ORDER BY at DESC, run DESC, sequence DESC LIMIT :size"),
                        query,
                        member,
                        point)
                .bind("size", query.size())
                .setFetchSize(VALUES_AT_A_TIME)
                .map((row, context) -> {
                    Map<String, Object> each = new LinkedHashMap<>();
                    each.put("ts", Times.text(row.getLong("at")));
                    if (point) {
                        each.put("location", new Location(row.getDouble("lat"), row.getDouble("lon")));
                        return each;
                    }
                    String value = row.getString("value");
                    if (characters.addAndGet(value.length()) > MOST_CHARACTERS) {
                        throw Problem.queryTooLarge("the answer has more than " + MOST_CHARACTERS
                                + " characters of text; take a shorter period, or a smaller 'size'");
                    }
                    each.put("max_ts", row.getLong("at") / MILLI);
                    each.put("value", texts ? value : typed(value, query));
                    return each;
                })
                .list();
        Collections.reverse(values);
        return values;
    }

    /** Bounds of the times of records that were uploaded in a period; empty if there are none. */
    private static Optional<long[]> uploadedSpan(Handle handle, long device, long from, long to) {
        return handle.select(UPLOADED_SPAN, device, from, to)
                .map((row, context) -> new long[] {row.getLong("first"), row.getLong("last") + 1})
                .findOne();
    }

    /**
     * Raw records as the units sent them, by time.
     *
     * @param type null for all
     * @param byUpload whether the period is that of the upload
     * @param most records; there is a problem if there are more
     * @param to takes the JSON of each in UTF-8
     */
    public void raw(
            long device, String type, Instant start, Instant end, boolean byUpload, int most, Consumer<byte[]> to) {
        long from = Micros.of(start);
        long until = Micros.of(end);
        database.read().useHandle(handle -> {
            Optional<long[]> span =
                    byUpload ? uploadedSpan(handle, device, from, until) : Optional.of(new long[] {from, until});
            String types = DeviceTypes.list(handle, device, type);
            if (span.isEmpty() || types.isEmpty()) {
                return;
            }
            // numbers, as COPY takes no parameters
            String where = " FROM telemetry WHERE device = " + device + " AND type IN (" + types + ") AND at >= "
                    + span.get()[0] + " AND at < " + span.get()[1]
                    + (byUpload ? " AND uploaded >= " + from + " AND uploaded < " + until : "");
            // counted before, by the index alone, as a limit of what is sorted takes twice the time
            String count = "SELECT COUNT(*) FROM (SELECT 1" + where + " LIMIT " + (most + 1) + ") AS found";
            if (handle.createQuery(count).mapTo(Integer.class).one() > most) {
                throw Problem.queryTooLarge(
                        "the period has more than " + most + " records; take a shorter one, or one 'data_type'");
            }
            database.forEachValue(handle, "SELECT record" + where + " ORDER BY at, run, sequence", to);
        });
    }
}
