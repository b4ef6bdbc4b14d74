package io.outrider.agent.operator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.api.Outcome;
import io.outrider.testkit.ManualTicker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeaterTest {
    private static final long SECOND = 1_000_000_000L;

    private final ManualTicker ticker = new ManualTicker();
    private final List<Long> begun = new ArrayList<>();

    private void run(int count, long... takes) throws Exception {
        Printer printer = new Printer(new PrintWriter(new StringWriter()), true, false);
        new Repeater(1.0, count, printer, ticker).run(() -> {
            int number = begun.size();
            begun.add(ticker.nanos() / SECOND);
            ticker.advance(number < takes.length ? takes[number] * SECOND : 0);
            return new Outcome("done", 0);
        });
    }

    @Test
    void theRateCountsFromStartToStart() throws Exception {
        run(4, 0, 0, 0);
        assertThat(begun).containsExactly(0L, 1L, 2L, 3L);
    }

    @Test
    void runsMissedDuringALongCallAreSkipped() throws Exception {
        run(5, 0, 10, 0, 0);
        assertThat(begun).containsExactly(0L, 1L, 11L, 12L, 13L);
    }
}
