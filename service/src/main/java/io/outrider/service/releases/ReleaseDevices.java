package io.outrider.service.releases;

import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.devices.Devices;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Devices of projects and releases, within transactions. Any thread. */
public record ReleaseDevices(Devices devices) {
    private static final String OF_RELEASE = "SELECT device FROM release_device WHERE release = :key";
    private static final String OF_ACCOUNT = Database.statement("releases/devices-of-account");

    /** Query of the texts of a list in JSON, its one parameter: a statement for each of thousands of devices takes seconds. */
    String listed() {
        return devices.database().kind() == DatabaseUrl.Kind.SQLITE
                ? "SELECT value FROM json_each(?)"
                : "SELECT json_array_elements_text(CAST(? AS json))";
    }

    /**
     * Numbers of devices by their ids.
     *
     * @param member of the body that has the ids
     * @throws Problem if the account does not have one, or containers are not enabled on it
     */
    Map<String, Long> numbers(Handle handle, long account, List<String> ids, String member) {
        record Row(String id, long number, boolean containers) {}
        String select = "SELECT id, number, containers FROM device WHERE account = ? AND id IN (" + listed() + ")";
        Map<String, Row> rows = Database.list(handle, Row.class, select, account, ReleaseJson.list(ids)).stream()
                .collect(Collectors.toMap(Row::id, row -> row));
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (String id : ids) {
            Row row = rows.get(id);
            if (row == null) {
                String path = member + "[" + ids.indexOf(id) + "]";
                throw Problem.body(path, "'" + path + "' is no device of this account");
            }
            if (!row.containers()) {
                throw Problem.of(
                        ProblemCode.NO_CONTAINER_ADDON,
                        "containers are not enabled on the device " + id + "; enable them with"
                                + " PATCH /dongle/devices/" + id + "/ {\"containers\": true}");
            }
            numbers.put(id, row.number());
        }
        return numbers;
    }

    /**
     * Marks the documents of all devices of the account that have releases.
     *
     * @param grown whether the documents are looked at, which takes time
     * @throws Problem if one has too much now
     */
    void accountChanged(Handle handle, long account, boolean grown) {
        devices.desiredDue(handle, OF_ACCOUNT, account);
        if (grown) {
            Devices.checkDocuments(handle, OF_ACCOUNT, account);
        }
    }

    /** Marks the documents of all devices of a release. */
    void releaseDue(Handle handle, long release) {
        devices.desiredDue(handle, OF_RELEASE, release);
    }

    /**
     * Marks them after a change of a client.
     *
     * @throws Problem if one has too much now
     */
    void releaseChanged(Handle handle, long release) {
        Devices.checkDocuments(handle, OF_RELEASE, release);
        releaseDue(handle, release);
    }
}
