package io.outrider.agent.runtime.storage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Problem report of a watermark file, without which damage by the disk goes unnoticed. Any thread. */
public final class WatermarkTrouble {
    private static final Logger LOG = LoggerFactory.getLogger(WatermarkTrouble.class);

    private final SlotFile file;
    private final String subject;
    private String lastLogged;

    /** @param subject of the watermark, as a part of a sentence */
    public WatermarkTrouble(SlotFile file, String subject) {
        this.file = file;
        this.subject = subject;
    }

    /** Logs the current problem once. */
    public synchronized void logIfNew() {
        String now = sentence();
        if (now != null && !now.equals(lastLogged)) {
            LOG.warn(now);
            lastLogged = now;
        }
    }

    /** The current problem; null if there is none. */
    public String sentence() {
        String writeProblem = file.writeProblem();
        String readProblem = file.readProblem();
        if (writeProblem != null) {
            return "The watermark " + file.path() + " cannot be written (" + writeProblem
                    + "): what a damaged disk takes of " + subject
                    + " is not noticed at the next start; remove what is in its place, or make it writable.";
        }
        return readProblem == null
                ? null
                : "The watermark " + file.path() + " could not be used at the start (" + readProblem
                        + "): whether anything of "
                        + subject + " was missing at the ends of files is not known; it is written anew, check the disk"
                        + " under it, with dmesg.";
    }
}
