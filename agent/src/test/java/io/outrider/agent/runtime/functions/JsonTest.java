package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import org.junit.jupiter.api.Test;

class JsonTest {
    private static String fault(String text) {
        JsonProcessingException e = catchThrowableOfType(
                JsonProcessingException.class,
                () -> Json.mapper()
                        .reader()
                        .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                        .readTree(text));
        return Json.fault(e, "something else");
    }

    @Test
    void errorsAreReportedWithoutTheParsersTerms() {
        assertThat(fault("[" + "9".repeat(1_001) + "]")).isEqualTo("a number has more than 1000 digits");
        assertThat(fault("[0." + "1".repeat(5_000) + "]")).isEqualTo("a number has more than 1000 digits");
        assertThat(fault("[".repeat(101) + "]".repeat(101))).isEqualTo("it is nested too deeply");
        assertThat(fault("{\"a\": 1, \"a\": 2}")).isEqualTo("a key is there twice");
        assertThat(fault("[1,")).isEqualTo("something else");
    }
}
