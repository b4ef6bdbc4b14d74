package io.outrider.agent.vehicle.triggers;

import static org.assertj.core.api.Assertions.assertThat;

import io.outrider.agent.builtin.EventModule;
import io.outrider.agent.commands.FaultInjector;
import io.outrider.agent.commands.JobObserver;
import io.outrider.agent.commands.JobSettings;
import io.outrider.agent.commands.Jobs;
import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.api.Ticker;
import io.outrider.testkit.Await;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Triggers with real jobs, functions and events, wired as in the daemon. */
@Timeout(60)
class TriggerLoopTest {
    @Test
    void aTriggerThatCausesItsOwnEventStopsAfterTwentyCalls(@TempDir Path folder) throws Exception {
        UnitClock clock = new SimulatedTime().clock();
        EventBus events = new EventBus(clock);
        List<String> tags = new CopyOnWriteArrayList<>();
        events.listen((Event each) -> tags.add(each.tag()));
        Functions functions = new Functions(new Binder(Json.mapper()), List.of(new EventModule(events)));
        Jobs.Dependencies world = new Jobs.Dependencies(
                folder,
                "unit",
                "boot",
                () -> functions,
                (topic, payload, callback) -> false,
                new JobObserver() {},
                clock,
                () -> true,
                Ticker.system(),
                FaultInjector.NONE,
                new Inhibitions(Ticker.system()));
        Trigger loop = new Trigger(
                "loop",
                List.of("round/*"),
                List.of("not engine/running"),
                "minionutil.trigger_event",
                List.of("{tag}"),
                Map.of("data", Map.of("times", "{data.times}")),
                0);
        EventCallLimit limit = new EventCallLimit(Ticker.system());
        try (Jobs jobs = new Jobs(world, JobSettings.defaults());
                Triggers triggers =
                        new Triggers(new TriggerSettings(List.of(loop)), when -> true, jobs, Ticker.system(), limit)) {
            jobs.start();
            events.listen(triggers);
            events.publish("round/again", Map.of("times", 3));
            Await.until(
                    "it is held back",
                    () -> triggers.health().problems().toString().contains("The trigger 'loop' is held back"));
            Await.until("all calls have ended", () -> tags.size() == 1 + RateLimiter.MOST_PER_MINUTE);
            assertThat(tags).containsOnly("round/again");
        }
    }
}
