package io.outrider.docker.plan;

import java.util.List;

/** Way back of a run that failed or was cut before its commit, and the rest of one that was cut after it. Pure. */
public final class WayBack {
    private WayBack() {}

    /** Steps to what was before the run; empty if all is as it was. */
    public static List<ReleaseStep> steps(String runId, List<JournalEntry> entries, World world) {
        throw new UnsupportedOperationException("to be written: " + runId + entries + world);
    }

    /** Steps that remain of a run that was committed: removal of what it stopped or renamed and set aside. */
    public static List<ReleaseStep> finish(List<JournalEntry> entries, World world) {
        throw new UnsupportedOperationException("to be written: " + entries + world);
    }
}
