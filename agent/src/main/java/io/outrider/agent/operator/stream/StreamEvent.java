package io.outrider.agent.operator.stream;

import io.outrider.api.Reading;
import io.outrider.wire.JobEvent;
import io.outrider.wire.Return;
import io.outrider.wire.results.Result;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Event of the unit's stream, in the format of the link's messages.
 *
 * @param type the type of a record, such as {@code obd.rpm}; the state of a job
 * @param data JSON values or {@link Result}s, in display order
 */
public record StreamEvent(String name, String type, Map<String, Object> data) {
    public static final String RECORD = "record";
    public static final String JOB = "job";

    public StreamEvent {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data)); // may hold null
    }

    public static StreamEvent of(Map<String, Object> record) {
        return new StreamEvent(RECORD, String.valueOf(record.get("@t")), record);
    }

    public static StreamEvent of(JobEvent event) {
        String state = event.state().name().toLowerCase(Locale.ROOT);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("jid", event.jid());
        data.put("state", state);
        data.put("stamp", Reading.text(event.stamp()) + "Z");
        if (event.progress() != null) {
            data.put("done", event.progress().done());
            data.put("total", event.progress().total());
            data.put("unit", event.progress().unit());
            data.put("what", event.progress().what());
        }
        return new StreamEvent(JOB, state, data);
    }

    public static StreamEvent of(Return end, String unitId) {
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
        return new StreamEvent(JOB, "return", data);
    }

    long weight() {
        return weight(data);
    }

    private static long weight(Object value) {
        if (value instanceof Map<?, ?> map) {
            return weight(map.keySet()) + weight(map.values());
        }
        if (value instanceof Collection<?> list) {
            return 2 + list.stream().mapToLong(each -> weight(each)).sum();
        }
        if (value instanceof Result result) {
            return result.weight();
        }
        return value instanceof String text ? text.length() + 4L : 8;
    }
}
