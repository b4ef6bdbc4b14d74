package io.outrider.docker.apply;

import io.outrider.api.Events;
import io.outrider.docker.errors.DockerErrors;
import io.outrider.docker.release.Project;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Publisher of the events {@code system/release/*}, from the changes of the projects' reports. Any thread. */
public final class ReleaseEvents {
    private static final List<String> CHANGING = List.of("applying", "probation");

    private final Events events;
    private final ReleaseStore store;
    private Map<String, String> states = Map.of(); // by project and hash; guarded by this

    public ReleaseEvents(Events events, ReleaseStore store) {
        this.events = events;
        this.store = store;
    }

    /** @param projects as they are reported now */
    public synchronized void update(List<Map<String, Object>> projects) {
        Map<String, String> now = new HashMap<>();
        for (Map<String, Object> each : projects) {
            String key = each.get("name") + " " + each.get("version_hash");
            String state = (String) each.get("state");
            String before = states.getOrDefault(key, "");
            now.put(key, state);
            if (!state.equals(before)) {
                publish(each, state, CHANGING.contains(before));
            }
        }
        states = now;
    }

    private void publish(Map<String, Object> report, String state, boolean wasChanging) {
        Map<String, Object> data = new LinkedHashMap<>();
        for (String each : List.of("name", "version", "version_hash")) {
            data.put(each, report.get(each));
        }
        if (state.equals("waiting") && !wasChanging) {
            events.publish("system/release/pending", data);
        } else if (state.equals("applied") && wasChanging) {
            events.publish("system/release/updated", data);
        } else if (state.equals("failed") && report.get("error") instanceof Map<?, ?> error) {
            data.put("code", error.get("code"));
            data.put("message", error.get("message"));
            if (!DockerErrors.RELEASE_SUSPENDED.name().equals(error.get("code"))) {
                events.publish("system/release/failed", data);
            }
            store.suspension(project(data)).ifPresent(why -> {
                data.put("message", why.getMessage());
                data.put("code", why.code());
                events.publish("system/release/suspended", data);
            });
        }
    }

    private static Project project(Map<String, Object> data) {
        String version = (String) data.get("version");
        return new Project(
                (String) data.get("name"), version, (String) data.get("version_hash"), List.of(), List.of(), List.of());
    }
}
