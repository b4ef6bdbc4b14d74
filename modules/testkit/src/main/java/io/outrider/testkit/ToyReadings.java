package io.outrider.testkit;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Readings of the toy module for loggers: a counter, and every malformed value that a module may return. */
public final class ToyReadings {
    static final Signature<NoArguments> COUNT =
            new Signature<>("toy.count", "Counts its calls, from 1", NoArguments.class);
    static final Signature<Odd> ODD =
            new Signature<>("toy.odd", "Returns something that a good module does not", Odd.class);

    record Odd(@JsonProperty(required = true) String what) {
        Odd {
            if (what != null && !odd().containsKey(what)) {
                throw new InvalidArgumentException("what", "takes one of " + odd().keySet() + ", not another");
            }
        }
    }

    private final AtomicLong count = new AtomicLong();

    List<Function<?>> functions() {
        return List.of(
                COUNT.with((NoArguments given) -> Map.of("_type", "count", "value", count.incrementAndGet())),
                ODD.with((Odd given) -> odd().get(given.what())));
    }

    /** Malformed values by name. All but the first few also contain a valid field, {@code good}. */
    public static Map<String, Object> odd() {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("null", null);
        all.put("nan", Double.NaN);
        all.put("nothing", Map.of());
        Map<String, Object> inItself = new HashMap<>();
        inItself.put("self", inItself);
        all.put("in_itself", inItself);
        all.put("no_json", new Object());
        all.put("with_null", reading("value", null));
        all.put(
                "with_nan",
                reading("value", Double.NaN, "up", Double.POSITIVE_INFINITY, "down", Float.NEGATIVE_INFINITY));
        all.put("huge", reading("value", "\ud83d\udca5\u0000".repeat(1 << 18)));
        Object deep = "x";
        for (int i = 0; i < 300; i++) {
            deep = i % 2 == 0 ? List.of(deep) : Map.of("k", deep);
        }
        all.put("nested", reading("value", deep));
        all.put("types", reading("_type", 7, "_stamp", List.of("no time")));
        all.put("colliding", reading("@t", "other", "@ts", "other", "@tq", "other", "data_t", "other"));
        all.put("far", reading("_stamp", "9999-12-31T23:59:59.999999"));
        all.put("past", reading("_stamp", "0001-01-01T00:00:00.000000"));
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add(i % 2 == 0 ? reading() : null);
        }
        all.put("many", many);
        return all;
    }

    private static Map<String, Object> reading(Object... keysAndValues) {
        Map<String, Object> reading = new LinkedHashMap<>(Map.of("good", 1));
        for (int i = 0; i < keysAndValues.length; i += 2) {
            reading.put((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return reading;
    }
}
