package io.outrider.agent.runtime.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.daemon.UnitEvents;
import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.telemetry.record.EventRecords;
import io.outrider.testkit.Announces;
import io.outrider.wire.Priority;
import io.outrider.wire.TelemetryRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EventBusTest {
    private final UnitClock clock = new SimulatedTime().clock();
    private final EventBus occurrences = new EventBus(clock);
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    void everybodyHearsThingsInTheOrderInWhichTheyWereSaid() {
        List<String> first = new ArrayList<>();
        occurrences.listen(each -> {
            first.add(each.tag());
            if (each.tag().equals("a/1")) {
                occurrences.say("a/2", Map.of()); // in the middle of being told
            }
        });
        occurrences.listen(each -> told.add(each.tag()));
        occurrences.say("a/1", Map.of());
        assertThat(first).isEqualTo(told).containsExactly("a/1", "a/2");
    }

    @Test
    void whatIsAddedIsToldLater() {
        occurrences.listen(each -> told.add(each.tag()));
        occurrences.add("a/1", Map.of());
        assertThat(told).isEmpty();
        occurrences.say("a/2", Map.of());
        assertThat(told).containsExactly("a/1", "a/2");
    }

    @Test
    @Announces("a/b was not understood")
    void aListenerThatFailsDoesNotKeepItFromTheOthers() {
        occurrences.listen(each -> {
            throw new IllegalStateException("a listener fails");
        });
        Consumer<Event> other = each -> told.add(each.tag());
        occurrences.listen(other);
        occurrences.say("a/b", Map.of());
        occurrences.ignore(other);
        assertThat(told).containsExactly("a/b");
    }

    @Test
    void nothingIsLostOrToldTwiceWhenManySpeak() throws Exception {
        occurrences.listen(each -> told.add(each.tag()));
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            String name = "t" + t + "/";
            threads.add(new Thread(() -> {
                for (int i = 0; i < 1_000; i++) {
                    occurrences.say(name + i, Map.of());
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread each : threads) {
            each.join();
        }
        assertThat(told).hasSize(4_000);
        for (int t = 0; t < 4; t++) {
            String name = "t" + t + "/";
            List<String> own =
                    told.stream().filter(each -> each.startsWith(name)).toList();
            for (int i = 0; i < own.size(); i++) {
                assertThat(own.get(i)).isEqualTo(name + i);
            }
        }
    }

    @Test
    void anEventBecomesARecordOfHighPriority() {
        List<TelemetryRecord> records = new ArrayList<>();
        occurrences.listen(new EventRecords(samples -> {
            records.addAll(samples);
            return CompletableFuture.completedFuture(true);
        }));
        Map<String, Object> data = new HashMap<>(Map.of("level", 70, "@t", "obd.rpm", "@tag", "x"));
        data.put("nothing", null);
        occurrences.say("vehicle/battery/discharging", data);
        assertThat(records)
                .containsExactly(new TelemetryRecord(
                        "event.vehicle.battery",
                        clock.now(),
                        Map.of("@tag", "vehicle/battery/discharging", "level", 70),
                        Priority.HIGH));
    }

    @Test
    void theUnitTellsOfItself() {
        UnitEvents unit = new UnitEvents(occurrences);
        occurrences.listen(each -> told.add(each.tag()));
        unit.online();
        unit.offline();
        clock.listen(unit::time);
        unit.time(true);
        assertThat(told)
                .containsExactly(
                        "system/minion/online", "system/minion/offline", "system/time/uncertain", "system/time/synced");
    }

    @Test
    void aTagHasAGroupAndAWord() {
        for (String tag : List.of("", "/", "a", "a/", "/a")) {
            assertThatThrownBy(() -> occurrences.say(tag, Map.of())).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
