package io.outrider.unit;

import io.outrider.api.Failure;

/** How a function says that the hardware is not there. */
public final class Missing {
    private Missing() {}

    /** @param sentence what is missing, and what to connect or set */
    public static Failure hardware(String sentence) {
        return new Failure(Failure.Actor.OPERATOR, "NO_HARDWARE", sentence);
    }
}
