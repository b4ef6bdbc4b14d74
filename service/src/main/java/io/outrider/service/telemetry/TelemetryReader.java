package io.outrider.service.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.Times;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.service.telemetry.FieldQuery.Aggregation;
import io.outrider.wire.Micros;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;

/** Reads of telemetry (specification, 4.3). Any thread. */
public final class TelemetryReader {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final long MILLI = 1_000;

    /** State of SQL of a sum that 64 bits do not hold. */
    private static final String OUT_OF_RANGE = "22003";

    private final Database database;

    /** Field with its kind, as it can be queried. */
    public record Field(String field, String kind) {}

    /** Column of a record's member. */
    private record Member(int type, List<String> path) {}

    public TelemetryReader(Database database) {
        this.database = database;
    }

    /** Fields of the device, by name. */
    public List<Field> fields(long device) {
        return database.read()
                .withHandle(handle -> handle.createQuery(
                                "SELECT field, kind FROM telemetry_field WHERE device = :device ORDER BY field, kind")
                        .bind("device", device)
                        .map((row, context) -> new Field(row.getString("field"), row.getString("kind")))
                        .list());
    }

    /** Values, or one for each interval, as the specification has them; an unknown field has none. */
    public List<Map<String, Object>> read(FieldQuery query) {
        try {
            return readValues(query);
        } catch (UnableToExecuteStatementException e) {
            if (e.getCause() instanceof SQLException cause && OUT_OF_RANGE.equals(cause.getSQLState())) {
                throw tooLarge();
            }
            throw e;
        }
    }

    private static Problem tooLarge() {
        return Problem.of(
                ProblemCode.QUERY_TOO_LARGE,
                "values of the period are too large to be added up; take another period, or the aggregation none");
    }

    private List<Map<String, Object>> readValues(FieldQuery query) {
        return database.read().withHandle(handle -> {
            Optional<Member> member = member(handle, query);
            boolean point = query.kind().equals("geo_point");
            if (query.aggregation() == Aggregation.NONE) {
                return member.isEmpty() ? List.of() : values(handle, query, member.get(), point);
            }
            Map<Long, Map<String, Object>> buckets =
                    member.isEmpty() ? Map.of() : buckets(handle, query, member.get(), point);
            return points(query, buckets, point);
        });
    }

    /** Member by the longest type that the field begins with; its path is the rest. */
    private static Optional<Member> member(Handle handle, FieldQuery query) {
        String field = query.field();
        for (int end = field.lastIndexOf('.'); end > 0; end = field.lastIndexOf('.', end - 1)) {
            Optional<Integer> type = handle.createQuery("SELECT id FROM telemetry_type WHERE name = :name")
                    .bind("name", field.substring(0, end))
                    .mapTo(Integer.class)
                    .findOne();
            if (type.isPresent()) {
                return Optional.of(
                        new Member(type.get(), List.of(field.substring(end + 1).split("\\.", -1))));
            }
        }
        return Optional.empty();
    }

    private boolean isSqlite() {
        return database.kind() == DatabaseUrl.Kind.SQLITE;
    }

    /** Number of a member's JSON, which begins with a digit or a minus; null where it is none. */
    private String number(String json) {
        return "(CASE WHEN " + (isSqlite() ? "unicode(" : "ascii(") + json + ") BETWEEN 45 AND 57 THEN CAST(" + json
                + " AS double precision) END)";
    }

    /** JSON of a member; the path is bound, never part of the text. */
    private String json(String parameter) {
        return isSqlite()
                ? "(record -> " + parameter + ")"
                : "CAST(record #> CAST(" + parameter + " AS text[]) AS text)";
    }

    /** Path as the operators -> (SQLite) and #> (PostgreSQL) take it. */
    private String path(List<String> members) {
        StringBuilder path = new StringBuilder(isSqlite() ? "$" : "{");
        for (int i = 0; i < members.size(); i++) {
            String name = members.get(i).replace("\\", "\\\\").replace("\"", "\\\"");
            path.append(isSqlite() ? "." : i == 0 ? "" : ",")
                    .append('"')
                    .append(name)
                    .append('"');
        }
        return path.append(isSqlite() ? "" : "}").toString();
    }

    private static List<String> with(List<String> path, String last) {
        List<String> longer = new ArrayList<>(path);
        longer.add(last);
        return longer;
    }

    private Map<Long, Map<String, Object>> buckets(Handle handle, FieldQuery query, Member member, boolean point) {
        String aggregate = query.aggregation().name();
        String members = point ? json(":lat") + " AS lat, " + json(":lon") + " AS lon" : json(":path") + " AS value";
        String values = point
                ? aggregate + "(" + number("lat") + ") AS lat, " + aggregate + "(" + number("lon") + ") AS lon"
                : aggregate + "(" + number("value") + ") AS value";
        // the inner query is not merged into the outer one, so that each record is parsed once
        Query select = bound(
                handle.createQuery("SELECT (at - :from) / :interval AS bucket, MAX(at) AS latest, " + values
                        + " FROM (SELECT at, " + members + " FROM telemetry WHERE device = :device AND type = :type"
                        + " AND at >= :from AND at < :to " + (isSqlite() ? "LIMIT -1" : "OFFSET 0")
                        + ") AS member WHERE " + number(point ? "lat" : "value") + " IS NOT NULL GROUP BY 1"),
                query,
                member,
                point);
        Map<Long, Map<String, Object>> buckets = new LinkedHashMap<>();
        select.bind("interval", query.interval().toNanos() / MILLI)
                .map((row, context) -> {
                    Map<String, Object> values2 = new LinkedHashMap<>();
                    values2.put("max_ts", row.getLong("latest") / MILLI);
                    if (point) {
                        values2.put("location", location(row.getDouble("lat"), row.getDouble("lon")));
                    } else {
                        values2.put("value", typed(row.getDouble("value"), query));
                    }
                    buckets.put(row.getLong("bucket"), values2);
                    return values2;
                })
                .list();
        return buckets;
    }

    /** Whole numbers for {@code long}, but averages. */
    private static Object typed(double value, FieldQuery query) {
        if (!Double.isFinite(value)) {
            throw tooLarge();
        }
        boolean whole = query.kind().equals("long") && query.aggregation() != Aggregation.AVG;
        if (whole) {
            return Math.round(value);
        }
        return value;
    }

    private static Map<String, Object> location(double lat, double lon) {
        Map<String, Object> location = new LinkedHashMap<>();
        location.put("lat", lat);
        location.put("lon", lon);
        return location;
    }

    private Query bound(Query query, FieldQuery asked, Member member, boolean point) {
        query.bind("device", asked.device())
                .bind("type", member.type())
                .bind("from", Micros.of(asked.from()))
                .bind("to", asked.to() == null ? Long.MAX_VALUE : Micros.of(asked.to()));
        if (point) {
            query.bind("lat", path(with(member.path(), "lat"))).bind("lon", path(with(member.path(), "lon")));
        } else {
            query.bind("path", path(member.path()));
        }
        return query;
    }

    /** One point for each interval, also without values. */
    private static List<Map<String, Object>> points(
            FieldQuery query, Map<Long, Map<String, Object>> buckets, boolean point) {
        long interval = query.interval().toNanos() / MILLI;
        long from = Micros.of(query.from());
        long count = count(query);
        List<Map<String, Object>> points = new ArrayList<>((int) count);
        for (long i = 0; i < count; i++) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("ts", Times.text(from + i * interval));
            Map<String, Object> values = buckets.get(i);
            if (values == null) {
                each.put("max_ts", null);
                each.put(point ? "location" : "value", null);
            } else {
                each.putAll(values);
            }
            points.add(each);
        }
        return points;
    }

    /** Number of intervals of a query with aggregation; the last may end behind its end. */
    public static long count(FieldQuery query) {
        long interval = query.interval().toNanos() / MILLI;
        return (Micros.of(query.to()) - Micros.of(query.from()) + interval - 1) / interval;
    }

    private List<Map<String, Object>> values(Handle handle, FieldQuery query, Member member, boolean point) {
        String type = query.kind();
        String columns;
        String present;
        if (point) {
            columns = number(json(":lat")) + " AS lat, " + number(json(":lon")) + " AS lon";
            present = number(json(":lat"));
        } else if (type.equals("string")) {
            columns = text() + " AS value";
            present = text();
        } else {
            columns = number(json(":path")) + " AS value";
            present = number(json(":path"));
        }
        List<Map<String, Object>> values = bound(
                        handle.createQuery("SELECT at, " + columns + " FROM telemetry WHERE device = :device"
                                + " AND type = :type AND at >= :from AND at < :to AND " + present + " IS NOT NULL"
                                + " ORDER BY at DESC, run DESC, sequence DESC LIMIT :size"),
                        query,
                        member,
                        point)
                .bind("size", query.size())
                .map((row, context) -> {
                    Map<String, Object> each = new LinkedHashMap<>();
                    each.put("ts", Times.text(row.getLong("at")));
                    if (point) {
                        each.put("location", location(row.getDouble("lat"), row.getDouble("lon")));
                        return each;
                    }
                    each.put("max_ts", row.getLong("at") / MILLI);
                    each.put(
                            "value",
                            type.equals("string") ? row.getString("value") : typed(row.getDouble("value"), query));
                    return each;
                })
                .list();
        Collections.reverse(values);
        return values;
    }

    private String text() {
        return isSqlite()
                ? "(CASE WHEN json_type(record, :path) = 'text' THEN json_extract(record, :path) END)"
                : "(CASE WHEN json_typeof(record #> CAST(:path AS text[])) = 'string'"
                        + " THEN record #>> CAST(:path AS text[]) END)";
    }

    /** Bounds of the times of records that were uploaded in a period; empty if there are none. */
    private static Optional<long[]> uploadedSpan(Handle handle, long device, long from, long to) {
        return handle.createQuery("SELECT MIN(first_at) AS first, MAX(last_at) AS last FROM telemetry_upload"
                        + " WHERE device = :device AND uploaded >= :from AND uploaded < :to HAVING COUNT(*) > 0")
                .bind("device", device)
                .bind("from", from)
                .bind("to", to)
                .map((row, context) -> new long[] {row.getLong("first"), row.getLong("last") + 1})
                .findOne();
    }

    /**
     * Raw records as the units sent them, by time.
     *
     * @param type null for all
     * @param byUpload whether the period is that of the upload
     * @param most records; one more is returned if there are more
     */
    public List<String> raw(long device, String type, Instant start, Instant end, boolean byUpload, int most) {
        long from = Micros.of(start);
        long to = Micros.of(end);
        return database.read().withHandle(handle -> {
            Optional<long[]> span =
                    byUpload ? uploadedSpan(handle, device, from, to) : Optional.of(new long[] {from, to});
            List<Integer> types = types(handle, device, type);
            if (span.isEmpty() || types.isEmpty()) {
                return List.of();
            }
            return handle.createQuery("SELECT record FROM telemetry WHERE device = :device AND type IN (<types>)"
                            + " AND at >= :from AND at < :to"
                            + (byUpload ? " AND uploaded >= :uploadedFrom AND uploaded < :uploadedTo" : "")
                            + " ORDER BY at, run, sequence LIMIT :most")
                    .bindList("types", types)
                    .bind("device", device)
                    .bind("from", span.get()[0])
                    .bind("to", span.get()[1])
                    .bindMap(byUpload ? Map.of("uploadedFrom", from, "uploadedTo", to) : Map.of())
                    .bind("most", most + 1)
                    .mapTo(String.class)
                    .list();
        });
    }

    /** Numbers of the types that the device has sent, or of one. */
    private static List<Integer> types(Handle handle, long device, String type) {
        return handle.createQuery("SELECT id FROM telemetry_type WHERE "
                        + (type == null
                                ? "EXISTS (SELECT 1 FROM telemetry WHERE device = :device AND telemetry.type = telemetry_type.id)"
                                : "name = :type"))
                .bind(type == null ? "device" : "type", type == null ? (Object) device : type)
                .mapTo(Integer.class)
                .list();
    }

    /** Trip: the engine ran from one time to another. */
    public record Trip(Instant start, Instant end, JsonNode startLocation, JsonNode endLocation) {}

    /**
     * Trips that begin in a period, by the events of the engine; one whose end is not known yet has none.
     *
     * @param most trips
     */
    public List<Trip> trips(long device, Instant from, Instant to, int most) {
        TreeMap<Instant, Boolean> running = new TreeMap<>();
        for (String each : raw(device, "event.vehicle.engine", from, to.plusSeconds(86_400), false, 20 * most)) {
            JsonNode event = tree(each);
            String tag = event.path("@tag").asText();
            if (tag.endsWith("/running") || tag.endsWith("/stopped")) {
                running.put(Instant.parse(event.path("@ts").asText()), tag.endsWith("/running"));
            }
        }
        List<Trip> trips = new ArrayList<>();
        Instant start = null;
        for (Map.Entry<Instant, Boolean> each : running.entrySet()) {
            if (each.getValue() && start == null && each.getKey().isBefore(to)) {
                start = each.getKey();
            } else if (!each.getValue() && start != null) {
                trips.add(trip(device, start, each.getKey()));
                start = null;
            }
        }
        if (start != null) {
            trips.add(trip(device, start, null));
        }
        return trips.size() > most ? trips.subList(0, most) : trips;
    }

    private Trip trip(long device, Instant start, Instant end) {
        return new Trip(
                start,
                end,
                position(device, start, end, true),
                end == null ? null : position(device, start, end, false));
    }

    /** First or last position of a trip; null if there is none. */
    private JsonNode position(long device, Instant start, Instant end, boolean first) {
        long to = end == null ? Long.MAX_VALUE : Micros.of(end) + 1;
        return database.read()
                .withHandle(handle -> handle.createQuery("SELECT record FROM telemetry WHERE device = :device"
                                + " AND type = (SELECT id FROM telemetry_type WHERE name = 'track.pos')"
                                + " AND at >= :from AND at < :to ORDER BY at " + (first ? "" : "DESC") + " LIMIT 1")
                        .bind("device", device)
                        .bind("from", Micros.of(start))
                        .bind("to", to)
                        .mapTo(String.class)
                        .findOne())
                .map(each -> tree(each).path("loc"))
                .orElse(null);
    }

    private static JsonNode tree(String json) {
        try {
            return MAPPER.readTree(json);
        } catch (JsonProcessingException e) { // was JSON when it was stored
            throw new IllegalStateException(e);
        }
    }
}
