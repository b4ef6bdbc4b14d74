package io.outrider.agent.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outrider.agent.runtime.clock.SimulatedTime;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.functions.Binder;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.runtime.functions.Json;
import io.outrider.agent.vehicle.state.VehicleSettings;
import io.outrider.agent.vehicle.state.VehicleState;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.Reading;
import io.outrider.api.Signature;
import io.outrider.api.Ticker;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests of AutoPi's functions that are composed of others, with scripted answers of the vehicle. */
class AutopiFunctionsTest {
    private static final Instant STAMP = Instant.parse("2026-11-21T10:15:00.061530Z");

    private final UnitClock clock = new SimulatedTime().clock();
    private final VehicleState vehicle =
            new VehicleState(VehicleSettings.defaults(), Ticker.system(), new EventBus(clock), (utc, at) -> {});
    private Object voltage = 12.31;
    private final AtomicReference<Functions> table = new AtomicReference<>();

    AutopiFunctionsTest() {
        table.set(new Functions(
                new Binder(Json.mapper()), List.of(new AnsweringVehicle(), new AutopiFunctions(table::get, vehicle))));
    }

    /** {@code obd.query} of a vehicle whose voltage the test chooses. */
    private final class AnsweringVehicle implements Module {
        record Name(String name) {}

        @Override
        public List<Function<?>> functions() {
            return List.of(new Signature<>("obd.query", "Answers with the voltage", Name.class).with((Name given) -> {
                assertThat(given.name()).isEqualTo("CONTROL_MODULE_VOLTAGE");
                return new Reading("control_module_voltage", voltage, "volt", STAMP);
            }));
        }

        @Override
        public void close() {}
    }

    private Map<?, ?> run(String function) throws Exception {
        return (Map<?, ?>) table.get().prepare(function, List.of(), Map.of()).run();
    }

    @Test
    void theBatteryHasAutoPisFormat() throws Exception {
        assertThat(run("obd.battery"))
                .hasToString(
                        "{_type=bat, level=70, state=discharging, voltage=12.31, _stamp=2026-11-21T10:15:00.061530}");
        voltage = 28.2;
        assertThat(run("obd.battery").get("state")).isEqualTo("charging");
    }

    @Test
    void aMissingVoltageIsReportedNotGuessed() {
        voltage = null;
        assertThatThrownBy(() -> run("obd.battery"))
                .isInstanceOfSatisfying(
                        Failure.class, e -> assertThat(e.actor()).isEqualTo(Failure.Actor.VEHICLE))
                .hasMessage("the vehicle does not tell its voltage");
    }
}
