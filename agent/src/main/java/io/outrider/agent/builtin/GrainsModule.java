package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.Signature;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Module of {@code grains.*}: facts about the unit, by AutoPi's names. */
public final class GrainsModule implements Module {
    private static final Signature<None> ITEMS = new Signature<>("grains.items", "What the unit is", None.class);
    private static final Signature<Key> GET =
            new Signature<>("grains.get", "One of the facts of grains.items", Key.class);

    public static final List<Signature<?>> SIGNATURES = List.of(ITEMS, GET);

    record None() {}

    record Key(@JsonProperty(required = true) String key) {}

    private final Supplier<Map<String, Object>> grains;

    public GrainsModule(String unitId, String version) {
        this.grains = () -> Grains.of(unitId, version);
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(ITEMS.with((None none) -> grains.get()), GET.with(this::get));
    }

    private Object get(Key arguments) throws Failure {
        Map<String, Object> all = grains.get();
        if (!all.containsKey(arguments.key())) {
            throw Failure.argument("key", "there is no such grain; there are: " + String.join(", ", all.keySet()));
        }
        return all.get(arguments.key());
    }

    @Override
    public void close() {}
}
