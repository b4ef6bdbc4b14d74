package io.outrider.service.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.router.JavalinDefaultRoutingApi;
import io.outrider.service.accounts.Identity;
import io.outrider.service.database.AccountShares;
import io.outrider.service.database.Times;
import io.outrider.service.devices.Devices;
import io.outrider.service.problem.Problem;
import io.outrider.service.telemetry.FieldQuery;
import io.outrider.service.telemetry.FieldQuery.Aggregation;
import io.outrider.service.telemetry.TelemetryReader;
import io.outrider.service.telemetry.TripReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads of telemetry (specification, 4.3), fields and trips.
 *
 * @param memory of large answers
 * @param reads connections to the database for reads that may take long
 */
public record TelemetryRoutes(
        Devices devices,
        TelemetryReader reader,
        TripReader trips,
        Authenticator authenticator,
        BodyMemory memory,
        AccountShares reads)
        implements Routes {
    private static final int MOST_POINTS = 10_000;
    private static final int MOST_RECORDS = 100_000;

    private static final int MOST_TRIPS = 1_000;
    private static final List<String> KINDS = List.of("float", "geo_point", "string", "long");
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "ms", ChronoUnit.MILLIS,
            "s", ChronoUnit.SECONDS,
            "m", ChronoUnit.MINUTES,
            "h", ChronoUnit.HOURS,
            "d", ChronoUnit.DAYS,
            "w", ChronoUnit.WEEKS);
    private static final Pattern INTERVAL = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d|w)");

    @Override
    public void addTo(JavalinDefaultRoutingApi routes) {
        routes.get("/logbook/storage/read/", authenticator.identified(this::read));
        routes.get("/logbook/storage/raw/", authenticator.identified(this::raw));
        routes.get("/logbook/storage/fields/", authenticator.identified(this::fields));
        routes.get("/logbook/trips/", authenticator.identified(this::trips));
    }

    private long device(QueryParameters parameters, Identity caller) {
        return devices.number(caller.account(), parameters.required("device_id"));
    }

    private void read(Context request, Identity caller) throws IOException {
        QueryParameters parameters = new QueryParameters(request);
        String device = parameters.required("device_id");
        String field = parameters.required("field");
        String kind = parameters.required("field_type");
        if (!KINDS.contains(kind)) {
            throw Problem.parameter("field_type", "'field_type' is one of " + String.join(", ", KINDS));
        }
        Aggregation aggregation = aggregation(parameters, kind);
        Instant from = requiredTime(parameters, "from_utc");
        Instant to = parameters.time("to_utc").orElse(null);
        checkOrder(from, to, "to_utc");
        boolean none = aggregation == Aggregation.NONE;
        if (!none && to == null) {
            throw Problem.parameter("to_utc", "'to_utc' is missing; it may be omitted with aggregation=none only");
        }
        int size = none ? parameters.number("size", 1, MOST_POINTS).orElse(to == null ? 1 : MOST_POINTS) : 0;
        Duration interval = none ? null : interval(parameters);
        FieldQuery query = new FieldQuery(caller.account(), device, field, kind, from, to, aggregation, interval, size);
        if (!none && TelemetryReader.count(query) > MOST_POINTS) {
            throw Problem.queryTooLarge("the period has " + TelemetryReader.count(query) + " intervals, and an answer "
                    + MOST_POINTS + " at most; take a longer interval or a shorter period");
        }
        memory.answer(request, caller.account(), () -> reads.run(caller.account(), () -> reader.read(query)));
    }

    private static Instant requiredTime(QueryParameters parameters, String name) {
        return parameters.time(name).orElseThrow(() -> Problem.parameter(name, "'" + name + "' is missing"));
    }

    private static void checkOrder(Instant from, Instant to, String name) {
        if (to != null && !to.isAfter(from)) {
            String start = name.equals("to_utc") ? "from_utc" : "start_utc";
            throw Problem.parameter(name, "'" + name + "' has to be later than '" + start + "'");
        }
    }

    private static Aggregation aggregation(QueryParameters parameters, String kind) {
        String text = parameters.text("aggregation").orElse("none").toUpperCase(Locale.ROOT);
        Aggregation aggregation = switch (text) {
            case "AVG", "AVERAGE" -> Aggregation.AVG;
            case "MIN", "MAX", "SUM", "NONE" -> Aggregation.valueOf(text);
            default -> throw Problem.parameter("aggregation", "'aggregation' is one of avg, min, max, sum, none");
        };
        if (kind.equals("string") && aggregation != Aggregation.NONE) {
            throw Problem.parameter("aggregation", "texts have no aggregation; it is none");
        }
        if (kind.equals("geo_point") && aggregation == Aggregation.SUM) {
            throw Problem.parameter("aggregation", "positions have no sum");
        }
        return aggregation;
    }

    private static Duration interval(QueryParameters parameters) {
        Matcher parts = INTERVAL.matcher(parameters.required("interval"));
        long number = parts.matches() ? Long.parseLong(parts.group(1)) : 0;
        if (number == 0) {
            throw Problem.parameter(
                    "interval", "'interval' is a number above 0 with a unit: ms, s, m, h, d or w, such as 10m");
        }
        Duration interval = UNITS.get(parts.group(2)).getDuration().multipliedBy(number);
        if (interval.compareTo(Duration.ofDays(36_500)) > 0) {
            throw Problem.parameter("interval", "'interval' is a century at most");
        }
        return interval;
    }

    private void raw(Context request, Identity caller) throws IOException {
        QueryParameters parameters = new QueryParameters(request);
        long device = device(parameters, caller);
        Instant start = requiredTime(parameters, "start_utc");
        Instant end = requiredTime(parameters, "end_utc");
        checkOrder(start, end, "end_utc");
        String type = parameters.text("data_type").orElse(null);
        boolean byUpload = parameters.flag("use_upload_time");
        // the share is given back before the answer is written, as its client may be slow
        memory.answerArray(
                request,
                caller.account(),
                to -> reads.run(caller.account(), () -> {
                    reader.raw(device, type, start, end, byUpload, MOST_RECORDS, to);
                    return null;
                }));
    }

    private void fields(Context request, Identity caller) {
        long device = device(new QueryParameters(request), caller);
        request.json(reads.run(caller.account(), () -> reader.fields(device)).stream()
                .map(each -> new TreeMap<>(Map.of("field", each.field(), "type", each.kind())))
                .toList());
    }

    /** Trips of one device, or of all of the account. */
    private void trips(Context request, Identity caller) {
        QueryParameters parameters = new QueryParameters(request);
        Map<String, Long> chosen = new LinkedHashMap<>();
        parameters
                .text("device_id")
                .ifPresentOrElse(
                        id -> chosen.put(id, devices.number(caller.account(), id)),
                        () -> devices.ofAccount(caller.account())
                                .forEach(each -> chosen.put(each.id(), each.number())));
        Instant start = requiredTime(parameters, "start_utc");
        Instant end = requiredTime(parameters, "end_utc");
        checkOrder(start, end, "end_utc");
        request.json(reads.run(caller.account(), () -> trips.trips(chosen, start, end, MOST_TRIPS)).stream()
                .map(TelemetryRoutes::json)
                .toList());
    }

    private static ObjectNode json(TripReader.Trip trip) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("device_id", trip.deviceId()).put("start_time_utc", Times.text(trip.start()));
        json.put("end_time_utc", trip.end() == null ? null : Times.text(trip.end()));
        json.put("state", trip.end() == null ? "ONGOING" : "COMPLETED");
        json.set("start_position", trip.startLocation());
        json.set("end_position", trip.endLocation());
        return json;
    }
}
