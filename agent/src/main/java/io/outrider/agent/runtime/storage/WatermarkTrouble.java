package io.outrider.agent.runtime.storage;

import org.slf4j.Logger;

/** Problem report of a watermark file, without which damage by the disk goes unnoticed. Any thread. */
public final class WatermarkTrouble {
    private final SlotFile file;
    private final String subject;
    private String lastLogged;

    /** @param subject of the watermark, as a part of a sentence */
    public WatermarkTrouble(SlotFile file, String subject) {
        this.file = file;
        this.subject = subject;
    }

    /** Logs the current problem once, under the subject of the log's owner. */
    public synchronized void logIfNew(Logger log) {
        String now = sentence();
        if (now != null && !now.equals(lastLogged)) {
            log.warn(now);
            lastLogged = now;
        }
    }

    /** The current problem; null if there is none. */
    public String sentence() {
        return file.watermarkProblem(subject);
    }
}
