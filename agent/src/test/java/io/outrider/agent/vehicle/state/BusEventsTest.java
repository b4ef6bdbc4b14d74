package io.outrider.agent.vehicle.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BusEventsTest {
    private final EventBus events = new EventBus(new SimulatedTime().clock());
    private final BusEvents bus = new BusEvents(events);
    private final List<Event> received = new ArrayList<>();

    @BeforeEach
    void listen() {
        events.listen(received::add);
    }

    private void update(int times, boolean up, boolean heard) {
        for (int i = 0; i < times; i++) {
            bus.update(up, heard, Map.of());
        }
    }

    private List<String> tags() {
        return received.stream().map(Event::tag).toList();
    }

    @Test
    void eachBusStateIsPublishedOnce() {
        update(5, false, false);
        update(5, true, false);
        update(5, true, true);
        update(5, true, false);
        update(5, true, true);
        update(5, false, true);
        update(5, true, false);
        assertThat(tags())
                .containsExactly(
                        "system/obd/not_connected",
                        "system/obd/interface_connected",
                        "system/obd/bus_connected",
                        "system/obd/bus_disconnected",
                        "system/obd/bus_connected",
                        "system/obd/not_connected",
                        "system/obd/interface_connected");
    }

    @Test
    void aStateSeenOnlyOnceIsNotPublished() {
        update(2, true, true);
        for (int i = 0; i < 100; i++) {
            update(1, i % 3 != 0, false);
            update(1, true, true);
        }
        assertThat(tags()).containsExactly("system/obd/bus_connected");
    }

    @Test
    void busDetailsAreDataOfTheEvent() {
        Map<String, Object> known = Map.of("protocol", "6", "autodetected", true);
        bus.update(true, true, known);
        bus.update(true, true, known);
        assertThat(received)
                .singleElement()
                .satisfies(each -> assertThat(each.data()).isEqualTo(known));
    }

    @Test
    void noTwoSuccessiveEventsAreEqual() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            update(1 + random.nextInt(3), random.nextInt(4) > 0, random.nextBoolean());
        }
        for (int i = 1; i < received.size(); i++) {
            assertThat(received.get(i).tag())
                    .as("seed %d", seed)
                    .isNotEqualTo(received.get(i - 1).tag());
        }
        assertThat(received).hasSizeGreaterThan(100);
    }
}
