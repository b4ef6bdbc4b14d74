package io.outrider.docker.apply;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Phase of a release as it is reported to the fleet. */
public enum ReleasePhase {
    RECEIVED,
    CHECKED,
    WAITING,
    PULLING,
    APPLYING,
    PROBATION,
    APPLIED,
    FAILED;

    @JsonValue
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
