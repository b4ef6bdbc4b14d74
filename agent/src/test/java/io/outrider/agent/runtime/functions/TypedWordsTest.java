package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values that words of a line become. */
class TypedWordsTest {
    /** One argument of each kind. */
    record Kinds(
            boolean force,
            Double timeout,
            Integer count,
            long large,
            String pid,
            Object value,
            List<Integer> ids,
            List<String> names) {}

    @ParameterizedTest
    @CsvSource({
        "force, true, true, Boolean",
        "force, off, false, Boolean",
        "force, maybe, maybe, String",
        "timeout, -1, -1, Integer",
        "timeout, 0.5, 0.5, Double",
        "timeout, 1e3, 1000.0, Double",
        "timeout, soon, soon, String",
        "timeout, NaN, NaN, String",
        "timeout, 1e99999999, 1e99999999, String",
        "count, 7, 7, Integer",
        "count, 0105, 105, Integer",
        "count, 7.5, 7.5, String",
        "large, 5000000000, 5000000000, Long",
        "pid, 0105, 0105, String",
        "pid, true, true, String",
        "value, 5, 5, String",
        "ids, 5, 5, Integer",
        "names, 5, 5, String"
    })
    void typedWordsEqualTheBoundValues(String name, String word, String shown, String kind) {
        Object typed = Parameter.named(Parameter.of(Kinds.class), name).typed(word);
        assertThat(typed).hasToString(shown);
        assertThat(typed.getClass().getSimpleName()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"0, force", "5, value", "6, ids", "7, ids", "70, ids"})
    void aPositionalValueIsForTheParameterAtItsPlaceAndTheRestForTheFirstList(int position, String name) {
        assertThat(Parameter.at(Parameter.of(Kinds.class), position).name()).isEqualTo(name);
        assertThat(Parameter.of(Kinds.class)).extracting(Parameter::name).containsAll(Arrays.asList("pid", "large"));
    }
}
