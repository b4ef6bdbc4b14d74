package io.outrider.service.releases;

import io.outrider.service.database.Database;
import io.outrider.service.link.UnitLink;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.service.releases.DesiredDocuments.Desired;
import io.outrider.wire.Micros;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * Publisher of the desired documents that are due. A document stays due until the broker has it, and is published again if that
 * fails; of several instances one takes it, and another if that one dies.
 */
public final class DesiredPublisher {
    private static final long CLAIM = 15 * Micros.SECOND;
    private static final String TAKE_DUE = Database.statement("releases/take-due-documents");
    private static final String TAKE_FORMER = Database.statement("releases/take-former-units");
    private static final String PUBLISHED = Database.statement("releases/published-document");
    private static final String INSERT_TRACES = Database.statement("releases/insert-broker-traces");

    /** Unit of a deleted device. */
    private record Former(String unitId, long deleted) {}

    private final Database database;
    private final String broker;
    private final UnitLink link;
    private final DesiredDocuments documents;
    private final Clock clock;

    /**
     * Publisher.
     *
     * @param broker name of the broker behind the link: another one for each that keeps documents of its own
     */
    public DesiredPublisher(Database database, String broker, UnitLink link, DesiredDocuments documents, Clock clock) {
        this.database = database;
        this.broker = broker;
        this.link = link;
        this.documents = documents;
        this.clock = clock;
        database.write().useTransaction(handle -> {
            int isNew = handle.execute("INSERT INTO broker (name) VALUES (?) ON CONFLICT DO NOTHING", broker);
            handle.execute(INSERT_TRACES, broker, isNew);
        });
    }

    /** Publishes some of the documents that are due. */
    public void publishDue() {
        long now = Micros.of(clock.instant());
        long claim = now + CLAIM;
        List<Long> due = database.takeDue(
                "SELECT 1 FROM device WHERE desired_due <= ? LIMIT 1",
                List.of(now),
                handle -> Database.list(handle, Long.class, TAKE_DUE, claim, now, now));
        publish(due, claim);
    }

    private void publish(List<Long> devices, long claim) {
        for (long device : devices) {
            Optional<Desired> document = database.write().inTransaction(handle -> documents.build(handle, device));
            document.ifPresent(each -> publish(each, claim));
        }
    }

    /** Takes the documents and sessions of deleted devices from this instance's broker, also if it was away when they were deleted. */
    public void clearFormer() {
        long now = Micros.of(clock.instant());
        List<Former> due = database.takeDue(
                "SELECT 1 FROM former_trace WHERE broker = ? AND due <= ? LIMIT 1",
                List.of(broker, now),
                handle -> Database.list(handle, Former.class, TAKE_FORMER, now + CLAIM, broker, broker, now, now));
        due.forEach(former -> link.publish(new UnitMessage(former.unitId(), "desired", new byte[0], true, null))
                .thenCompose(done -> link.endSession(former.unitId()))
                .thenRun(() -> cleared(former)));
    }

    /** A new device of the unit gets its document at this broker, which may have had it before. */
    private void cleared(Former former) {
        long claim = Micros.of(clock.instant()) + CLAIM;
        String delete = "DELETE FROM former_trace WHERE broker = ? AND unit_id = ? AND deleted = ?";
        String clear = "UPDATE former_unit SET cleared = 1 WHERE unit_id = ? AND deleted = ?";
        String take = "UPDATE device SET desired_due = ? WHERE unit_id = ? RETURNING number";
        List<Long> next = database.write().inTransaction(handle -> {
            handle.execute(delete, broker, former.unitId(), former.deleted());
            handle.execute(clear, former.unitId(), former.deleted());
            return Database.list(handle, Long.class, take, claim, former.unitId());
        });
        publish(next, claim);
    }

    private void publish(Desired document, long claim) {
        byte[] payload = document.json().getBytes(StandardCharsets.UTF_8);
        link.publish(new UnitMessage(document.unitId(), "desired", payload, true, null))
                .thenRun(() -> published(document, claim));
    }

    /** The mark goes unless the document has become due again; it comes again if a later revision was overtaken. */
    private void published(Desired document, long claim) {
        database.write().useHandle(handle -> handle.execute(PUBLISHED, document.revision(), claim, document.device()));
    }
}
