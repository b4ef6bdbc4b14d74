package io.outrider.agent.commands;

import io.outrider.agent.runtime.publisher.InboundMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Actions that result from commands delivered together. One thread. */
final class CommandBatch {
    final List<JournalEntry> entries = new ArrayList<>();
    final List<Job> jobs = new ArrayList<>();
    final List<String> refused = new ArrayList<>();
    final Set<String> cancels = new LinkedHashSet<>();
    final List<InboundMessage> cancelMessages = new ArrayList<>();
    final List<JournalEntry.Ended> unwritten = new ArrayList<>();
    final List<String> repeats = new ArrayList<>();
    final Admission admission;
    final Set<String> jids = new HashSet<>();

    CommandBatch(Admission admission) {
        this.admission = admission;
    }

    void accept(Job job, JournalEntry.Accepted entry) {
        entries.add(entry);
        jobs.add(job);
        admission.add(job);
    }

    Job remove(String jid) {
        for (Job job : jobs) {
            if (job.jid().equals(jid)) {
                jobs.remove(job);
                admission.remove(job);
                entries.removeIf(entry -> entry.jid().equals(jid));
                return job;
            }
        }
        return null;
    }

    boolean isRefused(String jid) {
        return refused.contains(jid)
                || unwritten.stream().anyMatch(each -> each.jid().equals(jid));
    }

    int replies() {
        return refused.size() + unwritten.size() + repeats.size();
    }
}
