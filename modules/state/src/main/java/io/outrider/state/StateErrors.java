package io.outrider.state;

import io.outrider.api.ErrorCode;
import io.outrider.api.Failure.Actor;
import java.util.List;

/** Error codes of state runs. */
public final class StateErrors {
    public static final ErrorCode STATE_RUNNING = new ErrorCode(
            "STATE_RUNNING",
            Actor.CALLER,
            "Another state run is going on.",
            "Wait for its return, or end it with `saltutil.kill_job`.");

    public static final ErrorCode NO_SUCH_STATE = new ErrorCode(
            "NO_SUCH_STATE",
            Actor.CALLER,
            "No module has a state of this name.",
            "Take one of the names in the message.");

    public static final ErrorCode BAD_PLAN = new ErrorCode(
            "BAD_PLAN",
            Actor.AGENT,
            "The steps that a module plans for a state contradict each other; nothing was run.",
            "Report it with the message.");

    public static final List<ErrorCode> ALL = List.of(STATE_RUNNING, NO_SUCH_STATE, BAD_PLAN);

    private StateErrors() {}
}
