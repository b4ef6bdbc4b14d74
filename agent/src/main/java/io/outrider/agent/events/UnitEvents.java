package io.outrider.agent.events;

import java.util.Map;

/** What happens to the unit itself, under the incumbent's tags. Any thread. */
public final class UnitEvents {
    private final Occurrences occurrences;

    public UnitEvents(Occurrences occurrences) {
        this.occurrences = occurrences;
    }

    /** The broker has a session with us. */
    public void online() {
        occurrences.say("system/minion/online", Map.of());
    }

    /** It has not any more. */
    public void offline() {
        occurrences.say("system/minion/offline", Map.of());
    }

    /** @param known whether something vouches for the clock, as {@code UnitClock} tells its listeners */
    public void time(boolean known) {
        occurrences.say(known ? "system/time/synced" : "system/time/uncertain", Map.of());
    }
}
