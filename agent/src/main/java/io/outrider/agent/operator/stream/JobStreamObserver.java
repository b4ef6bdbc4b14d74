package io.outrider.agent.operator.stream;

import io.outrider.agent.commands.JobObserver;
import io.outrider.agent.telemetry.record.ResultRecords;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.util.Map;

/** Job observer that publishes job events and result records to the unit's event stream. */
public record JobStreamObserver(EventBroadcast broadcast, ResultRecords records, String unit) implements JobObserver {
    @Override
    public void at(JobEvent event) {
        if (broadcast.hasSubscribers()) {
            broadcast.publish(StreamEvent.of(event));
        }
    }

    @Override
    public void ended(Return answer) {
        if (!broadcast.hasSubscribers()) {
            return;
        }
        broadcast.publish(StreamEvent.of(answer, unit));
        if (answer.success()
                && answer.result().fits(Result.SENT)
                && answer.result().values() <= Result.MAX_VALUES_OF_RECORDS) {
            publishRecords(answer);
        }
    }

    /** One at a time, as the records of a result take many times its memory. */
    private synchronized void publishRecords(Return answer) {
        for (Map<String, Object> record : records.of(answer.fun(), answer.value())) {
            broadcast.publish(StreamEvent.of(record));
        }
    }
}
