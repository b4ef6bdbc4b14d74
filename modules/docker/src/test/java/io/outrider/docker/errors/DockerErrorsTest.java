package io.outrider.docker.errors;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.ErrorCode;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DockerErrorsTest {
    @Test
    void eachCodeOfTheTableHasAConstantOfItsName() {
        List<String> constants = Arrays.stream(DockerErrors.class.getFields())
                .filter(each -> each.getType() == ErrorCode.class)
                .map(Field::getName)
                .toList();
        assertThat(DockerErrors.ALL).extracting(ErrorCode::name).containsExactlyInAnyOrderElementsOf(constants);
        assertThat(DockerErrors.NAME_IN_USE.name()).isEqualTo("NAME_IN_USE");
    }

    @Test
    void eachCodeHasTwoSentences() {
        assertThat(DockerErrors.ALL).allSatisfy(each -> {
            assertThat(each.meaning()).matches("[A-Z][^\n]+\\.");
            assertThat(each.action()).matches("[A-Z`][^\n]+\\.");
        });
    }
}
