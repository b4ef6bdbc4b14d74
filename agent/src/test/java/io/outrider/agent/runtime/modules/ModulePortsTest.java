package io.outrider.agent.runtime.modules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.PeriodicTasks;
import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.events.Event;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.agent.runtime.watchdog.Heartbeats;
import io.outrider.api.DesiredPart;
import io.outrider.api.Failure;
import io.outrider.api.Inhibitors.Activity;
import io.outrider.api.Inhibitors.Inhibition;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.Await;
import io.outrider.testkit.ManualTicker;
import io.outrider.testkit.ToyModule.ToyFactory;
import io.outrider.testkit.ToyPortsModule.ToyPortsFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ports of a module that uses each of them, and their end with the module. */
class ModulePortsTest {
    @TempDir
    private Path data;

    private final ManualTicker ticker = new ManualTicker();
    private final EventBus bus = new EventBus(new SimulatedTime().clock());
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final PeriodicTasks tasks =
            new PeriodicTasks("test", new Heartbeats(Ticker.system()).register("test", Duration.ofMinutes(1)));
    private final ModuleTasks moduleTasks = new ModuleTasks(tasks, ticker);
    private final ModulePorts ports = OpenedForTest.ports(bus, moduleTasks, ticker);
    private ModuleRegistry registry;

    @AfterEach
    void close() {
        registry.close();
        moduleTasks.close();
        tasks.close();
    }

    private void open() throws Failure {
        bus.listen(events::add);
        registry = open(new ToyPortsFactory(), new ToyFactory());
    }

    private ModuleRegistry open(ModuleFactory... modules) throws Failure {
        ModuleRegistry opened = new ModuleRegistry(data, Clock.systemUTC(), ticker);
        opened.open(List.of(modules), bound(), ports);
        return opened;
    }

    private static BoundSettings bound(String... settings) throws Failure {
        return new SettingsSchema(Map.of("wired", ToyPortsFactory.Wired.class))
                .validate(Settings.of(List.of(settings)));
    }

    private Object call(String function, Object... arguments) throws Exception {
        return registry.functions()
                .prepare(function, List.of(arguments), Map.of())
                .run();
    }

    private void reopen(int version) throws Failure {
        registry.apply(bound("wired.version=" + version), Set.of("wired"));
    }

    @Test
    void eventsOfTheModuleReachAllAndThoseOfOthersTheModule() throws Exception {
        open();
        call("wired.publish", "toy/one");
        bus.publish("toy/two", Map.of());
        assertThat(events).extracting(Event::tag).containsExactly("toy/one", "toy/two");
        assertThat(events.get(0).data()).isEqualTo(Map.of("from", "wired"));
        assertThat(call("wired.heard")).isEqualTo(List.of("toy/one", "toy/two"));
        assertThatThrownBy(() -> ports.publish().accept("toy", Map.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aReopenedModuleHasEachRegistrationOnce() throws Exception {
        open();
        for (int version = 1; version <= 5; version++) {
            reopen(version);
        }
        bus.publish("toy/one", Map.of());
        assertThat(call("wired.heard")).isEqualTo(List.of("toy/one"));
        assertThat(ports.desired().all()).hasSize(1);
        assertThat(ports.inhibitions().policy("wired")).isPresent();
        Await.until("the periodic task runs", () -> {
            try {
                return (int) call("wired.runs") > 1;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void aClosedModuleLeavesNothing() throws Exception {
        open();
        call("wired.inhibit", "it plays", 60);
        registry.close();
        assertThat(ports.desired().all()).isEmpty();
        assertThat(ports.inhibitions().policy("wired")).isEmpty();
        assertThat(ports.inhibitions().active(Activity.SLEEP)).isEmpty();
        bus.publish("toy/one", Map.of());
        assertThat(call("wired.heard")).isEqualTo(List.of());
        Object runs = call("wired.runs");
        AtomicInteger others = new AtomicInteger(); // on the same thread, at the same interval
        moduleTasks.every("others", Duration.ofMillis(10), others::incrementAndGet);
        Await.until("another task has run five times", () -> others.get() >= 5);
        assertThat((int) call("wired.runs")).isLessThanOrEqualTo((int) runs + 1); // one may have been running
    }

    @Test
    void inhibitionsExpire() throws Exception {
        open();
        call("wired.inhibit", "it plays", 60);
        call("wired.inhibit", "it plays longer", 90);
        ticker.advance(Duration.ofSeconds(59).toNanos());
        assertThat(ports.inhibitions().active(Activity.SLEEP))
                .first()
                .isEqualTo(new Inhibition(
                        "wired", Activity.SLEEP, "it plays", Duration.ofSeconds(59), Duration.ofSeconds(1)));
        assertThat(ports.inhibitions().active(Activity.POLLING)).isEmpty();
        ticker.advance(Duration.ofSeconds(1).toNanos());
        assertThat(ports.inhibitions().active(Activity.SLEEP))
                .extracting(Inhibition::reason)
                .containsExactly("it plays longer");
        assertThat(ports.inhibitions().policy("wired").orElseThrow().blocked()).contains("the toy is not polled");
        assertThat(ports.inhibitions().policy("toy")).isEmpty();
    }

    @Test
    void conditionsAndCallsReachTheDaemon() throws Exception {
        open();
        assertThat(call("wired.holds", "engine/running")).isEqualTo(true);
        assertThat(call("wired.holds", "engine/stopped")).isEqualTo(false);
        assertThat(call("wired.call", "toy.say", List.of("hi"))).isEqualTo("toy.say[hi]");
    }

    @Test
    void aModuleRequestsReportsUntilItIsClosed() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        ports.desired().onReportRequest(requests::incrementAndGet);
        open();
        call("wired.report", "one");
        call("wired.report", "two");
        assertThat(requests).hasValue(2);
        registry.close();
        call("wired.report", "three");
        assertThat(requests).as("of a closed module").hasValue(2);
    }

    @Test
    void withoutADaemonCallsRunInTheProcessAndNothingElseHappens() throws Exception {
        registry = new ModuleRegistry(
                List.of(new ToyPortsFactory(), new ToyFactory()),
                Settings.of(List.of()),
                data,
                Clock.systemUTC(),
                ticker);
        call("wired.publish", "toy/one");
        assertThat(call("wired.heard")).isEqualTo(List.of());
        assertThat(call("wired.holds", "engine/running")).isEqualTo(false);
        assertThat(call("wired.call", "toy.say", List.of("hi"))).isEqualTo("hi");
        assertThatThrownBy(() -> call("wired.call", "toy.fail", List.of("no luck")))
                .hasMessage("no luck");
        assertThat(call("wired.runs")).isEqualTo(0);
    }

    /** Factory that registers and then fails. */
    private record FailingFactory(DesiredPart part) implements ModuleFactory {
        @Override
        public String name() {
            return "failing";
        }

        @Override
        public List<Signature<?>> signatures() {
            return List.of();
        }

        @Override
        public Module open(ModuleContext context) throws Failure {
            context.events().listen((tag, data) -> {
                throw new AssertionError("an event after the failure");
            });
            context.desired(part);
            throw Failure.reported(Failure.Actor.OPERATOR, "NO_DEVICE", "there is no device");
        }
    }

    private record BarePart(Set<String> members) implements DesiredPart {
        @Override
        public void validate(Map<String, ?> values) {
            // all is good
        }

        @Override
        public void apply(Map<String, ?> values) {
            // nothing to do
        }

        @Override
        public Map<String, Object> report() {
            return Map.of();
        }
    }

    @Test
    @Announces("\\[failing\\] of .* does not open \\(there is no device\\)")
    void aModuleThatFailsToOpenLeavesNothing() throws Exception {
        open();
        try (ModuleRegistry other = open(new FailingFactory(new BarePart(Set.of("mine"))))) {
            assertThat(other.problems()).singleElement().asString().contains("there is no device");
        }
        bus.publish("toy/one", Map.of());
        assertThat(ports.desired().all()).hasSize(1);
    }

    @Test
    void aMemberOfTheDesiredDocumentHasOnePart() throws Exception {
        open();
        for (String taken : List.of("wired", "loggers", "revision")) {
            assertThatThrownBy(() -> ports.desired().add("toy", new BarePart(Set.of("new", taken))))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(taken);
        }
        ports.desired().add("toy", new BarePart(Set.of("new"))).close();
        assertThat(ports.desired().all()).hasSize(1);
    }
}
