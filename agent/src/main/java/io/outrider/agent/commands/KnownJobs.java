package io.outrider.agent.commands;

import io.outrider.wire.JobEvent;

/** Jobs with a known jid, whose commands are not run again; repeats their reply or state. Thread-safe. */
record KnownJobs(Journal journal, JobExecutor executor, ReplyOutbox outbox, JobEventPublisher events) {
    boolean contains(String jid) {
        return journal.stage(jid) != null || executor.job(jid) != null || outbox.unwritten(jid) != null;
    }

    /** Sends the reply of a job that has ended, or the state of another one. */
    void repeat(String jid) {
        Journal.Stage stage = journal.stage(jid);
        Job job = executor.job(jid);
        if (stage == Journal.Stage.ENDED || stage == Journal.Stage.SENT) {
            outbox.sendDirect(jid);
        } else if (outbox.unwritten(jid) != null) {
            outbox.sendUnwritten(jid);
        } else if (job != null) {
            boolean waits = executor.state(job) == Job.JobState.WAITING;
            events.repeat(jid, waits ? JobEvent.EventState.RECEIVED : JobEvent.EventState.RUNNING);
        }
    }
}
