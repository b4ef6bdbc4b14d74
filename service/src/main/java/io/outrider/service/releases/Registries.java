package io.outrider.service.releases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.service.accounts.AccountLimit;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.Database;
import io.outrider.service.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Update;

/** Registries of an account; their passwords are stored encrypted, and given to units only. Any thread. */
public record Registries(Database database, MasterKey key, ReleaseDevices releaseDevices) {
    private static final int MOST = 100;
    private static final int MOST_METADATA = 16_384;
    private static final String UPDATE = Database.statement("releases/update-registry");

    public List<ObjectNode> list(long account) {
        return database.read()
                .withHandle(handle -> handle.select("SELECT * FROM registry WHERE account = ? ORDER BY id", account)
                        .map((row, context) -> json(row))
                        .list());
    }

    /** @throws Problem if the account has no such registry */
    public ObjectNode get(long account, long id) {
        return database.read().withHandle(handle -> get(handle, account, id));
    }

    private static ObjectNode get(Handle handle, long account, long id) {
        return handle.select("SELECT * FROM registry WHERE account = ? AND id = ?", account, id)
                .map((row, context) -> json(row))
                .findOne()
                .orElseThrow(() -> Problem.notFound("registry"));
    }

    private static ObjectNode json(ResultSet row) throws SQLException {
        ObjectNode json = ReleaseJson.object();
        json.put("id", row.getLong("id")).put("name", row.getString("name")).put("url", row.getString("url"));
        json.put("type", row.getString("type")).put("username", row.getString("username"));
        json.put("has_password", row.getBytes("password") != null);
        json.set("metadata", ReleaseJson.tree(row.getString("metadata")));
        return json;
    }

    /** Name by which containers and units refer to a registry: its name or its number. */
    static Optional<String> name(Handle handle, long account, JsonNode reference) {
        String select = "SELECT name FROM registry WHERE account = ? AND (name = ? OR id = ?)";
        long id = reference.isNumber() && reference.canConvertToLong() ? reference.longValue() : -1;
        return Database.find(handle, String.class, select, account, reference.textValue(), id);
    }

    public ObjectNode create(long account, JsonNode body) {
        return database.change(account, handle -> {
            AccountLimit.check(handle, "SELECT COUNT(*) FROM registry WHERE account = ?", account, MOST, "registries");
            String insert = "INSERT INTO registry (account, name, url, metadata) VALUES (?, ?, '', '{}')";
            String name = body.get("name").textValue();
            long id = AccountLimit.insert(handle, "a registry of this name", insert, account, name);
            return write(handle, account, id, body, true);
        });
    }

    /** @param whole whether absent members get their defaults (PUT), or stay as they are (PATCH); a password stays */
    public ObjectNode update(long account, long id, JsonNode body, boolean whole) {
        return database.change(account, handle -> write(handle, account, id, body, whole));
    }

    private ObjectNode write(Handle handle, long account, long id, JsonNode body, boolean whole) {
        ObjectNode before = get(handle, account, id);
        ObjectNode after = ReleaseJson.changed(before, body, whole);
        String metadata =
                after.path("metadata").isObject() ? after.path("metadata").toString() : "{}";
        AccountLimit.checkLength("metadata", metadata, MOST_METADATA);
        AccountLimit.checkName(handle, "registry", account, after.path("name").textValue(), id);
        if (!before.get("name").equals(after.path("name")) && isInReleases(handle, account, before)) {
            throw Problem.conflict(
                    "releases refer to the registry by its name; a registry that they use cannot be renamed");
        }
        Update update = handle.createUpdate(UPDATE);
        List.of("name", "url", "type", "username")
                .forEach(each -> update.bind(each, after.path(each).textValue()));
        update.bind("metadata", metadata).bind("id", id).execute();
        if (body.has("password")) {
            String password = body.get("password").asText("");
            byte[] stored = password.isEmpty() ? null : key.encrypted(password);
            handle.execute("UPDATE registry SET password = ? WHERE id = ?", stored, id);
        }
        int added = handle.select("SELECT * FROM registry WHERE id = ?", id)
                .map((row, context) ->
                        forUnits(row).toString().getBytes(StandardCharsets.UTF_8).length + 1 - row.getInt("bytes"))
                .one();
        handle.execute("UPDATE registry SET bytes = bytes + ? WHERE id = ?", added, id);
        releaseDevices.accountChanged(handle, account, added > 0);
        return get(handle, account, id);
    }

    private static boolean isInReleases(Handle handle, long account, ObjectNode registry) {
        String select = "SELECT release FROM release_registry WHERE account = ? AND registry = ? LIMIT 1";
        return Database.exists(handle, select, account, registry.get("name").textValue());
    }

    /** @throws Problem if a project or a release refers to it */
    public void delete(long account, long id) {
        database.change(account, handle -> {
            ObjectNode registry = get(handle, account, id);
            if (Database.exists(handle, "SELECT id FROM project WHERE registry = ?", id)
                    || isInReleases(handle, account, registry)) {
                throw Problem.conflict("projects or releases refer to this registry; change or delete them first");
            }
            return handle.execute("DELETE FROM registry WHERE id = ?", id);
        });
    }

    /** Registry as units get it, with its password. */
    ObjectNode forUnits(ResultSet row) throws SQLException {
        ObjectNode json = ReleaseJson.object();
        json.put("name", row.getString("name")).put("url", row.getString("url"));
        byte[] password = row.getBytes("password");
        if (row.getString("username") != null && password != null) {
            json.put("username", row.getString("username"))
                    .put("password", key.decrypted(password).orElse(""));
        }
        if (row.getString("type") != null) {
            json.put("type", row.getString("type"));
        }
        return json;
    }
}
