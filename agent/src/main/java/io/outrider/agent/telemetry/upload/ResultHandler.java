package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.Backoff;
import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.agent.telemetry.upload.BatchAttempt.CompletedAttempt;
import io.outrider.api.Ticker;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handler of a sink's results: completes, retries or rejects the batch and sets the pause. Upload thread only.
 *
 * @param requiresReceiver else records without a subscriber count as delivered
 */
record ResultHandler(
        BatchScheduler scheduler,
        UploadBudget budget,
        UploadCounters counters,
        SinkStatus status,
        TimeSource time,
        Ticker ticker,
        Backoff backoff,
        BooleanSupplier requiresReceiver) {
    private static final Logger LOG = LoggerFactory.getLogger(ResultHandler.class);
    private static final Duration UNAUTHORISED_PAUSE = Duration.ofHours(1);
    private static final Duration NO_SUBSCRIBER_PAUSE = Duration.ofMinutes(15);
    private static final String NO_SUBSCRIBER = "nobody subscribes to this unit's topic telemetry at the broker";
    private static final String ADVICE =
            "; records are kept and tried again every 15 minutes: start what receives them,"
                    + " or set [upload] require_receiver = false if the broker passes them on without a subscription";
    private static final Duration REFUSED_PAUSE = Duration.ofMinutes(30);

    void handle(CompletedAttempt completed) {
        BatchAttempt attempt = completed.attempt();
        SinkResult result = completed.result();
        counters.bytes.add(completed.bytes());
        budget.add(completed.sink(), completed.bytes());
        if (result instanceof SinkResult.Delivered) {
            scheduler.accepted(attempt);
            backoff.reset();
            status.accepted(time.now().instant());
        } else if (result instanceof SinkResult.NoSubscribers) {
            noSubscribers(attempt);
        } else if (result instanceof SinkResult.Retry retry) {
            scheduler.transientFailure(attempt, retry.why(), false);
            long delay = retry.delay() == null ? 0 : retry.delay().toNanos();
            pause(retry.why(), Math.max(delay, backoff.next().toNanos()), false);
        } else if (result instanceof SinkResult.Dropped dropped) {
            scheduler.transientFailure(attempt, dropped.why(), true);
            pause(dropped.why(), backoff.next().toNanos(), false);
        } else if (result instanceof SinkResult.TooLarge large) {
            rejected(large.why(), scheduler.tooLarge(attempt));
        } else if (result instanceof SinkResult.Refused refused) {
            rejected(refused.why(), scheduler.refused(attempt));
        } else if (result instanceof SinkResult.Unauthorised unauthorised) {
            scheduler.returned(attempt);
            scheduler.returnAll();
            LOG.error("the upload is not authorised ({}); next try in 1 h", unauthorised.why());
            pause("not authorised: " + unauthorised.why(), UNAUTHORISED_PAUSE.toNanos(), true);
        }
    }

    private void noSubscribers(BatchAttempt attempt) {
        counters.withoutSubscribers.add(attempt.batch.records().size());
        if (requiresReceiver.getAsBoolean()) {
            scheduler.transientFailure(attempt, NO_SUBSCRIBER, false);
            pause(NO_SUBSCRIBER + ADVICE, NO_SUBSCRIBER_PAUSE.toNanos(), true);
        } else {
            scheduler.accepted(attempt);
            backoff.reset();
            status.acceptedWithoutSubscribers(time.now().instant());
        }
    }

    private void rejected(String why, boolean refusesAll) {
        status.failed(why);
        if (refusesAll) {
            LOG.error("every record is refused ({}); records are kept, next try in 30 min", why);
            pause("every record is refused: " + why, REFUSED_PAUSE.toNanos(), true);
        }
    }

    private void pause(String why, long nanos, boolean lasts) {
        status.pause(why, ticker.nanos() + nanos, lasts);
    }
}
