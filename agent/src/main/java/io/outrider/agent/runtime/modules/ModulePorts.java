package io.outrider.agent.runtime.modules;

import io.outrider.agent.runtime.Registration;
import io.outrider.api.Conditions;
import io.outrider.api.DesiredPart;
import io.outrider.api.Events;
import io.outrider.api.FunctionCaller;
import java.time.Duration;
import java.util.Map;

/** Ports of the daemon that modules use through their context; each registration lasts until it is closed. */
public interface ModulePorts {
    /** See {@link Events#publish}. */
    void publish(String tag, Map<String, Object> data);

    Registration listen(Events.Listener listener);

    Conditions conditions();

    FunctionCaller caller();

    Inhibitions inhibitions();

    /** @throws IllegalStateException if another part has one of its members */
    Registration desired(DesiredPart part);

    Registration every(Duration interval, Runnable task);
}
