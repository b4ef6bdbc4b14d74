package io.outrider.api;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.Serializable;
import java.util.Objects;

/**
 * Error code of the registry, listed in {@code docs/errors.md}. Programs act on the name; it never changes.
 *
 * @param name in capitals, such as {@code NO_DATA}; unique among all modules
 * @param actor who usually has to act; a single failure may name another
 * @param meaning sentence on what has happened
 * @param action sentence on what to do
 */
public record ErrorCode(@JsonValue String name, Failure.Actor actor, String meaning, String action)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public ErrorCode {
        Objects.requireNonNull(name);
        Objects.requireNonNull(actor);
        Objects.requireNonNull(meaning);
        Objects.requireNonNull(action);
    }

    /** By name only, as a code that another process reports has no texts. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ErrorCode code && code.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
