package io.outrider.agent;

import io.outrider.agent.jobs.JobEvent;
import io.outrider.agent.jobs.Observer;
import io.outrider.agent.jobs.Return;
import io.outrider.agent.results.Result;
import io.outrider.agent.stream.Broadcast;
import io.outrider.agent.stream.Events;
import io.outrider.agent.stream.Records;
import java.util.Map;

/** Lets whoever listens to the unit's stream see the jobs, and as records what they have read. */
record Watchers(Broadcast broadcast, Events events, Records records, String unit) implements Observer {
    @Override
    public void at(JobEvent event) {
        if (broadcast.isHeard()) {
            broadcast.publish(events.of(event));
        }
    }

    @Override
    public void ended(Return answer) {
        if (!broadcast.isHeard()) {
            return;
        }
        broadcast.publish(events.of(answer, unit));
        if (answer.success()
                && answer.result().fits(Result.SENT)
                && answer.result().values() <= Result.MOST_VALUES_OF_RECORDS) {
            publishRecords(answer);
        }
    }

    /** One at a time, as the records of a result are many times larger than it is. */
    private synchronized void publishRecords(Return answer) {
        for (Map<String, Object> record : records.of(answer.fun(), answer.value())) {
            broadcast.publish(events.of(record));
        }
    }
}
