package io.outrider.service.commands;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.outrider.service.accounts.MasterKey;
import io.outrider.service.database.Database;
import io.outrider.service.database.DatabaseUrl;
import io.outrider.service.database.Times;
import io.outrider.service.devices.Device;
import io.outrider.service.link.UnitLink;
import io.outrider.service.link.UnitLink.UnitMessage;
import io.outrider.service.problem.Problem;
import io.outrider.service.problem.ProblemCode;
import io.outrider.wire.Micros;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Commands: stored, then handed to the broker until it has them or they expire. Units run a job once however often its command
 * comes (docs/wire.md, "Once"). Any thread.
 */
public record Commands(Database database, UnitLink link, CallbackAddresses addresses, MasterKey key, Clock clock) {
    /** Longest command that units take (docs/wire.md, "Commands"). */
    private static final int MOST_BYTES = 256 * 1024;

    /** Commands of a device that wait for a reply; of more a client is told. */
    private static final int MOST_PENDING = 1_000;

    private static final Duration PUBLISH_AGAIN = Duration.ofSeconds(15);

    private static final String INSERT_CALLBACK = Database.statement("commands/insert-callback");
    private static final String INSERT = Database.statement("commands/insert-job");
    private static final String TAKE = Database.statement("commands/take-unpublished");

    /** Command as it is stored. */
    private record Stored(
            String jid,
            String unitId,
            String command,
            String arg,
            String kwarg,
            long issued,
            long expires,
            long publishAt) {}

    /**
     * Stores the command and hands it to the broker.
     *
     * @return its jid
     * @throws Problem if it cannot be sent
     */
    public String submit(Device device, SubmittedCommand command) {
        if (command.callbackUrl() != null) {
            addresses.checked(command.callbackUrl());
        }
        int length = (command.command() + command.arg() + command.kwarg()).getBytes(StandardCharsets.UTF_8).length;
        if (length > MOST_BYTES - 1_000) {
            throw Problem.of(ProblemCode.BODY_TOO_LARGE, "a command has " + MOST_BYTES + " bytes at most");
        }
        Stored stored = database.write().inTransaction(handle -> {
            refuseTooMany(handle, device);
            Stored inserted = insert(handle, device, command);
            if (command.callbackUrl() != null) {
                insertCallback(handle, inserted, command);
            }
            return inserted;
        });
        publish(stored);
        return stored.jid();
    }

    /** Also keeps the device from being deleted, and others from counting, before the command is stored. */
    private void refuseTooMany(Handle handle, Device device) {
        String count = "SELECT (SELECT COUNT(*) FROM job WHERE device = number AND reply IS NULL AND expires > ?)"
                + " FROM device WHERE number = ?"
                + (database.kind() == DatabaseUrl.Kind.SQLITE ? "" : " FOR NO KEY UPDATE");
        int pending = Database.find(handle, Integer.class, count, Micros.of(clock.instant()), device.number())
                .orElseThrow(() -> Problem.notFound("device id"));
        if (pending >= MOST_PENDING) {
            throw Problem.later(
                    ProblemCode.TOO_MANY_REQUESTS,
                    pending + " commands wait for this device already; wait for replies, or until they expire",
                    Duration.ofMinutes(1));
        }
    }

    private Stored insert(Handle handle, Device device, SubmittedCommand command) {
        long issued = Micros.of(clock.instant());
        long expires = issued + Micros.SECOND * command.validity().toSeconds();
        long again = issued + Micros.SECOND * PUBLISH_AGAIN.toSeconds();
        String name = command.command();
        String arg = command.arg();
        String kwarg = command.kwarg();
        for (long micros = issued; ; micros++) {
            String jid = Times.text(micros).replaceAll("[^0-9]", "");
            if (handle.execute(INSERT, jid, device.number(), name, arg, kwarg, issued, expires, again, issued) == 1) {
                return new Stored(jid, device.unitId(), name, arg, kwarg, issued, expires, again);
            }
        }
    }

    private void insertCallback(Handle handle, Stored job, SubmittedCommand command) {
        String url = command.callbackUrl();
        int timeout = command.callbackTimeout();
        String task = UUID.randomUUID().toString();
        long due = job.issued() + Micros.SECOND * timeout;
        byte[] token = key.encrypted(command.token());
        handle.execute(INSERT_CALLBACK, job.jid(), url, timeout, task, job.issued(), due, token);
    }

    private void publish(Stored job) {
        ObjectNode message = JsonNodeFactory.instance.objectNode();
        message.put("jid", job.jid()).put("fun", job.command());
        message.putRawValue("arg", new RawValue(job.arg()));
        message.putRawValue("kwarg", new RawValue(job.kwarg()));
        message.put("issued", Times.text(job.issued())).put("expires", Times.text(job.expires()));
        Duration expiry = Duration.ofSeconds(Math.max(1, (job.expires() - Micros.of(clock.instant())) / Micros.SECOND));
        // if the broker, or the mark, fails, it is published again, and the unit knows a command that comes again
        link.publish(new UnitMessage(
                        job.unitId(), "command", message.toString().getBytes(StandardCharsets.UTF_8), false, expiry))
                .thenRun(() -> published(job));
    }

    /** The mark stays if the unit has connected meanwhile: at another broker of a cluster, which may not have the command for it. */
    private void published(Stored job) {
        String update = "UPDATE job SET publish_at = NULL WHERE jid = ? AND publish_at = ?";
        database.write().useHandle(handle -> handle.execute(update, job.jid(), job.publishAt()));
    }

    /** Publishes commands again that the broker has not taken; each by one instance of the service. */
    public void publishAgain() {
        long now = Micros.of(clock.instant());
        long again = now + Micros.SECOND * PUBLISH_AGAIN.toSeconds();
        List<Stored> due = database.takeDue("SELECT 1 FROM job WHERE publish_at <= ? LIMIT 1", List.of(now), handle -> {
            handle.execute("UPDATE job SET publish_at = NULL WHERE publish_at <= ? AND expires <= ?", now, now);
            return Database.list(handle, Stored.class, TAKE, again, now, now);
        });
        due.forEach(this::publish);
    }
}
