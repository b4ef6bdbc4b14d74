package io.outrider.agent.daemon;

import io.outrider.agent.runtime.events.EventBus;
import java.util.Map;

/** Publisher of the unit's own events, under AutoPi's tags. Any thread. */
public final class UnitEvents {
    private final EventBus events;

    public UnitEvents(EventBus events) {
        this.events = events;
    }

    /** Publishes that functions can be called and loggers run; the trigger is {@code boot} or {@code restart}. */
    public void ready(String version, String trigger) {
        events.publish("system/minion/ready", Map.of("version", version, "trigger", trigger));
    }

    public void online() {
        events.publish("system/minion/online", Map.of());
    }

    public void offline() {
        events.publish("system/minion/offline", Map.of());
    }

    /** @param known whether the clock is synchronised, see {@code UnitClock} */
    public void time(boolean known) {
        events.publish(known ? "system/time/synced" : "system/time/uncertain", Map.of());
    }
}
