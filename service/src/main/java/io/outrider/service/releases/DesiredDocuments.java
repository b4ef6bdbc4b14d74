package io.outrider.service.releases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.Database;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Desired documents of devices (docs/wire.md, "Desired and reported"): their settings, and where containers are enabled their
 * releases. The revision rises with each change.
 *
 * @param signer null if releases are not signed
 */
public record DesiredDocuments(Registries registries, ReleaseSigner signer) {
    /** Releases on a device: the two newest of each project. */
    private static final String CURRENT = Database.statement("releases/current-releases");

    private static final String DEVICE = Database.statement("releases/document-device");

    /** Document with its revision. */
    record Desired(long device, String unitId, long revision, String json) {}

    private record Row(
            long account,
            String unitId,
            boolean containers,
            String settings,
            String desiredHash,
            long desiredRevision) {}

    private record Current(
            long project,
            String name,
            String version,
            String versionHash,
            String containers,
            String removeContainers) {}

    /** Builds the document; raises the revision if it differs from the last one. */
    Optional<Desired> build(Handle handle, long device) {
        // locks the row, so that two instances do not give one revision to two documents
        handle.execute("UPDATE device SET desired_revision = desired_revision WHERE number = ?", device);
        return Database.find(handle, Row.class, DEVICE, device).map(row -> document(handle, device, row));
    }

    private Desired document(Handle handle, long device, Row row) {
        ObjectNode document = ReleaseJson.object();
        document.setAll((ObjectNode) ReleaseJson.tree(row.settings()));
        if (row.containers()) {
            addReleases(handle, row.account(), device, document);
        }
        String hash = MasterKey.hash(document.toString());
        long revision = row.desiredRevision();
        if (!hash.equals(row.desiredHash())) {
            revision++;
            String update = "UPDATE device SET desired_hash = ?, desired_revision = ? WHERE number = ?";
            handle.execute(update, hash, revision, device);
        }
        JsonNode whole = ReleaseJson.object().put("revision", revision).setAll(document);
        return new Desired(device, row.unitId(), revision, whole.toString());
    }

    private void addReleases(Handle handle, long account, long device, ObjectNode document) {
        String select = "SELECT project.id AS project, project.name, version, version_hash, release.containers,"
                + " remove_containers FROM release JOIN project ON project.id = release.project"
                + " WHERE project.account = ? AND release.id IN (" + CURRENT + ") ORDER BY project.id, release.id DESC";
        Map<Long, List<Current>> byProject = Database.list(handle, Current.class, select, account, device).stream()
                .collect(Collectors.groupingBy(Current::project, LinkedHashMap::new, Collectors.toList()));
        ArrayNode projects = ReleaseJson.MAPPER.createArrayNode();
        byProject.values().forEach(releases -> projects.add(project(releases)));
        ArrayNode logins = document.putArray("registries");
        String used = "SELECT * FROM registry WHERE account = ? AND name IN (SELECT registry FROM release_registry"
                + " WHERE release IN (" + CURRENT + ")) ORDER BY id";
        handle.select(used, account, device)
                .map((row, context) -> registries.forUnits(row))
                .forEach(logins::add);
        document.set("projects", projects);
    }

    /** @param releases of a project on the device, the newest first */
    private ObjectNode project(List<Current> releases) {
        Current current = releases.get(0);
        ObjectNode project = ReleaseJson.object();
        project.put("name", current.name())
                .put("version", current.version())
                .put("version_hash", current.versionHash());
        project.set("containers", ReleaseJson.tree(current.containers()));
        if (releases.size() > 1) {
            project.set("fallback_containers", ReleaseJson.tree(releases.get(1).containers()));
        }
        JsonNode removed = ReleaseJson.tree(current.removeContainers());
        if (!removed.isEmpty()) {
            project.set("remove_containers", removed);
        }
        if (signer != null) {
            signer.sign(project);
        }
        return project;
    }
}
