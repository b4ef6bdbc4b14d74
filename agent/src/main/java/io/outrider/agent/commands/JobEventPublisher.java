package io.outrider.agent.commands;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.api.FaultText;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publisher of job events to the fleet and the observer, whose exceptions do not reach the job. Thread-safe. */
record JobEventPublisher(ReplyEncoder encoder, Publisher publisher, JobObserver observer, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(JobEventPublisher.class);

    /** Jobs of loggers are not announced: they are frequent, and their results are published as records. */
    void announce(String jid, Origin origin, JobEvent.EventState state, JobEvent.Progress progress) {
        if (origin == Origin.LOGGER) {
            return;
        }
        JobEvent event = new JobEvent(jid, state, clock.instant(), progress);
        guarded(() -> observer.at(event));
        if (origin == Origin.FLEET) {
            publish(event);
        }
    }

    void repeat(String jid, JobEvent.EventState state) {
        publish(new JobEvent(jid, state, clock.instant(), null));
    }

    private void publish(JobEvent event) {
        guarded(() -> {
            publisher.publish(
                    Reply.JOB,
                    encoder.payload(event),
                    PublishCallback.UNREAD); // a sender that missed it sends the command again
        });
    }

    void ended(Return value) {
        guarded(() -> observer.ended(value));
    }

    private static void guarded(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            LOG.error("job event listener failed" + FaultText.LOG_SUFFIX, e);
        }
    }
}
