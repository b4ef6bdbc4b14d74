package io.outrider.service.devices;

import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.Times;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.wire.Micros;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/** Devices in the database. Any thread. */
public record Devices(Database database, Clock clock) {
    /** Characters of a unit's id; it is a level of MQTT topics. */
    public static final String UNIT_ID = "[A-Za-z0-9][A-Za-z0-9._:-]{0,63}";

    /** Sentence of {@link #UNIT_ID}, behind the name of a member or an option. */
    public static final String UNIT_ID_RULE =
            "has 1 to 64 letters, digits, '.', '_', ':' and '-', a letter or digit first";

    private static final int ROWS_AT_A_TIME = 500;

    /** Bytes of a document: less than units take (256 KiB, docs/wire.md), for what later versions add to stored ones. */
    private static final int MOST_DOCUMENT_BYTES = 240 << 10;

    /** Projects of a document (docs/wire.md). */
    private static final int MOST_PROJECTS = 100;

    private static final String TOO_LARGE_DOCUMENT = Database.statement("devices/too-large-document");
    private static final String INSERT = Database.statement("devices/insert-device");
    private static final String UPDATE = Database.statement("devices/update-device");
    private static final String UPDATE_PRESENCE = Database.statement("devices/update-presence");
    private static final String UPDATE_REPORT = Database.statement("devices/update-report");
    private static final String INSERT_FORMER = Database.statement("devices/insert-former-unit");
    private static final String REMOVE_FROM_PROJECTS = Database.statement("devices/remove-from-projects");
    private static final String INSERT_TRACES = Database.statement("devices/insert-former-traces");

    /** Time after which nothing of a deleted device is to be expected at a broker that was away. */
    private static final Duration KEEP_FORMER = Duration.ofDays(90);

    /** Columns without the two large ones, which a list and the messages of units do not need. */
    private static final String SELECT_SMALL = "SELECT number, id, account, unit_id, name, containers, created, online,"
            + " presence_since, agent, NULL AS reported, reported_at, '{}' AS settings FROM device ";

    /** Devices without their reports and settings. */
    public List<Device> ofAccount(long account) {
        return database.list(Device.class, SELECT_SMALL + "WHERE account = ? ORDER BY number", account);
    }

    /** The same, one after the other, as all together may be large. */
    public void ofAccount(long account, Consumer<Device> to) {
        database.stream(handle -> handle.select(SELECT_SMALL + "WHERE account = ? ORDER BY number", account)
                .setFetchSize(ROWS_AT_A_TIME)
                .mapTo(Device.class)
                .forEach(to));
    }

    /** @throws Problem if the account has no such device */
    public Device get(long account, String id) {
        return database.find(Device.class, "SELECT * FROM device WHERE account = ? AND id = ?", account, id)
                .orElseThrow(() -> Problem.notFound("device id"));
    }

    /** Number of a device. @throws Problem if the account has no such device */
    public long number(long account, String id) {
        return database.find(Long.class, "SELECT number FROM device WHERE account = ? AND id = ?", account, id)
                .orElseThrow(() -> Problem.notFound("device id"));
    }

    /** Device of a unit, without its report and settings. */
    public Optional<Device> ofUnit(String unitId) {
        return database.read().withHandle(handle -> ofUnit(handle, unitId));
    }

    public Optional<Long> numberOfUnit(String unitId) {
        return database.find(Long.class, "SELECT number FROM device WHERE unit_id = ?", unitId);
    }

    public static Optional<Device> ofUnit(Handle handle, String unitId) {
        return Database.find(handle, Device.class, SELECT_SMALL + "WHERE unit_id = ?", unitId);
    }

    /** @throws Problem if the unit belongs to a device already, or its id is malformed */
    public Device create(long account, String unitId, String name, boolean containers) {
        return database.write().inTransaction(handle -> create(handle, account, unitId, name, containers));
    }

    static void checkUnitId(String unitId) {
        if (!unitId.matches(UNIT_ID)) {
            throw Problem.body("unit_id", "'unit_id' " + UNIT_ID_RULE);
        }
    }

    /** The same within a transaction. */
    public Device create(Handle handle, long account, String unitId, String name, boolean containers) {
        checkUnitId(unitId);
        if (isOfFormer(handle, account, unitId)) {
            throw taken(unitId);
        }
        String id = UUID.randomUUID().toString();
        String shown = name == null || name.isBlank() ? unitId : name.strip();
        long now = Micros.of(clock.instant());
        int added = handle.execute(INSERT, id, account, unitId, shown, containers ? 1 : 0, now, unitId, unitId);
        if (added == 0) {
            throw taken(unitId);
        }
        handle.execute("DELETE FROM former_unit WHERE unit_id = ?", unitId);
        return ofUnit(handle, unitId).orElseThrow();
    }

    /** Another account's unit is not given what the broker has for this one: its document, and commands until they expire. */
    private boolean isOfFormer(Handle handle, long account, String unitId) {
        String former = "SELECT 1 FROM former_unit WHERE unit_id = ? AND account <> ? AND (expires > ? OR cleared = 0)";
        return Database.exists(handle, former, unitId, account, Micros.of(clock.instant()));
    }

    /** The same sentence whosever the unit is or was, as another account's devices are nobody's business. */
    static Problem taken(String unitId) {
        return Problem.conflict(
                "the unit '" + unitId + "' is taken: it belongs to a device, or did lately; after a deletion it is free"
                        + " when the broker has taken back its document, and its last command has expired");
    }

    /**
     * Changes what clients may change; null leaves a value as it is. The desired document becomes due.
     *
     * @throws Problem if the account has no such device, or its document has too much with the settings
     */
    public void update(long account, String id, String name, Boolean containers, String settings) {
        database.write().useTransaction(handle -> {
            Integer enabled = containers == null ? null : Integer.valueOf(containers ? 1 : 0);
            if (handle.execute(UPDATE, name, enabled, settings, Micros.of(clock.instant()), account, id) == 0) {
                throw Problem.notFound("device id");
            }
            if (settings != null) {
                checkDocuments(handle, "SELECT number FROM device WHERE id = :key", id);
            }
        });
    }

    /**
     * Refuses a change with which the document of a device has too much: its settings, the registries of its account, and of
     * each project two releases, also when the waves to come are published.
     *
     * @param devices query of the numbers of the devices that are looked at, with the parameter {@code :key}
     * @throws Problem with the sizes
     */
    public static void checkDocuments(Handle handle, String devices, Object key) {
        handle.createQuery(TOO_LARGE_DOCUMENT)
                .define("devices", devices)
                .bind("key", key)
                .bind("most", MOST_DOCUMENT_BYTES)
                .bind("projects", MOST_PROJECTS)
                .map((row, context) -> Problem.of(
                        ProblemCode.BODY_TOO_LARGE,
                        "the settings of the device " + row.getString("id") + ", its releases, two of each project,"
                                + " and the registries of the account have " + row.getLong("size") + " bytes, of "
                                + MOST_DOCUMENT_BYTES + " at most, and " + row.getInt("count") + " projects, of "
                                + MOST_PROJECTS + " at most, as units take documents of 256 KiB"))
                .findOne()
                .ifPresent(each -> {
                    throw each;
                });
    }

    /** @throws Problem if the account has no such device */
    public void delete(long account, String id) {
        database.write().useTransaction(handle -> {
            // waits for commands that are being stored, and another deletion, before it looks at them
            String lock = database.kind() == DatabaseUrl.Kind.SQLITE ? "" : " FOR UPDATE";
            String select = "SELECT number FROM device WHERE account = ? AND id = ?" + lock;
            long number = Database.find(handle, Long.class, select, account, id)
                    .orElseThrow(() -> Problem.notFound("device id"));
            long now = Micros.of(clock.instant());
            handle.execute(INSERT_FORMER, now, number);
            handle.execute(INSERT_TRACES, now, number);
            long before = now - Micros.SECOND * KEEP_FORMER.toSeconds();
            handle.execute("DELETE FROM former_unit WHERE deleted < ?", before);
            handle.execute("DELETE FROM former_trace WHERE deleted < ?", before);
            handle.execute(REMOVE_FROM_PROJECTS, id, id, id, account, id);
            handle.execute("DELETE FROM device WHERE number = ?", number);
        });
    }

    /**
     * Marks the desired document of devices as due, within a transaction.
     *
     * @param devices query of their numbers with the parameter {@code :key}
     */
    public void desiredDue(Handle handle, String devices, Object key) {
        handle.createUpdate("UPDATE device SET desired_due = :now WHERE number IN (<devices>)")
                .define("devices", devices)
                .bind("now", Micros.of(clock.instant()))
                .bind("key", key)
                .execute();
    }

    /**
     * Notes a presence; the end of a connection before the one that is known does not count.
     *
     * @param since now counts for null, and for a time before 1970 or after 2100
     * @param agent null if the message does not name it
     * @param instance of the service that has the message
     */
    public void present(Handle handle, String unitId, boolean online, Long since, String agent, String instance) {
        boolean isTime = since != null && since >= 0 && since <= Micros.of(Times.LATEST);
        handle.createUpdate(UPDATE_PRESENCE)
                .bind("online", online ? 1 : 0)
                .bind("since", isTime ? since : Micros.of(clock.instant()))
                .bind("agent", agent)
                .bind("instance", instance)
                .bind("unit", unitId)
                .execute();
    }

    /**
     * Marks units as absent until they connect.
     *
     * @param instance of the service whose units they are, or of none that is known; null for all
     */
    public void allAbsent(String instance) {
        String update = "UPDATE device SET online = 0 WHERE online = 1 AND (instance = ?) IS NOT FALSE";
        database.write().useHandle(handle -> handle.execute(update, instance));
    }

    /**
     * Stores a report, unless a later one of the same daemon is stored: instances of the service handle messages of a unit at once.
     *
     * @param report JSON
     * @param start of the daemon; null if the report does not say
     * @param number of the report since then
     * @return whether it is stored
     */
    public boolean reported(Handle handle, String unitId, String report, String start, long number) {
        return handle.createUpdate(UPDATE_REPORT)
                        .bind("report", report)
                        .bind("start", start)
                        .bind("number", number)
                        .bind("now", Micros.of(clock.instant()))
                        .bind("unit", unitId)
                        .execute()
                == 1;
    }

    /**
     * Sets the secret of a unit, which is absent until it connects by it: the will of a connection by the former one does not count.
     *
     * @param secretHash SHA-256 of the unit's password, hexadecimal digits
     */
    public void setSecret(Handle handle, long number, String secretHash) {
        handle.execute("UPDATE device SET secret_hash = ?, online = 0 WHERE number = ?", secretHash, number);
    }

    /** @return empty for an unknown unit, and one that has no password */
    public Optional<String> secretHash(String unitId) {
        return database.find(String.class, "SELECT secret_hash FROM device WHERE unit_id = ?", unitId);
    }

    /**
     * The same at a broker.
     *
     * @param broker name of one, which may still have a document and commands of the unit's former device
     * @return empty also until these are cleared
     */
    public Optional<String> secretHash(String unitId, String broker) {
        String traces = "SELECT 1 FROM former_trace WHERE broker = ? AND unit_id = device.unit_id";
        String query = "SELECT secret_hash FROM device WHERE unit_id = ? AND NOT EXISTS (" + traces + ")";
        return database.find(String.class, query, unitId, broker);
    }
}
