package io.outrider.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatenciesTest {
    @Test
    void whatIsTakenIsNotTakenAgain() {
        Latencies latencies = new Latencies();
        latencies.add(5_000_000);
        latencies.add(7_000_000);

        assertThat(latencies.take().millis(1)).isEqualTo(7);
        latencies.add(3_000_000);
        assertThat(latencies.take().millis(1)).isEqualTo(3);
    }
}
