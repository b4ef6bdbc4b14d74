package io.outrider.unit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import java.util.Map;

/** Caller of functions that returns their results as JSON, as the daemon does. */
public final class FunctionCalls {
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private FunctionCalls() {}

    public static JsonNode call(Module module, String name) throws Failure, InterruptedException {
        for (Function<?> function : module.functions()) {
            if (function.name().equals(name)) {
                return MAPPER.valueToTree(run(function));
            }
        }
        throw new AssertionError("there is no " + name);
    }

    private static <A extends Record> Object run(Function<A> function) throws Failure, InterruptedException {
        return function.body().run(MAPPER.convertValue(Map.of(), function.arguments()), Call.detached());
    }

    public static Failure failure(Module module, String name) throws InterruptedException {
        try {
            throw new AssertionError("it answered " + call(module, name));
        } catch (Failure e) {
            return e;
        }
    }

    /** Message of the expected NO_HARDWARE failure. */
    public static String missing(Module module, String name) throws InterruptedException {
        Failure failure = failure(module, name);
        assertThat(failure.code()).isEqualTo("NO_HARDWARE");
        assertThat(failure.actor()).isEqualTo(Failure.Actor.OPERATOR);
        return failure.getMessage();
    }
}
