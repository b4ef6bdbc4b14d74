package io.outrider.agent.daemon;

import io.outrider.agent.fleet.ReplaceableLink;
import io.outrider.agent.operator.stream.EventBroadcast;
import io.outrider.agent.runtime.clock.UnitClock;
import io.outrider.agent.runtime.events.EventBus;
import io.outrider.agent.runtime.modules.Inhibitions;
import io.outrider.agent.runtime.parts.Parts;
import io.outrider.agent.runtime.settings.BoundSettings;
import io.outrider.agent.runtime.watchdog.Heartbeats;

/** Objects that all wiring of the daemon uses; the settings are those in force at the start. */
record DaemonBase(
        DaemonEnvironment environment,
        Parts parts,
        BoundSettings settings,
        String unit,
        UnitClock clock,
        EventBus events,
        ReplaceableLink link,
        EventBroadcast broadcast,
        Heartbeats heartbeats,
        Inhibitions inhibitions) {}
