package io.outrider.agent.builtin;

import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.agent.runtime.functions.Functions;
import io.outrider.agent.vehicle.state.BatteryScale;
import io.outrider.agent.vehicle.state.VehicleState;
import io.outrider.api.Call;
import io.outrider.api.Failure;
import io.outrider.api.Function;
import io.outrider.api.Module;
import io.outrider.api.NoArguments;
import io.outrider.api.Reading;
import io.outrider.api.Signature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** AutoPi's functions composed of others. The table is read at each call, as a reload replaces it. */
public record AutopiFunctions(Supplier<Functions> table, VehicleState vehicle) implements Module {
    private static final Signature<NoArguments> BATTERY = new Signature<>(
            StandardNames.BATTERY,
            "Voltage, level and state of the starter battery, as the vehicle tells its voltage",
            NoArguments.class);
    public static final List<Signature<?>> SIGNATURES = List.of(BATTERY);

    @Override
    public List<Function<?>> functions() {
        return List.of(BATTERY.with((NoArguments none, Call call) -> battery(call)));
    }

    private Object battery(Call call) throws Failure, InterruptedException {
        Object answer = call(StandardNames.QUERY, List.of("CONTROL_MODULE_VOLTAGE"), call);
        if (!(answer instanceof Reading reading) || !(reading.value() instanceof Number volts)) {
            throw new Failure(AgentErrors.NO_VOLTAGE, "the vehicle does not tell its voltage");
        }
        BatteryScale scale = vehicle.battery();
        Map<String, Object> battery = new LinkedHashMap<>();
        battery.put("_type", "bat");
        battery.put("level", scale.level(volts.doubleValue()));
        battery.put("state", scale.state(volts.doubleValue()));
        battery.put("voltage", volts);
        battery.put("_stamp", reading.stampText());
        return battery;
    }

    private Object call(String function, List<?> positional, Call call) throws Failure, InterruptedException {
        return table.get().prepare(function, positional, Map.of()).run(call);
    }
}
