package io.outrider.agent.commands;

import io.outrider.api.ErrorCode;
import io.outrider.wire.Return;

/** Outcome of a job. */
sealed interface JobOutcome {
    default boolean isSuccess() {
        return !(this instanceof Returned returned) || returned.value().success();
    }

    /** The job ran, or failed before it ran because of its call, the owner's settings or a restart. */
    record Returned(Return value) implements JobOutcome {}

    /** The job did not run and may be sent again with another jid. */
    record Rejected(ErrorCode code, String message) implements JobOutcome {}
}
