package io.outrider.api;

import java.util.Objects;

/**
 * ECU that was queried and whose part of a result is missing.
 *
 * @param ecu its response id, such as {@code 7e9}; {@code others} for unknown ECUs
 * @param error reason for display
 * @param code reason for programs: {@code NO_DATA}, {@code NEGATIVE_RESPONSE}, {@code BROKEN_ANSWER},
 *     {@code SHORT_ANSWER}, {@code TOO_MANY_ANSWERS} or {@code TOO_MANY_CODES}
 */
public record MissingAnswer(String ecu, String error, String code) {
    public MissingAnswer {
        Objects.requireNonNull(ecu);
        Objects.requireNonNull(error);
        Objects.requireNonNull(code);
    }
}
