package io.outrider.service.releases;

import io.outrider.service.database.Database;
import io.outrider.service.link.UnitLink;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.service.releases.DesiredDocuments.Desired;
import io.outrider.wire.Micros;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publisher of the desired documents that are due. A document stays due until the broker has it; of
 * several instances one takes it, and another if that one dies.
 */
public final class DesiredPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(DesiredPublisher.class);

    private static final Duration CLAIM = Duration.ofSeconds(15);
    private static final int AT_ONCE = 100;

    /** Unit of a deleted device. */
    private record Former(String unitId, long deleted) {}

    private final Database database;
    private final UnitLink link;
    private final DesiredDocuments documents;
    private final Clock clock;

    /** Deleted devices whose traces this instance takes from its broker, or has taken. */
    private final Set<Former> clearing = ConcurrentHashMap.newKeySet();

    public DesiredPublisher(Database database, UnitLink link, DesiredDocuments documents, Clock clock) {
        this.database = database;
        this.link = link;
        this.documents = documents;
        this.clock = clock;
    }

    /** Publishes some of the documents that are due. */
    public void publishDue() {
        long now = Micros.of(clock.instant());
        long claim = now + Micros.SECOND * CLAIM.toSeconds();
        List<Long> due = database.write()
                .inTransaction(handle -> handle.select(
                                "UPDATE device SET desired_due = ? WHERE number IN (SELECT number"
                                        + " FROM device WHERE desired_due <= ? ORDER BY desired_due LIMIT " + AT_ONCE
                                        + ") AND desired_due <= ? RETURNING number",
                                claim,
                                now,
                                now)
                        .mapTo(Long.class)
                        .list());
        for (long device : due) {
            Optional<Desired> document = database.write().inTransaction(handle -> documents.build(handle, device));
            document.ifPresent(each -> publish(each, claim));
        }
    }

    /** Takes the documents and sessions of deleted devices from the broker; each instance once from its own, when a deletion is new. */
    public void clearFormer() {
        long recent = Micros.of(clock.instant().minus(CLAIM));
        List<Former> all = database.read()
                .withHandle(handle -> handle.select(
                                "SELECT unit_id, deleted FROM former_unit WHERE cleared = 0 OR deleted > ?"
                                        + " ORDER BY cleared, deleted LIMIT 100",
                                recent)
                        .map(ConstructorMapper.of(Former.class))
                        .list());
        clearing.retainAll(all);
        all.stream()
                .filter(clearing::add)
                .forEach(former -> link.publish(new UnitMessage(former.unitId(), "desired", new byte[0], true, null))
                        .thenCompose(done -> link.endSession(former.unitId()))
                        .thenRun(() -> database.write().useTransaction(handle -> {
                            handle.execute("UPDATE former_unit SET cleared = 1 WHERE unit_id = ?", former.unitId());
                            handle.execute(
                                    "UPDATE device SET desired_due = 0 WHERE unit_id = ?",
                                    former.unitId()); // of a new device
                        }))
                        .exceptionally(failure -> {
                            LOG.debug(
                                    "what the broker has for {} stays for now: {}",
                                    former.unitId(),
                                    failure.getMessage());
                            clearing.remove(former);
                            return null;
                        }));
    }

    private void publish(Desired document, long claim) {
        byte[] payload = document.json().getBytes(StandardCharsets.UTF_8);
        link.publish(new UnitMessage(document.unitId(), "desired", payload, true, null))
                .whenComplete((done, failure) -> {
                    if (failure == null) {
                        published(document, claim);
                    } else {
                        LOG.debug(
                                "the document of {} was not published yet: {}",
                                document.unitId(),
                                failure.getMessage());
                    }
                });
    }

    /** The mark goes unless the document has become due again; it comes again if a later revision was overtaken. */
    private void published(Desired document, long claim) {
        try {
            database.write()
                    .useHandle(handle -> handle.execute(
                            "UPDATE device SET desired_due = CASE WHEN desired_revision <> ?"
                                    + " THEN 0 WHEN desired_due = ? THEN NULL ELSE desired_due END WHERE number = ?",
                            document.revision(),
                            claim,
                            document.device()));
        } catch (RuntimeException e) { // it is published again
            LOG.warn("the document of {} could not be marked as published: {}", document.unitId(), e.getMessage());
        }
    }
}
