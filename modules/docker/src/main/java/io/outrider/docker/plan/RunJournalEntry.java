package io.outrider.docker.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.outrider.docker.engine.RestartPolicy;
import io.outrider.docker.release.Project;
import java.nio.file.Path;
import java.util.List;

/** Entry of the journal of a run: a change that nobody can see afterwards; written before it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
public sealed interface RunJournalEntry {
    /**
     * The first one.
     *
     * @param run id that the labels of its containers have
     * @param rolledBack hash of the release that is rolled back; null for a release of the fleet
     */
    record Begun(String run, Project release, String rolledBack) implements RunJournalEntry {}

    record Renamed(String id, String from, String to) implements RunJournalEntry {}

    /** @param ran whether it was running before, or should have been */
    record Stopped(String id, String name, RestartPolicy policy, boolean ran) implements RunJournalEntry {}

    record SetAside(Path folder) implements RunJournalEntry {}

    /** @param ids of the containers whose stops have begun and not ended well */
    record Stopping(List<String> ids) implements RunJournalEntry {}

    /** Ends the way back. */
    record Committed() implements RunJournalEntry {}
}
