package io.outrider.obd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.outrider.api.Function;
import io.outrider.obd.testing.Car;
import io.outrider.obd.testing.Obd;
import io.outrider.testkit.TestContext;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Use of the context's ports by the module. */
class ObdPortsTest {
    @TempDir
    private Path folder;

    private final Car car = new Car().supports("7E8", 1, 0x0C).when("7DF#02010C", "7E8#04410C0FA0");
    private Obd obd;

    @BeforeEach
    void open() throws Exception {
        ObdSettings settings =
                new ObdSettings("virtual0", "auto", 1_000, 20, 0, 0, false, 60_000, SilentBus.PROBE, 0, null, null);
        obd = new Obd(car, car.bus().node(), settings, folder);
    }

    @AfterEach
    void close() {
        obd.close();
    }

    @Test
    void theEventsOfTheBusArePublished() throws Exception {
        TestContext context = obd.context();
        assertThat(context.tasks()).extracting(TestContext.Task::interval).containsExactly(Duration.ofSeconds(10));
        context.runTasks();
        assertThat(context.events().published()).as("seen once").isEmpty();
        context.runTasks();
        assertThat(context.events().tags()).containsExactly("system/obd/interface_connected");
        obd.query("RPM");
        context.runTasks();
        context.runTasks();
        assertThat(context.events().tags())
                .containsExactly("system/obd/interface_connected", "system/obd/bus_connected");
        assertThat(context.events().published().get(1).data())
                .containsOnlyKeys("protocol", "autodetected")
                .containsEntry("protocol", obd.module().health().facts().get("protocol"))
                .containsEntry("autodetected", true);
    }

    @Test
    void thePollingPolicyIsThatOfTheVehicle() {
        assertThat(obd.context().pollingPolicy().readsVehicle()).isTrue();
        assertThat(obd.pollingBlocked(false)).as("the first after power-on").isEmpty();
    }

    @Test
    void queriesHaveABatch() {
        assertThat(obd.module().functions())
                .filteredOn(each -> each.batch() != null)
                .extracting(Function::name, Function::batch)
                .containsExactly(tuple("obd.query", "obd.query_many"));
    }
}
