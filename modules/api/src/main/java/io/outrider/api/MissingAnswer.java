package io.outrider.api;

import java.util.Objects;

/**
 * ECU that was queried and whose part of a result is missing.
 *
 * @param ecu its response id, such as {@code 7e9}; {@code others} for unknown ECUs
 * @param error reason for display
 * @param code reason for programs
 */
public record MissingAnswer(String ecu, String error, ErrorCode code) {
    public MissingAnswer {
        Objects.requireNonNull(ecu);
        Objects.requireNonNull(error);
        Objects.requireNonNull(code);
    }
}
