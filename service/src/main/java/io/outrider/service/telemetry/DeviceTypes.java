package io.outrider.service.telemetry;

import io.outrider.service.database.Database;
import io.outrider.service.problem.Problem;
import java.util.List;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Types of the records of a device. */
final class DeviceTypes {
    /** Types of a device that are read without their names. */
    private static final int MOST = 2_000;

    /** Query of the types of {@code :device}. */
    static final String SELECT = Database.statement("telemetry/device-types");

    private DeviceTypes() {}

    /**
     * Numbers of the types as a list in SQL: parameters are limited, and a subquery is slow.
     *
     * @param name of the one type that is read; null for all
     * @throws Problem if there are too many
     */
    static String list(Handle handle, long device, String name) {
        List<Integer> types = (name == null
                        ? handle.createQuery(SELECT + " LIMIT " + (MOST + 1)).bind("device", device)
                        : handle.select("SELECT id FROM telemetry_type WHERE name = ?", name))
                .mapTo(Integer.class)
                .list();
        if (types.size() > MOST) {
            throw Problem.queryTooLarge(
                    "the device has more than " + MOST + " types of records; ask for one 'data_type'");
        }
        return types.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
