package io.outrider.agent.telemetry.buffer;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Range;

/** Settings section {@code [buffer]}. */
public record BufferSettings(
        @JsonProperty(defaultValue = "32")
        @JsonPropertyDescription("megabytes that waiting records may take on the disk, 4 to 100000")
        Integer size_mb,

        @JsonProperty(defaultValue = "30")
        @JsonPropertyDescription("days after which a record that still waits is given up, 1 to 3650")
        Integer days,

        @JsonProperty(defaultValue = "1000")
        @JsonPropertyDescription(
                "milliseconds of records that a power cut may take, 0 to 60000; 0 waits for the disk each time")
        Integer sync_ms) {
    public BufferSettings {
        size_mb = Range.orElse("size_mb", size_mb, 32, 4, 100_000);
        days = Range.orElse("days", days, 30, 1, 3_650);
        sync_ms = Range.orElse("sync_ms", sync_ms, 1_000, 0, 60_000);
    }

    public static BufferSettings defaults() {
        return new BufferSettings(null, null, null);
    }
}
