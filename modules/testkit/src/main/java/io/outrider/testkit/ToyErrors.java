package io.outrider.testkit;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes of the toy modules. */
public final class ToyErrors {
    public static final ErrorCode TOY_BROKEN =
            new ErrorCode("TOY_BROKEN", Actor.OPERATOR, "The toy is broken on purpose.", "Do nothing.");

    public static final ErrorCode BAD_WIRED =
            new ErrorCode("BAD_WIRED", Actor.CALLER, "The desired document has a wrong member.", "Correct the member.");

    public static final List<ErrorCode> ALL = List.of(TOY_BROKEN, BAD_WIRED);

    private ToyErrors() {}
}
