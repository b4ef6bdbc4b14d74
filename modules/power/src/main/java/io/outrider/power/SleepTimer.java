package io.outrider.power;

import io.outrider.api.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * Sleep timer.
 *
 * @param period seconds until it puts the unit to sleep
 * @param interval seconds of sleep; 0: until something wakes the unit
 * @param delay seconds between the announcement of sleep and its command
 * @param dueNanos time by the ticker
 */
record SleepTimer(String name, int period, int interval, int delay, String reason, Instant created, long dueNanos) {
    SleepTimer due(long nanos) {
        return new SleepTimer(name, period, interval, delay, reason, created, nanos);
    }

    Map<String, Object> data() {
        return Members.of("name", name, "period", period, "interval", interval, "delay", delay, "reason", reason);
    }

    /** Entry of AutoPi's listing, which shows a timer as a job of its scheduler. */
    Map<String, Object> listed(Instant now, long nanos) {
        String expires = Reading.text(now.plusNanos(dueNanos - nanos));
        Map<String, Object> keywords =
                Members.of("delay", delay, "reason", reason, "interval", interval, "confirm", true);
        Map<String, Object> metadata =
                Members.of("created", Reading.text(created), "expires", expires, "transient", true, "revision", 2);
        Map<String, Object> entry = Members.of("function", "power.sleep", "name", SleepTimers.PREFIX + name);
        entry.putAll(Members.of("seconds", period, "enabled", true, "job_args", List.of(), "job_kwargs", keywords));
        entry.putAll(Members.of("metadata", metadata, "maxrunning", 1, "return_job", false, "jid_include", true));
        entry.put("_stamp", Reading.text(now));
        return entry;
    }
}
