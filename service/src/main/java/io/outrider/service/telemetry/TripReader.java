package io.outrider.service.telemetry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.database.Database;
import io.outrider.service.database.Times;
import io.outrider.service.problem.Problem;
import io.outrider.wire.Micros;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Reads of trips. Any thread. */
public record TripReader(Database database, TelemetryReader telemetry) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Records among which one is looked for, so that a device with many others holds nobody up. */
    private static final int LOOKED_AT = 10_000;

    /** Trip of a device: the engine ran from one time to another. */
    public record Trip(String deviceId, Instant start, Instant end, JsonNode startLocation, JsonNode endLocation) {}

    /**
     * Trips that begin in a period, by their times; one whose end is not known yet has none.
     *
     * @param devices their numbers by their ids
     * @param most trips
     * @throws Problem if there are more, or an engine started and stopped too often
     */
    public List<Trip> trips(Map<String, Long> devices, Instant from, Instant to, int most) {
        List<Trip> all = new ArrayList<>();
        devices.forEach((id, device) -> {
            all.addAll(ofDevice(id, device, from, to, most));
            if (all.size() > most) {
                throw Problem.queryTooLarge("the period has more than " + most + " trips; take a shorter one");
            }
        });
        all.sort(Comparator.comparing(Trip::start));
        return all;
    }

    /** Start or stop of the engine. */
    private record Event(Instant time, boolean running) {}

    /** Trips by the events of the engine; of two of the same time, whose order is not known, the stop is the first. */
    private List<Trip> ofDevice(String id, long device, Instant from, Instant to, int most) {
        TreeSet<Event> events = new TreeSet<>(Comparator.comparing(Event::time).thenComparing(Event::running));
        telemetry.raw(device, "event.vehicle.engine", from, to, false, 20 * most, each -> {
            JsonNode event = tree(each);
            String tag = event.path("@tag").asText();
            if (tag.endsWith("/running") || tag.endsWith("/stopped")) {
                time(event).ifPresent(time -> events.add(new Event(time, tag.endsWith("/running"))));
            }
        });
        List<Trip> trips = new ArrayList<>();
        Instant start = null;
        for (Event each : events) {
            if (each.running() && start == null) {
                start = each.time();
            } else if (!each.running() && start != null) {
                trips.add(trip(id, device, start, each.time()));
                start = null;
            }
        }
        if (start != null) {
            String isStop = "record ->> '@tag' LIKE '%/stopped'";
            Optional<JsonNode> end = record(device, "event.vehicle.engine", to, null, "at", isStop);
            trips.add(trip(id, device, start, end.flatMap(TripReader::time).orElse(null)));
        }
        return trips;
    }

    /** Time of an event; empty for years of more than four digits, which a unit without a clock may send. */
    private static Optional<Instant> time(JsonNode event) {
        try {
            return Optional.of(OffsetDateTime.parse(event.path("@ts").asText()).toInstant())
                    .filter(time -> !time.isBefore(Instant.EPOCH));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private Trip trip(String id, long device, Instant start, Instant end) {
        JsonNode first = position(device, start, end, "at");
        JsonNode last = end == null ? null : position(device, start, end, "at DESC");
        return new Trip(id, start, end, first, last);
    }

    /** First or last position of a trip; null if there is none. Records of a unit without a fix have no place. */
    private JsonNode position(long device, Instant start, Instant end, String order) {
        String hasPlace = telemetry.sql.isNumber("CAST(record -> 'loc' -> 'lat' AS text)") + " AND "
                + telemetry.sql.isNumber("CAST(record -> 'loc' -> 'lon' AS text)");
        return record(device, "track.pos", start, end, order, hasPlace)
                .map(each -> ((ObjectNode) each.get("loc")).retain("lat", "lon"))
                .orElse(null);
    }

    /**
     * First record of a type in a period that meets a condition. The outer query has no order, with which SQLite would look at all
     * records of the inner one; both databases take them as they come.
     *
     * @param end inclusive; null for any
     */
    private Optional<JsonNode> record(long device, String type, Instant from, Instant end, String order, String where) {
        String query = "SELECT record FROM (SELECT record FROM telemetry WHERE device = ? AND type = (SELECT id"
                + " FROM telemetry_type WHERE name = ?) AND at >= ? AND at < ? ORDER BY " + order + " LIMIT "
                + LOOKED_AT + ") AS ordered WHERE " + where + " LIMIT 1";
        long to = Micros.of(end == null ? Times.LATEST : end) + 1;
        return database.find(byte[].class, query, device, type, Micros.of(from), to)
                .map(TripReader::tree);
    }

    private static JsonNode tree(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) { // was JSON when it was stored
            throw new IllegalStateException(e);
        }
    }
}
