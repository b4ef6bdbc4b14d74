package io.outrider.bench.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.commands.FaultInjector;
import org.junit.jupiter.api.Test;

class KillResultTest {
    private static boolean good(FaultInjector.Point point, boolean twice, int deliveries) {
        return new KillResult("1", new KillPoint(point), "job 1", twice, 1, 1, deliveries, true, "").good();
    }

    @Test
    void returnIsDeliveredOnceUnlessTheCommandMayBeDeliveredAgainOrWasRequestedTwice() {
        assertThat(good(FaultInjector.Point.RECEIVED, false, 1)).isTrue();
        assertThat(good(FaultInjector.Point.RECEIVED, false, 2)).isFalse();
        assertThat(good(FaultInjector.Point.RECEIVED, true, 2)).isTrue();
        assertThat(good(FaultInjector.Point.PUBLISHED, false, 2)).isTrue();
        assertThat(good(FaultInjector.Point.STARTED, false, 2)).isTrue(); // the broker delivers the command again
        assertThat(good(FaultInjector.Point.PUBLISHED, true, 3)).isTrue();
        assertThat(good(FaultInjector.Point.PUBLISHED, true, 4)).isFalse();
        assertThat(good(FaultInjector.Point.STARTED, false, 3)).isFalse();
        assertThat(good(FaultInjector.Point.ENDED, false, 0)).isFalse();
    }
}
