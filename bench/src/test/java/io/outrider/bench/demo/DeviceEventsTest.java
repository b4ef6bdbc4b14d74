package io.outrider.bench.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeviceEventsTest {
    private final DeviceEvents events = new DeviceEvents(0);

    private String shown(String event, String data, int second) throws Exception {
        long now = Duration.ofSeconds(second).toNanos();
        assertThat(events.take("event: " + event, now)).isEmpty();
        return events.take("data: " + data, now);
    }

    @Test
    void presenceIsShownWhenItChanges() throws Exception {
        assertThat(shown("device", "{\"unit_id\":\"van-12\",\"online\":true}", 1))
                .endsWith("van-12 is online");
        assertThat(shown("device", "{\"unit_id\":\"van-12\",\"online\":true}", 2))
                .isEmpty();
        assertThat(shown("device", "{\"unit_id\":\"van-12\",\"online\":false}", 3))
                .endsWith("van-12 is away");
    }

    @Test
    void jobsAndEventsAreShown() throws Exception {
        assertThat(shown("job", "{\"jid\":\"7\",\"command\":\"test.ping\",\"state\":\"done\"}", 1))
                .isEqualTo("job        7  test.ping  done");
        assertThat(shown("record", "{\"@t\":\"event.vehicle.engine\",\"@tag\":\"vehicle/engine/running\"}", 1))
                .isEqualTo("event      vehicle/engine/running");
    }

    @Test
    void valuesAreShownNowAndThenTheLatestOfEach() throws Exception {
        assertThat(shown("record", "{\"@t\":\"obd.rpm\",\"value\":2304.04}", 1)).isEmpty();
        assertThat(shown("record", "{\"@t\":\"obd.rpm\",\"value\":2310}", 2)).isEmpty();
        assertThat(shown("record", "{\"@t\":\"obd.speed\",\"value\":47}", 10))
                .isEqualTo("values     rpm=2310.0 speed=47.0");
        assertThat(shown("record", "{\"@t\":\"obd.speed\",\"value\":48}", 12)).isEmpty();
    }
}
