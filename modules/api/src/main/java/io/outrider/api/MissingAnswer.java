package io.outrider.api;

import java.util.Objects;

/**
 * A control unit that was asked, and whose part of a result is not there.
 *
 * @param ecu the id that it answers with, such as {@code 7e9}; {@code others} for those that are not known
 * @param error why, for people
 * @param code why, for programs: {@code NO_DATA}, {@code NEGATIVE_RESPONSE}, {@code BROKEN_ANSWER},
 *     {@code SHORT_ANSWER}, {@code TOO_MANY_ANSWERS} or {@code TOO_MANY_CODES}
 */
public record MissingAnswer(String ecu, String error, String code) {
    public MissingAnswer {
        Objects.requireNonNull(ecu);
        Objects.requireNonNull(error);
        Objects.requireNonNull(code);
    }
}
