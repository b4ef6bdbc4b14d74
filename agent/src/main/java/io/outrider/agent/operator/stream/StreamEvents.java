package io.outrider.agent.operator.stream;

import io.outrider.api.Reading;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Factory of stream events, in the format of the link's messages. */
public final class StreamEvents {
    /** Event of a record. */
    public StreamEvent of(Map<String, Object> record) {
        return new StreamEvent(StreamEvent.RECORD, String.valueOf(record.get("@t")), record);
    }

    public StreamEvent of(JobEvent event) {
        String state = event.state().name().toLowerCase(Locale.ROOT);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("jid", event.jid());
        data.put("state", state);
        data.put("stamp", Reading.text(event.stamp()) + "Z");
        if (event.progress() != null) {
            data.putAll(progress(event.progress()));
        }
        return new StreamEvent(StreamEvent.JOB, state, data);
    }

    public static Map<String, Object> progress(JobEvent.Progress progress) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("done", progress.done());
        data.put("total", progress.total());
        data.put("unit", progress.unit());
        data.put("what", progress.what());
        return data;
    }

    /** Event of type {@code return}. */
    public StreamEvent of(Return end, String unitId) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("fun_args", end.sentArguments());
        data.put("jid", end.jid());
        data.put("return", end.sent());
        data.put("retcode", end.retcode());
        data.put("success", end.success());
        data.put("cmd", "_return");
        data.put("_stamp", Reading.text(end.stamp()));
        data.put("fun", end.fun());
        data.put("id", unitId);
        return new StreamEvent(StreamEvent.JOB, "return", data);
    }
}
