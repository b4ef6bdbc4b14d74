package io.outrider.service.telemetry;

import io.outrider.service.database.Database;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads of what was stored after a time, in the order of storing. Any thread. */
public record UploadReader(Database database) {
    private static final String UPLOADS = Database.statement("telemetry/uploads");

    /** Records of a device that were stored at a time, with the bounds of their own times; microseconds since 1970. */
    public record Upload(long uploaded, long first, long last) {}

    /** Uploads behind a time, the earliest first. */
    public List<Upload> uploads(long device, long after, int most) {
        return database.list(Upload.class, UPLOADS, device, after, most);
    }

    /**
     * Records of an upload as the unit sent them, by time. The bounds of time are no parameters, as PostgreSQL plans by them.
     *
     * @param characters the records end with the one that passes this limit
     */
    public List<String> records(long device, Upload upload, int skip, int most, int characters) {
        AtomicInteger taken = new AtomicInteger();
        return database.read()
                .withHandle(handle -> handle.createQuery("SELECT record FROM telemetry WHERE device = :device"
                                + " AND type IN (" + DeviceTypes.SELECT + ") AND at BETWEEN " + upload.first()
                                + " AND " + upload.last()
                                + " AND uploaded = :uploaded ORDER BY at, run, sequence LIMIT :most OFFSET :skip")
                        .bind("device", device)
                        .bind("uploaded", upload.uploaded())
                        .bind("most", most)
                        .bind("skip", skip)
                        .mapTo(String.class)
                        .withStream(all -> all.takeWhile(each -> taken.getAndAdd(each.length()) < characters)
                                .toList()));
    }
}
