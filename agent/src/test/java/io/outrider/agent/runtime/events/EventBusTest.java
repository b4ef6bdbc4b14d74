package io.outrider.agent.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.daemon.UnitEvents;
import io.outrider.agent.runtime.Registration;
import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.testkit.Announces;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EventBusTest {
    private final UnitClock clock = new SimulatedTime().clock();
    private final EventBus bus = new EventBus(clock);
    private final List<String> received = new CopyOnWriteArrayList<>();

    @Test
    void listenersReceiveEventsInTheOrderOfPublication() {
        List<String> first = new ArrayList<>();
        bus.listen(each -> {
            first.add(each.tag());
            if (each.tag().equals("a/1")) {
                bus.publish("a/2", Map.of()); // during the delivery of a/1
            }
        });
        bus.listen(each -> received.add(each.tag()));
        bus.publish("a/1", Map.of());
        assertThat(first).isEqualTo(received).containsExactly("a/1", "a/2");
    }

    @Test
    void addedEventsAreDeliveredByTheNextFlush() {
        bus.listen(each -> received.add(each.tag()));
        bus.add("a/1", Map.of());
        assertThat(received).isEmpty();
        bus.publish("a/2", Map.of());
        assertThat(received).containsExactly("a/1", "a/2");
    }

    @Test
    @Announces("listener failed on event a/b")
    void aFailingListenerDoesNotStopDeliveryToOthers() {
        bus.listen(each -> {
            throw new IllegalStateException("a listener fails");
        });
        bus.listen(each -> {
            throw new NoClassDefFoundError("a listener without its class");
        });
        Consumer<Event> other = each -> received.add(each.tag());
        Registration listening = bus.listen(other);
        bus.publish("a/b", Map.of());
        listening.close();
        assertThat(received).containsExactly("a/b");
    }

    @Test
    void concurrentPublishersLoseAndDuplicateNothing() throws Exception {
        bus.listen(each -> received.add(each.tag()));
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            String name = "t" + t + "/";
            threads.add(new Thread(() -> {
                for (int i = 0; i < 1_000; i++) {
                    bus.publish(name + i, Map.of());
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        assertThat(received).hasSize(4_000);
        for (int t = 0; t < 4; t++) {
            String name = "t" + t + "/";
            List<String> own =
                    received.stream().filter(each -> each.startsWith(name)).toList();
            for (int i = 0; i < own.size(); i++) {
                assertThat(own.get(i)).isEqualTo(name + i);
            }
        }
    }

    @Test
    void anEventBecomesARecordOfHighPriority() {
        List<TelemetryRecord> records = new ArrayList<>();
        bus.listen(event -> records.add(event.record()));
        Map<String, Object> data = new HashMap<>(Map.of("level", 70, "@t", "obd.rpm", "@tag", "x"));
        data.put("nothing", null);
        bus.publish("vehicle/battery/discharging", data);
        assertThat(records)
                .containsExactly(new TelemetryRecord(
                        "event.vehicle.battery",
                        clock.now(),
                        Map.of("@tag", "vehicle/battery/discharging", "level", 70),
                        Priority.HIGH));
    }

    @Test
    void unitEventsArePublished() {
        UnitEvents unit = new UnitEvents(bus);
        bus.listen(each -> received.add(each.tag()));
        unit.online();
        unit.offline();
        clock.listen(unit::time);
        unit.time(true);
        assertThat(received)
                .containsExactly(
                        "system/minion/online", "system/minion/offline", "system/time/uncertain", "system/time/synced");
    }

    @Test
    void aTagIsWordsWithSlashesBetween() {
        bus.listen(each -> received.add(each.tag()));
        for (String tag : List.of("", "/", "a", "a/", "/a", "a//b", "Bad Tag !", "ä/b", "a/" + "b".repeat(127))) {
            assertThatThrownBy(() -> bus.publish(tag, Map.of()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + tag + "' is no tag such as vehicle/engine/running: it takes words of");
        }
        assertThat(received).isEmpty();
    }

    @Test
    void dataThatIsNoJsonIsRefusedWithItsPlace() {
        bus.listen(each -> received.add(each.tag()));
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        refuses(new Object(), "data.door has a value of java.lang.Object; JSON has texts, numbers");
        refuses(Map.of("since", List.of(Instant.EPOCH)), "data.door.since has a value of java.time.Instant");
        refuses(Map.of(7, true), "data.door has the key 7, which is no text");
        refuses(Double.NaN, "data.door is NaN, which is no number in JSON");
        refuses(itself, "data.door is nested more than 100 levels deep, or contains itself");
        assertThat(received).isEmpty();
    }

    private void refuses(Object value, String why) {
        assertThatThrownBy(() -> bus.publish("a/b", Map.of("door", value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("event a/b: " + why);
    }
}
