package io.outrider.agent.triggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.events.Occurrence;
import io.outrider.agent.time.Moment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceholdersTest {
    private final Occurrence event = new Occurrence(
            "vehicle/battery/discharging",
            Map.of("level", 70, "loc", Map.of("lat", 57.5), "text", "{tag} $1 \\", "reason", ""),
            new Moment(0, 0, true));

    @ParameterizedTest
    @CsvSource({
        "'{tag}: {data.level} %', 'vehicle/battery/discharging: 70 %'",
        "'at {data.loc.lat}', 'at 57.5'",
        "'[{data.none}][{data.loc.none}][{data.level.none}]', '[][][]'",
        "'{data} {foo} {} {tag {data.} {data..x} { tag }', '{data} {foo} {} {tag {data.} {data..x} { tag }'",
        "'x{data.text}', 'x{tag} $1 \\'",
        "'{tag}{tag}', 'vehicle/battery/dischargingvehicle/battery/discharging'"
    })
    void placesAreReplacedOnceAndNothingElse(String given, String filled) {
        assertThat(Placeholders.fill(List.of(given), event)).containsExactly(filled);
    }

    @Test
    void aTextThatIsOnlyAPlaceTakesTheValueOfItsKind() {
        assertThat(Placeholders.fill(List.of("{data.level}", "{data.loc}", "{data.none}", 7, true), event))
                .containsExactly(70, Map.of("lat", 57.5), "", 7, true);
    }

    @Test
    void placesAreFilledInListsAndTablesButKeysStay() {
        assertThat(Placeholders.fill(Map.of("{tag}", List.of(Map.of("a", "{data.level}"))), event))
                .isEqualTo(Map.of("{tag}", List.of(Map.of("a", 70))));
    }
}
