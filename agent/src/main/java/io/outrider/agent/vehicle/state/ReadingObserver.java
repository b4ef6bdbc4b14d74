package io.outrider.agent.vehicle.state;

import io.outrider.api.Failure;
import io.outrider.wire.TelemetryRecord;
import java.util.List;

/** Observer of all readings before the filters. Any thread; must not block. */
public interface ReadingObserver {
    void read(TelemetryRecord record);

    /**
     * Reports a failed query. The code {@code BUS_PAUSED} marks one that was not sent because the bus is silent: the
     * engine has stopped then. May be repeated.
     */
    void failed(String function, List<Object> arg, Failure failure);

    /** Scale of the battery's voltage; by default that of empty settings. */
    default BatteryScale battery() {
        return BatteryScale.of(VehicleSettings.defaults());
    }
}
