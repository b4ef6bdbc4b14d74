package io.outrider.agent.runtime.storage;

import java.io.IOException;

/** What is there was read and is wrong, or is not there any more: no use to try again. */
public final class CorruptRecordException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param why may be null */
    public CorruptRecordException(String message, Throwable why) {
        super(message, why);
    }
}
