package io.outrider.agent.telemetry.loggers;

import io.outrider.agent.runtime.Backoff;
import io.outrider.api.CommonErrors;
import io.outrider.api.ErrorCode;
import io.outrider.api.Failure;
import io.outrider.api.VehicleErrors;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Failure policy: retry, silence and recovery of loggers whose calls fail. Called under the schedule's lock. */
final class FailurePolicy {
    private static final Logger LOG = LoggerFactory.getLogger(FailurePolicy.class);

    /** Failures in a row after which the vehicle counts as not supporting it. */
    static final int UNSUPPORTED = 10;

    private static final long SECOND = 1_000_000_000L;
    private static final long LONGEST = 300 * SECOND;

    /** Limit of the backoff in intervals, so that the start of the engine is not missed. */
    private static final int TIMES = 30;

    /** Retries of a call by an event. */
    private static final int RETRIES = 3;

    private static final Set<ErrorCode> NOT_HERE = Set.of(CommonErrors.NO_SUCH_FUNCTION, CommonErrors.BAD_ARGUMENT);

    private static final Set<ErrorCode> NO_ANSWER = Set.of(VehicleErrors.NO_DATA, VehicleErrors.NEGATIVE_RESPONSE);

    private final LogLimit warnLog = new LogLimit(LOG::warn);
    private final LogLimit infoLog = new LogLimit(LOG::info);

    /** @param answeredAt time of the module's last successful call; null if there was none */
    void failed(LoggerState logger, Failure failure, Long answeredAt, long now) {
        if (failure.is(VehicleErrors.BUS_PAUSED)) { // the bus fell silent after the gate check
            logger.closeGate(failure.getMessage(), now);
            if (logger.interval() == 0) {
                logger.waitForGate(now);
            }
            return;
        }
        logger.mayShare = false;
        logger.fail(failure, now);
        boolean othersAnswer = answeredAt != null && answeredAt > logger.triedAt;
        if (failure.is(VehicleErrors.NOT_SUPPORTED) || NO_ANSWER.contains(failure.errorCode()) && othersAnswer) {
            logger.unsupported++;
        } else if (!NO_ANSWER.contains(failure.errorCode())) {
            logger.unsupported = 0;
        }
        logger.triedAt = now;
        if (NOT_HERE.contains(failure.errorCode()) || logger.isForbidden()) {
            logger.mode = LoggerState.Mode.STOPPED;
        } else if (failure.is(CommonErrors.NO_HARDWARE)) {
            retryHardware(logger, now);
        } else if (logger.unsupported >= UNSUPPORTED) {
            logger.mode = LoggerState.Mode.SILENCED;
        } else {
            retry(logger, now);
        }
        if (logger.failures == 1 || logger.unsupported == UNSUPPORTED) {
            log(logger, failure, now);
        }
    }

    /** A receiver or modem may start later than the agent, or be plugged in later. */
    private static void retryHardware(LoggerState logger, long now) {
        if (logger.interval() > 0) {
            logger.due = logger.nextAfter(now + LONGEST - 1);
        }
    }

    private static void retry(LoggerState logger, long now) {
        long interval = logger.interval();
        if (interval > 0) {
            long most = Math.max(interval, Math.min(LONGEST, Math.max(TIMES * SECOND, TIMES * interval)));
            logger.due = logger.nextAfter(now + Backoff.ceiling(interval, most, logger.failures - 1) - 1);
        } else if (logger.settings.timing() instanceof LoggerTiming.On && logger.tries <= RETRIES) {
            logger.due = now + Backoff.ceiling(5 * SECOND, LONGEST, logger.tries - 1);
        }
    }

    private void log(LoggerState logger, Failure failure, long now) {
        String then = switch (logger.mode) {
            case STOPPED -> "not tried again before a reload";
            case SILENCED -> "not tried again before the next drive";
            default -> "tried again later";
        };
        String fails = "logger " + logger.name() + " fails, " + then + ": " + failure.getMessage();
        if (logger.isForbidden()) {
            warnLog.log("logger " + logger.name() + " is not allowed, " + then + ": " + failure.getMessage(), now);
        } else if (logger.isMissing()) {
            LOG.debug("logger {} is absent: {}", logger.name(), failure.getMessage());
        } else if (failure.actor() == Failure.Actor.VEHICLE || failure.actor() == Failure.Actor.NETWORK) {
            infoLog.log(fails, now);
        } else {
            warnLog.log(fails, now);
        }
    }

    /** @return whether it had failed before */
    boolean succeeded(LoggerState logger, long now) {
        boolean failed = logger.failure != null;
        if (failed) {
            infoLog.log("logger " + logger.name() + " works again", now);
        }
        logger.succeed();
        logger.triedAt = now;
        return failed;
    }

    /** Rate limit of log lines about failing and recovering loggers. Not thread-safe. */
    static final class LogLimit {
        static final int MOST_PER_MINUTE = 20;
        private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

        private final Consumer<String> log;
        private long since;
        private int lines;

        LogLimit(Consumer<String> log) {
            this.log = log;
        }

        void log(String line, long now) {
            if (lines == 0 || now - since >= MINUTE) {
                if (lines > MOST_PER_MINUTE) {
                    log.accept("the log has left out " + (lines - MOST_PER_MINUTE) + " such lines about loggers");
                }
                since = now;
                lines = 0;
            }
            lines++;
            if (lines <= MOST_PER_MINUTE) {
                log.accept(line);
            } else if (lines == MOST_PER_MINUTE + 1) {
                log.accept(
                        "more loggers fail or work again, which the log does not name for a minute; outrider logger.list"
                                + " has them all");
            }
        }
    }
}
