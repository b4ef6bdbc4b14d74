package io.outrider.service.releases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.accounts.AccountLimit;
import io.outrider.service.database.Database;
import io.outrider.service.problem.Problem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/** Projects of an account. Any thread. */
public record Projects(Database database, ReleaseDevices devices) {
    private static final int MOST = 1_000;

    /** Projects, one after the other, as all together may be large. */
    public void list(long account, Consumer<ObjectNode> to) {
        database.stream(handle -> handle.select("SELECT * FROM project WHERE account = ? ORDER BY id", account)
                .setFetchSize(ProjectReleases.ROWS_AT_A_TIME)
                .map((row, context) -> json(row))
                .forEach(to));
    }

    /** @throws Problem if the account has no such project */
    public ObjectNode get(long account, long id) {
        return database.read().withHandle(handle -> get(handle, account, id));
    }

    static ObjectNode get(Handle handle, long account, long id) {
        return handle.select("SELECT * FROM project WHERE account = ? AND id = ?", account, id)
                .map((row, context) -> json(row))
                .findOne()
                .orElseThrow(() -> Problem.notFound("project"));
    }

    private static ObjectNode json(ResultSet row) throws SQLException {
        ObjectNode json = ReleaseJson.object();
        json.put("id", row.getLong("id")).put("name", row.getString("name"));
        json.put("description", row.getString("description"));
        json.set("registry", ReleaseJson.MAPPER.valueToTree(row.getObject("registry")));
        json.set("devices", ReleaseJson.tree(row.getString("devices")));
        return json;
    }

    public ObjectNode create(long account, JsonNode body) {
        return database.change(account, handle -> {
            AccountLimit.check(handle, "SELECT COUNT(*) FROM project WHERE account = ?", account, MOST, "projects");
            String insert = "INSERT INTO project (account, name, description, devices) VALUES (?, ?, '', '[]')";
            String name = body.get("name").textValue();
            long id = AccountLimit.insert(handle, "a project of this name", insert, account, name);
            return write(handle, account, id, body, true);
        });
    }

    /** @param whole whether absent members get their defaults (PUT), or stay as they are (PATCH) */
    public ObjectNode update(long account, long id, JsonNode body, boolean whole) {
        return database.change(account, handle -> write(handle, account, id, body, whole));
    }

    private ObjectNode write(Handle handle, long account, long id, JsonNode body, boolean whole) {
        ObjectNode before = get(handle, account, id);
        ObjectNode after = ReleaseJson.changed(before, body, whole);
        String name = after.path("name").textValue();
        if (!after.path("name").equals(before.get("name")) && hasReleases(handle, id)) {
            throw Problem.conflict(
                    "the name is that of the project's containers; a project with releases cannot be renamed");
        }
        JsonNode registry = after.path("registry");
        if (registry.isNumber()) {
            Registries.name(handle, account, registry)
                    .orElseThrow(() -> Problem.body("registry", "'registry' is no registry of this account"));
        }
        List<String> ids = ReleaseJson.texts(after.path("devices"));
        if (body.has("devices")) {
            devices.numbers(handle, account, ids, "devices");
        }
        AccountLimit.checkName(handle, "project", account, name, id);
        String description = after.path("description").asText("");
        Long number = registry.isNumber() ? Long.valueOf(registry.longValue()) : null;
        String update = "UPDATE project SET name = ?, description = ?, registry = ?, devices = ? WHERE id = ?";
        handle.execute(update, name, description, number, ReleaseJson.list(ids), id);
        return get(handle, account, id);
    }

    private static boolean hasReleases(Handle handle, long id) {
        return Database.exists(handle, "SELECT id FROM release WHERE project = ? LIMIT 1", id);
    }

    /** @throws Problem if it has releases, which run on devices */
    public void delete(long account, long id) {
        database.change(account, handle -> {
            get(handle, account, id);
            if (hasReleases(handle, id)) {
                throw Problem.conflict("the project has releases; delete them first");
            }
            return handle.execute("DELETE FROM project WHERE id = ?", id);
        });
    }
}
