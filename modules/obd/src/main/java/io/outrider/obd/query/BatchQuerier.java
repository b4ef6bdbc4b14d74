package io.outrider.obd.query;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Call;
import io.outrider.api.Excerpt;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.ModuleContext;
import io.outrider.api.Reading;
import io.outrider.obd.exchange.DiagnosticClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Implementation of {@code obd.query_many}: returns a reading or an error per query, in the order of the queries.
 * Unlike in AutoPi, a failing query does not affect the others; if all fail, so does the call.
 */
public final class BatchQuerier {
    public record Arguments(
            @JsonProperty(required = true)
            @JsonPropertyDescription(
                    "queries: names of standard commands (RPM SPEED), or objects {args: [], kwargs: {}} as for"
                            + " obd.query")
            List<Object> queries) {
        private static final int MOST = 200;

        public Arguments {
            if (queries.isEmpty() || queries.size() > MOST) {
                throw new InvalidArgumentException(
                        "queries", "give 1 to " + MOST + " of them, such as RPM SPEED, not " + queries.size());
            }
            queries =
                    Collections.unmodifiableList(new ArrayList<>(queries)); // a null element is reported with its query
        }
    }

    /** Longest type of a query that cannot be parsed, in characters. */
    private static final int LONGEST_TYPE = 100;

    private final Querier querier;
    private final MultiPidRequests multiPid;
    private final ModuleContext context;

    public BatchQuerier(Querier querier, DiagnosticClient client, EcuRegistry vehicle, ModuleContext context) {
        this.querier = querier;
        this.multiPid = new MultiPidRequests(client, vehicle);
        this.context = context;
    }

    /** @return {@code {"values": [reading or {"_type", "error"}, …]}} */
    public Object query(Arguments arguments, Call call) throws Failure, InterruptedException {
        Object[] values = new Object[arguments.queries().size()];
        List<QueryPlan> plans = new ArrayList<>();
        List<Integer> indexes = new ArrayList<>();
        Failure last = null;
        for (int i = 0; i < values.length; i++) {
            try {
                plans.add(querier.plan(arguments(arguments.queries().get(i))));
                indexes.add(i);
            } catch (Failure e) {
                last = e;
                values[i] = error(type(arguments.queries().get(i)), "queries[" + i + "]: " + e.getMessage());
            }
        }
        MultiPidRequests.PidReadings batch = multiPid.query(plans);
        for (int i = 0; i < plans.size(); i++) {
            Reading reading = batch.readings().get(i);
            try {
                if (batch.unanswered().containsKey(i)) {
                    throw batch.unanswered().get(i);
                }
                values[indexes.get(i)] =
                        reading != null ? reading : querier.query(plans.get(i).arguments(), call);
            } catch (Failure e) {
                last = e;
                values[indexes.get(i)] = error(plans.get(i).type(), e.getMessage());
            }
        }
        if (last != null && Arrays.stream(values).noneMatch(Reading.class::isInstance)) {
            throw last;
        }
        return Map.of("values", Arrays.asList(values));
    }

    private static Map<String, Object> error(String type, String message) {
        return OrderedMap.of("_type", type, "error", message);
    }

    /** Type of a query that cannot be parsed: its keyword {@code type}, else its name. */
    private static String type(Object query) {
        Object name = query;
        if (query instanceof Map<?, ?> call) {
            Object keywords = value(call, "kwargs", "kwarg");
            name = value(call, "args", "arg") instanceof List<?> list && !list.isEmpty() ? list.get(0) : null;
            if (keywords instanceof Map<?, ?> map) {
                Object type = map.get("type");
                name = type instanceof String ? type : name == null ? map.get("name") : name;
            }
        }
        String text = name instanceof String given ? given.toLowerCase(Locale.ROOT) : "query";
        return Excerpt.of(text, LONGEST_TYPE);
    }

    private QueryArguments arguments(Object query) throws Failure {
        if (query instanceof String name) {
            return context.arguments(QueryArguments.class, List.of(name), Map.of());
        }
        if (query instanceof Map<?, ?> call) {
            Map<String, Object> keywords = new LinkedHashMap<>();
            Map<?, ?> given = member(call, "kwargs", "kwarg", Map.of(), Map.class, "an object");
            given.forEach((key, value) -> keywords.put(String.valueOf(key), value));
            List<?> list = member(call, "args", "arg", List.of(), List.class, "a list");
            return context.arguments(QueryArguments.class, list, keywords);
        }
        throw Failure.argument(
                "queries", "'" + query + "' is neither the name of a command nor {args: [], kwargs: {}}");
    }

    private static <T> T member(Map<?, ?> call, String name, String alias, T absent, Class<T> type, String kind)
            throws Failure {
        Object value = value(call, name, alias);
        if (value == null || type.isInstance(value)) {
            return value == null ? absent : type.cast(value);
        }
        throw Failure.argument("queries", name + " of a query is " + kind + ", not '" + value + "'");
    }

    private static Object value(Map<?, ?> call, String name, String other) {
        return call.containsKey(name) ? call.get(name) : call.get(other);
    }
}
