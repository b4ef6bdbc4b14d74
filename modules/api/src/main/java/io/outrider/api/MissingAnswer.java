package io.outrider.api;

import java.util.Objects;

/**
 * A control unit that was asked, and whose part of a result is not there.
 *
 * @param ecu the id that it answers with, such as {@code 7e9}
 * @param error why, for people
 * @param code why, for programs: {@code NO_DATA}, {@code NEGATIVE_RESPONSE} or {@code BROKEN_ANSWER}
 */
public record MissingAnswer(String ecu, String error, String code) {
    public MissingAnswer {
        Objects.requireNonNull(ecu);
        Objects.requireNonNull(error);
        Objects.requireNonNull(code);
    }
}
