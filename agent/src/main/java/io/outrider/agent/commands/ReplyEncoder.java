package io.outrider.agent.commands;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.outrider.api.Excerpt;
import io.outrider.api.Reading;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Encoder for the payloads of {@code …/return} and {@code …/job}. Thread-safe. */
record ReplyEncoder(String unit, ObjectMapper mapper, Clock clock) {
    private static final int LONGEST_NAME = 1024;

    /** Bytes below which a return is not shortened; the errors here are smaller. */
    private static final int SHORT = 2048;

    Reply of(String jid, JobOutcome outcome) {
        if (outcome instanceof JobOutcome.Rejected rejected) {
            ObjectNode payload = job(jid, "rejected", clock.instant());
            payload.put("code", rejected.code().name()).put("message", rejected.message());
            return new Reply(Reply.JOB, bytes(payload));
        }
        return new Reply(Reply.RETURN, payload(((JobOutcome.Returned) outcome).value()));
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
        Result result = value.result();
        ByteArrayOutputStream payload = new ByteArrayOutputStream(result.size(Result.SENT) + 512);
        try (JsonGenerator json = mapper.getFactory().createGenerator(payload)) {
            json.writeStartObject();
            json.writeFieldName("fun_args");
            json.writeRawValue(value.sentArguments().beginning());
            json.writeStringField("jid", value.jid());
            json.writeFieldName("return");
            json.writeRawValue(""); // writes the colon
            json.flush();
            result.writeTo(payload, Result.SENT);
            json.writeNumberField("retcode", value.retcode());
            json.writeBooleanField("success", value.success());
            json.writeStringField("cmd", "_return");
            json.writeStringField("_stamp", Reading.text(value.stamp()));
            json.writeStringField("fun", wellFormed(Excerpt.of(value.fun(), LONGEST_NAME)));
            json.writeStringField("id", unit);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen in memory
        }
        return payload.toByteArray();
    }

    /** Replaces unpaired surrogates, which UTF-8 cannot encode. */
    private static String wellFormed(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Error to send instead of a return that the broker refuses; null if a shorter reply would not help. */
    Reply shorter(String jid, Reply refused, String why) {
        if (!refused.topic().equals(Reply.RETURN) || refused.payload().length <= SHORT) {
            return null;
        }
        String fun = "?";
        try {
            fun = Excerpt.of(mapper.readTree(refused.payload()).path("fun").asText("?"), 200);
        } catch (IOException e) {
            // the name stays unknown
        }
        return error(
                jid,
                fun,
                "the result of " + LogText.name(fun) + " (" + refused.payload().length + " bytes) is " + why
                        + "; ask for less, or have the broker take longer messages");
    }

    Reply lost(String jid) {
        return error(jid, "?", "the stored return of this job cannot be read any more");
    }

    private Reply error(String jid, String fun, String message) {
        Result text = Result.of("ERROR: " + message);
        return new Reply(
                Reply.RETURN,
                payload(new Return(jid, fun, List.of(), text, FunctionInvoker.FAILED, false, null, clock.instant())));
    }

    private static ObjectNode job(String jid, String state, Instant stamp) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("jid", jid)
                .put("state", state)
                .put("stamp", stamp.truncatedTo(ChronoUnit.MICROS).toString());
    }

    /** Encoded from a String, because Jackson's byte generator rejects unpaired surrogates. */
    private static byte[] bytes(JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }
}
