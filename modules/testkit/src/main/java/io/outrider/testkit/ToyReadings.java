package io.outrider.testkit;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Function;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Signature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Readings of the toy module for loggers: a counter, and every malformed value that a module may return. */
public final class ToyReadings {
    static final Signature<None> COUNT = new Signature<>("toy.count", "Counts its calls, from 1", None.class);
    static final Signature<Odd> ODD =
            new Signature<>("toy.odd", "Returns something that a good module does not", Odd.class);

    record None() {}

    /** Key of {@link #odd}. */
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
                COUNT.with((None given) -> Map.of("_type", "count", "value", count.incrementAndGet())),
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
        Map<String, Object> nulls = reading();
        nulls.put("value", null);
        all.put("with_null", nulls);
        Map<String, Object> numbers = reading();
        numbers.put("value", Double.NaN);
        numbers.put("up", Double.POSITIVE_INFINITY);
        numbers.put("down", Float.NEGATIVE_INFINITY);
        all.put("with_nan", numbers);
        Map<String, Object> text = reading();
        text.put("value", "\ud83d\udca5\u0000".repeat(1 << 18));
        all.put("huge", text);
        Map<String, Object> nested = reading();
        Object deep = "x";
        for (int i = 0; i < 300; i++) {
            deep = i % 2 == 0 ? List.of(deep) : Map.of("k", deep);
        }
        nested.put("value", deep);
        all.put("nested", nested);
        Map<String, Object> types = reading();
        types.put("_type", 7);
        types.put("_stamp", List.of("no time"));
        all.put("types", types);
        Map<String, Object> colliding = reading();
        colliding.put("@t", "other");
        colliding.put("@ts", "other");
        colliding.put("@tq", "other");
        colliding.put("data_t", "other");
        all.put("colliding", colliding);
        Map<String, Object> far = reading();
        far.put("_stamp", "9999-12-31T23:59:59.999999");
        all.put("far", far);
        Map<String, Object> past = reading();
        past.put("_stamp", "0001-01-01T00:00:00.000000");
        all.put("past", past);
        List<Object> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add(i % 2 == 0 ? reading() : null);
        }
        all.put("many", many);
        return all;
    }

    private static Map<String, Object> reading() {
        return new LinkedHashMap<>(Map.of("good", 1));
    }
}
