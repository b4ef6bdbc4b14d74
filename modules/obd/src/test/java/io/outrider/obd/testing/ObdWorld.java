package io.outrider.obd.testing;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.Failure;
import io.outrider.api.ModuleContext;
import io.outrider.api.State;
import io.outrider.api.Ticker;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Module context with a fixed clock, arguments bound by Jackson, and a folder. */
final class ObdWorld implements ModuleContext {
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private final Path data;
    private final String boot;

    ObdWorld(Path data, String boot) {
        this.data = data;
        this.boot = boot;
    }

    @Override
    public String boot() {
        return boot;
    }

    @Override
    public Clock clock() {
        return Clock.fixed(Instant.parse("2023-08-28T12:22:31.253543Z"), ZoneOffset.UTC);
    }

    @Override
    public Ticker ticker() {
        return Ticker.system();
    }

    @Override
    public SortedMap<String, State> states() {
        return new TreeMap<>();
    }

    @Override
    public Path data() {
        return data;
    }

    @Override
    public <S extends Record> S settings(Class<S> shape) throws Failure {
        return arguments(shape, List.of(), Map.of());
    }

    @Override
    public <A extends Record> A arguments(Class<A> shape, List<?> positional, Map<String, ?> keywords) throws Failure {
        Map<String, Object> values = new HashMap<>(keywords);
        for (int i = 0; i < positional.size(); i++) {
            values.put(shape.getRecordComponents()[i].getName(), positional.get(i));
        }
        try {
            return MAPPER.convertValue(values, shape);
        } catch (IllegalArgumentException e) {
            Throwable cause = e.getCause() instanceof JsonMappingException invalid && invalid.getCause() != null
                    ? invalid.getCause()
                    : e;
            throw new Failure(Failure.Actor.CALLER, "BAD_ARGUMENT", cause.getMessage(), e);
        }
    }
}
