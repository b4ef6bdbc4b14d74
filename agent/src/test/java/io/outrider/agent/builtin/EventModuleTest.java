package io.outrider.agent.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.api.Failure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventModuleTest {
    private final EventBus bus = new EventBus(new SimulatedTime().clock());
    private final List<Event> events = new ArrayList<>();
    private final Functions functions = new Functions(new Binder(Json.mapper()), List.of(new EventModule(bus)));

    private Object trigger(Object... given) throws Exception {
        return functions
                .prepare("minionutil.trigger_event", List.of(given), Map.of())
                .run();
    }

    @Test
    void aCallPublishesAnEvent() throws Exception {
        bus.listen(events::add);
        Map<String, Object> data = new HashMap<>(Map.of("temperature", 7.5));
        data.put("nothing", null);
        assertThat(trigger("cooler/door/open", data)).isEqualTo(true);
        assertThat(trigger("cooler/door-2/x.y_z")).isEqualTo(true);
        assertThat(events).extracting(Event::tag).containsExactly("cooler/door/open", "cooler/door-2/x.y_z");
        assertThat(events.get(0).data()).isEqualTo(Map.of("temperature", 7.5));
    }

    @Test
    void invalidTagsAreRejectedWithTheFormat() {
        for (String tag : List.of("", "door", "/door", "door/", "a//b", "a b/c", "ä/b", "a/" + "b".repeat(200))) {
            assertThatThrownBy(() -> trigger(tag)).hasMessageContaining(" tag: takes words of letters");
        }
        assertThatThrownBy(() -> trigger("a/b", Map.of("@t", "obd.rpm"))).hasMessageContaining("begins with @");
        assertThatThrownBy(() -> trigger("a/b", Map.of("", 1))).hasMessageContaining("empty");
        assertThatThrownBy(() -> trigger("a/b", 7)).hasMessageContaining("data: ");
        Map<String, Object> much =
                IntStream.range(0, 65).boxed().collect(Collectors.toMap(each -> "k" + each, each -> each));
        assertThatThrownBy(() -> trigger("a/b", much)).hasMessageEndingWith("data: has 65 keys; 64 at most");
        assertThat(events).isEmpty();
    }

    @Test
    void anEventThatIsTooLongForARecordIsRefused() throws Exception {
        bus.listen(events::add);
        int frame = "{'a':''}".length();
        assertThat(trigger("a/b", Map.of("a", "x".repeat(65_536 - frame)))).isEqualTo(true);
        assertThat(events).hasSize(1);
        assertThatThrownBy(() -> trigger("a/b", Map.of("a", "ä".repeat(32_765))))
                .hasMessageEndingWith("data: has 65538 bytes as JSON; 65536 at most, as the event becomes a record")
                .isInstanceOfSatisfying(
                        Failure.class, each -> assertThat(each.code()).isEqualTo("BAD_ARGUMENT"));
        assertThat(events).hasSize(1);
    }

    @Test
    void withAFullQueueOnlyEventsOfTheUnitAreAccepted() throws Exception {
        CountDownLatch heard = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        bus.listen(each -> {
            heard.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            events.add(each);
        });
        Thread publisher = new Thread(() -> bus.publish("a/slow", Map.of()));
        publisher.start();
        heard.await();
        Object large = Map.of("k", Collections.nCopies(1_000, 1)); // 64 KiB in memory
        int taken = 0;
        Exception refused = null;
        for (; refused == null && taken < 1_000; taken += refused == null ? 1 : 0) {
            try {
                trigger("a/large", large);
            } catch (Failure e) {
                refused = e;
            }
        }
        bus.publish("a/own", Map.of());
        goesOn.countDown();
        publisher.join();
        assertThat(refused)
                .isInstanceOf(Failure.class)
                .hasMessageContaining("4 MiB of events wait to be told already; try again in a second");
        assertThat(taken).isBetween(50, 70);
        assertThat(events).hasSize(taken + 2);
        assertThat(events.get(taken + 1).tag()).isEqualTo("a/own");
        assertThat(trigger("a/large", large)).isEqualTo(true);
        assertThat(events).hasSize(taken + 3);
    }
}
