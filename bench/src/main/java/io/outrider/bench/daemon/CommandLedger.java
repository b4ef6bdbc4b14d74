package io.outrider.bench.daemon;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ledger of sent commands, of which each must get exactly one answer: a return or a rejection. Any thread. */
public final class CommandLedger {
    private final Map<String, Integer> answers = new LinkedHashMap<>(); // guarded by this, like the rest
    private int unanswered;
    private int returned;
    private int rejected;
    private int unknown;

    /** Enters a command before it is sent. */
    public synchronized void sent(String jid) {
        if (answers.putIfAbsent(jid, 0) == null) {
            unanswered++;
        }
    }

    public synchronized void returned(String jid) {
        returned += answered(jid) ? 1 : 0;
    }

    public synchronized void rejected(String jid) {
        rejected += answered(jid) ? 1 : 0;
    }

    private boolean answered(String jid) {
        Integer count = answers.computeIfPresent(jid, (same, before) -> before + 1);
        if (count == null) {
            unknown++;
        } else if (count == 1 && --unanswered == 0) {
            notifyAll();
        }
        return count != null;
    }

    public synchronized int sent() {
        return answers.size();
    }

    public synchronized int returned() {
        return returned;
    }

    public synchronized int rejected() {
        return rejected;
    }

    public synchronized int unanswered() {
        return unanswered;
    }

    public synchronized long twice() {
        return answers.values().stream().filter(each -> each > 1).count();
    }

    /** Waits until every command has an answer; false if some have none after this time. */
    public synchronized boolean await(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        for (long left = nanos; unanswered > 0 && left > 0; left = deadline - System.nanoTime()) {
            wait(left / 1_000_000 + 1);
        }
        return unanswered == 0;
    }

    /** True if each command has one return, and there are no other answers. */
    public synchronized boolean isExact() {
        return unanswered == 0 && twice() == 0 && rejected == 0 && unknown == 0;
    }

    /** Such as {@code 1000 commands: 0 without a return, 0 with several, 0 rejected, 0 unknown}. */
    public synchronized String text() {
        return "%d commands: %d without a return, %d with several, %d rejected, %d unknown"
                .formatted(sent(), unanswered, twice(), rejected, unknown);
    }

    /** Commands without exactly one answer; empty if there are none. Answers to unknown commands are ignored. */
    public synchronized List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (unanswered > 0) {
            complaints.add(unanswered + " of " + sent() + " commands were neither answered nor rejected, such as "
                    + example(0, 0));
        }
        if (twice() > 0) {
            complaints.add(twice() + " of " + sent() + " commands were answered more than once, such as "
                    + example(2, Integer.MAX_VALUE));
        }
        return complaints;
    }

    private String example(int least, int most) {
        return answers.entrySet().stream()
                .filter(each -> each.getValue() >= least && each.getValue() <= most)
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse("none");
    }
}
