package io.outrider.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.measure.DriveRecords;
import io.outrider.wire.SequencedRecord;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FleetMinuteTest {
    private final FleetMinute minute = FleetMinute.before(Instant.parse("2026-11-27T10:00:00Z"), new DriveRecords());

    @Test
    void aUnitThatDrivesHasEightRecordsASecondAndAParkedOneSixAMinute() {
        assertThat(minute.records(true, 0)).hasSize(480);
        assertThat(minute.records(false, 0))
                .hasSize(6)
                .allMatch(each -> each.record().type().equals("obd.bat"));
    }

    @Test
    void sequencesGoOnBehindTheLastOne() {
        List<SequencedRecord> records = minute.records(false, 480);

        assertThat(records).extracting(SequencedRecord::sequence).containsExactly(481L, 482L, 483L, 484L, 485L, 486L);
    }

    @Test
    void recordsAreOfTheMinuteBeforeItsEnd() {
        assertThat(minute.records(true, 0))
                .allSatisfy(each -> assertThat(each.record().at().instant())
                        .isBetween(Instant.parse("2026-11-27T09:59:00Z"), Instant.parse("2026-11-27T10:00:00Z")));
    }
}
