package io.outrider.docker.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LogExcerptTest {
    private static List<String> excerpt(List<String> lines, String... environment) {
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        for (String variable : environment) {
            config.withArray("/Env").add(variable);
        }
        return LogExcerpt.of(lines, config);
    }

    @Test
    void valuesOfTheEnvironmentAreMaskedWhereverTheyOccur() {
        List<String> lines = List.of("url http://me:hunter2@x", "token=abc;abc", "mode fast", "endpoint tcp://backend");
        assertThat(excerpt(lines, "DB_PASSWORD=hunter2", "API_TOKEN=abc", "MODE=fast", "URL=tcp://backend", "EMPTY="))
                .containsExactly("url http://me:***@x", "token=***;***", "mode fast", "endpoint ***");
    }

    @Test
    void aSecretThatContainsAnotherIsMaskedAsAWhole() {
        assertThat(excerpt(List.of("secretsecret!"), "A_KEY=secret", "B_KEY=secretsecret!"))
                .containsExactly("***");
    }

    @Test
    void theLastLinesAreKeptWithinTheBound() {
        List<String> lines = Collections.nCopies(100, "x".repeat(99));
        assertThat(excerpt(lines)).hasSize(40);
        assertThat(excerpt(List.of("first", "y".repeat(100_000))))
                .hasSize(2)
                .last()
                .asString()
                .hasSize(501);
        assertThat(excerpt(List.of())).isEmpty();
    }
}
