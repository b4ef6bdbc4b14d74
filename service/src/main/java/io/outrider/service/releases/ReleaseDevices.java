package io.outrider.service.releases;

import io.outrider.service.devices.Devices;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** Devices of projects and releases, within transactions. Any thread. */
public final class ReleaseDevices {
    /** Bytes of a document (256 KiB, docs/wire.md) without names, signatures and registries. */
    private static final int MOST_BYTES = 240 << 10;

    private final Devices devices;

    public ReleaseDevices(Devices devices) {
        this.devices = devices;
    }

    /**
     * Numbers of devices by their ids.
     *
     * @param member of the body that has the ids
     * @throws Problem if the account does not have one, or containers are not enabled on it
     */
    Map<String, Long> numbers(Handle handle, long account, List<String> ids, String member) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            String path = member + "[" + i + "]";
            record Row(long number, boolean containers) {}
            Row row = handle.select("SELECT number, containers FROM device WHERE account = ? AND id = ?", account, id)
                    .map((each, context) -> new Row(each.getLong("number"), each.getInt("containers") == 1))
                    .findOne()
                    .orElseThrow(() -> Problem.body(path, "'" + path + "' is no device of this account"));
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

    /** Marks the documents of all devices of the account that have releases. */
    void accountDue(Handle handle, long account) {
        devices.desiredDue(
                handle,
                handle.select(
                                "SELECT DISTINCT device FROM release_device JOIN device"
                                        + " ON device.number = release_device.device WHERE device.account = ?",
                                account)
                        .mapTo(Long.class)
                        .list());
    }

    /** Marks the documents of all devices of a release. */
    void releaseDue(Handle handle, long release) {
        devices.desiredDue(
                handle,
                handle.select("SELECT device FROM release_device WHERE release = ?", release)
                        .mapTo(Long.class)
                        .list());
    }

    /**
     * Refuses a release with which the document of a device has too much: its settings, and of each project two releases.
     *
     * @throws Problem with the sizes
     */
    void checkDocuments(Handle handle, long release) {
        handle.select(
                        "SELECT id, size + OCTET_LENGTH(settings) AS size FROM device JOIN (SELECT device, SUM(bytes) AS size"
                                + " FROM (SELECT device, OCTET_LENGTH(containers) + OCTET_LENGTH(remove_containers) AS bytes,"
                                + " ROW_NUMBER() OVER (PARTITION BY device, project ORDER BY release.id DESC) AS place"
                                + " FROM release_device JOIN release ON release.id = release_device.release WHERE withdrawn = 0"
                                + " AND device IN (SELECT device FROM release_device WHERE release = ?)) AS newest"
                                + " WHERE place <= 2 GROUP BY device) AS sizes ON sizes.device = device.number"
                                + " WHERE size + OCTET_LENGTH(settings) > ? ORDER BY number LIMIT 1",
                        release,
                        MOST_BYTES)
                .map((row, context) -> Problem.of(
                        ProblemCode.BODY_TOO_LARGE,
                        "the settings of the device " + row.getString("id")
                                + " and its releases, two of each project, have "
                                + row.getLong("size") + " bytes, of " + MOST_BYTES
                                + " at most, as units take documents of 256 KiB"))
                .findOne()
                .ifPresent(each -> {
                    throw each;
                });
    }
}
