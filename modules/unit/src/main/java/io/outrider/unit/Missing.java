package io.outrider.unit;

import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;

/** Failures of absent hardware. */
public final class Missing {
    private Missing() {}

    /** @param sentence the missing hardware, and what to connect or set */
    public static Failure hardware(String sentence) {
        return new Failure(CommonErrors.NO_HARDWARE, sentence);
    }
}
