package io.outrider.obd;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.outrider.api.Failure;
import io.outrider.api.InvalidArgumentException;
import io.outrider.api.Range;
import io.outrider.obd.query.Protocol;

/** Settings section {@code [obd]}. */
public record ObdSettings(
        @JsonPropertyDescription("name of the CAN interface")
        @JsonProperty(defaultValue = "the first there is, else can0")
        String can,

        @JsonPropertyDescription("6 to 9, 31 to 36, or auto") @JsonProperty(defaultValue = "auto")
        String protocol,

        @JsonPropertyDescription("how long the first answer is waited for, 10 to 30000 ms")
        @JsonProperty(defaultValue = "500")
        Integer responseTimeoutMs,

        @JsonPropertyDescription("how long further answers to a question to everybody are waited for, 5 to 5000 ms")
        @JsonProperty(defaultValue = "100")
        Integer quietTimeMs,

        @JsonPropertyDescription("equal questions asked within this time share one answer, 0 to 1000 ms")
        @JsonProperty(defaultValue = "5")
        Integer shareMs,

        @JsonPropertyDescription("least time between two requests, 0 to 10000 ms") @JsonProperty(defaultValue = "0")
        Integer minimumGapMs,

        @JsonPropertyDescription("nothing is ever sent") @JsonProperty(defaultValue = "false")
        boolean listenOnly,

        @JsonPropertyDescription("the bus sleeps when nobody was heard for so long, 200 to 3600000 ms")
        @JsonProperty(defaultValue = "750")
        Integer silenceMs,

        @JsonPropertyDescription(
                "what loggers do on a bus that sleeps: probe (one question after power-on), wait, or ask")
        @JsonProperty(defaultValue = "probe")
        SilentBus silentBus,

        @JsonPropertyDescription("the byte that fills frames, 0 to 255, or -1 for none")
        @JsonProperty(defaultValue = "0")
        Integer padding,

        @JsonPropertyDescription("megabytes of one recording at the most, 1 to 10000")
        @JsonProperty(defaultValue = "50")
        Integer recordingMb,

        @JsonPropertyDescription("megabytes of all recordings together at the most, 1 to 10000")
        @JsonProperty(defaultValue = "200")
        Integer recordingsMb) {
    public ObdSettings {
        protocol = protocol == null ? "auto" : protocol;
        try {
            Protocol.parse(protocol);
        } catch (Failure e) {
            throw InvalidArgumentException.of(e);
        }
        responseTimeoutMs = Range.orElse("response_timeout_ms", responseTimeoutMs, 500, 10, 30_000);
        quietTimeMs = Range.orElse("quiet_time_ms", quietTimeMs, 100, 5, 5_000);
        shareMs = Range.orElse("share_ms", shareMs, 5, 0, 1_000);
        minimumGapMs = Range.orElse("minimum_gap_ms", minimumGapMs, 0, 0, 10_000);
        silenceMs = Range.orElse("silence_ms", silenceMs, 750, 200, 3_600_000);
        silentBus = silentBus == null ? SilentBus.PROBE : silentBus;
        padding = Range.orElse("padding", padding, 0, -1, 255);
        recordingMb = Range.orElse("recording_mb", recordingMb, 50, 1, 10_000);
        recordingsMb = Range.orElse("recordings_mb", recordingsMb, 200, 1, 10_000);
    }
}
