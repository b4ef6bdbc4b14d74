package io.outrider.agent.commands;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Buffer of replies that could not be written to the journal: the latest ones, bounded in number and bytes.
 * Thread-safe.
 */
final class UnwrittenReplies {
    static final int MOST = 1024;
    private static final long MOST_BYTES = 1L << 20;

    private final Map<String, Reply> replies = new LinkedHashMap<>(); // guarded by this
    private long bytes;

    synchronized void put(String jid, Reply reply) {
        Reply before = replies.put(jid, reply);
        bytes += reply.payload().length - (before == null ? 0 : before.payload().length);
        Iterator<Reply> oldest = replies.values().iterator();
        while (replies.size() > 1 && (replies.size() > MOST || bytes > MOST_BYTES)) {
            bytes -= oldest.next().payload().length;
            oldest.remove();
        }
    }

    /** Null if there is none or it was evicted. */
    synchronized Reply get(String jid) {
        return replies.get(jid);
    }
}
