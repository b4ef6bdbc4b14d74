package io.outrider.agent.commands;

import io.outrider.agent.runtime.publisher.PublishCallback;
import io.outrider.agent.runtime.publisher.Publisher;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells how far jobs are: the fleet, if the outlet takes it, and whoever watches on the unit. What these throw does not
 * reach the job. Any thread.
 */
final class JobEventPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(JobEventPublisher.class);

    private final ReplyEncoder answers;
    private final Publisher outlet;
    private final JobObserver observer;
    private final Clock clock;

    JobEventPublisher(ReplyEncoder answers, Publisher outlet, JobObserver observer, Clock clock) {
        this.answers = answers;
        this.outlet = outlet;
        this.observer = observer;
        this.clock = clock;
    }

    /** Of a logger's job nobody is told: there are too many, and what they read is told as records. */
    void announce(String jid, Origin origin, JobEvent.State state, JobEvent.Progress progress) {
        if (origin == Origin.LOGGER) {
            return;
        }
        JobEvent event = new JobEvent(jid, state, clock.instant(), progress);
        guarded(() -> observer.at(event));
        if (origin == Origin.FLEET) {
            publish(event);
        }
    }

    /** Tells only the fleet, which asked again. */
    void repeat(String jid, JobEvent.State state) {
        publish(new JobEvent(jid, state, clock.instant(), null));
    }

    private void publish(JobEvent event) {
        guarded(() -> {
            outlet.publish(
                    Reply.JOB,
                    answers.payload(event),
                    PublishCallback.UNREAD); // who was not there to hear it asks again
        });
    }

    void ended(Return value) {
        guarded(() -> observer.ended(value));
    }

    private static void guarded(Runnable told) {
        try {
            told.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a fault in what is told of jobs; please report it", e);
        }
    }
}
