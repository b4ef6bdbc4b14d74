package io.outrider.agent.runtime.modules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.process.BootId;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.settings.Settings;
import io.outrider.agent.runtime.settings.SettingsSchema;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.ModuleContext;
import io.outrider.api.ModuleFactory;
import io.outrider.api.NoArguments;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import io.outrider.testkit.Announces;
import io.outrider.testkit.ToyModule.ToyFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Modules that are opened again with other settings, by a factory that can refuse some. */
class ModuleRegistryTest {
    @TempDir
    private Path data;

    private final List<String> history = new ArrayList<>();
    private final List<String> boots = new ArrayList<>();
    private String broken = "";
    private ModuleRegistry agent;

    private static final Signature<NoArguments> DEVICE =
            new Signature<>("picky.device", "Tells its device", NoArguments.class);
    private static final Signature<NoArguments> OTHER =
            new Signature<>("picky.other", "Tells its device", NoArguments.class);

    /** The section {@code [picky]}. */
    record PickySettings(String device) {}

    /** The section {@code [temper]} of the same module. */
    record TemperSettings(String mood) {}

    private final class FakeFactory implements ModuleFactory {
        @Override
        public Map<String, Class<? extends Record>> sections() {
            return Map.of("picky", PickySettings.class, "temper", TemperSettings.class);
        }

        @Override
        public String name() {
            return "picky";
        }

        @Override
        public Class<? extends Record> settings() {
            return PickySettings.class;
        }

        @Override
        public List<Signature<?>> signatures() {
            return List.of(DEVICE);
        }

        @Override
        public Module open(ModuleContext given) throws Failure {
            String device = given.settings(PickySettings.class).device();
            String mood = given.settings("temper", TemperSettings.class).mood();
            history.add("open " + device + (mood == null ? "" : " " + mood));
            boots.add(given.boot());
            if (device.matches(broken)) {
                throw new Failure(Failure.Actor.OPERATOR, CommonErrors.BUSY, device + " is in use");
            }
            if (device.equals("faulty")) {
                throw new IllegalStateException("oops");
            }
            return new Opened(device);
        }
    }

    private final class Opened implements Module {
        private final String device;
        private boolean asked;

        Opened(String device) {
            this.device = device;
        }

        @Override
        public List<Function<?>> functions() {
            if (asked && device.equals("once")) {
                throw new IllegalStateException("it lists its functions once");
            }
            asked = true;
            return List.of((device.equals("undeclared") ? OTHER : DEVICE).with(none -> device));
        }

        @Override
        public void close() {
            history.add("close " + device);
            if (device.equals("stuck")) {
                throw new IllegalStateException("it does not close");
            }
        }
    }

    @AfterEach
    void end() {
        agent.close();
    }

    private static Settings written(String device) throws Failure {
        return Settings.of(List.of("picky.device=" + device));
    }

    private static BoundSettings device(String name) throws Failure {
        return bound("picky.device=" + name);
    }

    private static BoundSettings bound(String... settings) throws Failure {
        return new SettingsSchema(Map.of(
                        "picky", PickySettings.class,
                        "temper", TemperSettings.class,
                        "toy", ModuleFactory.NoSettings.class))
                .validate(Settings.of(List.of(settings)));
    }

    private void open() throws Failure {
        ModuleFactory beside = new ToyFactory();
        agent = new ModuleRegistry(
                List.of(new FakeFactory(), beside), written("a"), data, Clock.systemUTC(), Ticker.system());
    }

    private Object device() throws Exception {
        return agent.functions().prepare("picky.device", List.of(), Map.of()).run();
    }

    private List<String> problems() {
        return agent.health().values().stream()
                .flatMap(each -> each.problems().stream())
                .toList();
    }

    @Test
    void aModuleIsClosedBeforeItIsOpenedWithOtherSettings() throws Exception {
        open();
        agent.apply(device("b"), Set.of("picky", "link"));
        assertThat(device()).isEqualTo("b");
        agent.apply(device("c"), Set.of("jobs"));
        assertThat(device()).isEqualTo("b");
        assertThat(history).containsExactly("open a", "close a", "open b");
    }

    @Test
    void aChangeOfAFurtherSectionReopensItsModule() throws Exception {
        open();
        assertThat(agent.sections()).containsExactly("picky", "temper", "toy");
        agent.apply(bound("picky.device=a", "temper.mood=bad"), Set.of("temper"));
        assertThat(history).containsExactly("open a", "close a", "open a bad");
    }

    @Test
    void aReopenedModuleGetsTheSameBootId() throws Exception {
        open();
        agent.apply(device("b"), Set.of("picky"));
        assertThat(boots).containsExactly(BootId.id(), BootId.id());
    }

    @Test
    @Announces("\\[picky\\] does not open with its new settings \\(b is in use\\) and goes on with the old")
    void rejectedSettingsKeepTheOldModuleAndAreRetriedAtTheNextReload() throws Exception {
        open();
        broken = "b";
        assertThatThrownBy(() -> agent.apply(device("b"), Set.of("picky"))).hasMessageContaining("b is in use");
        assertThat(device()).isEqualTo("a");
        assertThat(problems()).singleElement().asString().contains("b is in use", "outrider reload");
        broken = "";
        agent.apply(device("b"), Set.of());
        assertThat(device()).isEqualTo("b");
        assertThat(problems()).isEmpty();
    }

    @Test
    @Announces("\\[picky\\] does not open with its new settings \\(b is in use\\), nor with the old \\(a is in use\\)")
    void aModuleThatDoesNotOpenDoesNotAffectOthers() throws Exception {
        open();
        broken = "[ab]";
        assertThatThrownBy(() -> agent.apply(device("b"), Set.of("picky", "toy")))
                .isInstanceOf(Failure.class);
        assertThat(problems()).singleElement().asString().contains("does not work");
        assertThat(agent.functions().prepare("toy.say", List.of("hi"), Map.of()).run())
                .isEqualTo("hi");
        agent.apply(device("c"), Set.of());
        assertThat(device()).isEqualTo("c");
    }

    @Test
    @Announces("internal error while opening module ")
    @Announces("\\[picky\\] does not open with its new settings \\(a fault in outrider")
    void anExceptionOfAModuleCountsAsARejection() throws Exception {
        open();
        assertThatThrownBy(() -> agent.apply(device("faulty"), Set.of("picky"))).isInstanceOf(Failure.class);
        assertThat(device()).isEqualTo("a");
    }

    @Test
    @Announces("internal error while opening module ")
    @Announces("\\[picky\\] does not open with its new settings \\(a fault in outrider")
    void aModuleWithOtherFunctionsThanDeclaredIsClosedAndRejected() throws Exception {
        open();
        assertThatThrownBy(() -> agent.apply(device("undeclared"), Set.of("picky")))
                .isInstanceOf(Failure.class);
        assertThat(device()).isEqualTo("a");
        assertThat(history).containsExactly("open a", "close a", "open undeclared", "close undeclared", "open a");
    }

    @Test
    void aModuleIsAskedForItsFunctionsOnce() throws Exception {
        open();
        agent.apply(device("once"), Set.of("picky"));
        agent.apply(device("once"), Set.of("toy"));
        assertThat(device()).isEqualTo("once");
    }

    @Test
    @Announces("module picky failed to close; please report it")
    void aModuleThatFailsToCloseHasItsNewSettingsAllTheSame() throws Exception {
        open();
        agent.apply(device("stuck"), Set.of("picky"));
        agent.apply(device("b"), Set.of("picky"));
        assertThat(device()).isEqualTo("b");
    }

    @Test
    @Announces("module picky failed to close; please report it")
    void atTheEndAllModulesAreClosedEvenIfOneFailsTo() throws Exception {
        open();
        agent.apply(device("stuck"), Set.of("picky"));
        assertThatCode(agent::close).doesNotThrowAnyException();
        assertThat(history).endsWith("close stuck");
    }

    @Test
    void afterItsEndNothingIsOpenedAnyMore() throws Exception {
        open();
        agent.close();
        assertThatThrownBy(() -> agent.apply(device("b"), Set.of("picky"))).hasMessageContaining("being stopped");
        assertThat(history).containsExactly("open a", "close a");
    }
}
