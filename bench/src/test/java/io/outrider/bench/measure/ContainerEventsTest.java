package io.outrider.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ContainerEventsTest {
    private static final String SWITCH = """
            1700000000100000000 create
            1700000000200000000 kill
            1700000000300000000 die
            1700000000310000000 stop
            1700000000500000000 die
            1700000000580000000 start
            1700000000900000000 start
            1700000000950000000 destroy
            """;

    @Test
    void nothingRunsFromTheLastEndToTheFirstStart() {
        ContainerEvents events = ContainerEvents.parse(SWITCH).of(2);
        assertThat(events.noneMillis()).isEqualTo(80);
        assertThat(events.someMillis()).isEqualTo(600);
    }

    @Test
    void somethingAlwaysRunsIfTheFirstStartIsBeforeTheLastEnd() {
        ContainerEvents events = ContainerEvents.parse("100 start\n200 die\n");
        assertThat(events.noneMillis()).isZero();
    }

    @Test
    void anotherNumberOfContainersIsNoSwitch() {
        assertThatThrownBy(() -> ContainerEvents.parse(SWITCH).of(3))
                .hasMessage("2 containers ended and 2 started; expected 3 of each");
        assertThatThrownBy(() -> ContainerEvents.parse("1 die\n").of(1))
                .hasMessage("1 containers ended and 0 started; expected 1 of each");
    }

    @Test
    void anActionOfSeveralWordsIsAnotherAction() {
        ContainerEvents events = ContainerEvents.parse("1 exec_start: sh -c true\n2 die\n3 start\n");
        assertThat(events.of(1).changes()).hasSize(3);
    }

    @Test
    void timesHaveNanosecondsForTheCommandLine() {
        assertThat(ContainerEvents.time(Instant.ofEpochSecond(1_700_000_000, 50_000)))
                .isEqualTo("1700000000.000050000");
    }
}
