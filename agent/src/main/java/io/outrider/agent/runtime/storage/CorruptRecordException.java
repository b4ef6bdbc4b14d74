package io.outrider.agent.runtime.storage;

import java.io.IOException;

/** Corrupt or deleted record: a retry is of no use. */
public final class CorruptRecordException extends IOException {
    private static final long serialVersionUID = 1;

    public CorruptRecordException(String message, Throwable cause) {
        super(message, cause);
    }
}
