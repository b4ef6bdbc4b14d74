package io.outrider.bench.press;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.bench.daemon.CommandLedger;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnitReportTest {
    private final CommandLedger ledger = new CommandLedger();

    private UnitReport report(double after, boolean lived) {
        return new UnitReport("u", ledger, List.of(), 70, 110, after, 12, 10, lived);
    }

    @Test
    void releasedMemoryIsNoComplaint() {
        assertThat(report(80, true).complaints()).isEmpty();
        assertThat(report(80, true).line())
                .isEqualTo(
                        "commands 0 = returned 0 + rejected 0 + unanswered 0, twice 0, , memory 70.0 MB, at most 110.0 MB,"
                                + " then 80.0 MB after 12 s");
    }

    @Test
    void keptMemoryIsAComplaint() {
        assertThat(report(80.5, true).complaints())
                .containsExactly("memory is 80.5 MB 12 s after the last part, 10.5 MB more than before the first");
        assertThat(report(Double.NaN, true).complaints())
                .as("unknown is not back")
                .hasSize(1);
    }

    @Test
    void unansweredCommandIsAComplaint() {
        ledger.sent("1");
        assertThat(report(70, true).complaints()).hasSize(1);
    }

    @Test
    void endedUnitHasNoFurtherComplaints() {
        ledger.sent("1");
        assertThat(report(Double.NaN, false).complaints()).isEmpty();
    }
}
