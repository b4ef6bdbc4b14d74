package io.outrider.power;

import io.outrider.api.Reading;
import java.time.Instant;
import java.util.LinkedHashMap;
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
record SleepTimer(
        String name,
        int period,
        int interval,
        int delay,
        String reason,
        Instant created,
        long createdNanos,
        long dueNanos) {
    SleepTimer due(long nanos) {
        return new SleepTimer(name, period, interval, delay, reason, created, createdNanos, nanos);
    }

    Map<String, Object> data() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("period", period);
        data.put("interval", interval);
        data.put("delay", delay);
        data.put("reason", reason);
        return data;
    }

    /** Entry of AutoPi's listing, which shows a timer as a job of its scheduler. */
    Map<String, Object> listed(Instant now, long nanos) {
        Map<String, Object> keywords = new LinkedHashMap<>();
        keywords.put("delay", delay);
        keywords.put("reason", reason);
        keywords.put("interval", interval);
        keywords.put("confirm", true);
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("created", Reading.text(created));
        metadata.put("expires", Reading.text(now.plusNanos(dueNanos - nanos)));
        metadata.put("transient", true);
        metadata.put("revision", 2);
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("function", "power.sleep");
        entry.put("name", SleepTimers.PREFIX + name);
        entry.put("seconds", period);
        entry.put("enabled", true);
        entry.put("job_args", List.of());
        entry.put("job_kwargs", keywords);
        entry.put("metadata", metadata);
        entry.put("maxrunning", 1);
        entry.put("return_job", false);
        entry.put("jid_include", true);
        entry.put("_stamp", Reading.text(now));
        return entry;
    }
}
