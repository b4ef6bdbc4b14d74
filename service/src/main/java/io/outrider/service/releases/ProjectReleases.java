package io.outrider.service.releases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.accounts.AccountLimit;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.Database;
import io.outrider.service.database.Times;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.wire.Micros;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Releases of projects. Their containers do not change; their devices may. Any thread. */
public record ProjectReleases(Database database, ReleaseDevices devices, Clock clock) {
    private static final String DEPLOYMENTS = Database.statement("releases/deployments");
    private static final String INSERT = Database.statement("releases/insert-release");
    private static final String INSERT_DEVICE = Database.statement("releases/insert-release-device");

    /** Half of what a desired document may have (docs/wire.md): the release before is in it too. */
    private static final int MOST_BYTES = 100_000;

    private static final int MOST = 1_000;
    static final int ROWS_AT_A_TIME = 10;

    /** Releases of a project, one after the other, as all together may be large. */
    public void list(long account, long project, Consumer<ObjectNode> to) {
        database.stream(handle -> {
            Projects.get(handle, account, project);
            handle.select("SELECT * FROM release WHERE project = ? ORDER BY id", project)
                    .setFetchSize(ROWS_AT_A_TIME)
                    .map((row, context) -> json(handle, row))
                    .forEach(to);
        });
    }

    /** @throws Problem if the project has no such release */
    public ObjectNode get(long account, long project, long id) {
        return database.read().withHandle(handle -> get(handle, account, project, id));
    }

    ObjectNode get(Handle handle, long account, long project, long id) {
        Projects.get(handle, account, project);
        return handle.select("SELECT * FROM release WHERE project = ? AND id = ?", project, id)
                .map((row, context) -> json(handle, row))
                .findOne()
                .orElseThrow(() -> Problem.notFound("release"));
    }

    /** Release that nobody else changes until the transaction ends. */
    private ObjectNode locked(Handle handle, long account, long project, long id) {
        handle.execute("UPDATE release SET reason = reason WHERE project = ? AND id = ?", project, id);
        return get(handle, account, project, id);
    }

    private ObjectNode json(Handle handle, ResultSet row) throws SQLException {
        ObjectNode json = ReleaseJson.object();
        long id = row.getLong("id");
        json.put("id", id).put("project", row.getLong("project")).put("version", row.getString("version"));
        json.put("version_hash", row.getString("version_hash")).put("created", Times.text(row.getLong("created")));
        json.set("containers", ReleaseJson.tree(row.getString("containers")));
        json.set("remove_containers", ReleaseJson.tree(row.getString("remove_containers")));
        json.set("rollout", ReleaseJson.tree(row.getString("rollout")));
        json.put("state", row.getString("state"))
                .put("reason", row.getString("reason"))
                .put("wave", row.getInt("wave"));
        ArrayNode all = json.putArray("devices");
        ArrayNode successful = json.putArray("successful_deployments");
        ObjectNode counts = json.putObject("counts");
        deployments(handle, id).forEach(each -> {
            all.add(each.get("device_id"));
            String state = each.get("state").textValue();
            counts.put(state, counts.path(state).asInt() + 1);
            if (state.equals("applied")) {
                successful.add(each.get("device_id"));
            }
        });
        return json;
    }

    /** State of each device of a release. */
    public List<ObjectNode> deployments(long account, long project, long id) {
        return database.read().withHandle(handle -> {
            get(handle, account, project, id);
            return deployments(handle, id);
        });
    }

    private static List<ObjectNode> deployments(Handle handle, long release) {
        return handle.select(DEPLOYMENTS, release)
                .map((row, context) -> {
                    ObjectNode json = ReleaseJson.object();
                    json.put("device_id", row.getString("id")).put("unit_id", row.getString("unit_id"));
                    json.put("wave", row.getInt("wave")).put("published", row.getInt("published") == 1);
                    json.put("state", row.getInt("withdrawn") == 1 ? "withdrawn" : row.getString("state"));
                    json.put("since", Times.text(row.getLong("state_at")));
                    json.set("error", ReleaseJson.tree(row.getString("error")));
                    return json;
                })
                .list();
    }

    /** Release that is current for devices of the project: the newest that is not rolled back. */
    public ObjectNode active(long account, long project) {
        String newest = "SELECT * FROM release WHERE project = ? AND state <> 'rolled_back' ORDER BY id DESC LIMIT 1";
        return database.read().withHandle(handle -> {
            Projects.get(handle, account, project);
            return handle.select(newest, project)
                    .map((row, context) -> json(handle, row))
                    .findOne()
                    .orElseThrow(() -> Problem.notFound("active release"));
        });
    }

    /** Creates a release, and publishes it to all its devices or to the first wave. */
    public ObjectNode create(long account, long project, JsonNode body) {
        return database.change(account, handle -> {
            ObjectNode parent = Projects.get(handle, account, project);
            String version = body.get("version").textValue();
            String count = "SELECT COUNT(*) FROM release WHERE project = ?";
            AccountLimit.check(handle, count, project, MOST, "releases of the project");
            ArrayNode containers = containers(handle, account, parent, version, body.get("containers"));
            // above them are the document, its list of projects, and the project
            AccountLimit.checkLevels("containers", containers, AccountLimit.MOST_LEVELS - 3);
            List<String> ids = ReleaseJson.texts(body.get("devices"));
            Waves waves = Waves.of(body.path("rollout"), devices.numbers(handle, account, ids, "devices"));
            long now = Micros.of(clock.instant());
            String removed = ReleaseJson.list(ReleaseJson.texts(body.path("remove_containers")));
            String rollout = waves.settings().isNull() ? null : waves.settings().toString();
            String state = waves.count() > 1 ? "rolling" : "published";
            Object[] values = {project, version, containers.toString(), removed, rollout, now, state, now};
            long id = AccountLimit.insert(handle, "a release of this version", INSERT, values);
            String hash = MasterKey.hash(project + " " + id + " " + version + " " + containers + " " + now);
            handle.execute("UPDATE release SET version_hash = ? WHERE id = ?", hash.substring(0, 8), id);
            String uses = "INSERT INTO release_registry VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
            containers.forEach(each -> {
                if (each.has("registry")) {
                    handle.execute(uses, id, account, each.get("registry").textValue());
                }
            });
            add(handle, id, waves.byDevice(), 0, now);
            devices.releaseChanged(handle, id);
            return get(handle, account, project, id);
        });
    }

    /** @param published last wave that has the release */
    private static void add(Handle handle, long release, Map<Long, Integer> waves, int published, long now) {
        PreparedBatch rows = handle.prepareBatch(INSERT_DEVICE);
        waves.forEach((device, wave) -> rows.add(release, device, wave, wave <= published ? 1 : 0, now));
        rows.execute();
    }

    /** Containers with their names in the engine, and registries by name. */
    private static ArrayNode containers(
            Handle handle, long account, ObjectNode project, String version, JsonNode containers) {
        ArrayNode checked = ReleaseJson.MAPPER.createArrayNode();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < containers.size(); i++) {
            String path = "containers[" + i + "]";
            ObjectNode each = containers.get(i).deepCopy();
            String name = each.get("name").textValue();
            if (!names.add(name)) {
                throw Problem.body(path + ".name", "'" + name + "' is the name of two containers");
            }
            String qualified = project.get("name").textValue() + "-" + name + "-" + version;
            if (!qualified.matches("[A-Za-z0-9][A-Za-z0-9_.-]{1,199}")) {
                throw Problem.body(
                        path + ".name",
                        "'" + qualified + "', made of project, container and version, is no name of a container:"
                                + " letters, digits, '_', '.' and '-', 200 at most");
            }
            each.put("fully_qualified_name", qualified);
            JsonNode reference = each.hasNonNull("registry") ? each.get("registry") : project.get("registry");
            if (reference != null && !reference.isNull()) {
                String registry = Registries.name(handle, account, reference)
                        .orElseThrow(() -> Problem.body(
                                path + ".registry", "'" + path + ".registry' is no registry of this account"));
                each.put("registry", registry);
            } else {
                each.remove("registry");
            }
            checked.add(each);
        }
        if (checked.toString().getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            throw Problem.of(
                    ProblemCode.BODY_TOO_LARGE, "the containers of a release have " + MOST_BYTES + " bytes at most");
        }
        return checked;
    }

    /** Changes the devices; other members must be as they are. */
    public ObjectNode update(long account, long project, long id, JsonNode body) {
        return database.change(account, handle -> {
            ObjectNode release = locked(handle, account, project, id);
            refuseChange(handle, account, project, release, body);
            if (body.has("devices")) {
                changeDevices(handle, account, release, ReleaseJson.texts(body.get("devices")));
            }
            return get(handle, account, project, id);
        });
    }

    private static void refuseChange(Handle handle, long account, long project, ObjectNode release, JsonNode body) {
        ObjectNode after = ReleaseJson.changed(release, body, false);
        if (body.has("containers")) {
            // without a registry they have that of then: the project may have another one now
            ObjectNode parent = Projects.get(handle, account, project).without("registry");
            ArrayNode sent = body.get("containers").deepCopy();
            for (int i = 0; i < sent.size(); i++) {
                JsonNode registry = release.get("containers").path(i).path("registry");
                if (!sent.get(i).hasNonNull("registry") && !registry.isMissingNode()) {
                    ((ObjectNode) sent.get(i)).set("registry", registry);
                }
            }
            after.set(
                    "containers",
                    containers(handle, account, parent, release.get("version").textValue(), sent));
        }
        after.set("rollout", Waves.settings(after.get("rollout")));
        if (!Stream.of("version", "remove_containers", "containers", "rollout")
                .allMatch(each -> after.get(each).equals(release.get(each)))) {
            throw Problem.conflict("only the devices of a release change; make a new release for the rest");
        }
    }

    private void changeDevices(Handle handle, long account, ObjectNode release, List<String> ids) {
        long id = release.get("id").longValue();
        String state = release.get("state").textValue();
        Set<String> before = Set.copyOf(ReleaseJson.texts(release.get("devices")));
        List<String> added = ids.stream().filter(each -> !before.contains(each)).toList();
        Set<String> removed = new HashSet<>(before);
        ids.forEach(removed::remove);
        if (state.equals("rolled_back") && !added.isEmpty()) {
            throw Problem.conflict("the release is rolled back, and no more devices get it; make a new one for them");
        }
        String listed = " IN (" + devices.listed() + ")";
        String ofDevices = " WHERE release = ? AND device IN (SELECT number FROM device WHERE id" + listed + ")";
        // first without their documents, which must be looked at too
        handle.execute("UPDATE release_device SET withdrawn = 1" + ofDevices, id, ReleaseJson.list(removed));
        int published = release.get("wave").intValue();
        Map<Long, Integer> waves = new LinkedHashMap<>();
        devices.numbers(handle, account, added, "devices")
                .values()
                .forEach(each -> waves.put(each, state.equals("published") ? published : Waves.LAST));
        // a higher revision for a document that is the same again, so that the unit reports its releases
        handle.execute("UPDATE device SET desired_hash = NULL WHERE id" + listed, ReleaseJson.list(added));
        add(handle, id, waves, published, Micros.of(clock.instant()));
        devices.releaseChanged(handle, id);
        handle.execute("DELETE FROM release_device" + ofDevices, id, ReleaseJson.list(removed));
    }

    /** Deletes a release; its devices go back to the one before, or to none. */
    public void delete(long account, long project, long id) {
        database.change(account, handle -> {
            locked(handle, account, project, id);
            withdraw(handle, id);
            return handle.execute("DELETE FROM release WHERE id = ?", id);
        });
    }

    /** Stops a rollout: waves that are published stay. */
    public ObjectNode stop(long account, long project, long id) {
        return changeState(account, project, id, "rolling", "stopped", "stopped by a client");
    }

    /** Goes on with a rollout that was stopped: the wave that failed counts as passed. */
    public ObjectNode resume(long account, long project, long id) {
        return changeState(account, project, id, "stopped", "rolling", null);
    }

    private ObjectNode changeState(long account, long project, long id, String from, String to, String reason) {
        return database.change(account, handle -> {
            ObjectNode release = locked(handle, account, project, id);
            if (!release.get("state").textValue().equals(from)) {
                throw Problem.conflict("the release is " + release.get("state").textValue() + ", and not " + from);
            }
            handle.execute("UPDATE release SET state = ?, reason = ? WHERE id = ?", to, reason, id);
            if (to.equals("rolling")) {
                Rollouts.publishNext(handle, id, devices, Micros.of(clock.instant()));
            }
            return get(handle, account, project, id);
        });
    }

    /** Withdraws a release from its devices, which go back to the one before, or to none. */
    public ObjectNode rollBack(long account, long project, long id) {
        return database.change(account, handle -> {
            ObjectNode release = locked(handle, account, project, id);
            if (release.get("state").textValue().equals("rolled_back")) {
                throw Problem.conflict("the release is rolled back already");
            }
            handle.execute("UPDATE release SET state = 'rolled_back', reason = NULL WHERE id = ?", id);
            withdraw(handle, id);
            return get(handle, account, project, id);
        });
    }

    private void withdraw(Handle handle, long release) {
        String update = "UPDATE release_device SET withdrawn = 1, state_at = ? WHERE release = ?";
        handle.execute(update, Micros.of(clock.instant()), release);
        devices.releaseChanged(handle, release);
    }
}
