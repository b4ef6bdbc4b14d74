package io.outrider.agent.commands;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Answers that could not be written down, in memory only: the latest of them, bounded in number and bytes. Any thread. */
final class UnwrittenReplies {
    static final int MOST = 1024;
    private static final long MOST_BYTES = 1L << 20;

    private final Map<String, Reply> answers = new LinkedHashMap<>(); // guarded by this
    private long bytes;

    synchronized void put(String jid, Reply answer) {
        Reply before = answers.put(jid, answer);
        bytes += answer.payload().length - (before == null ? 0 : before.payload().length);
        Iterator<Reply> oldest = answers.values().iterator();
        while (answers.size() > 1 && (answers.size() > MOST || bytes > MOST_BYTES)) {
            bytes -= oldest.next().payload().length;
            oldest.remove();
        }
    }

    /** Null if there is none, or none any more. */
    synchronized Reply get(String jid) {
        return answers.get(jid);
    }
}
