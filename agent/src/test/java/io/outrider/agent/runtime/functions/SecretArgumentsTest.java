package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.outrider.api.Failure;
import io.outrider.api.Secret;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Masking of secret arguments in all positions. */
class SecretArgumentsTest {
    private static final String MASK = "********";

    private final Binder binder = new Binder(Json.mapper());

    record Keys(String user, @Secret List<String> keys) {}

    record Pin(@Secret Integer pin, Integer times) {}

    record Picky(@Secret String password, Map<String, Integer> sizes) {
        Picky {
            if (password != null) {
                throw new IllegalArgumentException("password: '" + password + "' is too weak");
            }
        }
    }

    record PinTable(@Secret Map<String, Integer> pins) {}

    private static RedactedArguments shown(List<?> positional, Map<String, ?> keywords) {
        return RedactedArguments.of(List.of(), positional, keywords);
    }

    @Test
    void aNameAndItsValueInOneWordAreMasked() {
        RedactedArguments shown = shown(List.of("api_token=hunter2\nhunter2", "a=b", "PASSWORD=", "x"), Map.of());
        assertThat(shown.positional()).containsExactly("api_token=" + MASK, "a=b", "PASSWORD=" + MASK, "x");
        assertThat(shown.complete()).isFalse();
        assertThat(shown(List.of("a=b", Map.of("a", List.of(1)), 7), Map.of("k", "v"))
                        .complete())
                .isTrue();
    }

    @Test
    void secretsInsideOfTablesAndListsAreMasked() {
        Map<String, Object> inner = Map.of("db", Map.of("password", List.of("hunter2"), "port", 1));
        RedactedArguments shown =
                shown(List.of(List.of(inner, "secret=hunter2")), Map.of("settings", inner, "line\ntoken\n", "hunter2"));
        assertThat(shown.asList().toString()).doesNotContain("hunter2").contains("port=1");
        assertThat(shown.complete()).isFalse();
        assertThat(shown(List.of("{\"password\": \"hunter2\"}"), Map.of())
                        .asList()
                        .toString())
                .doesNotContain("hunter2");
    }

    @Test
    void allValuesOfASecretListAreMasked() {
        RedactedArguments shown =
                RedactedArguments.of(Parameter.of(Keys.class), List.of("me", "one", "two", "three"), Map.of());
        assertThat(shown.positional()).containsExactly("me", MASK, MASK, MASK);
    }

    @Test
    void errorsDoNotQuoteSecrets() {
        isSilent(Pin.class, List.of("hunter2"), Map.of());
        isSilent(Pin.class, List.of(), Map.of("pin", "hunter2"));
        isSilent(PinTable.class, List.of("{hunter2"), Map.of());
        isSilent(PinTable.class, List.of(Map.of("hunter2", "x")), Map.of());
        isSilent(Picky.class, List.of("hunter2"), Map.of());
        assertThat(failure(Pin.class, List.of(1, "often"), Map.of())).hasMessageContaining("'often'");
    }

    private void isSilent(Class<? extends Record> shape, List<?> positional, Map<String, ?> keywords) {
        StringWriter all = new StringWriter();
        failure(shape, positional, keywords).printStackTrace(new PrintWriter(all));
        assertThat(all.toString()).doesNotContain("hunter2");
    }

    private Failure failure(Class<? extends Record> shape, List<?> positional, Map<String, ?> keywords) {
        return catchThrowableOfType(Failure.class, () -> binder.bind(shape, positional, keywords));
    }
}
