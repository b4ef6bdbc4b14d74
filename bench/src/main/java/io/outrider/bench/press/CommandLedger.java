package io.outrider.bench.press;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Ledger of commands: which were sent, and how often each was answered with a return or rejected. Any thread. */
final class CommandLedger {
    private final Map<String, Integer> answers = new ConcurrentHashMap<>();
    private final AtomicInteger returned = new AtomicInteger();
    private final AtomicInteger rejected = new AtomicInteger();

    /** Before it is sent. */
    void sent(String jid) {
        answers.put(jid, 0);
    }

    void returned(String jid) {
        answered(jid, returned);
    }

    void rejected(String jid) {
        answered(jid, rejected);
    }

    /** Those of others are of no interest. */
    private void answered(String jid, AtomicInteger kind) {
        Integer times = answers.computeIfPresent(jid, (same, before) -> before + 1);
        if (times != null) {
            kind.incrementAndGet();
        }
    }

    int sent() {
        return answers.size();
    }

    int returned() {
        return returned.get();
    }

    int rejected() {
        return rejected.get();
    }

    /** Those that have no answer, as long as none has two. */
    int waiting() {
        return Math.max(0, sent() - returned() - rejected());
    }

    long unanswered() {
        return answers.values().stream().filter(each -> each == 0).count();
    }

    long twice() {
        return answers.values().stream().filter(each -> each > 1).count();
    }

    /** What is wrong when all answers had time to come; nothing if each command was answered exactly once. */
    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        if (unanswered() > 0) {
            complaints.add(unanswered() + " of " + sent() + " commands were neither answered nor rejected, such as "
                    + such(0));
        }
        if (twice() > 0) {
            complaints.add(twice() + " of " + sent() + " commands were answered more than once, such as " + such(2));
        }
        return complaints;
    }

    private String such(int least) {
        return answers.entrySet().stream()
                .filter(each -> least == 0 ? each.getValue() == 0 : each.getValue() >= least)
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse("none");
    }
}
