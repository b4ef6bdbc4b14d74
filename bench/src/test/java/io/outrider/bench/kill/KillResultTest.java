package io.outrider.bench.kill;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.commands.FaultInjector;
import org.junit.jupiter.api.Test;

class KillResultTest {
    private static boolean good(FaultInjector.Point point, boolean twice, int deliveries) {
        return new KillResult("1", new KillPoint(point), "job 1", twice, 1, 1, deliveries, true, "").good();
    }

    @Test
    void returnMayComeOnceMoreThanTheCommandWasSent() {
        for (FaultInjector.Point point : FaultInjector.Point.values()) {
            boolean interrupted = new KillPoint(point).interrupted();
            assertThat(good(point, false, 1)).as("%s", point).isEqualTo(!interrupted);
            assertThat(good(point, false, 2)).as("%s", point).isEqualTo(!interrupted);
            assertThat(good(point, true, 3)).as("%s", point).isEqualTo(!interrupted);
            assertThat(good(point, false, 0)).as("%s", point).isFalse();
            assertThat(good(point, false, 3)).as("%s", point).isFalse();
            assertThat(good(point, true, 4)).as("%s", point).isFalse();
        }
    }
}
