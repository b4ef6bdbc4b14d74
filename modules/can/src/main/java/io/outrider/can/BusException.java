package io.outrider.can;

import io.outrider.api.ErrorCode;
import java.io.IOException;

/** Failure to open or use a bus. The message is a sentence for the operator. */
public final class BusException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient ErrorCode code;

    public BusException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public BusException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public ErrorCode code() {
        return code;
    }
}
