package io.outrider.agent.telemetry.upload;

import io.outrider.agent.runtime.clock.TimeSource;
import io.outrider.api.Ticker;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what a verdict asks for: with the batch, and with how long nothing is sent. The upload's thread only. */
final class ResultHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ResultHandler.class);
    private static final Duration UNAUTHORISED = Duration.ofHours(1);
    private static final Duration UNHEARD = Duration.ofMinutes(15);
    private static final String NOBODY = "nobody subscribes to this unit's topic telemetry at the broker";
    private static final String KEPT = "; records are kept and tried again every 15 minutes: start what receives them,"
            + " or set [upload] require_receiver = false if the broker passes them on without a subscription";
    private static final Duration REFUSES_ALL = Duration.ofMinutes(30);

    private final BatchScheduler desk;
    private final UploadBudget budget;
    private final UploadCounters tally;
    private final SinkStatus standing;
    private final TimeSource timeline;
    private final Ticker ticker;
    private final RetryBackoff pause;
    private volatile boolean requiresReceiver; // else what nobody subscribes to counts as delivered

    ResultHandler(
            BatchScheduler desk,
            UploadBudget budget,
            UploadCounters tally,
            SinkStatus standing,
            TimeSource timeline,
            Ticker ticker,
            RetryBackoff pause,
            UploadSettings settings) {
        configure(settings);
        this.desk = desk;
        this.budget = budget;
        this.tally = tally;
        this.standing = standing;
        this.timeline = timeline;
        this.ticker = ticker;
        this.pause = pause;
    }

    final void configure(UploadSettings settings) {
        requiresReceiver = settings.requireReceiver();
    }

    void take(CompletedAttempt answered) {
        BatchAttempt flight = answered.flight();
        SinkResult verdict = answered.verdict();
        tally.bytes.add(answered.bytes());
        budget.add(answered.sink(), answered.bytes());
        if (verdict instanceof SinkResult.Accepted) {
            desk.accepted(flight);
            pause.reset();
            standing.accepted(timeline.now().instant());
        } else if (verdict instanceof SinkResult.Unheard) {
            unheard(flight);
        } else if (verdict instanceof SinkResult.Later later) {
            desk.later(flight, later.why(), false);
            long delay = later.delay() == null ? 0 : later.delay().toNanos();
            stop(later.why(), Math.max(delay, pause.next()), false);
        } else if (verdict instanceof SinkResult.Dropped dropped) {
            desk.later(flight, dropped.why(), true);
            stop(dropped.why(), pause.next(), false);
        } else if (verdict instanceof SinkResult.TooLarge large) {
            standing.trouble(large.why());
            if (desk.tooLarge(flight)) {
                refusesAll(large.why());
            }
        } else if (verdict instanceof SinkResult.Refused refused) {
            standing.trouble(refused.why());
            if (desk.refused(flight)) {
                refusesAll(refused.why());
            }
        } else if (verdict instanceof SinkResult.Unauthorised unauthorised) {
            desk.returned(flight);
            desk.giveBack();
            LOG.error("the upload is not authorised ({}); it is tried again every hour", unauthorised.why());
            stop("not authorised: " + unauthorised.why(), UNAUTHORISED.toNanos(), true);
        }
    }

    private void unheard(BatchAttempt flight) {
        tally.unheard.add(flight.batch.records().size());
        if (requiresReceiver) {
            desk.later(flight, NOBODY, false);
            stop(NOBODY + KEPT, UNHEARD.toNanos(), true);
        } else {
            desk.accepted(flight);
            pause.reset();
            standing.unheard(timeline.now().instant());
        }
    }

    private void refusesAll(String why) {
        LOG.error("every record is refused ({}); they are kept, and tried again in half an hour", why);
        stop("every record is refused: " + why, REFUSES_ALL.toNanos(), true);
    }

    private void stop(String why, long nanos, boolean lasts) {
        standing.pause(why, ticker.nanos() + nanos, lasts);
    }
}
