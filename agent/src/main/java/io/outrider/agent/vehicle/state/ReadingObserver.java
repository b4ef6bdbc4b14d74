package io.outrider.agent.vehicle.state;

import io.outrider.api.Failure;
import io.outrider.wire.TelemetryRecord;
import java.util.List;

/** Where everything that was read is shown, before it is filtered. Any thread; must be quick. */
public interface ReadingObserver {
    void read(TelemetryRecord sample);

    /**
     * A question that was asked and not answered; or one that was not asked because the bus is silent, with the code {@code
     * BUS_PAUSED}: then nothing is waited for, and the engine has stopped. It may be said as often as one likes.
     */
    void failed(String function, List<Object> arg, Failure failure);

    /** By which the battery's voltage is understood; the defaults where nobody has set another. */
    default BatteryScale battery() {
        return BatteryScale.of(VehicleSettings.defaults());
    }
}
