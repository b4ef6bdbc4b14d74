package io.outrider.service.commands;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.RawValue;
import io.outrider.service.database.Database;
import io.outrider.service.database.Times;
import io.outrider.service.devices.Device;
import io.outrider.service.problem.Problem;
import io.outrider.wire.Micros;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Jobs and callback records as clients see them. */
public record JobViews(Database database, Clock clock) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** Job with the time of its last change in microseconds since 1970. */
    public record ChangedJob(String jid, long changed) {}

    /** @throws Problem if the device has no such job */
    public Map<String, Object> job(Device device, String jid) {
        return database.read()
                .withHandle(handle -> handle.select(
                                "SELECT * FROM job WHERE jid = ? AND device = ?", jid, device.number())
                        .map((row, context) -> {
                            String state = row.getString("state");
                            boolean expired =
                                    state.equals("issued") && row.getLong("expires") <= Micros.of(clock.instant());
                            Map<String, Object> job = new LinkedHashMap<>();
                            job.put("jid", row.getString("jid"));
                            job.put("device_id", device.id());
                            job.put("state", expired ? "expired" : state);
                            job.put("state_since", Times.text(row.getLong(expired ? "expires" : "state_at")));
                            job.put("command", row.getString("command"));
                            job.put("arg", raw(row.getString("arg")));
                            job.put("kwarg", raw(row.getString("kwarg")));
                            job.put("issued", Times.text(row.getLong("issued")));
                            job.put("expires", Times.text(row.getLong("expires")));
                            job.put("progress", raw(row.getString("progress")));
                            job.put("reply", raw(row.getString("reply")));
                            return job;
                        })
                        .findOne())
                .orElseThrow(() -> Problem.notFound("job"));
    }

    /** Jobs that changed behind a time, the earliest first. */
    public List<ChangedJob> changed(Device device, long after, int most) {
        String select = "SELECT jid, state_at AS changed FROM job WHERE device = ? AND state_at > ?"
                + " ORDER BY state_at, jid LIMIT ?";
        return database.list(ChangedJob.class, select, device.number(), after, most);
    }

    /** Callback record of the specification, 2.6. @throws Problem if there is none, or its two days are over */
    public Map<String, Object> callback(Device device, String jid) {
        Map<String, Object> job = job(device, jid);
        return database.read()
                .withHandle(handle -> {
                    List<Map<String, Object>> attempts = handle.select(
                                    "SELECT at, state, success, status, reason FROM callback_attempt WHERE jid = ? ORDER BY id",
                                    jid)
                            .map((row, context) -> {
                                Map<String, Object> attempt = new LinkedHashMap<>();
                                attempt.put("timestamp", Times.text(row.getLong("at")));
                                attempt.put("state", row.getString("state"));
                                attempt.put("success", row.getInt("success") == 1);
                                attempt.put("response_statuscode", row.getObject("status"));
                                attempt.put("error", row.getString("reason"));
                                return attempt;
                            })
                            .list();
                    return handle.select("SELECT * FROM callback WHERE jid = ?", jid)
                            .map((row, context) -> {
                                Map<String, Object> command = new LinkedHashMap<>();
                                command.put("returner", null);
                                command.put("command", job.get("command"));
                                command.put("arg", job.get("arg"));
                                command.put("kwarg", job.get("kwarg"));
                                Map<String, Object> callback = new LinkedHashMap<>();
                                callback.put("sent_requests", attempts);
                                callback.put("url", row.getString("url"));
                                callback.put("timestamp", Times.text(row.getLong("created")));
                                callback.put("timeout_task_id", row.getString("timeout_task_id"));
                                callback.put("command", command);
                                callback.put("timeout", row.getInt("timeout"));
                                callback.put("device_id", device.id());
                                if (job.get("reply") != null && ((String) job.get("command")).startsWith("state.")) {
                                    callback.put("result", returned((RawValue) job.get("reply")));
                                }
                                return callback;
                            })
                            .findOne();
                })
                .orElseThrow(() -> Problem.notFound("callback"));
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
