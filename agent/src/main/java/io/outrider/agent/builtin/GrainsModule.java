package io.outrider.agent.builtin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Module of {@code grains.*}: facts about the unit, by AutoPi's names. */
public final class GrainsModule implements Module {
    record None() {}

    record Key(@JsonProperty(required = true) String key) {}

    private final Supplier<Map<String, Object>> grains;

    public GrainsModule(String unitId, String version) {
        this.grains = () -> Grains.of(unitId, version);
    }

    @Override
    public List<Function<?>> functions() {
        return List.of(
                new Function<>("grains.items", "What the unit is", None.class, (None none) -> grains.get()),
                new Function<>("grains.get", "One of the facts of grains.items", Key.class, this::get));
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
