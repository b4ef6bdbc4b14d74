package io.outrider.agent.commands;

import io.outrider.wire.Return;

/** How a job ends. */
sealed interface JobOutcome {
    /** It was run, or would have been but for itself, the owner or a restart. */
    record Returned(Return value) implements JobOutcome {}

    /**
     * It was not run, and may be sent again with another jid.
     *
     * @param code for programs, in capitals
     * @param message a sentence that says what to do
     */
    record Rejected(String code, String message) implements JobOutcome {}
}
