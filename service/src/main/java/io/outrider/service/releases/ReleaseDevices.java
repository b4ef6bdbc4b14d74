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
            Row row = handle.createQuery("SELECT number, containers FROM device WHERE account = :account AND id = :id")
                    .bind("account", account)
                    .bind("id", id)
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

    /** Marks the documents of these devices as due. */
    void due(Handle handle, Iterable<Long> numbers) {
        devices.desiredDue(handle, numbers);
    }

    /** Marks the documents of all devices of the account that have releases. */
    void accountDue(Handle handle, long account) {
        due(
                handle,
                handle.createQuery("SELECT DISTINCT device FROM release_device JOIN device"
                                + " ON device.number = release_device.device WHERE device.account = :account")
                        .bind("account", account)
                        .mapTo(Long.class)
                        .list());
    }

    /** Marks the documents of all devices of a release. */
    void releaseDue(Handle handle, long release) {
        due(
                handle,
                handle.createQuery("SELECT device FROM release_device WHERE release = :release")
                        .bind("release", release)
                        .mapTo(Long.class)
                        .list());
    }
}
