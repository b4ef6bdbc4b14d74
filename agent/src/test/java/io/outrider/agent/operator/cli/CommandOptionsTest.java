package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.api.Failure;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandOptionsTest {
    private static CommandOptions options(String... arguments) throws Failure {
        return CommandOptions.of(
                Set.of("-h", "--json"), Set.of("--every", "--set"), Set.of("--set"), List.of(arguments));
    }

    @Test
    void optionsStandAnywhereInEitherForm() throws Failure {
        CommandOptions options = options("--every", "1", "a", "--set=x.y=1", "--json", "b=c", "--set", "x.z=");
        assertThat(options.value("--every")).isEqualTo("1");
        assertThat(options.values("--set")).containsExactly("x.y=1", "x.z=");
        assertThat(options.has("--json")).isTrue();
        assertThat(options.has("-h")).isFalse();
        assertThat(options.value("-h")).isNull();
        assertThat(options.words()).containsExactly("a", "b=c");
    }

    @Test
    void unknownOptionsAndEverythingAfterTwoDashesAreWords() throws Failure {
        assertThat(options("-5", "--jsn", "@file", "").words()).containsExactly("-5", "--jsn", "@file", "");
        CommandOptions options = options("a", "--", "--json", "--every");
        assertThat(options.has("--json")).isFalse();
        assertThat(options.words()).containsExactly("a", "--json", "--every");
    }

    @ParameterizedTest
    @CsvSource({
        "--every, --every: its value is missing",
        "--every --json, --every: its value is missing",
        "--every --set=1, --every: its value is missing",
        "--every=1 --every=2, --every: is there twice"
    })
    void missingAndRepeatedValuesAreErrors(String line, String message) {
        assertThatThrownBy(() -> options(line.split(" "))).hasMessage(message);
    }

    @Test
    void valuesMayBeEmptyOrBeginWithADash() throws Failure {
        assertThat(options("--every=").value("--every")).isEmpty();
        assertThat(options("--every", "-1").value("--every")).isEqualTo("-1");
    }
}
