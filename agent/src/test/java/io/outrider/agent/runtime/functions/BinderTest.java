package io.outrider.agent.runtime.functions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BinderTest {
    /** Direction. */
    enum Way {
        @JsonProperty("up")
        UP,
        @JsonProperty("down")
        DOWN
    }

    /** One of each kind. */
    record Everything(
            @JsonProperty(required = true) @JsonPropertyDescription("what it is called")
            String name,

            Integer number,
            Double share,
            boolean sure,
            @JsonAlias("direction") Way someWay,
            Long large,
            Map<String, Integer> table) {
        Everything {
            if (number != null && number > 100) {
                throw new IllegalArgumentException("number: " + number + " is more than 100");
            }
        }
    }

    /** A list in the middle. */
    record Listed(String first, List<String> rest, boolean option) {}

    /** A list of anything. */
    record Anything(List<Object> all) {}

    /** Tables of each kind. */
    record Tables(
            Map<String, Integer> limits, Map<String, List<String>> texts, Map<String, Object> any, List<Integer> all) {}

    /** No arguments. */
    record Empty() {}

    record Unexplained(@JsonProperty(required = true) String text) {}

    private final Binder binder = new Binder(Json.mapper());

    private Everything bind(Map<String, ?> keywords) throws Failure {
        return binder.bind(Everything.class, List.of(), keywords);
    }

    @Test
    void positionalWordsBindInOrderWithTheRecordsTypes() throws Failure {
        assertThat(binder.bind(Everything.class, List.of("a", "7", "0.5", "true", "UP", "9000000000"), Map.of()))
                .isEqualTo(new Everything("a", 7, 0.5, true, Way.UP, 9_000_000_000L, null));
    }

    @Test
    void keywordsAreSnakeCaseOrAnAlias() throws Failure {
        assertThat(bind(Map.of("name", "a", "some_way", "down")).someWay()).isEqualTo(Way.DOWN);
        assertThat(bind(Map.of("name", "a", "direction", "down")).someWay()).isEqualTo(Way.DOWN);
        assertThatThrownBy(() -> bind(Map.of("name", "a", "someWay", "down")))
                .hasMessage("unknown argument 'someWay'; there are: name, number, share, sure, some_way, large, table");
    }

    @Test
    void textIsBoundVerbatim() throws Failure {
        for (String text : new String[] {"0105", "1e3", "true", "null", "", "[1", "{", "007"}) {
            assertThat(bind(Map.of("name", text)).name()).isEqualTo(text);
        }
        assertThat(bind(Map.of("name", 22)).name()).isEqualTo("22");
        assertThat(bind(Map.of("name", true)).name()).isEqualTo("true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "True", "TRUE", "yes", "on", "1", " true "})
    void yesIsWrittenInManyWays(String yes) throws Failure {
        assertThat(bind(Map.of("name", "a", "sure", yes)).sure()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "False", "no", "off", "0"})
    void noIsWrittenInManyWays(String no) throws Failure {
        assertThat(bind(Map.of("name", "a", "sure", no)).sure()).isFalse();
    }

    @Test
    void numbersOfJsonAreNumbers() throws Failure {
        assertThat(bind(Map.of("name", "a", "number", 7, "share", 1, "sure", 1, "large", 7L)))
                .isEqualTo(new Everything("a", 7, 1.0, true, null, 7L, null));
        assertThat(bind(Map.of("name", "a", "number", 7.0)).number()).isEqualTo(7);
    }

    @Test
    void nullIsNotGiven() throws Failure {
        assertThat(bind(nulls("number", "sure", "some_way", "share")))
                .isEqualTo(new Everything("a", null, null, false, null, null, null));
        assertThatThrownBy(() -> bind(Collections.singletonMap("name", null)))
                .hasMessage("name: is missing: what it is called");
    }

    @Test
    void aMissingArgumentWithoutADescriptionIsReported() {
        assertThatThrownBy(() -> binder.bind(Unexplained.class, List.of(), Map.of()))
                .hasMessage("text: is missing");
    }

    private static Map<String, Object> nulls(String... names) {
        Map<String, Object> map = new HashMap<>(Map.of("name", "a"));
        Arrays.stream(names).forEach(name -> map.put(name, null));
        return map;
    }

    /** Invalid values by argument, and their messages. */
    @Test
    void wrongTypesAreReportedInTheCallersTerms() {
        Object[][] wrong = {
            {"number", "seven", "number: takes a whole number, not 'seven'"},
            {"number", 7.5, "number: takes a whole number, not '7.5'"},
            {"number", "", "number: takes a whole number, not ''"},
            {"number", true, "number: takes a whole number, not 'true'"},
            {"number", List.of(1), "number: takes a whole number, not a list"},
            {"number", Map.of(), "number: takes a whole number, not an object"},
            {"number", "2147483648", "number: '2147483648' is too large a number"},
            {"number", "1e999999999", "number: takes a whole number, not '1e999999999'"},
            {"number", "1e-999999999", "number: takes a whole number, not '1e-999999999'"},
            {"number", 101, "number: 101 is more than 100"},
            {"share", "half", "share: takes a number, not 'half'"},
            {"share", "NaN", "share: takes a number, not 'NaN'"},
            {"share", Double.POSITIVE_INFINITY, "share: takes a number, not 'Infinity'"},
            {"share", "1e400", "share: takes a number, not '1e400'"},
            {"sure", "maybe", "sure: takes true or false, not 'maybe'"},
            {"sure", "", "sure: takes true or false, not ''"},
            {"sure", 2, "sure: takes true or false, not '2'"},
            {"sure", List.of(), "sure: takes true or false, not a list"},
            {"some_way", "left", "some_way: takes one of up, down, not 'left'"},
            {"some_way", 0, "some_way: takes one of up, down, not '0'"},
            {"large", "99999999999999999999", "large: '99999999999999999999' is too large a number"},
            {"name", List.of("a"), "name: takes text, not a list"},
            {"name", Map.of(), "name: takes text, not an object"},
            {"table", "{\"a\": \"b\"}", "table.a: takes a whole number, not 'b'"},
            {"table", Map.of("a", 7.5), "table.a: takes a whole number, not '7.5'"},
            {"table", Map.of("a", List.of(1)), "table.a: takes a whole number, not a list"},
            {"table", Map.of("x".repeat(9_999), "b"), "table.xxx"},
            {"table", List.of(1), "table: takes a table, not a list"},
            {"table", "{\"a\": ", "table: '{\"a\": ' is not JSON: "},
            {"table", "{} x", "table: '{} x' is not JSON: character 4 ('x') is not what belongs there; "},
            {"table", "{\"a\":1,\"a\":2}", "table: '{\"a\":1,\"a\":2}' is not JSON: a key is there twice"},
            {"table", "{cmd:x}", "table: '{cmd:x}' is not JSON: character 2 ('c') is not what belongs there; names and"
            },
            {"table", 7, "table: takes a table, not '7'"},
            {"table", "{\"a\":".repeat(200), "table: '{\"a\":{\"a\":"},
        };
        for (Object[] each : wrong) {
            Map<String, Object> keywords = new HashMap<>(Map.of("name", "a"));
            keywords.put((String) each[0], each[1]);
            assertThatThrownBy(() -> bind(keywords))
                    .as("%s=%s", each[0], each[1])
                    .isInstanceOf(Failure.class)
                    .hasMessageStartingWith((String) each[2])
                    .satisfies(e -> assertThat(e.getMessage())
                            .doesNotContain("java.", "io.outrider", "Deserializ", "$")
                            .hasSizeLessThan(400));
        }
    }

    @Test
    void tooManyPositionsAreReportedWithTheirNumber() {
        assertThatThrownBy(() -> binder.bind(Everything.class, Collections.nCopies(8, "1"), Map.of()))
                .hasMessage("takes at most 7 positional arguments (name, number, share, sure, some_way, large, table),"
                        + " and got 8");
        assertThatThrownBy(() -> binder.bind(Empty.class, List.of("x"), Map.of()))
                .hasMessage("takes no arguments, and got 1");
        assertThatThrownBy(() -> binder.bind(Empty.class, List.of(), Map.of("x", 1)))
                .hasMessage("unknown argument 'x'; there are: none");
    }

    @Test
    void theSameArgumentTwiceIsRefused() {
        assertThatThrownBy(() -> binder.bind(Everything.class, List.of("a"), Map.of("name", "b")))
                .hasMessage("name: given twice");
        assertThatThrownBy(() -> bind(Map.of("name", "a", "some_way", "up", "direction", "up")))
                .hasMessage("some_way: given twice");
    }

    @Test
    void aListTakesTheRestOfThePositionsWhereverItStands() throws Failure {
        assertThat(binder.bind(Listed.class, List.of("a", "b", "c", "d"), Map.of("option", "true")))
                .isEqualTo(new Listed("a", List.of("b", "c", "d"), true));
        assertThat(binder.bind(Listed.class, List.of("a", List.of("b", "c"), "d"), Map.of())
                        .rest())
                .containsExactly("b", "c", "d");
        assertThat(binder.bind(Listed.class, List.of("a"), Map.of("rest", "b")).rest())
                .containsExactly("b");
        assertThat(binder.bind(Listed.class, List.of("a"), Map.of("rest", "[\"b\", \"c\"]"))
                        .rest())
                .containsExactly("b", "c");
        assertThatThrownBy(() -> binder.bind(Listed.class, List.of("a", "b"), Map.of("rest", "c")))
                .hasMessage("rest: given twice");
    }

    @Test
    void aListOfAnythingTakesWordsAndJson() throws Failure {
        assertThat(binder.bind(Anything.class, List.of("RPM", "{\"a\": [1]}"), Map.of())
                        .all())
                .isEqualTo(List.of("RPM", Map.of("a", List.of(1))));
        List<Object> withNull = new ArrayList<>();
        withNull.add(null);
        assertThat(binder.bind(Anything.class, List.of(), Map.of("all", withNull))
                        .all())
                .hasSize(1);
    }

    @Test
    void aListOfTextHasNoHoles() {
        List<Object> hole = new ArrayList<>(List.of("first"));
        hole.add(null);
        assertThatThrownBy(() -> binder.bind(Listed.class, hole, Map.of()))
                .isInstanceOf(Failure.class)
                .hasMessage("rest: a value in the list is null; leave it out");
        assertThatThrownBy(() -> binder.bind(Listed.class, List.of(), Map.of("rest", hole)))
                .isInstanceOf(Failure.class)
                .hasMessage("rest: a value in the list is null; leave it out");
    }

    @Test
    void aTableTakesWordsForItsValues() throws Failure {
        Tables tables = binder.bind(
                Tables.class,
                List.of(),
                Map.of(
                        "limits",
                        Map.of("a", "7", "b", 8L),
                        "texts",
                        Map.of("x", List.of(1, "b"), "y", "one"),
                        "any",
                        Map.of("deep", Map.of("er", List.of(1))),
                        "all",
                        List.of("1", 2)));
        assertThat(tables.limits()).isEqualTo(Map.of("a", 7, "b", 8));
        assertThat(tables.texts()).isEqualTo(Map.of("x", List.of("1", "b"), "y", List.of("one")));
        assertThat(tables.any()).isEqualTo(Map.of("deep", Map.of("er", List.of(1))));
        assertThat(tables.all()).containsExactly(1, 2);
        assertThat(binder.bind(Tables.class, List.of("{\"a\": 1}"), Map.of()).limits())
                .isEqualTo(Map.of("a", 1));
        assertThatThrownBy(() -> binder.bind(Tables.class, List.of(), Map.of("all", List.of(1, "x"))))
                .hasMessage("all: takes a whole number, not 'x'");
    }
}
