package io.outrider.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;

/**
 * Line of {@code outrider doctor}.
 *
 * @param name subject in a word or two, such as {@code can0}
 * @param text what is so, without a full stop
 * @param remedy sentence on what to do; empty if nothing is
 */
public record CheckReport(
        String name,
        Verdict verdict,
        String text,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String remedy) {
    /** Verdict, in the order of severity. */
    public enum Verdict {
        @JsonProperty("ok")
        OK,
        /** Somebody should look at it; the unit does its work. */
        @JsonProperty("look")
        LOOK,
        /** The unit does not do all of its work. */
        @JsonProperty("bad")
        BAD
    }

    public CheckReport {
        Objects.requireNonNull(name);
        Objects.requireNonNull(verdict);
        Objects.requireNonNull(text);
        Objects.requireNonNull(remedy);
    }

    public static CheckReport ok(String name, String text) {
        return new CheckReport(name, Verdict.OK, text, "");
    }

    public static CheckReport look(String name, String text, String remedy) {
        return new CheckReport(name, Verdict.LOOK, text, remedy);
    }

    public static CheckReport bad(String name, String text, String remedy) {
        return new CheckReport(name, Verdict.BAD, text, remedy);
    }
}
