package io.outrider.agent.telemetry.record;

import io.outrider.agent.runtime.distribution.StandardNames;
import io.outrider.wire.Priority;

/** Default priorities of records by type. */
final class Priorities {
    private Priorities() {}

    static Priority of(String type) {
        if (type.startsWith("event.") || type.equals(StandardNames.TROUBLE_CODES) || type.equals("agent.loss")) {
            return Priority.HIGH;
        }
        return type.startsWith("acc.") ? Priority.LOW : Priority.NORMAL;
    }
}
