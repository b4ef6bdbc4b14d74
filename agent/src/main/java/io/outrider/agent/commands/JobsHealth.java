package io.outrider.agent.commands;

import io.outrider.api.Health;
import io.outrider.api.Metric;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Health of the job service: facts, metrics, and problems for the operator. Thread-safe. */
record JobsHealth(
        JobExecutor executor,
        Journal journal,
        JournalWriter writer,
        ReplyOutbox outbox,
        JobCounters counters,
        Path folder,
        Instant opened) {

    Health now() {
        List<Job> abandoned = executor.abandoned();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("running", executor.running());
        facts.put("waiting", executor.waiting());
        facts.put("abandoned", abandoned.size());
        facts.put("unsent", outbox.unsent());
        List<Metric> metrics = new ArrayList<>(counters.metrics());
        metrics.add(Metric.gauge("jobs_running", "Jobs that run now", executor.running()));
        metrics.add(Metric.gauge("jobs_waiting", "Jobs that wait for a place", executor.waiting()));
        metrics.add(
                Metric.gauge("jobs_abandoned", "Threads of jobs that were told to end and have not", abandoned.size()));
        metrics.add(Metric.gauge("jobs_unsent_returns", "Answers that the broker does not have yet", outbox.unsent()));
        metrics.add(Metric.gauge(
                "jobs_unheard_returns",
                "Answers that the broker took while nobody subscribed to them, and that are sent again",
                outbox.unheard()));
        metrics.add(Metric.counter(
                "jobs_given_up_returns_total",
                "Answers that are not sent any more, as the broker did not take them or nobody subscribed to them",
                outbox.abandoned()));
        metrics.add(Metric.gauge("jobs_journal_bytes", "Size of the journal of jobs on disk", journal.bytes()));
        metrics.add(Metric.counter(
                "jobs_journal_damaged_total",
                "Places in the journal that could not be read when it was opened",
                journal.damaged()));
        return new Health(facts, metrics, problems(abandoned));
    }

    private List<String> problems(List<Job> abandoned) {
        List<String> problems = new ArrayList<>();
        String writeError = writer.writeError();
        if (writeError != null) {
            problems.add("The journal of jobs cannot be written (" + writeError
                    + "), and commands of the fleet are rejected;" + " free space in " + folder
                    + ", or make it writable.");
        }
        if (outbox.unheard() > 0) {
            problems.add(
                    "Nobody subscribes to the answers of " + outbox.unheard() + " commands at the broker; they are"
                            + " kept and sent as soon as somebody does: start what receives this unit's topics return and job.");
        }
        for (Job job : abandoned) {
            problems.add("Job " + job.jid() + " (" + job.name()
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
