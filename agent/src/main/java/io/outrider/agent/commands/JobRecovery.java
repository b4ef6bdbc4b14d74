package io.outrider.agent.commands;

import io.outrider.api.Failure;
import io.outrider.api.IoReason;
import io.outrider.wire.Command;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Recovery from the journal: sends pending replies, runs accepted jobs, fails those that a restart interrupted. */
record JobRecovery(
        Function<Command, Job> jobs,
        CommandCodec codec,
        JobLifecycle lifecycle,
        JobExecutor executor,
        Journal journal,
        JournalWriter writer,
        ReplyOutbox outbox) {
    private static final Logger LOG = LoggerFactory.getLogger(JobRecovery.class);

    private static final String UNKNOWN =
            "the agent was restarted while the job ran; whether it finished is not known, look before you send it again";

    void recover() {
        journal.jobsAt(Journal.Stage.ENDED).forEach(outbox::resume);
        List<JournalEntry.Ended> interrupted = new ArrayList<>();
        List<Job> runnable = new ArrayList<>();
        journal.jobsAt(Journal.Stage.INVOKED).forEach(jid -> recover(jid, UNKNOWN, interrupted, runnable));
        for (String jid : journal.jobsAt(Journal.Stage.CLAIMED)) {
            boolean sameBoot = lifecycle.boot().equals(journal.boot(jid)); // else a power cut may have taken Invoked
            recover(jid, sameBoot ? null : UNKNOWN, interrupted, runnable);
        }
        journal.jobsAt(Journal.Stage.ACCEPTED).forEach(jid -> recover(jid, null, interrupted, runnable));
        writer.writeAndSend(interrupted);
        for (Job job : runnable) {
            lifecycle.received(job);
            executor.add(job);
        }
    }

    private void recover(String jid, String trouble, List<JournalEntry.Ended> interrupted, List<Job> runnable) {
        Job job;
        String why = trouble;
        try {
            JournalEntry.Accepted accepted = journal.accepted(jid);
            if (accepted == null) {
                throw new IOException("the entry is lost");
            }
            job = jobs.apply(codec.command(jid, accepted.command()));
            if (trouble == null) {
                why = obstacle(job, accepted);
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("job {}: command cannot be read from the journal: {}", jid, IoReason.of(e));
            job = jobs.apply(Command.now(jid, "?", List.of(), Map.of()));
            why = trouble == null ? "what was asked cannot be read any more; send it again with a new jid" : trouble;
        }
        if (why != null) {
            Failure failure = new Failure(JobErrors.RESTARTED, why);
            interrupted.add(end(job, new JobOutcome.Returned(lifecycle.failed(job, failure)), "restarted"));
        } else if (journal.isCancelled(jid)) {
            interrupted.add(end(job, lifecycle.cancelledEarly(job), "cancelled"));
        } else {
            runnable.add(job);
        }
    }

    private static String obstacle(Job job, JournalEntry.Accepted accepted) {
        if (job.command.fun().length() > CommandReader.LONGEST_NAME) { // accepted by an older version
            return "it did not run: the name of a function has at most " + CommandReader.LONGEST_NAME + " characters";
        }
        return accepted.complete()
                ? null
                : "interrupted by a restart before it ran, and what is secret in it is not kept; send it again with a new jid";
    }

    private JournalEntry.Ended end(Job job, JobOutcome outcome, String label) {
        lifecycle.complete(job, outcome, label, true);
        return lifecycle.ended(job, outcome);
    }
}
