package io.outrider.docker.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.ErrorCode;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DockerErrorsTest {
    @Test
    void eachCodeOfTheTableHasAConstantOfItsName() throws IllegalAccessException {
        List<String> constants = new ArrayList<>();
        for (Field each : DockerErrors.class.getFields()) {
            if (each.getType() == ErrorCode.class) {
                assertThat(each.get(null)).hasToString(each.getName());
                constants.add(each.getName());
            }
        }
        assertThat(DockerErrors.ALL).extracting(ErrorCode::name).containsExactlyInAnyOrderElementsOf(constants);
    }

    @Test
    void eachCodeHasTwoSentences() {
        assertThat(DockerErrors.ALL).allSatisfy(each -> {
            assertThat(each.meaning()).matches("[A-Z][^\n]+\\.");
            assertThat(each.action()).matches("[A-Z`][^\n]+\\.");
        });
    }
}
