package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Secret;
import io.outrider.api.Signature;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Path of the wrong argument in failures of calls. */
class ArgumentPathTest {
    record Shape(@JsonProperty(required = true) String name, Integer count, Map<String, Integer> limits) {
        Shape {
            if (count != null && count > 9) {
                throw new InvalidArgumentException("count", count + " is too many");
            }
            if (name.isEmpty()) {
                throw new IllegalArgumentException("there is no name");
            }
        }
    }

    record Protected(@Secret String password, Integer length) {
        Protected {
            if (password != null && password.length() < length) {
                throw new InvalidArgumentException("password", "'" + password + "' is too short");
            }
        }
    }

    private final Signatures signatures = new Signatures(
            new Binder(Json.mapper()), List.of(new Signature<>("toy.shape", "Makes a shape.", Shape.class)));

    private Failure failure(List<?> positional, Map<String, ?> keywords) {
        return catchThrowableOfType(Failure.class, () -> signatures.check("toy.shape", positional, keywords));
    }

    private String path(List<?> positional, Map<String, ?> keywords) {
        return failure(positional, keywords).path();
    }

    @Test
    void aKeywordIsNamed() {
        assertThat(path(List.of("x"), Map.of("count", "many"))).isEqualTo("kwarg.count");
        assertThat(path(List.of("x"), Map.of("limits", Map.of("a", "many")))).isEqualTo("kwarg.limits.a");
        assertThat(path(List.of("x"), Map.of("cuont", 1))).isEqualTo("kwarg.cuont");
    }

    @Test
    void aPositionalValueHasItsIndex() {
        assertThat(path(List.of("x", "many"), Map.of())).isEqualTo("arg[1]");
        assertThat(path(List.of("x", 1, Map.of("a", "many")), Map.of())).isEqualTo("arg[2].a");
    }

    @Test
    void theRefusalOfARecordHasThePathOfItsArgument() {
        assertThat(path(List.of("x"), Map.of("count", 10))).isEqualTo("kwarg.count");
        assertThat(path(List.of("x", 10), Map.of())).isEqualTo("arg[1]");
        assertThat(failure(List.of("x", 10), Map.of())).hasMessage("toy.shape: count: 10 is too many");
    }

    @Test
    void theRefusalOfASecretHasItsPathAndNotItsValue() {
        Failure failure = catchThrowableOfType(
                Failure.class, () -> new Binder(Json.mapper()).bind(Protected.class, List.of("12345", 8), Map.of()));
        assertThat(failure).hasMessage("password: '********' is too short").hasNoCause();
        assertThat(failure.path()).isEqualTo("password");
        assertThat(failure.sentence()).isEqualTo("'********' is too short");
    }

    @Test
    void withoutAWrongValueThePathIsEmpty() {
        assertThat(path(List.of(), Map.of())).isEmpty(); // the name is missing
        assertThat(path(List.of(""), Map.of())).isEmpty();
        assertThat(path(List.of(1, 2, Map.of(), 4), Map.of())).isEmpty();
    }

    @Test
    void anUnknownFunctionIsTheWrongValue() {
        Failure failure = catchThrowableOfType(Failure.class, () -> signatures.find("toy.sahpe"));
        assertThat(failure.path()).isEqualTo("function");
    }
}
