package io.outrider.agent.vehicle;

import io.outrider.agent.telemetry.Sample;
import io.outrider.api.Failure;
import java.util.List;

/** Where everything that was read is shown, before it is filtered. Any thread; must be quick. */
public interface Observations {
    void read(Sample sample);

    /** A question that was asked and not answered. */
    void failed(String function, List<Object> arg, Failure failure);
}
