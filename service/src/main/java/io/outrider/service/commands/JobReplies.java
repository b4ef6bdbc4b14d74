package io.outrider.service.commands;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.outrider.service.database.Database;
import io.outrider.service.database.Times;
import io.outrider.service.database.WriteQueue;
import io.outrider.service.link.UnitMessageHandler;
import io.outrider.wire.Micros;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replies and events of jobs from the units. The first reply to a job counts, and makes the request COMMAND_EXECUTED of its callback
 * in the same transaction; a rejection is a reply with an error.
 */
public final class JobReplies {
    private static final Logger LOG = LoggerFactory.getLogger(JobReplies.class);

    /** Messages given up that have a line in the log; of more only their number is known. */
    private static final int MOST_LOGGED = 100;

    /** Longest message: a unit cuts what is returned at 128 KiB (docs/wire.md). */
    private static final int MOST_BYTES = 512 << 10;

    /** More than the 500 levels that a unit returns. */
    private static final int MOST_LEVELS = 600;

    private static final String TOO_LARGE = "RESULT_TOO_LARGE: what the unit returned has more than " + MOST_BYTES
            + " bytes or " + MOST_LEVELS + " levels; ask for a part of it";

    private static final String UPDATE_JOB = Database.statement("commands/update-job");
    private static final String PUBLISH_AGAIN = Database.statement("commands/publish-unacknowledged");
    private static final String SELECT_JOB = Database.statement("commands/select-job");
    private static final String REPLY = Database.statement("commands/reply-job");
    private static final String TIME_OUT = Database.statement("commands/time-out");
    private static final String INSERT_REQUEST = Database.statement("commands/insert-request");

    /** Shares among which the hosts of an account's callbacks are divided, as it may have any number of hosts. */
    private static final int HOST_SHARES = 256;

    /** Time in which a unit that says it is online has surely subscribed. */
    private static final int AFTER_ONLINE_SECONDS = 5;

    private final Database database;
    private final WriteQueue writes;
    private final Clock clock;
    private final ObjectMapper mapper = StoredJson.mapper(MOST_LEVELS);
    private final AtomicLong givenUp = new AtomicLong();

    public JobReplies(Database database, WriteQueue writes, Clock clock) {
        this.database = database;
        this.writes = writes;
        this.clock = clock;
    }

    /** Handler of the topic {@code return}. */
    public UnitMessageHandler returns() {
        return (unitId, payload, retained) -> handled(unitId, payload, this::returned);
    }

    /** Handler of the topic {@code job}. */
    public UnitMessageHandler events() {
        return (unitId, payload, retained) -> handled(unitId, payload, this::event);
    }

    /** Makes commands due again that a unit has not acknowledged when it comes online: its broker may have lost them. */
    public void cameOnline(Handle handle, String unitId) {
        long now = Micros.of(clock.instant());
        handle.execute(PUBLISH_AGAIN, now + AFTER_ONLINE_SECONDS * Micros.SECOND, now, unitId);
    }

    @FunctionalInterface
    private interface Message {
        void handle(Handle handle, Job job, JsonNode message) throws IOException;
    }

    /** Job that a message is about. */
    private record Job(
            String jid, String unitId, String deviceId, long account, String command, String arg, String kwarg) {}

    private CompletionStage<Void> handled(String unitId, byte[] payload, Message handler) {
        // read within the transaction, so that trees are in memory one after the other
        return writes.write(payload.length, handle -> {
            try {
                handle(handle, unitId, payload, handler);
            } catch (IOException e) { // before anything is written
                if (givenUp.incrementAndGet() <= MOST_LOGGED) {
                    LOG.warn("a message about a job of unit {} was given up: {}", unitId, e.getMessage());
                }
            }
        });
    }

    /** Hands on a message, or null if it is too large. */
    private void handle(Handle handle, String unitId, byte[] payload, Message handler) throws IOException {
        JsonNode message = null;
        if (payload.length <= MOST_BYTES) {
            try {
                message = mapper.readTree(payload);
            } catch (StreamConstraintsException e) {
                LOG.debug("a message about a job of unit {} is not read: {}", unitId, e.getOriginalMessage());
            } catch (JsonProcessingException e) {
                throw new IOException("it is not JSON", e);
            }
        }
        String jid = message == null
                ? StoredJson.text(payload, "jid")
                : message.path("jid").asText("");
        Job job = job(handle, jid)
                .filter(each -> each.unitId().equals(unitId))
                .orElseThrow(() -> new IOException("no job of this unit has its jid"));
        handler.handle(handle, job, message);
    }

    /** Messages given up since the start. */
    public long givenUp() {
        return givenUp.get();
    }

    private static Optional<Job> job(Handle handle, String jid) {
        return Database.find(handle, Job.class, SELECT_JOB, jid);
    }

    /** A return that is too large ends its job with an error, as the unit sends no other. */
    private void returned(Handle handle, Job job, JsonNode message) throws IOException {
        if (message != null
                && (!message.has("return") || !message.path("retcode").isIntegralNumber())) {
            throw new IOException("'return' or 'retcode' is missing");
        }
        reply(handle, job, "done", message == null ? failure(job, TOO_LARGE) : message);
    }

    private void event(Handle handle, Job job, JsonNode message) throws IOException {
        String state = message == null ? "too large" : message.path("state").asText();
        switch (state) {
            case "rejected" -> {
                String error = message.path("code").asText() + ": "
                        + message.path("message").asText();
                reply(handle, job, "rejected", failure(job, error));
            }
            case "received", "running", "progress" -> update(handle, job, state, message);
            default -> throw new IOException("its state is unknown, or it is too large");
        }
    }

    /** Return of a job that the unit did not run, or whose return cannot be read. */
    private JsonNode failure(Job job, String error) throws IOException {
        ObjectNode reply = mapper.createObjectNode();
        reply.set("fun_args", arguments(job));
        reply.put("jid", job.jid()).put("return", "ERROR: " + error);
        reply.put("retcode", 1).put("success", false).put("cmd", "_return");
        reply.put("_stamp", Times.text(clock.instant()).replace("Z", ""));
        reply.put("fun", job.command()).put("id", job.unitId());
        return reply;
    }

    /** Positional arguments, and the keywords behind them if there are any. */
    private JsonNode arguments(Job job) throws IOException {
        ArrayNode arguments = (ArrayNode) mapper.readTree(job.arg());
        JsonNode keywords = mapper.readTree(job.kwarg());
        return keywords.isEmpty() ? arguments : arguments.add(keywords);
    }

    private void update(Handle handle, Job job, String state, JsonNode message) {
        handle.createUpdate(UPDATE_JOB)
                .bind("state", state)
                .bind("now", Micros.of(clock.instant()))
                .bind("progress", state.equals("progress") ? progress(message) : null)
                .bind("jid", job.jid())
                .execute();
    }

    private static String progress(JsonNode message) {
        return ((ObjectNode) message).retain("done", "total", "unit", "what").toString();
    }

    private void reply(Handle handle, Job job, String state, JsonNode reply) throws IOException {
        String text = mapper.writeValueAsString(reply);
        if (handle.execute(REPLY, state, Micros.of(clock.instant()), text, job.jid()) == 0) {
            return;
        }
        boolean success = reply.path("success").asBoolean(true);
        // ends the pause of a TIMEOUT that nobody took; one that is being sent ends itself
        String end = "UPDATE callback_request SET next_attempt = NULL WHERE jid = ? AND attempts > 0 AND sending = 0";
        String answered = "UPDATE callback SET due = NULL WHERE jid = ? RETURNING url";
        Database.find(handle, String.class, answered, job.jid()).ifPresent(url -> {
            handle.execute(end, job.jid());
            request(handle, job, url, "COMMAND_EXECUTED", text, success);
        });
    }

    /** @param data JSON */
    private void request(Handle handle, Job job, String url, String state, String data, boolean success) {
        ObjectNode body = mapper.createObjectNode();
        body.putObject("response")
                .put("tag", "salt/job/" + job.jid() + "/ret/" + job.unitId())
                .putRawValue("data", new RawValue(data));
        body.put("jid", job.jid()).put("state", state).put("success", success).put("device_id", job.deviceId());
        String share = Integer.toString(Math.floorMod(URI.create(url).getHost().hashCode(), HOST_SHARES));
        long now = Micros.of(clock.instant());
        handle.execute(INSERT_REQUEST, job.jid(), job.account(), state, share, body.toString(), now);
    }

    /** Makes the requests TIMEOUT of callbacks whose time is over; each once, by one instance of the service. */
    public void timeOut() {
        record Due(String jid, String url) {}
        long now = Micros.of(clock.instant());
        database.takeDue("SELECT 1 FROM callback WHERE due <= ? LIMIT 1", List.of(now), handle -> {
            var due = Database.list(handle, Due.class, TIME_OUT, now, now);
            due.forEach(each -> timedOut(handle, each.jid(), each.url()));
            return due;
        });
    }

    private void timedOut(Handle handle, String jid, String url) {
        Job job = job(handle, jid).orElseThrow();
        ObjectNode data = mapper.createObjectNode();
        data.put("jid", jid).put("fun", job.command()).put("id", job.unitId());
        request(handle, job, url, "TIMEOUT", data.toString(), false);
    }
}
