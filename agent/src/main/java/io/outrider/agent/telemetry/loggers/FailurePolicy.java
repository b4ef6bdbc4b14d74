package io.outrider.agent.telemetry.loggers;

import io.outrider.api.Failure;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What becomes of a task whose call failed, and when it is well again. For one who holds the schedule. */
final class FailurePolicy {
    private static final Logger LOG = LoggerFactory.getLogger(FailurePolicy.class);

    /** In a row: the vehicle does not have it. */
    static final int UNSUPPORTED = 10;

    private static final long SECOND = 1_000_000_000L;
    private static final long LONGEST = 300 * SECOND;

    /** So often the shortest interval fits into the longest wait, so that the start of the engine is not missed. */
    private static final int TIMES = 30;

    /** A logger that an event calls is tried so often again, for each event. */
    private static final int RETRIES = 3;

    private static final Set<String> NOT_HERE = Set.of("NO_SUCH_FUNCTION", "BAD_ARGUMENT");

    /** A receiver or modem may be slower at the start of the machine than the agent, or be plugged in later. */
    private static final String NO_HARDWARE = "NO_HARDWARE";

    private static final Set<String> NO_ANSWER = Set.of("NO_DATA", "NEGATIVE_RESPONSE");

    private final LoggerLogLimit warnings = new LoggerLogLimit(LOG::warn);
    private final LoggerLogLimit notes = new LoggerLogLimit(LOG::info);

    /**
     * @param answeredAt when a call to the same module last went well
     * @param now when the call ended
     */
    void failed(LoggerState task, Failure failure, long answeredAt, long now) {
        task.proven = false;
        if (failure.code().equals("BUS_PAUSED")) { // the bus fell silent after the gate was asked
            task.gate(failure.getMessage(), now);
            task.gatedSince = true;
            if (task.interval() == 0) {
                LoggerSchedule.waitForGate(task, now);
            }
            return;
        }
        task.failed++;
        boolean isNew = task.failures == 0;
        task.failures++;
        task.tries++;
        task.failure = failure;
        if (isNew) {
            task.failingSince = now;
        }
        boolean othersAnswer = answeredAt != Long.MIN_VALUE && answeredAt > task.triedAt;
        if (failure.code().equals("NOT_SUPPORTED") || NO_ANSWER.contains(failure.code()) && othersAnswer) {
            task.unsupported++;
        } else if (!NO_ANSWER.contains(failure.code())) {
            task.unsupported = 0;
        }
        task.triedAt = now;
        task.gatedSince = false;
        if (NOT_HERE.contains(failure.code()) || task.isForbidden()) {
            task.silence = LoggerState.Silence.RELOAD;
        } else if (failure.code().equals(NO_HARDWARE)) {
            lookAgain(task, now);
        } else if (task.unsupported >= UNSUPPORTED) {
            task.silence = LoggerState.Silence.DRIVE;
        } else {
            retry(task, now);
        }
        if (isNew || task.unsupported == UNSUPPORTED) {
            tell(task, failure, now);
        }
    }

    private static void lookAgain(LoggerState task, long now) {
        if (task.interval() > 0) {
            task.due = task.after(now + LONGEST - 1);
        }
    }

    private static void retry(LoggerState task, long now) {
        long interval = task.interval();
        if (interval > 0) {
            long most = Math.max(interval, Math.min(LONGEST, Math.max(TIMES * SECOND, TIMES * interval)));
            task.due = task.after(now + wait(interval, task.failures, most) - 1);
        } else if (task.settings.timing() instanceof LoggerTiming.On && task.tries <= RETRIES) {
            task.due = now + wait(5 * SECOND, task.tries, LONGEST);
        }
    }

    private static long wait(long base, int failures, long most) {
        int doubled = Math.min(failures - 1, 40);
        return base > most >> doubled ? most : base << doubled;
    }

    private void tell(LoggerState task, Failure failure, long now) {
        String then = task.silence == LoggerState.Silence.RELOAD
                ? "not tried again before a reload"
                : task.silence == LoggerState.Silence.DRIVE
                        ? "not tried again before the next drive"
                        : "tried again later";
        String fails = "logger " + task.name() + " fails, " + then + ": " + failure.getMessage();
        if (task.isForbidden()) {
            warnings.line("logger " + task.name() + " is not allowed, " + then + ": " + failure.getMessage(), now);
        } else if (task.isMissing()) {
            LOG.debug("logger {} is absent: {}", task.name(), failure.getMessage());
        } else if (failure.actor() == Failure.Actor.VEHICLE || failure.actor() == Failure.Actor.NETWORK) {
            notes.line(fails, now);
        } else {
            warnings.line(fails, now);
        }
    }

    /** @return whether it had failed before */
    boolean succeeded(LoggerState task, long now) {
        boolean failed = task.failure != null;
        if (failed) {
            notes.line("logger " + task.name() + " works again", now);
        }
        task.failures = 0;
        task.unsupported = 0;
        task.failure = null;
        task.silence = LoggerState.Silence.NONE;
        task.proven = true;
        task.triedAt = now;
        return failed;
    }
}
