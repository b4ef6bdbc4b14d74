package io.outrider.service.commands;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Requests of callbacks that an instance sends, by account, and by account and share of its hosts. Shares whose last request had no
 * answer get half of their account's threads, so that receivers that are silent do not hold up the others. Any thread.
 */
final class SendingShares {
    private static final int MOST_PER_SHARE = 4;
    private static final int MOST_PER_ACCOUNT = CallbackWorker.THREADS / 2;
    private static final int MOST_OF_SILENT = MOST_PER_ACCOUNT / 2;

    /** Shares that are remembered as silent, of all accounts. */
    private static final int MOST_REMEMBERED = 2_000;

    private final Map<String, Integer> sending = new HashMap<>();
    private final Set<String> silent = new HashSet<>();

    synchronized SendingShares copy() {
        SendingShares copy = new SendingShares();
        copy.sending.putAll(sending);
        copy.silent.addAll(silent);
        return copy;
    }

    private static String key(long account, String share) {
        return account + " " + share;
    }

    private static String account(String key) {
        return key.split(" ")[0];
    }

    synchronized void begin(long account, String share) {
        sending.merge(Long.toString(account), 1, Integer::sum);
        sending.merge(key(account, share), 1, Integer::sum);
    }

    synchronized void end(long account, String share) {
        for (String each : List.of(Long.toString(account), key(account, share))) {
            sending.computeIfPresent(each, (key, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Requests of all accounts. */
    synchronized int sending() {
        // each counts for its account, and for its share
        return sending.values().stream().mapToInt(Integer::intValue).sum() / 2;
    }

    synchronized void answered(long account, String share, boolean answered) {
        silent.remove(key(account, share));
        if (silent.size() == MOST_REMEMBERED) {
            silent.clear(); // those that matter are silent again soon
        }
        if (!answered) {
            silent.add(key(account, share));
        }
    }

    /** Accounts, and their shares, that have as many as they may; at least one text, which may be empty. */
    synchronized List<String> full() {
        List<String> full = new ArrayList<>(List.of(""));
        sending.forEach((key, count) -> {
            if (count >= (key.equals(account(key)) ? MOST_PER_ACCOUNT : MOST_PER_SHARE)) {
                full.add(key);
            }
        });
        Map<String, Integer> ofSilent = new HashMap<>();
        silent.forEach(each -> ofSilent.merge(account(each), sending.getOrDefault(each, 0), Integer::sum));
        silent.stream()
                .filter(each -> ofSilent.get(account(each)) >= MOST_OF_SILENT)
                .forEach(full::add);
        return full;
    }
}
