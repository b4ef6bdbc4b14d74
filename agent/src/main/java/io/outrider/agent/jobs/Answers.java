package io.outrider.agent.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.outrider.api.Reading;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The payloads of {@code …/return} and {@code …/job}, as wire.md has them. Any thread. */
final class Answers {
    private final String unit;
    private final ObjectMapper mapper;

    Answers(String unit, ObjectMapper mapper) {
        this.unit = unit;
        this.mapper = mapper;
    }

    Answer of(String jid, Ending ending, Instant stamp) {
        if (ending instanceof Ending.Rejected rejected) {
            ObjectNode payload = job(jid, "rejected", stamp);
            payload.put("code", rejected.code()).put("message", rejected.message());
            return new Answer(Outlet.JOB, bytes(payload));
        }
        return new Answer(Outlet.RETURN, payload(((Ending.Returned) ending).value()));
    }

    byte[] payload(JobEvent event) {
        ObjectNode payload = job(event.jid(), event.state().name().toLowerCase(Locale.ROOT), event.stamp());
        if (event.progress() != null) {
            payload.put("done", event.progress().done())
                    .put("total", event.progress().total())
                    .put("unit", event.progress().unit())
                    .put("what", event.progress().what());
        }
        return bytes(payload);
    }

    private byte[] payload(Return value) {
        ObjectNode payload = JsonNodeFactory.instance.objectNode();
        payload.set("fun_args", mapper.valueToTree(value.funArgs()));
        payload.put("jid", value.jid());
        String json = text(value.value());
        JsonNode cut = Cut.of(value.value(), json);
        payload.putRawValue("return", new RawValue(cut == null ? json : text(cut)));
        payload.put("retcode", value.retcode());
        payload.put("success", value.success());
        payload.put("cmd", "_return");
        payload.put("_stamp", Reading.text(value.stamp()));
        payload.put("fun", value.fun());
        payload.put("id", unit);
        return bytes(payload);
    }

    private static ObjectNode job(String jid, String state, Instant stamp) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("jid", jid)
                .put("state", state)
                .put("stamp", stamp.truncatedTo(ChronoUnit.MICROS).toString());
    }

    /** By way of text, because half a surrogate pair, which a text may hold, cannot be written as bytes. */
    private byte[] bytes(JsonNode node) {
        return text(node).getBytes(StandardCharsets.UTF_8);
    }

    private String text(JsonNode node) {
        try {
            return mapper.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e); // a tree can be written
        }
    }
}
