package io.outrider.agent.runtime.storage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trouble with the file of a watermark, for people: without it nobody would know what a damaged disk has taken. Any thread. */
public final class WatermarkTrouble {
    private static final Logger LOG = LoggerFactory.getLogger(WatermarkTrouble.class);

    private final SlotFile file;
    private final String what;
    private String told;

    /** @param what the watermark is of, in a sentence */
    public WatermarkTrouble(SlotFile file, String what) {
        this.file = file;
        this.what = what;
    }

    /** Logs the sentence if there is one that was not logged last. */
    public synchronized void look() {
        String now = sentence();
        if (now != null && !now.equals(told)) {
            LOG.warn(now);
            told = now;
        }
    }

    /** Sentence on how it is now; null if all is well. */
    public String sentence() {
        String unwritten = file.unwritten();
        String unread = file.unread();
        if (unwritten != null) {
            return "The watermark " + file.path() + " cannot be written (" + unwritten
                    + "): what a damaged disk takes of " + what
                    + " is not noticed at the next start; remove what is in its place, or make it writable.";
        }
        return unread == null
                ? null
                : "The watermark " + file.path() + " could not be used at the start (" + unread
                        + "): whether anything of "
                        + what + " was missing at the ends of files is not known; it is written anew, check the disk"
                        + " under it, with dmesg.";
    }
}
