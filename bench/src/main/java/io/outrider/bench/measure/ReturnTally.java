package io.outrider.bench.measure;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Tally of the returns of many commands, of which each must get exactly one. Any thread. */
final class ReturnTally {
    private final Map<String, Integer> returns = new LinkedHashMap<>(); // all guarded by this
    private final Set<String> strangers = new TreeSet<>();
    private final Set<String> rejected = new TreeSet<>();
    private int missing;

    ReturnTally(Collection<String> jids) {
        jids.forEach(jid -> returns.put(jid, 0));
        missing = returns.size();
    }

    synchronized void returned(String jid) {
        Integer before = returns.computeIfPresent(jid, (same, count) -> count + 1);
        if (before == null) {
            strangers.add(jid);
        } else if (before == 1 && --missing == 0) {
            notifyAll();
        }
    }

    synchronized void rejected(String jid) {
        rejected.add(jid);
    }

    /** Waits until every command has a return; false if some have none after so long. */
    synchronized boolean await(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        for (long left = nanos; missing > 0 && left > 0; left = deadline - System.nanoTime()) {
            wait(left / 1_000_000 + 1);
        }
        return missing == 0;
    }

    synchronized boolean isExact() {
        return missing == 0 && doubled().isEmpty() && strangers.isEmpty() && rejected.isEmpty();
    }

    private List<String> doubled() {
        return returns.entrySet().stream()
                .filter(each -> each.getValue() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** {@code 1000 commands: 0 without a return, 0 with several, 0 rejected, 0 unknown}. */
    synchronized String text() {
        return returns.size() + " commands: " + missing + " without a return, "
                + doubled().size() + " with several, " + rejected.size() + " rejected, " + strangers.size()
                + " unknown";
    }
}
