package io.outrider.agent.vehicle.triggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.events.Event;
import io.outrider.wire.Timestamp;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {
    private final Event event = new Event(
            "vehicle/battery/discharging",
            Map.of("level", 70, "loc", Map.of("lat", 57.5), "text", "{tag} $1 \\", "reason", ""),
            new Timestamp(0, 0, true));

    @ParameterizedTest
    @CsvSource({
        "'{tag}: {data.level} %', 'vehicle/battery/discharging: 70 %'",
        "'at {data.loc.lat}', 'at 57.5'",
        "'[{data.none}][{data.loc.none}][{data.level.none}]', '[][][]'",
        "'{data} {foo} {} {tag {data.} {data..x} { tag }', '{data} {foo} {} {tag {data.} {data..x} { tag }'",
        "'x{data.text}', 'x{tag} $1 \\'",
        "'{tag}{tag}', 'vehicle/battery/dischargingvehicle/battery/discharging'"
    })
    void placeholdersAreReplacedOnceAndNothingElse(String given, String filled) {
        assertThat(new Placeholders(event).fill(List.of(given))).containsExactly(filled);
    }

    @Test
    void aTextOfOnePlaceholderKeepsTheTypeOfTheValue() {
        assertThat(new Placeholders(event).fill(List.of("{data.level}", "{data.loc}", "{data.none}", 7, true)))
                .containsExactly(70, Map.of("lat", 57.5), "", 7, true);
    }

    @Test
    void placeholdersInListsAndTablesAreFilledButNotInKeys() {
        assertThat(new Placeholders(event).fill(Map.of("{tag}", List.of(Map.of("a", "{data.level}")))))
                .isEqualTo(Map.of("{tag}", List.of(Map.of("a", 70))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<{data.x}{data.x}{data.x}>", "{data.x}"})
    void anEventAddsBoundedMemoryToACall(String text) {
        Event large = new Event("a/b", Map.of("x", "y".repeat(60_000)), new Timestamp(0, 0, true));
        assertThat(new Placeholders(large).fill(List.of(text))).hasSize(1);
        assertThatThrownBy(() -> new Placeholders(large).fill(Collections.nCopies(5, text)))
                .isInstanceOf(Placeholders.TooLong.class)
                .hasMessage("what its arguments take from the event has more than 256 KiB; have them take less of it");
        assertThatThrownBy(() -> new Placeholders(large).fill(Map.of("k", List.of(text.repeat(100) + "."))))
                .isInstanceOf(Placeholders.TooLong.class);
    }
}
