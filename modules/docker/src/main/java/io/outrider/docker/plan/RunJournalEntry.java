package io.outrider.docker.plan;

import io.outrider.docker.engine.RestartPolicy;
import java.nio.file.Path;

/** What a run is about to change and nobody can see afterwards; written before the change. */
public sealed interface RunJournalEntry {
    record Renamed(String id, String from, String to) implements RunJournalEntry {}

    /** @param ran whether it was running before */
    record Stopped(String id, String name, RestartPolicy policy, boolean ran) implements RunJournalEntry {}

    record SetAside(Path folder) implements RunJournalEntry {}
}
