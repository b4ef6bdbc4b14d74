package io.outrider.agent.commands;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Health of the jobs: facts, metrics, and problems that a person has to mend. Any thread. */
final class JobsHealth {
    private final JobExecutor workbench;
    private final Journal journal;
    private final JournalWriter keeper;
    private final ReplyOutbox sender;
    private final AbandonedReplies givenUp;
    private final JobCounters counts;
    private final Path folder;
    private final Instant opened;

    /** @param opened when the journal was opened */
    JobsHealth(
            JobExecutor workbench,
            Journal journal,
            JournalWriter keeper,
            ReplyOutbox sender,
            AbandonedReplies givenUp,
            JobCounters counts,
            Path folder,
            Instant opened) {
        this.workbench = workbench;
        this.journal = journal;
        this.keeper = keeper;
        this.sender = sender;
        this.givenUp = givenUp;
        this.counts = counts;
        this.folder = folder;
        this.opened = opened;
    }

    Health now() {
        List<Job> hanging = workbench.abandoned();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("running", workbench.running());
        facts.put("waiting", workbench.waiting());
        facts.put("abandoned", hanging.size());
        facts.put("unsent", sender.unsent());
        List<Metric> metrics = new ArrayList<>(counts.metrics());
        metrics.add(Metric.gauge("jobs_running", "Jobs that run now", workbench.running()));
        metrics.add(Metric.gauge("jobs_waiting", "Jobs that wait for a place", workbench.waiting()));
        metrics.add(
                Metric.gauge("jobs_abandoned", "Threads of jobs that were told to end and have not", hanging.size()));
        metrics.add(Metric.gauge("jobs_unsent_returns", "Answers that the broker does not have yet", sender.unsent()));
        metrics.add(Metric.gauge(
                "jobs_unheard_returns",
                "Answers that the broker took while nobody subscribed to them, and that are sent again",
                sender.unheard()));
        metrics.add(Metric.counter(
                "jobs_given_up_returns_total",
                "Answers that are not sent any more, as the broker did not take them or nobody subscribed to them",
                givenUp.count()));
        metrics.add(Metric.gauge("jobs_journal_bytes", "Size of the journal of jobs on disk", journal.bytes()));
        metrics.add(Metric.counter(
                "jobs_journal_damaged_total",
                "Places in the journal that could not be read when it was opened",
                journal.damaged()));
        return new Health(facts, metrics, problems(hanging));
    }

    private List<String> problems(List<Job> hanging) {
        List<String> problems = new ArrayList<>();
        String trouble = keeper.trouble();
        if (trouble != null) {
            problems.add(
                    "The journal of jobs cannot be written (" + trouble + "), and commands of the fleet are rejected;"
                            + " free space in " + folder + ", or make it writable.");
        }
        if (sender.unheard() > 0) {
            problems.add(
                    "Nobody subscribes to the answers of " + sender.unheard() + " commands at the broker; they are"
                            + " kept and sent as soon as somebody does: start what receives this unit's topics return and job.");
        }
        for (Job job : hanging) {
            problems.add("Job " + job.jid() + " (" + LogText.name(job.command.fun())
                    + ") hangs although it was told to end; restart outrider when it suits.");
        }
        if (journal.damaged() > 0) {
            problems.add(damage());
        }
        if (journal.watermarkTrouble().sentence() != null) {
            problems.add(journal.watermarkTrouble().sentence());
        }
        return problems;
    }

    /** Sentence on the damage that was found when the journal was opened. */
    String damage() {
        List<String> files =
                journal.damages().stream().map(each -> each.toString()).toList();
        String which = files.isEmpty() ? "" : " (" + String.join("; ", files) + ")";
        return "The journal of jobs was damaged when it was opened, in " + journal.damaged() + " places" + which
                + ": commands delivered before " + opened
                + " may be run again or stay unanswered; check the disk under "
                + folder + ".";
    }
}
