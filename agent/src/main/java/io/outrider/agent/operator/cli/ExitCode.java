package io.outrider.agent.operator.cli;

import io.outrider.agent.commands.JobErrors;
import io.outrider.api.CommonErrors;
import io.outrider.api.Failure;

/** Exit codes of {@code outrider}. */
enum ExitCode {
    DONE(0, "done"),
    VEHICLE(1, "the vehicle or the network did not answer, or refused"),
    USAGE(2, "the command is wrong: unknown function, bad argument"),
    OPERATOR(3, "the unit has to be set up first: interface, setting, permission"),
    FAULT(4, "a fault in outrider itself"),
    PARTLY(5, "done, but something in it failed: a step of a state, a formula that was tried, a check of the doctor"),
    NOT_NOW(6, "not done or not to its end: the unit is busy, or the time limit was reached, or it was cancelled"),
    LOOK(7, "outrider doctor found nothing bad, but something to look at"),
    INTERRUPTED(130, "interrupted"),
    PIPE_CLOSED(141, "nobody reads the output any more, as with head");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    int code() {
        return code;
    }

    String meaning() {
        return meaning;
    }

    static ExitCode of(Failure failure) {
        if (failure.is(CommonErrors.BUSY, JobErrors.TIME_LIMIT, JobErrors.CANCELLED, JobErrors.STOPPED)) {
            return NOT_NOW;
        }
        return switch (failure.actor()) {
            case CALLER -> USAGE;
            case OPERATOR -> OPERATOR;
            case NETWORK, VEHICLE -> VEHICLE;
            case AGENT -> FAULT;
        };
    }
}
