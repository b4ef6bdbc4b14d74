package io.outrider.service.releases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.database.Database;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Reports of units (docs/wire.md, "Desired and reported"): states of releases, and the revision that is in force. */
public record ReportedReleases(Clock clock) {
    private static final List<String> STATES =
            List.of("received", "checked", "waiting", "pulling", "applying", "probation", "applied", "failed");

    private static final String UPDATE = Database.statement("releases/update-reported");
    private static final String PUBLISH_TO_BEHIND = Database.statement("releases/publish-to-behind");
    private static final String RAISE = Database.statement("releases/raise-revision");

    private static final int LONGEST_TEXT = 2_000;

    /** Projects of a report that are looked at; a document of 256 KiB seldom has as many. */
    private static final int MOST_PROJECTS = 200;

    private static final long HIGHEST_REVISION = 1L << 53;

    /** Notes the states of a report, within the transaction that stores it. */
    public void reported(Handle handle, String unitId, JsonNode report) {
        boolean hasStale = report.at("/error/code").asText().equals("REVISION_BACKWARDS");
        long revision = report.path("revision").asLong(0);
        // of a time that a restore has undone: the document gets a higher one
        if (hasStale && revision < HIGHEST_REVISION) {
            handle.execute(RAISE, revision, unitId, revision);
        }
        if (hasStale || !report.has("error")) {
            // again to a unit that has an older one, or was sent an older one than it has: its broker may have lost it,
            // or is another one of a cluster, with another retained one
            handle.execute(PUBLISH_TO_BEHIND, Micros.of(clock.instant()), unitId, revision - (hasStale ? 1 : 0));
        }
        report.path("projects")
                .valueStream()
                .limit(MOST_PROJECTS)
                .filter(project -> STATES.contains(project.path("state").asText()))
                .forEach(project -> handle.createUpdate(UPDATE)
                        .bind("state", project.path("state").asText())
                        .bind("error", error(project.path("error")))
                        .bind("now", Micros.of(clock.instant()))
                        .bind("unit", unitId)
                        .bind("project", project.path("name").asText())
                        .bind("hash", project.path("version_hash").asText())
                        .execute());
    }

    private static String error(JsonNode error) {
        if (!error.isObject()) {
            return null;
        }
        ObjectNode kept = ReleaseJson.object();
        for (String each : List.of("code", "message")) {
            String text = error.path(each).asText();
            kept.put(each, text.substring(0, Math.min(text.length(), LONGEST_TEXT)));
        }
        if (error.has("restored")) {
            kept.put("restored", error.get("restored").asBoolean());
        }
        return kept.toString();
    }
}
