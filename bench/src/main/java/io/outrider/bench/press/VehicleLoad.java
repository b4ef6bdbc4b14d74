package io.outrider.bench.press;

import io.outrider.bench.daemon.LocalApiClient;
import java.util.List;
import java.util.concurrent.Callable;

/** Load from the vehicle. */
final class VehicleLoad {
    private VehicleLoad() {}

    static List<LoadPart> all() {
        return List.of(new LoadPart("ecus", VehicleLoad::ecus));
    }

    /** A query with a thousand answers, and one with 256 of the maximum length. */
    static void ecus(PressedUnit unit) throws Exception {
        try (CrowdedVehicle vehicle = new CrowdedVehicle(unit.bus())) {
            List<Callable<LocalApiClient.HttpResult>> calls = List.of(
                    () -> unit.api()
                            .call(
                                    ResultLoad.CALL_MILLIS,
                                    "obd.query",
                                    "CROWD",
                                    "header=7DF",
                                    "mode=22",
                                    "pid=F101",
                                    "can_flow_control_filter=000,000",
                                    "timeout=2"),
                    () -> unit.api()
                            .call(
                                    ResultLoad.CALL_MILLIS,
                                    "obd.query",
                                    "LONG",
                                    "header=18DB33F1",
                                    "mode=22",
                                    "pid=F102",
                                    "can_flow_control_filter=18DAF100,1FFFFF00",
                                    "timeout=2"));
            ResultLoad.requireAnswers(unit, "obd.query to everybody", ParallelCalls.run(calls));
        }
    }
}
