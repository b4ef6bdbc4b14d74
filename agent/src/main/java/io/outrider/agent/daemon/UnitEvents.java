package io.outrider.agent.daemon;

import io.outrider.agent.runtime.events.EventBus;
import java.util.Map;

/** What happens to the unit itself, under the incumbent's tags. Any thread. */
public final class UnitEvents {
    private final EventBus occurrences;

    public UnitEvents(EventBus occurrences) {
        this.occurrences = occurrences;
    }

    /**
     * The functions can be called, and the loggers run.
     *
     * @param version of this program
     * @param trigger what has started it: {@code boot} or {@code restart}
     */
    public void ready(String version, String trigger) {
        occurrences.publish("system/minion/ready", Map.of("version", version, "trigger", trigger));
    }

    /** The broker has a session with us. */
    public void online() {
        occurrences.publish("system/minion/online", Map.of());
    }

    /** It has not any more. */
    public void offline() {
        occurrences.publish("system/minion/offline", Map.of());
    }

    /** @param known whether something vouches for the clock, as {@code UnitClock} tells its listeners */
    public void time(boolean known) {
        occurrences.publish(known ? "system/time/synced" : "system/time/uncertain", Map.of());
    }
}
