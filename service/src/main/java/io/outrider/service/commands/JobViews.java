package io.outrider.service.commands;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.outrider.service.database.Database;
import io.outrider.service.database.Times;
import io.outrider.service.devices.Device;
import io.outrider.service.problem.Problem;
import io.outrider.wire.Micros;
import java.io.IOException;
import java.io.StringWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Jobs and callback records as clients see them. */
public record JobViews(Database database, Clock clock) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String CHANGED = Database.statement("commands/changed-jobs");

    /** Job with the time of its last change in microseconds since 1970. */
    public record ChangedJob(String jid, long changed) {}

    /** @throws Problem if the device has no such job */
    public ObjectNode job(Device device, String jid) {
        return database.read()
                .withHandle(
                        handle -> handle.select("SELECT * FROM job WHERE jid = ? AND device = ?", jid, device.number())
                                .map((row, context) -> json(device, row))
                                .findOne())
                .orElseThrow(() -> Problem.notFound("job"));
    }

    private ObjectNode json(Device device, ResultSet row) throws SQLException {
        boolean over = row.getString("state").equals("issued") && row.getLong("expires") <= Micros.of(clock.instant());
        ObjectNode job = JsonNodeFactory.instance.objectNode();
        job.put("jid", row.getString("jid")).put("device_id", device.id());
        job.put("state", over ? "expired" : row.getString("state"));
        job.put("state_since", Times.text(row.getLong(over ? "expires" : "state_at")));
        job.put("command", row.getString("command"));
        job.putRawValue("arg", raw(row.getString("arg")));
        job.putRawValue("kwarg", raw(row.getString("kwarg")));
        job.put("issued", Times.text(row.getLong("issued"))).put("expires", Times.text(row.getLong("expires")));
        job.putRawValue("progress", raw(row.getString("progress")));
        job.putRawValue("reply", raw(row.getString("reply")));
        return job;
    }

    /** Jobs that changed behind a time, the earliest first. */
    public List<ChangedJob> changed(Device device, long after, int most) {
        return database.list(ChangedJob.class, CHANGED, device.number(), after, most);
    }

    /** Callback record of the specification, 2.6. @throws Problem if there is none, or its two days are over */
    public ObjectNode callback(Device device, String jid) {
        ObjectNode job = job(device, jid);
        return database.read()
                .withHandle(handle -> handle.select("SELECT * FROM callback WHERE jid = ?", jid)
                        .map((row, context) -> callback(handle, job, row))
                        .findOne())
                .orElseThrow(() -> Problem.notFound("callback"));
    }

    private static ObjectNode callback(Handle handle, ObjectNode job, ResultSet row) throws SQLException {
        ObjectNode callback = JsonNodeFactory.instance.objectNode();
        handle.select("SELECT * FROM callback_attempt WHERE jid = ? ORDER BY id", row.getString("jid"))
                .map((attempt, context) -> attempt(attempt))
                .forEach(callback.putArray("sent_requests")::add);
        callback.put("url", row.getString("url")).put("timestamp", Times.text(row.getLong("created")));
        callback.put("timeout_task_id", row.getString("timeout_task_id"));
        ObjectNode command = callback.putObject("command").put("returner", (String) null);
        List.of("command", "arg", "kwarg").forEach(each -> command.set(each, job.get(each)));
        callback.put("timeout", row.getInt("timeout")).set("device_id", job.get("device_id"));
        RawValue reply = (RawValue) ((POJONode) job.get("reply")).getPojo();
        if (reply != null && job.get("command").textValue().startsWith("state.")) {
            callback.putRawValue("result", returned(reply));
        }
        return callback;
    }

    private static ObjectNode attempt(ResultSet row) throws SQLException {
        ObjectNode attempt = JsonNodeFactory.instance.objectNode();
        attempt.put("timestamp", Times.text(row.getLong("at"))).put("state", row.getString("state"));
        attempt.put("success", row.getInt("success") == 1);
        attempt.putPOJO("response_statuscode", row.getObject("status"));
        return attempt.put("error", row.getString("reason"));
    }

    /** JSON of a unit, which is answered as it came: as a tree it may take a hundred times its bytes. */
    private static RawValue raw(String json) {
        return json == null ? null : new RawValue(json);
    }

    private static RawValue returned(RawValue reply) {
        StringWriter to = new StringWriter();
        try (JsonParser from = StoredJson.member(MAPPER.createParser((String) reply.rawValue()), "/return");
                JsonGenerator member = MAPPER.createGenerator(to)) {
            member.copyCurrentStructureExact(from);
        } catch (IOException e) { // was JSON when it was stored
            throw new IllegalStateException(e);
        }
        return new RawValue(to.toString());
    }
}
