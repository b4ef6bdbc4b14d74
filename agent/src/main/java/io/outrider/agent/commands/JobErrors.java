package io.outrider.agent.commands;

import io.outrider.agent.runtime.errors.AgentErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.Failure.Actor;

/** Error codes of jobs, whoever sends them. */
public final class JobErrors {
    public static final ErrorCode EXPIRED = new ErrorCode(
            "EXPIRED",
            Actor.CALLER,
            "The command came or waited past its expiry and did not run.",
            "Send it again with a new jid; check the clocks.");

    public static final ErrorCode INVALID = new ErrorCode(
            "INVALID",
            Actor.CALLER,
            "The message is not a command, or is too long.",
            "Correct the command as docs/commands.md describes it.");

    public static final ErrorCode DENIED = new ErrorCode(
            "DENIED",
            Actor.OPERATOR,
            "The unit's owner does not allow this function.",
            "`[jobs] allow` and `deny` decide.");

    public static final ErrorCode NESTED = new ErrorCode(
            "NESTED",
            Actor.CALLER,
            "Functions call each other too deeply.",
            "Look for a function or logger that calls itself.");

    public static final ErrorCode TIME_LIMIT = new ErrorCode(
            "TIME_LIMIT",
            Actor.CALLER,
            "The job took longer than its time limit and was stopped.",
            "Ask for less, or raise the limit in `[jobs]`.");

    public static final ErrorCode CANCELLED = new ErrorCode(
            "CANCELLED", Actor.CALLER, "The job was cancelled.", "Send it again with a new jid if it is still wanted.");

    public static final ErrorCode STOPPED = new ErrorCode(
            "STOPPED",
            Actor.CALLER,
            "The agent was stopped during the job.",
            "Send it again with a new jid after the start.");

    public static final ErrorCode RESTARTED = new ErrorCode(
            "RESTARTED",
            Actor.AGENT,
            "The agent ended during the job; whether the function had effects is unknown.",
            "Look at the effects, then send it again with a new jid.");

    public static final ErrorCode INTERRUPTED = new ErrorCode(
            "INTERRUPTED", Actor.AGENT, "The thread of the job was interrupted.", "Send it again with a new jid.");

    public static final ErrorCode RESULT_TOO_LARGE = new ErrorCode(
            "RESULT_TOO_LARGE",
            Actor.CALLER,
            "The result is larger than a logger takes.",
            "Have the logger ask for less at a time.");

    private JobErrors() {}

    /** True if the settings forbid the call: [jobs] allow and deny, or [cmd]. */
    public static boolean isForbidden(Failure failure) {
        return failure.is(DENIED, AgentErrors.CMD_DISABLED);
    }
}
